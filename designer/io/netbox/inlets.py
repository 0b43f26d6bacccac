"""What an inlet's type fixes: volts, amps, phases; and what it can carry at most.

Sources: IEC 60320-1 (rated currents of appliance inlets), IEC 60309-2 (clock positions), ANSI/NEMA
WD 6 (configurations). Where a configuration is rated 250 V, as the L6 and L15 families, 208 V is
taken: what a North American datacenter feeds it with.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

IEC_60320: Final = "IEC 60320-1"
IEC_60309: Final = "IEC 60309-2"
NEMA: Final = "ANSI/NEMA WD 6"

_OPEN_V: Final = 250.0
_LOW_V: Final = 130.0
"""The most that plugs for 120 V are made for: 125 V of NEMA, 130 V of IEC 60309."""


@dataclass(frozen=True, slots=True)
class Inlet:
    """An inlet or plug.

    Attributes
    ----------
    volts
        Line to line for three phases; `None` where the type fits several.
    delta
        Three phases without neutral: outlets sit between two lines.
    standard
        The document that defines the type.
    """

    label: str
    volts: float | None = None
    amps: float | None = None
    phases: Literal[1, 3] = 1
    delta: bool = False
    standard: str = ""

    def limit_w(self) -> float | None:
        """Return what it can carry at most, by 250 V where the type leaves the volts open."""
        if self.amps is None:
            return None
        root = 3**0.5 if self.phases == 3 else 1.0
        volts = self.volts or _OPEN_V
        if volts <= _LOW_V:
            volts = _LOW_V
        elif volts < _OPEN_V:
            volts = _OPEN_V  # a 208 V type may be fed with 240 or 250 V: it is rated for that
        return root * volts * self.amps


_APPLIANCE: Final = {
    "iec-60320-c6": ("C6", 2.5),
    "iec-60320-c8": ("C8", 2.5),
    "iec-60320-c14": ("C14", 10.0),
    "iec-60320-c16": ("C16", 10.0),
    "iec-60320-c18": ("C18", 10.0),
    "iec-60320-c20": ("C20", 16.0),
    "iec-60320-c22": ("C22", 16.0),
}
_MATES: Final = {
    "iec-60320-c5": "iec-60320-c6",
    "iec-60320-c7": "iec-60320-c8",
    "iec-60320-c13": "iec-60320-c14",
    "iec-60320-c15": "iec-60320-c16",
    "iec-60320-c19": "iec-60320-c20",
    "iec-60320-c21": "iec-60320-c22",
}
"""Connectors and the appliance inlets they go into (IEC 60320-1, IEC 60320-3)."""

_CLOCK: Final[dict[str, tuple[float, Literal[1, 3], bool, str]]] = {
    "p-n-e-4h": (120, 1, False, "P+N+E"),
    "2p-e-4h": (120, 1, False, "2P+E"),
    "p-n-e-6h": (230, 1, False, "P+N+E"),
    "2p-e-6h": (230, 1, False, "2P+E"),
    "p-n-e-9h": (400, 1, False, "P+N+E"),
    "2p-e-9h": (400, 1, False, "2P+E"),
    "3p-e-6h": (400, 3, True, "3P+E"),
    "3p-n-e-6h": (400, 3, False, "3P+N+E"),
    "3p-e-9h": (208, 3, True, "3P+E"),
    "3p-n-e-9h": (208, 3, False, "3P+N+E"),
}
"""IEC 60309 by clock position: volts, phases, delta, poles. The type names no amps."""

_NEMA_FAMILIES: Final[dict[str, tuple[float, Literal[1, 3], bool]]] = {
    "1": (120, 1, False),
    "5": (120, 1, False),
    "6": (208, 1, False),
    "10": (240, 1, False),
    "14": (240, 1, False),
    "15": (208, 3, True),
    "21": (208, 3, False),
    "22": (480, 3, False),
}
_CALIFORNIA: Final[dict[str, tuple[float, Literal[1, 3], bool]]] = {
    "cs6365c": (240, 1, False),
    "cs8265c": (208, 1, False),
    "cs8365c": (208, 3, True),
}
"""50 A locking plugs that rack PDUs of North America use."""

_NEMA: Final = re.compile(r"nema-(l?)(\d{1,2})-(\d{2})[pr]?")
_OPEN_ENDED: Final = frozenset({"hardwired"})
SIZES: Final = (10, 13, 15, 16, 20, 30, 32, 50, 60, 63, 100, 125)
"""Rated currents in which plugs and breakers are made."""

NORTH_AMERICAN: Final = frozenset({15, 20, 30, 50, 60, 100})
"""Of these, the ones of North American practice, where 80 % may flow continuously."""

VOLTS: Final = frozenset({100, 110, 115, 120, 200, 208, 220, 230, 240})
"""Single-phase mains voltages that a text may name for an inlet that fits several."""

_LOOSE_LIMIT_W: Final = 12_000.0
"""Beyond this no single supply of the library's devices is plausible, whatever its inlet."""


def inlet_of(name: str) -> Inlet | None:
    """Return what a type of the library says; None if it fixes nothing.

    Files of earlier years call an inlet by the outlet that goes into it, C13 for C14.
    """
    name = name.lower()
    name = _MATES.get(name, name)
    if name in _APPLIANCE:
        label, amps = _APPLIANCE[name]
        return Inlet(label, amps=amps, standard=IEC_60320)
    if name.startswith("iec-60309-") and name[10:] in _CLOCK:
        volts, phases, delta, poles = _CLOCK[name[10:]]
        return Inlet(
            f"IEC 60309 {poles} {name[-2:]}", volts, None, phases, delta, standard=IEC_60309
        )
    if name in _CALIFORNIA:
        volts, phases, delta = _CALIFORNIA[name]
        return Inlet(name.upper(), volts, 50, phases, delta, standard="CS6365C/CS8365C series")
    found = _NEMA.fullmatch(name)
    if found and found[2] in _NEMA_FAMILIES:
        volts, phases, delta = _NEMA_FAMILIES[found[2]]
        label = f"NEMA {found[1].upper()}{found[2]}-{found[3]}P"
        return Inlet(label, volts, float(found[3]), phases, delta, standard=NEMA)
    return None


def label_of(name: str) -> str:
    """Return how people call an inlet: C14, NEMA L6-30P; the library's own word otherwise."""
    inlet = inlet_of(name)
    return inlet.label if inlet else name


def plausible_w(name: str) -> float | None:
    """Return the most one inlet of a type can carry; None where nothing bounds it."""
    if name.startswith("usb"):
        return 240.0  # USB Power Delivery 3.1, extended power range
    inlet = inlet_of(name)
    if inlet is not None:
        # 125 A is the largest size of IEC 60309.
        sized = inlet if inlet.amps else Inlet(inlet.label, inlet.volts, 125, inlet.phases)
        return sized.limit_w()
    return None if name in _OPEN_ENDED else _LOOSE_LIMIT_W
