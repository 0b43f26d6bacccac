"""Positions in rack units, and lines that stand for several alike devices or slots."""

import difflib
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.io import folds
from designer.io.design_file import dumps, load, loads
from designer.model.counting import counted, member_id
from designer.model.design import Assembly, Design, Device, Rack, Slot
from designer.model.source_places import SourcePlaces
from tests.helpers.designs import small_catalog

CATALOG = small_catalog()
V1 = Path(__file__).parents[1] / "golden/data/v1-sample.cluster.toml"
HEAD = 'schema_version = 3\n[racks]\nA = {name = "A", part = "rack-z", x_mm = 0, y_mm = 0}\n'


def switches(count, first=3, step=2, at=4, **fields):
    """Switches `leaf-03`, `leaf-04`, … as their design holds them."""
    return tuple(
        Device(id=f"leaf-{first + i:02d}", name=f"Leaf {first + i}", part="switch-y", rack="A",
               half_u=at + i * step, **fields)
        for i in range(count)
    )  # fmt: skip


def design_of(devices):
    rack = Rack(id="A", name="A", part="rack-z", x_mm=0, y_mm=0)
    return Design(racks=(rack,), devices=tuple(sorted(devices, key=lambda d: d.id)))


def device_lines(text):
    body = text.split("[devices]\n")[1].split("\n\n")[0]
    return [line for line in body.split("\n") if line]


def read_devices(*lines):
    """Return what a file with these devices opens as, and the number of its first device line."""
    return loads(HEAD + "[devices]\n" + "\n".join(lines) + "\n", "a.toml")


def line_changes(before, after):
    lines = difflib.unified_diff(before.split("\n"), after.split("\n"), n=0, lineterm="")
    found = [line[0] for line in lines if line[0] in "+-" and line[:3] not in ("+++", "---")]
    return found.count("-"), found.count("+")


def test_sixteen_switches_are_one_line():
    text = dumps(design_of(switches(16)), CATALOG)
    assert device_lines(text) == [
        'leaf-03 = {name = "Leaf 3", part = "switch-y", rack = "A", u = 2, repeat = 16}'
    ]
    assert loads(text).design == design_of(switches(16))


def test_a_rack_filled_from_above_counts_down_and_half_units_are_said_as_people_do():
    text = dumps(design_of(switches(4, step=-2, at=93)), CATALOG)
    assert device_lines(text) == [
        'leaf-03 = {name = "Leaf 3", part = "switch-y", rack = "A", u = 46.5, repeat = 4, '
        "pitch = -1}"
    ]
    text = dumps(design_of(switches(3, step=3, at=92)), CATALOG)
    assert "u = 46, repeat = 3, pitch = 1.5}" in device_lines(text)[0]


def test_two_alike_are_two_lines():
    assert len(device_lines(dumps(design_of(switches(2)), CATALOG))) == 2


def test_what_does_not_move_says_no_position_and_no_pitch():
    beside = switches(3, step=0, at=0, face="zero-u")
    (line,) = device_lines(dumps(design_of(beside), CATALOG))
    assert line.endswith('face = "zero-u", repeat = 3}')
    rising = switches(3, step=2, at=0)
    text = dumps(design_of(rising), CATALOG)
    assert "u = 0, repeat = 3}" in text
    assert loads(text).design == design_of(rising)


def test_slots_fold_with_the_rack_in_their_names():
    slots = tuple(
        Slot(id=f"leaf{i:02d}", part="switch-y", half_u=94 - 2 * i, name=f"leaf-{{rack}}-{i:02d}")
        for i in range(1, 17)
    )
    last = Slot(id="pdu", part="switch-y", face="zero-u")
    design = Design(assemblies=(Assembly(id="net", rack_part="rack-z", slots=(*slots, last)),))
    text = dumps(design, CATALOG)
    assert text.count("{id =") == 2
    assert (
        '{id = "leaf01", part = "switch-y", u = 46, repeat = 16, pitch = -1, '
        'name = "leaf-{rack}-01"},\n' in text
    )
    assert loads(text).design == design


def test_numbers_grow_past_their_width():
    ten = tuple(
        Device(id=f"n{i}", name=f"n{i}", part="node-x", rack="A", half_u=2 * i)
        for i in range(8, 12)
    )
    text = dumps(design_of(ten), CATALOG)
    assert device_lines(text) == ['n8 = {name = "n8", part = "node-x", rack = "A", u = 8, '
                                  "repeat = 4}"]  # fmt: skip
    assert [d.id for d in loads(text).design.devices] == ["n10", "n11", "n8", "n9"]
    assert (counted("a09b", 1), counted("n", 3), member_id("door", 2)) == ("a10b", "n", "door-3")
    assert counted("9" * 400, 1) == "9" * 400, "no number of a size that a person counts in"


