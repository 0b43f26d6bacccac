"""The start of the program: until its window is painted, its panels, its plots, and as a command.

Processor time of the process from its beginning, as a busy machine does not change it much; the
wall is told beside. Each is held against the barest program that shows as much: an empty window, a
window with as many widgets of the same kinds, a window with one plot; the command against reading
the same file with `tomllib`. As a user's, bytecode is at hand, and what a first start keeps.
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.bench.measure import REPOSITORY, child
from tests.bench.row import Row

REPORT_MS = 350
"""Most that the report of four scalable units may take, all of the command."""
_UNITS = "4"
_PARSES = "import sys, tomllib; tomllib.load(open(sys.argv[1], 'rb'))"


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on starting."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["CLUSTER_DESIGNER_HOME"] = home
        if not tiny:  # compiling all of the program and of Qt's modules takes ten seconds
            os.environ["PYTHONPYCACHEPREFIX"] = f"{home}/bytecode"
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        return [*_windows(1 if tiny else 7), *_command(Path(home), 1 if tiny else 7)]


def _windows(times: int) -> list[Row]:
    first = child("tests.bench.child_window", "designer")
    kinds = json.dumps(first["widgets"])
    modules: set[str] = set()

    def ours() -> dict[str, Any]:
        said = child("tests.bench.child_window", "designer")
        modules.update(said["modules"])
        return said

    asked: dict[str, Callable[[], dict[str, Any]]] = {
        "ours": ours,
        "empty": lambda: child("tests.bench.child_window", "empty"),
        "widgets": lambda: child("tests.bench.child_window", "widgets", kinds),
        "plot": lambda: child("tests.bench.child_window", "plot"),
    }
    said = [{name: ask() for name, ask in asked.items()} for _ in range(times)]

    def row(what: str, when: str, other: str, limit: float, against: str, more: str = "") -> Row:
        cpu = [statistics.median(s[who][at][1] for s in said)
               for who, at in (("ours", when), (other, "painted"))]  # fmt: skip
        wall = [statistics.median(s[who][at][0] - s[who]["spawned"] for s in said)
                for who, at in (("ours", when), (other, "painted"))]  # fmt: skip
        return Row(
            what, cpu[0] / cpu[1], limit, against=against,
            detail=f"{cpu[0] * 1e3:.0f} ms against {cpu[1] * 1e3:.0f} ms of processor time; "
            f"wall {wall[0] * 1e3:.0f} against {wall[1] * 1e3:.0f} ms{more}",
        )  # fmt: skip

    loaded = ", ".join(sorted(modules)) or "none of the heavy modules"
    window = row(
        "start to first window", "painted", "empty", 2, "an empty `QMainWindow`",
        f"; loaded before the window: {loaded}",
    )  # fmt: skip
    count = sum(first["widgets"].values())
    return [
        # A plot library that is there before the window would make the figure a lucky one.
        window if "pyqtgraph" not in modules else Row(window.what, None, 2, detail=window.detail),
        row(
            "start to all panels painted", "populated", "widgets", 3,
            f"an empty window with the same {count:,} widgets",
        ),
        row(
            "start to the plots painted", "plotted", "plot", 4,
            "an empty window with one pyqtgraph plot",
        ),
    ]  # fmt: skip


def _command(home: Path, times: int) -> list[Row]:
    file = home / "pod.cluster.toml"
    program = ("-m", "designer")
    _cpu_ms(*program, "new", "dgx-superpod-h100", f"scalable_units={_UNITS}", "-o", str(file))
    parse, report = ("-c", _PARSES, str(file)), (*program, "report", str(file))
    _cpu_ms(*report)  # the first of all reads the catalogue itself
    pairs = [(_cpu_ms(*report), _cpu_ms(*parse)) for _ in range(times)]
    ours, reference = (statistics.median(pair[at] for pair in pairs) for at in (0, 1))
    return [
        Row(
            f"`report` of {_UNITS} scalable units, whole command", ours, REPORT_MS, unit="ms",
            detail=f"of processor time, {ours / reference:.1f} × python with `tomllib.load` of "
            f"the file ({reference:.0f} ms)",
        )
    ]  # fmt: skip


def _cpu_ms(*arguments: str) -> float:
    """Return the processor time of a run of Python, all of it."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, *arguments],
        cwd=REPOSITORY, check=True, stdin=subprocess.DEVNULL, capture_output=True, timeout=90,
    )  # fmt: skip
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return 1e3 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
