"""Small reference designs, line by line: where every rack stands and what is in it.

The counts are tested against their publications in `test_templates_superpod` and
`test_templates_gb200`; these files hold what those leave open, so that a change shows in them. The
parts are not embedded, because catalogues change.
"""

from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.io.design_text import dumps
from designer.planning.templates import build

DATA = Path(__file__).parent / "data" / "planning"


@pytest.mark.parametrize(
    ("name", "template", "arguments"),
    [
        ("empty-room", "empty-room", {"width_m": "8", "depth_m": "6", "feeds": "3"}),
        ("superpod-1-doors", "dgx-superpod-h100", {"scalable_units": "1"}),
        (
            "superpod-2-air",
            "dgx-superpod-h100",
            {
                "scalable_units": "2",
                "system": "h200",
                "cooling": "air",
                "nodes_per_rack": "2",
                "ufm": "external",
                "storage": "weka",
                "storage_level": "good",
                "racks_per_row": "12",
            },
        ),
        ("gb200-2", "dgx-superpod-gb200", {"scalable_units": "2", "racks_per_row": "7"}),
    ],
)
def test_a_small_design(name: str, template: str, arguments: dict[str, str]) -> None:
    drawn = dumps(build(template, arguments, load_shipped()), Catalog([]))
    assert drawn == (DATA / f"{name}.toml").read_text(encoding="utf-8")
