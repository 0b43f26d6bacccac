"""Run every bench and print one table: `python -m tests.bench.run [--markdown FILE] [NAME …]`.

Each bench is a module `bench_NAME.py` with `rows(tiny: bool = False) -> list[Row]`; `tiny` keeps
the way and drops the size, for the suite. Each runs in a process of its own, so that one cannot
warm up or burden the next. To add a bench, add its module and its name here.
"""

import argparse
import dataclasses
import importlib
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

from tests.bench.measure import REPOSITORY
from tests.bench.row import Row, table

PATIENCE_S = 300
LONGER_S = {
    "hand_over": 1_800, "hand_over_large": 2_400, "hand_over_million": 3_600, "window": 1_800,
    "editor": 900, "actions": 1_800, "window_many": 1_800, "window_memory": 900,
    "window_open": 2_400,
}  # fmt: skip
"""Patience with benches of many edits, or of 1,000,000 GPUs."""
BENCHES = (
    "canvas", "frames", "shown", "drag", "engine", "hand_over", "hand_over_large",
    "hand_over_million", "edits", "losses", "start", "open", "memory", "netbox", "wiring",
    "network", "cables", "fabrics", "drawn", "workloads", "print", "export", "search", "window",
    "window_many", "window_view", "window_memory", "window_open", "feeds", "zoom",
    "zoom_folded", "site", "marks", "editor", "actions",
)  # fmt: skip


def rows_of(name: str, *, tiny: bool = False) -> list[Row]:
    """Return a bench's rows, measured in this process."""
    module = importlib.import_module(f"tests.bench.bench_{name}")
    rows: list[Row] = module.rows(tiny=tiny)
    return rows


def rows_from_child(name: str, *, tiny: bool = False) -> list[Row]:
    """Return a bench's rows, measured in a process of its own; a failed bench is a row too."""
    command = [sys.executable, "-m", "tests.bench.run", "--json", name]
    patience = LONGER_S.get(name, PATIENCE_S)
    try:
        done = subprocess.run(
            [*command, "--tiny"] if tiny else command,
            cwd=REPOSITORY,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
            timeout=patience,
        )
    except subprocess.TimeoutExpired:
        return [Row(f"bench {name}", None, 0, detail=f"not done within {patience} s")]
    if done.returncode != 0:
        said = done.stderr.strip().splitlines()
        return [Row(f"bench {name}", None, 0, detail=said[-1] if said else "ended without a word")]
    return [Row(**fields) for fields in json.loads(done.stdout.strip().splitlines()[-1])]


def heading() -> str:
    """Return one line on what the figures were measured."""
    from PySide6 import __version__ as pyside

    return (
        f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"PySide6 {pyside}, offscreen, software raster; ratios within one run."
    )


def main() -> int:
    """Run the benches named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.run", description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*BENCHES, []], metavar="NAME")
    parser.add_argument("--markdown", type=Path, help="write the table to this file, too")
    parser.add_argument("--tiny", action="store_true", help="small sizes: the way, not the figures")
    parser.add_argument("--json", action="store_true", help="one bench, in this process, as JSON")
    asked = parser.parse_args()
    names = asked.names or list(BENCHES)
    if asked.json:
        rows = [row for name in names for row in rows_of(name, tiny=asked.tiny)]
        print(json.dumps([dataclasses.asdict(row) for row in rows]))
        # Without tidying up: a bench holds windows and processes that end with this one.
        sys.stdout.flush()
        os._exit(0)
    rows = []
    for name in names:
        print(f"{name} …", file=sys.stderr, flush=True)
        rows += rows_from_child(name, tiny=asked.tiny)
    text = f"{table(rows)}\n\n{heading()}\n"
    print(text)
    if asked.markdown:
        asked.markdown.write_text(text, encoding="utf-8")
    return 0 if all(row.verdict == "met" for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
