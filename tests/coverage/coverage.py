"""Says how many lines of each folder ran, and whether they are enough.

usage: llvm-cov export -summary-only ... | coverage.py ROOT

Prints a table and exits 1 if a folder's share is below what REQUIRED asks for. Folders count that
have sources under ROOT. Sources of which llvm-cov knows nothing are in no program that it was
given: they have no lines in the table, and are named.
"""

import json
import sys
from pathlib import Path, PurePath

FOLDERS = ("sim", "minimizer", "fuzz", "cli")
REQUIRED = {"sim": 95, "minimizer": 95}  # percent of the lines


class Lines:
    """How many lines have code, and how many of them ran."""

    def __init__(self, count=0, covered=0):
        self.count = count
        self.covered = covered

    def __add__(self, other):
        return Lines(self.count + other.count, self.covered + other.covered)

    def __eq__(self, other):
        return (self.count, self.covered) == (other.count, other.covered)

    def __repr__(self):
        return f"{self.covered} of {self.count}"

    def reach(self, percent):
        return 100 * self.covered >= percent * self.count

    def percent(self):
        """Rounded down: 94.99 % is not to look like 95 %."""
        return f"{10000 * self.covered // self.count / 100:.2f} %"


class Coverage:
    """What `llvm-cov export` says of the folders that have sources under a root."""

    def __init__(self, export, root):
        self.lines = {}
        self.unknown = []
        known = {}
        for file in export["data"][0]["files"]:
            summary = file["summary"]["lines"]
            known[PurePath(file["filename"])] = Lines(summary["count"], summary["covered"])
        for folder in FOLDERS:
            sources = sorted(Path(root, folder).rglob("*.cc"))
            if sources:
                self.lines[folder] = sum(
                    (lines for path, lines in known.items() if path.is_relative_to(root / folder)),
                    Lines())
                self.unknown += [path.relative_to(root) for path in sources if path not in known]

    def complaints(self):
        for path in self.unknown:
            yield f"{path}: in no program, or without a line that could run"
        for folder, lines in self.lines.items():
            required = REQUIRED.get(folder, 0)
            if not lines.reach(required):
                missing = -(-(required * lines.count - 100 * lines.covered) // 100)
                yield (f"{folder}/: {lines.percent()} of the lines ran, {required} % are required: "
                       f"too few by {missing:,}")
        if not self.lines:
            yield "no sources"


def table(lines):
    rows = [("folder", "lines", "covered", "percent", "required")]
    for folder, of_folder in (*lines.items(), ("total", sum(lines.values(), Lines()))):
        percent = of_folder.percent() if of_folder.count else "-"
        required = f"{REQUIRED[folder]} %" if folder in REQUIRED else ""
        rows.append((folder, f"{of_folder.count:,}", f"{of_folder.covered:,}", percent, required))
    return [f"{row[0]:<10}{row[1]:>8}{row[2]:>9}{row[3]:>10}{row[4]:>10}".rstrip() for row in rows]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: llvm-cov export -summary-only ... | coverage.py ROOT")
    found = Coverage(json.load(sys.stdin), Path(sys.argv[1]).resolve())
    print("\n".join(table(found.lines)), flush=True)
    complaints = [f"coverage: {complaint}" for complaint in found.complaints()]
    if complaints:
        sys.exit("\n".join(complaints))


if __name__ == "__main__":
    main()
