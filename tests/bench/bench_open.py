"""Opening a design of 16,384 GPUs, against reading its TOML and nothing else; and its file's size.

"Open" is all of it: read, check, repair, lock, watch, put into the document and index the racks.
The measure is the TOML of the same records, each on a line of its own: lines that stand for several
are work for opening, and must not make the measure smaller.
"""

import tempfile
import tomllib
from pathlib import Path
from unittest.mock import patch

from designer.catalog.catalog import Catalog
from tests.bench.designs import catalog, pod, unfolded
from tests.bench.large_designs import NODES_OF_100K, hall
from tests.bench.measure import in_turn, processor_seconds, seconds
from tests.bench.row import Row


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on opening and on the file's size."""
    from PySide6.QtCore import QCoreApplication

    from designer.io.design_file import dumps
    from designer.model.layout import Layout
    from designer.runtime.design_session import DesignSession

    application = QCoreApplication.instance() or QCoreApplication([])
    parts = catalog()
    design = pod(parts, tiny=tiny)
    text = dumps(design, parts)
    with patch("designer.io.folds.FEWEST_FOLDED", len(text)):
        spelt_out = dumps(design, parts)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pod.toml"
        path.write_text(text, encoding="utf-8")
        spelt = Path(folder) / "spelt-out.toml"
        spelt.write_text(spelt_out, encoding="utf-8")

        def open_it() -> None:
            session = DesignSession(parts)
            session.open(path)
            layout = Layout(session.document.design)
            assert len(layout.racks) == len(design.racks)
            session.close()

        def read_it() -> None:
            tomllib.loads(spelt.read_text(encoding="utf-8"))

        opened, read = in_turn(lambda: seconds(open_it), lambda: seconds(read_it), 2 if tiny else 9)
    del application
    size = len(text.encode()) / 1e6
    return [
        Row(
            "open 16,384 GPUs",
            opened / read,
            3,
            against="`tomllib.loads` of its records, a line each",
            detail=f"{opened * 1e3:.0f} ms against {read * 1e3:.0f} ms",
        ),
        Row("file of 16,384 GPUs", size, 1, unit="MB", detail=f"{len(design.racks)} racks"),
        _unfolded_row(parts, tiny=tiny),
    ]


def _unfolded_row(parts: Catalog, *, tiny: bool) -> Row:
    """Return the row on reading a design of which each device is a record of its own."""
    from designer.io.design_file import dumps, load

    design = unfolded(hall(parts, NODES_OF_100K // 100 if tiny else NODES_OF_100K))
    text = dumps(design, parts)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "unfolded.toml"
        path.write_text(text, encoding="utf-8")
        ours, theirs = in_turn(
            lambda: processor_seconds(lambda: load(path)),
            lambda: processor_seconds(lambda: tomllib.loads(text)),
            2 if tiny else 5,
        )
    return Row(
        "read 100,000 GPUs, unfolded",
        ours / theirs,
        2,
        against="`tomllib.loads` of the same file",
        detail=f"{ours * 1e3:.0f} ms against {theirs * 1e3:.0f} ms, {len(design.devices):,} "
        f"devices in {len(text) / 1e6:.1f} MB",
    )
