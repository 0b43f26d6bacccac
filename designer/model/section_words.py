"""How a result that has no view of its own is shown: a heading, and each figure in words.

Window, sheets and written report show the section of an added subject with this, so that adding
one touches none of them.

May import the figures and measured records of this room.
"""

from dataclasses import dataclass

from designer.model.figure_words import quantity, words
from designer.model.figures import Figure
from designer.model.measured import Measured
from designer.model.units import UNITS_BY_ENDING


@dataclass(frozen=True, slots=True)
class SectionRow:
    """One field of a result: what it is called, what it says, and the figure where it is one."""

    label: str
    text: str
    figure: Figure | None = None


def section_title(name: str) -> str:
    """Return the heading for a section: `noise-of-racks` as `Noise of racks`."""
    said = name.replace("-", " ").replace("_", " ")
    return f"{said[:1].upper()}{said[1:]}"


def without_unit(field: str) -> str:
    """Return a field's name without the unit that it ends in: `heat` for `heat_kw`."""
    ends = (end for end, _ in UNITS_BY_ENDING if field.endswith(end))
    return field.removesuffix(next(ends, ""))


def field_label(kind: type[Measured], name: str) -> str:
    """Return what a field of a result is called: its own title, or its name without the unit."""
    return kind.model_fields[name].title or section_title(without_unit(name))


def section_rows(record: Measured) -> tuple[SectionRow, ...]:
    """Return what a result says, field by field; lists and records inside it are left to others.

    A field whose name says too little has a title of its own (`Field(title="Loudest place")`). A
    text that says nothing is left out.
    """
    rows = []
    for name in type(record).model_fields:
        value, label = getattr(record, name), field_label(type(record), name)
        if isinstance(value, bool):
            rows.append(SectionRow(label, "yes" if value else "no"))
        elif isinstance(value, str):
            if value:
                rows.append(SectionRow(label, value))
        elif value is None or isinstance(value, int | float):
            figure = record.figure(name)
            text = words(figure, 0) if isinstance(value, int) else quantity(figure)
            rows.append(SectionRow(label, text, figure))
    return tuple(rows)
