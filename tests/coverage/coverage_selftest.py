"""Gives coverage.py exports of small trees and checks what it makes of them."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import coverage
from coverage import Lines


def export_of(root, files):
    """As `llvm-cov export -summary-only` prints it: files maps paths to (count, covered)."""
    return {"data": [{"files": [
        {"filename": str(Path(root, name)),
         "summary": {"lines": {"count": count, "covered": covered, "percent": 0.0}}}
        for name, (count, covered) in files.items()]}]}


class CoverageTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()

    def plant(self, *names):
        for name in names:
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()

    def coverage(self, files):
        return coverage.Coverage(export_of(self.root, files), self.root)

    def run_main(self, files):
        done = subprocess.run(
            [sys.executable, "-B", coverage.__file__, str(self.root)], check=False, text=True,
            input=json.dumps(export_of(self.root, files)), capture_output=True)
        return done.returncode, done.stdout, done.stderr

    def test_files_add_up_by_folder_and_headers_count(self):
        self.plant("sim/a/a.cc", "cli/b.cc")
        self.assertEqual(
            self.coverage({"sim/a/a.cc": (10, 9), "sim/a/a.h": (4, 4), "cli/b.cc": (7, 0)}).lines,
            {"sim": Lines(14, 13), "cli": Lines(7, 0)})

    def test_what_is_no_product_does_not_count(self):
        self.plant("sim/a.cc", "tests/a_test.cc", "simple/a.cc")
        self.assertEqual(
            self.coverage({"sim/a.cc": (10, 9), "tests/a_test.cc": (9, 9), "simple/a.cc": (9, 9),
                        "main.cc": (9, 9), "/usr/include/sim/a.h": (9, 9)}).lines,
            {"sim": Lines(10, 9)})

    def test_a_folder_without_sources_is_left_out(self):
        self.plant("sim/a.cc", "minimizer/README.md")
        found = self.coverage({"sim/a.cc": (20, 19)})
        self.assertEqual(found.lines, {"sim": Lines(20, 19)})
        self.assertEqual(list(found.complaints()), [])

    def test_what_is_exactly_required_is_enough(self):
        self.plant("sim/a.cc", "sim/b.cc", "minimizer/a.cc")
        found = self.coverage(
            {"sim/a.cc": (10, 9), "sim/b.cc": (10, 10), "minimizer/a.cc": (40, 38)})
        self.assertEqual(list(found.complaints()), [])

    def test_a_line_less_than_required_is_too_few(self):
        self.plant("sim/a.cc", "minimizer/a.cc", "cli/a.cc")
        found = self.coverage(
            {"sim/a.cc": (2000, 1899), "minimizer/a.cc": (20, 17), "cli/a.cc": (9, 1)})
        self.assertEqual(list(found.complaints()), [
            "sim/: 94.95 % of the lines ran, 95 % are required: too few by 1",
            "minimizer/: 85.00 % of the lines ran, 95 % are required: too few by 2"])

    def test_a_source_that_is_not_in_the_export_is_missed(self):
        self.plant("sim/a.cc", "fuzz/a/a.cc", "fuzz/a/b.cc", "fuzz/a/b.h")
        found = self.coverage({"sim/a.cc": (10, 10), "fuzz/a/a.cc": (10, 10)})
        self.assertEqual(list(found.complaints()),
                         ["fuzz/a/b.cc: in no program, or without a line that could run"])

    def test_percents_are_rounded_down(self):
        self.assertEqual(Lines(100000, 94999).percent(), "94.99 %")
        self.assertEqual(Lines(3, 3).percent(), "100.00 %")

    def test_table(self):
        lines = {"sim": Lines(4000, 3900), "fuzz": Lines(1000, 100)}
        self.assertEqual(coverage.table(lines), [
            "folder       lines  covered   percent  required",
            "sim          4,000    3,900   97.50 %      95 %",
            "fuzz         1,000      100   10.00 %",
            "total        5,000    4,000   80.00 %"])

    def test_exit_codes(self):
        self.plant("sim/a.cc")
        code, out, err = self.run_main({"sim/a.cc": (100, 95)})
        self.assertEqual((code, err), (0, ""))
        self.assertIn("95.00 %", out)
        code, out, err = self.run_main({"sim/a.cc": (100, 94)})
        self.assertEqual((code, err), (1, "coverage: sim/: 94.00 % of the lines ran, 95 % are "
                                          "required: too few by 1\n"))
        self.assertIn("94.00 %", out)

    def test_no_sources_are_no_success(self):
        code, _, err = self.run_main({})
        self.assertEqual((code, err), (1, "coverage: no sources\n"))


if __name__ == "__main__":
    unittest.main()
