"""What may not be where the pointer is offers the nearest place where it may."""

import pytest

from designer.catalog.catalog import Catalog
from designer.document import clip_plans
from designer.document.clip_plans import clip_of_assembly, clip_onto_floor, pod_of
from designer.document.drop_plans import (
    DraggedDevices,
    DropPlan,
    devices_into_rack,
    part_into_rack,
    part_onto_floor,
    racks_by,
)
from designer.document.nearest_place import MOST_CHECKED
from designer.document.placement import Verdict, can_place_rack, rack_box
from designer.model.design import Device, Obstacle
from designer.model.layout import Layout
from tests.helpers.canvas_space import PARTS, racks, small_design

CATALOG = Catalog(PARTS)
LAYOUT = Layout(small_design())
"""A01 holds nodes at U1–U8 and U9–U16 and a leaf at U48; racks of B hold nodes at U1–U16."""


def nearest(plan: DropPlan) -> DropPlan:
    assert not plan.verdict.ok
    assert plan.elsewhere is not None
    found = plan.elsewhere(())
    assert found is not None
    assert found.verdict.ok
    assert found.edit is not None
    return found


def test_a_rack_on_a_rack_finds_the_nearest_free_tiles() -> None:
    found = nearest(part_onto_floor(LAYOUT, CATALOG, "rack", 3300, 3600, free=False))
    left, top, right, low = found.boxes[0]
    assert (right - left, low - top) == (600, 1200)
    # A01 stands at 3.0 m from both walls: one tile to the left of it all is free.
    assert (left, top) == (2400, 3000)


def test_a_device_on_another_takes_the_nearest_position_of_the_same_rack() -> None:
    over = part_into_rack(LAYOUT, CATALOG, "node", "A01", 20, "front")
    assert nearest(over).spots[0].half_u == 34, "U17, above both nodes"
    leaf = part_into_rack(LAYOUT, CATALOG, "leaf", "A01", 96, "front")
    assert nearest(leaf).spots[0].half_u == 94


def test_a_full_rack_offers_the_nearest_other_one() -> None:
    full = tuple(
        Device(id=f"n{n}", name=f"n{n}", part="node", rack="A02", half_u=2 + 16 * n)
        for n in range(6)
    )
    design = small_design()
    layout = Layout(design.evolve(devices=(*design.devices, *full)))
    found = nearest(part_into_rack(layout, CATALOG, "node", "A02"))
    assert found.rack_ids == ("A01",), "as far as A03, and first in the design"
    assert found.spots[0].half_u == 34
    moved = nearest(devices_into_rack(layout, CATALOG, DraggedDevices(("node-1",)), "A02", 2))
    assert moved.rack_ids[0] == "A03"


def test_a_device_on_the_bare_floor_offers_the_nearest_rack() -> None:
    found = nearest(part_onto_floor(LAYOUT, CATALOG, "node", 9000, 3600, free=False))
    assert found.rack_ids == ("A04",)


def test_racks_moved_onto_others_find_room_beside_them() -> None:
    found = nearest(racks_by(LAYOUT, CATALOG, ("B01", "B02"), 0, -3000))
    assert [box[:2] for box in found.boxes] == [(1800, 3000), (2400, 3000)], "left of row A"


def test_where_nothing_is_free_near_nothing_is_offered() -> None:
    crowd = small_design().evolve(devices=(), assemblies=(), rows=(), racks=racks(1, 1))
    room = crowd.room.evolve(outline=((3000, 3000), (3600, 3000), (3600, 4200), (3000, 4200)))
    plan = part_onto_floor(Layout(crowd.evolve(room=room)), CATALOG, "rack", 3300, 3600, free=False)
    assert plan.elsewhere is not None
    assert plan.elsewhere(()) is None


def test_devices_that_fit_alone_and_not_together_are_refused() -> None:
    """Two devices of other racks at one height: the card said yes, and the drop refused."""
    design = small_design()
    layout = Layout(
        design.evolve(
            devices=(*design.devices, Device(id="x", name="x", part="node", rack="A03", half_u=2))
        )
    )
    plan = devices_into_rack(layout, CATALOG, DraggedDevices(("node-1", "x")), "A04", 2)
    assert (plan.verdict.ok, plan.edit) == (False, None)
    assert plan.verdict.reason == "U1–U8 held by node-1"


def test_a_pod_on_a_rack_is_offered_the_nearest_place_where_all_of_it_stands() -> None:
    pod = pod_of(LAYOUT.design, ("B01", "B02"), "Pair")
    for at in ((3600, 3600), (-2500, 3600)):
        plan = clip_onto_floor(LAYOUT, CATALOG, pod, *at, free=False)
        found = nearest(plan)
        assert found.edit is not None
        made = found.edit(LAYOUT.design)
        came = [one for one in made.racks if one.id not in LAYOUT.racks]
        assert tuple(rack_box(CATALOG, one) for one in came) == found.boxes
        here, there = plan.boxes[0][0], found.boxes[0][0]
        assert abs(there - here) <= 3600, (at, "a pace or two from where it was meant")


def test_an_assembly_is_offered_a_place_and_none_where_the_room_is_full() -> None:
    known = LAYOUT.design.assemblies[0].id
    one = clip_of_assembly(LAYOUT.design, known)
    assert nearest(clip_onto_floor(LAYOUT, CATALOG, one, 3300, 3600, free=False)).boxes[0][:2] == (
        2400, 3000,
    )  # fmt: skip
    room = LAYOUT.design.room.evolve(outline=((3000, 3000), (3600, 3000), (3600, 4200)))
    full = Layout(LAYOUT.design.evolve(room=room))
    plan = clip_onto_floor(full, CATALOG, one, 3300, 3600, free=False)
    assert plan.elsewhere is not None
    assert plan.elsewhere(()) is None


def test_looking_for_a_place_of_a_pod_compares_a_bounded_number_of_footprints(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Most places of a hall refuse one rack: no more of the pod are compared there."""
    pod = pod_of(LAYOUT.design, tuple(LAYOUT.racks), "All")
    wall = Obstacle(id="wall", name="W", kind="column", x_mm=0, y_mm=0, width_mm=1, depth_mm=1)
    crowd = LAYOUT.design.room.evolve(
        obstacles=tuple(
            wall.evolve(id=f"w{n}", x_mm=600 * (n % 40), y_mm=600 * (n // 40)) for n in range(1600)
        )
    )
    asked: list[str] = []

    def counted(*args: object, **more: object) -> Verdict:
        asked.append("")
        return can_place_rack(*args, **more)  # type: ignore[arg-type]  # passed on as they came

    plan = clip_onto_floor(
        Layout(LAYOUT.design.evolve(room=crowd)), CATALOG, pod, 4000, 4000, free=False
    )
    assert plan.elsewhere is not None
    monkeypatch.setattr(clip_plans, "can_place_rack", counted)
    assert plan.elsewhere(()) is None
    assert 0 < len(asked) <= MOST_CHECKED
