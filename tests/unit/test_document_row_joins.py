"""What is put at the end of a row joins it; a remnant that the grid would leave is closed."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, RackFigures
from designer.document.drop_plans import DropPlan, part_onto_floor, racks_by
from designer.document.placement import snap_rack
from designer.document.row_joins import Joined, row_joined
from designer.model.design import Design, Rack, Room, Rotation, Row
from designer.model.layout import Layout

FIGURES = RackFigures(units=42, usable_depth_mm=1000)
CATALOG = Catalog((
    Part(id="rack", kind="rack", name="Rack", width_mm=600, depth_mm=1200, rack=FIGURES),
    Part(id="wide", kind="rack", name="Wide", width_mm=800, depth_mm=1200, rack=FIGURES),
    Part(id="deep", kind="rack", name="Deep", width_mm=600, depth_mm=1000, rack=FIGURES),
    Part(id="crah", kind="crah", name="CRAH", width_mm=600, depth_mm=1200),
))  # fmt: skip
ROOM = Room(outline=((0, 0), (12_000, 0), (12_000, 12_000), (0, 12_000)))


def hall(rotation: Rotation = 0, step: int = 600, part: str = "rack", *more: Rack) -> Layout:
    """Return row A of three racks from 1.8 m, 2.4 m on, along x, or along y where sideways."""
    sideways = rotation in (90, 270)
    racks = tuple(
        Rack(
            id=f"a{n}", name=f"A0{n}", part=part, row="a", rotation=rotation,
            x_mm=1800 + (0 if sideways else step * (n - 1)),
            y_mm=2400 + (step * (n - 1) if sideways else 0),
        )
        for n in (1, 2, 3)
    )  # fmt: skip
    rows = (Row(id="a", name="A", x_mm=1800, y_mm=2400),)
    return Layout(Design(name="h", room=ROOM, rows=rows, racks=(*racks, *more)))


def dropped(
    layout: Layout, part: str, x: int, y: int, *, free: bool = False
) -> tuple[DropPlan, Rack]:
    """Return what a drop with its middle at a point plans, and the rack that it makes."""
    plan = part_onto_floor(layout, CATALOG, part, x, y, free=free)
    assert plan.edit is not None, plan.verdict.reason
    design = plan.edit(layout.design)
    known = layout.racks
    (made,) = (rack for rack in design.racks if rack.id not in known)
    return plan, made


@pytest.mark.parametrize(("x", "at"), [(3_950, 3_600), (1_450, 1_200)])
@pytest.mark.parametrize("rotation", [0, 180])
def test_a_rack_dropped_flush_at_an_end_joins_the_row_and_faces_as_it_does(
    x: int, at: int, rotation: Rotation
) -> None:
    plan, made = dropped(hall(rotation), "rack", x, 3_050)
    assert (made.x_mm, made.y_mm) == (at, 2_400)
    assert (made.row, made.rotation, made.name) == ("a", rotation, "A04")
    assert plan.about == "joins row A"


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize(("y", "at"), [(4_500, 4_200), (2_100, 1_800)])
@pytest.mark.parametrize("rotation", [90, 270])
def test_a_rack_dropped_at_an_end_of_a_row_down_the_plan_joins_it_turned_as_it_is(
    y: int, at: int, rotation: Rotation, *, free: bool
) -> None:
    off = 0 if free else 70
    plan, made = dropped(hall(rotation), "rack", 2_400 + off, y + off, free=free)
    assert (made.x_mm, made.y_mm, made.row, made.rotation) == (1_800, at, "a", rotation)
    assert (plan.about, plan.boxes) == ("joins row A", ((1_800, at, 3_000, at + 600),))


def test_a_rack_beside_a_row_down_the_plan_stands_upright_where_it_joins_none() -> None:
    """Beside its long side, away from its end, and where it fits upright alone."""
    wall = Rack(id="w", name="W", part="rack", x_mm=2_700, y_mm=4_200)
    for layout, at in (
        (hall(90), (3_900, 3_000)), (hall(90), (2_400, 6_000)),
        (hall(90, 600, "rack", wall), (2_380, 4_790)),
    ):  # fmt: skip
        plan, made = dropped(layout, "rack", *at)
        assert (made.row, made.rotation, plan.about) == ("", 0, "")
        assert plan.boxes == ((made.x_mm, made.y_mm, made.x_mm + 600, made.y_mm + 1_200),)


def test_a_rack_apart_out_of_line_or_of_another_kind_joins_none() -> None:
    layout = hall()
    for part, x, y in (("rack", 4_500, 3_000), ("rack", 3_900, 4_800), ("crah", 3_900, 3_000)):
        plan, made = dropped(layout, part, x, y)
        assert (made.row, made.rotation, plan.about) == ("", 0, "")


@pytest.mark.parametrize(
    ("at", "joins"),
    [
        ((3_600, 2_400), True), ((3_700, 2_400), False), ((3_600, 2_402), False),
        ((3_600, 2_600), True), ((3_550, 2_400), False),
    ],
)  # fmt: skip
def test_in_line_is_by_front_or_rear_and_next_is_as_near_as_the_row_stands(
    at: tuple[int, int], joins: bool
) -> None:
    """A rack of 1.0 m depth has its rear in line at 2.6 m; the row leaves no gaps."""
    part = "deep" if at[1] == 2_600 else "rack"
    found = row_joined(hall(), CATALOG, part, at)
    assert (found == Joined("a", 0)) is joins


@pytest.mark.parametrize(("gap", "joins"), [(0, True), (100, True), (200, True), (201, False)])
def test_the_gap_that_a_row_leaves_is_no_end_of_it(gap: int, joins: bool) -> None:
    """Racks of 600 mm at 800 mm pitch leave 200 mm."""
    found = row_joined(hall(step=800), CATALOG, "rack", (4_000 + gap, 2_400))
    assert (found is not None) is joins


@pytest.mark.parametrize("starts", [(600, 1_200, 3_000), (600, 2_400, 3_000)])
def test_of_gaps_that_are_as_frequent_the_least_is_the_one_of_the_row(
    starts: tuple[int, ...],
) -> None:
    """Two gaps, 0 and 1,200 mm, in either order: what is next stands flush."""
    racks = tuple(
        Rack(id=f"a{x}", name=f"A{x}", part="rack", row="a", x_mm=x, y_mm=2_400) for x in starts
    )
    layout = Layout(Design(name="h", room=ROOM, racks=racks))
    assert row_joined(layout, CATALOG, "rack", (3_600, 2_400)) == Joined("a", 0)
    assert row_joined(layout, CATALOG, "rack", (3_900, 2_400)) is None


def test_rows_down_the_plan_are_joined_along_it() -> None:
    layout = hall(90)
    assert row_joined(layout, CATALOG, "rack", (1_800, 4_200), 90) == Joined("a", 90)
    assert row_joined(layout, CATALOG, "rack", (1_800, 4_200), 270) is None
    assert row_joined(layout, CATALOG, "rack", (1_800, 4_200), 270, turns=True) == Joined("a", 90)
    assert row_joined(layout, CATALOG, "rack", (1_800, 4_200), 0, turns=True) is None


def test_a_rack_without_a_row_that_is_moved_to_its_end_joins_it_in_the_same_step() -> None:
    alone = Rack(id="x", name="X", part="rack", x_mm=6_000, y_mm=6_000)
    other = Rack(id="b", name="B01", part="rack", x_mm=9_000, y_mm=6_000, row="b")
    layout = hall(0, 600, "rack", alone, other)
    plan = racks_by(layout, CATALOG, ("x",), -2_400, -3_600)
    assert plan.edit is not None
    (moved,) = (rack for rack in plan.edit(layout.design).racks if rack.id == "x")
    assert (moved.x_mm, moved.y_mm, moved.row, plan.about) == (3_600, 2_400, "a", "joins row A")
    kept = racks_by(layout, CATALOG, ("b",), -5_400, -3_600)
    assert kept.edit is not None
    (other,) = (rack for rack in kept.edit(layout.design).racks if rack.id == "b")
    assert (other.x_mm, other.row) == (3_600, "b"), "it keeps the row that it has"


@pytest.mark.parametrize(
    ("x", "spot"),
    [
        # Racks of 800 mm from 1.8 m end at 4.2 m, on the grid; of two, at 3.4 m: 200 mm off it.
        (3_610, (3_400, 2_400)),
        (3_400, (3_400, 2_400)),
        (3_299, (3_400, 2_400)),
        # Half a tile is the most: a wider gap is meant.
        (3_910, (4_200, 2_400)),
    ],
)
def test_a_rack_of_800_mm_closes_up_where_the_grid_leaves_a_remnant(
    x: int, spot: tuple[int, int]
) -> None:
    layout = hall(0, 800, "wide")
    two = Layout(layout.design.evolve(racks=layout.design.racks[:2]))
    assert snap_rack(two, CATALOG, "wide", x, 2_500) == spot


def test_what_would_close_up_into_another_rack_stays_on_the_grid() -> None:
    wall = Rack(id="w", name="W", part="rack", x_mm=4_150, y_mm=2_400)
    layout = hall(0, 800, "wide", wall)
    two = Layout(layout.design.evolve(
        racks=tuple(rack for rack in layout.design.racks if rack.id != "a3")
    ))  # fmt: skip
    assert snap_rack(two, CATALOG, "wide", 3_660, 2_650) == (3_600, 2_400)
