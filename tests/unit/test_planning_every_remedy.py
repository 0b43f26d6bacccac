"""A hall of 64 nodes in bare racks gets all that the rules need: order, fabric, first switches."""

from collections.abc import Iterator
from functools import cache

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.remedy import Remedy
from designer.engine.report import Check
from designer.model.design import Design, Fabric, Room
from designer.model.layout import Layout, Placed
from designer.planning.remedies import Building, RemedyPlan, remedy_plan, to_build
from designer.planning.remedies.beside_like import beside_like
from designer.planning.remedies.every import ORDER
from designer.script import Session, new

NODE, SWITCH = "dgx-h100", "qm9700"


@cache
def catalog() -> Catalog:
    return load_shipped()


def bare(rows: int = 2, racks: int = 8, nodes: int = 4) -> Session:
    """Return rows of racks that face each other, with nodes and nothing else."""
    session = new("empty-room", width_m=14, depth_m=10)
    first = session.place_rack("rack-48u", 3_000, 4_200, 180)
    for _ in range(nodes):
        session.place_device(NODE, first)
    session.begin_row(first, racks)
    if rows == 2:
        assembly = session.design.racks[0].assembly
        session.add_row("rack-48u", racks, 3_000, 6_600, assembly=assembly)
    return session


def test_a_hall_of_64_nodes_is_built_without_an_error_as_one_step() -> None:
    session = bare()
    steps = len(session.history)
    built, left = session.build_all()
    assert len(session.history) == steps + 1
    report = session.report()
    assert [check.key for check in report.checks if check.severity == "error"] == []
    assert built[0] == "Hang 32 rack PDUs in 16 racks"
    assert built[1] == "Draw fabric Compute for 64 DGX H100 nodes"
    assert not left
    assert "Contain the cold aisles" in built
    own = [check.key for check in report.checks if check.key.startswith(("C14:", "F07:"))]
    assert own == [], "racks of switches face each other, and make no dead end longer"
    (fabric,) = report.fabrics
    # As in the DGX SuperPOD H100: 32 nodes and 8 leaves to a unit; two units, and half the links
    # of every leaf go up.
    assert (fabric.nodes, fabric.placed_leaf, fabric.placed_spine) == (64, 16, 8)
    assert (fabric.node_leaf_cables, fabric.leaf_spine_cables) == (512, 512)
    assert fabric.bisection_ratio == 1.0
    session.undo()
    assert not session.design.fabrics


def test_a_row_that_would_be_a_long_dead_end_goes_on_at_the_other_row() -> None:
    session = bare(nodes=1)
    layout = Layout(session.design)
    racks = [rack.id for rack in session.design.racks]
    for expected in ((2_200, 4_200), (2_200, 6_600), (1_400, 6_600)):
        design = beside_like(layout, catalog(), racks)
        assert design is not None
        (new,) = (rack for rack in design.racks if rack.id not in layout.racks)
        assert (new.x_mm, new.y_mm) == expected
        layout, racks = layout.after(design), [*racks, new.id]


