"""A damaged, newer or older file opens as far as it can, and says what was wrong and where."""

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from designer.io.design_file import ReadError, dumps, load, loads
from designer.model.design import Assembly, Design, Device, Rack, Slot
from tests.helpers.designs import designs, small_catalog

CATALOG = small_catalog()
DESIGN = Design(
    name="Lab",
    racks=tuple(Rack(id=f"A0{i}", name="", part="rack-z", x_mm=i, y_mm=0) for i in (1, 2, 3)),
    devices=tuple(Device(id=f"n{i}", name="n", part="node-x", rack=f"A0{i}") for i in (1, 2, 3)),
)
TEXT = dumps(DESIGN, CATALOG)
V0 = Path(__file__).parents[1] / "golden/data/v0-sample.cluster.toml"


def ids(records):
    return [record.id for record in records]


def lines_of(text, part):
    return [i for i, line in enumerate(text.split("\n"), start=1) if part in line]


def test_broken_line_is_left_out_and_named_with_line_and_column():
    broken = TEXT.replace("n2 = {", "n2 = {{")
    opened = loads(broken, "a.toml")
    assert ids(opened.design.devices) == ["n1", "n3"]
    assert ids(opened.design.racks) == ["A01", "A02", "A03"]
    (problem,) = opened.problems
    assert problem.where == f"a.toml:{lines_of(broken, 'n2 = ')[0]}:7"
    assert "rack-z" not in problem.done
    assert 'n2 = {{name = "n"' in problem.done
    assert opened.writable is False
    assert opened.parts == loads(TEXT).parts


def test_truncated_file_keeps_what_is_whole():
    end = TEXT.index("n2 = ") + 10
    opened = loads(TEXT[:end], "a.toml")
    assert ids(opened.design.racks) == ["A01", "A02", "A03"]
    assert ids(opened.design.devices) == ["n1"]
    assert opened.writable is False


def test_torn_header_does_not_move_records_into_another_table():
    opened = loads(TEXT.replace("[devices]", "[devices"), "a.toml")
    assert opened.design == DESIGN
    assert "header" in opened.problems[0].what


def test_both_sides_of_an_unresolved_merge_are_kept():
    lines = TEXT.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("n2 = "))
    other = lines[at].replace("A02", "A03")
    lines[at : at + 1] = ["<<<<<<< ours", lines[at], "=======", other, ">>>>>>> theirs"]
    opened = loads("\n".join(lines), "a.toml")
    assert [(d.id, d.rack) for d in opened.design.devices] == [
        ("n1", "A01"), ("n2", "A02"), ("n2-2", "A03"), ("n3", "A03"),
    ]  # fmt: skip
    assert sum("unresolved merge" in p.what for p in opened.problems) == 3
    assert any(f"a.toml:{at + 4}:" in p.where and "twice" in p.what for p in opened.problems)


def test_unknown_field_and_wrong_type_cost_the_field_not_the_record():
    text = TEXT.replace('n1 = {name = "n"', 'n1 = {name = "n", colour = "red", u = "top"')
    opened = loads(text, "a.toml")
    assert opened.design == DESIGN
    line = lines_of(text, "colour")[0]
    places = sorted(p.where for p in opened.problems)
    column = text.split("\n")[line - 1].index("colour") + 1
    assert places[0] == f"a.toml:{line}:{column}"
    assert [("colour" in p.what, "n1.u:" in p.what) for p in opened.problems] in (
        [(True, False), (False, True)], [(False, True), (True, False)],
    )  # fmt: skip
    assert opened.writable is False


def test_slot_of_an_assembly_is_named_with_its_line():
    slots = tuple(Slot(id=name, part="node-x", half_u=2) for name in ("a", "b", "c"))
    text = dumps(Design(assemblies=(Assembly(id="x y", rack_part="rack-z", slots=slots),)), CATALOG)
    text = text.replace('{id = "b", part = "node-x", u = 1', '{id = "b", part = "node-x", hu = 1')
    opened = loads(text, "a.toml")
    assert [s.half_u for s in opened.design.assemblies[0].slots] == [2, 0, 2]
    line = lines_of(text, '"b"')[0]
    assert (
        opened.problems[0].where
        == f"a.toml:{line}:{text.split(chr(10))[line - 1].index('hu =') + 1}"
    )


def test_thousands_of_problems_are_counted_not_listed():
    devices = tuple(Device(id=f"n{i}", name="n", part="p", rack="gone") for i in range(5000))
    opened = loads(dumps(Design(devices=devices), CATALOG), "a.toml")
    assert len(opened.problems) == 201
    assert "4,800 more" in opened.problems[-1].what
    assert opened.writable


