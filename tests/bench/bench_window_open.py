"""An unfolded file of 98,304 GPUs from the file to its painted report, against reading its TOML.

Each time a process of its own. Processor time of the window's thread and of the engine's process
together, beside `tomllib.loads` of the same text in turn; the wall is told. Once in a window that
stands, with its panels, plots and engine, and once started with the file.
"""

import statistics
import tempfile
import tomllib
from pathlib import Path
from typing import Final

from designer.io.design_file import dumps
from tests.bench.designs import catalog, site, unfolded
from tests.bench.measure import child, processor_seconds
from tests.bench.row import Row

TIMES: Final = 3
_PATIENCE_S: Final = 400.0
_WAYS: Final = {"standing": "in a window that stands", "start": "started with it"}


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on opening a large file."""
    parts = catalog()
    design = unfolded(site(parts, 1_000 if tiny else 100_000))
    text, devices = dumps(design, parts), len(design.devices)
    found = []
    for way, name in _WAYS.items():
        read, opened = [], []
        for _ in range(1 if tiny else TIMES):
            # A folder each: what one opened, another would know.
            with tempfile.TemporaryDirectory() as home:
                path = Path(home) / "hall.cluster.toml"
                path.write_text(text, encoding="utf-8")
                read.append(processor_seconds(lambda: tomllib.loads(text)))
                arguments = (str(path), way)
                opened.append(child("tests.bench.child_opened", *arguments, patience_s=_PATIENCE_S))
        one = {key: statistics.median(each[key] for each in opened) for key in opened[0]}
        toml = statistics.median(read)
        found.append(
            Row(
                f"open of an unfolded file of 98,304 GPUs until its report is painted, {name}",
                (one["thread_s"] + one["engine_s"]) / toml, 2, against="`tomllib.loads` of it",
                detail=f"window's thread {one['thread_s']:.2f} + engine {one['engine_s']:.2f} s "
                f"against {toml:.2f} s, wall {one['wall_s']:.2f} s; {devices:,} devices in "
                f"{len(text) / 1e6:.1f} MB, n = {len(opened)}",
            )
        )  # fmt: skip
        found.append(
            Row(
                f"floor of an unfolded file of 98,304 GPUs painted, {name}",
                one["floor_thread_s"] * 1e3, 1_000, unit="ms",
                against="a second from the choice of the file",
                detail=f"processor time of the window's thread, {one['floor_thread_s'] / toml:.2f} "
                f"× `tomllib.loads` of it; wall {one['floor_wall_s']:.2f} s, n = {len(opened)}",
            )
        )  # fmt: skip
    return found
