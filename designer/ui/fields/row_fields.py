"""Fields of a row that is selected whole: its shape, aisles, names, exceptions. No widgets."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits import (
    follow_row,
    move_row,
    number_row,
    put_in_line,
    rename_row,
    shape_row,
)
from designer.document.edits.assemblies import filling_name
from designer.document.edits.row_names import USUAL_PATTERN, pattern_of
from designer.document.row_plans import AisleBeside, aisles_beside
from designer.document.row_shapes import RowShape, room_of, shape_of_chosen
from designer.model.design import Rack, Row
from designer.model.layout import Layout
from designer.ui.fields.field import Field
from designer.ui.fields.record_fields import rack_fields

_MOST_EXCEPTIONS: Final = 12
_STAYS, _FOLLOWS = "stays", "follows"


def row_fields(layout: Layout, catalog: Catalog, chosen: tuple[str, ...]) -> list[Field]:
    """Return the fields of the row that is chosen whole; none where what is chosen is no row.

    Those of its racks follow: place, the way they face, cooling, remark.
    """
    shape = shape_of_chosen(layout, catalog, chosen)
    row = next((one for one in layout.design.rows if shape and one.id == shape.row), None)
    if shape is None or row is None:
        return []
    room = room_of(layout, catalog, shape)
    binding = " · binding" if shape.pitch_mm == shape.width_mm else ""
    fields = [
        Field("row_name", "Row", "text", row.name or row.id, lambda v: rename_row(row.id, v)),
        Field("row_count", "Racks", "integer", shape.count,
              lambda v: shape_row(catalog, row.id, count=v), low=1, high=room.most,
              hint=f"at most {room.most}: {room.stopped_by}" if room.stopped_by else ""),
        *([Field(
            "row_pitch", "Pitch", "integer", shape.pitch_mm,
            lambda v: shape_row(catalog, row.id, pitch_mm=v), mixed=shape.pitch_mm is None,
            unit="mm", low=shape.width_mm,
            hint=f"at least {shape.width_mm:,} mm, the rack{binding}",
        )] if len(shape.in_line) > 1 else []),
        *(_aisle(catalog, shape, row, one) for one in aisles_beside(layout, catalog, shape)),
        *_out_of_line(catalog, shape),
        *_names(layout, row),
    ]  # fmt: skip
    for field in rack_fields(layout.design, catalog, shape.racks):
        if field.name == "row":
            continue
        if field.name in ("x_mm", "y_mm"):
            fields.append(_start(catalog, shape, row, field))
            continue
        if field.name == "assembly":
            given: Callable[[Any], Edit] = lambda v: shape_row(catalog, row.id, assembly=v)  # noqa: E731 - a setter as the others
            fields.append(replace(
                field, value=shape.assembly, mixed=False, edit=given,
                hint="for the racks that follow the row; exceptions keep theirs",
            ))  # fmt: skip
            fields += _exceptions(layout, catalog, shape)
            continue
        fields.append(field)
    return fields


def _start(catalog: Catalog, shape: RowShape, row: Row, field: Field) -> Field:
    """Return where the row begins: given another value, all of it moves."""
    across = field.name == ("x_mm" if shape.sideways else "y_mm")
    now = shape.line_mm if across else int(getattr(shape.in_line[0], field.name))

    def moved(value: int) -> Edit:
        by = value - now
        return move_row(catalog, row.id, *((by, 0) if field.name == "x_mm" else (0, by)))

    label = f"Starts {field.label[0].lower()}{field.label[1:]}"
    return replace(field, label=label, value=now, mixed=False, edit=moved)


def _aisle(catalog: Catalog, shape: RowShape, row: Row, aisle: AisleBeside) -> Field:
    def moved(clear_mm: int) -> Edit:
        by = clear_mm - aisle.clear_mm if aisle.above else aisle.clear_mm - clear_mm
        return move_row(catalog, row.id, *((by, 0) if shape.sideways else (0, by)))

    side, where = ("above", "above the row") if aisle.above else ("below", "below the row")
    if shape.sideways:
        left = ("left", "left of the row")
        side, where = left if aisle.above else ("right", "right of the row")
    binding = " · binding" if aisle.clear_mm == aisle.least_mm else ""
    return Field(
        f"row_aisle_{side}", aisle.words.capitalize(), "integer", aisle.clear_mm, moved, unit="mm",
        low=0,
        hint=f"{where}; at least {aisle.least_mm:,} mm asked{binding}; the row moves",
    )  # fmt: skip


def _names(layout: Layout, row: Row) -> list[Field]:
    found = pattern_of(layout.design, row)
    pattern, first, step, from_end = found or ("", 1, 1, False)

    def numbered(**given: Any) -> Edit:  # noqa: ANN401 - of `number_row`
        asked = {"pattern": pattern or USUAL_PATTERN, "first": first, "step": step,
                 "from_end": from_end, **given}  # fmt: skip
        return number_row(row.id, **asked)

    low, high = ("right", "left") if from_end else ("left", "right")
    if row.rotation in (90, 270):
        low, high = ("below", "above") if from_end else ("above", "below")
    return [
        Field("row_pattern", "Names", "text", pattern, lambda v: numbered(pattern=v),
              mixed=found is None, hint="'{row}' is the row, '{n:02}' the number of two digits"),
        Field("row_first", "Count from", "integer", first, lambda v: numbered(first=v), low=0,
              high=9999, mixed=found is None),
        Field("row_end", "Count begins", "choice", low,
              lambda v: numbered(from_end=from_end if v == low else not from_end),
              choices=((low, low), (high, high)), mixed=found is None),
    ]  # fmt: skip


def _out_of_line(catalog: Catalog, shape: RowShape) -> list[Field]:
    """Return a line for each rack that stands out of the line, which can be put back into it.

    The racks after the twelfth have one line together. None is for racks of another part than
    most, of which none is said to stand out of the line.
    """
    return _follows(
        "row_place", shape.out_of_line, lambda ids: put_in_line(catalog, ids),
        lambda rack: f"{abs(shape.out_by_mm(rack)):,} mm out of line",
        ("out of line", "put back"),
        ("back to its place in the line of the row, else the nearest free one",
         "each to its place in the line, else the nearest free one"),
    )  # fmt: skip


def _follows(
    name: str, racks: tuple[Rack, ...], edit: Callable[[tuple[str, ...]], Edit],
    says: Callable[[Rack], str], words: tuple[str, str], hints: tuple[str, str],
) -> list[Field]:  # fmt: skip
    """Return a line for each exception of a row, which can be let follow; the rest have one.

    Parameters
    ----------
    says
        What an exception is.
    words
        What those without a line of their own are, and what following is called.
    hints
        What following does, to one of them and to those without a line of their own.
    """

    def line(key: str, label: str, ids: tuple[str, ...], stays: str, hint: str) -> Field:
        return Field(
            f"{name}_{key}", label, "choice", _STAYS,
            lambda v: edit(ids if v == _FOLLOWS else ()),
            choices=((stays, _STAYS), (words[1], _FOLLOWS)), hint=hint,
        )  # fmt: skip

    lines = [
        line(rack.id, f"Exception {rack.name}", (rack.id,), says(rack), hints[0])
        for rack in racks[:_MOST_EXCEPTIONS]
    ]
    rest = tuple(rack.id for rack in racks[_MOST_EXCEPTIONS:])
    if more := len(rest):
        lines.append(line("more", f"And {more:,} more", rest, words[0], hints[1]))
    return lines


def _exceptions(layout: Layout, catalog: Catalog, shape: RowShape) -> list[Field]:
    """Return a line for each rack that is filled otherwise, which can be made to follow."""
    if not shape.assembly:
        return []

    def filled(rack: Rack) -> str:
        return filling_name(catalog, (one.part for one in layout.in_rack(rack.id))) or "empty"

    return _follows(
        "row_exception", shape.exceptions, lambda ids: follow_row(catalog, ids), filled,
        ("other part or filling", "follow the row"),
        ("follows the row without what it holds of its own",
         "follow the row without what they hold of their own"),
    )  # fmt: skip
