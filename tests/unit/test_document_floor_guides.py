"""What a box lines up with, and its exact distances: to rows, to walls, equal to an aisle."""

from designer.catalog.load import load_shipped
from designer.document.floor_guides import FARTHEST_MM, around, guides_of
from designer.model.design import Room
from designer.model.layout import Layout
from tests.helpers.rows_on_floor import rows_of

CATALOG = load_shipped()
ROOM = Room(outline=((0, 0), (12_000, 0), (12_000, 20_000), (0, 20_000)))


def hall():
    """Rows A and B face each other over 1,200 mm, row C stands 1,800 mm below B."""
    design = rows_of(("A", 180, 1200, 1200, 8), ("B", 0, 1200, 3600, 8), ("C", 180, 1200, 6600, 4))
    return design.evolve(room=ROOM)


def words(box, moving=()):
    found = guides_of(box, around(Layout(hall()), CATALOG, moving))
    return [guide.words for guide in found if guide.kind == "edge"], [
        guide.words for guide in found if guide.kind == "distance"
    ]


def test_edges_in_line_are_named_once_with_how_many_more():
    edges, _ = words((1200, 9000, 4400, 10_200))
    assert edges == ["left in line with row A, row B and 1 more", "right in line with row C"]
    edges, _ = words((1203, 9000, 4403, 10_200))
    assert edges == []


def test_what_is_moved_is_no_neighbour_of_itself():
    design = hall()
    racks = tuple(rack.id for rack in design.racks if rack.row == "C")
    edges, _ = words((1200, 6600, 4400, 7800), racks)
    assert edges == ["left in line with row A, row B"]


def test_distances_are_exact_and_those_of_an_aisle_say_so():
    _, far = words((1200, 9000, 4400, 10_200))
    assert far == ["1,200 mm to the wall", "1,200 mm = cold aisle 1",
                   "7,600 mm to the wall", "9,800 mm to the wall"]  # fmt: skip
    _, far = words((1200, 8837, 4400, 10_037))
    assert far[1] == "1,037 mm"


def test_a_distance_is_drawn_between_the_two():
    found = guides_of((1200, 9000, 4400, 10_200), around(Layout(hall()), CATALOG, ()))
    line = next(guide for guide in found if guide.words == "1,200 mm = cold aisle 1")
    assert (line.begin, line.end) == ((2800, 9000), (2800, 7800))


def test_what_is_far_away_is_no_neighbour():
    _, far = words((1200, 9000, 4400, 9500))
    assert len(far) == 3
    assert FARTHEST_MM < 20_000 - 9500


def test_a_room_without_walls_has_none():
    design = hall().evolve(room=Room(outline=()))
    found = guides_of((9000, 9000, 9800, 10_200), around(Layout(design), CATALOG, ()))
    assert [guide.words for guide in found] == []
