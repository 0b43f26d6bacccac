"""What cooling units draw themselves, and where that heat goes. One owner: C13 and C23 read it.

A rating is what a unit takes beside its own: that of an air unit is net of its fans, as AHRI
Standard 1360 rates net sensible capacity, and pumps heat the coolant that they move (decided, from
memory). All of it reaches the plant outdoors. Fans of units from liquid to air heat the room.
"""

from designer.catalog.part import Part
from designer.engine.coolant_water import gives_to_room
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.model.figure_cases import spanning
from designer.model.figures import Figure, total


def drawn_by(facts: Facts, part: Part) -> Figure:
    """Return what a unit draws, kW: the highest power at most, the typical one at least."""
    powers = [facts.site.figures.of(part.id, f"power_{name}_w") for name in ("typical", "max")]
    return spanning(powers).times(0.001, "kW")


def into_the_room(facts: Facts) -> Figure:
    """Return what fans of units from liquid to air add to the room's heat, kW."""
    found = [
        drawn_by(facts, part).times(number)
        for part_id, number in facts[CONTENTS].counts.parts.items()
        if (part := facts.catalog.get(part_id)) is not None
        and part.traits.cools_loop
        and gives_to_room(part)
    ]
    return total(found, "kW")
