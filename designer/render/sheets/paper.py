"""Paper sizes, always one page layout with size, direction and (no) margins set together."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import QMarginsF, QSizeF
from PySide6.QtGui import QPageLayout, QPageSize

LEFT_MARGIN_MM: Final = 20.0
MARGIN_MM: Final = 10.0
"""Margins of the frame: ISO 5457 gives 20 mm at the left, for filing, and 10 mm elsewhere."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper size as it lies before us: width and height in mm, turned already."""

    name: str
    size: QPageSize.PageSizeId
    landscape: bool

    @property
    def mm(self) -> QSizeF:
        """Width and height as it lies."""
        upright = QPageSize(self.size).size(QPageSize.Unit.Millimeter)
        # Some sizes (Ledger, ANSI B) are defined lying: only the direction asked for counts.
        short, long = sorted((upright.width(), upright.height()))
        return QSizeF(long, short) if self.landscape else QSizeF(short, long)

    def layout(self) -> QPageLayout:
        """Return size, direction and margins as one layout: set one by one, printers lose some."""
        way = QPageLayout.Orientation
        return QPageLayout(
            QPageSize(self.size),
            way.Landscape if self.landscape else way.Portrait,
            QMarginsF(0, 0, 0, 0),
            QPageLayout.Unit.Millimeter,
        )


PAPERS: Final = MappingProxyType(
    {
        "A4": Paper("A4", QPageSize.PageSizeId.A4, landscape=False),
        "A3": Paper("A3", QPageSize.PageSizeId.A3, landscape=True),
        "A2": Paper("A2", QPageSize.PageSizeId.A2, landscape=True),
        "A1": Paper("A1", QPageSize.PageSizeId.A1, landscape=True),
        "Letter": Paper("Letter", QPageSize.PageSizeId.Letter, landscape=False),
        "Tabloid": Paper("Tabloid", QPageSize.PageSizeId.Tabloid, landscape=True),
    }
)
