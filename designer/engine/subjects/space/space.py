"""Rack units, depth and mass of what is in a rack."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from designer.catalog.depth import (
    BehindDevices,
    are_beside,
    behind_devices,
    half_of,
    meeting,
    most_depth,
)
from designer.catalog.figures import RAILS_MM, RackFigures
from designer.catalog.lost_parts import least_half_u, lost_ref
from designer.catalog.part import Part
from designer.catalog.part_bounds import depth_figure
from designer.engine.assumptions import Assumptions
from designer.engine.filling import Filled, Item, height_is_open
from designer.engine.results import Key
from designer.engine.subjects.space.mass import Mass, mass_of
from designer.model.design import Side
from designer.model.figure_words import amount
from designer.model.figures import Figure, exact, missing, stated, total, within
from designer.model.units import u_text

LOWEST_HALF_U = 2
"""U1."""


class Above(NamedTuple):
    """A part that hangs next above one whose height nobody states.

    Attributes
    ----------
    part, below
        Ids of the two.
    ref
        The input that would state the height.
    """

    part: str
    below: str
    ref: str


@dataclass(frozen=True)
class Space:
    """Room that devices take, and where they do not fit.

    Attributes
    ----------
    u_used
        Units that devices take; where nobody states how high some are, or of what part they are,
        at least half a unit each.
    static_kg
        What the rack carries standing, and nothing else said: what stands in it and itself.
    dynamic_kg
        What it may weigh when it is rolled; None for a rack that is sold filled, which its maker
        moves as it is.
    panels
        Units that blanking panels close: no device takes them.
    reserved
        Units that are taken for what is yet to come, and open until then.
    half_open
        Units of which one half of the width is taken and the other is open.
    u_total
        Units that it offers; 0 for what offers none, as a rack that is sold filled.
    too_wide
        Devices for wider rails than those of the rack, in words.
    depth_open
        Inputs that leave open whether devices fit the depth.
    height_open
        Parts in the rails whose height nobody states: id, and the input that would state it.
    above_open
        What hangs next above such a part: it may be in its place.
    behind
        Rack PDUs too wide for the sides of the rack that do not fit behind its devices, or may not.
    """

    u_used: Figure
    u_total: Figure
    mass: Mass
    static_kg: Figure
    dynamic_kg: Figure | None
    clashes: tuple[str, ...]
    too_deep: tuple[str, ...]
    too_wide: tuple[str, ...] = ()
    depth_open: tuple[str, ...] = ()
    height_open: tuple[tuple[str, str], ...] = ()
    above_open: tuple[Above, ...] = ()
    behind: tuple[BehindDevices, ...] = ()
    half_open: float = 0.0
    panels: float = 0.0
    reserved: float = 0.0

    @property
    def mass_kg(self) -> Figure:
        """What stands here weighs, with its cables and coolant."""
        return self.mass.whole_kg


@dataclass(frozen=True)
class _Mounted:
    """A device in the rails: of a part that states its height, or not, or that is not known."""

    item: Item
    part: Part | None

    @property
    def name(self) -> str:
        return self.part.name if self.part else self.item.part

    @property
    def height(self) -> int:
        """Half units that it states; 0 where nobody states them."""
        return self.part.height_half_u if self.part else 0

    @property
    def least(self) -> int:
        """Half units that it takes for certain."""
        return least_half_u(self.part)

    @property
    def full_depth(self) -> bool:
        """Whether it is known to leave no room behind it."""
        return self.part is not None and self.part.full_depth

    @property
    def side(self) -> Side:
        """The half of the width that it takes; empty for all of it."""
        return half_of(self.part, self.item.side)

    @property
    def reserves(self) -> bool:
        """Whether it stands for what is yet to come."""
        return self.part is not None and self.part.traits.reserves

    @property
    def closes(self) -> bool:
        """Whether it is a blanking panel: it takes no unit from what is yet to come."""
        return self.part is not None and self.part.traits.closes_units

    @property
    def height_ref(self) -> str:
        """The input that says how high it is."""
        return lost_ref(self.item.part) if self.part is None else f"{self.part.id}.height_half_u"


SPACE: Key[Space] = Key("space")


def space_of(filled: Filled, site: Assumptions) -> Space:
    """Return the room that a rack's devices take."""
    figures = filled.rack_part.rack if filled.rack_part else None
    units = figures.units if figures else 0
    mounted = _mounted(filled)
    too_deep, depth_open = _too_deep(filled, mounted)
    return Space(
        u_used=_units_used([m for m in mounted if not m.closes]),
        u_total=_units(filled),
        mass=mass_of(filled, site),
        static_kg=_rating(filled, "static_kg"),
        dynamic_kg=None if sold_filled(filled) else _rating(filled, "dynamic_kg"),
        clashes=_clashes(mounted, units, most_depth(filled.rack_part)),
        too_deep=too_deep,
        too_wide=tuple(_too_wide(figures, mounted)),
        depth_open=depth_open,
        height_open=tuple(sorted({(m.item.part, m.height_ref) for m in mounted if not m.height})),
        above_open=tuple(sorted(set(_above(mounted)))),
        behind=tuple(_behind(filled, mounted)),
        half_open=_half_open(mounted),
        panels=_closed(mounted),
        reserved=sum(m.height for m in mounted if m.reserves) / 2,
    )


