"""UPS, generators and busways on the floor: placed, moved, turned, joined to what they feed."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.plant_places import Plant, plant_key, plant_of
from designer.document.drop_plans import part_onto_floor, racks_by
from designer.document.edits import (
    move_plant,
    place_plant,
    put_feed,
    remove_feed,
    set_plant,
    turn_plant,
)
from designer.document.errors import EditError
from designer.document.plant_plans import plant_by, plant_onto_floor
from designer.engine.advice import advice_on
from designer.engine.evaluate import evaluate
from designer.engine.reasons import names_of
from designer.engine.report import Check
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.model.change import diff
from designer.model.design import Design, Loop, Obstacle, PowerNode, Rack, Room
from designer.model.layout import Layout
from designer.ui.fields.plant_fields import plant_fields

UPS, BUSWAY = "ups-delta-dph-gen3-1250", "busway-630a"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


def room(*racks: Rack, **fields: object) -> Design:
    outline = ((0, 0), (12_000, 0), (12_000, 9_000), (0, 9_000))
    return Design(name="room", room=Room(outline=outline), racks=racks).evolve(**fields)


def rack(key: str, x: int, y: int, rotation: int = 0) -> Rack:
    return Rack.model_validate(
        {"id": key, "name": key, "part": "rack-48u", "x_mm": x, "y_mm": y, "rotation": rotation}
    )


def placed(design: Design, catalog: Catalog) -> list[Plant]:
    return list(plant_of(design, catalog))


def test_a_ups_becomes_a_record_of_the_rooms_power_in_one_step(catalog: Catalog) -> None:
    before = room()
    plan = plant_onto_floor(Layout(before), catalog, catalog.require(UPS), 2000, 3000, free=False)
    assert plan.verdict.ok
    assert plan.edit is not None
    after = plan.edit(before)
    change = diff(before, after)
    (node,) = change.put_in("power")
    assert (node.id, node.name, node.kind, node.part) == ("ups-01", "UPS-01", "ups", UPS)
    assert (node.x_mm, node.y_mm) == (1800, 2400), "on the tiles, its middle under the pointer"
    assert [name for name, _ in change.put] == ["power"]
    second = place_plant(catalog, UPS, x_mm=6000, y_mm=3000)(after)
    assert [one.name for one in second.power] == ["UPS-01", "UPS-02"]
    report = evaluate(after, catalog)
    (carried,) = (one.figure("capacity_kw") for one in report.power.upstream)
    # 1,250 kVA of its part at the planned power factor; nobody states its modules.
    assert (carried.low, carried.high) == (0.0, 1250 * 0.95)


def test_it_stands_in_nothing_and_nothing_stands_in_it(catalog: Catalog) -> None:
    column = Obstacle(id="c", name="Column", x_mm=8000, y_mm=0, width_mm=900, depth_mm=900)
    design = room(rack("R1", 3000, 3000))
    design = design.evolve(room=design.room.evolve(obstacles=(column,)))
    layout, part = Layout(design), catalog.require(UPS)

    def refusal(x: float, y: float) -> str:
        return plant_onto_floor(layout, catalog, part, x, y, free=True).verdict.reason

    assert refusal(3300, 3600) == "R1 is in the way"
    assert refusal(8400, 600) == "Column is in the way"
    assert refusal(100, 3000) == "outside the room"
    assert refusal(6000, 3000) == ""
    with_ups = place_plant(catalog, UPS, x_mm=6000, y_mm=3000)(design)
    there = Layout(with_ups)
    onto = part_onto_floor(there, catalog, "rack-48u", 6300, 3600, free=True)
    assert onto.verdict.reason == "UPS-01 is in the way"
    assert racks_by(there, catalog, ("R1",), 3000, 0).verdict.reason == "R1: UPS-01 is in the way"
    with pytest.raises(EditError, match="UPS-01 is in the way"):
        place_plant(catalog, UPS, x_mm=6100, y_mm=3100)(with_ups)


def test_it_moves_turns_and_goes(catalog: Catalog) -> None:
    design = place_plant(catalog, UPS, x_mm=6000, y_mm=3000)(room(rack("R1", 3000, 3000)))
    key = plant_key("ups-01")
    plan = plant_by(Layout(design), catalog, (key,), 600, -600)
    assert plan.edit is not None
    (moved,) = plan.edit(design).power
    assert (moved.x_mm, moved.y_mm) == (6600, 2400)
    blocked = plant_by(Layout(design), catalog, (key,), -3000, 0)
    assert (blocked.edit, blocked.verdict.reason) == (None, "R1 is in the way")
    assert plant_by(Layout(design), catalog, (key,), 0, 0).stays
    turned = turn_plant(catalog, (key,))(design)
    assert placed(turned, catalog)[0].box == (6000, 3000, 7200, 3600)
    fed = put_feed(PowerNode(id="A", parents=("ups-01",)))(design)
    gone = remove_feed("ups-01")(fed)
    assert [(one.id, one.parents) for one in gone.power] == [("A", ())]
    with pytest.raises(EditError, match="nothing is called"):
        move_plant(catalog, (plant_key("gone"),), 1, 1)(design)


def test_a_busway_runs_along_the_aisle_it_is_dropped_on_and_over_everything(
    catalog: Catalog,
) -> None:
    racks = [rack(f"A{n}", 3000 + 800 * n, 1000, 180) for n in range(4)]
    racks += [rack(f"B{n}", 3000 + 800 * n, 3400) for n in range(4)]
    design = room(*racks)
    plan = plant_onto_floor(
        Layout(design), catalog, catalog.require(BUSWAY), 3300, 2700, free=False
    )
    assert plan.edit is not None
    (node,) = plan.edit(design).power
    assert (node.kind, node.x_mm, node.end_x_mm) == ("busway", 3000, 6200)
    assert node.y_mm == node.end_y_mm == 2700
    over = move_plant(catalog, (plant_key(node.id),), 0, 1200)(plan.edit(design))
    assert over.power[0].y_mm == over.power[0].end_y_mm == 3900
    bare = plant_onto_floor(Layout(design), catalog, catalog.require(BUSWAY), 6000, 8000, free=True)
    assert bare.edit is not None
    (alone,) = bare.edit(design).power
    assert (alone.end_x_mm or 0) - (alone.x_mm or 0) == 3000


def test_a_place_is_written_and_read_and_without_one_nothing_is(catalog: Catalog) -> None:
    design = place_plant(catalog, BUSWAY, x_mm=0, y_mm=600, end_x_mm=6000, end_y_mm=600)(room())
    assert loads(dumps(design, catalog)).design.power == design.power
    bare = room(power=(PowerNode(id="A"),))
    assert "x_mm" not in dumps(bare, catalog)


def f19(design: Design, catalog: Catalog) -> dict[str, Check]:
    found = evaluate(design, catalog).checks
    return {check.key: check for check in found if check.rule == "F19"}


def sized(key: str, x: int, y: int, **fields: object) -> PowerNode:
    node = {"id": key, "name": key, "kind": "ups", "x_mm": x, "y_mm": y}
    return PowerNode.model_validate({"width_mm": 1000, "depth_mm": 800} | node | fields)


def test_f19_tells_plant_that_stands_in_racks_in_plant_and_outside(catalog: Catalog) -> None:
    apart = room(rack("R1", 3000, 3000), power=(sized("U1", 6000, 3000), sized("U2", 8000, 3000)))
    assert f19(apart, catalog) == {}
    in_rack = apart.evolve(power=(sized("U1", 3100, 3000),))
    assert f19(in_rack, catalog)["F19:overlap"].message == "R1 and U1 stand on the same floor"
    in_plant = apart.evolve(power=(sized("U1", 6000, 3000), sized("U2", 6500, 3000)))
    assert f19(in_plant, catalog)["F19:plant"].message == "U1 and U2 stand on the same floor"
    outside = apart.evolve(power=(sized("U1", 11_800, 3000),))
    assert f19(outside, catalog)["F19:plant-outside"].message == "U1 stands outside the room"


def test_f19_cannot_be_said_of_plant_whose_size_nobody_states(catalog: Catalog) -> None:
    design = room(power=(sized("U1", 6000, 3000, width_mm=None),))
    (check,) = f19(design, catalog).values()
    assert check.key.startswith("F19:open")
    assert "width of UPS U1" in check.message
    run = sized("U1", 6000, 3000, width_mm=None, end_x_mm=9000, end_y_mm=3000)
    assert f19(room(power=(run,)), catalog) == {}
    nowhere = PowerNode(id="U1", kind="ups")
    assert f19(room(power=(nowhere,)), catalog) == {}


def test_its_form_joins_it_to_what_feeds_it_and_what_it_feeds(catalog: Catalog) -> None:
    design = place_plant(catalog, UPS, x_mm=6000, y_mm=3000)(
        room(power=(PowerNode(id="A", parents=("old",)), PowerNode(id="grid", kind="utility")))
    )
    node = next(one for one in design.power if one.id == "ups-01")
    fields = {one.name: one for one in plant_fields(design, catalog, node)}
    joined = fields["feeds"].edit(("A",))(design)
    assert {one.id: one.parents for one in joined.power}["A"] == ("ups-01", "old")
    parted = {one.name: one for one in plant_fields(joined, catalog, node)}["feeds"]
    assert parted.value == ("A",)
    assert {one.id: one.parents for one in parted.edit(())(joined).power}["A"] == ("old",)
    fed = fields["parents"].edit(("grid",))(design)
    assert next(one for one in fed.power if one.id == "ups-01").parents == ("grid",)
    wide = set_plant(catalog, "ups-01", width_mm=2000, depth_mm=1000)(design)
    assert placed(wide, catalog)[0].box == (6000, 3000, 8000, 4000)


def test_pipes_of_a_loop_are_on_the_floor_plan_and_change_no_figure(catalog: Catalog) -> None:
    before = room(loops=(Loop(id="w", name="West"),))
    plan = plant_onto_floor(
        Layout(before), catalog, catalog.require("pipe-generic"), 5000, 4000, free=False
    )
    assert plan.edit is not None
    after = plan.edit(before)
    (loop,) = after.loops
    assert (loop.name, loop.x_mm, loop.end_x_mm) == ("West", 3500, 6500)
    one, other = evaluate(before, catalog), evaluate(after, catalog)
    assert one.evolve(timings=()) == other.evolve(timings=())


def test_advice_names_a_record_whose_name_begins_with_what_it_is(catalog: Catalog) -> None:
    node = PowerNode.model_validate({"id": "panel-01", "name": "PANEL-01", "kind": "panel"})
    name_of = names_of(catalog, (node, node.evolve(id="b", name="West")))
    for ref, name in (("panel panel-01.capacity_kw", "PANEL-01"), ("panel b.capacity_kw", "West")):
        assert f"Feeds › {name} › Capacity" in advice_on((ref,), name_of)
