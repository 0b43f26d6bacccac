"""Floors and racks to the millimetre: edges, corners, half depths, rows and snapping."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, PduFigures, RackFigures
from designer.document.placement import (
    EDGE_SNAP_MM,
    can_place,
    can_place_rack,
    first_fit,
    footprint,
    free_row,
    rack_box,
    snap_rack,
    snap_to_tile,
)
from designer.model.design import Design, Device, Obstacle, Rack, Room, Row
from designer.model.layout import Layout
from designer.model.outline import inside_outline

RACK = Part(id="rack", kind="rack", name="Rack", width_mm=600, depth_mm=1200,
            rack=RackFigures(units=10, usable_depth_mm=1000))  # fmt: skip
CATALOG = Catalog((
    RACK,
    Part(id="bare", kind="rack", name="Bare", rack=RackFigures(units=10)),
    Part(id="shallow", kind="rack", name="Shallow", depth_mm=800, rack=RackFigures(units=10)),
    Part(id="long", kind="cdu", name="Long", width_mm=3900, depth_mm=900),
    Part(id="front-400", kind="switch", name="F", height_half_u=2, depth_mm=400, full_depth=False),
    Part(id="rear-600", kind="switch", name="R", height_half_u=2, depth_mm=600, full_depth=False),
    Part(id="rear-601", kind="switch", name="S", height_half_u=2, depth_mm=601, full_depth=False),
    Part(id="unknown", kind="switch", name="?", height_half_u=2, full_depth=False),
    Part(id="thin", kind="server", name="Thin", height_half_u=1),
    Part(id="full", kind="server", name="Full", height_half_u=4, depth_mm=700),
    Part(id="exact", kind="server", name="Exact", height_half_u=2, depth_mm=1000),
    Part(id="deep", kind="server", name="Deep", height_half_u=2, depth_mm=1001),
    Part(id="pdu", kind="rack-pdu", name="PDU", pdu=PduFigures(volts=400, amps=32, phases=3)),
    Part(id="door", kind="rear-door", name="Door"),
))  # fmt: skip


def room(*outline, **fields):
    return Room(outline=outline, **fields)


SQUARE = room((0, 0), (6000, 0), (6000, 6000), (0, 6000))
NOTCHED = room((0, 0), (6000, 0), (6000, 3000), (3000, 3000), (3000, 6000), (0, 6000))
SLANTED = room((0, 0), (8000, 0), (4000, 8000), (0, 8000))
HOLLOW = room(
    (0, 0), (9000, 0), (9000, 9000), (6000, 9000), (6000, 3000), (3000, 3000), (3000, 9000),
    (0, 9000),
)  # fmt: skip
STUB = room(
    (0, 0), (2900, 0), (2900, 3000), (3100, 3000), (3100, 0), (6000, 0), (6000, 6000), (0, 6000)
)  # fmt: skip
"""A wall 200 mm thick that reaches 3 m into the room."""


@pytest.mark.parametrize(
    ("where", "box", "inside"),
    [
        (SQUARE, (0, 0, 6000, 6000), True),
        (SQUARE, (-1, 0, 600, 1200), False),
        (SQUARE, (0, -1, 600, 1200), False),
        (SQUARE, (5400, 0, 6001, 1200), False),
        (SQUARE, (0, 4801, 600, 6001), False),
        (SQUARE, (7000, 100, 7600, 1300), False),
        # The notch begins at 3, 3 m: along its edges a rack may stand.
        (NOTCHED, (2400, 3000, 3000, 4200), True),
        (NOTCHED, (2401, 3000, 3001, 4200), False),
        (NOTCHED, (3000, 1800, 3600, 3000), True),
        (NOTCHED, (3000, 1801, 3600, 3001), False),
        # All corners inside, but a corner of the room stands in the box.
        (HOLLOW, (2000, 1000, 7000, 4000), False),
        (HOLLOW, (2000, 1000, 7000, 3000), True),
        # All corners inside, and no corner of the room: the slot runs through.
        (HOLLOW, (2000, 4000, 7000, 5000), False),
        (STUB, (2400, 1200, 3600, 1800), False),
        (STUB, (2400, 3000, 3600, 3600), True),
        (STUB, (2300, 1200, 2900, 2400), True),
        (HOLLOW, (3000, 3000, 6000, 9000), False),
        # Over the slanted wall, which runs from 8, 0 to 4, 8 m.
        (SLANTED, (6400, 800, 7000, 2000), True),
        (SLANTED, (6401, 800, 7001, 2000), False),
        (SLANTED, (4400, 3800, 5500, 5000), True),
        (SLANTED, (4400, 3801, 5500, 5001), False),
        (SLANTED, (9000, 100, 9600, 1300), False),
    ],
)
def test_a_box_is_inside_with_its_edges(where, box, inside):
    assert inside_outline(where.outline, box) is inside


def test_a_room_drawn_the_other_way_round_is_the_same_room():
    for where in (SQUARE, NOTCHED, SLANTED, HOLLOW, STUB):
        turned = room(*reversed(where.outline))
        for x in range(-600, 6601, 600):
            for y in range(-600, 6601, 600):
                box = (x, y, x + 600, y + 1200)
                assert inside_outline(turned.outline, box) == inside_outline(where.outline, box)


@pytest.mark.parametrize(
    ("rotation", "size"),
    [(0, (600, 1200)), (90, (1200, 600)), (180, (600, 1200)), (270, (1200, 600))],
)
def test_footprints_turn_and_unknown_sizes_are_drawn_as_a_rack(rotation, size):
    assert footprint(CATALOG.require("rack"), rotation) == size
    assert footprint(CATALOG.require("bare"), rotation) == size
    gone = Rack(id="g", name="g", part="no such part", x_mm=100, y_mm=200, rotation=rotation)
    assert rack_box(CATALOG, gone) == (100, 200, 100 + size[0], 200 + size[1])
    known = gone.evolve(part="long")
    width, depth = (3900, 900) if size[0] == 600 else (900, 3900)
    assert rack_box(CATALOG, known) == (100, 200, 100 + width, 200 + depth)


def floor(*racks, **fields):
    return Layout(Design(room=SQUARE.evolve(**fields), racks=racks))


def standing(key, x, y, part="rack", rotation=0, row=""):
    return Rack(id=key, name=key, part=part, x_mm=x, y_mm=y, rotation=rotation, row=row)


@pytest.mark.parametrize(
    ("x", "y", "reason"),
    [
        (2400, 1200, ""),
        (1800, 0, ""),
        (1801, 1, "A is in the way"),
        (2999, 1200, "A is in the way"),
        (3000, 1200, ""),
        (2400, 2399, "A is in the way"),
        (2400, 2400, ""),
        (5401, 1200, "outside the room"),
        (5400, 4800, ""),
        (4200, 4200, "pillar is in the way"),
        (4800, 3601, "p2 is in the way"),
        (4800, 3600, ""),
    ],
)
def test_racks_may_touch_but_not_overlap(x, y, reason):
    """A stands at 2.4, 1.2 m: 600 wide, 1200 deep; an obstacle without a name is told by its id."""
    layout = floor(
        standing("A", 2400, 1200),
        obstacles=(
            Obstacle(id="p1", name="pillar", x_mm=4000, y_mm=4000, width_mm=400, depth_mm=400),
            Obstacle(id="p2", x_mm=4800, y_mm=4800, width_mm=600, depth_mm=10),
        ),
    )
    mine = {"A"} if (x, y) == (2400, 1200) else set()
    verdict = can_place_rack(layout, CATALOG, "rack", x, y, 0, mine)
    assert (verdict.reason, verdict.ok) == (reason, not reason)
    assert verdict.title == f"Rack at {x / 1000:.2f} m, {y / 1000:.2f} m"


def test_long_units_are_seen_from_their_far_end():
    """A unit of 3.9 m is in the way of what stands 3.6 m from its corner, upright or turned."""
    layout = floor(standing("cdu", 0, 0, "long"))
    assert not can_place_rack(layout, CATALOG, "rack", 3600, 0).ok
    assert can_place_rack(layout, CATALOG, "rack", 3900, 0).ok
    turned = floor(standing("cdu", 0, 0, "long", 90))
    assert not can_place_rack(turned, CATALOG, "rack", 0, 3600).ok
    assert can_place_rack(turned, CATALOG, "rack", 0, 3900).ok


@pytest.mark.parametrize(
    ("part", "rotation", "corner", "placed", "at"),
    [
        ("crah", 0, (0, 0), "rack", (4800, 0)),
        ("crah", 90, (0, 0), "rack", (0, 4800)),
        ("rack", 0, (4800, 0), "crah", (0, 0)),
        ("rack", 0, (0, 4200), "deep-crah", (0, 0)),
    ],
)
def test_own_parts_of_any_length_are_seen_from_their_far_end(part, rotation, corner, placed, at):
    """No length is the longest: own parts may be of any. 6 m stand in the way at 4.8 m."""
    catalog = CATALOG.overlay((
        Part(id="crah", kind="crah", name="Air unit", width_mm=6000, depth_mm=900),
        Part(id="deep-crah", kind="crah", name="Deep air unit", width_mm=900, depth_mm=6000),
    ))  # fmt: skip
    layout = floor(standing("A", *corner, part=part, rotation=rotation))
    assert can_place_rack(layout, catalog, placed, *at).reason == "A is in the way"
    assert can_place_rack(layout, catalog, "rack", 1800, 1800).ok


def rack_with(*devices, part="rack"):
    return Layout(Design(racks=(standing("R", 0, 0, part),), devices=devices))


def held(part, half_u, face="front", key="held"):
    return Device(id=key, name=key, part=part, rack="R", half_u=half_u, face=face)


def why_not(layout, part, half_u, face="front"):
    return can_place(layout, CATALOG, part, "R", half_u, face).reason


@pytest.mark.parametrize(
    ("part", "half_u", "reason"),
    [
        ("full", 2, ""),
        ("full", 1, "U0.5–U2 is outside U1–U10"),
        ("full", 18, ""),
        ("full", 19, "U9.5–U11 is outside U1–U10"),
        ("exact", 2, ""),
        ("deep", 2, "Deep is 1001 mm deep, R takes 1000 mm"),
    ],
)
def test_the_rails_begin_at_u1_and_end_with_the_rack(part, half_u, reason):
    assert why_not(rack_with(), part, half_u) == reason


def test_depth_is_the_usable_one_else_the_racks_else_unknown():
    assert why_not(rack_with(part="shallow"), "exact", 2) == (
        "Exact is 1000 mm deep, R takes 800 mm"
    )
    assert why_not(rack_with(part="bare"), "deep", 2) == ""


@pytest.mark.parametrize(
    ("half_u", "ok"), [(2, True), (4, True), (5, False), (6, False), (9, False), (10, True)]
)
def test_what_is_held_is_held_from_its_first_half_unit_to_its_last(half_u, ok):
    """Something of 2U stands at U3 and U4; what comes has 1U."""
    layout = rack_with(held("full", 6))
    assert (why_not(layout, "exact", half_u) == "") is ok


@pytest.mark.parametrize(
    ("part", "other", "face", "ok"),
    [
        ("rear-600", "front-400", "rear", True),
        ("rear-601", "front-400", "rear", False),
        ("rear-600", "front-400", "front", False),
        ("unknown", "front-400", "rear", True),
        ("rear-600", "full", "rear", False),
        ("full", "front-400", "rear", False),
        ("rear-600", "no such part", "rear", False),
    ],
)
def test_front_and_rear_share_a_position_while_their_depths_allow(part, other, face, ok):
    """1000 mm are usable; parts of full depth and parts nobody knows share with none."""
    assert (why_not(rack_with(held(other, 4)), part, 4, face) == "") is ok


def test_a_part_nobody_knows_holds_one_unit():
    layout = rack_with(held("no such part", 4))
    assert why_not(layout, "exact", 2) == ""
    assert why_not(layout, "exact", 4) == "U2 held by held"
    assert why_not(layout, "exact", 6) == ""


def test_a_part_without_height_in_the_rails_holds_no_unit():
    """As a file may have it: it is in nobody's way, wherever it is said to hang."""
    for half_u in (3, 4, 5, 6):
        assert why_not(rack_with(held("pdu", half_u)), "full", 4) == ""


