"""Memory with 16,384 GPUs open, window and engine together, against one empty plot."""

import os
import tempfile
from pathlib import Path

from tests.bench.designs import catalog, pod
from tests.bench.measure import child
from tests.bench.row import Row


def rows(tiny: bool = False) -> list[Row]:
    """Return the row on memory: proportional shares, so that shared libraries count once."""
    from designer.io.design_file import dumps

    parts = catalog()
    with tempfile.TemporaryDirectory() as home:
        os.environ["CLUSTER_DESIGNER_HOME"] = home
        path = Path(home) / "pod.toml"
        path.write_text(dumps(pod(parts, tiny=tiny), parts), encoding="utf-8")
        ours = child("tests.bench.child_window", "designer", str(path), "settle")
    reference = child("tests.bench.child_window", "plot")
    window, engine, plot = ours["pss_mb"], ours["engine_mb"], reference["pss_mb"]
    return [
        Row(
            "memory with 16,384 GPUs open",
            (window + engine) / plot,
            2.5,
            against="an empty window with one pyqtgraph plot",
            detail=f"window {window:.0f} MB + engine {engine:.0f} MB against {plot:.0f} MB",
        )
    ]