def test_number_where_text_is_wanted_is_read_as_text():
    opened = loads(TEXT.replace('n1 = {name = "n"', "n1 = {name = 7"), "a.toml")
    assert opened.design.devices[0].name == "7"
    assert opened.writable


def test_missing_field_is_filled_and_reported():
    opened = loads(TEXT.replace('n1 = {name = "n", ', "n1 = {"), "a.toml")
    assert opened.design.devices[0].name == "n1"
    assert "n1.name is missing" in opened.problems[0].what


def test_dangling_reference_is_kept_and_reported():
    opened = loads(TEXT.replace('rack = "A02"', 'rack = "Z9"'), "a.toml")
    assert opened.design.devices[1].rack == "Z9"
    (problem,) = opened.problems
    assert problem.severity == "warning"
    assert "no rack 'Z9'" in problem.what
    assert re.fullmatch(r"a\.toml:\d+:\d+", problem.where)
    assert opened.writable


def test_array_of_tables_is_read_too_and_a_second_id_gets_a_free_one():
    text = 'schema_version = 1\n[[racks]]\nid = "a"\nname = "x"\npart = "p"\nx_mm = 1\ny_mm = 2\n'
    opened = loads(text + text[text.index("[[") :], "a.toml")
    assert ids(opened.design.racks) == ["a", "a-2"]
    assert opened.problems[0].where == "a.toml:8:1"


@pytest.mark.parametrize(
    "feeds",
    [
        'power = {"" = {kind = "feed"}, 1 = {kind = "feed"}}',
        '[[power]]\nid = ""\n[[power]]\nid = "1"',
    ],
    ids=["table of tables", "array of tables"],
)
def test_an_empty_id_gives_way_to_a_free_number(feeds):
    """An empty name says that nothing is named: a feed with one ended the subject of feeds."""
    opened = loads(f"schema_version = 1\n{feeds}\n", "a.toml")
    assert ids(opened.design.power) == ["1", "1-2"]
    (problem,) = opened.problems
    assert problem.line().endswith("power: an id is empty; '1-2' was taken")


def test_newer_schema_opens_and_is_not_writable():
    text = TEXT.replace("schema_version = 3", "schema_version = 9").replace(
        "[devices]", "[gadgets]\nx = {}\n\n[devices]"
    )
    opened = loads(text, "a.toml")
    assert opened.design == DESIGN
    assert (opened.schema_version, opened.writable) == (9, False)
    assert ["newer version" in p.what or "gadgets" in p.what for p in opened.problems] == [True] * 2


def test_part_changed_by_hand_is_used_and_reported():
    opened = loads(TEXT.replace("power_max_w = 10000.0", "power_max_w = 9000.0"), "a.toml")
    assert opened.parts[0].power_max_w == 9000.0
    assert "not those it was saved with" in opened.problems[0].what
    assert opened.writable


def test_comment_in_the_body_is_announced_as_lost():
    opened = loads(TEXT.replace("[racks]", "# east side\n[racks]"), "a.toml")
    assert [p.severity for p in opened.problems] == ["info"]


def test_version_0_sample_opens_with_what_was_changed():
    opened = load(V0)
    assert (opened.schema_version, opened.writable) == (0, True)
    assert {p.severity for p in opened.problems} == {"info"}
    design = opened.design
    assert design.site.electricity_price == 0.12
    assert design.room.outline == ((0, 0), (9600, 0), (9600, 7200), (0, 7200))
    assert [(d.id, d.name, d.rack, d.half_u) for d in design.devices] == [
        ("leaf-1", "leaf-1", "A02", 80), ("n01", "n01", "A01", 8), ("n02", "node two", "A01", 24),
    ]  # fmt: skip
    assert [(r.id, r.x_mm, r.row) for r in design.racks] == [("A01", 1200, "A"), ("A02", 1950, "A")]
    assert loads(dumps(design, CATALOG)).design == design


