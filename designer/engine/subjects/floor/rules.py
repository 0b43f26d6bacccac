"""Rules of where racks stand (TIA-942 as quoted; vendor guides)."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from designer.catalog.part import Part
from designer.catalog.plant_places import node_of
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.floor.aisles import AISLES
from designer.engine.subjects.floor.boxes import sizes_open_of, smallest_boxes
from designer.engine.subjects.floor.standing import STANDING
from designer.model.aisle_widths import COLD_AISLE_MM, HOT_AISLE_MM
from designer.model.design import Rack
from designer.model.outline import inside_outline
from designer.model.room_areas import kept_free


def racks_stand_apart(facts: Facts) -> Iterator[Finding]:
    """F19: no two things stand on the same floor, and none outside the room."""
    over = [(key, aisles.over) for key, aisles in facts[AISLES].items() if aisles.over]
    if over:
        key, other = over[0]
        yield Finding(
            "F19", "error", "overlap", tuple(key for key, _ in over),
            f"{_name(facts, key)} and {_name(facts, other)} stand on the same floor",
            "Move one of them.", len(over),
        )  # fmt: skip
    yard = frozenset(_outdoors(facts))
    perhaps = facts[STANDING].perhaps
    beyond = [k for k, one in facts[AISLES].items() if one.outside and k not in yard]
    outside = tuple(key for key in beyond if key not in perhaps)
    if outside:
        yield Finding(
            "F19", "error", "outside", outside,
            f"{_name(facts, outside[0])} stands outside the room",
            "Move it inside, or draw the room larger.", len(outside),
        )  # fmt: skip
    unsure = tuple(key for key in beyond if key in perhaps)
    if unsure:
        yield cannot_be_said(
            "F19", "outside", unsure, f"whether {_names(facts, unsure)} where it may",
            list(dict.fromkeys(perhaps[key] for key in unsure))[:2], facts.name_of,
        )  # fmt: skip
    yield from _in_what_is_kept_free(facts)
    yield from _may_not_stand_apart(facts)
    yield from _unsized_outdoors(facts, yard)
    yield from _shut_in(facts, yard)


def _in_what_is_kept_free(facts: Facts) -> Iterator[Finding]:
    """Yield what stands in a keep-out zone, in a clearance or where a door swings."""
    areas = tuple(kept_free(facts.design.room))
    if not areas:
        return
    boxes = smallest_boxes(facts.design.racks, facts.catalog)
    found = {
        key: called
        for key, box in boxes.items()
        for free, called in areas
        if box[0] < free[2] and free[0] < box[2] and box[1] < free[3] and free[1] < box[3]
    }
    if found:
        first, called = next(iter(found.items()))
        yield Finding(
            "F19", "error", "kept-free", tuple(found),
            f"{_name(facts, first)} stands in {called}, which is kept free",
            "Move it out of there.", len(found),
        )  # fmt: skip


def _shut_in(facts: Facts, yard: Collection[str]) -> Iterator[Finding]:
    """Yield units that give heat to air and stand within the walls of a hall: its air is not out.

    The room is the ground around halls where any are drawn, and the hall itself where none is.
    """
    design = facts.design
    walls = [hall.outline for hall in design.halls] or [design.room.outline]
    inside = tuple(
        rack.id for rack in design.racks
        if rack.id in yard and _to_air(facts.catalog.require(rack.part))
        and any(len(one) > 2 and inside_outline(one, _corner(rack)) for one in walls)
    )  # fmt: skip
    if inside:
        yield Finding(
            "F19", "warning", "indoors", inside,
            f"{_names(facts, inside)} within the walls of a hall, to whose air the heat would go",
            "Move it beyond the walls, or draw the hall within this ground.", len(inside),
        )  # fmt: skip


def _to_air(part: Part) -> bool:
    return part.rejection is not None and part.rejection.against != "condenser-water"


def _corner(rack: Rack) -> tuple[int, int, int, int]:
    return rack.x_mm, rack.y_mm, rack.x_mm + 1, rack.y_mm + 1


def _outdoors(facts: Facts) -> Iterator[str]:
    """Yield the ids of units of heat rejection: their place is beyond the walls."""
    parts = {rack.part for rack in facts.design.racks}
    yard = {
        key for key in parts
        if (part := facts.catalog.get(key)) is not None and part.traits.stands_outdoors
    }  # fmt: skip
    if yard:
        yield from (rack.id for rack in facts.design.racks if rack.part in yard)


def _unsized_outdoors(facts: Facts, yard: Collection[str]) -> Iterator[Finding]:
    """Yield that units of heat rejection whose size nobody states may meet others."""
    unsized = [
        (rack, open_)
        for rack in facts.design.racks
        if rack.id in yard and (open_ := sizes_open_of(facts.catalog.require(rack.part)))
    ]
    if unsized:
        racks = tuple(rack.id for rack, _ in unsized)
        more = f" and {len(racks) - 1} more clear" if len(racks) > 1 else " clears"
        yield cannot_be_said(
            "F19", "yard-size", racks,
            f"whether {_name(facts, racks[0])}{more} what stands around",
            _first_two(open_ for _, open_ in unsized), facts.name_of,
        )  # fmt: skip


def _may_not_stand_apart(facts: Facts) -> Iterator[Finding]:
    """Yield what may stand in something, or outside, where nobody states how large it is."""
    unsure = [
        (key, aisles.least)
        for key, aisles in facts[AISLES].items()
        if aisles.least and (aisles.least.over or aisles.least.outside)
    ]
    if unsure:
        racks = tuple(key for key, _ in unsure)
        yield cannot_be_said(
            "F19", "size", racks,
            f"whether {_names(facts, racks)} clear of others and inside the room",
            _first_two(least.open_on for _, least in unsure), facts.name_of,
        )  # fmt: skip


def _first_two(open_on: Iterable[tuple[str, ...]]) -> list[str]:
    """Return two of the inputs that leave racks open, each at the most often named."""
    often = Counter(ref for refs in open_on for ref in refs)
    return [ref for ref, _ in often.most_common(2)]


def _names(facts: Facts, racks: tuple[str, ...]) -> str:
    """Return `A stands`, or `A and 2 more stand`."""
    more = len(racks) - 1
    name = _name(facts, racks[0])
    return f"{name} and {more} more stand" if more else f"{name} stands"


def aisles_are_wide_enough(facts: Facts) -> Iterator[Finding]:
    """F06: 1.2 m before a rack, 0.9 m behind it; a cooling unit asks for neither."""
    sides = (("front_mm", COLD_AISLE_MM, "before"), ("rear_mm", HOT_AISLE_MM, "behind"))
    aisles, standing = facts[AISLES], facts[STANDING]
    racks = [rack.id for rack in facts.design.racks if rack.id not in standing.units]
    on_sizes = {key: one.least for key, one in aisles.items() if one.least}
    unsure: dict[str, tuple[str, ...]] = {}
    for side, least, word in sides:
        free = [(getattr(aisles[key], side), key) for key in racks]
        near = [(width, key) for width, key in free if width < least]
        narrow = [(width, key) for width, key in near if key not in standing.perhaps]
        for _, key in near:
            if key in standing.perhaps:
                unsure[key] = (standing.perhaps[key],)
        if narrow:
            width, key = min(narrow)
            free_m, least_m = f"{width / 1000:.2f}", f"{least / 1000:.1f}"
            yield Finding(
                "F06", "error", side.removesuffix("_mm"), tuple(k for _, k in narrow),
                f"{free_m} m before {_name(facts, key)}, at least {least_m} m"
                if word == "before"
                else f"{free_m} m behind {_name(facts, key)}, at least {least_m} m",
                "Move the rows apart.", least - width,
            )  # fmt: skip
        for key, certain in on_sizes.items():
            open_side = getattr(certain, side) < least <= getattr(aisles[key], side)
            if open_side and key not in standing.units:
                unsure[key] = certain.open_on
    if unsure:
        keys = tuple(key for key in racks if key in unsure)
        yield cannot_be_said(
            "F06", "size", keys, f"whether {_aisles_of(facts, keys)} wide enough",
            _first_two(unsure.values()), facts.name_of,
        )  # fmt: skip


def _aisles_of(facts: Facts, racks: tuple[str, ...]) -> str:
    more = len(racks) - 1
    return f"the aisles of {_name(facts, racks[0])}{f' and {more} more' if more else ''} are"


def _name(facts: Facts, key: str) -> str:
    if node := node_of(key):
        return facts.site.power_name(node)
    return next((rack.name for rack in facts.design.racks if rack.id == key), "") or key
