"""The list of building plans that lie below the floor."""

from collections.abc import Callable
from math import dist
from typing import Any, Final

from designer.document.document import Edit
from designer.document.edits import drop, put
from designer.model.design import Design, Underlay
from designer.ui.fields.field import Field
from designer.ui.fields.record_kind import RecordKind

_SCALED: Final = {"": "not to scale yet", "file": "to scale by its units", "measured": "to scale"}
_YES_NO: Final = (("no", ""), ("yes", "yes"))


def underlays(told: Callable[[Underlay], str] = lambda _: "") -> RecordKind:
    """Return the list of building plans.

    Parameters
    ----------
    told
        Says of a plan what its file is like: that it is missing, what of it is not drawn.
    """
    return RecordKind(
        title="Building plans",
        one="building plan",
        lead="Drawings below the floor: PNG, JPEG, SVG, DXF. The file stays where it is, and the "
        "design keeps its path from the design's folder. Two points and the distance between "
        "them set its scale.",
        lines=lambda design: [(one.id, _words(one)) for one in design.underlays],
        fields=_fields,
        remove=lambda key: drop("underlays", key),
        called=lambda design, key: f"building plan {_found(design, key).name or key}",
        explain=lambda design, _report, key: _told(_found(design, key), told),
    )


def _found(design: Design, key: str) -> Underlay:
    return next(one for one in design.underlays if one.id == key)


def _words(one: Underlay) -> str:
    more = [
        _SCALED[one.scaled],
        *(word for word in ("locked", "hidden", "printed") if getattr(one, word)),
    ]
    return " · ".join((one.name or one.id, *more))


def _told(one: Underlay, told: Callable[[Underlay], str]) -> str:
    words = told(one)
    return f"{_size(one)} {words}." if words else _size(one)


def _size(one: Underlay) -> str:
    first, across, _, down = one.corners()
    wide, high = dist(first, across) / 1000, dist(first, down) / 1000
    if not one.scaled:
        return "Not to scale yet: nothing is to be measured on it."
    return f"{wide:,.2f} × {high:,.2f} m on the floor."


def _fields(design: Design, key: str) -> list[Field]:
    one = _found(design, key)

    def setter(name: str) -> Callable[[Any], Edit]:
        return lambda value: put("underlays", one.evolve(**{name: value}))

    def number(name: str, label: str, unit: str, *, whole: bool = True, hint: str = "") -> Field:
        return Field(
            f"underlay_{name}", label, "integer" if whole else "number", getattr(one, name),
            setter(name), unit=unit, record="Underlay", figure=name, hint=hint,
        )  # fmt: skip

    def yes(name: str, label: str, hint: str = "") -> Field:
        return Field(
            f"underlay_{name}", label, "choice", "yes" if getattr(one, name) else "",
            lambda value: put("underlays", one.evolve(**{name: bool(value)})),
            choices=_YES_NO, hint=hint,
        )  # fmt: skip

    return [
        Field("underlay_name", "Name", "text", one.name, setter("name")),
        Field("underlay_file", "File", "text", one.file, setter("file"),
              hint="from the folder of the design"),
        number("x_mm", "From left", "mm"), number("y_mm", "From top", "mm"),
        number("turn_deg", "Turned", "°", whole=False, hint="clockwise"),
        number("opacity_pct", "Opacity", "%"),
        Field("underlay_left_out", "Layers left out", "text", ", ".join(one.left_out),
              lambda text: put("underlays", one.evolve(left_out=_names(text))),
              hint="names with commas; of a DXF"),
        yes("locked", "Locked", "neither moved nor scaled on the floor"), yes("hidden", "Hidden"),
        yes("printed", "Printed", "below the floor plan on sheets, and in exported pictures"),
    ]  # fmt: skip


def _names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, (name.strip() for name in text.split(","))))