@pytest.mark.parametrize(
    "change",
    [{"note": "x"}, {"part": "node-x"}, {"name": "else"}, {"half_u": 1}, {"feed": "B"}],
)
def test_a_record_that_differs_in_anything_else_has_its_own_line(change):
    first, second, third, *rest = switches(9)
    design = design_of([first, second, third, rest[0].evolve(**change), *rest[1:]])
    text = dumps(design, CATALOG)
    assert [line.split(" = ")[0] for line in device_lines(text)] == [
        "leaf-03", "leaf-06", "leaf-07",
    ]  # fmt: skip
    assert loads(text).design == design


@given(st.integers(3, 40), st.data())
def test_an_edit_inside_a_fold_replaces_its_line_by_five_at_most(count, data):
    devices = switches(count)
    at = data.draw(st.integers(0, count - 1))
    other = switches(5, first=60, at=0)
    before = dumps(design_of([*devices, *other]), CATALOG)
    edited = [*devices[:at], devices[at].evolve(note="seen"), *devices[at + 1 :]]
    after = dumps(design_of([*edited, *other]), CATALOG)
    removed, added = line_changes(before, after)
    assert removed == 1
    if at in (0, count - 1) and count > 3:
        assert added == 2
    assert added <= 5
    if min(at, count - 1 - at) >= 3:
        assert added == 3


@given(st.integers(3, 40))
def test_adding_to_the_end_of_a_fold_changes_its_line(count):
    before, after = (dumps(design_of(switches(n)), CATALOG) for n in (count, count + 1))
    assert line_changes(before, after) == (1, 1)


# Few names, few places: neighbours, near misses and collisions are the rule.
close_ids = st.builds(
    "{}{}{}".format, st.sampled_from(["n", "n-", ""]),
    st.sampled_from(["1", "2", "3", "4", "9", "10", "11", "01", "02", "03", "09", ""]),
    st.sampled_from(["", "", "b"]),
).filter(bool)  # fmt: skip
close_names = st.one_of(close_ids, st.just("same"))
close_devices = st.lists(
    st.tuples(close_ids, st.one_of(st.none(), close_names), st.integers(0, 5)),
    max_size=14,
    unique_by=lambda drawn: drawn[0],
)


@given(close_devices, st.booleans())
def test_any_neighbours_come_back_byte_for_byte(drawn, rising):
    """A name like its id, or not; a position that follows the id's number, or not."""
    devices = [
        Device(id=key, name=name or key, part="node-x", rack="A",
               half_u=at if not rising else 2 * len(key) + sum(map(ord, key)) % 7)
        for key, name, at in drawn
    ]  # fmt: skip
    slots = tuple(
        Slot(id=key, name=name or "{rack}-" + key, part="node-x", half_u=at)
        for key, name, at in drawn
    )
    design = design_of(devices).evolve(
        assemblies=(Assembly(id="x", rack_part="rack-z", slots=slots),)
    )
    text = dumps(design, CATALOG)
    opened = loads(text, "a.toml")
    assert opened.design == design
    assert opened.problems == ()
    assert dumps(opened.design, CATALOG) == text


@pytest.mark.parametrize("repeat", ["1000000000", "513", "0", "-1", "2.5", '"16"', "true"])
def test_a_repeat_that_cannot_be_is_refused_in_one_line(repeat):
    started = time.process_time()
    opened = read_devices(f'n1 = {{name = "n1", part = "p", rack = "A", u = 1, repeat = {repeat}}}')
    assert time.process_time() - started < 1
    assert [d.id for d in opened.design.devices] == ["n1"]
    (problem,) = opened.problems
    assert problem.where == "a.toml:5:51"
    assert "n1: repeat cannot be" in problem.what
    assert "whole number" in problem.what
    assert not opened.writable


def test_many_large_folds_do_not_fill_the_memory():
    lines = (f'x{i}-1 = {{name = "n", part = "p", rack = "A", repeat = 512}}' for i in range(700))
    opened = read_devices(*lines)
    assert len(opened.design.devices) < 251_000
    assert "too many records" in opened.problems[0].what
    assert not opened.writable


