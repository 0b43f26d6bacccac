"""The design file of a reference design: what git sees, and that nothing is lost."""

import difflib
import tomllib

import pytest

from designer.catalog.load import load_shipped
from designer.document.edits import place_device, set_fields
from designer.document.placement import first_fit
from designer.io.design_file import dumps, loads
from designer.model.layout import Layout
from designer.planning.templates import build


@pytest.fixture(scope="module")
def catalog():
    return load_shipped()


@pytest.fixture(scope="module")
def design(catalog):
    return build("dgx-superpod-h100", {"scalable_units": "4"}, catalog)


def changes(before, after):
    lines = difflib.unified_diff(before.split("\n"), after.split("\n"), n=0, lineterm="")
    return [line for line in lines if line[0] in "+-" and line[:3] not in ("+++", "---")]


def has_room(rack, design, catalog):
    return first_fit(Layout(design), catalog, "mgmt-server", rack.id) is not None


def test_round_trip_is_byte_identical(design, catalog):
    text = dumps(design, catalog)
    opened = loads(text, "pod.toml")
    assert opened.design == design
    assert opened.problems == ()
    assert dumps(opened.design, catalog.overlay(opened.parts)) == text


def test_parts_of_the_file_are_those_of_the_catalogue(design, catalog):
    text = dumps(design, catalog)
    for part in loads(text).parts:
        assert part == catalog.require(part.id)
    parts = tomllib.loads(text)["parts"]
    assert all(p["catalog_digest"] == catalog.digest(catalog.require(i)) for i, p in parts.items())


def test_a_placed_and_a_renamed_device_are_one_line_each(design, catalog):
    racks = (rack for rack in design.racks if rack.part.startswith("rack-"))
    rack = next(rack for rack in racks if has_room(rack, design, catalog))
    placed = place_device(catalog, "mgmt-server", rack.id)(design)
    added = changes(dumps(design, catalog), dumps(placed, catalog))
    assert [line[0] for line in added] == ["+"]
    (new,) = {d.id for d in placed.devices} - {d.id for d in design.devices}
    renamed = set_fields("devices", new, name="another name")(placed)
    altered = changes(dumps(placed, catalog), dumps(renamed, catalog))
    assert [line[0] for line in altered] == ["-", "+"]


def test_16384_gpus_fit_into_one_megabyte(catalog):
    big = build("dgx-superpod-h100", {"scalable_units": "64"}, catalog)
    assert len(dumps(big, catalog).encode()) < 1_000_000
