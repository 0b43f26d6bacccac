"""Where racks, rows and floor units stand: small halls laid out by hand on the 600 mm grid.

Racks are 800 × 1200 mm (`rack-48u`), CRAHs 2550 × 890, row CDUs 900 × 1243.
"""

from math import ceil

import pytest

from designer.catalog.load import load_shipped
from designer.model.design import Design, Rack
from designer.planning.floor_plan import RackSpec, lay_out, row_lengths
from designer.planning.hall import (
    FEEDS,
    HallLoad,
    cooling_units,
    max_kw,
    plates_lpm,
    site_of,
    with_capacity,
)

RACK = RackSpec("rack-48u")


def plan(count, units=(), *, doors=False, per_row=0):
    return lay_out(load_shipped(), [RACK] * count, list(units), doors=doors, per_row=per_row)


def places(records):
    return {r.id: (r.x_mm, r.y_mm, r.rotation) for r in records}


def test_two_rows_face_each_other_over_a_cold_aisle():
    """1.8 m to each wall, racks flush, 1.2 m between the fronts."""
    small = plan(4, per_row=2)
    assert places(small.rows) == {"A": (1800, 1800, 180), "B": (1800, 4200, 0)}
    assert places(small.racks) == {
        "A01": (1800, 1800, 180), "A02": (2600, 1800, 180),
        "B01": (1800, 4200, 0), "B02": (2600, 4200, 0),
    }  # fmt: skip
    # Two racks are 1600 mm, three tiles; 1800 + 1800 + 1800 by 1800 + 1200 + 1200 + 1200 + 1800.
    assert small.outline == ((0, 0), (5400, 0), (5400, 7200), (0, 7200))
    assert {rack.row for rack in small.racks} == {"A", "B"}


def test_one_row_faces_a_wall_and_the_room_is_no_deeper() -> None:
    """1.8 m to each wall: 1800 + 1200 + 1800 deep, however many racks."""
    row = lay_out(load_shipped(), [RACK] * 5, [], doors=False, one_row=True)
    assert places(row.rows) == {"A": (1800, 1800, 180)}
    assert [rack.x_mm for rack in row.racks] == [1800, 2600, 3400, 4200, 5000]
    assert row.outline[2] == (7800, 4800)


def test_two_racks_face_each_other() -> None:
    """Side by side in blocks of their own they would close no aisle."""
    assert places(plan(2).racks) == {"A01": (1800, 1800, 180), "B01": (1800, 4200, 0)}


def test_fronts_stand_in_line_whatever_the_depth_of_a_rack():
    """An NVL72 is 1068 mm deep, a rack 1200: both begin at the cold aisle, from 3.0 to 4.2 m."""
    specs = [RackSpec("gb200-nvl72"), RACK, RackSpec("gb200-nvl72"), RACK]
    hall = lay_out(load_shipped(), specs, [], doors=False, per_row=2)
    assert {r.id: (r.part, r.y_mm) for r in hall.racks} == {
        "A01": ("gb200-nvl72", 3000 - 1068), "A02": ("rack-48u", 1800),
        "B01": ("rack-48u", 4200), "B02": ("gb200-nvl72", 4200),
    }  # fmt: skip


@pytest.mark.parametrize(("doors", "third"), [(False, 6600), (True, 7200)])
def test_rear_doors_widen_the_hot_aisle_only(doors, third):
    """The third row stands behind the second: 1.2 m, 1.8 m where doors open into the aisle."""
    tops = [row.y_mm for row in plan(24, doors=doors, per_row=4).rows if row.x_mm == 1800]
    assert tops[:3] == [1800, 4200, third]


def test_racks_fill_a_hall_back_and_forth():
    """The second row is filled from its far end, so that neighbours stay neighbours."""
    specs = [RackSpec("rack-48u", assembly=f"a{n}") for n in range(1, 8)]
    hall = lay_out(load_shipped(), specs, [], doors=False, per_row=4)
    assert {rack.id: rack.assembly for rack in hall.racks} == {
        "A01": "a1", "A02": "a2", "A03": "a3", "A04": "a4",
        "B01": "a7", "B02": "a6", "B03": "a5",
    }  # fmt: skip


def test_blocks_of_rows_stand_side_by_side_with_a_cross_aisle():
    """Twelve racks in rows of four: two blocks are squarer than a deep hall with wide aisles."""
    hall = plan(12, doors=True, per_row=4)
    # Four racks are 3200 mm, so 3600 on the grid; 1800 mm more to the next block.
    assert places(hall.rows) == {
        "A": (1800, 1800, 180), "B": (1800, 4200, 0),
        "C": (7200, 1800, 180), "D": (7200, 4200, 0),
    }  # fmt: skip
    per_row = [sum(rack.row == row.id for rack in hall.racks) for row in hall.rows]
    assert per_row == [4, 2, 4, 2]
    assert hall.outline[2] == (12_600, 7200)


