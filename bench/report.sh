#!/usr/bin/env bash
# Measures what the project is to be as fast as, and prints it as a table with the goal beside each
# figure. Options: see report.py.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
./run build release >&2
exec python3 bench/report.py build/release "$@"
