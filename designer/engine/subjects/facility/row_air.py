"""The rule of the air along a contained aisle: in-row units serve that aisle alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from designer.catalog.aisles import Aisle, RowBand, aisles, rack_size, standing_in_lines
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.facility.plant import PLANT, beside_building, drawn
from designer.engine.subjects.facility.units import figure_of
from designer.model.design import Rack
from designer.model.figure_cases import total_but_largest
from designer.model.figure_words import told
from designer.model.figures import Figure, total, within
from designer.model.plural import plural

_ADVICE = "Place another in-row unit along the aisle, or move racks to another."


@dataclass(frozen=True)
class _Along:
    """What stands along a contained aisle.

    Attributes
    ----------
    racks
        Ids of all, units among them, sorted.
    """

    aisle: Aisle
    racks: tuple[str, ...]
    load: Figure
    capacities: tuple[Figure, ...]


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
        there = [cores[key] for key in found if key in cores]
        load = total((drawn(facts, core) for core in there), "m³/h")
        load = beside_building(facts, load, facts[PLANT].air.load)
        yield _Along(aisle, tuple(found), load, tuple(_capacities(found, racks, facts)))


def _capacities(found: list[str], racks: Mapping[str, Rack], facts: Facts) -> Iterator[Figure]:
    for key in found:
        part = facts.catalog.get(racks[key].part)
        if part is not None and part.traits.cools_room_air:
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
