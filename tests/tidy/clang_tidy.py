"""Runs clang-tidy over the sources of folders, those that are compiled together as one file.

usage: clang_tidy.py BUILD JOBS FOLDERS    FOLDERS is an alternation such as "sim|cli"

BUILD is a unity build. Matching headers is most of clang-tidy's time, so that few large files are
faster than many small ones. The static analyzer goes into the functions of the main file alone,
not of sources that it includes: the sources are written into one file, and places in what
clang-tidy says are translated back.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path


def united(unity):
    """The text of a unity file with its sources in it, and for each line where it comes from."""
    lines, places = [], []
    for number, line in enumerate(unity.read_text().split("\n"), start=1):
        source = re.fullmatch(r'#include "(/.*\.cc)"', line)
        if source:
            text = Path(source[1]).read_text().removesuffix("\n").split("\n")
            lines += text
            places += [(source[1], place) for place in range(1, len(text) + 1)]
        else:
            lines.append(line)
            places.append((str(unity), number))
    return "\n".join(lines), places


def unite(build, folders):
    """Writes the united files and their compile commands; the folder, and places by file."""
    folder = build / "united"
    folder.mkdir(exist_ok=True)
    commands, places = [], {}
    for command in json.loads((build / "compile_commands.json").read_text()):
        path = Path(command["file"])
        in_build = path.is_relative_to(build)
        if not re.match(folders, str(path.relative_to(build if in_build else Path.cwd()))):
            continue
        if in_build:
            whole = folder / "_".join(path.relative_to(build).parts)
            text, places[str(whole)] = united(path)
            whole.write_text(text)
            command["command"] = command["command"].replace(str(path), str(whole))
            command["file"] = str(whole)
        commands.append(command)
    (folder / "compile_commands.json").write_text(json.dumps(commands))
    return folder, places


def translated(line, places):
    match = re.match(r"(/[^:]*):(\d+):", line)
    if not match or match[1] not in places:
        return line
    path, number = places[match[1]][int(match[2]) - 1]
    return f"{path}:{number}:{line[match.end():]}"


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: clang_tidy.py BUILD JOBS FOLDERS")
    folder, places = unite(Path(sys.argv[1]).absolute(), rf"(?:{sys.argv[3]})/")
    if not places:
        sys.exit(f"no unity file of {sys.argv[3]} in {sys.argv[1]}")
    tidy = subprocess.Popen(
        ["run-clang-tidy-19", "-quiet", "-p", str(folder), "-j", sys.argv[2]],
        stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONUNBUFFERED": "1"})
    for line in tidy.stdout:
        print(translated(line, places), end="", flush=True)
    sys.exit(tidy.wait())


if __name__ == "__main__":
    main()
