"""Checks that the tree keeps its own rules, which no compiler checks.

usage: tidy.py ROOT

Prints a line `file:line: what` for each breach and exits 1 if there is any.
"""

import os
import re
import sys
from pathlib import Path, PurePosixPath

FOLDERS = ("sim", "cli", "fuzz", "properties", "corpus", "minimizer", "tests", "bench")

# What a folder's sources may include of the project; folders that are not here may include all.
MAY_INCLUDE = {
    "sim": ("sim",),
    "fuzz": ("sim", "fuzz"),
    "properties": ("sim", "fuzz", "properties"),
    "corpus": ("sim", "corpus"),
    "minimizer": ("sim", "fuzz", "minimizer"),
}

SOURCES = (".cc", ".h")
TEXTS = (*SOURCES, ".cmake", ".md", ".py", ".sh", ".txt")
MAX_COLUMNS = 100

# Split, or this file would break its own rule.
FORBIDDEN_WORDS = ("/" + "work/", "/" + "root/")

TEST_MACRO = r"(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|RC_GTEST_\w+)\s*\("

# Of the code in sim/, whose results must depend on its inputs alone.
SIM_RULES = (
    (re.compile(r"\b(?:steady|system|high_resolution|utc|tai|gps|file)_clock\b"
                r"|\b(?:gettimeofday|clock_gettime|timespec_get|__rdtsc)\b|\bstd::(?:clock|time)\b"
                r"|(?<![\w.>])time\s*\(\s*(?:nullptr|NULL|0|&)|\b__(?:DATE|TIME|TIMESTAMP)__\b"
                r"|<(?:ctime|time\.h|sys/time\.h|x86intrin\.h)>"),
     "a clock in sim/"),
    (re.compile(r"\b(?:s?rand|rand_r|[dlm]rand48|getrandom|getentropy|arc4random)\s*\("
                r"|\b(?:random_device|default_random_engine|mt19937\w*|minstd_rand0?)\b"
                r"|\bstd::(?:\w+_engine|\w+_distribution|shuffle|sample)\b"
                r"|<(?:random|sys/random\.h)>"),
     "randomness in sim/ that no seed of ours decides"),
)


class Tree:
    """The files of the project: their paths from its root, and their lines."""

    def __init__(self, root):
        self.lines = {}
        for folder, folders, files in os.walk(root):
            if folder == str(root):
                folders[:] = set(folders) - {".git", ".cache", "build"}
            for file in files:
                path = Path(folder, file)
                try:
                    lines = path.read_bytes().decode().split("\n")
                except UnicodeDecodeError:
                    continue  # binary data
                self.lines[PurePosixPath(path.relative_to(root).as_posix())] = lines

    def texts(self):
        """Those that people write: not the data."""
        for name in self.lines:
            is_text = name.suffix in TEXTS or name.name == "run"
            if is_text and name.parts[:2] != ("tests", "data"):
                yield name

    def sources(self):
        return (name for name in self.lines
                if name.parts[0] in FOLDERS and name.suffix in SOURCES)

    def cmake_lists(self):
        return (name for name in self.lines if name.name == "CMakeLists.txt")


def numbered(lines):
    return enumerate(lines, start=1)


def line_at(text, position):
    return text.count("\n", 0, position) + 1


def without_comments(lines):
    """The lines of C++ code without their comments; close enough for the rules here."""
    text = re.sub(r"/\*.*?\*/", lambda match: "\n" * match[0].count("\n"), "\n".join(lines),
                  flags=re.DOTALL)
    return [line.split("//")[0] for line in text.split("\n")]


def includes(lines):
    for number, line in numbered(lines):
        match = re.match(r'\s*#\s*include\s*"([^"]*)"', line)
        if match:
            yield number, PurePosixPath(match[1])


def check_texts(tree):
    for name in tree.texts():
        lines = tree.lines[name]
        for number, line in numbered(lines):
            if "\t" in line:
                yield name, number, "a tab"
            if line != line.rstrip():
                yield name, number, "trailing whitespace"
            if len(line) > MAX_COLUMNS and name.suffix != ".md":
                yield name, number, f"longer than {MAX_COLUMNS} columns"
        if lines[-1]:
            yield name, len(lines), "no newline at the end of the file"