def _behind(filled: Filled, mounted: list[_Mounted]) -> Iterator[BehindDevices]:
    """Yield rack PDUs that do not fit beside or behind the devices, or may not."""
    rack = filled.rack_part
    if rack is None or rack.rack is None or rack.traits.draws_it_power:
        return
    hung = (part for item, part in filled.known if item.face == "zero-u")
    parts = (m.part for m in mounted if m.part is not None)
    yield from behind_devices(rack, hung, parts, usable_depth(rack, rack.id))


def _mounted(filled: Filled) -> list[_Mounted]:
    """Return what hangs in the rails, lowest first, with what the catalogue lacks."""
    parts = {part.id: part for _, part in filled.known}
    found = (
        _Mounted(item, parts.get(item.part))
        for item in filled.contents.items
        if item.face in ("front", "rear")
    )
    return [m for m in found if m.part is None or m.height or height_is_open(m.item, m.part)]


def _above(mounted: list[_Mounted]) -> Iterator[Above]:
    """Yield what hangs next above a device of no known height, where it may be in its place."""
    for at, one in enumerate(mounted):
        if one.height:
            continue
        free = (m for m in mounted[at + 1 :] if m.item.half_u >= one.item.half_u + one.least)
        above = next((m for m in free if _may_meet(one, m)), None)
        if above is not None:
            yield Above(above.item.part, one.item.part, one.height_ref)


def _may_meet(one: _Mounted, other: _Mounted) -> bool:
    """Return whether two devices at one height may want the same space."""
    if are_beside(one.side, other.side):
        return False
    unknown = one.part is None or other.part is None
    return one.item.face == other.item.face or unknown or one.full_depth or other.full_depth


def _units_used(mounted: list[_Mounted]) -> Figure:
    """Return the units that devices in the rails take, each place once.

    A unit of which one half of the width is taken is taken: nothing of the whole width goes there.
    """
    taken = {half for m in mounted for half in range(m.item.half_u, m.item.half_u + m.height)}
    known = exact(len(taken) / 2, "U")
    lowest: dict[str, int] = {}
    for m in mounted:
        if not m.height:
            lowest[m.height_ref] = lowest.get(m.height_ref, 0) + (m.item.half_u not in taken)
            taken.add(m.item.half_u)
    if not lowest:
        return known
    open_ = (missing(ref, "U", number / 2) for ref, number in lowest.items())
    return total((known, *open_))


def _closed(mounted: list[_Mounted]) -> float:
    """Return the units that blanking panels close, and no device takes."""
    closed: set[int] = set()
    taken: set[int] = set()
    for m in mounted:
        (closed if m.closes else taken).update(range(m.item.half_u, m.item.half_u + m.least))
    return len(closed - taken) / 2


