"""One table of colours and words for widgets, canvas, plots and sheets.

Colours are `#rrggbb` strings, so that style sheets, SVG and `QColor` all take them. Colour carries
meaning only for cooling methods, part categories and severities, and there never alone: each
cooling method also has a hatch and a name. A new token goes into `Theme`, with all three values.
"""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from PySide6.QtCore import Qt


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
    cold_aisle="#eef3f8",
    hot_aisle="#f5eeec",
    canvas="#ffffff",
    grid="#e8ebef",
    device="#ffffff",
    device_line="#10151c",
    rack="#ffffff",
    rack_inner="#ffffff",
    is_print=True,
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

METHOD_NAMES: Final = MappingProxyType(
    {
        "room-air": "Room air",
        "in-row": "In-row, contained",
        "rear-door": "Rear-door exchanger",
        "direct-to-chip": "Direct-to-chip",
        "immersion": "Immersion",
    }
)

METHOD_SHORT_NAMES: Final = MappingProxyType(
    {
        "room-air": "room air",
        "in-row": "in-row",
        "rear-door": "rear door",
        "direct-to-chip": "direct-to-chip",
        "immersion": "immersion",
    }
)
"""The same for a line that names all methods of a hall with their counts."""

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

CATEGORY_COLOURS: Final = MappingProxyType(
    {
        "node": "#3d7fd6",
        "rack-system": "#3d7fd6",
        "switch": "#2bb08a",
        "storage": "#e69f00",
        "server": "#8f9cab",
        "appliance": "#8f9cab",
        "rack-pdu": "#cc79a7",
        "rear-door": "#56b4e9",
        "cdu": "#56b4e9",
        "crah": "#56b4e9",
        "in-row": "#2bb08a",
        "immersion": "#cc79a7",
        "busway": "#cc79a7",
        "ups": "#cc79a7",
        "generator": "#cc79a7",
        "gpu": "#3d7fd6",
        "asic": "#3d7fd6",
        "cpu": "#3d7fd6",
        "superchip": "#3d7fd6",
        "baseboard": "#3d7fd6",
        "nic": "#2bb08a",
        "dpu": "#2bb08a",
        "rack": "#8f9cab",
        "cable": "#8f9cab",
        "transceiver": "#8f9cab",
        "blank": "#5d6a79",
    }
)
"""Colour of a part's kind, where devices are too small for their drawing."""

CATEGORY_NAMES: Final = MappingProxyType(
    {
        "node": "Compute nodes",
        "rack-system": "Filled racks",
        "switch": "Switches",
        "storage": "Storage",
        "server": "Servers",
        "appliance": "Appliances",
        "rack-pdu": "Rack PDUs",
        "rear-door": "Rear doors",
        "cdu": "Coolant distribution",
        "crah": "Air handlers",
        "in-row": "In-row units",
        "immersion": "Immersion tanks",
        "busway": "Busways",
        "ups": "UPS",
        "generator": "Generators",
        "gpu": "GPUs",
        "asic": "AI chips",
        "cpu": "CPUs",
        "superchip": "Superchips",
        "baseboard": "Baseboards",
        "nic": "NICs",
        "dpu": "DPUs",
        "rack": "Racks",
        "cable": "Cables",
        "transceiver": "Transceivers",
        "blank": "Blanking panels",
    }
)

STATE_NAMES: Final = MappingProxyType(
    {"ok": "within limits", "warning": "near a limit", "error": "over a limit"}
)
