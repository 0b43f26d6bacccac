#!/usr/bin/env bash
# Writes the locks anew: every package that start.sh and test.sh install, with the hashes of all its
# files, for Python 3.11 and newer on every system. The versions are those of constraints.txt, the
# source of the packages is what `uv` is set up with. To renew versions, change constraints.txt.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

UV="${UV:-uv}"
command -v "$UV" >/dev/null || { echo "lock.sh: uv is needed: pip install uv" >&2; exit 1; }

# The build back end too: the project itself is installed without an isolated, unlocked build.
back_end="$(mktemp)"
trap 'rm -f "$back_end"' EXIT
printf 'hatchling\neditables\n' >"$back_end"

lock() {
    local out="packaging/lock-$1.txt"
    shift
    {
        printf '# Made by packaging/lock.sh from pyproject.toml and constraints.txt; not to be edited.\n'
        "$UV" pip compile --quiet --universal --python-version 3.11 --generate-hashes \
            --no-header --no-annotate --no-emit-find-links \
            --constraints packaging/constraints.txt "$@" pyproject.toml "$back_end"
    } >"$out.new"
    mv "$out.new" "$out"
    echo "wrote $out"
}

lock run
lock develop --extra test
