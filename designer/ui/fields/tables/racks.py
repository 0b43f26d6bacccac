"""The tables of racks, of what else stands on the floor, and of rows."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from designer.catalog.part import Part
from designer.document.document import Edit
from designer.document.new_things import NewThing, new_rack, new_row
from designer.engine.report import RackReport
from designer.engine.row_report import RowReport
from designer.model.cooling_words import SHOWN_NAMES
from designer.model.design import Design, Rack, Row
from designer.model.figures import Figure
from designer.model.layout import Layout
from designer.ui.fields.record_fields import COOLING, ROTATIONS, rack_fields
from designer.ui.fields.tables.column import Adding, Choices, Column, Editing, Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.finders import part_of
from designer.ui.fields.tables.holding import HOLDING
from designer.ui.fields.tables.makers import (
    count,
    figure,
    findings,
    key_of,
    named,
    note,
    reported,
    stored,
    words,
)

_FACES: Final = {int(value): said for said, value in ROTATIONS}
_COOLING: Final = {value: said for said, value in COOLING}


def _report(facts: Facts, rack: Rack) -> RackReport | None:
    return facts.racks.get(rack.id)


def _by_form(name: str) -> Callable[[Facts, Design, str, Any], Edit]:
    """Return what makes the edit that the properties of a rack make: it has to fit its place."""

    def make(facts: Facts, design: Design, key: str, value: Any) -> Edit:  # noqa: ANN401 - of any kind
        rack = next(rack for rack in design.racks if rack.id == key)
        fields = rack_fields(design, facts.catalog, (rack,))
        return next(field for field in fields if field.name == name).edit(value)

    return make


def _rows(facts: Facts) -> Choices:
    return (("none", ""), *((name, key) for key, name in facts.row_names.items()))


def _assemblies(facts: Facts) -> Choices:
    return (("none", ""), *((name, key) for key, name in facts.assembly_names.items()))


def _fullest(facts: Facts, rack: Rack) -> str:
    report = _report(facts, rack)
    if report is None:
        return ""
    labels = {limit.name: limit for limit in report.limits}
    binds = labels.get(report.binding_constraint)
    if binds is not None:
        return f"{binds.label}: {binds.text}" if binds.text else binds.label
    named_so = [labels[name].label for name in report.binding_open if name in labels]
    return f"may be {' or '.join(named_so)}" if named_so else ""


def _cooled(facts: Facts, rack: Rack) -> str:
    report = _report(facts, rack)
    return SHOWN_NAMES.get(report.cooling_shown, report.cooling_shown) if report else ""


def _devices(facts: Facts, rack: Rack) -> int:
    own = len(facts.layout.own_devices.get(rack.id, ()))
    assembly = facts.layout.assemblies.get(rack.assembly)
    return own + (len(assembly.slots) if assembly else 0)


def _place(name: str, title: str) -> Column:
    return count(
        name, title, stored(f"{name}_mm"), 80, unit="mm", shown=False,
        edit=Editing("integer", f"{name}_mm", "Rack", edit=_by_form(f"{name}_mm")),
    )  # fmt: skip


def _kw(key: str, title: str, name: str, *also: str, **more: Any) -> Column:  # noqa: ANN401 - of any kind
    return figure(key, title, "kW", reported(_report, name, "kW"), also=also, sums=True, **more)


def _own_kw(facts: Facts, rack: Rack) -> Figure:
    return facts.figure(rack.part, "power_max_w", "kW")


def _first(means: Callable[[Part], bool], what: str) -> tuple[Column, ...]:
    """Return the first columns of what stands on the floor; its part is said when it is added."""
    return (
        named("rack", "unit", width=90),
        words("row", "Row", lambda facts, rack: facts.row_of(rack.id), 56,
              edit=Editing("choice", "row", choices=_rows)),
        words("part", "Part", lambda facts, rack: facts.part_name(rack.part), 152,
              also=("model", "type"), new=Editing("text", "part", find=part_of(means, what))),
    )  # fmt: skip


_LAST: Final = (
    words("hall", "Hall", lambda facts, rack: facts.hall_of(rack.id), 80, shown=False),
    _place("x", "From left"),
    _place("y", "From top"),
    words("faces", "Faces", lambda _facts, rack: _FACES[rack.rotation], 100, shown=False,
          edit=Editing("choice", "rotation", choices=lambda _: ROTATIONS,
                       edit=_by_form("rotation"), held=int)),
    *HOLDING,
    note(shown=False),
    key_of(),
)  # fmt: skip
_OF_RACKS: Final = (
    *_first(lambda part: part.traits.contains, "rack"),
    words("assembly", "Assembly",
          lambda facts, rack: facts.assembly_names.get(rack.assembly, ""), 130, shown=False,
          edit=Editing("choice", "assembly", choices=_assemblies, edit=_by_form("assembly"))),
    count("devices", "Devices", _devices, sums=True),
    _kw("kw", "Maximum", "power_max_kw", "power", "max"),
    _kw("typical", "Typical", "power_typical_kw", shown=False),
    _kw("air", "Air", "air_kw", width=70),
    _kw("liquid", "Liquid", "liquid_kw", width=84),
    words("cooling", "Cooling", _cooled, 150, also=("cooled",)),
    words("method", "Method set", lambda _facts, rack: _COOLING[rack.cooling], 120, shown=False,
          edit=Editing("choice", "cooling", choices=lambda _: COOLING)),
    figure("kg", "Mass", "kg", reported(_report, "weight_kg", "kg"), also=("mass", "weight"),
           width=140, decimals=0, sums=True),
    figure("u", "Used", "U", reported(_report, "u_used", "U"), 70, also=("units",), sums=True),
    findings(lambda rack: rack.id),
    words("limit", "Binding limit", _fullest, 190, also=("binding", "worst")),
    *_LAST,
)  # fmt: skip
_OF_UNITS: Final = (
    *_first(lambda part: part.stands_on_floor and not part.traits.contains, "unit of the floor"),
    words("kind", "Kind", lambda facts, rack: _singular(facts, rack), 130),
    figure("kw", "Draws", "kW", _own_kw, also=("power", "max"), sums=True),
    figure("kg", "Mass", "kg", reported(_report, "weight_kg", "kg"), also=("mass", "weight"),
           width=140, decimals=0, sums=True),
    findings(lambda rack: rack.id),
    words("limit", "Binding limit", _fullest, 190, also=("binding", "worst")),
    *_LAST,
)  # fmt: skip


def _singular(facts: Facts, rack: Rack) -> str:
    kind = facts.kind_of(rack.part)
    return kind.singular if kind else "not in the catalogue"


def _standing(facts: Facts, *, contains: bool) -> Iterator[Rack]:
    """Yield what holds devices, or what does not; a part nobody knows may hold some."""
    holds: dict[str, bool] = {}
    for rack in facts.design.racks:
        if rack.part not in holds:
            kind = facts.kind_of(rack.part)
            holds[rack.part] = kind is None or kind.contains
        if holds[rack.part] is contains:
            yield rack


def _own_key(_facts: Facts, rack: Rack) -> tuple[str, ...]:
    return (rack.id,)


def _id(line: Rack | Row) -> str:
    return line.id


def _count(facts: Facts, *, contains: bool) -> int:
    return sum(1 for _ in _standing(facts, contains=contains))


def _new_rack(facts: Facts, layout: Layout, name: str, values: Mapping[str, Any]) -> NewThing:
    return new_rack(layout, facts.catalog, name, values)


_ADDS: Final = Adding(_new_rack, ("part",), placed=("x_mm", "y_mm"))


RACKS: Final = Table(
    "racks", "Racks", "rack", "racks", "rack", _OF_RACKS,
    partial(_standing, contains=True), partial(_count, contains=True), _id, _own_key,
    "No rack yet: drag one from Parts onto the floor, or Insert → Row of racks.", "racks",
    adds=_ADDS,
)  # fmt: skip
UNITS: Final = Table(
    "units", "Cooling units and others", "unit", "units", "crah", _OF_UNITS,
    partial(_standing, contains=False), partial(_count, contains=False), _id, _own_key,
    "Nothing beside racks stands on the floor: drag a cooling unit from Parts.", "racks",
    adds=_ADDS,
)  # fmt: skip


def _row(facts: Facts, row: Row) -> RowReport | None:
    return facts.rows.get(row.id)


def _racks_in(facts: Facts, row: Row) -> int:
    return len(facts.racks_of_rows.get(row.id, ()))


def _part_of_row(facts: Facts, row: Row) -> str:
    parts = {facts.layout.racks[key].part for key in facts.racks_of_rows.get(row.id, ())}
    return facts.part_name(parts.pop()) if len(parts) == 1 else "several" if parts else ""


def _new_row(facts: Facts, layout: Layout, name: str, values: Mapping[str, Any]) -> NewThing:
    return new_row(layout, facts.catalog, name, values)


ROWS: Final = Table(
    "rows", "Rows", "row", "rows", "floor",
    (
        named("row"),
        count("racks", "Racks", _racks_in, sums=True, also=("count",),
              new=Editing("integer", "count")),
        words("part", "Part", _part_of_row, 140, also=("model",), shown=False,
              new=Editing("text", "part", find=part_of(lambda part: part.traits.contains, "rack"))),
        figure("kw", "Maximum", "kW", reported(_row, "power_max_kw", "kW"), also=("power",),
               sums=True),
        figure("feeds", "Feeds carry", "kW", reported(_row, "power_limit_kw", "kW"), 100),
        figure("air", "Air", "kW", reported(_row, "air_kw", "kW"), sums=True),
        figure("liquid", "Liquid", "kW", reported(_row, "liquid_kw", "kW"), sums=True),
        figure("kg", "Mass", "kg", reported(_row, "weight_kg", "kg"), 150, also=("mass",),
               decimals=0,
               sums=True),
        figure("u", "Used", "U", reported(_row, "u_used", "U"), 70, sums=True),
        figure("gpus", "GPUs", "", reported(_row, "gpus", ""), 70, decimals=0, sums=True),
        words("binds", "Binds first",
              lambda facts, row: facts.rows[row.id].binds_first if row.id in facts.rows else "",
              150),
        figure("stranded", "Stranded", "kW", reported(_row, "stranded_kw", "kW"), sums=True),
        note(),
        key_of(),
    ),
    lambda facts: facts.design.rows, lambda facts: len(facts.design.rows), _id,
    lambda facts, row: facts.racks_of_rows.get(row.id, ()),
    "No row yet: Insert → Row of racks.", "rows", adds=Adding(_new_row),
)  # fmt: skip
