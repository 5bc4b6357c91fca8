"""How long hunts take to find what they should: the table of docs/fuzzing.md.

usage: bench/hunts.py REMATFUZZ [--seeds N] [--cap SECONDS] [--jobs N] [--engine NAME]
                       [--only NAME,...]

Each goal is hunted for from nothing, with each seed, until an effect is large enough or the cap is
reached; the medians count a hunt that was not done as the cap. Prints a line for each hunt to
standard error and a table to standard output.
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile

SIX = "DTR,DTREqClass,DTRLocal,MSPS,LRU,LargestStorage"

# Name, arguments of hunt, and the effect that is enough (None: the hunt takes its whole time).
GOALS = {
    "hole-of-every-policy": (["--kind", "hole"], 0.0),
    "inversion-10": (["--policy", "DTR", "--kind", "inversion"], 10),
    "cliff-10": (["--policy", "DTR", "--kind", "cliff"], 10),
    "alternation-10": (["--policy", "DTR", "--kind", "alternation"], 10),
    "shared-12": (["--kind", "shared"], 12),
    "hole-half-of-peak": (["--policy", "DTR", "--kind", "hole", "--max-ops", "12"], 0.5),
    "versus": (["--versus", SIX], None),
}


def hunt(program, arguments, engine, seconds, jobs, seed, until):
    with tempfile.TemporaryDirectory() as folder:
        command = [program, "hunt", *arguments, "--from", "none", "--time", f"{seconds}s",
                   "--jobs", str(jobs), "--engine", engine, "--seed", str(seed), "--out", folder,
                   "--json"]
        if until is not None:
            command += ["--until", str(until)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode not in (0, 1):
            sys.exit(f"exit code {done.returncode}: {' '.join(command)}\n{done.stderr}")
        return json.loads(done.stdout)


def cells_of_versus(findings):
    """How many ordered pairs have a trace where the first runs out, and one at twice the cost."""
    runs_out = {(f["policy"], f["rival"]) for f in findings if f["kind"] == "runs_out"}
    slower = {(f["policy"], f["rival"]) for f in findings
              if f["kind"] == "slower" and f["size"] >= 2}
    return len(runs_out), len(slower)


def measure(name, options):
    arguments, until = GOALS[name]
    times, worst = [], []
    for seed in range(1, options.seeds + 1):
        seconds = options.cap if until is not None else min(options.cap, 60)
        got = hunt(options.program, arguments, options.engine, seconds, options.jobs, seed,
                   until)
        if until is None:
            said = "{} and {} of 30 pairs".format(*cells_of_versus(got["findings"]))
            worst.append(min(cells_of_versus(got["findings"])))
        else:
            largest = max((f["size"] for f in got["findings"]), default=0)
            said = f"largest {largest:.4g}"
            worst.append(largest)
        times.append(min(got["seconds"], seconds))
        print(f"{name} seed {seed}: {got['seconds']:.1f} s, {got['inputs']} traces, {said}",
              file=sys.stderr, flush=True)
    reached = sum(size >= (until if until is not None else 30) for size in worst)
    return [name, f"{statistics.median(times):.1f} s", f"{min(times):.1f} to {max(times):.1f} s",
            f"{reached} of {options.seeds}", f"{statistics.median(worst):.4g}"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--cap", type=int, default=600)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--engine", default="libfuzzer")
    parser.add_argument("--only", default=",".join(GOALS))
    options = parser.parse_args()
    print("| goal | median time | from, to | reached | median effect |\n|---|---|---|---|---|")
    for name in options.only.split(","):
        print("| " + " | ".join(measure(name, options)) + " |", flush=True)


main()
