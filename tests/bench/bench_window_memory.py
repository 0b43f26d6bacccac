"""Memory of window and engine with 98,304 GPUs: open, after 30 drops, and once these are undone.

Proportional shares, so that shared libraries count once, when the engine has nothing left to do.
"""

import tempfile
from pathlib import Path
from typing import Final

from designer.io.design_file import dumps
from tests.bench.designs import catalog, site
from tests.bench.measure import child
from tests.bench.row import Row

DROPS: Final = 30
MOST_MB: Final = 250.0
_PATIENCE_S: Final = 800.0
_NAMES: Final = {
    "open": "open",
    "dropped": f"after {DROPS} drops of fabric switches",
    "undone": "once these are undone",
}


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on memory in the window."""
    parts = catalog()
    with tempfile.TemporaryDirectory() as home:
        path = Path(home) / "hall.cluster.toml"
        text = dumps(site(parts, 1_000 if tiny else 100_000), parts)
        path.write_text(text, encoding="utf-8")
        arguments = (str(path), "edits", str(2 if tiny else DROPS))
        found = child("tests.bench.child_opened", *arguments, patience_s=_PATIENCE_S)
    whole = sum(found["open"])
    return [
        Row(
            f"memory of window and engine, 98,304 GPUs, {name}", sum(found[key]), MOST_MB, "MB",
            detail=f"window {found[key][0]:.0f} + engine {found[key][1]:.0f} MB, "
            f"{sum(found[key]) / whole:.2f} × as opened",
        )
        for key, name in _NAMES.items()
    ]  # fmt: skip
