# Sourced by start.sh and test.sh: everything a bare machine lacks, in one place.
# Defines `prepare <run|test> <library group>…`; leaves the environment's Python in $PYTHON.
# shellcheck shell=bash

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
VENV="$ROOT/.venv"
PYTHON="$VENV/bin/python"
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore
CALLED_FROM="$PWD"
cd "$ROOT"

say() { printf 'cluster-designer: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# Runs a command as root; fails without a word where that is not allowed.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
    else
        return 1
    fi
}

may_install() {
    command -v apt-get >/dev/null || return 1
    [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }
}

# A fresh image holds no package lists; a failing mirror must not hide what is already known.
APT_UPDATED=""
apt_update() {
    [ -z "$APT_UPDATED" ] || return 0
    APT_UPDATED=yes
    as_root apt-get -qq update >/dev/null 2>&1 || say "the package lists could not be renewed; trying with the old ones"
}

apt_install() {
    say "installing $*"
    local log
    log="$(mktemp)"
    if as_root apt-get -qq install -y --no-install-recommends "$@" </dev/null >"$log" 2>&1; then
        rm -f "$log"
    else
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
}

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
    local name
    for name in python3 python3.13 python3.12 python3.11; do
        if command -v "$name" >/dev/null && new_enough "$name"; then
            command -v "$name"
            return 0
        fi
    done
    return 1
}

ensure_python() {
    SYSTEM_PYTHON="$(find_python)" && return 0
    if may_install; then
        apt_update
        local name
        for name in python3.13 python3.12 python3.11; do
            if apt-cache show "$name" >/dev/null 2>&1 && apt_install "$name" "$name-venv"; then
                SYSTEM_PYTHON="$(find_python)" && return 0
            fi
        done
    fi
    fail "Python 3.11 or newer is needed and none was found; install it, for instance: sudo apt-get install -y python3.11 python3.11-venv"
}

# The version in the name of the venv package: python3-venv belongs to the system's python3 only.
venv_package() {
    local package
    package="$("$SYSTEM_PYTHON" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    if apt-cache show "$package" >/dev/null 2>&1; then echo "$package"; else echo python3-venv; fi
}

ensure_venv() {
    if [ -x "$PYTHON" ] && new_enough "$PYTHON" && "$PYTHON" -m pip --version >/dev/null 2>&1; then
        return 0
    fi
    ensure_python
    if ! "$SYSTEM_PYTHON" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        if may_install; then
            apt_update
            apt_install "$(venv_package)" || fail "apt-get could not install $(venv_package); see its message above"
        else
            fail "Python's venv module is missing; install it: sudo apt-get install -y $(venv_package)"
        fi
    fi
    say "making the environment .venv with $("$SYSTEM_PYTHON" --version)"
    "$SYSTEM_PYTHON" -m venv --clear "$VENV"
}

# What is installed depends on these: the next run compares, and starts at once when nothing changed.
stamp_text() {
    printf '%s %s\n' "$ROOT" "$("$PYTHON" --version)"
    cksum pyproject.toml packaging/constraints.txt packaging/prepare.sh
}

ensure_packages() {
    local kind="$1" extra="" stamp="$VENV/.installed-$1"
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(stamp_text)" ]; then
        return 0
    fi
    [ "$kind" = run ] || extra="[$kind]"
    say "installing the pinned packages (once; some 100 MB)"
    # The build back end first, so that the project itself needs no isolated, unpinned build.
    "$PYTHON" -m pip install -qq -c packaging/constraints.txt hatchling editables \
        && "$PYTHON" -m pip install -qq -c packaging/constraints.txt --no-build-isolation \
            -e ".$extra" \
        || fail "pip could not install the packages of packaging/constraints.txt; see its message above"
    stamp_text >"$stamp"
}

# $@: groups of designer/app/system_libraries.py, the one list that `doctor` reads too.
missing_packages() { PYTHONPATH="$ROOT" "$PYTHON" -m designer.app.system_libraries "$@"; }

ensure_libraries() {
    local packages
    packages="$(missing_packages "$@")"
    [ -n "$packages" ] || return 0
    if may_install; then
        apt_update
        packages="$(missing_packages "$@")" # the renewed lists may know them by other names
        # shellcheck disable=SC2086 # names, one word each
        apt_install $packages || fail "apt-get could not install: $packages"
        [ -z "$(missing_packages "$@")" ] || fail "still missing after the installation: $(missing_packages "$@")"
    elif command -v apt-get >/dev/null; then
        fail "system libraries are missing; install them: sudo apt-get install -y $packages"
    else
        fail "system libraries are missing; $(PYTHONPATH="$ROOT" "$PYTHON" -m designer doctor 2>&1 | tail -n 1)"
    fi
}

prepare() {
    local kind="$1"
    shift
    ensure_venv
    ensure_libraries "$@"
    ensure_packages "$kind"
}
