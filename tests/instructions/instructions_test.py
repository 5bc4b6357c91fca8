#!/usr/bin/env python3
"""Counts the instructions of fixed work under callgrind: a guard of speed that noise cannot fool.

usage: instructions_test.py FIXED_RUNS RECORDED [--record]

Fails where work takes more than 10 % more instructions than RECORDED (JSON) says, or gives another
result. `--record`, or `./run record-instructions`, records what is counted now; record again after
work became faster, so that the guard stays close.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
TOLERANCE = 0.10


def count(program, name):
    """The work's result, and the instructions between entering counted_work() and leaving it."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder, "out")
        command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}"]
        command += ["--toggle-collect=counted_work", program, name]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            sys.exit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
        totals = [line for line in out.read_text().splitlines() if line.startswith("totals:")]
        return int(done.stdout), int(totals[0].split()[1])


def main():
    program, recorded_file = sys.argv[1], pathlib.Path(sys.argv[2])
    record = "--record" in sys.argv[3:]
    if shutil.which("valgrind") is None:
        print("skipped: valgrind is not installed")
        sys.exit(SKIPPED)
    names = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    counted = {}
    for name in names:
        result, instructions = count(program, name)
        counted[name] = {"result": result, "instructions": instructions}
    if record:
        recorded_file.write_text(json.dumps(counted, indent=2) + "\n")
    recorded = json.loads(recorded_file.read_text())
    failures = []
    if sorted(recorded) != sorted(counted):
        failures.append(f"{recorded_file}: recorded {sorted(recorded)}, counted {sorted(counted)}")
    print(f"{'work':14} {'recorded':>14} {'counted':>14}  change")
    for name in sorted(counted.keys() & recorded.keys()):
        was, now = recorded[name], counted[name]
        change = now["instructions"] / was["instructions"] - 1
        print(f"{name:14} {was['instructions']:>14,} {now['instructions']:>14,}  {change:+.1%}")
        if now["result"] != was["result"]:
            failures.append(f"{name}: expected the result {was['result']}, got {now['result']}")
        if change > TOLERANCE:
            failures.append(f"{name}: expected at most {TOLERANCE:+.0%}, got {change:+.1%}")
        if change < -TOLERANCE:
            print(f"{name} became faster; record it: ./run record-instructions")
    for failure in failures:
        print(f"FAILED {failure}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