def test_a_fold_that_counts_up_to_an_id_that_is_there_gives_way():
    opened = read_devices(
        'n1 = {name = "n1", part = "p", rack = "A", u = 1, repeat = 4}',
        'n3 = {name = "mine", part = "p", rack = "A", u = 40}',
        'n4 = {name = "n4", part = "p", rack = "A", u = 20, repeat = 2}',
    )
    assert [(d.id, d.name, d.half_u) for d in opened.design.devices] == [
        ("n1", "n1", 2), ("n2", "n2", 4), ("n3", "mine", 80), ("n3-2", "n3", 6),
        ("n4", "n4", 40), ("n4-2", "n4", 8), ("n5", "n5", 42),
    ]  # fmt: skip
    assert [(p.where, "'n3'" in p.what) for p in opened.problems] == [
        ("a.toml:5:1", True), ("a.toml:5:1", False)
    ]  # fmt: skip
    assert "now 'n3-2'" in opened.problems[0].done
    assert loads(dumps(opened.design, CATALOG)).design == opened.design


def test_two_folds_that_overlap_keep_every_device():
    opened = read_devices(
        'n1 = {name = "n1", part = "p", rack = "A", u = 1, repeat = 3}',
        'n01 = {name = "n1", part = "p", rack = "A", u = 1, repeat = 3}',
        'n2 = {name = "n2", part = "p", rack = "A", u = 2, repeat = 3}',
    )
    assert len(opened.design.devices) == 9
    assert any("'n3'" in p.what for p in opened.problems)


def test_colliding_slots_are_renamed_and_found_on_their_line():
    slots = (
        '  {id = "a1", part = "node-x", repeat = 3},\n'
        '  {id = "a3", part = "node-x", u = 5, fabric = "none"},\n'
    )
    text = f'schema_version = 3\n[assemblies.x]\nrack_part = "rack-z"\nslots = [\n{slots}]\n'
    opened = loads(text, "a.toml")
    assert [s.id for s in opened.design.assemblies[0].slots] == ["a1", "a2", "a3-2", "a3"]
    assert [p.where for p in opened.problems] == ["a.toml:5:1", "a.toml:6:39"]


def test_an_id_without_a_number_gets_one():
    opened = read_devices('door = {name = "d", part = "p", rack = "A", repeat = 3}')
    assert [d.id for d in opened.design.devices] == ["door", "door-2", "door-3"]
    assert [d.name for d in opened.design.devices] == ["d"] * 3
    assert [p.severity for p in opened.problems] == ["warning"]
    assert opened.writable


@pytest.mark.parametrize("wrong", ["46.3", '"top"', "nan", "-inf", "true", "1" + "0" * 400, "[1]"])
def test_a_position_that_is_none_is_left_out_and_named(wrong):
    opened = read_devices(f'n1 = {{name = "n1", part = "p", rack = "A", u = {wrong}}}')
    assert opened.design.devices[0].half_u == 0
    (problem,) = opened.problems
    assert problem.where == "a.toml:5:44"
    assert "whole or half rack units" in problem.what
    assert problem.done == "left out"


def test_a_fold_that_leaves_every_rack_says_where():
    opened = read_devices('n1 = {name = "n1", part = "p", rack = "A", u = 99, repeat = 4}')
    assert [d.half_u for d in opened.design.devices] == [198, 200, 0, 0]
    assert [p.where for p in opened.problems] == ["a.toml:5:1"] * 2
    assert "number 3: u cannot be 101: give 0 to 100 U" in opened.problems[0].what


def test_a_pitch_that_is_none_is_reported():
    opened = read_devices(
        'n1 = {name = "n1", part = "p", rack = "A", u = 3, repeat = 2, pitch = 0.2}'
    )
    assert [d.half_u for d in opened.design.devices] == [6, 8]
    assert opened.problems[0].where == "a.toml:5:63"
    assert opened.problems[0].done == "1 was taken"


def test_half_units_in_a_new_file_are_read_and_announced():
    opened = read_devices('n1 = {name = "n1", part = "p", rack = "A", half_u = 93}')
    assert opened.design.devices[0].half_u == 93
    (problem,) = opened.problems
    assert (problem.where, problem.severity) == ("a.toml:5:44", "warning")
    assert "write u =" in problem.mend


def test_a_torn_fold_costs_its_line_only():
    text = dumps(design_of([*switches(5), *switches(3, first=20, at=60)]), CATALOG)
    broken = text.replace("repeat = 5}", "repeat = 5")
    opened = loads(broken, "a.toml")
    assert [d.id for d in opened.design.devices] == ["leaf-20", "leaf-21", "leaf-22"]
    line = 1 + broken.split("\n").index(next(x for x in broken.split("\n") if "leaf-03" in x))
    assert [p.where.rpartition(":")[0] for p in opened.problems] == [f"a.toml:{line}"]
    assert not opened.writable


