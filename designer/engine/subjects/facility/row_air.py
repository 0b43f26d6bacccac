"""The rule of the air along a contained aisle: in-row units serve that aisle alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from designer.catalog.aisles import Aisle, RowBand, aisles, rack_size, standing_in_lines
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.facility.doors_off import ALL_RUN, DoorsThen, doors_after
from designer.engine.subjects.facility.feed_rules import (
    ADVICE,
    DOORS_ADVICE,
    doors_in_words,
    lost_in_words,
)
from designer.engine.subjects.facility.outages import if_running, losses_of, unit_of
from designer.engine.subjects.facility.plant import PLANT, beside_building, drawn
from designer.engine.subjects.facility.units import AfterLoss, Shared, figure_of, worst_loss
from designer.model.design import Rack
from designer.model.figure_cases import total_but_largest
from designer.model.figure_words import told
from designer.model.figures import Figure, total, within
from designer.model.plural import plural
from designer.wiring.power_filling import ITSELF

_ADVICE = "Place another in-row unit along the aisle, or move racks to another."


@dataclass(frozen=True)
class _Along:
    """What stands along a contained aisle.

    Attributes
    ----------
    racks
        Ids of all, units among them, sorted.
    shared
        The air that the racks draw, what each unit moves of it, and both after losses of feeds.
    """

    aisle: Aisle
    racks: tuple[str, ...]
    shared: Shared

    @property
    def load(self) -> Figure:
        """The air that the racks draw."""
        return self.shared.load

    @property
    def capacities(self) -> tuple[Figure, ...]:
        """What each unit moves."""
        return self.shared.capacities


def air_of_each_aisle(facts: Facts) -> Iterator[Finding]:
    """C02: along a contained aisle in-row units less one move the air of the racks there.

    Asked where in-row units alone cool the room's air, and containment closes aisles: a unit then
    serves the aisle that it stands along. Elsewhere the air of the room is one.
    """
    if facts.site.containment == "none":
        return
    parts = [facts.catalog.require(part) for part in facts[PLANT].air.parts]
    lost = facts[PLANT].air.because
    if lost or not parts or not all(part.traits.stands_in_row for part in parts):
        return
    for one in _along(facts):
        if one.load.high > 0:
            yield from _of_aisle(facts, one)
        if one.shared.most_load > 0:
            yield from _after_a_loss(facts, one)


def _after_a_loss(facts: Facts, one: _Along) -> Iterator[Finding]:
    """Yield that the units along an aisle move too little after a loss of feeds, or perhaps."""
    worst = worst_loss((one.shared,), 2 if facts.site.policy == "2N" else None)
    if worst is None or worst.verdict.answer == "yes":
        return
    if within(one.load, total(one.capacities, "m³/h")).answer == "no":
        return  # All of them together are too few, which has been said.
    load = worst.loads[0] if worst.loads else one.load
    key = f"aisle-feed:{one.racks[0]}"
    said = (
        f"{one.aisle.labels[-1]}: {lost_in_words(facts, worst.name)} leaves in-row units that move "
        f"{told(worst.left[0], 'airflow', 0)} for {told(load, 'airflow', 0)} that racks draw"
    )
    if worst.doors:
        said += f", as {doors_in_words(facts, worst.doors)} no power then"
    if worst.verdict.answer == "no":
        need = load.minus(worst.left[0]).low
        yield Finding("C02", "error", key, one.racks, said, DOORS_ADVICE if worst.doors else ADVICE,
                      need)  # fmt: skip
    else:
        yield cannot_be_said(
            "C02", key, one.racks, f"{said}: whether that is enough", worst.verdict.because,
            facts.name_of,
        )  # fmt: skip


def _of_aisle(facts: Facts, one: _Along) -> Iterator[Finding]:
    left = total_but_largest(one.capacities, "m³/h")
    verdict = within(one.load, left)
    key = f"aisle:{one.racks[0]}"
    said = f"{one.aisle.labels[-1]}: racks draw {told(one.load, 'airflow', 0)}, "
    if one.capacities:
        units = plural(len(one.capacities), "in-row unit")
        said += f"{units} less one move {told(left, 'airflow', 0)}"
    else:
        said += "and no in-row unit stands along it"
    if verdict.answer == "no":
        yield Finding("C02", "error", key, one.racks, said, _ADVICE, one.load.minus(left).low)
    elif verdict.answer == "open":
        yield cannot_be_said(
            "C02", key, one.racks, f"{said}: whether that is enough", verdict.because,
            facts.name_of,
        )  # fmt: skip


def _along(facts: Facts) -> Iterator[_Along]:
    design, catalog = facts.design, facts.catalog
    racks = {rack.id: rack for rack in design.racks}
    cores = {key: core for core, keys in facts[CONTENTS].keys_by_core.items() for key in keys}
    lines = list(standing_in_lines(design, catalog))
    losses = [
        doors_after(facts, at) if loss.feeds else ALL_RUN
        for at, loss in enumerate(losses_of(facts.site))
    ]
    for aisle in aisles(design, catalog):
        if not aisle.contained:
            continue
        found = sorted(
            key
            for band, keys in lines
            if _touches(band, aisle)
            for key in keys
            if _overlaps(racks[key], facts, aisle)
        )
        if not found:
            continue
        there = {key: cores[key] for key in found if key in cores}
        shared = Shared(_drawn_along(facts, there, ALL_RUN), tuple(_capacities(there, facts)))
        after = tuple(_after(facts, there, doors, at) for at, doors in enumerate(losses))
        if any(one is not None for one in after):
            whole = total(shared.capacities, "m³/h")
            names = [loss.name for loss in losses_of(facts.site)]
            by_feed = tuple(
                one or AfterLoss(name, whole) for name, one in zip(names, after, strict=True)
            )
            shared = replace(shared, by_feed=by_feed)
        yield _Along(aisle, tuple(found), shared)


def _drawn_along(facts: Facts, there: Mapping[str, RackCore], doors: DoorsThen) -> Figure:
    """Return the air that racks draw of the units along their aisle, with what doors give back."""
    load = total(
        (drawn(facts, core, next(doors.of(core, (key,)))[0]) for key, core in there.items()), "m³/h"
    )
    return beside_building(facts, load, facts[PLANT].air.load)


def _after(
    facts: Facts, there: Mapping[str, RackCore], doors: DoorsThen, at: int
) -> AfterLoss | None:
    """Return what is left along an aisle after a loss; None where that takes nothing there."""
    loss = losses_of(facts.site)[at]
    off = tuple(key for key, core in there.items() if doors.touch(core, (key,)))
    units = [unit_of(facts, core, ITSELF) for core in there.values() if _moves_air(core)]
    if not loss.feeds or not (off or any(one.runs[at].answer != "yes" for one in units)):
        return None
    left = total((
        if_running(figure_of(facts.catalog.require(one.part), "airflow_m3h", "m³/h"), one.runs[at])
        for one in units
    ), "m³/h")  # fmt: skip
    return AfterLoss(loss.name, left, _drawn_along(facts, there, doors) if off else None, off)


def _moves_air(core: RackCore) -> bool:
    part = core.filled.rack_part
    return part is not None and part.traits.cools_room_air


def _capacities(there: Mapping[str, RackCore], facts: Facts) -> Iterator[Figure]:
    for core in there.values():
        if _moves_air(core):
            part = facts.catalog.require(core.contents.rack_part)
            yield figure_of(part, "airflow_m3h", "m³/h")


def _touches(band: RowBand, aisle: Aisle) -> bool:
    """Return whether a row stands at one of the long sides of an aisle."""
    if aisle.across:
        return band.bottom == aisle.y_mm or band.top == aisle.y_mm + aisle.depth_mm
    return band.right == aisle.x_mm or band.left == aisle.x_mm + aisle.width_mm


def _overlaps(rack: Rack, facts: Facts, aisle: Aisle) -> bool:
    """Return whether a rack of such a row stands along the aisle, and not past its end."""
    wide, deep = rack_size(rack, facts.catalog)
    if aisle.across:
        return rack.x_mm < aisle.x_mm + aisle.width_mm and rack.x_mm + wide > aisle.x_mm
    return rack.y_mm < aisle.y_mm + aisle.depth_mm and rack.y_mm + deep > aisle.y_mm
