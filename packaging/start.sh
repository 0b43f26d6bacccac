#!/usr/bin/env bash
# Opens Cluster Designer on the reference design; without a display, writes what it says into out/.
#   start.sh [FILE]    open FILE instead
#   start.sh --setup   only prepare
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/prepare.sh"

REFERENCE=(dgx-superpod-h100 scalable_units=4)

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
    say "ready: packaging/start.sh opens the window, packaging/test.sh runs the tests"
    exit 0
fi
if [ $# -gt 0 ]; then
    cd "$CALLED_FROM" # a file is named from where the caller stands
    exec "$PYTHON" -m designer "$@"
fi

mkdir -p out
design="out/dgx-superpod-h100.cluster.toml"
# A design that somebody has worked on since stays as it is.
[ -f "$design" ] || designer new "${REFERENCE[@]}" -o "$design" >/dev/null
if [ -n "$display" ]; then
    exec "$PYTHON" -m designer "$design"
fi

export QT_QPA_PLATFORM=offscreen
base="${design%.cluster.toml}"
designer report "$design" --format text -o "$base.report.txt" >/dev/null
designer report "$design" --format json -o "$base.report.json" >/dev/null
designer print "$design" --sheets racks -o "$base.racks.pdf" >/dev/null
for suffix in svg png; do
    designer export "$design" --to "floor.$suffix" -o "$base.floor.$suffix" >/dev/null
    designer export "$design" --to "racks.$suffix" -o "$base.elevation.$suffix" >/dev/null
done
echo "No display: wrote the reference design $design and its report ($base.report.txt, .json)"
echo "Rack sheets: $base.racks.pdf; floor plan and one elevation: $base.floor.svg, .png, $base.elevation.svg, .png"
echo "With a display this opens the window; packaging/test.sh runs the tests"