def check_words(tree):
    for name, lines in tree.lines.items():
        for number, line in numbered(lines):
            for word in FORBIDDEN_WORDS:
                if word in line:
                    yield name, number, f"the word {word}"


def check_listed(tree):
    """Each source is built by a CMake target, each header is included by another file."""
    listed = set()
    for name in tree.cmake_lists():
        for line in tree.lines[name]:
            for path in re.findall(r"[\w./${}-]+\.cc\b", line.split("#")[0]):
                from_root = re.match(r"\$\{(?:PROJECT|CMAKE)_SOURCE_DIR\}/(.*)", path)
                path = re.sub(r"^\$\{CMAKE_CURRENT_SOURCE_DIR\}/", "", path)
                listed.add(PurePosixPath(from_root[1]) if from_root else name.parent / path)
    included = {path for name in tree.sources() for _, path in includes(tree.lines[name])
                if path != name}
    for name in tree.sources():
        if name.suffix == ".cc" and name not in listed:
            yield name, 1, "no CMakeLists.txt lists it"
        if name.suffix == ".h" and name not in included:
            yield name, 1, "nothing includes it"


def check_headers(tree):
    for name in tree.sources():
        if name.suffix == ".h" and "#pragma once" not in tree.lines[name]:
            yield name, 1, "a header without #pragma once"


def check_layers(tree):
    for name in tree.sources():
        folder = name.parts[0]
        for number, path in includes(tree.lines[name]):
            target = path.parts[0] if path.parts else ""
            if target not in FOLDERS:
                yield name, number, f'"{path}" is not a path from the root of the project'
            elif target not in MAY_INCLUDE.get(folder, FOLDERS):
                yield name, number, f"{folder}/ must not include {target}/"


def check_tests_are_on(tree):
    for name in tree.sources():
        text = "\n".join(tree.lines[name])
        for number, line in numbered(tree.lines[name]):
            if re.search(r"//.*\b" + TEST_MACRO, line):
                yield name, number, "a test in a comment"
            if re.match(r"\s*#\s*if\s+(?:0|false)\b", line):
                yield name, number, "code behind #if 0"
            if re.search(r"\bDISABLED_\w", line):
                yield name, number, "a disabled test"
        for comment in re.finditer(r"/\*.*?\*/", text, flags=re.DOTALL):
            if re.search(r"\b" + TEST_MACRO, comment[0]):
                yield name, line_at(text, comment.start()), "a test in a comment"
        for test in re.finditer(r"\b" + TEST_MACRO + r"[^)]*\)\s*\{\s*GTEST_SKIP\b", text):
            yield name, line_at(text, test.start()), "a test that always skips"
    for name in tree.cmake_lists():
        for number, line in numbered(tree.lines[name]):
            if re.match(r"\s*#\s*(?:add_\w+|\w+_tests?)\s*\(", line) and "):" not in line:
                yield name, number, "a test in a comment"
            if re.match(r"\s*#\s*[\w./-]+\.cc\b[\s)]*$", line):
                yield name, number, "a source in a comment"
            if "#[[" in line or "#[=" in line:
                yield name, number, "a block comment, which can hide tests"
            if re.search(r"\bif\s*\(\s*(?:0|OFF|FALSE)\s*\)", line, flags=re.IGNORECASE):
                yield name, number, "code behind if(OFF)"
            if re.search(r"\bDISABLED\b", line):
                yield name, number, "a disabled test"


def check_sim(tree):
    for name in tree.sources():
        if name.parts[0] == "sim":
            for number, line in numbered(without_comments(tree.lines[name])):
                for pattern, what in SIM_RULES:
                    match = pattern.search(line)
                    if match:
                        yield name, number, f"{what}: {match[0]}"


CHECKS = (check_texts, check_words, check_listed, check_headers, check_layers, check_tests_are_on,
          check_sim)


def breaches(root):
    tree = Tree(Path(root))
    found = sorted(breach for check in CHECKS for breach in check(tree))
    return [f"{name}:{number}: {what}" for name, number, what in found]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: tidy.py ROOT")
    found = breaches(sys.argv[1])
    for breach in found:
        print(breach)
    if found:
        sys.exit(1)


if __name__ == "__main__":
    main()
