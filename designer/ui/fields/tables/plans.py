"""The tables of what a design is built by and kept with: stages, assemblies, loops, rules."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, get_args

from designer.catalog.kinds import KINDS
from designer.catalog.spare_stock import IN_DEVICES
from designer.document.document import Edit
from designer.document.edits import put_passage
from designer.document.errors import EditError
from designer.document.new_things import NewThing, new_named, new_passage, new_stage
from designer.model.design import Assembly, Design, Fluid, Loop, Passage
from designer.model.hall import Hall
from designer.model.layout import Layout
from designer.model.revisions import next_entry
from designer.model.spare_rule import SpareRule
from designer.model.stages import STAGED, Stage, in_order
from designer.ui.fields.passage_records import KINDS as PASSAGES
from designer.ui.fields.passage_records import OPENS, WALLS
from designer.ui.fields.tables.column import Adding, Choices, Column, Editing, Table
from designer.ui.fields.tables.facts import Facts
from designer.ui.fields.tables.finders import part_of
from designer.ui.fields.tables.makers import (
    count,
    id_of,
    key_of,
    makes,
    many_of,
    named,
    note,
    optional_number,
    records,
    stored,
    words,
)


def _nowhere(_facts: Facts, _line: Any) -> tuple[str, ...]:  # noqa: ANN401 - a record of any kind
    return ()


def _same(values: Iterable[str]) -> Choices:
    return tuple((value or "not stated", value) for value in values)


def _things(facts: Facts, stage: Stage) -> int:
    """Return how many things say that they come in a stage."""
    design = facts.design
    found: int = sum(one.stage == stage.id for name in STAGED for one in getattr(design, name))
    return found + sum(slot.stage == stage.id for one in design.assemblies for slot in one.slots)


STAGES: Final = Table(
    "stages", "Stages", "stage", "stages", "layers",
    (
        named("stage"),
        count("order", "Order", stored("order"), edit=Editing("integer", "order", "Stage")),
        words("date", "Runs from", stored("date"), 100, also=("from",),
              edit=Editing("text", "date", optional=True)),
        count("things", "Things that come", _things, 110, sums=True),
        note(),
        key_of(),
    ),
    lambda facts: in_order(facts.design.stages), many_of("stages"), id_of,
    lambda facts, stage: tuple(r.id for r in facts.design.racks if r.stage == stage.id),
    "All is built at once: Arrange → Put into a stage… begins with stages.", "stages",
    adds=Adding(makes(new_stage)),
)  # fmt: skip


def _racks_in_hall(facts: Facts, hall: Hall) -> tuple[str, ...]:
    name = hall.name or hall.id
    return tuple(rack.id for rack in facts.design.racks if facts.hall_of(rack.id) == name)


def _corners(_facts: Facts, hall: Hall) -> str:
    return " ".join(f"{x},{y}" for x, y in hall.outline)


HALLS: Final = Table(
    "halls", "Halls", "hall", "halls", "floor",
    (
        named("hall"),
        count("racks", "Racks", lambda facts, hall: len(_racks_in_hall(facts, hall)), sums=True),
        words("corners", "Corners", _corners, 260, also=("outline",)),
        note(),
        key_of(),
    ),
    records("halls"), many_of("halls"), id_of, _racks_in_hall,
    "The design is one room. A file may state several halls, each with its walls.", "halls",
    why_none="a hall needs walls around what stands in it: the file states them",
)  # fmt: skip


def _copies(facts: Facts, one: Assembly) -> tuple[str, ...]:
    return facts.racks_of_assemblies.get(one.id, ())


ASSEMBLIES: Final = Table(
    "assemblies", "Assemblies", "assembly", "assemblies", "rack-system",
    (
        named("assembly", width=250),
        words("part", "Rack", lambda facts, it: facts.part_name(it.rack_part), 170),
        count("devices", "Devices", lambda _facts, it: len(it.slots)),
        count("copies", "Racks filled", lambda facts, it: facts.layout.copies.get(it.id, 0), 96,
              sums=True),
        note(),
        key_of(),
    ),
    records("assemblies"), many_of("assemblies"), id_of, _copies,
    "No racks share a filling yet: duplicate a filled rack, or Make an assembly of this rack….",
    "assemblies", why_none="an assembly is made of a rack that is filled",
)  # fmt: skip


def _tells_all_others(store: str, all_others: str) -> Callable[[Facts, Loop], str]:
    def read(facts: Facts, loop: Loop) -> str:
        return ", ".join(facts.layout.names_of(getattr(loop, store))) or all_others

    return read


LOOPS: Final = Table(
    "loops", "Coolant loops", "loop", "loops", "pipe",
    (
        named("loop"),
        words("units", "Units", _tells_all_others("units", "all other units"), 150),
        words("racks", "Serves", _tells_all_others("racks", "all others"), 150),
        optional_number("supply", "Supply", "°C", "supply_c", "Loop"),
        optional_number("delta", "Warmer by", "K", "delta_t_k", "Loop"),
        words("fluid", "Fluid", lambda _facts, it: it.fluid or "not stated", 90,
              edit=Editing("choice", "fluid", choices=lambda _: _same(get_args(Fluid)))),
        optional_number("volume", "Volume", "l", "volume_l", "Loop", shown=False),
        note(),
        key_of(),
    ),
    records("loops"), many_of("loops"), id_of,
    lambda facts, it: tuple(k for k in (*it.units, *it.racks) if k in facts.layout.racks),
    "One loop joins all distribution units: Design settings → Coolant loops has others.", "loops",
    adds=Adding(lambda _facts, layout, name, values: new_named("loops", layout, name, values)),
)  # fmt: skip
CORDS: Final = Table(
    "cords", "Cords by hand", "cord by hand", "cords by hand", "pdu",
    (
        words("id", "Id", stored("id"), 110),
        words("supply", "Supply", stored("supply"), 180, also=("from",)),
        words("outlet", "Outlet", lambda _facts, it: it.outlet or "unplugged", 180, also=("to",)),
        note(),
    ),
    records("cords"), many_of("cords"), id_of,
    lambda facts, it: tuple(
        key for end in (it.supply, it.outlet)
        if (key := end.rpartition(":")[0] or end) and facts.layout.find(key) is not None
    ),
    "No cord is hung by hand: all follow the rules of their racks, and the elevation shows them.",
    "cords", why_none="a supply is hung in an outlet in the elevation, which shows what is free",
)  # fmt: skip


WORKLOADS: Final = Table(
    "workloads", "Workloads", "workload", "workloads", "training",
    (
        named("workload", width=160),
        words("kind", "Kind", stored("kind"), 90),
        words("model", "Model", stored("model"), 160),
        words("gpu", "GPU", lambda _facts, it: it.gpu or "most of the hall", 120),
        count("gpus", "GPUs", lambda _facts, it: it.gpus or None, 70, sums=True),
        words("precision", "Precision", stored("precision"), 84),
        optional_number("days", "Wanted within", "days", "wanted_days", "Workload"),
        optional_number("requests", "Requests", "1/s", "requests_per_s", "Workload"),
        note(),
        key_of(),
    ),
    records("workloads"), many_of("workloads"), id_of, _nowhere,
    "Nothing is said to run yet: Workloads (Ctrl+4) adds a training run or a service.",
    "workloads", why_none="a workload is added in Workloads, where its plan is worked out",
)  # fmt: skip
_SPARED: Final[Mapping[str, str]] = {
    **{kind.id: kind.plural for kind in KINDS if kind.in_bill},
    **{rule: f"{said} inside devices" for rule, (_, said) in IN_DEVICES.items()},
}


def _spared(facts: Facts, rule: SpareRule) -> str:
    return _SPARED.get(rule.id) or facts.part_name(rule.id)


def _meant_spare(facts: Facts, name: str) -> str:
    """Return the kind or the part that a rule of spares is about."""
    wanted = name.strip().casefold()
    for key, said in _SPARED.items():
        if wanted in (key, said.casefold()):
            return key
    return str(part_of(lambda part: part.traits.in_bill, "part that is bought")(facts, name)[0])


def _new_spare(_facts: Facts, layout: Layout, key: str, values: Mapping[str, Any]) -> NewThing:
    if values.get("percent") is None and values.get("at_least") is None:
        raise EditError("how many spares? give Share or At least")
    return new_named("spares", layout, key, values, named=False)


SPARES: Final = Table(
    "spares", "Rules of spares", "rule of spares", "rules of spares", "parts",
    (
        words("of", "Of", _spared, 200, also=("part", "kind", "name")),
        optional_number("percent", "Share", "%", "percent", "SpareRule"),
        count("least", "At least", stored("at_least"), 84,
              edit=Editing("integer", "at_least", "SpareRule", optional=True)),
        words("source", "Source", stored("source"), 220, prose=True,
              edit=Editing("text", "source", optional=True)),
        note(),
        words("id", "Id", stored("id"), 140, shown=False),
    ),
    records("spares"), many_of("spares"), id_of, _nowhere,
    "No spares are counted: paste kinds or parts with a share, or Design settings → Spares.",
    "spares", adds=Adding(_new_spare, meant=_meant_spare),
)  # fmt: skip


def _new_revision(_facts: Facts, layout: Layout, key: str, values: Mapping[str, Any]) -> NewThing:
    entry = {"entry": next_entry(layout.design.revisions)}
    return new_named("revisions", layout, key, {**entry, **values}, named=False)


REVISIONS: Final = Table(
    "revisions", "Revisions", "revision", "revisions", "history",
    (
        words("id", "Revision", stored("id"), 90, also=("letter", "rev")),
        words("date", "Date", stored("date"), 100, edit=Editing("date", "date")),
        words("author", "By", stored("author"), 130,
              edit=Editing("text", "author", optional=True)),
        words("text", "What changed", stored("text"), 420, prose=True,
              edit=Editing("text", "text")),
    ),
    records("revisions"), many_of("revisions"), id_of, _nowhere,
    "No revision yet: Design settings → Revisions, or paste letter, date and what changed.",
    "revisions", adds=Adding(_new_revision, ("date", "text")),
)  # fmt: skip


def _of_passage(name: str) -> Callable[[Facts, Design, str, Any], Edit]:
    def make(_facts: Facts, design: Design, key: str, value: Any) -> Edit:  # noqa: ANN401 - of any kind
        passage = next(one for one in design.room.passages if one.id == key)
        return put_passage(passage.evolve(**{name: value}))

    return make


def _only(*kinds: str) -> Callable[[Facts, Any], str]:
    said = " or a ".join(kinds)
    return lambda _facts, one: "" if one.kind in kinds else f"only a {said} has it"


def _anything(_facts: Facts, _one: Passage) -> str:
    return ""


def _size(
    key: str, title: str, unit: str, store: str, why_not: Callable[[Facts, Any], str] = _anything
) -> Column:
    whole = store.endswith("_mm")
    editing = Editing(
        "integer" if whole else "number", store, "Passage", optional=store != "at_mm",
        edit=_of_passage(store), why_not=why_not,
    )  # fmt: skip
    return count(key, title, stored(store), 92, unit=unit, edit=editing)


def _said(pairs: Choices, store: str) -> Callable[[Facts, Any], str]:
    told = {value: words for words, value in pairs}
    return lambda _facts, one: told.get(getattr(one, store), getattr(one, store))


DOORS: Final = Table(
    "doors", "Doors and lifts", "door or lift", "doors and lifts", "door",
    (
        words("name", "Name", stored("name"), 120, also=("door",),
              edit=Editing("text", "name", edit=_of_passage("name"))),
        words("kind", "Kind", stored("kind"), 90,
              new=Editing("choice", "kind", choices=lambda _: PASSAGES)),
        words("wall", "Wall", _said(WALLS, "wall"), 110,
              edit=Editing("choice", "wall", choices=lambda _: WALLS, edit=_of_passage("wall"),
                           why_not=_only("door"))),
        _size("at", "Begins at", "mm", "at_mm", _only("door")),
        _size("width", "Clear width", "mm", "width_mm"),
        _size("height", "Clear height", "mm", "height_mm"),
        _size("depth", "Depth", "mm", "depth_mm", _only("lift")),
        _size("carries", "Carries", "kg", "rating_kg", _only("lift", "ramp")),
        _size("slope", "Slope", "%", "slope_pct", _only("ramp")),
        words("opens", "Opens", _said(OPENS, "opens"), 110, shown=False,
              edit=Editing("choice", "opens", choices=lambda _: OPENS, edit=_of_passage("opens"),
                           why_not=_only("door"))),
        words("note", "Note", stored("note"), 180, prose=True,
              edit=Editing("text", "note", optional=True, edit=_of_passage("note"))),
        key_of(),
    ),
    lambda facts: tuple(facts.design.room.passages),
    lambda facts: len(facts.design.room.passages), id_of, _nowhere,
    "No way in is stated: Design settings → Doors and lifts, or paste names, kinds and sizes.",
    adds=Adding(
        makes(new_passage), ("kind",),
        lambda _facts, name, values: Passage.model_validate(
            {"id": name, "kind": values.get("kind", "door")}
        ),
    ),
)  # fmt: skip
_YES: Final = (("no", ""), ("yes", "yes"))
UNDERLAYS: Final = Table(
    "underlays", "Building plans", "building plan", "building plans", "import",
    (
        named("plan"),
        words("file", "File", stored("file"), 220),
        count("left", "From left", stored("x_mm"), 86, unit="mm"),
        count("top", "From top", stored("y_mm"), 86, unit="mm"),
        count("scale", "One unit is", stored("mm_per_unit"), 96, unit="mm", decimals=3),
        count("opacity", "Covers", stored("opacity_pct"), 70, unit="%",
              edit=Editing("integer", "opacity_pct", "Underlay")),
        words("printed", "Printed", lambda _facts, it: "yes" if it.printed else "no", 76,
              edit=Editing("choice", "printed", choices=lambda _: _YES, held=bool)),
        note(),
        key_of(),
    ),
    records("underlays"), many_of("underlays"), id_of, _nowhere,
    "No building plan lies below the floor: Insert → Building plan… places one.", "underlays",
    why_none="a building plan is a file: Insert → Building plan… places it",
)  # fmt: skip


def _node_of(facts: Facts, place: Any) -> str:  # noqa: ANN401 - a kept place
    return ", ".join(
        facts.layout.fabric_name(one) for one in (*place.nodes_of, place.fabric) if one
    )


PLACES: Final = Table(
    "places", "Kept places of fabrics", "kept place", "kept places", "pin",
    (
        words("id", "Place of", stored("id"), 150),
        words("rack", "Rack", lambda facts, it: facts.layout.name_of(it.rack), 90),
        words("fabric", "Fabrics", _node_of, 160),
        words("tier", "Tier", stored("tier"), 70),
        words("taken", "Taken by",
              lambda facts, it: facts.layout.name_of(it.taken_by) if it.taken_by else "free", 150),
    ),
    records("places"), many_of("places"), id_of,
    lambda facts, it: (it.taken_by,) if facts.layout.find(it.taken_by) else (),
    "No place of a fabric is kept: nodes and switches take theirs in order.", "places",
    why_read="The program keeps these places, so that no cable is plugged anew; the finding of a "
    "fabric with places kept free offers to close them",
)  # fmt: skip


def _years(key: str, title: str, one: str, many: str, empty: str) -> Table:
    return Table(
        key.removesuffix("_years"), title, one, many, "history",
        (
            named(width=200),
            words("source", "Source", stored("source"), 420, prose=True),
            note(),
            key_of(),
        ),
        records(key), many_of(key), id_of, _nowhere, empty, key,
        why_none="a year of hours is a file: the menu File reads it",
    )  # fmt: skip


WEATHER: Final = _years(
    "weather_years", "Weather years", "weather year", "weather years",
    "No year of weather is kept: File → Read a weather file… adds one.",
)  # fmt: skip
GRID: Final = _years(
    "grid_years", "Years of the grid", "year of the grid", "years of the grid",
    "No year of the grid's carbon is kept: File → Read grid carbon… adds one.",
)  # fmt: skip
PLANS: Final[tuple[Table, ...]] = (
    STAGES, HALLS, ASSEMBLIES, LOOPS, CORDS, DOORS, UNDERLAYS, WORKLOADS, SPARES, REVISIONS,
    PLACES, WEATHER, GRID,
)  # fmt: skip
