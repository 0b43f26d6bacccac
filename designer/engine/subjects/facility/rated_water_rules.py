"""The rule of water (C24): units get it as cold as their ratings ask, and air no colder than it."""

from collections.abc import Iterator

from designer.catalog.lost_parts import lost_ref, that_may_be
from designer.catalog.part import Part
from designer.engine.coolant_water import gives_to_room
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.facility.rated_water import (
    cools_by_water,
    takes_water,
    warmest_of_rating,
)
from designer.model.figure_words import words
from designer.model.figures import exact, within


def units_get_water_as_cold_as_rated(facts: Facts) -> Iterator[Finding]:
    """C24: coolers get facility water no warmer than that for which they are rated.

    A CDU that states no water is rated by its approach to whatever it gets, and a rear door has a
    curve (C12).
    """
    water = facts.site.water
    for part_id in sorted(facts[CONTENTS].counts.parts):
        part = facts.catalog.get(part_id)
        if part is None or not (takes_water(part) or _states_water(part)) or _has_a_curve(part):
            continue
        end = warmest_of_rating(part)
        answer = within(water, end)
        if answer.answer == "yes":
            continue
        where = facts[CONTENTS].racks_with(part_id)
        said = f"{part.name}: water of {words(water, 0)}"
        if answer.answer == "no":
            yield Finding(
                "C24", "error", part_id, where,
                f"{said}, and it is rated with {words(end, 0)}: its capacity is not known",
                "Plan colder water, or ask the maker for the capacity at this temperature.",
                water.minus(end).low,
            )  # fmt: skip
        else:
            yield cannot_be_said(
                "C24", part_id, where, f"{said}: whether it is rated for that",
                answer.because, facts.name_of,
            )  # fmt: skip
    for part_id in sorted(that_may_be(facts[CONTENTS].counts.lost_things, cools_by_water)):
        yield cannot_be_said(
            "C24", part_id, facts[CONTENTS].racks_with(part_id),
            f"{part_id}: whether it is rated for water of {words(water, 0)}",
            (lost_ref(part_id),), facts.name_of,
        )  # fmt: skip


def supply_air_is_warmer_than_its_water(facts: Facts) -> Iterator[Finding]:
    """C24: no coil cools air to the temperature of its water; asked where the site states both."""
    site, water = facts.site, facts.site.water
    if site.supply_air_c is None:
        return
    supply = exact(site.supply_air_c, "°C", "site.supply_air_c")
    for part_id in sorted(facts[CONTENTS].counts.parts):
        part = facts.catalog.get(part_id)
        if part is None or not (part.traits.cools_room_air and takes_water(part)):
            continue
        if water.high < supply.low:
            continue
        where = facts[CONTENTS].racks_with(part_id)
        said = f"{part.name}: supply air of {words(supply)} from water of {words(water)}"
        if water.low >= supply.high:
            yield Finding(
                "C24", "error", f"supply:{part_id}", where,
                f"{said}: a coil cools air to no less than its water",
                "Plan colder facility water, or warmer supply air.", water.minus(supply).low,
            )  # fmt: skip
        else:
            yield cannot_be_said(
                "C24", f"supply:{part_id}", where, f"{said}: whether it is cold enough",
                within(water, supply).because, facts.name_of,
            )  # fmt: skip


def _has_a_curve(part: Part) -> bool:
    """Return whether a part is a rear door whose rating says with which water it holds."""
    rated = part.cooling
    return part.traits.is_rear_door and rated is not None and rated.water_max_c is not None


def _states_water(part: Part) -> bool:
    """Return whether a CDU states the warmest water of its rating."""
    stated = part.cooling.water_max_c if part.cooling else None
    return part.traits.cools_loop and not gives_to_room(part) and stated is not None