@pytest.mark.parametrize(
    ("count", "rows", "longest", "room"),
    [
        (1, 1, 1, (4800, 7200)),
        (4, 2, 2, (5400, 7200)),
        (8, 2, 4, (7200, 7200)),
        (20, 4, 5, (7800, 12_000)),
        (38, 4, 10, (12_000, 12_000)),
        (100, 6, 17, (17_400, 16_800)),
        (150, 8, 19, (19_200, 21_600)),
        (200, 10, 20, (19_800, 26_400)),
        (400, 24, 17, (33_000, 31_200)),
    ],
)
def test_a_hall_of_any_size_is_about_square(count, rows, longest, room):
    """Even ranks of at most 20 racks; a second block where one would be deeper than 7 : 4."""
    hall = plan(count)
    assert len(hall.racks) == count
    lengths = [sum(rack.row == row.id for rack in hall.racks) for row in hall.rows]
    assert (len(lengths), max(lengths), hall.outline[2]) == (rows, longest, room)
    assert longest <= 20
    assert max(room) / min(room) <= 7 / 4
    assert len({row.x_mm for row in hall.rows}) == (2 if count == 400 else 1)


def test_no_rack_is_no_hall():
    with pytest.raises(ValueError, match="no rack to place"):
        plan(0)


def test_units_take_turns_at_the_two_walls_and_face_the_rows():
    """The longer column waits: a CDU of 900 mm joins the wall with less on it."""
    hall = plan(7, ["crah", "crah", "crah", "cdu-row"], per_row=4)
    units = {key: at for key, at in places(hall.racks).items() if "-" in key}
    assert units == {
        "crah-01": (0, 600, 90), "crah-02": (0, 3750, 90),
        "crah-03": (10_200 - 890, 600, 270), "cdu-01": (10_200 - 1243, 3750, 270),
    }  # fmt: skip
    assert hall.outline[2] == (10_200, 7200)
    # 890 + 1800 mm are five tiles on the left, 1243 + 1800 six on the right.
    assert hall.rows[0].x_mm == 3000


def test_a_hall_grows_deeper_before_units_stand_twice_along_a_wall():
    """Three CRAHs a wall need 600 + 3 × 3150 mm: deeper than 7.2 m, within half as much again."""
    hall = plan(8, ["crah"] * 6, per_row=4)
    assert hall.outline[2][1] == 10_200
    assert {rack.x_mm for rack in hall.racks if rack.id.startswith("crah")} == {
        0, hall.outline[2][0] - 890
    }  # fmt: skip


def test_a_second_column_of_units_stands_an_aisle_before_the_first():
    hall = plan(8, ["crah"] * 12, per_row=4)
    columns = sorted({r.x_mm for r in hall.racks if r.id.startswith("crah") and r.rotation == 90})
    assert columns == [0, 890 + 1200, 2 * (890 + 1200)]
    # 3 × 890 + 2 × 1200 + 1800 mm before the first row.
    assert hall.rows[0].x_mm == 7200
    right = sorted(r.x_mm for r in hall.racks if r.rotation == 270)
    assert hall.outline[2][0] - right[-1] == 890
    assert len(right) == 6


def test_names_of_units_have_digits_for_all_and_two_at_least():
    few = [r.name for r in plan(4, ["crah"] * 2).racks if r.name.startswith("CRAH")]
    assert sorted(few) == ["CRAH-01", "CRAH-02"]
    many = [r.name for r in plan(200, ["crah"] * 100).racks if r.name.startswith("CRAH")]
    assert (min(many), max(many), len(many)) == ("CRAH-001", "CRAH-100", 100)


def test_the_power_of_a_list_of_parts():
    """10.2 kW and 150 W; a rack draws nothing that is known."""
    catalog = load_shipped()
    known = catalog.require("dgx-h100").power_max_w + catalog.require("sn2201").power_max_w
    assert max_kw(catalog, ["dgx-h100", "sn2201", "rack-48u"]) == pytest.approx(known / 1000)


