"""Where on the floor two designs differ."""

from designer.document.change_places import ChangePlaces
from designer.document.comparison import Comparison, RecordChange, compare
from designer.document.edits import move_racks, put, remove, rename
from designer.model.design import (
    Assembly,
    Cable,
    Cord,
    Design,
    Device,
    Loop,
    PowerNode,
    Rack,
    Row,
    Slot,
    Tray,
)
from tests.helpers.designs import small_catalog

CATALOG = small_catalog()
RACKS = tuple(
    Rack(id=f"R{at}", name=f"A0{at}", part="rack-z", x_mm=800 * at, y_mm=0,
         assembly="pair" if at > 2 else "")
    for at in (1, 2, 3, 4)
)  # fmt: skip
HALL = Design(
    racks=RACKS,
    assemblies=(Assembly(id="pair", rack_part="rack-z", slots=(Slot(id="n", part="node-x"),)),),
    devices=(Device(id="d1", name="d1", part="node-x", rack="R1", half_u=4),),
)


def places(before: Design, after: Design) -> ChangePlaces:
    return ChangePlaces(compare(before, after), (CATALOG, CATALOG))


def kinds(before: Design, after: Design) -> dict[str, str]:
    return {key: mark.kind for key, mark in places(before, after).marks.items()}


def test_racks_that_came_went_moved_and_changed() -> None:
    after = remove(("R2",))(rename("R3", "B03")(HALL))
    after = move_racks(CATALOG, ("R4",), 2000, 600)(after)
    after = put("racks", Rack(id="R9", name="A09", part="rack-z", x_mm=9000, y_mm=0))(after)
    found = places(HALL, after)
    told = {key: mark.kind for key, mark in found.marks.items()}
    assert told == {"R2": "removed", "R3": "changed", "R4": "moved", "R9": "added"}
    moved = found.marks["R4"]
    assert moved.was == (3200, 0, 3800, 1200)
    assert moved.box == (5200, 600, 5800, 1800)
    assert found.marks["R2"].box == (1600, 0, 2200, 1200)
    assert found.marks["R3"].name == "B03"
    assert found.marks["R3"].was is None
    assert found.unchanged() == ((800, 0, 1400, 1200),)


def test_one_that_moved_and_changed_is_marked_as_moved() -> None:
    after = rename("R4", "B04")(move_racks(CATALOG, ("R4",), 2000, 0)(HALL))
    assert kinds(HALL, after) == {"R4": "moved"}


def test_what_is_in_a_rack_marks_it() -> None:
    other = put("devices", Device(id="d2", name="d2", part="node-x", rack="R2", half_u=4))
    assert kinds(HALL, other(HALL)) == {"R2": "changed"}
    hung_over = put("devices", HALL.devices[0].evolve(rack="R2"))
    assert kinds(HALL, hung_over(HALL)) == {"R1": "changed", "R2": "changed"}
    filled = put("assemblies", HALL.assemblies[0].evolve(slots=()))
    assert kinds(HALL, filled(HALL)) == {"R3": "changed", "R4": "changed"}


def test_a_rack_that_is_gone_with_its_device_is_gone() -> None:
    assert kinds(HALL, remove(("R1",))(HALL)) == {"R1": "removed"}


def test_a_part_that_says_something_else_marks_the_racks_that_have_it() -> None:
    change = RecordChange("parts", "node-x", "changed", CATALOG.get("node-x"))
    found = ChangePlaces(Comparison(HALL, HALL, (change,)), (CATALOG, CATALOG))
    assert set(found.marks) == {"R1", "R3", "R4"}


def test_cables_and_cords_mark_the_racks_at_their_ends() -> None:
    cabled = put("cables", Cable(id="c", a="d1", b="R3/n"))(HALL)
    assert kinds(HALL, cabled) == {"R1": "changed", "R3": "changed"}
    corded = put("cords", Cord(id="c", supply="d1:psu1", outlet="R4/n:o1"))(HALL)
    assert kinds(HALL, corded) == {"R1": "changed", "R4": "changed"}


def test_plant_pipes_and_trays_are_marked_by_what_selects_them() -> None:
    node = PowerNode(id="ups", kind="ups", x_mm=0, y_mm=5000)
    loop = Loop(id="L", name="Loop", x_mm=0, y_mm=6000, end_x_mm=4000, end_y_mm=6000)
    tray = Tray(id="T", corners=((0, 7000), (4000, 7000)), width_mm=300)
    after = put("trays", tray)(put("loops", loop)(put("power", node)(HALL)))
    assert kinds(HALL, after) == {"power:ups": "added", "pipe:L": "added", "tray:T": "added"}
    later = put("power", node.evolve(x_mm=900))(after)
    assert kinds(after, later) == {"power:ups": "moved"}
    bare = put("power", node.evolve(x_mm=None, y_mm=None))(after)
    assert kinds(after, bare) == {"power:ups": "moved"}


def test_what_has_no_place_marks_nothing_and_the_floor_is_framed() -> None:
    other = HALL.evolve(name="x", site=HALL.site.evolve(name="y"))
    found = places(HALL, other)
    assert found.marks == {}
    assert all(found.of(one) == frozenset() for one in compare(HALL, other).changes)
    assert found.around[2] >= 3800


def test_a_row_is_told_by_its_racks_that_are_marked() -> None:
    row = Row(id="A", name="A", x_mm=800, y_mm=0)
    rowed = HALL.evolve(rows=(row,), racks=tuple(one.evolve(row="A") for one in RACKS))
    after = remove(("R1",))(put("rows", row.evolve(name="B"))(rowed))
    found = places(rowed, after)
    change = next(one for one in compare(rowed, after).changes if one.collection == "rows")
    assert found.of(change) == {"R1"}
    assert set(found.marks) == {"R1"}


def test_a_point_finds_what_is_marked_there_and_where_it_was() -> None:
    after = move_racks(CATALOG, ("R4",), 2000, 0)(HALL)
    found = places(HALL, after)
    assert found.key_at(5300, 100) == "R4"
    assert found.key_at(3300, 100) == "R4"
    assert found.key_at(900, 100) == ""
    (change,) = compare(HALL, after).changes
    assert found.of(change) == {"R4"}
