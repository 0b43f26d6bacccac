"""Coolers, towers and chillers are placed beyond the walls, kept in files and listed in bills."""

import pytest

from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.document.edits import move_racks, place_rack
from designer.document.errors import EditError
from designer.io.design_file import dumps, loads
from designer.io.export.bill_of_materials import bill_of_materials, bom_csv
from designer.model.design import Design, Obstacle, Room

CATALOG = load_shipped()
COOLER, CHILLER = "dry-cooler-bac-s8013", "chiller-uniflair-xraf4242a-eht"
ROOM = Room(outline=((0, 0), (6000, 0), (6000, 6000), (0, 6000)))


def test_what_stands_outdoors_may_stand_beyond_the_walls_and_nothing_else_may() -> None:
    design = place_rack(CATALOG, COOLER, 8000, 1000)(Design(room=ROOM))
    assert [(rack.name, rack.x_mm) for rack in design.racks] == [("DC01", 8000)]
    design = move_racks(CATALOG, ("DC01",), 5000, 0)(design)
    assert design.racks[0].x_mm == 13_000
    with pytest.raises(EditError, match="outside the room"):
        place_rack(CATALOG, "rack-48u", 8000, 1000)(design)
    with pytest.raises(EditError, match="outside the room"):
        place_rack(CATALOG, "cdu-row", 8000, 1000)(design)


def test_it_stands_on_nothing_else() -> None:
    stone = Obstacle(id="tank", name="Tank", x_mm=8000, y_mm=0, width_mm=2000, depth_mm=2000)
    room = ROOM.evolve(obstacles=(stone,))
    with pytest.raises(EditError, match="Tank is in the way"):
        place_rack(CATALOG, COOLER, 9000, 1000)(Design(room=room))
    first = place_rack(CATALOG, COOLER, 12_000, 1000)(Design(room=room))
    with pytest.raises(EditError, match="DC01 is in the way"):
        place_rack(CATALOG, CHILLER, 12_300, 1500)(first)


def test_the_first_cooler_says_how_the_site_gives_off_its_heat_and_undoing_takes_it_back() -> None:
    document = Document(Design(room=ROOM))
    document.apply("Place", place_rack(CATALOG, CHILLER, 8000, 1000))
    assert document.design.site.heat_rejection == ""  # chillers alone say nothing of coolers
    document.apply("Place", place_rack(CATALOG, COOLER, 10_000, 1000))
    assert document.design.site.heat_rejection == "dry-cooler"
    document.apply("Place", place_rack(CATALOG, "tower-evapco-at-33", 12_000, 1000))
    assert document.design.site.heat_rejection == "dry-cooler"  # what is decided stays
    document.undo()
    document.undo()
    assert document.design.site.heat_rejection == ""
    assert [rack.name for rack in document.design.racks] == ["CH01"]
    document.redo()
    assert document.design.site.heat_rejection == "dry-cooler"


def test_they_are_kept_in_a_design_file() -> None:
    design = place_rack(CATALOG, COOLER, 8000, 1000)(Design(room=ROOM))
    read = loads(dumps(design, CATALOG)).design
    assert read.racks == design.racks
    assert read.site.heat_rejection == "dry-cooler"


def test_a_bill_lists_them_in_no_total() -> None:
    design = Design(room=ROOM)
    for n in range(3):
        design = place_rack(CATALOG, COOLER, 8000 + 2000 * n, 1000)(design)
    assert not bill_of_materials(design, CATALOG)
    (line,) = [one for one in bom_csv(design, CATALOG).splitlines() if one.startswith(COOLER)]
    assert line.startswith(f"{COOLER},dry-cooler,BAC,Dry cooler S8013-S213B,3,")
    assert "in the price of the building by the MW" in line
