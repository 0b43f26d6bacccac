"""A building plan below the floor: where it lies, how it is scaled, how it is kept and merged."""

import pytest

from designer.catalog.catalog import Catalog
from designer.document.edits import put
from designer.document.edits.underlays import move_underlay, scale_underlay
from designer.document.errors import EditError
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.io.merge.designs import Kept, merge
from designer.model.design import Design, Underlay

PLAN = Underlay(
    id="p", name="Hall", file="plans/hall.png", digest="ab", x_mm=1_000, y_mm=500, wide=2_000,
    high=1_000, mm_per_unit=5.0,
)  # fmt: skip
EMPTY = Catalog(())


def test_two_points_and_a_distance_give_the_scale_and_the_first_point_stays():
    first, second = PLAN.on_floor(200, 100), PLAN.on_floor(1_200, 100)
    design = scale_underlay("p", first, second, 12_000)(Design(underlays=(PLAN,)))
    (scaled,) = design.underlays
    assert scaled.mm_per_unit == pytest.approx(12)
    assert scaled.scaled == "measured"
    assert scaled.on_floor(200, 100) == pytest.approx(first, abs=1)
    assert scaled.on_floor(1_200, 100)[0] - first[0] == pytest.approx(12_000, abs=1)


@pytest.mark.parametrize("turn", [0.0, 90.0, 33.0])
def test_a_turned_plan_is_scaled_about_the_point_as_well(turn):
    plan = PLAN.evolve(turn_deg=turn)
    first, second = plan.on_floor(0, 700), plan.on_floor(300, 300)
    scaled = plan.scaled_by(first, second, 1_000)
    assert scaled.mm_per_unit == pytest.approx(2)
    assert scaled.on_floor(0, 700) == pytest.approx(first, abs=1)


def test_what_cannot_be_scaled_or_moved_says_why():
    design = Design(underlays=(PLAN, PLAN.evolve(id="q", name="Old", locked=True)))
    with pytest.raises(EditError, match="two points that are some way apart"):
        scale_underlay("p", (0, 0), (0, 0), 100)(design)
    with pytest.raises(EditError, match="two points that are some way apart"):
        scale_underlay("p", (0, 0), (9, 9), 0)(design)
    with pytest.raises(EditError, match="Old is locked"):
        move_underlay("q", 1, 1)(design)
    with pytest.raises(EditError, match="no building plan 'r'"):
        move_underlay("r", 1, 1)(design)
    with pytest.raises(EditError, match="from the folder of the design"):
        put("underlays", PLAN.evolve(file="/plans/hall.png"))(design)


def test_a_plan_is_kept_in_the_file_as_it_was():
    plan = PLAN.evolve(turn_deg=12.5, left_out=("AXES",), locked=True, hidden=True)
    design = Design(underlays=(plan,))
    text = dumps(design, EMPTY)
    assert 'file = "plans/hall.png"' in text
    assert loads(text).design.underlays == (plan,)


def test_one_side_moves_a_plan_and_the_other_names_it():
    base = Design(underlays=(PLAN,))
    ours = move_underlay("p", 100, 0)(base)
    theirs = put("underlays", PLAN.evolve(name="Hall 2"))(base)
    merged = merge(Kept(base), Kept(ours), Kept(theirs))
    (plan,) = merged.ours.design.underlays
    assert (plan.x_mm, plan.name) == (1_100, "Hall 2")
