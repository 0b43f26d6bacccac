"""Rooms that are no rectangle are judged by their outline; rows by what stands in line."""

import pytest

from designer.catalog.plant_places import Plant
from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.engine.subjects.floor.aisles import Aisles, aisles_of
from designer.model.design import Design, Obstacle, PowerNode, Rack, Room, Row
from tests.unit.test_engine_delivery import CATALOG, TALL, catalog_with, door, found, rack, row_of

L_SHAPE = ((0, 0), (20_000, 0), (20_000, 6_000), (10_000, 6_000), (10_000, 14_000), (0, 14_000))
"""Beyond x = 10 m it ends at y = 6 m."""
BOX = ((0, 0), (20_000, 0), (20_000, 14_000), (0, 14_000))


def aisles(one: Rack, outline: tuple[tuple[int, int], ...], *plant: Plant) -> Aisles:
    return aisles_of((one,), Room(outline=outline), CATALOG, plant)[one.id]


# Walls.


def test_a_rack_in_the_cut_corner_of_an_l_stands_outside() -> None:
    one = rack("a", 14_000, 8_000)
    assert set(found((one,), "F19", outline=L_SHAPE)) == {"F19:outside"}
    assert not found((one,), "F19", outline=BOX)
    half = rack("a", 9_700, 8_000)
    assert aisles(half, L_SHAPE).outside
    assert aisles(half, L_SHAPE).over == ""


def test_the_aisle_before_and_behind_a_rack_ends_at_the_wall_of_an_l() -> None:
    """A rack 1,200 mm deep at y = 4 m: 0.8 m behind it in the short part, 8.8 m in the box."""
    one = rack("a", 14_000, 4_000)
    assert (aisles(one, L_SHAPE).front_mm, aisles(one, L_SHAPE).rear_mm) == (4_000, 800)
    assert aisles(one, BOX).rear_mm == 8_800
    assert set(found((one,), "F06", outline=L_SHAPE)) == {"F06:rear"}
    assert not found((rack("a", 4_000, 4_000),), "F06", outline=L_SHAPE)
    sideways = rack("a", 8_400, 8_000, rotation=90)
    assert aisles(sideways, L_SHAPE).front_mm == pytest.approx(400)


def test_a_slanted_wall_ends_aisles_too() -> None:
    slanted = ((0, 0), (20_000, 0), (20_000, 4_000), (10_000, 14_000), (0, 14_000))
    one = rack("a", 14_000, 4_000, rotation=0)
    wide = TALL.width_mm or 0
    # Behind its right corner the wall is at y = 24 m − x.
    rear = 24_000 - (14_000 + wide) - (4_000 + (TALL.depth_mm or 0))
    assert rear - 30 <= aisles(one, slanted).rear_mm <= rear
    assert not aisles(one, slanted).outside
    assert aisles(rack("a", 16_000, 7_000), slanted).outside


def test_power_on_the_floor_stands_outside_where_the_room_is_cut() -> None:
    ups = PowerNode(id="u", kind="ups", x_mm=15_000, y_mm=9_000, width_mm=1_000, depth_mm=1_000)

    def keys(outline: tuple[tuple[int, int], ...]) -> set[str]:
        checks = evaluate(Design(power=(ups,), room=Room(outline=outline)), CATALOG).checks
        return {check.key for check in checks if check.rule == "F19"}

    assert keys(L_SHAPE) == {"F19:plant-outside"}
    assert keys(BOX) == set()


# Ways.


def test_a_way_does_not_lead_through_the_cut_corner() -> None:
    """The end of the long part is reached past a rack that leaves 0.5 m, or through the corner."""
    shut = tuple(
        Obstacle(id=f"o{at}", x_mm=x, y_mm=7_000, width_mm=wide, depth_mm=500)
        for at, (x, wide) in enumerate(((0, 9_500),))
    )
    one, way = rack("a", 4_000, 11_000), door(at_mm=1_000, width_mm=1_500)
    room = {"passages": (way,), "obstacles": shut}
    assert "F17:way" in found((one,), "F17", outline=L_SHAPE, **room)
    assert "F06:egress" in found((one,), "F06", outline=L_SHAPE, **room)
    assert not found((one,), "F17", outline=BOX, **room)
    assert not found((one,), "F06", outline=BOX, **room)


def test_a_door_in_a_wall_of_the_cut_corner_leads_into_the_room() -> None:
    one = rack("a", 4_000, 11_000)
    inner = door(wall="right", at_mm=9_000, width_mm=1_500)
    assert not found((one,), "F17", outline=L_SHAPE, passages=(inner,))
    assert not found((one,), "F06", outline=L_SHAPE, passages=(inner,))


def test_power_on_the_floor_stands_in_the_way() -> None:
    def keys(*power: PowerNode) -> set[str]:
        room = Room(outline=((0, 0), (9_000, 0), (9_000, 6_000), (0, 6_000)),
                    passages=(door(at_mm=2_000, width_mm=1_500),))  # fmt: skip
        design = Design(power=power, racks=(rack("a", 6_000, 2_500),), room=room)
        return {check.key for check in evaluate(design, CATALOG).checks if check.rule == "F17"}

    wall = PowerNode(id="u", kind="ups", x_mm=3_000, y_mm=0, width_mm=1_000, depth_mm=6_000)
    assert keys() == set()
    assert keys(wall) == {"F17:way"}