def test_parts_are_counted_once_for_all_racks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted for each of 633 racks they took most of ten seconds."""
    session, counted = bare(), list[Layout]()
    every = Layout.every

    def noted(layout: Layout) -> Iterator[Placed]:
        counted.append(layout)
        return every(layout)

    monkeypatch.setattr(Layout, "every", noted)
    racks = tuple(rack.id for rack in session.design.racks)
    plan = remedy_plan(Remedy(action="hang-pdus"), racks, session.design, catalog())
    assert plan.label == "Hang 32 rack PDUs in 16 racks"
    assert len(counted) == 1


def test_the_call_of_the_step_does_the_same() -> None:
    session = bare(rows=1, racks=2, nodes=1)
    before = session.design
    session.build_all()
    again = Session(before, session.catalog)
    exec(session.calls()[-1], {"session": again})  # the text is what is tested
    assert again.design == session.design


def test_first_switches_stand_beside_the_nodes_about_the_middle_of_their_racks() -> None:
    session = bare()
    session.build_all()
    layout = Layout(session.design)
    held = {
        rack.id: sorted(it.half_u / 2 for it in layout.in_rack(rack.id) if it.part == SWITCH)
        for rack in session.design.racks
    }
    by_rack = {rack: units for rack, units in held.items() if units}
    assert [len(units) for units in by_rack.values()] == [8, 8, 8]
    assert all(units == [float(u) for u in range(21, 29)] for units in by_rack.values())
    for rack in by_rack:
        feeds = sorted(it.feed for it in layout.in_rack(rack) if it.face == "zero-u")
        assert feeds == ["A", "B"]


@pytest.mark.parametrize(
    ("nodes", "policy", "unit"), [(8, "pooled", 0), (9, "rail-per-su", 32), (64, "rail-per-su", 32)]
)
def test_few_nodes_share_one_leaf(nodes: int, policy: str, unit: int) -> None:
    plan = drawn(Design(room=Room()), nodes)
    assert plan.edit is not None
    (fabric,) = plan.edit(Design(room=Room())).fabrics
    assert (fabric.switch, fabric.rails, fabric.rate_gbps) == (SWITCH, 8, 400)
    assert (fabric.leaf_policy, fabric.su_nodes) == (policy, unit)


def drawn(design: Design, nodes: int = 8, part: str = NODE) -> RemedyPlan:
    remedy = Remedy(action="draw-fabric", part=part, number=nodes)
    return remedy_plan(remedy, (), design, catalog())


def test_a_fabric_that_stands_and_fits_takes_the_nodes() -> None:
    stands = Fabric(id="ib", name="IB", nodes=("dgx-h200",), switch=SWITCH, rails=8)
    design = Design(room=Room(), fabrics=(stands,))
    plan = drawn(design)
    assert plan.label == "Take DGX H100 into fabric IB"
    assert plan.edit is not None
    (fabric,) = plan.edit(design).fabrics
    assert fabric.nodes == ("dgx-h100", "dgx-h200")


def test_a_fabric_that_does_not_fit_is_left_alone() -> None:
    other = Fabric(id="compute", name="Compute", rate_gbps=800, rails=8)
    by_hand = Fabric(id="hand", name="Hand", topology="hand-drawn", rails=8, switch=SWITCH)
    design = Design(room=Room(), fabrics=(other, by_hand))
    plan = drawn(design)
    assert plan.edit is not None
    assert [one.id for one in plan.edit(design).fabrics][:1] == ["compute"]
    assert "compute-dgx-h100" in {one.id for one in plan.edit(design).fabrics}


def test_a_node_without_compute_ports_says_why() -> None:
    plan = drawn(Design(room=Room()), part="mgmt-server")
    assert plan.edit is None
    assert "states no port of a compute network" in plan.reason


def test_a_finding_of_nodes_without_a_fabric_asks_for_one() -> None:
    session = bare(rows=1, racks=2)
    found = next(one for one in session.check() if one.rule == "R09")
    assert found.remedy == Remedy(action="draw-fabric", part=NODE, number=8)
    session.build(found)
    assert "R09" not in {one.rule for one in session.check()}


def test_rules_are_built_for_in_order_and_never_those_that_give_up_places() -> None:
    def check(action: str, **more: object) -> Check:
        remedy = Remedy.model_validate({"action": action})
        return Check(rule="X", severity="error", where=(), message="", key=action, remedy=remedy,
                     **more)  # fmt: skip

    every = [check(action) for action in (*reversed(ORDER), "close-places")]
    assert [one.key for one in to_build(every)] == list(ORDER)
    assert to_build([check("hang-pdus", waived=True)]) == []
    work = Building(lambda one: RemedyPlan(one.key, reason="no room"))
    assert work.next(every) is None
    assert list(work.left) == list(ORDER)


def test_switches_are_refused_where_neither_switch_nor_node_stands() -> None:
    fabric = Fabric(id="ib", name="IB", nodes=(NODE,), switch=SWITCH, rails=8)
    remedy = Remedy(action="place-switches", part=SWITCH, number=8, fabric="ib", tier="leaf")
    plan = remedy_plan(remedy, (), Design(room=Room(), fabrics=(fabric,)), catalog())
    assert plan.edit is None
    assert "no rack holds a switch yet" in plan.reason


def test_the_room_decides_how_many_switches_a_rack_of_uncontained_air_holds() -> None:
    session = bare()
    session.set_fields("room", containment="cold")
    session.build_all()
    layout = Layout(session.design)
    held = [
        sum(it.part == SWITCH for it in layout.in_rack(rack.id)) for rack in session.design.racks
    ]
    report = evaluate(session.design, session.catalog)
    assert max(held) == 8, "beside the rows, where no aisle is closed, as without containment"
    assert [check for check in report.checks if check.severity == "error"] == [], "C14 was one"
    assert report.fabrics[0].placed_leaf == 16
