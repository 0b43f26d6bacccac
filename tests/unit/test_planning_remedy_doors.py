"""A door is built for the water that it will get, with the units of that water, on feeds with room.

What one click builds, no rule of the next report calls an error of cooling.
"""

from functools import cache
from typing import Any

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.document.edits import place_device, put, set_fields
from designer.document.errors import EditError
from designer.engine.evaluate import evaluate
from designer.engine.remedy import Remedy
from designer.engine.report import Check
from designer.model.design import Assembly, Design, Loop, PowerNode, Rack, Room, Site, Slot
from designer.model.layout import Layout
from designer.planning.remedies import RemedyPlan, remedy_plan

SIDE = 12_000


@cache
def catalog() -> Catalog:
    return load_shipped()


def hall(nodes: int = 4, *, wide: int = SIDE, cooling: str = "in-row", **site: Any) -> Design:
    """Return three racks of DGX H100 whose heat a person gave to contained air."""
    slots = [Slot(id=f"n{n}", part="dgx-h100", half_u=2 + 16 * n) for n in range(nodes)]
    slots += [Slot(id=f"p{f}", part="pdu-415v-60a-3ph", face="zero-u", feed=f) for f in "ABC"]
    racks = tuple(
        Rack.model_validate({
            "id": f"R{at}", "name": f"R{at}", "part": "rack-48u", "x_mm": 3000 + 800 * at,
            "y_mm": 4000, "assembly": "a", "cooling": cooling,
        })
        for at in range(3)
    )  # fmt: skip
    return Design(
        assemblies=(Assembly(id="a", rack_part="rack-48u", slots=tuple(slots)),), racks=racks,
        power=tuple(PowerNode(id=feed, volts=415, capacity_kw=400) for feed in "ABC"),
        room=Room(outline=((0, 0), (wide, 0), (wide, SIDE), (0, SIDE)), containment="cold"),
        site=Site.model_validate({"feed_policy": "N+1", "supply_air_c": 24.0, **site}),
    )  # fmt: skip


def errors(design: Design) -> set[str]:
    return {one.key for one in evaluate(design, catalog()).checks if one.severity == "error"}


def asked_for(design: Design, key: str) -> Check:
    (found,) = [one for one in evaluate(design, catalog()).checks if one.key.startswith(key)]
    assert found.remedy is not None
    return found


def planned(design: Design, key: str = "C01:in-row") -> RemedyPlan:
    check = asked_for(design, key)
    assert check.remedy is not None
    return remedy_plan(check.remedy, check.where, design, catalog())


def parts_of(design: Design) -> list[str]:
    """Return the doors and units of a design."""
    layout = Layout(design)
    hung = [placed.part for placed in layout.every() if placed.face == "door"]
    stand = [r.part for r in design.racks if catalog().require(r.part).traits.is_cooling_unit]
    return sorted(hung + stand)


def built(plan: RemedyPlan, design: Design) -> Design:
    assert plan.edit is not None, plan.reason
    return plan.edit(design)


def test_doors_come_with_the_units_of_their_water_and_bring_no_error() -> None:
    """Water of 18 °C is of 22 °C behind a unit: the door of 55 kW takes some 36 kW of it."""
    design = hall()
    plan = planned(design)
    assert plan.label.startswith("Hang 3 × ChilledDoor 75 kW, active, place 2 × Row CDU 1.3 MW")
    assert plan.note.startswith(
        "whether ChilledDoor 75 kW, active takes 40.8 kW with water of 22 °C cannot be said"
    )
    assert plan.note.endswith(
        ": with facility water of 14 °C Rear-door heat exchanger, active does"
    )
    document = Document(design)
    document.apply(plan.label, plan.edit)  # type: ignore[arg-type] # asserted by `built` below
    after = errors(built(plan, design)) - errors(design)
    assert after == set(), "no C06, C12, C22 of what was built"
    document.undo()
    assert document.design == design, "one step"


def test_colder_water_takes_the_door_that_it_is_rated_with() -> None:
    plan = planned(hall(cooling_water_c=14.0))
    assert "Hang 3 × Rear-door heat exchanger, active, place 2 ×" in plan.label
    assert plan.note == ""
    design = hall(cooling_water_c=14.0)
    checks = evaluate(built(plan, design), catalog()).checks
    assert not [one for one in checks if one.rule in ("C01", "C06", "C12", "C22")]


@pytest.mark.parametrize("water_c", [6.0, 14.0, 18.0, 22.0, 26.0, 30.0, 36.0])
@pytest.mark.parametrize("nodes", [3, 4])
def test_what_is_built_is_no_error_of_the_rules_on_cooling(water_c: float, nodes: int) -> None:
    design = hall(nodes, cooling_water_c=water_c)
    plan = planned(design)
    if plan.edit is None:
        assert "no rear door of the catalogue takes the" in plan.reason
        assert "°C" in plan.reason
        return
    new = errors(built(plan, design)) - errors(design)
    assert not [key for key in new if key.startswith("C")], new


