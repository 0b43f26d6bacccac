"""A rack PDU's volts, amps and phases, as far as its inlet's type and its text fix them."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from designer.io.netbox.inlets import NORTH_AMERICAN, SIZES, VOLTS, Inlet, inlet_of
from designer.io.netbox.safe_yaml import Table
from designer.io.netbox.schema import Fields

_AMPS: Final = re.compile(r"(?<![\w.,-])(\d{2,3}) ?(?:A|amps?|Amps?|amperes?)(?![\w-])")
_SAME: Final = 0.01
"""Watts that are a standard current times the inlet's volts to this share are that current's."""

_RATING: Final = re.compile(r"(?<![\w.,-])(\d{1,3}(?:\.\d{1,2})?) ?k(?:VA|W)(?![\w-])")
_VOLTS: Final = re.compile(r"(?<![\w.,/-])(\d{3}) ?V(?:AC|ac)?(?![\w/-])")
_LINK: Final = re.compile(r"https?://\S+")
_CONTINUOUS: Final = 0.8
"""Of a North American plug, what a text may name instead of its size (NEC 210.20, 215.3)."""

_EXCESS: Final = 1.03
_CHECK: Final = "check the inlet against the maker's sheet"
_BOTH: Final = frozenset({"hdot-cx", "eaton-c39"})
"""Outlets that take the plug of a C14 cord and that of a C20 cord."""

_ALIKE: Final = "for C14 and C20 plugs alike"

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
        Model, description and comments, where makers name amps and volts.
    """
    notes = fields.notes
    spoken = _LINK.sub(" ", spoken)
    ports = fields.items("power-ports")
    plugs = _plugs(Fields(outlet, notes).text("type").lower() for outlet in outlets)
    words = [f"{count} x {name}" for name, count in plugs.items() if count]
    pdu = Pdu(remarks=[f"Outlets: {', '.join(words)}."])
    inlet = _inlet(fields, ports)
    _legs(fields, outlets, inlet)
    if inlet is None:
        return pdu
    volts, by_text = _volts(inlet, spoken)
    draw = Fields(ports[0], notes).number("maximum_draw")
    amps, basis = _amps(inlet, volts, draw, spoken)
    most = inlet.limit_w()
    if most is None and volts and amps:
        most = _watts(inlet, volts, amps)
    if most and draw and draw > _EXCESS * most:
        notes.add("pdu-differs", f"maximum_draw {draw:,.0f} W, but {inlet.label} carries at most "
                  f"{most:,.0f} W", _CHECK, ports[0])  # fmt: skip
    if volts is None or amps is None:
        missing = "volts" if volts is None else "amps"
        odd = f"; {draw:g} W at {volts:g} V are no size of plug" if draw and volts else ""
        notes.add(
            "pdu-unrated",
            f"the inlet {inlet.label} does not fix the {missing}, and its text names none{odd}",
            "fill in pdu from the maker's sheet",
            ports[0],
        )
        pdu.remarks.append(f"Inlet {inlet.label}; volts and amps are not filed.")
        return pdu
    pdu.figures = {
        "volts": volts,
        "amps": amps,
        "phases": inlet.phases,
        "standard": "nec" if amps in NORTH_AMERICAN else "iec",
        "plug": inlet.label,
    }
    pdu.figures |= _counts(plugs, fields)
    pdu.basis, pdu.standard = basis or by_text, inlet.standard
    notes.add(
        "pdu-derived",
        f"{volts:g} V {amps:g} A, {inlet.phases}-phase follow from {inlet.label}{pdu.basis}",
        "check against the maker's sheet",
        ports[0],
    )
    differs = _otherwise_said(amps, spoken)
    if differs:
        notes.add("pdu-differs", f"its text names {differs}, its inlet {inlet.label} carries "
                  f"{amps:g} A", _CHECK, ports[0])  # fmt: skip
    return pdu


def _counts(plugs: Counter[str], fields: Fields) -> dict[str, int]:
    """Return the counts of outlets; none where a count of plain ones would say too few."""
    if not plugs[_ALIKE]:
        return {"outlets_c13": plugs["C13"], "outlets_c19": plugs["C19"]}
    fields.notes.add("outlets", f"{plugs[_ALIKE]} outlets take C14 and C20 plugs alike; no count "
                     "of each", at=fields.at("power-outlets"))  # fmt: skip
    return {}


def _otherwise_said(amps: float, spoken: str) -> str:
    """Return the amps that a text names if none of them is the inlet's, full or continuous."""
    said = _amps_said(spoken)
    if amps in said or amps * _CONTINUOUS in said:
        return ""
    return " and ".join(f"{found} A" for found in sorted(said))


def _plugs(types: Iterable[str]) -> Counter[str]:
    """Return how many outlets there are of each kind a plan tells apart."""
    names = {"iec-60320-c13": "C13", "iec-60320-c19": "C19"}
    return Counter(_ALIKE if kind in _BOTH else names.get(kind, "others") for kind in types)


def _inlet(fields: Fields, ports: list[Table]) -> Inlet | None:
    notes = fields.notes
    kinds = {Fields(port, notes).text("type").lower() for port in ports}
    inlet = inlet_of(next(iter(kinds))) if len(kinds) == 1 and len(ports) == 1 else None
    if inlet is None:
        said = "no inlet" if not ports else _some_inlets(len(ports), kinds)
        notes.add(
            "pdu-unrated",
            f"{said}: volts, amps and phases are not fixed",
            "fill in pdu from the maker's sheet",
            fields.at("power-ports"),
        )
    return inlet


def _some_inlets(count: int, kinds: set[str]) -> str:
    return f"{count} inlet{'s' if count > 1 else ''} ({', '.join(sorted(kinds))})"


def _volts(inlet: Inlet, spoken: str) -> tuple[float | None, str]:
    """Return volts and where they are from: the type, or a text that names one voltage only."""
    if inlet.volts is not None:
        return inlet.volts, ""
    said = {int(found) for found in _VOLTS.findall(spoken)} & VOLTS
    return (float(said.pop()), " and its own text") if len(said) == 1 else (None, "")


def _amps(
    inlet: Inlet, volts: float | None, draw: float | None, spoken: str
) -> tuple[float | None, str]:
    """Return amps and where they are from: the type, the text, or watts that fit one size."""
    if inlet.amps is not None:
        return inlet.amps, ""
    said = _amps_said(spoken)
    if len(said) == 1:
        return float(said.pop()), " and its own text"
    if volts:
        rated = {float(found) for found in _RATING.findall(spoken)}
        if len(rated) == 1 and (size := _size_of(1000 * rated.pop(), volts, inlet)):
            return size, " and its own text"
        if draw and (size := _size_of(draw, volts, inlet)):
            return size, f" and its {draw:g} W"
    return None, ""


def _amps_said(spoken: str) -> set[int]:
    return {int(found) for found in _AMPS.findall(spoken)} & set(SIZES)


def _size_of(watts: float, volts: float, inlet: Inlet) -> float | None:
    """Return the size of plug that carries so many watts, not less and not more."""
    amps = watts / _watts(inlet, volts, 1.0)
    return next((float(size) for size in SIZES if abs(amps - size) <= _SAME * size), None)


def _watts(inlet: Inlet, volts: float, amps: float) -> float:
    return volts * amps * (3**0.5 if inlet.phases == 3 else 1)


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
