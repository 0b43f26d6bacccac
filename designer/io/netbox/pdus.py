"""A rack PDU's volts, amps and phases, as far as its inlet's type and its text fix them."""

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from designer.io.netbox.inlets import NORTH_AMERICAN, SIZES, Inlet, inlet_of
from designer.io.netbox.safe_yaml import Table
from designer.io.netbox.schema import Fields

_AMPS: Final = re.compile(r"(?<![\w.,-])(\d{2,3}) ?(?:A|amps?|Amps?|amperes?)(?![\w-])")
_SAME: Final = 0.01
"""Watts that are a standard current times the inlet's volts to this share are that current's."""

_LEGS: Final = ("A", "B", "C")


@dataclass(slots=True)
class Pdu:
    """What a file says of a rack PDU.

    Attributes
    ----------
    figures
        Fields of `PduFigures`; empty if volts or amps are not fixed.
    basis
        Where volts and amps are from.
    remarks
        Sentences for the part's note.
    """

    figures: dict[str, Any] = field(default_factory=dict)
    basis: str = ""
    standard: str = ""
    remarks: list[str] = field(default_factory=list)


def pdu_of(fields: Fields, outlets: list[Table], spoken: str) -> Pdu:
    """Return what follows from a PDU's inlet, outlets and text.

    Parameters
    ----------
    spoken
        Model and description, where makers name the amps.
    """
    notes = fields.notes
    ports = fields.items("power-ports")
    kinds = Counter(Fields(outlet, notes).text("type").lower() for outlet in outlets)
    others = sum(kinds.values()) - kinds["iec-60320-c13"] - kinds["iec-60320-c19"]
    pdu = Pdu()
    plugs = {"C13": kinds["iec-60320-c13"], "C19": kinds["iec-60320-c19"], "others": others}
    words = [f"{count} x {name}" for name, count in plugs.items() if count]
    pdu.remarks.append(f"Outlets: {', '.join(words)}.")
    inlet = _inlet(fields, ports)
    _legs(fields, outlets, inlet)
    if inlet is None:
        return pdu
    amps, basis = _amps(inlet, ports, fields, spoken)
    if inlet.volts is None or amps is None:
        missing = "volts" if inlet.volts is None else "amps"
        notes.add(
            "pdu-unrated",
            f"the inlet {inlet.label} does not fix the {missing}, and its text names none",
            "fill in pdu from the maker's sheet",
            ports[0],
        )
        pdu.remarks.append(f"Inlet {inlet.label}; volts and amps are not filed.")
        return pdu
    pdu.figures = {
        "volts": inlet.volts,
        "amps": amps,
        "phases": inlet.phases,
        "standard": "nec" if amps in NORTH_AMERICAN else "iec",
        "outlets_c13": kinds["iec-60320-c13"],
        "outlets_c19": kinds["iec-60320-c19"],
        "plug": inlet.label,
    }
    pdu.basis, pdu.standard = basis, inlet.standard
    notes.add(
        "pdu-derived",
        f"{inlet.volts:g} V {amps:g} A, {inlet.phases}-phase follow from {inlet.label}{basis}",
        "check against the maker's sheet",
        ports[0],
    )
    return pdu


def _inlet(fields: Fields, ports: list[Table]) -> Inlet | None:
    notes = fields.notes
    kinds = {Fields(port, notes).text("type").lower() for port in ports}
    inlet = inlet_of(next(iter(kinds))) if len(kinds) == 1 and len(ports) == 1 else None
    if inlet is None:
        said = "no inlet" if not ports else f"{len(ports)} inlets ({', '.join(sorted(kinds))})"
        notes.add(
            "pdu-unrated",
            f"{said}: volts, amps and phases are not fixed",
            "fill in pdu from the maker's sheet",
            fields.at("power-ports"),
        )
    return inlet


def _amps(
    inlet: Inlet, ports: list[Table], fields: Fields, spoken: str
) -> tuple[float | None, str]:
    """Return amps and where they are from: the type, the text, or watts that fit one size."""
    if inlet.amps is not None and inlet.volts is not None:
        return inlet.amps, ""
    said = {int(found) for found in _AMPS.findall(spoken)} & set(SIZES)
    if len(said) == 1:
        return float(said.pop()), " and its own text"
    draw = Fields(ports[0], fields.notes).number("maximum_draw")
    if draw and inlet.volts:
        amps = draw / inlet.volts / (3**0.5 if inlet.phases == 3 else 1)
        for size in SIZES:
            if abs(amps - size) <= _SAME * size:
                return float(size), f" and its {draw:g} W"
    return None, ""


def _legs(fields: Fields, outlets: list[Table], inlet: Inlet | None) -> None:
    """Say what the outlets' feed legs can and cannot mean; they are not taken over."""
    notes = fields.notes
    legs = Counter(Fields(outlet, notes).text("feed_leg").upper() for outlet in outlets)
    strange = sorted(leg for leg in legs if leg and leg not in _LEGS)
    if strange:
        notes.add(
            "bad-value",
            f"feed_leg {strange[0]!r} is none of A, B, C",
            "",
            fields.at("power-outlets"),
        )
    used = [leg for leg in _LEGS if legs[leg]]
    if not used or inlet is None:
        return
    place = fields.at("power-outlets")
    if inlet.phases == 1 and len(used) > 1:
        notes.add(
            "legs-are-banks",
            f"feed legs {'/'.join(used)} behind the single-phase {inlet.label}: breaker banks, no "
            "phases",
            at=place,
        )
    elif inlet.phases == 3 and len(used) == 1 and len(outlets) >= len(_LEGS):
        notes.add(
            "one-leg",
            f"all {legs[used[0]]} outlets on leg {used[0]} of the three-phase {inlet.label}: legs "
            "cannot be right",
            "do not balance by them",
            place,
        )
    if inlet.delta:
        notes.add(
            "delta",
            f"{inlet.label} has no neutral: outlets sit between two lines, legs A/B/C name pairs",
            at=place,
        )
