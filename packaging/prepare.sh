# Sourced by start.sh and test.sh: everything a bare machine lacks, in one place.
# Defines `prepare <run|develop> <library group>…`; leaves the environment's Python in $PYTHON.
# shellcheck shell=bash

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
VENV="$ROOT/.venv"
PYTHON="$VENV/bin/python"
export PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 PIP_ROOT_USER_ACTION=ignore
CALLED_FROM="$PWD"
cd "$ROOT"

say() { printf 'cluster-designer: %s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# Whether somebody sits before it who can be asked, and shown how far a download is.
on_terminal() { [ -t 0 ] && [ -t 2 ]; }

# Runs a command as root; fails without a word where that is not allowed.
as_root() {
    if [ "$(id -u)" = 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        sudo -n env DEBIAN_FRONTEND=noninteractive "$@"
    elif command -v sudo >/dev/null && on_terminal; then
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        return 1
    fi
}

may_install_unasked() {
    command -v apt-get >/dev/null || return 1
    [ "$(id -u)" = 0 ] || { command -v sudo >/dev/null && sudo -n true 2>/dev/null; }
}

# $@: what is to be installed, said before sudo asks for a password on a terminal. Asks once.
SUDO_REFUSED=""
may_install() {
    may_install_unasked && return 0
    command -v apt-get >/dev/null && command -v sudo >/dev/null || return 1
    on_terminal && [ -z "$SUDO_REFUSED" ] || return 1
    say "sudo asks for your password, to install from the system's packages: $*"
    sudo -v && return 0
    SUDO_REFUSED=yes
    return 1
}

# A fresh image holds no package lists; a failing server must not hide what is already known.
APT_UPDATED=""
apt_update() {
    [ -z "$APT_UPDATED" ] || return 0
    APT_UPDATED=yes
    say "reading the lists of system packages"
    as_root apt-get -qq update >/dev/null 2>&1 || say "the package lists could not be renewed; trying with the old ones"
}

apt_install() {
    say "installing from the system's packages: $*"
    if on_terminal; then
        as_root apt-get install -y --no-install-recommends "$@" >&2
        return
    fi
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

# $1: a folder that something is about to be written into.
writable() {
    mkdir -p "$1" 2>/dev/null && [ -w "$1" ] && return 0
    fail "$1 cannot be written; clone the project into a folder of your own, or make this one yours"
}

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
    local name
    for name in python3 python3.13 python3.12 python3.11 python3.14; do
        if command -v "$name" >/dev/null && new_enough "$name"; then
            command -v "$name"
            return 0
        fi
    done
    return 1
}

ensure_python() {
    SYSTEM_PYTHON="$(find_python)" && return 0
    if may_install "Python 3.11 or newer"; then
        apt_update
        local name
        for name in python3.13 python3.12 python3.11; do
            if apt-cache show "$name" >/dev/null 2>&1 && apt_install "$name" "$name-venv"; then
                SYSTEM_PYTHON="$(find_python)" && return 0
            fi
        done
    fi
    fail "Python 3.11 or newer is needed and none was found; install it, with all else that is needed: sudo apt-get install -y python3 python3-venv $(packages_without_python)"
}

# Packages of each group, for a machine on which no Python can read the list of
# designer/app/system_libraries.py, which this repeats; `a|b` are names in order of preference.
# Only where no Python is found, so that one line installs all that is needed.
declare -A PACKAGES_OF=(
    [offscreen]="libgl1 libegl1 libxkbcommon0 libfontconfig1 libfreetype6 libx11-6 libglib2.0-0t64|libglib2.0-0 libdbus-1-3 libzstd1"
    [x11]="libxkbcommon-x11-0 libxcb-cursor0 libxcb1 libxcb-icccm4 libxcb-keysyms1 libxcb-image0 libxcb-render-util0 libxcb-util1 libxcb-shape0 libxcb-randr0 libxcb-shm0 libxcb-sync1 libxcb-xfixes0 libxcb-render0 libxcb-xkb1 libx11-xcb1"
    [wayland]="libwayland-client0 libwayland-cursor0 libwayland-egl1"
)
packages_without_python() {
    local group names name
    for group in "${GROUPS_WANTED[@]}"; do
        for names in ${PACKAGES_OF[$group]}; do
            for name in ${names//|/ }; do
                if apt-cache show "$name" >/dev/null 2>&1; then break; fi
            done
            printf '%s ' "$name"
        done
    done
}

# The version in the name of the venv package: python3-venv belongs to the system's python3 only.
venv_package() {
    local package
    package="$("$SYSTEM_PYTHON" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"
    if apt-cache show "$package" >/dev/null 2>&1; then echo "$package"; else echo python3-venv; fi
}

# The venv package and missing libraries: the system's Python reads the list of these as it is.
all_that_is_missing() {
    local libraries
    libraries="$(PYTHON="$SYSTEM_PYTHON" missing_packages "${GROUPS_WANTED[@]}" 2>/dev/null || true)"
    echo "$(venv_package)${libraries:+ $libraries}"
}

ensure_venv() {
    if [ -x "$PYTHON" ] && new_enough "$PYTHON" && "$PYTHON" -m pip --version >/dev/null 2>&1; then
        return 0
    fi
    ensure_python
    if ! "$SYSTEM_PYTHON" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        if may_install "$(venv_package)"; then
            apt_update
            apt_install "$(venv_package)" || fail "apt-get could not install $(venv_package); see its message above"
        else
            fail "Python's venv module is missing; install it, with all else that is missing: sudo apt-get install -y $(all_that_is_missing)"
        fi
    fi
    writable "$VENV"
    say "making the environment .venv with $("$SYSTEM_PYTHON" --version)"
    "$SYSTEM_PYTHON" -m venv --clear "$VENV"
}

# What is installed depends on these: the next run compares, and starts at once when nothing changed.
stamp_text() {
    printf '%s %s\n' "$ROOT" "$("$PYTHON" --version)"
    cksum pyproject.toml "packaging/lock-$1.txt" packaging/prepare.sh
}

is_installed() {
    local stamp="$VENV/.installed-$1"
    [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(stamp_text "$1")" ]
}

# `name==version` of a lock, one a line.
locked() {
    local line
    while read -r line; do
        case "$line" in \#* | --hash* | "") ;; *"sys_platform == 'win32'"*) ;; *) echo "${line%% *}" ;; esac
    done <"packaging/lock-$1.txt"
}

no_packages() {
    say "pip could not install the packages of packaging/lock-$1.txt; see its message above"
    fail "there may be no connection to a package index; pip's own settings name a mirror, or a folder that holds the packages (.venv/bin/python -m pip config debug shows where they stand); with one there, run this again"
}

ensure_packages() {
    local kind="$1" names quiet=(-qq)
    is_installed "$kind" && return 0
    # Everything that runs the program is among what develops it.
    if [ "$kind" = run ] && is_installed develop; then return 0; fi
    names="$(locked "$kind")"
    say "installing $(wc -l <<<"$names") packages into .venv (once; some 100 MB to download, 400 MB on disk):"
    say "${names//$'\n'/ }"
    # pip names each download, with its size and how far it is.
    ! on_terminal || quiet=(--progress-bar on)
    # The project after its locked packages, the build back end among them: without an isolated
    # build, which nothing would lock.
    "$PYTHON" -m pip install "${quiet[@]}" --require-hashes --requirement "packaging/lock-$kind.txt" >&2 \
        && "$PYTHON" -m pip install -qq --no-deps --no-build-isolation -e . >&2 \
        || no_packages "$kind"
    stamp_text "$kind" >"$VENV/.installed-$kind"
    say "the packages are installed"
}

# $@: groups of designer/app/system_libraries.py, the one list that `doctor` reads too.
missing_packages() { PYTHONPATH="$ROOT" "$PYTHON" -m designer.app.system_libraries "$@"; }

ensure_libraries() {
    local packages
    packages="$(missing_packages "$@")"
    [ -n "$packages" ] || return 0
    # shellcheck disable=SC2086 # names, one word each
    if may_install $packages; then
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
    GROUPS_WANTED=("$@")
    ensure_venv
    ensure_libraries "$@"
    ensure_packages "$kind"
}