def test_half_a_unit_is_held():
    for half_u, ok in ((3, True), (4, False), (7, False), (8, True)):
        assert (why_not(rack_with(held("thin", half_u)), "full", 4) == "") is ok


def test_doors_and_pdus_hold_no_unit_and_have_their_own_places():
    pdus = [held("pdu", 0, "zero-u", f"pdu-{n}") for n in range(4)]
    layout = rack_with(held("door", 0, "door"), *pdus[:3])
    assert why_not(layout, "exact", 2) == ""
    assert why_not(layout, "door", 0, "door") == "R already has held"
    assert why_not(layout, "pdu", 0, "zero-u") == ""
    assert why_not(rack_with(*pdus), "pdu", 0, "zero-u") == "all 4 0U positions of R are taken"


@pytest.mark.parametrize(
    ("part", "taken", "half_u"),
    [
        ("full", (), 2),
        ("full", (2,), 6),
        ("front-400", (), 20),
        ("front-400", (20,), 18),
        ("pdu", (), 0),
        ("door", (), 0),
        ("nothing", (), None),
        ("full", (2, 6, 10, 14, 18), None),
    ],
)
def test_the_first_place_is_below_for_servers_and_above_for_switches(part, taken, half_u):
    occupants = [held("full" if part == "full" else "exact", at, key=f"k{at}") for at in taken]
    assert first_fit(rack_with(*occupants), CATALOG, part, "R") == half_u
    assert first_fit(rack_with(*occupants), CATALOG, part, "no rack") is None


