"""The list of the room's coolant loops."""

from collections.abc import Callable
from typing import Any, Final

from designer.document.document import Edit
from designer.document.edits import drop, put
from designer.document.edits.naming import fresh_id, slug
from designer.engine.report import Report
from designer.model.design import Design, Loop
from designer.model.feed_words import loop_short
from designer.model.plural import plural
from designer.ui.fields.field import Field
from designer.ui.fields.record_kind import Lines, RecordKind
from designer.ui.fields.sections import YES_NO, YES_NO_VALUES, yes_no

FLUIDS: Final = (("not stated: PG25", ""), ("water", "water"), ("PG25", "pg25"))
_SAFETY: Final = (
    ("leak_detection", "Leak detection", "a sensor under each rack of the loop"),
    ("isolation_valves", "Isolation valves", "on each branch, so that one rack can be shut off"),
    ("drip_trays", "Drip trays", "under each rack and manifold of the loop"),
)


def loops() -> RecordKind:
    """Return the list of coolant loops."""
    return RecordKind(
        title="Coolant loops",
        one="coolant loop",
        lead="Which distribution units feed which racks, and with what. A loop that names no units "
        "or racks has all that no other loop names; units in a rack serve that rack. "
        "A room without loops has one.",
        lines=_lines,
        fields=_fields,
        remove=lambda key: drop("loops", key),
        ask="Name",
        suggest=lambda design: f"Loop {len(design.loops) + 1}",
        add=_add,
        explain=_use,
        called=_in_words,
    )


def _in_words(design: Design, key: str) -> str:
    loop = next(one for one in design.loops if one.id == key)
    return f"loop {loop_short(loop.name or key)}"


def _lines(design: Design) -> Lines:
    return [(loop.id, " · ".join((loop.name or loop.id, *_told(loop)))) for loop in design.loops]


def _told(loop: Loop) -> tuple[str, ...]:
    return () if loop.supply_c is None else (f"{loop.supply_c:g} °C",)


def _fields(design: Design, key: str) -> list[Field]:
    loop = next(one for one in design.loops if one.id == key)

    def setter(name: str) -> Callable[[Any], Edit]:
        return lambda value: put("loops", loop.evolve(**{name: value}))

    def names(name: str) -> Callable[[Any], Edit]:
        found: Callable[[str], tuple[str, ...]] = lambda text: tuple(  # noqa: E731 - one expression
            word for part in text.split(",") if (word := part.strip())
        )
        return lambda value: put("loops", loop.evolve(**{name: found(value)}))

    def safety(name: str) -> Callable[[Any], Edit]:
        return lambda value: put("loops", loop.evolve(**{name: YES_NO_VALUES[value]}))

    return [
        Field("loop_name", "Name", "text", loop.name, setter("name")),
        Field("loop_units", "Units", "text", ", ".join(loop.units), names("units"),
              hint="ids of its distribution units, with commas; empty for all others"),
        Field("loop_racks", "Racks", "text", ", ".join(loop.racks), names("racks"),
              hint="ids of racks or rows, with commas; empty for all others"),
        Field("supply_c", "Supply", "number", loop.supply_c, setter("supply_c"), unit="°C",
              record="Loop", optional=True, source="facility water and the units' approach"),
        Field("fluid", "Fluid", "choice", loop.fluid, setter("fluid"), choices=FLUIDS),
        Field("delta_t_k", "Rise", "number", loop.delta_t_k, setter("delta_t_k"), unit="K",
              record="Loop", optional=True, source="10 K by OCP's rule",
              hint="return over supply, for racks whose maker states no flow"),
        *(Field(name, label, "choice", yes_no(getattr(loop, name)), safety(name), choices=YES_NO,
                hint=hint) for name, label, hint in _SAFETY),
    ]  # fmt: skip


def _add(design: Design, _choice: str, text: str) -> tuple[str, Edit]:
    key = fresh_id({loop.id for loop in design.loops}, slug(text) or "loop")
    return key, put("loops", Loop(id=key, name=text))


def _use(design: Design, _report: Report | None, key: str) -> str:
    loop = next(one for one in design.loops if one.id == key)
    units = plural(len(loop.units), "unit") if loop.units else "all other units"
    racks = plural(len(loop.racks), "rack or row", "racks or rows") if loop.racks else "all others"
    return f"It has {units}, and serves {racks}."
