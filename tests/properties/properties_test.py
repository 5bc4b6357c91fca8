"""Checks what checks properties: that each catches its fault, and what a failure looks like.

usage: properties_test.py FOLDER DOCUMENT
FOLDER has the programs check_properties, check_properties_with_faults and
fuzz_invariants_with_faults; DOCUMENT is docs/properties.md.
"""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER, DOCUMENT = Path(sys.argv.pop(1)), Path(sys.argv.pop(1))
A_MINUTE = 60
THE_LOCK = "eviction_skips_a_lock"


def run(program, *arguments, **more):
    return subprocess.run([FOLDER / program, *arguments], capture_output=True, text=True,
                          check=False, **more)


def properties():
    lines = run("check_properties", "--list").stdout.splitlines()
    return [line.split(":")[0] for line in lines]


def documented():
    """Property to fault, of the table in docs/properties.md."""
    rows = re.findall(r"^\| `([a-z-]+)` \|.*\| `([a-z_]+)` \|", DOCUMENT.read_text(), re.M)
    return dict(rows)


class Faults(unittest.TestCase):
    def test_each_property_catches_its_fault_within_a_minute(self):
        for name in properties():
            with self.subTest(name):
                got = run("check_properties_with_faults", name, "--faults", timeout=A_MINUTE)
                self.assertEqual(got.returncode, 0, got.stdout)
                self.assertIn(f"| {name} | {documented()[name]} |", got.stdout)

    def test_without_its_fault_the_same_build_holds(self):
        got = run("check_properties_with_faults", "--cases", "100")
        self.assertEqual(got.returncode, 0, got.stdout)

    def test_the_document_names_all_properties(self):
        self.assertEqual(sorted(documented()), sorted(properties()))

    def test_the_shipped_build_has_no_faults(self):
        self.assertEqual(run("check_properties", "--fault", THE_LOCK).returncode, 2)

    def test_fuzzing_catches_a_skipped_lock_within_a_minute(self):
        with tempfile.TemporaryDirectory() as folder:
            got = run("fuzz_invariants_with_faults", "-seed=1", "-len_control=0", "-max_len=4096",
                      f"-max_total_time={A_MINUTE}", cwd=folder,
                      env=dict(os.environ, REMATFUZZ_FAULT=THE_LOCK))
            self.assertNotEqual(got.returncode, 0)
            self.assertRegex(got.stderr, r"(?s) does not hold: .* expected .*, got .*\nrepeat: ")
            crash = next(Path(folder).glob("crash-*"))
            again = run("fuzz_invariants_with_faults", crash, cwd=folder)
            self.assertEqual(again.returncode, 0, "without the fault the input fails, too")


class Failures(unittest.TestCase):
    def test_a_failure_shows_the_case_and_how_to_repeat_it(self):
        got = run("check_properties_with_faults", "memory-is-conserved", "--fault",
                  "eviction_keeps_a_byte")
        self.assertEqual(got.returncode, 1)
        self.assertRegex(got.stdout, r"(?m)^x0 = f\(\) size \d+ cost \d+$")
        self.assertRegex(got.stdout, r"(?m)^\w+ under Runtime\w+, budget \d+ ")
        self.assertRegex(got.stdout, r"(?m)^memory in use, .*: expected \d+, got \d+$")
        command = re.search(r"(?m)^repeat: (.*)$", got.stdout).group(1)
        again = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
        self.assertEqual(again.returncode, 1)
        self.assertIn(again.stdout.strip(), got.stdout)

    def test_the_same_seed_fails_the_same(self):
        arguments = ("clock-is-cost", "--fault", "recomputing_takes_no_time", "--seed")
        first = run("check_properties_with_faults", *arguments, "5")
        self.assertEqual(first.returncode, 1)
        self.assertEqual(first.stdout, run("check_properties_with_faults", *arguments, "5").stdout)

    def test_what_makes_no_sense_is_refused(self):
        for arguments in (["no-such-property"], ["--case", "00"], ["locks-balance", "--case", "0"],
                          ["locks-balance", "--case", "0g"], ["--cases", "0"], ["--nonsense"]):
            with self.subTest(arguments):
                got = run("check_properties", *arguments)
                self.assertEqual(got.returncode, 2, got.stdout)
                self.assertEqual(got.stdout, "")
                self.assertNotEqual(got.stderr, "")


unittest.main()
