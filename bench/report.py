"""The goals of single runs, maps and states as a table: what bench/report.sh prints.

usage: report.py BENCH [--reference SIMRD] [--whole-maps] [--keep FILE] [--from FILE]

  BENCH              the folder of the release build
  --reference SIMRD  time the DTR authors' simulator, too, by /usr/bin/python3 (takes 5 minutes):
                     the folder that holds its package simrd
  --whole-maps       make whole maps of the eight public traces, too (takes an hour)
  --keep FILE        save what was measured
  --from FILE        print the table of what --keep saved, and measure only what it lacks
"""

import argparse
import json
import math
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TRACES = ROOT.parent / "shared" / "traces"
NAMES = [
    "resnet32",
    "unet",
    "tv_densenet121",
    "inceptionv4",
    "unroll_gan",
    "transformer",
    "lstm",
    "treelstm",
]
POINTS = ["0.3", "smallest_tenth"]
POLICIES = ["DTREqClass", "DTRLocal", "MSPS", "LRU", "LargestStorage"]
# Of a prototype (trace, from, its seconds, seconds of one straightforward run a regime): what maps
# are to be 3 times faster than. Where the latter was not measured, its seconds have to do.
PROTOTYPE = [
    ("resnet32", "whole", 3.0, 300),
    ("resnet32", "0.107", 1.2, 119),
    ("unet", "whole", 0.5, 10.7),
    ("tv_densenet121", "0.3", 23, 4900),
    ("tv_densenet121", "0.2", 71, None),
    ("inceptionv4", "0.267", 64, 34 * 3600),
    ("transformer", "0.3", 3.6, None),
    ("unroll_gan", "0.5", 29, None),
    ("lstm", "0.8", 154, None),
]


def log_of(name):
    return str(next(TRACES.glob(name + "*.log")))


def run_benchmarks(folder, filters):
    command = [f"{folder}/rematfuzz_bench", "--benchmark_format=json", "--benchmark_min_time=0.2"]
    measured = {}
    for pattern in filters:
        print(f"measuring {pattern} ...", file=sys.stderr)
        out = subprocess.run(
            [*command, f"--benchmark_filter={pattern}"], check=True, stdout=subprocess.PIPE
        )
        for row in json.loads(out.stdout)["benchmarks"]:
            if row.get("error_occurred"):
                sys.exit(f"{row['name']}: {row['error_message']}")
            measured[row["name"].removesuffix("/real_time").removesuffix("/iterations:1")] = row
    return measured


def run_reference(simrd, measured):
    rows = []
    for name in NAMES:
        tenth = measured[f"run/{name}/DTR/smallest_tenth/lean"]["tenth"]
        ratios = dict.fromkeys(["0.3", f"{tenth:g}"])
        print(f"timing the reference on {name} ...", file=sys.stderr)
        out = subprocess.run(
            ["/usr/bin/python3", ROOT / "bench/reference.py", simrd, log_of(name), *ratios],
            check=True,
            stdout=subprocess.PIPE,
        )
        for line in out.stdout.splitlines():
            rows.append({"name": name, **json.loads(line)})
    return rows


def make_whole_maps(folder):
    rows = []
    for name in NAMES:
        command = [f"{folder}/rematfuzz", "map", log_of(name), "--overhead-limit", "2"]
        command += ["--memory-limit", "6GB", "--threads", "2", "--json"]
        print(f"mapping {name} ...", file=sys.stderr)
        start = os.times().elapsed
        child = subprocess.Popen(command, stdout=subprocess.PIPE)
        map_ = json.load(child.stdout)
        _, status, usage = os.wait4(child.pid, 0)
        rows.append(
            {
                "name": name,
                "complete": status == 0 and map_["complete"],
                "regimes": len(map_["regimes"]),
                "seconds": os.times().elapsed - start,
                "cpu_seconds": usage.ru_utime + usage.ru_stime,
                "bytes": usage.ru_maxrss * 1024,
            }
        )
    return rows


def mean(values):
    values = list(values)
    return math.exp(sum(map(math.log, values)) / len(values))


class Table:
    def __init__(self):
        self.rows = []

    def add(self, what, goal, figure, met):
        self.rows.append((what, goal, figure, {True: "yes", False: "NO", None: ""}[met]))

    def at_least(self, what, goal, value):
        self.add(what, f">= {goal:,.4g}", f"{value:,.4g}", value >= goal)

    def at_most(self, what, goal, value):
        self.add(what, f"<= {goal:,.4g}", f"{value:,.4g}", value <= goal)

    def show(self):
        rows = [("what", "goal", "figure", "met"), ("---",) * 4, *self.rows]
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        for row in rows:
            print("| " + " | ".join(map(str.ljust, row, widths)) + " |")


