"""What may not be where the pointer is offers the nearest place where it may."""

from designer.catalog.catalog import Catalog
from designer.document.drop_plans import (
    DraggedDevices,
    DropPlan,
    devices_into_rack,
    part_into_rack,
    part_onto_floor,
    racks_by,
)
from designer.model.design import Device
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