def test_a_wrong_field_of_a_fold_is_said_once():
    opened = read_devices('n1 = {name = "n1", part = "p", rack = "A", u = 1, repeat = 9, hue = 1}')
    assert len(opened.design.devices) == 9
    (problem,) = opened.problems
    assert "u, repeat, pitch" in problem.mend


def test_every_member_is_found_on_the_line_of_its_fold():
    text = (
        "[devices]\nn08 = {part = 'x', repeat = 3}\nn09 = {}\n"
        "q = {note = 'repeat = 3'}\nz1 = {repeat = 1000000000}\n"
    )
    places = SourcePlaces(text, "a.toml")
    assert places.place(("devices", "n10", "part")) == "a.toml:2:8"
    assert places.place(("devices", "n09")) == "a.toml:3:1", "what is spelt out goes first"
    assert [places.line_of(key) for key in ("n08", "n10", "n11", "q-2", "z1", "z2")] == [
        2, 2, None, None, 5, None,
    ]  # fmt: skip


def test_dangling_reference_of_a_member_is_found():
    opened = read_devices('n1 = {name = "n1", part = "p", rack = "Z", u = 1, repeat = 3}')
    assert [p.where for p in opened.problems] == ["a.toml:5:32"] * 3
    assert "devices.n3" in opened.problems[2].what


def test_schema_1_sample_opens_with_what_was_changed():
    opened = load(V1)
    assert (opened.schema_version, opened.writable) == (1, True)
    assert {p.severity for p in opened.problems} == {"info"}
    said = " ".join(p.what for p in opened.problems)
    assert "2 feeds moved" in said
    assert "9 positions are written in rack units" in said
    design = opened.design
    assert [(d.id, d.half_u) for d in design.devices] == [
        ("n01", 8), ("n02", 25), ("srv-1", 60), ("srv-2", 62), ("srv-3", 64),
    ]  # fmt: skip
    assert [s.half_u for s in design.assemblies[0].slots] == [92, 90, 88, 86, 0]
    text = dumps(design, CATALOG)
    assert "half_u" not in text
    assert "u = 12.5" in text
    assert text.count("repeat = ") == 2
    assert loads(text).design == design


def test_schema_1_positions_that_are_none_are_reported_not_turned():
    text = HEAD.replace("version = 2", "version = 1") + "[devices]\n"
    for wrong in ('"top"', "1" + "0" * 400 + ".5", "{}"):
        opened = loads(f'{text}n1 = {{name = "n", part = "p", rack = "A", half_u = {wrong}}}\n')
        assert opened.design.devices[0].half_u == 0, wrong
        assert any("half_u" in p.what and p.severity == "error" for p in opened.problems), wrong


def test_a_device_without_a_position_says_none():
    alone = Device(id="pdu", name="pdu", part="p", rack="A", face="zero-u")
    assert device_lines(dumps(design_of([alone]), CATALOG)) == [
        'pdu = {name = "pdu", part = "p", rack = "A", face = "zero-u"}'
    ]


def test_a_fold_gives_way_to_every_id_that_is_there():
    opened = read_devices(
        'n1 = {name = "n", part = "p", rack = "A", repeat = 3}',
        'n3 = {name = "n", part = "p", rack = "A"}',
        'n3-2 = {name = "n", part = "p", rack = "A"}',
        'n3-3 = {name = "n", part = "p", rack = "A"}',
    )
    assert [d.id for d in opened.design.devices] == ["n1", "n2", "n3", "n3-2", "n3-3", "n3-4"]


def test_folds_may_add_so_many_records_and_not_one_more(monkeypatch):
    monkeypatch.setattr(folds, "MOST_UNFOLDED", 4)
    lines = [f'{x}1 = {{name = "n", part = "p", rack = "A", repeat = 3}}' for x in "abc"]
    opened = read_devices(*lines)
    assert [d.id for d in opened.design.devices] == ["a1", "a2", "a3", "b1", "b2", "b3", "c1"]
    assert [p.where for p in opened.problems] == ["a.toml:7:43"]
    exactly = read_devices(lines[0], lines[1].replace("3}", "2}"), lines[2].replace("3}", "2}"))
    assert len(exactly.design.devices) == 7
    assert exactly.problems == ()