@pytest.mark.parametrize(
    ("feeds", "capacities"),
    [
        # 132 kW on eight shelves: 66 each, and all of it on the feed that is left.
        (["AB"], {"A": 150, "B": 150, "C": None}),
        # 3+3+2 shelves: 49.5, 49.5 and 33; without A five are left, three of them on B: 79.2.
        (["ABC"], {"A": 100, "B": 100, "C": 100}),
        (["AB", "AB", "BC"], {"A": 300, "B": 350, "C": 150}),
    ],
)
def test_feeds_are_sized_for_their_load_after_the_loss_of_another(feeds, capacities):
    """In steps of 50 kW; a feed that carries nothing stays without a capacity."""
    racks = tuple(
        Rack(id=f"N{at}", name=f"N{at}", part="gb200-nvl72", x_mm=0, y_mm=0, feeds=tuple(on))
        for at, on in enumerate(feeds)
    )
    sized = with_capacity(load_shipped(), Design(power=FEEDS, racks=racks))
    assert {feed.id: feed.capacity_kw for feed in sized.feeds} == capacities


def test_a_load_that_nobody_knows_leaves_the_capacity_open():
    shipped = load_shipped()
    unit = shipped.require("cdu-row").evolve(id="own", power_max_w=None)
    racks = (Rack(id="C1", name="C1", part="own", x_mm=0, y_mm=0, feeds=("A", "B")),)
    sized = with_capacity(shipped.overlay([unit]), Design(power=FEEDS, racks=racks))
    assert {feed.capacity_kw for feed in sized.feeds} == {None}


def test_a_load_that_is_bounded_sizes_feeds_by_its_highest():
    """A Uniflair CDU draws 37 kW at the most: 3.7 % of its 1,000 kW."""
    racks = (Rack(id="C1", name="C1", part="cdu-uniflair-1000", x_mm=0, y_mm=0, feeds=("A", "B")),)
    sized = with_capacity(load_shipped(), Design(power=FEEDS, racks=racks))
    assert {feed.capacity_kw for feed in sized.feeds} == {50.0, None}


@pytest.mark.parametrize(
    ("liquid", "air", "cdus", "crahs"),
    [
        (0, 0, 0, 0),
        (0, 100, 0, 2),
        (0, 100.1, 0, 3),
        (1190, 0, 2, 0),
        # 1,194 kW are 1,801 l/min of PG25 at 10 K: more than one CDU's 1,800.
        (1194, 0, 3, 0),
        (500, 300, 2, 4),
    ],
)
def test_cooling_units_carry_heat_and_flow_with_one_spare(liquid, air, cdus, crahs):
    """Row CDU: 1,300 kW and 1,800 l/min; CRAH: 100 kW."""
    load = HallLoad(liquid_kw=liquid, coolant_lpm=plates_lpm(liquid), air_kw=air)
    units = cooling_units(load_shipped(), load)
    assert units == ["cdu-row"] * cdus + ["crah"] * crahs


def test_a_site_names_the_source_of_its_price():
    site = site_of(load_shipped())
    assert site.power_factor == 0.95
    assert site.electricity_price == load_shipped().default("electricity-price").value
    assert site.note.startswith("electricity: ")


def test_racks_and_units_of_unknown_size_are_planned_with_usual_ones():
    """600 × 1200 mm for a rack, 2400 × 900 for a unit along a wall."""
    catalog = load_shipped()
    rack = catalog.require("rack-48u").evolve(width_mm=None, depth_mm=None)
    crah = catalog.require("crah").evolve(width_mm=None, depth_mm=None)
    bare = catalog.overlay([rack, crah])
    hall = lay_out(bare, [RACK] * 4, ["crah"] * 2, doors=False, per_row=2)
    # 900 + 1800 mm are five tiles before the first rack.
    assert places(hall.racks) == {
        "A01": (3000, 1800, 180), "A02": (3600, 1800, 180),
        "B01": (3000, 4200, 0), "B02": (3600, 4200, 0),
        "crah-01": (0, 600, 90), "crah-02": (7200 - 900, 600, 270),
    }  # fmt: skip
    assert hall.outline[2] == (7200, 7200)
    four = lay_out(bare, [RACK] * 4, ["crah"] * 4, doors=False, per_row=2)
    assert {at for key, at in places(four.racks).items() if key.startswith("crah")} == {
        (0, 600, 90), (0, 3600, 90), (6300, 600, 270), (6300, 3600, 270),
    }  # fmt: skip


def with_crah(width: int, depth: int = 890):
    shipped = load_shipped()
    return shipped.overlay([shipped.require("crah").evolve(width_mm=width, depth_mm=depth)])


