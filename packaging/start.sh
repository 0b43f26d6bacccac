#!/usr/bin/env bash
# Opens Cluster Designer on the reference design; without a display, writes what it says into out/.
#   start.sh [FILE]    open FILE instead
#   start.sh --setup   only prepare
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/prepare.sh"

REFERENCE=(dgx-superpod-h100 scalable_units=4)

case "${1:-}" in
--setup | --help | -h | --version | [!-]* | "") ;;
*)
    say "start.sh has no option $1; give a design, --setup, or a command of the program"
    exit 2
    ;;
esac

groups=(offscreen)
display=""
if [ -n "${DISPLAY:-}" ] || [ "${QT_QPA_PLATFORM:-}" = xcb ]; then
    display=x11
elif [ -n "${WAYLAND_DISPLAY:-}" ]; then
    display=wayland
fi
case "${QT_QPA_PLATFORM:-}" in offscreen | minimal) display="" ;; esac
[ -z "$display" ] || groups+=("$display")

prepare run "${groups[@]}"
designer() { "$PYTHON" -m designer "$@"; }

if [ "${1:-}" = --setup ]; then
    say "ready: packaging/start.sh opens the window, packaging/test.sh runs the tests; the command line is .venv/bin/cluster-designer"
    exit 0
fi
if [ $# -gt 0 ]; then
    cd "$CALLED_FROM" # a file is named from where the caller stands
    exec "$PYTHON" -m designer "$@"
fi

writable "$ROOT/out"
design="out/dgx-superpod-h100.cluster.toml"
# A design that somebody has worked on since stays as it is.
[ -f "$design" ] || designer new "${REFERENCE[@]}" -o "$design" >/dev/null
if [ -n "$display" ]; then
    exec "$PYTHON" -m designer "$design"
fi

export QT_QPA_PLATFORM=offscreen
base="${design%.cluster.toml}"
outputs=("$base".{report.txt,report.json,racks.pdf,floor.svg,floor.png,elevation.svg,elevation.png})
# What they were made of: the design, and everything of the program that may draw it otherwise.
painted_from() {
    cksum "$design" pyproject.toml
    find designer catalogs resources -type f ! -name '*.pyc' -exec cksum {} + | LC_ALL=C sort -k 3 | cksum
}
are_current() {
    local out
    [ -f out/.painted ] && [ "$(cat out/.painted)" = "$(painted_from)" ] || return 1
    for out in "${outputs[@]}"; do [ -f "$out" ] || return 1; done
}

if are_current; then
    said="No display, and nothing has changed since these were written:"
else
    rm -f out/.painted
    say "writing the report"
    designer report "$design" --format text -o "$base.report.txt" >/dev/null
    designer report "$design" --format json -o "$base.report.json" >/dev/null
    say "painting sheets and pictures"
    designer print "$design" --sheets racks -o "$base.racks.pdf" >/dev/null
    for suffix in svg png; do
        designer export "$design" --to "floor.$suffix" -o "$base.floor.$suffix" >/dev/null
        designer export "$design" --to "racks.$suffix" -o "$base.elevation.$suffix" >/dev/null
    done
    painted_from >out/.painted
    said="No display: wrote"
fi
# Named from where the caller stands.
[ "$CALLED_FROM" = "$ROOT" ] || { design="$ROOT/$design"; base="$ROOT/$base"; }
echo "$said the reference design $design and its report ($base.report.txt, .json)"
echo "Rack sheets: $base.racks.pdf; floor plan and one elevation: $base.floor.svg, .png, $base.elevation.svg, .png"
echo "With a display this opens the window; packaging/test.sh runs the tests"
