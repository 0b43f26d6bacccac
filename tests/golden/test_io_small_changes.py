"""Texts before and after: figures changed in a part's text, and files of schema 0 and 1 lifted.

`data/part-edits.txt` holds, for each change of a figure, the text that comes out;
`data/migrations.txt` holds, for each old table, what it becomes and what is said.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from designer.io.migrations import migrate
from designer.io.part_text import own_source, value_at, values, with_own_source, with_value

DATA = Path(__file__).parent / "data"

PART = """\
# A part of my own
[[part]]
id = "x"  # the id
name = "X"
power_max_w = 700
psu = {count = 2, rating_w = 1000}
provenance = [
  {fields = ["power_max_w"], source = "Data sheet", kind = "vendor"},
  {fields = ["psu", "mass_kg"], source = "Manual", kind = "vendor"},
  {fields = ["*"], source = "Own figures", kind = "assumed"},
]
"""
BARE = '[[part]]\nid = "x"\nname = "X"\n'
NAMED = '[[part]]\nid = "x"\nprovenance = [{fields = ["mass_kg"], source = "A", kind = "guide"}]\n'
EVERY = '[[part]]\nid = "x"\nprovenance = [{fields = ["*"], source = "A", kind = "guide"}]\n'
TWO = BARE + '\n[[part]]\nid = "y"\nname = "Y"\n'
ODD = '[[part]]\nid = "x"\nprovenance = [{source = "Own figures", kind = "assumed"}]\n'
NO_LIST = '[[part]]\nid = "x"\nprovenance = [{fields = "all", source = "Own figures"}]\n'

PORT = {"name": "a", "count": 2, "connector": None}
CHANGES: tuple[tuple[str, tuple[str, ...], Any], ...] = (
    (PART, ("power_max_w",), 800),
    (PART, ("power_max_w",), None),
    (PART, ("psu", "count"), 4),
    (PART, ("psu", "inlet"), "C20"),
    (PART, ("psu", "rating_w"), None),
    (PART, ("name",), "Y"),
    (PART, ("vendor",), "Acme"),
    (PART, ("summary",), None),
    (PART, ("note",), "a note"),
    (PART, ("mass_kg",), 5.5),
    (PART, ("cooling", "capacity_kw"), None),
    (PART, ("cooling", "capacity_kw"), 50),
    (PART, ("ports",), [PORT, {"name": "b", "count": 1}]),
    (PART, ("provenance",), None),
    (PART, ("name", "x"), 1),
    (BARE, ("mass_kg",), 5),
    (BARE, ("mass_kg",), None),
    (BARE, ("psu", "count"), 2),
    (NAMED, ("mass_kg",), 5),
    (NAMED, ("width_mm",), 600),
    (EVERY, ("mass_kg",), 5),
    (ODD, ("mass_kg",), 5),
    (NO_LIST, ("mass_kg",), 5),
    (TWO, ("mass_kg",), 5),
    ("[[part]]\nid = 'x'\npsu = {count = 1}\n", ("psu", "count"), None),
    ("[[part]]\nid = 'x'\nprovenance = [1]\n", ("mass_kg",), 5),
    ("[[part]]\nid = 'x'\nprovenance = 1\n", ("mass_kg",), 5),
    ("part = []\n", ("mass_kg",), 5),
    ("part = 5\n", ("mass_kg",), 5),
    ("a = 1\n", ("mass_kg",), 5),
    ("[[part]\n", ("mass_kg",), 5),
)  # fmt: skip

OLD: tuple[dict[str, Any], ...] = (
    {},
    {"schema_version": 0, "name": "N", "price_per_kwh": 0.1, "currency": "EUR", "site": "here"},
    {"currency": "EUR"},
    {"room": {"width": 12.3456, "depth": 9, "name": "R"}},
    {"room": {"width": 12}},
    {"room": {"depth": 12}},
    {"room": {"width": "wide", "depth": 9}},
    {"room": 5, "rows": 7},
    {"rows": []},
    {"rows": [{"id": "A", "x": 1.5, "y": 2, "racks": [
        {"id": "R1", "type": "rack", "x": 0.6, "devices": [
            {"id": "d", "type": "node", "u": 3}, {"type": "node", "u": 4.5}, {"u": "top"},
            {"id": "d", "u": 1e400}, 5]},
        {"id": "R1", "type": "rack", "y": "no"}, {"note": "kept", "name": "Own"}]},
        {"racks": []}, "no row"]},
    {"rows": [{"id": 7}, {"id": 7}, {"id": 7}]},
    {"strange": {"u": 5}, "devices": {"d": {"u": 3}}},
)  # fmt: skip
FIRST: tuple[dict[str, Any], ...] = (
    {},
    {"room": {"feeds": [{"id": "A", "name": "Feed A", "capacity_kw": 50}, {"id": "B"}], "n": 1}},
    {"room": {"feeds": [{"id": "A"}]}, "power": {}},
    {"room": {"feeds": []}},
    {"room": {"feeds": [{"name": "A"}]}},
    {"room": {"feeds": [{"id": 5}, {"id": "A"}]}},
    {"room": {"feeds": "A"}},
    {"room": "R"},
    {"devices": {"a": {"id": "a", "half_u": 93, "face": "rear"}, "b": {"half_u": 92, "n": 1}}},
    {"devices": [{"half_u": 0}, {"half_u": -3}, {"half_u": True}, {"half_u": 4.0}, {"half_u": "4"}],
     "name": "N"},
    {"devices": [{"half_u": 10**9}, {"half_u": 10**9 - 1}, {"half_u": 5, "u": 3}, 5]},
    {"assemblies": {"a": {"slots": [{"half_u": 8}, {"half_u": 9}]}, "b": {"slots": {}}, "c": 5}},
    {"devices": "none", "assemblies": 7},
)  # fmt: skip


SECOND: tuple[dict[str, Any], ...] = (
    {"schema_version": 2, "waivers": {
        "C12:no-door": {"reason": "31 kW is fine"}, "C17:open:crah": {"reason": "chilled hall"},
        "C01:in-row": {"reason": "measured"}, "C120:x": {"reason": "no rule"},
        "W01:C17:crah": {"reason": "kept for the next phase"}, "C12": {"reason": "no cause"},
        "C15:open:supply-air": {"reason": "measured"}, "C03:crah": {"reason": "chilled"},
    }},
    {"waivers": {"C12:no-door": {"reason": "old"}, "C22:no-door": {"reason": "taken"}}},
    {"waivers": [{"id": "C17:crah", "reason": "r"}, {"id": "C01:x"}, {"id": 5}, {"reason": "none"},
                 5, {"id": "C12:a"}, {"id": "C22:a"}]},
    {"waivers": "none"},
    {"name": "N", "waivers": {}},
)  # fmt: skip


def part_lines() -> Iterator[str]:
    for text, path, value in CHANGES:
        yield f"[{'.'.join(path)} = {value!r}]"
        try:
            changed = with_value(text, path, value)
        except ValueError as error:
            yield f"refused: {error}"
            continue
        yield from (f"| {line}" for line in changed.splitlines())
        data = values(changed)
        assert data is not None
        yield f"reads {value_at(data, path)!r}, own source {own_source(data)}"
        cited = with_own_source(changed, "Measured", "vendor")
        yield from (f"cited: {line}" for line in cited.splitlines() if "Measured" in line)


def migration_lines() -> Iterator[str]:
    for version, tables in ((0, OLD), (1, FIRST), (2, SECOND)):
        for data in tables:
            before = repr(data)
            lifted, said = migrate(data, version, version + 1)
            assert repr(data) == before
            yield f"[{version}] {data}"
            yield f"-> {lifted}"
            yield from (f"   {line}" for line in said)


def kept(name: str) -> list[str]:
    return (DATA / name).read_text(encoding="utf-8").splitlines()


def test_a_figure_changed_in_a_text_leaves_the_rest_as_it_was() -> None:
    assert list(part_lines()) == kept("part-edits.txt")


def test_old_tables_become_those_of_the_next_schema() -> None:
    assert list(migration_lines()) == kept("migrations.txt")
