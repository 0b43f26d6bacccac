"""From the start of the process to the first painted window, against an empty `QMainWindow`."""

import os
import statistics
import tempfile

from tests.bench.measure import child, in_turn
from tests.bench.row import Row


def rows(tiny: bool = False) -> list[Row]:
    """Return the row on starting."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["CLUSTER_DESIGNER_HOME"] = home
        modules: set[str] = set()
        populated: list[float] = []

        def ours() -> float:
            said = child("tests.bench.child_window", "designer")
            modules.update(said["modules"])
            populated.append(said["populated"] - said["spawned"])
            return float(said["painted"] - said["spawned"])

        def empty() -> float:
            said = child("tests.bench.child_window", "empty")
            return float(said["painted"] - said["spawned"])

        window, reference = in_turn(ours, empty, 1 if tiny else 9)
    loaded = ", ".join(sorted(modules)) or "none of the heavy modules"
    return [
        Row(
            "start to first window",
            # A plot library that is there before the window would make the figure a lucky one.
            window / reference if "pyqtgraph" not in modules else None,
            2,
            against="an empty `QMainWindow`",
            detail=f"{window * 1e3:.0f} ms against {reference * 1e3:.0f} ms; "
            f"with all panels {statistics.median(populated) * 1e3:.0f} ms; "
            f"loaded before the window: {loaded}",
        )
    ]
