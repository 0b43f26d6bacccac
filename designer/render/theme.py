"""One table of colours and words for widgets, canvas, plots and sheets.

Colours are `#rrggbb` strings, so that style sheets, SVG and `QColor` all take them. Colour carries
meaning only for cooling methods, part categories and severities, and there never alone: each
cooling method also has a hatch and a name. A new token goes into `Theme`, with all three values.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import Qt

from designer.catalog.kinds import ColourRole, Kind


@dataclass(frozen=True, slots=True)
class Theme:
    """Tokens of one look.

    Attributes
    ----------
    dim, faint
        Secondary text; the faintest is for grid labels, never for words one must read.
    device, device_line
        Body and outline of a device in a rack.
    rack, rack_inner
        Frame of a rack and the open space between its rails.
    is_print
        Black on white with hatches instead of fills, so that a photocopy can be read.
    least_px
        The smallest em that may be written, in nominal pixels of 1/96 inch; 0 where one can zoom.
    """

    name: str
    background: str
    panel: str
    raised: str
    line: str
    text: str
    dim: str
    faint: str
    accent: str
    ok: str
    warning: str
    error: str
    cold_aisle: str
    hot_aisle: str
    canvas: str
    grid: str
    device: str
    device_line: str
    rack: str
    rack_inner: str
    is_dark: bool = False
    is_print: bool = False
    least_px: float = 0.0


LEAST_CAPITALS_MM: Final = 1.8
"""Height of capitals below which nothing is written on paper: the smallest of ISO 3098-1."""
CAPITALS: Final = 1490 / 2048
"""Height of Inter's capitals in its em, from the font's own table (OS/2 sCapHeight)."""
LEAST_EM_MM: Final = 2.48
"""Em of the smallest lettering on paper: 1.8 mm over 0.7275, rounded up."""

DARK: Final = Theme(
    name="dark",
    background="#12161b",
    panel="#191f26",
    raised="#212933",
    line="#2c3641",
    text="#e7ecf2",
    dim="#8f9cab",
    faint="#5d6a79",
    accent="#58a6ff",
    ok="#3fb68b",
    warning="#e3a93c",
    error="#ea6a60",
    cold_aisle="#1d3a52",
    hot_aisle="#4a2622",
    canvas="#0f1317",
    grid="#1a2027",
    device="#212933",
    device_line="#3d4957",
    rack="#2c3641",
    rack_inner="#0f1317",
    is_dark=True,
)

LIGHT: Final = Theme(
    name="light",
    background="#eef1f4",
    panel="#ffffff",
    raised="#f5f7f9",
    line="#d8dee5",
    text="#1b2430",
    dim="#5c6a7a",
    faint="#94a1b0",
    accent="#1f6feb",
    ok="#14865f",
    warning="#a86a00",
    error="#c4362c",
    cold_aisle="#d9ecfb",
    hot_aisle="#fbe3df",
    canvas="#fbfcfd",
    grid="#eaeef2",
    device="#f5f7f9",
    device_line="#b4bfcb",
    rack="#d8dee5",
    rack_inner="#ffffff",
)

PRINT: Final = Theme(
    name="print",
    background="#ffffff",
    panel="#ffffff",
    raised="#ffffff",
    line="#c9ced6",
    text="#10151c",
    dim="#4b5663",
    faint="#8a95a2",
    accent="#10151c",
    ok="#10151c",
    warning="#10151c",
    error="#10151c",
    cold_aisle="#ffffff",
    hot_aisle="#ffffff",
    canvas="#ffffff",
    grid="#e8ebef",
    device="#ffffff",
    device_line="#10151c",
    rack="#ffffff",
    rack_inner="#ffffff",
    is_print=True,
    least_px=LEAST_EM_MM / 25.4 * 96,
)

METHOD_COLOURS: Final = MappingProxyType(
    {
        "room-air": "#56b4e9",
        "in-row": "#2bb08a",
        "rear-door": "#e69f00",
        "direct-to-chip": "#3d7fd6",
        "immersion": "#cc79a7",
    }
)
"""Okabe and Ito's colour-blind safe family, by cooling method."""

METHOD_PATTERNS: Final = MappingProxyType(
    {
        "room-air": Qt.BrushStyle.NoBrush,
        "in-row": Qt.BrushStyle.BDiagPattern,
        "rear-door": Qt.BrushStyle.HorPattern,
        "direct-to-chip": Qt.BrushStyle.DiagCrossPattern,
        "immersion": Qt.BrushStyle.VerPattern,
    }
)
"""What tells the methods apart in grey: drawn over the colour on screen, in its place in print."""

ROLE_COLOURS: Final[Mapping[ColourRole, str]] = MappingProxyType(
    {
        "compute": "#3d7fd6",
        "network": "#2bb08a",
        "storage": "#e69f00",
        "service": "#8f9cab",
        "power": "#cc79a7",
        "cooling": "#56b4e9",
        "row-cooling": "#2bb08a",
        "tank": "#cc79a7",
        "blank": "#5d6a79",
    }
)
"""Colour of a kind of part, where devices are too small for their drawing."""


def kind_colour(kind: Kind) -> str:
    """Return the colour of a kind of part."""
    return ROLE_COLOURS[kind.colour]


_RAILS_DARK: Final = (
    "#5b8ff0", "#35a7d6", "#2bb08a", "#6fb04a", "#a8a848", "#b97fd0", "#8f80f2", "#d684ad",
)  # fmt: skip
_RAILS_LIGHT: Final = (
    "#4a73c8", "#2b87a8", "#24907a", "#4f8f2f", "#82812f", "#9460ad", "#6c5cc4", "#b0608a",
)  # fmt: skip


def rail_colour(rail: int, theme: Theme) -> str:
    """Return the colour of a rail, counted from 0; its number is always said besides.

    On paper all are alike: rows and numbers tell them apart.
    """
    if theme.is_print:
        return theme.dim
    family = _RAILS_DARK if theme.is_dark else _RAILS_LIGHT
    return family[rail % len(family)]