@pytest.mark.parametrize(
    ("width", "depth_of_hall", "columns"),
    [
        # Three along a wall: 3 units and 4 gaps of 600 mm.
        (1600, 7200, 2),
        (1601, 7800, 2),
        (2800, 10_800, 2),
        (2801, 7200, 6),
    ],
)
def test_a_hall_may_grow_half_as_deep_again_and_no_more(
    width: int, depth_of_hall: int, columns: int
):
    """7.2 m by its rows; six units at two walls, each before the other where two do not fit."""
    hall = lay_out(with_crah(width), [RACK] * 8, ["crah"] * 6, doors=False, per_row=4)
    assert hall.outline[2][1] == depth_of_hall
    units = [rack for rack in hall.racks if rack.id.startswith("crah")]
    assert len({rack.x_mm for rack in units}) == columns
    assert max(rack.y_mm + width for rack in units) <= depth_of_hall - 600


def test_a_unit_longer_than_the_hall_stands_alone_in_its_column():
    hall = lay_out(with_crah(20_000), [RACK] * 4, ["crah"] * 3, doors=False, per_row=2)
    assert [rack.y_mm for rack in hall.racks if rack.id.startswith("crah")] == [600] * 3


def test_a_column_is_as_wide_as_its_deepest_unit():
    """A row CDU of 1,243 mm and a CRAH of 890 share the left wall: 1,243 + 1,800 are six tiles."""
    hall = plan(8, ["cdu-row", "crah", "crah"], per_row=4)
    left = [r.id for r in hall.racks if r.rotation == 90]
    assert left == ["cdu-01", "crah-01"]
    assert hall.rows[0].x_mm == 3600
    # 890 + 1,800 mm are five tiles on the right of two rows of 3,600 mm.
    assert hall.outline[2][0] == 3600 + 3600 + 3000


def test_units_of_a_kind_are_counted_by_themselves():
    hall = plan(8, ["crah", "cdu-row", "crah", "cdu-row"], per_row=4)
    units = sorted(r.id for r in hall.racks if "-" in r.id)
    assert units == ["cdu-01", "cdu-02", "crah-01", "crah-02"]


def test_the_widest_and_the_deepest_rack_make_the_grid():
    """An NVL72 is 600 × 1068 mm, a rack 800 × 1200: a row of two is 1,600 mm, three tiles."""
    hall = lay_out(load_shipped(), [RackSpec("gb200-nvl72"), RACK] * 2, [], doors=False, per_row=2)
    assert hall.outline[2] == (1800 + 1800 + 1800, 1800 + 1200 + 1200 + 1200 + 1800)
    racks = {r.id: r.x_mm for r in hall.racks}
    assert racks == {"A01": 1800, "A02": 2400, "B01": 1800, "B02": 2600}
    alone = lay_out(load_shipped(), [RackSpec("gb200-nvl72")] * 4, [], doors=False, per_row=2)
    assert alone.outline[2] == (1800 + 1200 + 1800, 7200)


@pytest.mark.parametrize(("count", "per_row"), [(1, 1), (20, 20), (21, 7), (40, 20), (41, 9)])
def test_a_wanted_row_length_is_taken_whatever_the_shape_of_the_room(count: int, per_row: int):
    hall = plan(count, per_row=per_row)
    lengths = [sum(rack.row == row.id for rack in hall.racks) for row in hall.rows]
    # A row that faces no other has no aisle that panels could close.
    assert max(lengths) == min(per_row, ceil(count / 2))
    # The room is as wide as its rows, with 1.8 m to each wall.
    assert hall.outline[2][0] == ceil(max(lengths) * 800 / 600) * 600 + 2 * 1800
    assert sum(lengths) == count


def test_specs_give_racks_their_part_assembly_and_cooling():
    specs = [RackSpec("rack-48u", "a", "in-row"), RackSpec("rack-48u")]
    first, second = lay_out(load_shipped(), specs, [], doors=False, per_row=2).racks
    assert (first.id, first.name, first.row) == ("A01", "A01", "A")
    assert (first.part, first.assembly, first.cooling) == ("rack-48u", "a", "in-row")
    assert (second.assembly, second.cooling) == ("", "auto")


@pytest.mark.parametrize(
    ("count", "per_row", "expected"),
    [
        # Four racks of 800 mm past the end of the other row are closed by panels, five are not.
        (29, 8, [8, 8, 8, 5]), (24, 8, [8, 8, 4, 4]), (20, 8, [8, 8, 2, 2]),
        (14, 8, [8, 6]), (12, 8, [8, 4]),
        (11, 8, [6, 5]), (8, 8, [4, 4]), (2, 8, [1, 1]), (1, 8, [1]),
        # A last rack by itself faces one from the row before it.
        (17, 8, [8, 7, 1, 1]), (3, 1, [1, 1, 1]),
    ],
)  # fmt: skip
def test_no_row_reaches_further_past_the_one_it_faces_than_panels_close(count, per_row, expected):
    assert row_lengths(count, per_row, 800) == expected
