"""TOML of designs: canonical, one record a line, byte-identical after a round trip."""

import difflib
import tomllib
from types import NoneType
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from designer.catalog.part import Part
from designer.io.design_file import dumps, load, loads, save
from designer.model.counting import parted
from designer.model.design import Design, Device, PowerNode, Rack, Site, Slot
from designer.model.record import Record
from tests.helpers.designs import designs, devices, small_catalog

CATALOG = small_catalog()


def line_changes(before, after):
    """Lines that differ between two texts, as a text diff shows them: `-…` and `+…`."""
    lines = difflib.unified_diff(before.split("\n"), after.split("\n"), n=0, lineterm="")
    return [line for line in lines if line[0] in "+-" and line[:3] not in ("+++", "---")]


def without_numbers(design):
    """Leave out the devices that could count up: those may share a line (test_io_folds)."""
    return with_devices(design, [d for d in design.devices if not parted(d.id)])


def with_devices(design, records):
    return design.evolve(devices=tuple(sorted(records, key=lambda device: device.id)))


@given(designs())
def test_save_load_save_is_byte_identical_and_loses_nothing(design):
    text = dumps(design, CATALOG)
    opened = loads(text, "a.toml")
    assert opened.design == design
    assert [p for p in opened.problems if p.severity != "warning"] == []
    assert opened.writable
    assert dumps(opened.design, CATALOG.overlay(opened.parts)) == text


@given(designs())
def test_file_computes_the_same_without_the_catalogue(design):
    text = dumps(design, CATALOG)
    opened = loads(text, "a.toml")
    assert all(CATALOG.get(part.id) == part for part in opened.parts)
    assert dumps(opened.design, type(CATALOG)(opened.parts)) == text


lone_devices = devices.filter(lambda device: not parted(device.id))


@given(designs().map(without_numbers), lone_devices)
def test_adding_a_device_adds_one_line(design, device):
    # Fix the parts in use: a part new to the design brings its figures with it, as it must.
    design = design.evolve(racks=tuple(Rack(id=f"r{p}", name="", part=p, x_mm=0, y_mm=0)
                                       for p in ("node-x", "rack-z", "switch-y")))  # fmt: skip
    without = with_devices(design, [d for d in design.devices if d.id != device.id])
    added = line_changes(
        dumps(without, CATALOG), dumps(with_devices(without, [*without.devices, device]), CATALOG)
    )
    assert len(added) == 1
    assert added[0].startswith("+")
    removed = line_changes(
        dumps(with_devices(without, [*without.devices, device]), CATALOG), dumps(without, CATALOG)
    )
    assert [line[0] for line in removed] == ["-"]


@given(designs().map(without_numbers), st.data())
def test_changing_a_device_alters_one_line(design, data):
    if not design.devices:
        return
    old = data.draw(st.sampled_from(design.devices))
    new = data.draw(devices).evolve(id=old.id, part=old.part)
    after = with_devices(design, [*(d for d in design.devices if d.id != old.id), new])
    changed = line_changes(dumps(design, CATALOG), dumps(after, CATALOG))
    assert [line[0] for line in changed] == ([] if new == old else ["-", "+"])


@given(designs())
def test_a_record_is_one_line_for_every_tool(design):
    text = dumps(design, CATALOG)
    assert text.splitlines() == text.split("\n")[:-1]


@given(designs(), st.randoms())
def test_order_of_records_does_not_matter(design, random):
    shuffled = list(design.devices)
    random.shuffle(shuffled)
    assert dumps(design.evolve(devices=tuple(shuffled)), CATALOG) == dumps(design, CATALOG)


def test_layout_of_a_small_design():
    design = Design(
        name="Lab",
        header="Lab cluster\n\nkeep this",
        site=Site(electricity_price=0.12),
        racks=(Rack(id="A01", name="A01", part="rack-z", x_mm=600, y_mm=0),),
        devices=(
            Device(id="n01", name="n01", part="node-x", rack="A01", half_u=4, note='a "b"\nc'),
            Device(id="n 2", name="n 2", part="node-x", rack="A01", half_u=20),
        ),
    )
    assert (
        dumps(design, CATALOG).split("[parts.")[0]
        == """\
# Lab cluster
#
# keep this

schema_version = 3
name = "Lab"

[site]
electricity_price = 0.12

[rows]

[racks]
A01 = {name = "A01", part = "rack-z", x_mm = 600, y_mm = 0}

[devices]
"n 2" = {name = "n 2", part = "node-x", rack = "A01", u = 10}
n01 = {name = "n01", part = "node-x", rack = "A01", u = 2, note = "a \\"b\\"\\nc"}

"""
    )


def test_parts_in_use_are_embedded_with_their_digest():
    design = Design(racks=(Rack(id="A", name="A", part="rack-z", x_mm=0, y_mm=0),))
    data = tomllib.loads(dumps(design, CATALOG))
    assert list(data["parts"]) == ["rack-z"]
    assert data["parts"]["rack-z"]["catalog_digest"] == CATALOG.digest(CATALOG.require("rack-z"))


def test_two_records_of_one_id_are_both_saved():
    twin = Device(id="n", name="one", part="node-x", rack="")
    design = Design(devices=(twin, twin.evolve(name="two")))
    kept = loads(dumps(design, CATALOG)).design.devices
    assert [(d.id, d.name) for d in kept] == [("n", "one"), ("n-2", "two")]


def test_unknown_is_left_out_only_where_reading_gives_it_back():
    """TOML has no null: a field that may be None must have None as its default."""
    seen, todo = set(), [Design, Part, Slot]
    while todo:
        cls = todo.pop()
        if cls in seen:
            continue
        seen.add(cls)
        for name, field in cls.model_fields.items():
            inner = [field.annotation, *get_args(field.annotation)]
            inner += [deep for part in inner for deep in get_args(part)]
            if NoneType in inner:
                assert field.default is None, f"{cls.__name__}.{name}"
            todo += [t for t in inner if isinstance(t, type) and issubclass(t, Record)]
    assert len(seen) > 20


def test_save_and_load(tmp_path):
    path = tmp_path / "a.toml"
    design = Design(name="x")
    digest = save(path, design, CATALOG)
    opened = load(path)
    assert (opened.design, opened.digest, opened.problems) == (design, digest, ())


def test_parts_of_what_stands_upstream_are_embedded():
    design = Design(power=(PowerNode(id="ups", kind="ups", part="node-x"),))
    assert [part.id for part in loads(dumps(design, CATALOG)).parts] == ["node-x"]


def test_the_date_of_a_revision_that_cannot_be_read_is_told():
    text = 'schema_version = 3\n[revisions]\nB = {date = "%s", text = "", entry = 1}\n'
    for date in ("", " ", "2026-11-22", "20261122"):
        assert loads(text % date, "a.toml").problems == ()
    (told,) = loads(text % "22.11.2026", "a.toml").problems
    assert (told.severity, told.where) == ("warning", "a.toml:3:6")
    assert told.what == "revision B: its date '22.11.2026' cannot be read"
    assert told.mend == "write year, month, day: 2026-11-22"