# Tiles.


def test_tiles_begin_at_the_first_corner_of_the_outline() -> None:
    """Racks 600 mm wide put two feet on a tile that they share, or each of them on its own."""
    racks = tuple(
        rack(key, x, 4_200, part="gb200-nvl72") for key, x in (("a", 3_300), ("b", 3_900))
    )
    even = ((0, 0), (12_000, 0), (12_000, 9_000), (0, 9_000))
    shifted = ((300, 0), (12_000, 0), (12_000, 9_000), (-300, 9_000), (-300, 3_000), (300, 3_000))
    said = [
        found(racks, "F05", outline=outline, tile_load_kg=700)["F05:tile"].message
        for outline in (even, shifted)
    ]
    assert said[0].startswith("2 feet of a, b put")
    assert said[1].startswith("2 feet of a put")


# Rows in line.


def keys(racks: tuple[Rack, ...], **room: object) -> dict[str, Check]:
    wide = ((0, 0), (40_000, 0), (40_000, 14_000), (0, 14_000))
    return found(racks, "F07", **{"outline": wide, **room})


def line_of(
    number: int, x: int = 4_000, row: str = "", y: int = 4_200, name: str = "r", pitch: int = 800
) -> tuple[Rack, ...]:
    return tuple(rack(f"{name}{at:02}", x + pitch * at, y, row=row or "") for at in range(number))


def test_racks_of_several_rows_or_none_in_one_line_are_one_row() -> None:
    two = (*line_of(11, row="A"), *line_of(10, 4_000 + 11 * 800, row="B", name="s"))
    (check,) = keys(two).values()
    assert check.key == "F07:line:r00"
    assert "the line from r00 to s09 has 21 racks" in check.message
    assert set(check.where) == {one.id for one in two}
    assert "has 21 racks" in next(iter(keys(line_of(21)).values())).message
    assert not keys(line_of(20))


def test_a_row_that_a_cross_aisle_parts_is_two_lines() -> None:
    def with_gap(gap: int) -> tuple[Rack, ...]:
        return (*line_of(11, row="A"), *line_of(10, 4_000 + 11 * 800 + gap, row="A", name="s"))

    assert set(keys(with_gap(1_199))) == {"F07:A"}
    assert not keys(with_gap(1_200))


def test_what_fills_a_cross_aisle_closes_it() -> None:
    racks = (*line_of(11, row="A"), *line_of(10, 4_000 + 11 * 800 + 1_500, row="A", name="s"))
    x = 4_000 + 11 * 800
    column = Obstacle(id="c", x_mm=x + 600, y_mm=4_300, width_mm=400, depth_mm=400)
    aside = column.evolve(y_mm=9_000)
    assert set(keys(racks, obstacles=(column,))) == {"F07:A"}
    assert not keys(racks, obstacles=(aside,))


def test_rows_back_to_back_and_across_an_aisle_are_lines_of_their_own() -> None:
    back = (*line_of(11, row="A"), *line_of(11, y=4_200 + (TALL.depth_mm or 0), row="A", name="s"))
    assert not keys(back)
    across = (*line_of(11, row="A"), *line_of(11, y=7_800, row="A", name="s"))
    assert not keys(across)


def test_a_shallower_rack_stands_in_the_same_line() -> None:
    shallow = TALL.evolve(id="shallow", depth_mm=900)
    racks = tuple(
        one.evolve(part="shallow") if at % 2 else one for at, one in enumerate(line_of(21, row="A"))
    )
    room = Room(outline=((0, 0), (40_000, 0), (40_000, 14_000), (0, 14_000)))
    report = evaluate(
        Design(racks=racks, rows=(Row(id="A"),), room=room), catalog_with(TALL, shallow)
    )
    assert [check.key for check in report.checks if check.rule == "F07"] == ["F07:A"]


def test_two_long_lines_of_a_row_are_told_apart() -> None:
    both = (*line_of(21, row="A"), *line_of(21, y=9_000, row="A", name="s"))
    assert set(keys(both)) == {"F07:A:r00", "F07:A:s00"}


def test_the_wall_of_an_l_closes_the_aisle_before_a_row() -> None:
    """At the right end the room ends 1 m beyond the row in the long part only."""
    outline = ((0, 0), (20_000, 0), (20_000, 3_000), (12_800, 3_000), (12_800, 9_000), (0, 9_000))
    racks = row_of(11)
    deep = tuple(one.evolve(y_mm=5_000) for one in racks)
    assert set(found(deep, "F07", outline=outline)) == {"F07:dead-end:A"}
    assert not found(deep, "F07", outline=((0, 0), (20_000, 0), (20_000, 9_000), (0, 9_000)))


def test_a_dead_end_counts_what_stands_in_line_whatever_its_row() -> None:
    racks = tuple(one.evolve(row="B") if at > 5 else one for at, one in enumerate(row_of(11, 0)))
    wide = ((0, 0), (20_000, 0), (20_000, 9_000), (0, 9_000))
    (check,) = found(racks, "F07", outline=wide).values()
    assert check.key == "F07:dead-end:line:r00"
    assert not found(racks[:10], "F07", outline=wide)
