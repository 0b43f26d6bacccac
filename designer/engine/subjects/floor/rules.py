"""Rules of where racks stand (TIA-942 as quoted; vendor guides)."""

from collections import Counter
from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said, names_of
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.floor.aisles import AISLES
from designer.model.aisle_widths import COLD_AISLE_MM, HOT_AISLE_MM

ROW_RACKS = 20
"""TIA-942-A as quoted: rows of at most 20 racks."""


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
    yield from _unmeasured(facts, "F19", "whether all stands apart and in the room")
    outside = tuple(key for key, aisles in facts[AISLES].items() if aisles.outside)
    if outside:
        yield Finding(
            "F19", "error", "outside", outside,
            f"{_name(facts, outside[0])} stands outside the room",
            "Move it inside, or draw the room larger.", len(outside),
        )  # fmt: skip


def _unmeasured(facts: Facts, rule: str, what: str) -> Iterator[Finding]:
    """Yield that nobody states how wide or deep something is that stands on the floor."""
    refs: dict[str, tuple[str, ...]] = {}
    for core, keys in facts[CONTENTS].keys_by_core.items():
        part = core.filled.rack_part
        for side in ("width_mm", "depth_mm"):
            if part is not None and getattr(part, side) is None:
                ref = f"{part.id}.{side}"
                refs[ref] = (*refs.get(ref, ()), *keys)
    if refs:
        where = tuple(dict.fromkeys(key for keys in refs.values() for key in keys))
        yield cannot_be_said(rule, "size", where, what, list(refs)[:2], names_of(facts.catalog))


def aisles_are_wide_enough(facts: Facts) -> Iterator[Finding]:
    """F06: 1.2 m before a rack, 0.9 m behind it."""
    yield from _unmeasured(facts, "F06", "whether all aisles are wide enough")
    sides = (("front", COLD_AISLE_MM, "before"), ("rear", HOT_AISLE_MM, "behind"))
    aisles, cores = facts[AISLES], facts[CONTENTS].cores
    racks = {core for core in facts[CONTENTS].numbers if core.is_rack}
    for side, least, word in sides:
        free = [(getattr(aisles[key], f"{side}_mm"), key) for key in cores if cores[key] in racks]
        narrow = [(width, key) for width, key in free if width < least]
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
    cores = facts[CONTENTS].cores
    lengths = Counter(
        rack.row for rack in facts.design.racks if rack.row and cores[rack.id].is_rack
    )
    for row, racks in lengths.items():
        if racks > ROW_RACKS:
            yield Finding(
                "F07", "warning", row, (row,),
                f"row {row} has {racks} racks, at most {ROW_RACKS} without a way through",
                "Split the row with a cross aisle.", racks,
            )  # fmt: skip
