"""Runs the README's examples and compares what they print with what the README says.

usage: readme_test.py README PROGRAM_DIR SHARED_DIR

An example is an indented line "$ COMMAND" and the indented lines behind it. Examples run in order
in one new folder, which has SHARED_DIR beside it as ../shared; those that use ../shared are left
out where there is none. Exit code 77: all that could run ran, but some were left out.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

INDENT = "    "
SKIPPED = 77


def examples(text):
    """(line number, command, expected output) of each example."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(INDENT + "$ "):
            found.append([number, line[len(INDENT) + 2:], []])
        elif found and (line.startswith(INDENT) or not line.strip()):
            found[-1][2].append(line[len(INDENT):])
        elif found:
            # Prose ends the last example's output.
            found.append([number, None, []])
    return [(n, c, "\n".join(out).strip("\n")) for n, c, out in found if c is not None]


def main(readme, program_dir, shared_dir):
    shared = pathlib.Path(shared_dir)
    failed = left_out = ran = 0
    with tempfile.TemporaryDirectory() as top:
        work = pathlib.Path(top, "work")
        work.mkdir()
        if shared.is_dir():
            pathlib.Path(top, "shared").symlink_to(shared.resolve())
        path = ":".join((os.path.abspath(program_dir), os.environ["PATH"]))
        env = dict(os.environ, PATH=path, LC_ALL="C")
        for number, command, expected in examples(pathlib.Path(readme).read_text()):
            if "../shared" in command and not shared.is_dir():
                print(f"README.md:{number}: left out, there is no ../shared: {command}")
                left_out += 1
                continue
            ran += 1
            done = subprocess.run(["sh", "-c", command + " 2>&1"], cwd=work, env=env, text=True,
                                  stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, check=False)
            got = "\n".join(line.rstrip() for line in done.stdout.splitlines()).strip("\n")
            if got != expected:
                failed += 1
                print(f"README.md:{number}: {command}\nexpected:\n{expected}\ngot:\n{got}\n")
    print(f"{ran} examples ran, {failed} differ, {left_out} left out")
    if failed or ran == 0:
        return 1
    return SKIPPED if left_out else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))
