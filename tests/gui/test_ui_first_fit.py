"""Placing without the mouse: which rack takes a part, where a rack comes to stand, what is said."""

import pytest

from designer.catalog.part import Part
from designer.document.edits import remove
from designer.document.free_spots import free_spot
from designer.model.design import Design, Rack, Room, Rotation, Row
from designer.model.layout import Layout
from designer.ui.state.first_fit import place_at_first_fit
from designer.ui.state.workspace import Workspace
from tests.helpers.canvas_space import LEAF, NODE, PARTS, RACK, space_of

Told = list[tuple[str, str]]


def room(width: int, depth: int) -> Room:
    return Room(outline=((0, 0), (width, 0), (width, depth), (0, depth)))


def standing(x: int, y: int, rotation: Rotation = 0, name: str = "A01", row: str = "A") -> Rack:
    return Rack(id=name, name=name, part="rack", x_mm=x, y_mm=y, rotation=rotation, row=row)


def hall(*racks: Rack, width: int = 12_000, depth: int = 9_000) -> Design:
    rows = tuple(Row(id=name, name=name) for name in dict.fromkeys(r.row for r in racks) if name)
    return Design(name="hall", room=room(width, depth), racks=racks, rows=rows)


def spot(design: Design, *near: str, part: Part = RACK) -> tuple[int, int, int, str] | None:
    space = space_of(design)
    found = free_spot(space.layout(), space.catalog, part, near)
    space.close()
    return found


@pytest.mark.parametrize(
    ("rotation", "first", "then"),
    [
        (0, (3600, 3000), (2400, 3000)),
        (180, (3600, 3000), (2400, 3000)),
        (90, (3000, 3600), (3000, 2400)),
        (270, (3000, 3600), (3000, 2400)),
    ],
)
def test_a_rack_stands_flush_with_its_neighbour_in_its_row(
    qapp: object, rotation: Rotation, first: tuple[int, int], then: tuple[int, int]
) -> None:
    """A rack is 600 mm wide and 1200 mm deep; turned, it is 1200 mm wide on the plan."""
    one = standing(3000, 3000, rotation)
    assert spot(hall(one), "A01") == (*first, rotation, "A")
    blocked = standing(*first, rotation, "A02", row="")
    assert spot(hall(one, blocked), "A01") == (*then, rotation, "A")


def test_what_stands_outdoors_goes_beside_the_walls(qapp: object) -> None:
    """1.5 m off the wall at the right, and farther out when that place is taken."""
    cooler = Part(id="cooler", kind="dry-cooler", name="Cooler", width_mm=2000, depth_mm=4000)
    space = space_of(hall(standing(3000, 3000)), (*PARTS, cooler))
    for _ in range(3):
        assert place_at_first_fit(space, cooler)
    found = [(r.x_mm, r.y_mm, r.row) for r in space.document.design.racks if r.part == "cooler"]
    space.close()
    assert sorted(found) == [(13_500, 0, ""), (17_000, 0, ""), (20_500, 0, "")]


def test_without_a_selection_a_rack_goes_on_where_a_row_ends(qapp: object) -> None:
    racks = (standing(3000, 3000), standing(3600, 3000, name="A02"))
    assert spot(hall(*racks)) == (4200, 3000, 0, "A")
    assert spot(hall(*racks), "A01") == (2400, 3000, 0, "A"), "the right side of A01 is taken"


def test_the_first_rack_of_a_room_leaves_an_aisle_to_the_walls(qapp: object) -> None:
    assert spot(hall()) == (1200, 1200, 0, "")
    shifted = ((600, 1800), (9000, 1800), (9000, 9000), (600, 9000))
    assert spot(Design(room=Room(outline=shifted))) == (1800, 3000, 0, "")


def test_the_next_row_leaves_an_aisle_to_the_last_one_where_there_is_room(qapp: object) -> None:
    """It stood back to front with the row before, without any aisle."""
    row = [standing(1200 + 600 * at, 1200, name=f"A{at + 1:02}") for at in range(3)]
    assert spot(hall(*row, width=3000)) == (1200, 1200 + 1200 + 1200, 0, "")
    assert spot(hall(*row, width=3000, depth=4200)) == (1200, 2400, 0, ""), "no room for an aisle"


def test_a_room_without_a_place_gets_no_rack_and_says_so() -> None:
    narrow = space_of(hall(width=1500, depth=1500))
    told: Told = []
    narrow.message.connect(lambda text, severity: told.append((text, severity)))
    before = narrow.document.design
    assert not place_at_first_fit(narrow, RACK)
    assert narrow.document.design is before
    assert told == [("No free place on the floor for Rack 48U", "warning")]
    narrow.close()


def test_a_placed_rack_is_selected_and_its_place_is_said(space: Workspace, told: Told) -> None:
    space.select(("A04",))
    assert place_at_first_fit(space, RACK)
    (added,) = space.selection
    rack = space.layout().racks[added]
    assert (rack.x_mm, rack.y_mm, rack.row) == (5400, 3000, "A")
    assert told == [("Placed Rack 48U at 5.40 m, 3.00 m", "info")]
    assert space.document.history.current.label == "Place Rack 48U"


def test_a_device_goes_into_the_selected_rack_and_is_selected(space: Workspace, told: Told) -> None:
    space.select(("A02",))
    assert place_at_first_fit(space, NODE)
    (added,) = space.selection
    placed = space.layout().find(added)
    assert placed is not None
    assert (placed.part, placed.rack) == ("node", "A02")
    assert told == [("Place Node 8U in A02: done", "info")]
    assert space.document.history.current.label == "Place Node 8U in A02"
    assert place_at_first_fit(space, LEAF), "beside what is selected in the rack"
    assert len(space.layout().in_rack("A02")) == 2


def test_with_several_racks_and_none_selected_it_asks_for_one(space: Workspace, told: Told) -> None:
    before = space.document.design
    assert not place_at_first_fit(space, NODE)
    assert told == [("Select a rack first: Node 8U goes into a rack", "warning")]
    assert space.document.design is before


def test_the_only_rack_there_is_needs_no_selection(space: Workspace) -> None:
    space.apply("Clear", remove(("A01", "A02", "A03", "B01", "B02", "B03", "B04")))
    assert place_at_first_fit(space, NODE)
    assert [placed.part for placed in space.layout().in_rack("A04")] == ["node"]


def test_a_full_rack_keeps_the_selection_and_says_why(space: Workspace, told: Told) -> None:
    space.select(("A02",))
    while place_at_first_fit(space, NODE):
        told.clear()
        space.select(("A02",))
    assert space.selection == ("A02",)
    assert len(Layout(space.document.design).in_rack("A02")) == 6
    assert [severity for _, severity in told] == ["warning"]
