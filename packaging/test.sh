#!/usr/bin/env bash
# Runs the tests, after all the set-up they need. Arguments go to pytest.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/prepare.sh"

prepare develop offscreen

# Tests of a real window and of the AppImage skip themselves, visibly, where these stay missing.
wanted="$(missing_packages x11)"
command -v Xvfb >/dev/null || wanted="$wanted xvfb"
command -v xdotool >/dev/null || wanted="$wanted xdotool"
command -v mksquashfs >/dev/null || wanted="$wanted squashfs-tools"
if [ -n "${wanted// /}" ]; then
    if may_install_unasked; then
        apt_update
        # shellcheck disable=SC2086 # names, one word each
        apt_install $wanted || say "not installed: $wanted; the tests that need it are skipped"
    else
        say "tests of a real window or of the AppImage are skipped; they need: sudo apt-get install -y $wanted"
    fi
fi

# Hundreds of tests start the program, each in a process that else compiles every module anew.
unset PYTHONDONTWRITEBYTECODE

# Parallel where there is more than one processor: a third of the time, the same tests. The order
# is that of tests/conftest.py: files that take long first, so that no worker waits for another.
workers=()
[ "$(nproc 2>/dev/null || echo 1)" -lt 2 ] ||
    workers=(-n "$(nproc)" --dist loadfile --no-loadscope-reorder)
exec "$PYTHON" -m pytest "${workers[@]}" "$@"
