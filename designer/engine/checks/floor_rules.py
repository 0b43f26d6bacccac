"""Rules of space, mass, floor and aisles (EIA-310; TIA-942 as quoted; vendor guides)."""

from collections import Counter
from collections.abc import Iterator

from designer.engine.checks.facts import Facts, Finding

COLD_AISLE_MM = 1200
"""TIA-942-A as quoted: cold aisle of 1.2 m, two tiles."""
HOT_AISLE_MM = 900
"""Rear access of at least 0.9 m (planning rule; NEC 110.26 asks it before live panels)."""
ROW_RACKS = 20
"""TIA-942-A as quoted: rows of at most 20 racks."""


def nothing_overlaps(facts: Facts) -> Iterator[Finding]:
    """F01: no two devices share a place, and none is outside the rails."""
    for core, racks in facts.racks_by_core.items():
        if core.space.clashes:
            more = len(core.space.clashes) - 1
            yield Finding(
                "F01", "error", core.cause, racks,
                core.space.clashes[0] + (f" (and {more} more)" if more else ""),
                "Move one of them to free units.", len(core.space.clashes),
            )  # fmt: skip


def racks_stand_apart(facts: Facts) -> Iterator[Finding]:
    """F19: no two things stand on the same floor, and none outside the room."""
    over = [(key, aisles.over) for key, aisles in facts.aisles.items() if aisles.over]
    if over:
        key, other = over[0]
        yield Finding(
            "F19", "error", "overlap", tuple(key for key, _ in over),
            f"{_name(facts, key)} and {_name(facts, other)} stand on the same floor",
            "Move one of them.", len(over),
        )  # fmt: skip
    outside = tuple(key for key, aisles in facts.aisles.items() if aisles.outside)
    if outside:
        yield Finding(
            "F19", "error", "outside", outside,
            f"{_name(facts, outside[0])} stands outside the room",
            "Move it inside, or draw the room larger.", len(outside),
        )  # fmt: skip


def mass_within_the_rack(facts: Facts) -> Iterator[Finding]:
    """F02: the filled rack is within its static rating."""
    for core, racks in facts.racks_by_core.items():
        limit = facts.limit(core, "mass")
        if limit and limit.state == "error" and limit.used and limit.limit:
            yield Finding(
                "F02", "error", core.cause, racks,
                f"{core.summary}: {limit.used:,.0f} kg, the rack carries {limit.limit:,.0f} kg",
                "Take a device out, or choose a rack with a higher static rating.",
                limit.used - limit.limit,
            )  # fmt: skip


def floor_carries_the_rack(facts: Facts) -> Iterator[Finding]:
    """F04: the load on a rack's share of the floor is within the room's limit."""
    room_limit = facts.site.floor_limit_kpa
    if room_limit is None:
        return
    for core, racks in facts.keys_by_core.items():
        for (front, rear), fields in core.finished.items():
            load = fields["floor_load_kpa"]
            if load is None or load <= room_limit:
                continue
            here = tuple(key for key in racks if _stands(facts, key, front, rear))
            if here:
                yield Finding(
                    "F04", "error", core.cause, here,
                    f"{core.summary}: {load:.1f} kPa on its share of the floor, limit "
                    f"{room_limit:g} kPa",
                    "Widen the aisles, spread the load with a plinth, or fill the rack less.",
                    load - room_limit,
                )  # fmt: skip


def _stands(facts: Facts, key: str, front: float, rear: float) -> bool:
    aisles = facts.aisles[key]
    return (
        min(aisles.front_mm, facts.site.cold_aisle_mm) == front
        and min(aisles.rear_mm, facts.site.hot_aisle_mm) == rear
    )


def aisles_are_wide_enough(facts: Facts) -> Iterator[Finding]:
    """F06: 1.2 m before a rack, 0.9 m behind it."""
    sides = (("front", COLD_AISLE_MM, "before"), ("rear", HOT_AISLE_MM, "behind"))
    for side, least, word in sides:
        narrow = [
            (getattr(facts.aisles[key], f"{side}_mm"), key)
            for key, core in facts.cores.items()
            if core.is_rack and getattr(facts.aisles[key], f"{side}_mm") < least
        ]
        if narrow:
            width, key = min(narrow)
            yield Finding(
                "F06", "error", side, tuple(k for _, k in narrow),
                f"{width / 1000:.2f} m {word} {_name(facts, key)}, at least {least / 1000:.1f} m",
                "Move the rows apart.", least - width,
            )  # fmt: skip


def _name(facts: Facts, key: str) -> str:
    return next((rack.name for rack in facts.design.racks if rack.id == key), key)


def rows_are_short_enough(facts: Facts) -> Iterator[Finding]:
    """F07: rows of at most 20 racks."""
    lengths = Counter(
        rack.row for rack in facts.design.racks if rack.row and facts.cores[rack.id].is_rack
    )
    for row, racks in lengths.items():
        if racks > ROW_RACKS:
            yield Finding(
                "F07", "warning", row, (row,),
                f"row {row} has {racks} racks, at most {ROW_RACKS} without a way through",
                "Split the row with a cross aisle.", racks,
            )  # fmt: skip


def devices_fit_the_depth(facts: Facts) -> Iterator[Finding]:
    """F09: no device is deeper than the rack's usable depth."""
    for core, racks in facts.racks_by_core.items():
        if core.space.too_deep:
            yield Finding(
                "F09", "warning", core.cause, racks, core.space.too_deep[0],
                "Choose a deeper rack.", len(core.space.too_deep),
            )  # fmt: skip
