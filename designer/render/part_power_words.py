"""What a part says of its power in the chain of a rack: rating, plug, supplies. No Qt."""

from designer.catalog.part import Part
from designer.model.figure_words import UNKNOWN
from designer.model.plural import plural
from designer.wiring.power_ends import shelves_of


def rating_of(part: Part | None) -> str:
    """Return the rating of a rack PDU: `415 V, 60 A, 3-phase`."""
    if part is None or part.pdu is None:
        return UNKNOWN
    pdu = part.pdu
    return f"{pdu.volts:g} V, {pdu.amps:g} A, {pdu.phases}-phase"


def plug_of(part: Part | None) -> str:
    """Return the plug of a rack PDU."""
    plug = part.pdu.plug if part is not None and part.pdu is not None else ""
    return f"input {plug or UNKNOWN}"


def takes_power(part: Part) -> bool:
    """Return whether a device has supplies, or may."""
    return part.psu is not None or part.traits.draws_it_power


def supplies_of(part: Part | None) -> str:
    """Return how many supplies a device has, and their rating."""
    if part is None or part.psu is None:
        return f"supplies: {UNKNOWN}"
    rated = "rating —" if part.psu.rating_w is None else f"{part.psu.rating_w:,.0f} W each"
    return f"{plural(part.psu.count, 'supply', 'supplies')}, {rated}"


def supplies_per_shelf(part: Part) -> str:
    """Return how many supplies a power shelf has; nothing where nobody can say."""
    shelves = 1 if part.traits.feeds_bus else max(1, shelves_of(part))
    each, left = divmod(part.psu.count if part.psu else 0, shelves)
    return plural(each, "supply", "supplies") if each and not left else ""


def redundancy_of(part: Part | None) -> str:
    """Return what a part declares of the redundancy of its supplies."""
    psu = part.psu if part is not None else None
    if psu is None:
        return ""
    if psu.count == 1:
        return "one supply, no spare"
    return f"{psu.redundancy} declared" if psu.redundancy else "redundancy not stated"