def test_where_no_door_takes_it_the_reason_says_what_would_help() -> None:
    plan = planned(hall(cooling_water_c=36.0))
    assert plan.edit is None
    assert plan.reason == (
        "no rear door of the catalogue takes the 40.8 kW of R0 with water of 40 °C that Row CDU "
        "1.3 MW delivers: with facility water of 14 °C Rear-door heat exchanger, active does"
    )


def test_without_room_for_the_units_no_door_hangs() -> None:
    design = hall(wide=6200)
    design = set_fields("room", outline=((2900, 3900), (5500, 3900), (5500, 6400), (2900, 6400)))(
        design
    )
    plan = planned(design)
    assert plan.edit is not None
    with pytest.raises(
        EditError, match=r"^3 rear doors cannot hang without 2 × Row CDU 1.3 MW: (no room|room for)"
    ):
        plan.edit(design)


def test_the_building_gives_doors_the_water_of_the_facility() -> None:
    design = hall(building_water_kw=500.0)
    plan = planned(design)
    assert plan.label.startswith("Hang 3 × Rear-door heat exchanger, active, and let")
    assert not errors(built(plan, design)) - errors(design)


def test_units_that_stand_decide_the_water() -> None:
    colder = hall(cooling_water_c=14.0)
    stand = built(planned(colder), colder)
    doors = tuple(one for one in stand.assemblies[0].slots if one.face != "door")
    bare = stand.evolve(assemblies=(stand.assemblies[0].evolve(slots=doors),))
    bare = bare.evolve(
        racks=tuple(r.evolve(cooling="in-row") if r.id.startswith("R") else r for r in bare.racks)
    )
    again = planned(bare)
    assert again.label.startswith("Hang 3 × Rear-door heat exchanger, active, and let")
    warmer = set_fields("site", cooling_water_c=18.0)(bare)
    assert planned(warmer).label.startswith("Hang 3 × ChilledDoor 75 kW, active, and let")


def test_racks_on_no_loop_get_no_door_before_they_are_on_one() -> None:
    design = put("loops", Loop(id="L", name="TCS", racks=("R1",)))(hall())
    plan = planned(design)
    assert plan.edit is None
    assert plan.reason == "no coolant loop serves R0: name it, or its row, in one first"


def test_the_loop_that_serves_them_gets_the_units() -> None:
    design = put("loops", Loop(id="L", name="TCS"))(hall())
    design = put("loops", Loop(id="M", name="Other", racks=("nobody",)))(design)
    after = evaluate(built(planned(design), design), catalog())
    assert not [one.key for one in after.checks if one.key.startswith("C06:no-cdu")]


def with_weak_doors() -> Design:
    """Doors of 55 kW, and no unit: behind one their water is too warm."""
    design = hall(cooling="auto")
    for rack in ("R0", "R1", "R2"):
        design = place_device(catalog(), "rdhx", rack)(design)
    return design


def test_units_whose_water_no_door_that_hangs_can_use_are_not_built() -> None:
    design = with_weak_doors()
    plan = planned(design, "C06:no-cdu")
    assert plan.edit is None
    assert plan.reason.startswith("Rear-door heat exchanger, active takes ~36 kW")
    assert "of the 40.8 kW of R0 with water of 22 °C that Row CDU 1.3 MW delivers" in plan.reason
    assert "hang a stronger door first" in plan.reason
    colder = set_fields("site", cooling_water_c=14.0)(design)
    fed = built(planned(colder, "C06:no-cdu"), colder)
    assert not {key for key in errors(fed) - errors(colder) if key.startswith("C")}


def feeds_of_units(spare: dict[str, float], number: int = 1) -> list[tuple[str, ...]]:
    """Return the feeds of new units that draw 28.8 kW each."""
    design = hall()
    remedy = Remedy(action="add-coolant-units", part="cdu-row", number=number)
    plan = remedy_plan(remedy, (), design, catalog(), (), spare)
    return [rack.feeds for rack in built(plan, design).racks if rack.part == "cdu-row"]


def test_units_hang_on_feeds_that_can_carry_them() -> None:
    assert feeds_of_units({}) == [("A", "B")], "in turn where nothing is known"
    assert feeds_of_units({"A": 9.0, "B": 60.0, "C": 60.0}) == [("B", "C")]
    assert feeds_of_units({"A": 9.0, "B": 60.0, "C": 9.0}) == [("A", "B")], "no two have room"
    assert feeds_of_units({"A": 60.0, "B": 30.0, "C": 60.0}, 2) == [("A", "B"), ("C", "A")]
