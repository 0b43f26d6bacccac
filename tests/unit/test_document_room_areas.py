"""Elements of a room: what stands, what is only kept free, and where racks are refused."""

import pytest

from designer.catalog.catalog import Catalog
from designer.document import edits
from designer.document.element_plans import drawn_element, element_by, element_sized
from designer.document.errors import EditError
from designer.document.placement import can_place_rack
from designer.engine.evaluate import evaluate
from designer.model.design import Design, Obstacle, Passage, Rack, Room
from designer.model.layout import Layout
from designer.model.network_keys import element_key
from designer.model.room_areas import refused, swing_of
from tests.helpers import engine_designs as shipped

RACK = shipped.RACK.evolve(height_mm=2_300)
CATALOG = Catalog((RACK,))
BOX = {"x_mm": 3_000, "y_mm": 3_000, "width_mm": 400, "depth_mm": 400}
DOOR = Passage(id="d", name="Door 1", wall="bottom", at_mm=2_000, width_mm=1_200, opens="in")


def room(*obstacles: Obstacle, doors: tuple[Passage, ...] = ()) -> Design:
    return Design(
        room=Room(
            outline=((0, 0), (9_000, 0), (9_000, 6_000), (0, 6_000)), obstacles=obstacles,
            passages=doors,
        )
    )  # fmt: skip


def why_not(design: Design, x: int, y: int) -> str:
    return can_place_rack(Layout(design), CATALOG, RACK.id, x, y).reason


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"kind": "column", "name": "Column 1"}, "Column 1 is in the way"),
        ({"kind": "wall"}, "wall e is in the way"),
        ({"kind": "keep-out", "name": "Panel"}, "Panel is in the way"),
        ({"kind": "ceiling", "height_mm": 1_000}, ""),
    ],
)
def test_racks_are_refused_on_what_stands_and_what_is_kept_free(given, reason):
    design = room(Obstacle(id="e", **BOX, **given))
    assert why_not(design, 3_000, 2_400) == reason


def test_the_clearance_of_a_column_is_kept_and_no_more():
    design = room(Obstacle(id="e", name="C", kind="column", clearance_mm=300, **BOX))
    assert why_not(design, 3_600, 2_400) == "the clearance of C is in the way"
    assert why_not(design, 3_700, 2_400) == ""


@pytest.mark.parametrize(
    ("wall", "box"),
    [
        ("bottom", (2_000, 4_800, 3_200, 6_000)), ("top", (2_000, 0, 3_200, 1_200)),
        ("left", (0, 2_000, 1_200, 3_200)), ("right", (7_800, 2_000, 9_000, 3_200)),
    ],
)  # fmt: skip
def test_a_door_sweeps_a_square_of_the_room_where_it_opens_into_it(wall, box):
    design = room(doors=(DOOR.evolve(wall=wall),))
    assert swing_of(design.room, design.room.passages[0]) == box
    for other in ("", "out", "slides"):
        assert swing_of(design.room, DOOR.evolve(wall=wall, opens=other)) is None
    assert swing_of(design.room, DOOR.evolve(wall=wall, width_mm=None)) is None
    assert list(refused(design.room)) == [(box, "the swing of Door 1")]


def narrow(design: Design) -> list[str]:
    return [check.message for check in evaluate(design, CATALOG).checks if check.rule == "F06"]


def test_what_stands_where_nothing_may_is_an_error_and_leaves_aisles_as_they_are():
    rack = Rack(id="r", name="R1", part=RACK.id, x_mm=3_000, y_mm=2_400)
    zone = Obstacle(id="e", name="Zone", kind="keep-out", **BOX)
    held = evaluate(room(zone).evolve(racks=(rack,)), CATALOG)
    (found,) = [check for check in held.checks if "Zone" in check.message]
    assert (found.rule, found.severity) == ("F19", "error")
    assert found.message == "R1 stands in Zone, which is kept free"
    before = zone.evolve(y_mm=1_500)
    assert narrow(room(before).evolve(racks=(rack,))) == []
    (words,) = narrow(room(before.evolve(kind="wall")).evolve(racks=(rack,)))
    assert words.startswith("0.50 m before R1")


def test_a_low_ceiling_is_asked_of_what_stands_under_it_alone():
    rack = Rack(id="r", name="R1", part=RACK.id, x_mm=3_000, y_mm=2_400)
    zone = Obstacle(id="e", name="Beam", kind="ceiling", height_mm=1_900, **BOX)

    def said(one: Obstacle) -> list[str]:
        report = evaluate(room(one).evolve(racks=(rack,)), CATALOG)
        return [check.message for check in report.checks if "Beam" in check.message]

    (words,) = said(zone)
    assert words.endswith("1,900 mm are clear under Beam")
    assert said(zone.evolve(x_mm=7_000)) == []
    assert said(zone.evolve(height_mm=2_300)) == []
    assert said(zone.evolve(height_mm=None)) == []


def test_elements_are_drawn_moved_and_resized_and_take_a_free_name():
    layout = Layout(room(Obstacle(id="column-1", name="Column 1", kind="column", **BOX)))
    plan = drawn_element(layout, "column", (1_000, 1_000), (1_400, 1_300))
    assert plan.edit is not None
    made = plan.edit(layout.design).room.obstacles[-1]
    assert (made.name, made.box) == ("Column 2", (1_000, 1_000, 1_400, 1_300))
    wall = drawn_element(layout, "wall", (500, 2_000), (4_500, 2_040))
    assert wall.boxes == ((500, 1_950, 4_500, 2_050),)
    assert drawn_element(layout, "column", (0, 0), (10, 900)).verdict.reason
    key = element_key("column-1")
    moved = element_by(layout, key, 100, -200).edit
    assert moved is not None
    assert moved(layout.design).room.obstacles[0].box == (3_100, 2_800, 3_500, 3_200)
    sized = element_sized(layout, key, 2, (4_000, 3_900))
    assert sized.boxes == ((3_000, 3_000, 4_000, 3_900),)
    assert element_sized(layout, key, 0, (3_390, 3_000)).edit is None
    assert not element_by(layout, element_key("gone"), 1, 1).verdict.ok


def test_what_an_element_cannot_be_is_refused():
    with pytest.raises(EditError, match="clearance_mm"):
        edits.put_obstacle(Obstacle(id="e", clearance_mm=-1, **BOX))(room())
