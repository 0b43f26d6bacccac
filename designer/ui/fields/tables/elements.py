"""The table of what stands in the room beside racks: columns, walls, ramps, zones."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from designer.document.document import Edit
from designer.document.new_things import NewThing, new_element
from designer.model.design import Design, Obstacle
from designer.model.layout import Layout
from designer.model.network_keys import element_key
from designer.ui.fields.room_records import ELEMENT_KINDS, obstacle_fields
from designer.ui.fields.tables.column import Adding, Column, Editing, Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.makers import count, findings, key_of, stored, words

_LONG: Final = 11
"""Letters of a title that wants a wider column."""
_SIZES: Final = (
    ("x", "From left", "x_mm", False), ("y", "From top", "y_mm", False),
    ("width", "Width", "width_mm", False), ("depth", "Depth", "depth_mm", False),
    ("clear", "Kept free around", "clearance_mm", True),
    ("height", "Clear below", "height_mm", True),
)  # fmt: skip


def _by_form(name: str) -> Callable[[Facts, Design, str, Any], Edit]:
    """Return what makes the edit that the properties of an element make."""

    def make(_facts: Facts, design: Design, key: str, value: Any) -> Edit:  # noqa: ANN401 - of any kind
        fields = obstacle_fields(design, key)
        return next(field for field in fields if field.name == name).edit(value)

    return make


def _lacks(name: str) -> Callable[[Facts, Any], str]:
    """Return what says why an element of another kind has no such figure."""

    def why(_facts: Facts, one: Obstacle) -> str:
        if name == "height_mm":
            return "" if one.kind == "ceiling" else "only a ceiling zone has it"
        return "a zone has none" if name == "clearance_mm" and not one.is_solid else ""

    return why


def _size(key: str, title: str, name: str, *, optional: bool) -> Column:
    editing = Editing(
        "integer", name, "Obstacle", optional=optional, edit=_by_form(name), why_not=_lacks(name)
    )
    width = 90 if len(title) < _LONG else 146
    return count(key, title, stored(name), width, unit="mm", edit=editing)


def _new(facts: Facts, layout: Layout, name: str, values: Mapping[str, Any]) -> NewThing:
    return new_element(layout, facts.catalog, name, values)


def _line(_facts: Facts, name: str, values: Mapping[str, Any]) -> Obstacle:
    """Return an element as it would be, to be asked what it has."""
    size = {"x_mm": 0, "y_mm": 0, "width_mm": 1, "depth_mm": 1}
    return Obstacle.model_validate(
        {**size, "id": name, "name": name, "kind": values.get("kind", "obstacle")}
    )


ELEMENTS: Final = Table(
    "elements", "Room", "element", "elements", "floor",
    (
        words("name", "Name", stored("name"), 120,
              edit=Editing("text", "name", edit=_by_form("obstacle_name"))),
        words("kind", "Kind", stored("kind"), 110,
              edit=Editing("choice", "kind", choices=lambda _: ELEMENT_KINDS,
                           edit=_by_form("element_kind")),
              new=Editing("choice", "kind", choices=lambda _: ELEMENT_KINDS)),
        *(_size(key, title, name, optional=more) for key, title, name, more in _SIZES),
        findings(lambda it: it.id),
        key_of(),
    ),
    lambda facts: tuple(facts.design.room.obstacles),
    lambda facts: len(facts.design.room.obstacles),
    lambda one: str(one.id), lambda _facts, one: (element_key(one.id),),
    "No column, wall or zone yet: Insert → Column draws one.", "",
    adds=Adding(_new, ("x", "y", "width", "depth"), _line),
)  # fmt: skip