class Report:
    def __init__(self, data):
        self.data = data
        self.bench = data["bench"]
        self.table = Table()

    def cpu(self, name):
        """Seconds of CPU time."""
        row = self.bench[name]
        return row["cpu_time"] / {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1}[row["time_unit"]]

    def run(self, trace, point, kind, policy="DTR"):
        return self.cpu(f"run/{trace}/{policy}/{point}/{kind}")

    def everywhere(self):
        return [(name, point) for name in NAMES for point in POINTS]

    def runs(self):
        for kind, note in [("ordinary", "all counted"), ("lean", "all but accesses")]:
            times = {at: self.run(*at, "model") / self.run(*at, kind) for at in self.everywhere()}
            self.table.at_least(f"runs: model / {kind} ({note}), mean", 10, mean(times.values()))
            worst = min(times, key=times.get)
            where = f"{worst[0]} at {worst[1]}"
            self.table.at_least(f"runs: model / {kind}, least: {where}", 4, times[worst])

    def reference(self):
        rows = self.data.get("reference")
        if not rows:
            return
        for kind in ["ordinary", "lean"]:
            times = []
            for row in rows:
                tenth = self.bench[f"run/{row['name']}/DTR/smallest_tenth/lean"]["tenth"]
                for point in POINTS:
                    key = f"run/{row['name']}/DTR/{point}/{kind}"
                    if row["ratio"] != (0.3 if point == "0.3" else tenth):
                        continue
                    if row["clock"] != self.bench[key]["clock"]:
                        sys.exit(f"{key}: another clock than the reference's {row['clock']}")
                    times.append(row["seconds"] / self.cpu(key))
            self.table.at_least(f"runs: reference (CPython) / {kind}, mean", 400, mean(times))

    def policies(self):
        for policy in POLICIES:
            ratios = [
                self.run(*at, "lean", policy) / self.run(*at, "lean") for at in self.everywhere()
            ]
            ordinary = [
                self.run(*at, "ordinary", policy) / self.run(*at, "ordinary")
                for at in self.everywhere()
            ]
            self.table.at_most(f"runs: {policy} / DTR, mean", 1, mean(ordinary))
            self.table.add("  the same, both lean", "", f"{mean(ratios):.3g}", None)
            each = [
                ratio
                * self.bench[f"run/{at[0]}/DTR/{at[1]}/lean"]["evictions"]
                / self.bench[f"run/{at[0]}/{policy}/{at[1]}/lean"]["evictions"]
                for at, ratio in zip(self.everywhere(), ratios)
            ]
            self.table.add("  the same, for each eviction", "", f"{mean(each):.3g}", None)

    def maps(self):
        for trace, start, seconds, port in PROTOTYPE:
            base = f"map/{trace}/{start}"
            mine = self.cpu(f"{base}/at_once")
            sample = self.bench[f"{base}/model_sample"]
            model = self.cpu(f"{base}/model_sample") * sample["regimes"] / sample["samples"]
            what = f"map: {trace} from {start}, {sample['regimes']:.0f} regimes, {mine:.2f} s"
            if port:
                self.table.at_least(f"{what}: model / map", 3 * port / seconds, model / mine)
            else:
                self.table.at_most(f"{what}: seconds", seconds / 3, mine)
                self.table.add("  model / map", "", f"{model / mine:,.4g}", None)
        gains = {
            at: self.bench[f"map/{at[0]}/{at[1]}/threads_1"]["real_time"]
            / self.bench[f"map/{at[0]}/{at[1]}/threads_2"]["real_time"]
            for at in [(row[0], row[1]) for row in PROTOTYPE]
            if self.bench[f"map/{at[0]}/{at[1]}/threads_1"]["real_time"] > 500
        }
        for at, gain in gains.items():
            self.table.at_least(f"map: {at[0]} from {at[1]}: one thread / two", 1.6, gain)

    def random_maps(self):
        mine = self.bench["random_maps/DTR/at_once"]["items_per_second"]
        model = self.bench["random_maps/DTR/model"]["items_per_second"]
        self.table.at_least("random ten-operator maps a second", 50000, mine)
        self.table.add("  map / model, one run a regime", "", f"{mine / model:.3g}", None)

    def states(self):
        self.table.at_most("state copy, LSTM, us", 50, self.cpu("state/copy/lstm") * 1e6)

    def whole_maps(self):
        for row in self.data.get("whole_maps", []):
            text = f"{row['seconds']:.0f} s, {row['bytes'] / 1e9:.2f} GB"
            met = row["complete"] and row["seconds"] <= 3600 and row["bytes"] <= 8e9
            what = f"whole map, overhead limit 2: {row['name']}, {row['regimes']:,} regimes"
            self.table.add(what, "3600 s, 8 GB", text, met)

    def show(self):
        for part in ["runs", "reference", "policies", "maps", "random_maps", "states"]:
            getattr(self, part)()
        self.whole_maps()
        self.table.show()


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("bench")
    parser.add_argument("--reference")
    parser.add_argument("--whole-maps", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--from", dest="saved")
    options = parser.parse_args()
    if options.reference and not pathlib.Path(options.reference, "simrd").is_dir():
        sys.exit(f"report: no package simrd in {options.reference}")
    if not TRACES.is_dir():
        sys.exit(f"report: the public traces are not there: {TRACES}")
    data = json.loads(pathlib.Path(options.saved).read_text()) if options.saved else {}
    if "bench" not in data:
        data["bench"] = run_benchmarks(options.bench, ["^run/", "^map/.*(at_once|model|threads)",
                                                       "^random_maps/DTR/", "^state/copy"])
    if options.reference and "reference" not in data:
        data["reference"] = run_reference(options.reference, data["bench"])
    if options.whole_maps and "whole_maps" not in data:
        data["whole_maps"] = make_whole_maps(options.bench)
    if options.keep:
        pathlib.Path(options.keep).write_text(json.dumps(data))
    Report(data).show()


if __name__ == "__main__":
    main()
