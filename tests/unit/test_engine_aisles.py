"""Free depth before and behind racks, against a search that compares every pair of boxes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.subjects.floor.aisles import Aisles, aisles_of
from designer.model.design import Obstacle, Rack, Room

CATALOG = Catalog(
    (
        Part(id="wide", kind="rack", name="W", width_mm=800, depth_mm=1200),
        Part(id="deep", kind="rack", name="D", width_mm=600, depth_mm=2000),
    )
)  # fmt: skip
SIZES = {"wide": (800, 1200), "deep": (600, 2000)}


def slow(racks: list[Rack], room: Room) -> dict[str, tuple[float, float]]:
    """Return the free depth before and behind each rack, by looking at every other box."""
    boxes = {}
    for rack in racks:
        width, depth = SIZES[rack.part]
        if rack.rotation in (90, 270):
            width, depth = depth, width
        boxes[rack.id] = (rack.x_mm, rack.y_mm, rack.x_mm + width, rack.y_mm + depth)
    solid = list(boxes.items()) + [
        (f"obstacle {s.id}", (s.x_mm, s.y_mm, s.x_mm + s.width_mm, s.y_mm + s.depth_mm))
        for s in room.obstacles
    ]
    corners = room.outline or [c for b in boxes.values() for c in (b[:2], b[2:])]
    found = {}
    for rack in racks:
        turned = rack.rotation in (90, 270)
        side0, low, side1, high = _turn(boxes[rack.id], turned=turned)
        walls = [corner[0 if turned else 1] for corner in corners]
        below, above = max(0, low - min(walls)), max(0, max(walls) - high)
        for name, box in solid:
            a0, b0, a1, b1 = _turn(box, turned=turned)
            if name == rack.id or a0 >= side1 or a1 <= side0:
                continue
            if (b0, b1, a0, a1, name) < (low, high, side0, side1, rack.id):
                below = min(below, max(0, low - b1))
            else:
                above = min(above, max(0, b0 - high))
        found[rack.id] = (below, above) if rack.rotation in (0, 270) else (above, below)
    return found


def _turn(box: tuple[int, int, int, int], *, turned: bool) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = box
    return (y0, x0, y1, x1) if turned else box


STANDS = st.builds(
    Rack,
    id=st.uuids().map(str),
    name=st.just("R"),
    part=st.sampled_from(sorted(SIZES)),
    x_mm=st.integers(-2, 16).map(lambda n: 600 * n),
    y_mm=st.integers(-2, 16).map(lambda n: 500 * n),
    rotation=st.sampled_from((0, 90, 180, 270)),
)
STONES = st.builds(
    Obstacle,
    id=st.uuids().map(str),
    x_mm=st.integers(0, 9000),
    y_mm=st.integers(0, 9000),
    width_mm=st.integers(1, 1500),
    depth_mm=st.integers(1, 1500),
)


@given(
    st.lists(STANDS, min_size=1, max_size=8, unique_by=lambda rack: rack.id),
    st.lists(STONES, max_size=3, unique_by=lambda stone: stone.id),
    st.booleans(),
)
def test_depths_are_those_of_comparing_every_pair(
    racks: list[Rack], stones: list[Obstacle], walled: bool
) -> None:
    outline = ((0, 0), (12_000, 0), (12_000, 9_000), (0, 9_000)) if walled else ()
    room = Room(outline=outline, obstacles=tuple(stones))
    found = aisles_of(tuple(racks), room, CATALOG)
    assert {key: (one.front_mm, one.rear_mm) for key, one in found.items()} == slow(racks, room)


def one(
    x: int = 3000, y: int = 3000, rotation: int = 0, key: str = "r", part: str = "wide"
) -> Rack:
    return Rack(id=key, name=key, part=part, x_mm=x, y_mm=y, rotation=rotation)  # type: ignore[arg-type]  # a turn


ROOM = Room(outline=((0, 0), (10_000, 0), (10_000, 8_000), (0, 8_000)))


@pytest.mark.parametrize(
    ("rotation", "front", "rear"),
    [(0, 3000, 3800), (180, 3800, 3000), (90, 5800, 3000), (270, 3000, 5800)],
)
def test_a_rack_alone_faces_the_walls(rotation: int, front: float, rear: float) -> None:
    """800 × 1,200 mm at 3,000, 3,000 in a room of 10 × 8 m."""
    found = aisles_of((one(rotation=rotation),), ROOM, CATALOG)["r"]
    assert found == Aisles(front, rear)


def test_what_stands_in_an_aisle_ends_it_and_what_only_touches_does_not() -> None:
    stone = Obstacle(id="pillar", x_mm=3700, y_mm=1000, width_mm=300, depth_mm=500)
    beside = Obstacle(id="beside", x_mm=3800, y_mm=2000, width_mm=300, depth_mm=500)
    behind = one(y=6000, key="b")
    room = ROOM.evolve(obstacles=(beside, stone))
    found = aisles_of((behind, one()), room, CATALOG)
    assert found["r"] == Aisles(1500, 1800)
    assert found["b"] == Aisles(1800, 800)


@pytest.mark.parametrize(("y", "over"), [(4199, "r"), (4200, ""), (3000, "r"), (2000, "r")])
def test_boxes_on_the_same_floor_are_said_to_be(y: int, over: str) -> None:
    found = aisles_of((one(y=y, key="b"), one()), ROOM, CATALOG)
    assert found["b"].over == over
    assert found["r"].over == ("b" if over else "")


@pytest.mark.parametrize(
    ("x", "y", "outside"),
    [
        (0, 0, False), (-1, 0, True), (0, -1, True), (9200, 6800, False), (9201, 6800, True),
        (9200, 6801, True),
    ],
)  # fmt: skip
def test_outside_is_beyond_the_box_of_the_room(x: int, y: int, outside: bool) -> None:
    assert aisles_of((one(x, y),), ROOM, CATALOG)["r"].outside is outside


def test_a_room_without_an_outline_ends_where_its_racks_do() -> None:
    racks = (one(0, 0, key="a"), one(4000, 5000, key="b"))
    found = aisles_of(racks, Room(outline=()), CATALOG)
    assert (found["a"].front_mm, found["a"].rear_mm) == (0, 5000)
    assert (found["b"].front_mm, found["b"].rear_mm) == (5000, 0)
    assert not found["a"].outside
    assert aisles_of((), ROOM, CATALOG) == {}


def test_a_pillar_inside_a_racks_depth_hides_no_rack() -> None:
    """What begins last is not what ends last: the pillar ends before the rack that it stands in."""
    stone = Obstacle(id="pillar", x_mm=3100, y_mm=3200, width_mm=300, depth_mm=300)
    found = aisles_of((one(), one(y=6000, key="b")), ROOM.evolve(obstacles=(stone,)), CATALOG)
    assert found["b"].front_mm == 6000 - 4200


def test_a_long_box_that_begins_early_is_found_behind_many_short_ones() -> None:
    wall = Obstacle(id="wall", x_mm=3300, y_mm=0, width_mm=100, depth_mm=5500)
    small = tuple(
        Obstacle(id=f"s{n}", x_mm=3300, y_mm=500 * n, width_mm=100, depth_mm=100) for n in range(9)
    )
    room = ROOM.evolve(obstacles=(*small, wall))
    found = aisles_of((one(y=6000, key="b"),), room, CATALOG)["b"]
    assert found.front_mm == 500
