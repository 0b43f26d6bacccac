"""Rules of the way in: doors, lifts, ramps and corridors, and the floor between doors and racks."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from designer.catalog.part import Part
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.floor.judged import Asked, judged
from designer.engine.subjects.floor.ways import WAYS, called, passage_ref
from designer.engine.subjects.space.space import SPACE
from designer.model.aisle_widths import CIRCULATION_MM
from designer.model.design import Passage
from designer.model.figure_cases import highest
from designer.model.figures import Figure, exact, stated
from designer.model.room import PassageKind
from designer.model.some_names import some

STEEPEST_PCT: Final = 8.3
"""A rise of 1 in 12: planning rule for ramps, from memory."""
_OTHER_WAY: Final = "Choose another way in Design settings › Doors and lifts, or a smaller rack."
_LESS: Final = (
    "Fill the rack where it stands, or choose another way in Design settings › Doors and lifts."
)
_NAMED: Final = 3


def racks_come_in(facts: Facts) -> Iterator[Finding]:
    """F17: every rack passes each door, lift, ramp and corridor, and gets to its place."""
    if not facts.design.room.passages:
        return
    for passage in facts.design.room.passages:
        if not passage.wall:
            yield from _passes(facts, passage)
            yield from _is_stated(facts, passage)
    yield from _some_door(facts)
    yield from _gets_to_its_place(facts)
    for passage in facts.design.room.passages:
        if passage.kind == "ramp" and passage.slope_pct is not None:
            yield from _not_too_steep(passage, passage.slope_pct)


def _passes(facts: Facts, passage: Passage) -> Iterator[Finding]:
    """Yield what does not get through a step that lies on every way."""
    for core, keys in facts[CONTENTS].keys_by_core.items():
        part = core.filled.rack_part
        if part is None or part.traits.stands_outdoors:
            continue
        for name, need, has, remedy in _asked(core, part, passage):
            cause = f"{name}:{passage.id}:{core.cause}"
            if has is None:
                continue  # What the step does not state is told once, for all racks.
            asked = Asked(
                "F17", "warning", cause, tuple(keys),
                partial(_too_large, called(passage), f"{part.name} {_NEEDS[name]}", need.unit),
                remedy, f"whether {part.name} passes {called(passage)}",
            )  # fmt: skip
            yield from judged(facts, need, has, asked)


def _too_large(step: str, needs: str, unit: str, need: str, there: str) -> str:
    return f"{step}: {needs} {need} {unit}, it has {there} {unit}"


def _is_stated(facts: Facts, passage: Passage) -> Iterator[Finding]:
    """Yield that a step lacks what racks are judged by."""
    where = tuple(rack.id for rack in facts.design.racks)
    lacking = [name for name in _STATED_OF[passage.kind] if getattr(passage, name) is None]
    if where and lacking:
        yield cannot_be_said(
            "F17", f"stated:{passage.id}", where, f"whether every rack passes {called(passage)}",
            [passage_ref(passage, name) for name in lacking], facts.name_of,
        )  # fmt: skip


_STATED_OF: Final[dict[PassageKind, tuple[str, ...]]] = {
    "door": ("width_mm", "height_mm"),
    "corridor": ("width_mm", "height_mm"),
    "lift": ("width_mm", "height_mm", "depth_mm", "rating_kg"),
    "ramp": ("width_mm", "height_mm", "rating_kg", "slope_pct"),
}
_NEEDS: Final = {
    "width": "takes a width of", "height": "takes a height of", "depth": "takes a depth of",
    "mass": "rolls with",
}  # fmt: skip


def _asked(
    core: RackCore, part: Part, passage: Passage
) -> Iterator[tuple[str, Figure, Figure | None, str]]:
    """Yield what a rack needs of a step and what the step has, where that is stated."""

    def has(name: str, unit: str) -> Figure | None:
        value = getattr(passage, name)
        return None if value is None else exact(float(value), unit, passage_ref(passage, name))

    sides = {
        name: stated(getattr(part, name), f"{part.id}.{name}", "mm")
        for name in ("width_mm", "depth_mm", "height_mm")
    }
    narrow, long = sides["width_mm"], sides["depth_mm"]
    if narrow.low > long.low and long.exact:
        narrow, long = long, narrow
    yield "width", narrow, has("width_mm", "mm"), _OTHER_WAY
    yield "height", sides["height_mm"], has("height_mm", "mm"), _OTHER_WAY
    if passage.kind == "lift":
        yield "depth", long, has("depth_mm", "mm"), _OTHER_WAY
    space = core.read(SPACE)
    if passage.kind in ("lift", "ramp") and space is not None:
        yield (
            "mass",
            space.mass.rolled_kg,
            has("rating_kg", "kg"),
            _LESS if core.filled.contents.items else _OTHER_WAY,
        )


def _some_door(facts: Facts) -> Iterator[Finding]:
    """Yield what is too high for every door in a wall; width is part of the way on the floor."""
    doors = [one for one in facts.design.room.passages if one.wall]
    if not doors:
        return
    heights = [stated(one.height_mm, passage_ref(one, "height_mm"), "mm") for one in doors]
    top = highest(heights)
    for core, keys in facts[CONTENTS].keys_by_core.items():
        part = core.filled.rack_part
        if part is None or part.traits.stands_outdoors:
            continue
        height = stated(part.height_mm, f"{part.id}.height_mm", "mm")
        asked = Asked(
            "F17", "warning", f"doors:{part.id}", tuple(keys), partial(_above_doors, part.name),
            _OTHER_WAY, f"whether {part.name} passes a door",
        )  # fmt: skip
        yield from judged(facts, height, top, asked)


def _above_doors(name: str, high: str, there: str) -> str:
    return f"{name} is {high} mm high, the highest door of the room {there} mm"


def _gets_to_its_place(facts: Facts) -> Iterator[Finding]:
    ways = facts[WAYS]
    names = {rack.id: rack.name or rack.id for rack in facts.design.racks}
    if ways.closed:
        yield Finding(
            "F17", "warning", "way", ways.closed,
            f"no way wide enough leads from a door to {_some(names, ways.closed)}, with all else "
            "in its place",
            "Widen the aisles or the door, or move what stands in the way.", len(ways.closed),
        )  # fmt: skip
    if ways.perhaps_closed:
        yield cannot_be_said(
            "F17", "way", ways.perhaps_closed,
            f"whether a way leads from a door to {_some(names, ways.perhaps_closed)}",
            (ways.widths + ways.heights)[:2], facts.name_of,
        )  # fmt: skip
    elif ways.open_on and not ways.closed:
        yield cannot_be_said(
            "F17", "way", tuple(rack.id for rack in facts.design.racks),
            "whether a way leads from a door to every rack", ways.open_on[:2], facts.name_of,
        )  # fmt: skip


def _some(names: dict[str, str], keys: tuple[str, ...]) -> str:
    return some([names[key] for key in keys], _NAMED)


def _not_too_steep(passage: Passage, slope_pct: float) -> Iterator[Finding]:
    if slope_pct > STEEPEST_PCT:
        yield Finding(
            "F17", "warning", f"slope:{passage.id}", (),
            f"{called(passage)} rises {slope_pct:g} %, at most {STEEPEST_PCT:g} % (1 in 12) for "
            "racks on casters",
            _OTHER_WAY, slope_pct,
        )  # fmt: skip


def people_get_out(facts: Facts) -> Iterator[Finding]:
    """F06: a way of at least 1.2 m leads from before every rack to a door."""
    shut_in, perhaps = facts[WAYS].shut_in, facts[WAYS].perhaps_shut_in
    names = {rack.id: rack.name or rack.id for rack in facts.design.racks}
    if shut_in:
        yield Finding(
            "F06", "error", "egress", shut_in,
            f"no way of {CIRCULATION_MM / 1000:.1f} m leads from {_some(names, shut_in)} to a door",
            "Move the rows apart, or move what stands in the way.", len(shut_in),
        )  # fmt: skip
    if perhaps:
        yield cannot_be_said(
            "F06", "egress", perhaps,
            f"whether a way of {CIRCULATION_MM / 1000:.1f} m leads from {_some(names, perhaps)} "
            "to a door",
            facts[WAYS].widths[:2], facts.name_of,
        )  # fmt: skip
