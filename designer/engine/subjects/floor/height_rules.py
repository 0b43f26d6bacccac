"""Rules of what is above: the clear height of the room, and headroom over what stands in it."""

from collections.abc import Iterator
from functools import partial

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.floor.boxes import smallest_boxes
from designer.engine.subjects.floor.judged import Asked, judged
from designer.model.aisle_widths import CDU_HEADROOM_MM, CLEAR_HEIGHT_MM
from designer.model.figures import exact, stated, total


def room_is_high_enough(facts: Facts) -> Iterator[Finding]:
    """F08: 2.4 m over ways, no rack higher than the room, 1.5 m over coolant units."""
    yield from _under_low_ceilings(facts)
    clear_mm = facts.design.room.height_mm
    if clear_mm is None:
        return
    if clear_mm < CLEAR_HEIGHT_MM:
        yield Finding(
            "F08", "warning", "room", (),
            f"clear height of {clear_mm / 1000:.2f} m, at least {CLEAR_HEIGHT_MM / 1000:.1f} m "
            "over ways",
            "State what is clear in Design settings › Room, or choose a higher room.",
            CLEAR_HEIGHT_MM - clear_mm,
        )  # fmt: skip
    clear = exact(float(clear_mm), "mm", "room.height_mm")
    for core, keys in facts[CONTENTS].keys_by_core.items():
        part = core.filled.rack_part
        if part is None or part.traits.stands_outdoors:
            continue
        height = stated(part.height_mm, f"{part.id}.height_mm", "mm")
        above = exact(float(CDU_HEADROOM_MM if part.traits.cools_loop else 0), "mm")
        need = total((height, above), "mm")
        over = f" with {CDU_HEADROOM_MM / 1000:.1f} m above it" if above.high else ""
        asked = Asked(
            "F08", "warning", f"over:{part.id}", tuple(keys),
            partial(_too_high, part.name, over),
            "Choose a lower one, or a higher room in Design settings › Room.",
            f"whether {part.name} stands below the ceiling",
        )  # fmt: skip
        yield from judged(facts, need, clear, asked)


def _under_low_ceilings(facts: Facts) -> Iterator[Finding]:
    """Yield what stands under a ceiling zone and may be higher than is clear there."""
    zones = [one for one in facts.design.room.obstacles if one.kind == "ceiling"]
    boxes = smallest_boxes(facts.design.racks, facts.catalog) if zones else {}
    for zone in zones:
        if zone.height_mm is None:
            continue
        left, top, right, bottom = zone.box
        under: dict[str, list[str]] = {}
        for rack in facts.design.racks:
            x0, y0, x1, y1 = boxes[rack.id]
            if x0 < right and left < x1 and y0 < bottom and top < y1:
                under.setdefault(rack.part, []).append(rack.id)
        clear = exact(float(zone.height_mm), "mm", f"room {zone.called}.height_mm")
        for key, racks in under.items():
            part = facts.catalog.get(key)
            if part is None or part.traits.stands_outdoors:
                continue
            asked = Asked(
                "F08", "error", f"under:{zone.id}:{key}", tuple(racks),
                partial(_too_high_under, part.name, zone.called),
                "Choose a lower one, or move it from under there.",
                f"whether {part.name} stands below {zone.called}",
            )  # fmt: skip
            height = stated(part.height_mm, f"{part.id}.height_mm", "mm")
            yield from judged(facts, height, clear, asked)


def _too_high_under(name: str, zone: str, takes: str, there: str) -> str:
    return f"{name} takes {takes} mm, {there} mm are clear under {zone}"


def _too_high(name: str, over: str, takes: str, there: str) -> str:
    return f"{name} takes {takes} mm{over}, the room is {there} mm high"
