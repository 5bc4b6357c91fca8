#!/usr/bin/env python3
"""Times runs of the DTR authors' simulator, simrd, for bench/report.sh.

usage: reference.py SIMRD LOG RATIO...

SIMRD is the folder that holds the package simrd (in the DTR authors' repository: simrd/). Each run
is DTR on RuntimeV2EagerOptimized, stopped at an overhead of 2. Prints one JSON object a line, with
the CPU seconds of the run alone: without start, parsing and baseline.
"""

import json
import math
import sys
import time


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    folder, log, *ratios = sys.argv[1:]
    sys.path.insert(0, folder)
    sys.setrecursionlimit(1_000_000)
    from simrd.heuristic import DTR, Heuristic
    from simrd.parse import parse_file
    from simrd.runtime import RematExceededError, RuntimeV1, RuntimeV2EagerOptimized

    with open(log, encoding="utf-8") as lines:
        callback = parse_file(lines).get_closure()
    baseline = RuntimeV1(math.inf, Heuristic())
    callback(baseline)
    peak = baseline.telemetry.summary["max_memory"]
    compute = baseline.telemetry.summary["model_compute"]
    for ratio in ratios:
        runtime = RuntimeV2EagerOptimized(int(peak * float(ratio)), DTR(), remat_limit=compute)
        result = "pass"
        start = time.process_time()
        try:
            callback(runtime)
        except MemoryError:
            result = "oom"
        except RematExceededError:
            result = "thrash"
        seconds = time.process_time() - start
        summary = runtime.telemetry.summary
        print(
            json.dumps(
                {
                    "log": log,
                    "ratio": float(ratio),
                    "result": result,
                    "clock": runtime.clock,
                    "heuristic_accesses": summary["heuristic_access_count"],
                    "seconds": seconds,
                }
            ),
            flush=True,
        )


if __name__ == "__main__":
    main()