@pytest.mark.parametrize("unstated", ["open", "gone"])
@pytest.mark.parametrize(
    ("part", "at", "others", "half_u"),
    [
        # Below it, or above what hangs next above it, while there is room.
        ("full", 6, (), 2),
        ("full", 6, (12,), 2),
        ("full", 2, (12,), 14),
        ("full", 4, (12,), 14),
        ("exact", 6, (2, 4, 12), 14),
        ("front-400", 10, (), 8),
        ("front-400", 10, (16,), 20),
        # Else as high as it may, where the device below is least likely to reach.
        ("full", 2, (), 18),
        ("full", 6, (2, 4), 18),
        ("full", 2, (20,), 16),
        ("front-400", 2, (), 20),
        # Where it fits nowhere, it fits nowhere.
        ("full", 2, (4, 8, 12, 16, 20), None),
    ],
)
def test_what_a_device_of_no_stated_height_may_take_comes_last(
    unstated: str, part: str, at: int, others: tuple[int, ...], half_u: int | None
):
    catalog = CATALOG.overlay([Part(id="open", kind="server", name="Open")])
    known = [held("exact", place, key=f"k{place}") for place in others]
    layout = rack_with(held(unstated, at), *known)
    assert first_fit(layout, catalog, part, "R") == half_u
    if half_u is not None:
        assert can_place(layout, catalog, part, "R", half_u).ok


