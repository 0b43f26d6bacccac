"""Who wants whose space in the width and depth of a rack: the one rule that places and checks.

Depths are mm. A rack takes what its part states as usable; where nobody states that, no more than
its own depth is sure to be too much.
"""

from collections.abc import Iterable, Iterator
from math import inf
from typing import Final, Literal, NamedTuple

from designer.catalog.catalog import Catalog
from designer.catalog.lost_parts import least_half_u
from designer.catalog.part import Part
from designer.catalog.part_bounds import depth_figure
from designer.model.design import Face, Side
from designer.model.figure_words import words
from designer.model.figures import Figure, Verdict, exact, stated, total, within
from designer.model.layout import Layout
from designer.model.units import u_text

Meeting = Literal["yes", "no", "open"]

PANEL_MM: Final = 482.6
"""Width of a panel of 19 inches (EIA-310)."""


class BehindDevices(NamedTuple):
    """A rack PDU that is too wide for the sides of its rack: whether it fits behind the devices.

    Attributes
    ----------
    side, deep
        What is free beside the devices, and what it and the deepest of them take, mm.
    """

    pdu: Part
    side: Figure
    deep: Figure
    verdict: Verdict


class Hung(NamedTuple):
    """Something in a rack: its key, its name, its part (None of a lost one) and its place."""

    key: str
    name: str
    part: Part | None
    face: Face
    half_u: int
    side: Side = ""


class DepthConflict(NamedTuple):
    """What wants space that it does not have: `error`, `warning`, or `unknown` where it is open."""

    keys: tuple[str, ...]
    state: str
    text: str


def most_depth(rack: Part | None) -> int | None:
    """Return the depth that a rack takes at most, mm; None where nobody knows it."""
    if rack is None:
        return None
    return (rack.rack.usable_depth_mm if rack.rack else None) or rack.depth_mm


def half_of(part: Part | None, side: Side) -> Side:
    """Return the half of the width that a device takes; empty where it takes all of it.

    One that stands in a half and whose part takes the whole width takes the whole; of a lost part
    the design is believed.
    """
    return side if part is None or part.half_width else ""


def are_beside(one: Side, other: Side) -> bool:
    """Return whether two devices share no width: one in the left half, the other in the right."""
    return bool(one and other) and one != other


def meeting(one: Part | None, other: Part | None, most: int | None, *, same_face: bool) -> Meeting:
    """Return whether two devices at one height want the same space.

    Parameters
    ----------
    most
        What `most_depth` says of their rack.
    same_face
        Whether both hang at the same rails, the front ones or the rear ones.
    """
    if same_face or (one and one.full_depth) or (other and other.full_depth):
        return "yes"
    if one is None or other is None or not one.depth_mm or not other.depth_mm or not most:
        return "open"
    return "yes" if one.depth_mm + other.depth_mm > most else "no"


def behind_devices(
    rack: Part, pdus: Iterable[Part], devices: Iterable[Part], usable: Figure
) -> Iterator[BehindDevices]:
    """Yield rack PDUs that do not fit beside the devices or behind the deepest, or may not.

    Parameters
    ----------
    pdus
        Those that hang beside the rails; only what states its size is asked.
    devices
        What hangs in the rails.
    usable
        Depth that the rack takes.
    """
    sized = {p.id: p for p in pdus if p.width_mm is not None and p.depth_mm is not None}
    deepest = max(devices, key=lambda part: part.depth_mm or inf, default=None)
    if not sized or deepest is None:
        return
    side = stated(rack.width_mm, f"{rack.id}.width_mm", "mm").minus(exact(PANEL_MM, "mm"))
    for pdu in sized.values():
        beside = within(stated(pdu.width_mm, f"{pdu.id}.width_mm", "mm"), side.times(0.5))
        if beside.answer == "yes":
            continue
        deep = total(
            [stated(one.depth_mm, f"{one.id}.depth_mm", "mm") for one in (deepest, pdu)], "mm"
        )
        verdict = within(deep, usable)
        if beside.answer == "open" and verdict.answer == "no":
            verdict = beside
        if verdict.answer != "yes":
            yield BehindDevices(pdu, side.times(0.5), deep, verdict)