def test_bytes_that_are_no_utf8(tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(TEXT.encode().replace(b'"Lab"', b'"L\xe4b"'))
    opened = load(path)
    assert opened.design.name == "L\ufffdb"
    assert opened.problems[0].where == "a.toml:2:10"
    assert opened.writable is False


def test_windows_line_ends_and_byte_order_mark(tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbf# kept\r\n" + TEXT.replace("\n", "\r\n").encode())
    opened = load(path)
    assert opened.design == DESIGN.evolve(header="kept")
    assert opened.writable


def test_missing_file_says_so(tmp_path):
    with pytest.raises(ReadError, match="cannot be read"):
        load(tmp_path / "none.toml")
    with pytest.raises(ReadError):
        load(tmp_path)


pieces = st.one_of(
    st.text(max_size=8),
    st.sampled_from(["[", "]", "{", "}", '"', "'", "\n", "=", "[[racks]]\n", "nan", "'''",
                     "[devices]\n", "1" * 5000, "schema_version = 0\n",
                     "schema_version = -1\n", "[" * 3000]),
)  # fmt: skip


@settings(max_examples=100, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(designs(), st.data())
def test_no_damage_stops_a_file_from_opening(design, data):
    text = dumps(design, CATALOG)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 40))
        text = text[:at] + data.draw(pieces) + text[at + cut :]
    opened = loads(text, "a.toml")
    assert all(p.where.startswith("a.toml") and p.what for p in opened.problems)
    saved = dumps(opened.design, CATALOG.overlay(opened.parts))
    assert loads(saved).design == opened.design


values = st.recursive(
    st.one_of(st.none().map(lambda _: True), st.integers(), st.floats(), st.text(max_size=3)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=6,
)


@given(
    st.dictionaries(st.sampled_from([*Design.model_fields, "parts", "x"]), values),
    st.integers(0, 2),
)
def test_any_valid_toml_opens(data, version):
    import tomli_w  # the public writer, as hand-written files come in any layout

    opened = loads(tomli_w.dumps({"schema_version": version, **data}), "a.toml")
    assert loads(dumps(opened.design, CATALOG)).design == opened.design


@given(st.binary(max_size=200))
def test_any_bytes_open(tmp_path_factory, raw):
    path = tmp_path_factory.mktemp("any") / "a.toml"
    path.write_bytes(b"schema_version = 3\n" + raw)
    assert isinstance(load(path).design, Design)
    path.write_bytes(raw)
    with contextlib.suppress(ReadError):  # it is no design; nothing else is ever raised
        assert isinstance(load(path).design, Design)


def test_a_good_line_is_kept_where_rubbish_follows():
    opened = loads("schema_version = 3\nname = 'Lab'\n\0\n# and so on\nnote = 'x'", "a.toml")
    assert (opened.design.name, opened.design.note) == ("Lab", "x")
    assert [p.where for p in opened.problems if p.severity == "error"] == ["a.toml:3:1"]


def test_reference_file_cut_anywhere_opens():
    whole = V0.read_text()
    for end in range(len(whole)):
        assert loads(whole[:end], "a.toml").design is not None


def test_feeds_of_schema_1_become_power_records():
    text = (
        'schema_version = 1\n[room]\nfeeds = [\n  {id = "B", capacity_kw = 400.0},\n'
        '  {id = "A", name = "Feed A"},\n]\n[racks]\n[devices]\n'
    )
    opened = loads(text, "a.toml")
    assert [(n.id, n.kind, n.capacity_kw) for n in opened.design.feeds] == [
        ("A", "feed", None), ("B", "feed", 400.0)
    ]  # fmt: skip
    assert any("2 feeds moved" in problem.what for problem in opened.problems)
    assert opened.writable


def test_names_that_lead_nowhere_are_kept_and_said_of_power_cords_and_loops():
    text = """schema_version = 3
[power]
A = {parents = ["ups", "A"]}
ups = {kind = "ups"}

[rows]
B = {}

[racks]
R = {name = "R", part = "p", x_mm = 0, y_mm = 0, feeds = ["A", "C"]}

[devices]
n = {name = "n", part = "p", rack = "R"}
pdu = {name = "pdu", part = "p", rack = "R"}

[cords]
c1 = {supply = "n:psu1", outlet = "pdu:24"}
c2 = {supply = "m:psu1", outlet = "pdx"}
c3 = {supply = "n:psu2"}

[loops]
l = {units = ["R", "cdu"], racks = ["B", "R", "n"]}
"""
    opened = loads(text, "a.toml")
    assert sorted((p.where, p.what.split("there is no ")[1]) for p in opened.problems) == [
        ("a.toml:10:50", "feed 'C'"),
        ("a.toml:18:26", "device 'pdx'"),
        ("a.toml:18:7", "device 'm'"),
        ("a.toml:22:28", "rack or row 'n'"),
        ("a.toml:22:6", "device 'cdu'"),
        ("a.toml:3:6", "power record 'A'"),
    ]  # fmt: skip
    assert {p.severity for p in opened.problems} == {"warning"}
    assert opened.design.racks[0].feeds == ("A", "C")


OLD = 'schema_version = {}\nname = "old"\n'


@pytest.mark.parametrize("version", [0, 1, 2])
@pytest.mark.parametrize("number", ["9" * 400, "1e308", "-1e308"])
def test_numbers_beyond_all_measure_are_told_in_every_version(version, number):
    place = {0: "[[rows]]\nid = 'R'\n[[rows.racks]]\nid = 'A'\ntype = 'p'\nx"}
    at = place.get(version, "[racks.A]\npart = 'p'\nx_mm")
    text = f"{OLD.format(version)}{at} = {number}\n"
    opened = loads(text)
    assert not opened.writable
    assert "racks.A" in " ".join(problem.line() for problem in opened.problems)


@pytest.mark.parametrize("version", [0, 1, 2])
@pytest.mark.parametrize("depth", [41, 250, 320])
def test_what_is_nested_too_deeply_is_left_out_in_every_version(version, depth):
    """Found by `tests.hardening design`: an old file is copied level by level to be lifted."""
    text = f"{OLD.format(version)}[racks.A]\npart = 'p'\nnote = {'[' * depth}1{']' * depth}\n"
    opened = loads(text)
    assert opened.design.name == "old"
    assert not opened.writable
    assert "racks.A" in " ".join(problem.line() for problem in opened.problems)


@pytest.mark.parametrize("key", ["note.{} = 1", "note = [\n  {{{} = 1}}]", "[racks.B.{}]\nx = 1"])
def test_a_key_of_thousands_of_steps_is_left_out_by_its_line(key):
    """The parser would keep every beginning of it: 6 GB for 40,000 steps."""
    deep = key.format(".".join(["a"] * 5000))
    text = f"{OLD.format(2)}[racks.A]\npart = 'p'\n{deep}\n[racks.C]\npart = 'p'\n"
    opened = loads(text, "a.toml")
    assert not opened.writable
    assert [rack.id for rack in opened.design.racks] == ["A", "C"]
    (told,) = [p.line() for p in opened.problems if "steps" in p.line()]
    line = 6 if "\n  {" in key else 5
    assert told.startswith(f"a.toml:{line}:")
    assert " steps is nested too deeply; at most 200 are read" in told
    assert told.endswith("write it with fewer levels")
    assert len(told) < 300


def test_slots_without_an_id_get_one_each_that_stays():
    """Found by `tests.hardening design`: two empty ids became others when read again."""
    slots = ['{part = "p"}', '{id = "1", part = "p"}', '{part = "p"}', "{id = 5, part = 'p'}"]
    slots += ['{id = "5", part = "p"}', "{id = [1], part = 'p'}", "{id = '', part = 'p'}"]
    text = f"{OLD.format(2)}[assemblies.a]\nrack_part = 'r'\nslots = [{', '.join(slots)}]\n"
    opened = loads(text)
    (assembly,) = opened.design.assemblies
    assert [slot.id for slot in assembly.slots] == ["0", "1", "2", "5", "5-2", "5-3", "6"]
    told = [problem.line() for problem in opened.problems]
    assert sum("id is missing" in line for line in told) == 3
    assert sum("slots.6.id is empty" in line for line in told) == 1
    again = loads(dumps(opened.design, CATALOG))
    assert again.design == opened.design
    assert [p for p in again.problems if p.severity == "error"] == []


@pytest.mark.parametrize(
    ("errors", "warnings", "listed", "last"),
    [
        (0, 200, 200, "warning: there is no rack 'gone'"),
        (0, 201, 201, "warning: 1 more problem is not listed"),
        (200, 0, 200, "error: no such field"),
        (201, 0, 201, "error: 1 more problem is not listed"),
        (201, 1, 201, "error: 2 more problems are not listed"),
        (200, 1005, 201, "warning: 1,005 more problems are not listed"),
    ],
)
def test_a_person_reads_200_problems_and_how_many_more_there_are(errors, warnings, listed, last):
    """What is not listed counts as its worst: an error is something that a save would lose."""
    fields = ['rack = "A1", wat = 1'] * errors + ['rack = "gone"'] * warnings
    devices = (f'd{at}x = {{name = "n", part = "p", {of}}}' for at, of in enumerate(fields))
    rack = 'racks.A1 = {name = "", part = "p", x_mm = 0, y_mm = 0}'
    opened = loads("\n".join(["schema_version = 3", 'name = "x"', rack, "[devices]", *devices]))
    assert len(opened.problems) == listed
    severity, _, words = last.partition(": ")
    assert opened.problems[-1].severity == severity
    assert opened.problems[-1].what.endswith(words)
    assert opened.writable == (not errors)


def test_a_deep_header_above_many_lines_is_left_out_and_the_rest_is_read():
    deep = "[" + ".".join(["a"] * 200) + "]\n"
    lines = "".join(f"k{number} = 1\n" for number in range(30_000))
    text = f'schema_version = 3\nname = "n"\n{deep}{lines}[room]\nname = "hall"\n'
    opened = loads(text)
    assert (opened.design.name, opened.design.room.name) == ("n", "hall")
    (problem,) = opened.problems
    assert problem.where.endswith(":3:1")
    assert problem.what == (
        "a header of 200 steps above 30,000 lines is nested too deeply; at most 199 are read"
    )
    assert problem.done.startswith("left out with what is below it: '[a.a.")
    assert problem.mend == "write it with fewer levels"