def test_what_hangs_beside_the_rails_reaches_no_unit():
    layout = rack_with(held("pdu", 0, "zero-u"), held("door", 0, "door", "d"), held("pdu", 4))
    assert first_fit(layout, CATALOG, "exact", "R") == 2
    assert first_fit(layout, CATALOG, "front-400", "R") == 20


def test_a_device_of_no_stated_height_reaches_what_is_on_its_own_side():
    catalog = CATALOG.overlay(
        [Part(id="open", kind="switch", name="Open", depth_mm=300, full_depth=False)]
    )
    layout = rack_with(held("open", 2), held("front-400", 8, "rear", "k"))
    assert first_fit(layout, catalog, "front-400", "R", "rear") == 20, "both fit the depth"
    assert first_fit(layout, catalog, "front-400", "R") == 20, "in doubt: the highest"
    assert first_fit(layout, catalog, "exact", "R") == 20


def test_a_face_that_is_asked_for_is_looked_at():
    """The front is full, the rear of a shallow switch is free."""
    layout = rack_with(*(held("front-400", at, key=f"k{at}") for at in range(2, 22, 2)))
    assert first_fit(layout, CATALOG, "front-400", "R") is None
    assert first_fit(layout, CATALOG, "front-400", "R", "rear") == 20


@pytest.mark.parametrize(
    ("x", "y", "corner"),
    [(0, 0, (0, 0)), (299, 301, (0, 600)), (901, 899, (1200, 600)), (-301, -299, (-600, 0))],
)
def test_tiles_are_counted_from_the_rooms_first_corner(x, y, corner):
    assert snap_to_tile(SQUARE, x, y) == corner
    moved = room((100, 50), (6100, 50), (6100, 6050), (100, 6050))
    assert snap_to_tile(moved, x + 100, y + 50) == (corner[0] + 100, corner[1] + 50)


def test_tiles_of_another_size_are_obeyed():
    assert snap_to_tile(SQUARE.evolve(tile_mm=1), 5, 7) == (5, 7)
    assert snap_to_tile(Room(outline=()), 299, 301) == (0, 600)
    assert snap_to_tile(SQUARE.evolve(tile_mm=500), 1_300, 1_200) == (1500, 1000)