def depth_conflicts(rack: Part | None, hung: Iterable[Hung]) -> tuple[DepthConflict, ...]:
    """Return what in a rack has not the depth that it wants, and what may not have it.

    The same places are refused to a device that is dropped, and found by F01 and F09; an open one
    is neither refused nor found.
    """
    if rack is None or rack.rack is None:
        return ()
    held = list(hung)
    mounted = sorted(
        (it for it in held if it.face in ("front", "rear")), key=lambda it: (it.half_u, it.key)
    )
    return (*_too_deep(rack, mounted), *_met(rack, mounted), *_pdus(rack, held, mounted))


def conflicts_in(layout: Layout, catalog: Catalog, rack_id: str) -> tuple[DepthConflict, ...]:
    """Return the conflicts of depth in a rack of a design; none of one that is not there."""
    rack = layout.racks.get(rack_id)
    if rack is None:
        return ()
    held = layout.in_rack(rack_id)
    return depth_conflicts(
        catalog.get(rack.part),
        (Hung(it.key, it.name, catalog.get(it.part), it.face, it.half_u, it.side) for it in held),
    )


def _too_deep(rack: Part, mounted: list[Hung]) -> Iterator[DepthConflict]:
    for it in mounted:
        deep = stated(it.part.depth_mm, f"{it.part.id}.depth_mm", "mm") if it.part else None
        takes = depth_figure(rack)
        if deep is not None and within(deep, takes).answer == "no":
            text = f"{it.name} is {words(deep, 0)} deep, the rack takes {words(takes, 0)}"
            yield DepthConflict((it.key,), "error", text)


def _met(rack: Part, mounted: list[Hung]) -> Iterator[DepthConflict]:
    most = most_depth(rack)
    for at, one in enumerate(mounted):
        end = one.half_u + least_half_u(one.part)
        for other in mounted[at + 1 :]:
            if other.half_u >= end:
                break
            if are_beside(half_of(one.part, one.side), half_of(other.part, other.side)):
                continue
            answer = meeting(one.part, other.part, most, same_face=one.face == other.face)
            least = least_half_u(other.part)
            if answer == "no" or least <= 0:
                continue
            span = u_text(other.half_u, min(end - other.half_u, least))
            text = f"{span}: {_wish(one, other, most)}"
            yield DepthConflict(
                (one.key, other.key), "error" if answer == "yes" else "unknown",
                text if answer == "yes" else f"{text}: whether both fit cannot be said",
            )  # fmt: skip


def _wish(one: Hung, other: Hung, most: int | None) -> str:
    """Return what two devices at one height want."""
    both = f"{one.name} and {other.name}"
    if one.face == other.face:
        return f"{both} want the same place at the {one.face}"
    for it in (one, other):
        if it.part is not None and it.part.full_depth:
            return f"{both} meet, {it.name} takes the full depth"
    for it in (one, other):
        if it.part is None or not it.part.depth_mm:
            return f"{both} share it, and nobody states the depth of {it.name}"
    if not most or one.part is None or other.part is None:
        return f"{both} share it, and nobody states the depth of the rack"
    ends = [stated(p.depth_mm, f"{p.id}.depth_mm", "mm") for p in (one.part, other.part)]
    return f"{both} need {words(total(ends, 'mm'), 0)}, the rack takes {most:,} mm"


def _pdus(rack: Part, held: list[Hung], mounted: list[Hung]) -> Iterator[DepthConflict]:
    beside = [it for it in held if it.face == "zero-u" and it.part is not None]
    parts = [it.part for it in mounted if it.part is not None]
    for one in behind_devices(
        rack, (it.part for it in beside if it.part), parts, depth_figure(rack)
    ):
        keys = tuple(it.key for it in beside if it.part is one.pdu)
        if one.verdict.answer == "no":
            text = (
                f"{one.pdu.name} does not fit beside the devices, and behind the deepest it "
                f"takes {words(one.deep, 0)} of the rack"
            )
            yield DepthConflict(keys, "warning", text)
        else:
            text = f"whether {one.pdu.name} fits beside or behind the devices cannot be said"
            yield DepthConflict(keys, "unknown", text)