def _half_open(mounted: list[_Mounted]) -> float:
    """Return the units of which one half of the width is taken and the other is open."""
    if not any(m.side for m in mounted):
        return 0.0
    taken: dict[str, set[int]] = {"left": set(), "right": set(), "": set()}
    for m in mounted:
        taken[m.side].update(range(m.item.half_u, m.item.half_u + m.least))
    return len((taken["left"] ^ taken["right"]) - taken[""]) / 2


def sold_filled(filled: Filled) -> bool:
    """Return whether a maker filled the rack, so that its parts are what it was built for."""
    return filled.rack_part is not None and filled.rack_part.traits.draws_it_power


def built_as_sold(filled: Filled) -> bool:
    """Return whether a rack is sold filled and nothing was added to it."""
    return sold_filled(filled) and not filled.contents.items


def _rating(filled: Filled, name: str) -> Figure:
    part = filled.rack_part
    if part is None:
        return missing(lost_ref(filled.contents.rack_part), "kg")
    value = getattr(part.rack, name) if part.rack else None
    return stated(value, f"{part.id}.rack.{name}", "kg")


def _units(filled: Filled) -> Figure:
    """Return the units that a rack offers; of one that is sold filled only those it states."""
    part = filled.rack_part
    if part is None:
        return missing(lost_ref(filled.contents.rack_part), "U")
    if part.rack is not None:
        return exact(float(part.rack.units), "U", f"{part.id}.rack")
    offers = part.traits.contains and not part.traits.draws_it_power
    return missing(f"{part.id}.rack", "U") if offers else exact(0.0, "U", f"{part.id}.rack")


def usable_depth(rack: Part | None, rack_id: str) -> Figure:
    """Return the depth that a rack takes, mm: that of a lost one is not known."""
    return missing(lost_ref(rack_id), "mm") if rack is None else depth_figure(rack)


def _too_deep(filled: Filled, mounted: list[_Mounted]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return devices that are too deep, in words, and what leaves it open of others."""
    depth = usable_depth(filled.rack_part, filled.contents.rack_part)
    deep: dict[str, None] = {}
    open_on: dict[str, None] = {}
    for part_id, part in {m.item.part: m.part for m in mounted}.items():
        if part is None:
            open_on[lost_ref(part_id)] = None
            continue
        if part.traits.reserves:
            continue
        verdict = within(stated(part.depth_mm, f"{part.id}.depth_mm", "mm"), depth)
        if verdict.answer == "no":
            takes = amount(depth, 0)
            deep[f"{part.name} is {part.depth_mm} mm deep, the rack takes {takes} mm"] = None
        elif verdict.answer == "open":
            open_on |= dict.fromkeys(verdict.because)
    return tuple(deep), tuple(open_on)


def _too_wide(rails: RackFigures | None, mounted: list[_Mounted]) -> Iterator[str]:
    """Yield devices for wider rails than those of the rack, in words."""
    if rails is None:
        return
    for part in dict.fromkeys(m.part for m in mounted if m.part is not None):
        if RAILS_MM[part.rails] > rails.widest_mm:
            yield f"{part.name} is for rails of 21 inches, the rack has those of 19"


def _clashes(mounted: list[_Mounted], units: int, most_mm: int | None) -> tuple[str, ...]:
    """Return devices outside the rails or in one another's place, in words.

    Where nobody states a height, only what is so whatever it is: that of the lowest half unit.
    Two in different halves of the width share one. Front and rear do only where both are
    less than full depth, and together no deeper than the rack takes.
    """
    found = []
    top = LOWEST_HALF_U + 2 * units
    for at, one in enumerate(mounted):
        half_u = one.item.half_u
        end = half_u + one.least
        if units and (half_u < LOWEST_HALF_U or end > top):
            found.append(f"{one.name} at {u_text(half_u, one.least)} is outside U1–U{units}")
        for other in mounted[at + 1 :]:
            low = other.item.half_u
            if low >= end:
                break  # lowest first: nothing further up can reach down here
            if are_beside(one.side, other.side):
                continue
            same = one.item.face == other.item.face
            if meeting(one.part, other.part, most_mm, same_face=same) == "yes":
                span = u_text(low, min(end - low, other.least))
                found.append(f"{span} held by {one.name} and {other.name}")
    return tuple(found)