@pytest.mark.parametrize(
    ("rotation", "x", "y", "spot"),
    [
        (0, 3050 + EDGE_SNAP_MM, 1250, (3050, 1250)),
        (0, 3051 + EDGE_SNAP_MM, 1300, (3000, 1200)),
        (0, 1850, 1250 + EDGE_SNAP_MM, (1850, 1250)),
        (0, 1850, 1251 + EDGE_SNAP_MM, (1800, 1200)),
        (180, 1700, 1250, (1850, 1250)),
        (180, 2450, 2450, (2400, 2400)),
        (90, 2450, 2450, (2450, 2450)),
        (90, 2400, 600, (2450, 650)),
        (90, 2450, 850, (2450, 650)),
        (270, 2450, 2600, (2450, 2450)),
        (270, 3050, 1250, (3000, 1200)),
    ],
)
def test_a_rack_snaps_to_a_side_within_reach_else_to_the_grid(rotation, x, y, spot):
    """A stands at 2.45, 1.25 m; sideways racks close up above and below it."""
    assert snap_rack(floor(standing("A", 2450, 1250)), CATALOG, "rack", x, y, rotation) == spot


@pytest.mark.parametrize(
    ("part", "rotation", "spot"),
    [
        ("long", 0, (2450 - 3900, 1250)),
        ("long", 90, (2450, 1250 - 3900)),
        ("bare", 0, (2450 - 600, 1250)),
        ("no such part", 0, (2450 - 600, 1250)),
        ("no such part", 90, (2450, 1250 - 600)),
    ],
)
def test_what_snaps_to_the_left_or_above_ends_at_the_side(part, rotation, spot):
    at = (spot[0] + 60, spot[1] - 60)
    assert snap_rack(floor(standing("A", 2450, 1250)), CATALOG, part, *at, rotation) == spot


def test_the_nearer_of_two_sides_wins_and_a_rack_does_not_snap_to_itself():
    layout = floor(standing("A", 2400, 1200), standing("B", 3750, 1250))
    assert snap_rack(layout, CATALOG, "rack", 3080, 1210) == (3150, 1250)
    assert snap_rack(layout, CATALOG, "rack", 3040, 1210) == (3000, 1200)
    assert snap_rack(layout, CATALOG, "rack", 3040, 1210, exclude={"A"}) == (3150, 1250)
    # 601 + 130 = 731 from nothing: the grid.
    assert snap_rack(floor(), CATALOG, "rack", 3040, 1210) == (3000, 1200)


HALL = room((0, 0), (9000, 0), (9000, 9000), (0, 9000))


def in_hall(*racks, **fields):
    return Layout(Design(room=HALL.evolve(**fields), racks=racks, rows=(Row(id="A"),)))


def test_a_first_row_stands_an_aisle_from_both_walls():
    assert free_row(in_hall(), CATALOG, "rack", 4, 600, 1200) == (1200, 1200)


def test_a_next_row_stands_an_aisle_below_and_in_line():
    hall = in_hall(standing("A1", 1800, 1200, row="A"), standing("x", 900, 1200))
    assert free_row(hall, CATALOG, "rack", 4, 600, 1200) == (1800, 3600)
    # From 1.8 m on twelve racks end at the wall, from 1.2 m on thirteen.
    assert free_row(hall, CATALOG, "rack", 12, 600, 1200) == (1800, 3600)
    assert free_row(hall, CATALOG, "rack", 13, 600, 1200) == (1200, 3600)
    assert free_row(hall, CATALOG, "rack", 14, 600, 1200) is None


def test_a_gap_above_is_found_where_below_is_none():
    hall = in_hall(standing("A1", 1200, 7200, row="A"))
    assert free_row(hall, CATALOG, "rack", 2, 600, 1200) == (1200, 1200)
    blocked = in_hall(
        standing("A1", 1200, 7200, row="A"),
        obstacles=(Obstacle(id="o", x_mm=1300, y_mm=1000, width_mm=100, depth_mm=900),),
    )
    assert free_row(blocked, CATALOG, "rack", 2, 600, 1200) == (1200, 2400)
    assert free_row(blocked, CATALOG, "no such part", 2, 600, 1200) is None
