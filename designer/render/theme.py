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
    is_high_contrast
        Text at 7:1 and lines at 3:1 on every surface, as level AAA of WCAG 2.2 asks for.
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
    is_high_contrast: bool = False
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

HIGH_DARK: Final = Theme(
    name="high-dark",
    background="#000000",
    panel="#000000",
    raised="#141414",
    line="#8c8c8c",
    text="#ffffff",
    dim="#dcdcdc",
    faint="#c8c8c8",
    accent="#9ac4ff",
    ok="#5cff77",
    warning="#fff23d",
    error="#ffb2a8",
    cold_aisle="#06304a",
    hot_aisle="#4a1208",
    canvas="#000000",
    grid="#2e2e2e",
    device="#141414",
    device_line="#b0b0b0",
    rack="#333333",
    rack_inner="#000000",
    is_dark=True,
    is_high_contrast=True,
)

HIGH_LIGHT: Final = Theme(
    name="high-light",
    background="#ffffff",
    panel="#ffffff",
    raised="#f2f2f2",
    line="#6b6b6b",
    text="#000000",
    dim="#2e2e2e",
    faint="#3d3d3d",
    accent="#003c96",
    ok="#00493a",
    warning="#4d4000",
    error="#6b0020",
    cold_aisle="#d6ecff",
    hot_aisle="#ffe0d9",
    canvas="#ffffff",
    grid="#d0d0d0",
    device="#f2f2f2",
    device_line="#4a4a4a",
    rack="#d8d8d8",
    rack_inner="#ffffff",
    is_high_contrast=True,
)

THEMES: Final = (DARK, LIGHT, HIGH_DARK, HIGH_LIGHT)
"""Looks of the window, the one to begin with first."""


def theme_named(name: str) -> Theme:
    """Return a look of the window by its name; the first where there is none of that name."""
    return next((theme for theme in THEMES if theme.name == name), THEMES[0])


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
        "service": "#6b7683",
        "power": "#cc79a7",
        "cooling": "#56b4e9",
        "row-cooling": "#2bb08a",
        "tank": "#cc79a7",
        "blank": "#4a5563",
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
