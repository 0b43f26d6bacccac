"""One file for another program: which, and what was chosen for it.

Apart from `io.export`, which the window need not load to ask for a file.
"""

from dataclasses import dataclass
from typing import Final, Literal

from designer.engine.cable_report import CablesAsked

Labelled = Literal["racks", "devices", "ports"]
"""What labels of places are of."""
LABELS: Final = "labels.pdf"
TABLE: Final = "labels.csv"
"""Labels of cables, as sheets and as a table."""
PLACE_LABELS: Final[dict[str, Labelled]] = {
    "rack-labels.pdf": "racks", "rack-labels.csv": "racks",
    "device-labels.pdf": "devices", "device-labels.csv": "devices",
    "port-labels.pdf": "ports", "port-labels.csv": "ports",
}  # fmt: skip
PAPERS: Final = ("A4", "Letter", "A3", "Tabloid")
STOCKS: Final = ("L7160", "L7163")
"""Bought sheets of labels, by the number on the box."""
USUAL_PT: Final = 7.0


@dataclass(frozen=True)
class ExportAsked:
    """What is to be written.

    Attributes
    ----------
    kind
        As `export --to` has it, `md`, or the name of an exporter of a plug-in.
    rack
        Id of the rack of an elevation.
    fabric
        Name or id of the fabric of a format of one; empty for the first.
    stock
        The sheet of labels of racks and devices.
    paper, text_pt, codes
        Of labels of cables.
    cables
        Which cables are labelled; None for all.
    look_px
        Width and height in which it is looked at, and not written; None where it is written.
    """

    kind: str
    rack: str = ""
    fabric: str = ""
    stock: str = STOCKS[0]
    paper: str = PAPERS[0]
    text_pt: float = USUAL_PT
    codes: bool = False
    cables: CablesAsked | None = None
    look_px: tuple[int, int] | None = None
