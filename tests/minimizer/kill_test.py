"""What `minimize` has on disk is whole and shows the finding, whenever it is killed.

usage: kill_test.py REMATFUZZ TIMES

Kills it at random moments (seed printed), then runs the file at the budgets that its header names.
"""

import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path


def run(*command, cwd):
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit code {done.returncode}: {done.stderr}")
    return done.stdout


def check(program, folder, name):
    """Runs the text at each budget that it expects something of; how many operators it has."""
    text = (folder / name).read_text()
    expected = [line.split()[1:3] for line in text.splitlines() if line.startswith("expect: ")]
    if len(expected) != 2:
        sys.exit(f"expected two lines 'expect:', got {len(expected)} in:\n{text}")
    for budget, outcome in expected:
        got = json.loads(run(program, "run", name, "--budget", budget, "--json", cwd=folder))
        if got["result"] != outcome:
            sys.exit(f"at {budget}: expected {outcome}, got {got['result']} of:\n{text}")
    if [outcome for _, outcome in expected] != ["pass", "oom"]:
        sys.exit(f"expected a pass and an oom, got {expected}")
    return sum(" cost " in line for line in text.splitlines())


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, times = str(Path(sys.argv[1]).absolute()), int(sys.argv[2])
    seed = 1
    print(f"seed {seed}")
    draw = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        run(program, "gen", "unet", "--depth", "1", "-o", "unet.log", cwd=folder)
        start = time.monotonic()
        run(program, "minimize", "unet.log", "-o", "m.trace", cwd=folder)
        whole = time.monotonic() - start
        sizes = []
        for _ in range(times):
            (folder / "m.trace").unlink()
            minimizing = subprocess.Popen(
                [program, "minimize", "unet.log", "-o", "m.trace"], cwd=folder,
                stdout=subprocess.DEVNULL)
            while not (folder / "m.trace").exists():
                time.sleep(0.001)
            time.sleep(draw.uniform(0, whole))
            minimizing.send_signal(signal.SIGKILL)
            minimizing.wait()
            sizes.append(check(program, folder, "m.trace"))
    print(f"killed {times} times: files of {min(sizes)} to {max(sizes)} operators, "
          f"{len(set(sizes))} sizes, all whole and with their hole")


if __name__ == "__main__":
    main()
