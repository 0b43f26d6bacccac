"""Heat that the plant outdoors gives off, and whether it does with one of its units lost.

All that is drawn in the hall becomes heat there: that of the racks, and what CDUs, rear doors and
air units draw themselves. What UPS, transformers and distribution lose becomes heat as well, in
rooms that this plant cools, or others: the site may say.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import lost_ref, that_may_be
from designer.catalog.part import Part
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.climate.rejection_units import each_unit
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.facility.drawn_rejection import (
    DrawnRejection,
    Group,
    conditions,
    drawn_rejection,
    with_compressors,
)
from designer.engine.subjects.facility.own_draw import drawn_by
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.upstream.plant import PLANT_POWER
from designer.model.figure_words import told, words
from designer.model.figures import Figure, exact, missing, product, total, within

_OUTDOORS: Final = frozenset({"utility", "generator"})
"""What of the power path stands outdoors, or runs when the mains do not."""
BY_ITSELF: Final = "rule heat that units with a condenser outdoors give off"


@dataclass(frozen=True)
class ToReject:
    """Heat for the plant outdoors, kW.

    Attributes
    ----------
    racks
        What leaves the racks, into liquid and the room.
    units
        What CDUs, rear doors, tanks and air units draw themselves.
    losses
        Of UPS, transformers and distribution, as far as the plant cools them.
    """

    racks: Figure
    units: Figure
    losses: Figure

    @cached_property
    def heat(self) -> Figure:
        """All of it."""
        return total((self.racks, self.units, self.losses), "kW")

    @property
    def words(self) -> str:
        """All of it, and what it is made of where that is not of the racks alone."""
        more = [
            f"{told(figure, 'amount', 0)} of {what}"
            for figure, what in ((self.units, "cooling units"), (self.losses, "power losses"))
            if figure.high > 0
        ]
        said = f"{told(self.heat, 'amount', 0)} of heat"
        if not more:
            return said
        own = f"{told(self.racks, 'amount', 0)} of racks"
        return f"{said} ({', '.join((own, *more))})"


def to_reject(facts: Facts) -> ToReject:
    """Return the heat that the plant outdoors gives off.

    Air units that reject to outdoor air by themselves may take that of the room.
    """
    plant = facts[PLANT]
    room = plant.room.perhaps_none((BY_ITSELF,)) if plant.outdoors else plant.room
    racks = total((plant.water, room), "kW")
    units = _of_units(facts)
    return ToReject(racks, units, _of_losses(facts, total((racks, units), "kW")))


def _for_the_building(kind: Kind) -> bool:
    return kind.draws == "building"


def _of_units(facts: Facts) -> Figure:
    """Return what cooling units draw: their highest power at most, the typical one at least."""
    counts = facts[CONTENTS].counts
    found = [
        _drawn(facts, part).times(number)
        for part_id, number in counts.parts.items()
        if (part := facts.catalog.get(part_id)) is not None and _for_the_building(part.traits)
    ]
    found += [
        missing(lost_ref(part_id), "kW").times(number)
        for part_id, number in that_may_be(counts.lost_things, _for_the_building).items()
    ]
    return total(found, "kW")


def _drawn(facts: Facts, part: Part) -> Figure:
    """Return what a unit draws, kW; one with a condenser outdoors may give it off by itself."""
    drawn = drawn_by(facts, part)
    by_itself = part.cooling is not None and part.cooling.rejects_to == "outdoor-air"
    return drawn.perhaps_none((BY_ITSELF,)) if by_itself else drawn


def _of_losses(facts: Facts, hall: Figure) -> Figure:
    """Return what the power path loses of which the plant takes the heat, kW.

    Where nothing is drawn upstream of the feeds, what a hall of this heat loses by the planning
    ranges of UPS and distribution.
    """
    takes = facts.design.site.plant_cools_power
    if takes is False:
        return exact(0.0, "kW", "site.plant_cools_power")
    flows = facts[PLANT_POWER].normal
    if flows:
        kinds = {node.id: node.kind for node in facts.design.power}
        lost = total((f.loss for key, f in flows.items() if kinds[key] not in _OUTDOORS), "kW")
    else:
        lost = product(hall, _planned_share(facts), "kW")
    return lost if takes else lost.perhaps_none(("site.plant_cools_power",))


def _planned_share(facts: Facts) -> Figure:
    """Return what UPS and distribution lose of what they give, by their planning ranges."""
    ups, distribution = (
        facts.catalog.default_figure(id_) for id_ in ("ups-efficiency", "distribution-loss")
    )
    if ups is None or distribution is None:
        return missing("default ups-efficiency")
    one = exact(1.0)
    return total((one, distribution)).per(ups).minus(one).clipped(0.0)


def one_cooler_may_be_lost(facts: Facts) -> Iterator[Finding]:
    """C13: with one cooler, tower or chiller lost, the others give off the heat on the design day.

    Asked of those that are drawn; where none is, of those that the site counts, or names the part
    or the heat of.
    """
    drawn = drawn_rejection(facts)
    reject = to_reject(facts) if drawn or _is_counted(facts) else None
    if reject is None or reject.heat.high <= 0:
        return
    if drawn.behind.units:
        yield from _of_group(facts, drawn.behind, reject.heat, reject.words, "rejection-chillers")
    if not drawn.outdoors.units:
        yield from _of_site(facts, reject)
        return
    heat, said = heat_of(facts, drawn), reject.words
    if drawn.behind.units:
        said = f"{told(heat, 'amount', 0)} of heat with that of compressors"
    yield from _of_group(facts, drawn.outdoors, heat, said, "rejection")
    counted = facts.design.site.rejection_units
    if counted is not None and counted != drawn.outdoors.number and not drawn.unsure:
        yield Finding(
            "C13", "warning", "rejection-count", (),
            f"{drawn.outdoors.number} units of heat rejection are drawn, the site counts "
            f"{counted}: those that are drawn are asked",
            "Draw all of them, or leave their number open in the design settings.",
        )  # fmt: skip


def heat_of(facts: Facts, drawn: DrawnRejection) -> Figure:
    """Return the heat that reaches what gives it off outdoors, kW."""
    heat = to_reject(facts).heat
    return with_compressors(facts, heat, drawn) if drawn.outdoors.units else heat


def _is_counted(facts: Facts) -> bool:
    site = facts.design.site
    stated = site.rejection_units is not None or site.rejection_unit_kw is not None
    return stated or bool(site.rejection_part)


def _of_group(
    facts: Facts, group: Group, heat: Figure, heat_words: str, cause: str
) -> Iterator[Finding]:
    """Yield whether drawn units take a heat with the largest of them lost."""
    answer = within(heat, group.left_kw)
    if answer.answer == "yes":
        return
    asked = " or ".join(conditions(facts, group))
    at = f" at {asked}" if asked else ""
    left = told(group.left_kw, "capacity", 0) if group.number > 1 or group.perhaps else "none"
    said = f"{group.words}{at} for {heat_words}; one lost leaves {left}"
    if answer.answer == "no":
        yield Finding(
            "C13", "error", cause, (), said, _mend(group),
            heat.minus(group.left_kw).low,
        )  # fmt: skip
    else:
        yield cannot_be_said(
            "C13", cause, (), f"{said}: whether that is enough", answer.because, facts.name_of,
        )  # fmt: skip


def _mend(group: Group) -> str:
    """Return what mends too little: no number of units does that take nothing."""
    if group.all_kw.high > 0:
        return "Draw another unit of heat rejection, or choose larger ones."
    return "No number of these takes any: make the water warmer than the air, or draw chillers."


def _of_site(facts: Facts, reject: ToReject) -> Iterator[Finding]:
    """Yield whether the units that the site counts take the heat with one of them lost."""
    if not _is_counted(facts):
        return
    number, heat = facts.design.site.rejection_units, reject.heat
    if number is None:
        left = missing("site.rejection_units", "kW")
    else:
        left = each_unit(facts).times(max(0, number - 1))
    answer = within(heat, left)
    if answer.answer == "yes":
        return
    each = each_unit(facts)
    if number == 1 and each.low == 0:
        said = f"1 unit of heat rejection for {reject.words}; one lost leaves none"
    elif number is None or each.low == 0:
        said = f"heat rejection with one unit lost, for {reject.words}"
    else:
        said = (
            f"{number} × {_each_words(facts, each)} of heat rejection for {reject.words}; one "
            f"lost leaves {told(left, 'capacity', 0)}"
        )
    if answer.answer == "no":
        yield Finding(
            "C13", "error", "rejection", (), said,
            "Plan more or larger units of heat rejection in the design settings.",
            heat.minus(left).low,
        )  # fmt: skip
    else:
        yield cannot_be_said(
            "C13", "rejection", (), f"{said}: whether that is enough", answer.because,
            facts.name_of,
        )  # fmt: skip


def _each_words(facts: Facts, each: Figure) -> str:
    """Return the heat of a unit, with the part by whose table it is."""
    site = facts.design.site
    if site.rejection_unit_kw is not None:
        return f"{site.rejection_unit_kw:g} kW"
    return f"{words(each, 0)} ({facts.name_of(site.rejection_part)})"
