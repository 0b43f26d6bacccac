"""At an early stage a plan says of a drop what its release does: 600 random drops, both asked."""

from collections import Counter
from random import Random

import pytest

from designer.catalog.catalog import Catalog
from designer.document.as_of import as_of, come_later
from designer.document.document import Edit
from designer.document.drop_plans import (
    DraggedDevices,
    at_stage,
    devices_into_rack,
    part_into_rack,
)
from designer.document.edits import duplicate
from designer.document.errors import EditError
from designer.document.staged import staged
from designer.model.design import Design, Rack, Stage
from designer.model.layout import Layout
from tests.helpers.canvas_space import PARTS, small_design
from tests.helpers.random_drops import Drops

CATALOG = Catalog(PARTS)
DAYS = tuple(Stage(id=f"day-{day}", name=f"Day {day}") for day in (1, 2, 3))
STAGES = {"A02": "day-2", "A03": "day-3", "B01": "day-2", "B02": "day-3"}


def hall() -> Design:
    """Two rows of four racks, of each of which two come later; row B copies an assembly."""
    design = small_design()
    racks = tuple(rack.evolve(stage=STAGES.get(rack.id, "")) for rack in design.racks)
    return design.evolve(stages=DAYS, racks=racks)


def refusal(design: Design, edit: Edit, stage: str) -> str:
    try:
        staged(edit, stage)(design)
    except EditError as why:
        return str(why)
    return ""


@pytest.mark.parametrize("stage", ["day-1", "day-2", "day-3"])
def test_what_a_plan_says_at_a_stage_is_what_its_release_does(stage: str) -> None:
    """The card said `Release places`, and the release was refused."""
    design, found = hall(), Counter[str]()
    layout, later = Layout(design), come_later(design, stage).racks
    parts = tuple(part.id for part in PARTS)
    for kind, plan in Drops(design, CATALOG, parts, Random(stage)).drawn(200):
        assert plan.edit is not None
        told = at_stage(plan, layout, stage)
        assert told.verdict.reason == refusal(design, plan.edit, stage), (kind, plan.label)
        if told is plan:
            continue
        found[kind] += 1
        assert (told.verdict.ok, told.edit, told.key == plan.key) == (False, None, False)
        assert told.elsewhere is not None
        near = told.elsewhere(later)
        assert near is not None, "there is room in a rack of now"
        assert near.edit is not None
        assert later.isdisjoint(near.fills)
        assert refusal(design, near.edit, stage) == ""
    assert set(found) == (set() if stage == "day-3" else {"device", "moved devices"})


def test_a_full_rack_that_comes_later_says_so_first() -> None:
    design = hall()
    plan = part_into_rack(Layout(design), CATALOG, "node", "B01", 2, "front")
    assert not plan.verdict.ok
    told = at_stage(plan, Layout(design), "day-1")
    assert told.verdict.reason == "B01 comes in Day 2: look at that stage to fill it"


def test_devices_of_a_rack_that_comes_later_move_within_it() -> None:
    """Of an assembly they were refused: the rack leaves it, and its devices seemed to be new."""
    design = hall()
    layout = Layout(design)
    plan = devices_into_rack(layout, CATALOG, DraggedDevices(("B01/n1",)), "B01", 60)
    told = at_stage(plan, layout, "day-1")
    assert told.edit is not None
    assert refusal(design, told.edit, "day-1") == ""
    plan = devices_into_rack(layout, CATALOG, DraggedDevices(("B03/n1",)), "B01", 60)
    assert at_stage(plan, layout, "day-1").edit is None


@pytest.mark.parametrize("stage", ["day-1", "day-2"])
def test_a_copy_of_what_comes_later_comes_in_the_stage_that_is_looked_at(stage: str) -> None:
    """At the first stage it came when its original does, and was nowhere to be seen."""
    design = hall()
    after = staged(duplicate(CATALOG, ("B02",)), stage)(design)
    known = {rack.id for rack in design.racks}
    (made,) = [rack for rack in after.racks if rack.id not in known]
    assert isinstance(made, Rack)
    assert made.stage == stage
    assert made.id in {rack.id for rack in as_of(after, stage).racks}
