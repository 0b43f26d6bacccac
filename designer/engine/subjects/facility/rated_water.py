"""Which units take facility water, and which do by a rating of their own."""

from designer.catalog.kinds import Kind
from designer.catalog.part import Part
from designer.engine.coolant_water import gives_to_room
from designer.model.figures import Figure, exact, missing


def cools_by_water(kind: Kind) -> bool:
    """Return whether parts of a kind may give heat to facility water by a rating of their own."""
    return kind.cools not in ("none", "coolant-loop")


def takes_water(part: Part) -> bool:
    """Return whether a part gives heat to facility water by a rating of its own."""
    if not cools_by_water(part.traits):
        return False
    return part.cooling is None or part.cooling.rejects_to == "water"


def is_piped(part: Part) -> bool:
    """Return whether pipes of facility water lead to a unit of its own: no rear door on a rack."""
    if part.traits.is_rear_door:
        return False
    return takes_water(part) or (part.traits.cools_loop and not gives_to_room(part))


def may_be_piped(kind: Kind) -> bool:
    """Return whether pipes of facility water may lead to parts of a kind."""
    return not kind.is_rear_door and (cools_by_water(kind) or kind.cools_loop)


def warmest_of_rating(part: Part) -> Figure:
    """Return the warmest facility water at which a unit is rated, °C."""
    warmest, ref = part.cooling.water_max_c if part.cooling else None, "cooling.water_max_c"
    return missing(f"{part.id}.{ref}", "°C") if warmest is None else exact(warmest, "°C")
