"""Units of heat rejection that stand on the plan: how many of which part, and what each takes.

What is drawn goes before what the site counts. Chillers that give their heat to water stand between
the facility water and what gives it off outdoors: their heat, and what they draw, reaches the
others. Each group is asked by itself, with its largest unit lost.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import lost_ref, that_may_be
from designer.catalog.part import Part
from designer.engine.facility_water import from_weather, planned_water
from designer.engine.subject import Facts
from designer.engine.subjects.climate.rejection_units import asked_water, capacity, draw, meets
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.model.figure_cases import spanning, total_but_largest
from designer.model.figure_words import UNKNOWN, words
from designer.model.figures import Figure, exact, missing, product, repeated, total

COMPRESSORS: Final = "rule heat that compressors add to the water of their condensers"


@dataclass(frozen=True)
class Drawn:
    """Units of one part.

    Attributes
    ----------
    water
        What is to leave one on the design day, °C.
    each
        What one takes then, kW.
    """

    part: Part
    number: int
    water: Figure
    each: Figure

    @property
    def words(self) -> str:
        """How many, what each takes, and what they are."""
        if self.each.unknown:
            return f"{self.number} × {self.part.name}"
        return f"{self.number} × {words(self.each, 0)} ({self.part.name})"


@dataclass(frozen=True)
class Group:
    """Units that take one heat together.

    Attributes
    ----------
    perhaps
        Ids of parts that no catalogue has, once for each thing that may be such a unit.
    """

    units: tuple[Drawn, ...]
    perhaps: tuple[str, ...] = ()

    @cached_property
    def number(self) -> int:
        """How many stand for certain."""
        return sum(one.number for one in self.units)

    @cached_property
    def all_kw(self) -> Figure:
        """What all of them take, kW."""
        known = repeated([(one.each, one.number) for one in self.units], "kW")
        return total((known, *self._unsure), "kW")

    @cached_property
    def left_kw(self) -> Figure:
        """What the others take when the largest is lost, kW."""
        each = [one.each for one in self.units for _ in range(one.number)]
        return total_but_largest([*each, *self._unsure], "kW")

    @property
    def _unsure(self) -> list[Figure]:
        return [missing(lost_ref(part), "kW") for part in self.perhaps]

    @property
    def words(self) -> str:
        """What stands, in words."""
        return " and ".join(one.words for one in self.units)


@dataclass(frozen=True)
class DrawnRejection:
    """What stands on the plan to give off the heat; empty groups where nothing does.

    Attributes
    ----------
    outdoors
        Coolers, towers and chillers that give it to the air.
    behind
        Chillers that give it to the water of these.
    unsure
        Inputs that leave open whether more of these stand: parts that no catalogue has, chillers
        of which nobody states what they give their heat to.
    """

    outdoors: Group
    behind: Group
    unsure: tuple[str, ...] = ()

    @property
    def units(self) -> Figure:
        """How many stand, with those that may."""
        perhaps = self.last.perhaps
        unsure = (missing(lost_ref(part), "", 0.0, 1.0) for part in perhaps)
        return total((exact(float(self.outdoors.number + self.behind.number)), *unsure))

    @property
    def last(self) -> Group:
        """Those that give the heat off, as far as any are drawn."""
        return self.outdoors if self.outdoors.units else self.behind

    def __bool__(self) -> bool:
        return bool(self.outdoors.units or self.behind.units)


def drawn_rejection(facts: Facts) -> DrawnRejection:
    """Return the units of heat rejection that stand on the plan, with what each takes."""
    counts = facts[CONTENTS].counts
    standing = [
        (part, number) for part_id, number in sorted(counts.parts.items())
        if (part := facts.catalog.get(part_id)) is not None and part.traits.rejects
    ]  # fmt: skip
    if not standing:
        return DrawnRejection(Group(()), Group(()))
    lost = tuple(that_may_be(counts.lost_things, _rejects).elements())
    unsure = (
        *(f"{part.id}.rejection" for part, _ in standing if _may_be_to_water(part)),
        *dict.fromkeys(map(lost_ref, lost)),
    )
    water_of = partial(_water, facts, [part for part, _ in standing], unsure)
    stated = facts.design.site.rejection_unit_kw if len(standing) == 1 else None
    known = exact(stated, "kW", "site.rejection_unit_kw") if stated is not None else None
    units = [
        Drawn(part, number, water, capacity(facts, part, water) if known is None else known)
        for part, number in standing for water in (water_of(part),)
    ]  # fmt: skip
    behind = tuple(one for one in units if to_water(one.part))
    outdoors = tuple(one for one in units if not to_water(one.part))
    return DrawnRejection(
        Group(outdoors, lost if outdoors else ()), Group(behind, lost if behind else ()), unsure
    )


def _rejects(kind: Kind) -> bool:
    return kind.rejects


def to_water(part: Part) -> bool:
    """Return whether a unit gives its heat to the water of others."""
    return part.rejection is not None and part.rejection.against == "condenser-water"


def _may_be_to_water(part: Part) -> bool:
    return part.traits.chills and part.rejection is None


def _water(facts: Facts, standing: Sequence[Part], unsure: Sequence[str], part: Part) -> Figure:
    """Return the water that is to leave a unit, °C.

    Where chillers to water are drawn, what coolers and towers have the weather for. Coolers beside
    chillers to air take what they can of the facility's water as it is planned. That chillers stand
    behind units and are not drawn only the site can say.
    """
    if part.traits.chills:
        return asked_water(facts, part, None)
    if unsure:
        return missing(unsure[0], "°C")
    if any(map(to_water, standing)):
        made = from_weather(facts.design, facts.catalog)
        return missing("site.heat_rejection", "°C") if made is None else made
    if any(one.traits.chills for one in standing):
        return planned_water(facts.design)
    return asked_water(facts, part, bool(facts.design.site.chillers))


def with_compressors(facts: Facts, heat: Figure, drawn: DrawnRejection) -> Figure:
    """Return the heat that reaches the air: with what compressors of chillers to water draw, kW.

    Of chillers of several parts, as of those that draw most at most and those that do least.
    """
    if drawn.unsure:
        return total((heat, *(missing(ref, "kW") for ref in drawn.unsure)), "kW")
    if not drawn.behind.units:
        return heat
    share = spanning([_share(facts, one) for one in drawn.behind.units])
    return total((heat, product(heat, share, "kW")), "kW")


def _share(facts: Facts, one: Drawn) -> Figure:
    """Return what a chiller draws for each kilowatt that it takes; at part load perhaps less."""
    power = draw(facts, one.part, one.water)
    if power is None or one.each.low <= 0:
        return missing(COMPRESSORS)
    return power.per(one.each)


def conditions(facts: Facts, group: Group) -> Iterator[str]:
    """Yield in words what the units of a group are asked for: air, and water that leaves them."""
    seen = dict.fromkeys(
        (words(meets(facts, one.part), 1), _MET[one.part.rejection.against], words(one.water, 1))
        for one in group.units if one.part.rejection is not None
    )  # fmt: skip
    for met, what, water in seen:
        if UNKNOWN not in (met, water):
            yield f"{met} {what} and water of {water}"


_MET: Final = {
    "dry-bulb": "air", "wet-bulb": "wet bulb", "condenser-water": "condenser water",
}  # fmt: skip
