"""A note that somebody wrote into a record stands on the sheet that shows the record."""

from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.io.design_file import loads
from designer.model.design import Design
from tests.helpers.printed import set_marks

pytestmark = pytest.mark.usefixtures("qapp")
DESIGN = """
schema_version = 3
name = "notes"
[power]
A = {name = "Feed A", capacity_kw = 50.0, note = "of the feed"}
[rows]
A = {name = "A", x_mm = 1800, y_mm = 1800, note = "of the row"}
[fabrics]
f = {name = "Compute", note = "of the fabric"}
[loops]
l = {name = "Loop 1", note = "of the loop"}
[cables]
k = {a = "d1", b = "d2", note = "of the cable"}
[cords]
c = {supply = "d1:psu1", note = "of the cord"}
[assemblies.a]
name = "pair"
rack_part = "rack-48u"
note = "of the assembly"
slots = [{id = "s", part = "mgmt-server", u = 3, name = "m-{rack}", note = "of the slot"}]
[racks]
r1 = {name = "r1", part = "rack-48u", x_mm = 1800, y_mm = 1800, assembly = "a"}
r2 = {name = "r2", part = "rack-48u", x_mm = 2600, y_mm = 1800, assembly = "a", note = "its own"}
r3 = {name = "r3", part = "rack-48u", x_mm = 3400, y_mm = 1800, assembly = "a", note = "its own"}
r4 = {name = "r4", part = "rack-48u", x_mm = 4200, y_mm = 1800, note = "alone"}
c1 = {name = "CDU", part = "cdu-row", x_mm = 6600, y_mm = 1800, note = "of the unit"}
[devices]
d1 = {name = "m1", part = "mgmt-server", rack = "r4", u = 3, note = "of the device"}
d2 = {name = "m2", part = "mgmt-server", rack = "r4", u = 4}
"""


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


def said(design: Design, catalog: Catalog, sheets: tuple[str, ...]) -> str:
    made = set_marks(design, catalog, None, "A3", sheets)
    return " | ".join(mark.words for marks in made.values() for mark in marks if mark.words)


def test_every_note_reaches_a_sheet(catalog: Catalog) -> None:
    opened = loads(DESIGN, str(Path("notes.toml")))
    assert not [p for p in opened.problems if p.severity == "error"], opened.problems
    floor = said(opened.design, catalog, ("floor",))
    for wanted in (
        "Feed A: of the feed", "Row A: of the row", "CDU: of the unit", "Compute: of the fabric",
        "Loop 1: of the loop", "Cable from d1 to d2: of the cable", "Cord of d1:psu1: of the cord",
    ):  # fmt: skip
        assert wanted in floor
    racks = said(opened.design, catalog, ("racks",))
    for wanted in (
        "r2–r3: its own", "of the assembly", "m-r1: of the slot", "m1: of the device",
        "| alone |",
    ):  # fmt: skip
        assert wanted in racks


def test_a_note_of_all_alike_racks_needs_no_names(catalog: Catalog) -> None:
    design = loads(DESIGN, "notes.toml").design
    racks = tuple(rack.evolve(note="of all") for rack in design.racks if rack.assembly)
    assert "| of all |" in said(design.evolve(racks=racks, devices=()), catalog, ("racks",))
