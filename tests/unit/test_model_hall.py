"""What stands in which hall follows from where it stands, and from nothing else."""

from designer.model.design import Hall, Rack
from designer.model.hall import NO_HALL, Halls

SQUARE = ((0, 0), (1000, 0), (1000, 1000), (0, 1000))
CORNERED = ((2000, 0), (4000, 0), (4000, 1000), (3000, 1000), (3000, 2000), (2000, 2000))


def rack(x: int, y: int) -> Rack:
    return Rack(id=f"{x}-{y}", name="", part="rack-48u", x_mm=x, y_mm=y)


def test_a_thing_stands_in_the_hall_that_holds_its_corner() -> None:
    halls = Halls((Hall(id="H1", outline=SQUARE), Hall(id="H2", outline=CORNERED)))
    places = ((0, 0), (999, 999), (1000, 0), (2500, 1500), (3500, 500), (3500, 1500), (9000, 0))
    found = halls.of([rack(*place) for place in places])
    assert found == ["H1", "H1", NO_HALL, "H2", "H2", NO_HALL, NO_HALL]
    assert [halls.one(rack(*place)) for place in places] == found


def test_of_halls_that_overlap_the_first_holds_what_stands_in_both() -> None:
    wide = tuple((x + 500, y) for x, y in SQUARE)
    halls = Halls((Hall(id="H1", outline=SQUARE), Hall(id="H2", outline=wide)))
    things = [rack(1200, 10), rack(700, 10), rack(100, 10)]
    assert halls.of(things) == ["H2", "H1", "H1"]


def test_without_halls_and_without_walls_nothing_stands_in_one() -> None:
    assert Halls(()).of([rack(0, 0)]) == [NO_HALL]
    assert Halls((Hall(id="H1"),)).one(rack(0, 0)) == NO_HALL
