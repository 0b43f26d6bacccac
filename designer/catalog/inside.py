"""What stands inside a part that is sold filled: units in its rails, and what runs behind them.

The filled part owns power, mass and heat; a unit inside adds nothing to any sum. A unit whose place
nobody publishes has a count and no spans. Pure.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from designer.catalog.kinds import ColourRole
from designer.model.figure_words import UNKNOWN
from designer.model.plural import plural
from designer.model.record import Record
from designer.model.units import RACK_UNIT_MM

InsideKind = Literal[
    "compute-tray",
    "switch-tray",
    "power-shelf",
    "battery-shelf",
    "management-switch",
    "busbar",
    "manifold",
    "cable-cartridge",
    "other",
]
Span = tuple[int, int]
NOT_PUBLISHED: Final = "position not published"


class InsideUnit(Record):
    """Units of one sort inside a filled part.

    Attributes
    ----------
    name
        What one of them is called; unlike those of the others inside.
    part
        Id of the part that has their figures, such as ports; empty if the catalogue has none.
    count
        How many; None where nobody says.
    height_half_u
        Of one, in half units; 0 for what takes no rack units and stands behind the others, and for
        what stands in the rails at a height that nobody tells.
    spans
        Where they stand without a space between, as lowest and highest rack unit; empty where no
        source says.
    holds, power, network, coolant
        In words: what one holds, and where it is connected.
    """

    name: str
    kind: InsideKind
    part: str = ""
    count: int | None = None
    height_half_u: int = 0
    spans: tuple[Span, ...] = ()
    holds: str = ""
    power: str = ""
    network: str = ""
    coolant: str = ""

    @property
    def is_power_shelf(self) -> bool:
        """Whether it is what brings power to the bus bar."""
        return INSIDE_KINDS[self.kind].counted == "power_shelves"

    @property
    def behind(self) -> bool:
        """Whether it takes no rack units: a bus bar, a manifold."""
        return not self.height_half_u and not INSIDE_KINDS[self.kind].in_rails

    @property
    def half_us(self) -> tuple[int, ...]:
        """The first half unit of each, lowest first (2 is the floor of U1); empty if not known."""
        if not self.height_half_u:
            return ()
        return tuple(
            half_u
            for low, high in sorted(self.spans)
            for half_u in range(2 * low, 2 * high + 2, self.height_half_u)
        )

    @property
    def words(self) -> str:
        """How many of them: `18 × compute tray`, `— × coolant manifold` where nobody counts."""
        if self.count == 1:
            return self.name
        return f"{UNKNOWN if self.count is None else self.count} × {self.name}"

    @property
    def connections(self) -> str:
        """What one holds and where it is connected, in one line."""
        wired = (
            ("power", self.power),
            ("network", self.network),
            ("coolant", self.coolant),
        )
        return "; ".join(
            filter(None, (self.holds, *(f"{what}: {words}" for what, words in wired if words)))
        )


@dataclass(frozen=True, slots=True)
class InsideTraits:
    """What holds for units of one kind: their colour, and what of the part counts them.

    Attributes
    ----------
    counted
        Field of `ComputeFigures` that states how many a part has; empty if none does.
    in_rails
        Whether they stand in the rails, also where nobody tells how high one is.
    draws
        Whether they draw what supplies and bus bar give; others carry power, and lose some of it.
    """

    colour: ColourRole
    counted: str = ""
    in_rails: bool = False
    draws: bool = False


INSIDE_KINDS: Final[Mapping[InsideKind, InsideTraits]] = {
    "compute-tray": InsideTraits("compute", "compute_trays", in_rails=True, draws=True),
    "switch-tray": InsideTraits("network", "switch_trays", in_rails=True, draws=True),
    "power-shelf": InsideTraits("power", "power_shelves", in_rails=True),
    "battery-shelf": InsideTraits("power", in_rails=True),
    "management-switch": InsideTraits("service", in_rails=True, draws=True),
    "busbar": InsideTraits("power"),
    "manifold": InsideTraits("cooling"),
    "cable-cartridge": InsideTraits("network"),
    "other": InsideTraits("service", draws=True),
}


def span_words(spans: Sequence[Span], sign: str = "U") -> str:
    """Return rack units: `U11–U18, U28–U37`, `U10`.

    Parameters
    ----------
    sign
        Stands before each number.
    """
    ends = ((f"{sign}{low}", f"{sign}{high}") for low, high in sorted(spans))
    return ", ".join(low if low == high else f"{low}–{high}" for low, high in ends)


def free_spans(units: int, inside: Sequence[InsideUnit]) -> tuple[Span, ...]:
    """Return the rack units of which no source says what stands there, lowest first."""
    taken = {
        number
        for unit in inside
        for low, high in unit.spans
        for number in range(low, high + 1)
    }  # fmt: skip
    free = [number for number in range(1, units + 1) if number not in taken]
    found: list[Span] = []
    for number in free:
        if found and found[-1][1] == number - 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return tuple(found)


def inside_problems(
    units: int | None,
    height_mm: int | None,
    inside: Sequence[InsideUnit],
    totals: Mapping[str, int | None],
) -> Iterator[str]:
    """Yield what cannot be of the units inside a part.

    Parameters
    ----------
    units
        Height of its rails in rack units.
    height_mm
        Of the whole part.
    totals
        How many of each kind it states elsewhere, by field of `ComputeFigures`.
    """
    names = [unit.name for unit in inside]
    for name in dict.fromkeys(name for name in names if names.count(name) > 1):
        yield f"{name!r} stands there twice: put all its spans into one"
    if units is not None and height_mm is not None and units * RACK_UNIT_MM > height_mm:
        yield f"{units}U are higher than {height_mm} mm"
    for unit in inside:
        yield from _own_problems(unit, units)
    taken = sorted((low, high, unit.name) for unit in inside for low, high in unit.spans)
    for (_, top, below), (low, _, above) in pairwise(taken):
        if low <= top:
            yield f"{below} and {above} both stand in U{low}"
    needed = sum(unit.count * unit.height_half_u for unit in inside if unit.count is not None)
    if units is not None and needed > 2 * units:
        yield f"units of {needed / 2:g}U do not fit into {units}U"
    yield from _total_problems(inside, totals)


def _own_problems(unit: InsideUnit, units: int | None) -> Iterator[str]:
    if not unit.spans:
        return
    if units is None:
        yield f"{unit.name}: spans need inside_units, the height of the rails"
        return
    if not unit.height_half_u:
        yield f"{unit.name}: what takes no rack units has no spans: give its height"
        return
    if any(not 1 <= low <= high <= units for low, high in unit.spans):
        yield f"{unit.name}: {span_words(unit.spans)} is not within U1–U{units}, lowest first"
        return
    if any((high - low + 1) * 2 % unit.height_half_u for low, high in unit.spans):
        yield f"{unit.name}: {span_words(unit.spans)} is no multiple of its height"
        return
    places = len(unit.half_us)
    if unit.count is not None and places != unit.count:
        where = span_words(unit.spans)
        yield f"{unit.name}: count is {unit.count}, but {where} holds {plural(places, 'place')}"


def _total_problems(
    inside: Sequence[InsideUnit], totals: Mapping[str, int | None]
) -> Iterator[str]:
    for kind, traits in INSIDE_KINDS.items():
        stated = totals.get(traits.counted) if traits.counted else None
        counts = [unit.count for unit in inside if unit.kind == kind]
        known = [count for count in counts if count is not None]
        if stated is None or not counts or len(known) < len(counts):
            continue
        if sum(known) != stated:
            yield f"{sum(known)} of kind {kind}, but compute.{traits.counted} is {stated}"
