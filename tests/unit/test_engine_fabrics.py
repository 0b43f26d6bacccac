"""What the report says of fabrics as drawn: bisection of the real graph, ports that do not fit."""

from functools import cache, partial

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import AcceleratorFigures, Part, PortGroup
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.network_report import FabricReport
from designer.engine.report import Report
from designer.engine.subjects.fabrics.bisection import Bounds
from designer.engine.subjects.fabrics.carrying import carried as graph_carried
from designer.engine.subjects.fabrics.graph import graph_of
from designer.engine.subjects.fabrics.measures import Measures
from designer.model.change import Change, apply
from designer.model.design import Cable, Design, Device, Fabric, Rack
from designer.planning.templates import build
from designer.wiring.network import expand_network
from designer.wiring.network_columns import FabricWiring
from tests.helpers import engine_designs as parts
from tests.helpers.fabric_graphs import graph, leaf_spine

SHIPPED = load_shipped()


@cache
def pod(units: int, **arguments: str) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": str(units), **arguments}, SHIPPED)


def keys(report: Report) -> set[str]:
    return {check.key for check in report.checks}


def messages(report: Report, rule: str) -> list[str]:
    return [check.message for check in report.checks if check.rule == rule]


def fabric_of(design: Design, fabric: str, catalog: Catalog = SHIPPED) -> FabricReport:
    return next(f for f in evaluate(design, catalog).fabrics if f.id == fabric)


def group(purpose: str, count: int, rate: float = 400, **more: object) -> PortGroup:
    return PortGroup.model_validate(
        {"name": purpose, "purpose": purpose, "kind": "infiniband", "rate_gbps": rate,
         "count": count, **more}
    )  # fmt: skip


GPU = Part(id="gpu", kind="gpu", name="GPU", accelerator=AcceleratorFigures(scaleup_gb_s=900))
NODE = Part.model_validate(
    {"id": "node", "kind": "node", "name": "Node", "height_half_u": 2, "gpus": 8,
     "ports": (group("compute", 8),),
     "compute": {"gpu": "gpu", "nvlink_domain_gpus": 8}}
)  # fmt: skip
PLAIN = NODE.evolve(id="plain", compute=None)
SWITCH = Part(id="switch", kind="switch", name="Switch", height_half_u=2,
              ports=(group("fabric", 64),))  # fmt: skip
RACK = Part(id="rack", kind="rack", name="Rack")


def hall(
    nodes: int, leaf: int, spine: int = 0, *more: Part, node: str = "node", **rule: object
) -> tuple[Design, Catalog]:
    devices = [Device(id=f"n{n:03d}", name="", part=node, rack=f"r{n // 8:02d}")
               for n in range(nodes)]  # fmt: skip
    for tier, count in (("leaf", leaf), ("spine", spine)):
        devices += [
            Device.model_validate({"id": f"{tier}{n:02d}", "name": "", "part": "switch",
                                   "rack": "s", "fabric": "f", "tier": tier})
            for n in range(count)
        ]  # fmt: skip
    racks = [f"r{n:02d}" for n in range(-(-nodes // 8))]
    fields = {"id": "f", "nodes": (node,), "rails": 8, "rate_gbps": 400, "switch": "switch",
              "leaf_policy": "rail-per-su", "su_nodes": 32}  # fmt: skip
    design = Design(
        racks=tuple(Rack(id=r, name=r, part="rack", x_mm=0, y_mm=0) for r in [*racks, "s"]),
        devices=tuple(sorted(devices, key=lambda d: d.id)),
        fabrics=(Fabric.model_validate({**fields, **rule}),),
    )
    return design, Catalog((GPU, NODE, PLAIN, SWITCH, RACK, *more))


def carried(*args: object, **rule: object) -> FabricReport:
    design, catalog = hall(*args, **rule)  # type: ignore[arg-type]  # counts, parts and the rule
    return evaluate(design, catalog).fabrics[0]


def test_in_band_of_sixteen_units_counts_uplinks_of_leaves_with_nodes_only() -> None:
    """18 leaves host nodes, 2 are built for later: 36 links of 100G and not 40."""
    report = fabric_of(pod(16), "in-band")
    assert report.placed_leaf == 20
    assert (report.bisection_gbps, report.exact) == (3600, True)


@pytest.mark.parametrize("units", [1, 3, 4])
def test_reference_compute_fabrics_are_full_and_exact(units: int) -> None:
    report = fabric_of(pod(units), "compute")
    assert (report.bisection_ratio, report.exact, report.islands) == (1.0, True, 1)
    assert report.bisection_with_nvlink_ratio == 1.0
    assert [bound.name for bound in report.bounds] == ["permutation_ratio"]


def test_switches_that_are_islands_carry_nothing_between_them() -> None:
    """Out-of-band leaves have no spines: what joins them is another fabric."""
    report = fabric_of(pod(4), "out-of-band")
    assert (report.bisection_gbps, report.bisection_ratio, report.exact) == (0, 0, True)
    assert report.islands == 7  # the last of 8 leaves hosts nobody
    assert "bisection 0: 7 islands" in report.explanation
    assert report.worst_failure is None


def test_rails_that_meet_only_over_nvlink_say_both() -> None:
    """One unit of eight NVL72 racks: four rails, each a network of its own."""
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, SHIPPED)
    report = fabric_of(design, "compute")
    assert (report.bisection_gbps, report.islands) == (0, 4)
    assert report.bisection_with_nvlink_gbps == 576 * 400 / 2
    assert report.bisection_with_nvlink_ratio == 1
    assert report.worst_failure is not None
    left = report.worst_failure.figure("bisection_ratio")
    assert left.low >= 261 / 288  # 288 links less half of 18 uplinks and the 18 endpoints
    assert "4 islands that no link of the fabric joins; they meet over NVLink" in report.explanation


def test_leaves_without_spines_are_islands_and_not_full() -> None:
    report = carried(32, 8, 0)
    assert (report.bisection_gbps, report.islands) == (0, 8)
    assert report.bisection_with_nvlink_ratio == 1
    assert "R07:f:spine:missing" in keys(evaluate(*hall(32, 8, 0)))


def test_nodes_without_nvlink_have_no_such_figure() -> None:
    report = carried(32, 8, 4, node="plain")
    assert report.bisection_with_nvlink_gbps is None
    assert report.bisection_ratio == 1


def test_nvlink_of_unknown_speed_proves_nothing() -> None:
    design, catalog = hall(32, 8, 0)
    slow = GPU.evolve(accelerator=AcceleratorFigures())
    report = evaluate(design, catalog.overlay((slow,))).fabrics[0]
    assert report.bisection_with_nvlink_gbps is None
    figure = report.figure("bisection_with_nvlink_gbps")
    assert (figure.low, figure.high) == (0, 128 * 400)


def test_a_missing_leaf_unlinks_its_nodes_rail() -> None:
    """7 of 8 rails of 31 nodes are linked: the 31 others and three rails are half of the endpoints.

    With NVLink the nodes share 7 links: 15 nodes are 120 endpoints, 4 more are parted one by one.
    """
    report = carried(31, 7, 4)
    assert (report.bisection_gbps, report.exact) == (93 * 400, True)
    assert report.bisection_ratio == pytest.approx(0.75)
    assert report.bisection_with_nvlink_gbps == (15 * 7 + 4) * 400
    assert report.injection_gbps == 248 * 400
    assert report.unconnected == 31 + 32
    assert "31 of 248 endpoints have no link; a halving is one of all" in report.explanation


def test_a_leaf_that_is_lost_takes_its_endpoints_with_it() -> None:
    """What goes on working is halved: 108 of 217 endpoints; a lost spine leaves 96 links."""
    design, catalog = hall(31, 8, 4)
    (wiring,) = expand_network(design, catalog).fabrics
    whole = graph_of(wiring)
    assert graph_carried(whole.without(0), 124).bounds == Bounds(108, 108)
    worst = evaluate(design, catalog).fabrics[0].worst_failure
    assert worst is not None
    assert (worst.what, worst.bisection_ratio) == ("loss of a spine", pytest.approx(96 / 124))


def test_a_node_in_two_planes_is_parted_for_the_links_that_it_has() -> None:
    """Without the leaf of one plane each of 4 endpoints has one link: a half sends 2 at most."""
    rule = {"rails": 1, "leaf_policy": "pooled", "su_nodes": 0, "planes": 2, "node": "plain"}
    assert carried(4, 2, **rule).figure("bisection_gbps").high == 4 * 400
    assert carried(4, 1, **rule).figure("bisection_gbps").high == 2 * 400


@pytest.mark.parametrize(("spines", "ratio"), [(4, 1.0), (3, 0.75), (2, 0.5), (1, 0.25)])
def test_every_spine_carries_its_share(spines: int, ratio: float) -> None:
    report = carried(32, 8, spines)
    assert report.bisection_ratio == pytest.approx(ratio)
    assert report.exact


def test_one_node_and_odd_numbers() -> None:
    one = carried(1, 1, rails=1, leaf_policy="pooled", su_nodes=0)
    assert (one.bisection_gbps, one.bisection_ratio) == (0, None)
    assert one.worst_failure is None
    three = carried(3, 1, rails=1, leaf_policy="pooled", su_nodes=0)
    assert (three.bisection_gbps, three.bisection_ratio) == (400, 1)
    eight = carried(1, 8, 4)
    assert (eight.bisection_gbps, eight.bisection_ratio) == (4 * 400, 1)


def test_worst_failure_is_that_of_the_graph() -> None:
    spine = carried(32, 8, 4).worst_failure
    assert spine is not None
    assert (spine.what, spine.bisection_ratio) == ("loss of a spine", 0.75)
    star = carried(32, 1, rails=1, leaf_policy="pooled", su_nodes=0).worst_failure
    assert star is not None
    assert (star.what, star.bisection_ratio) == ("loss of a leaf", 0)


def test_a_cable_by_hand_joins_islands() -> None:
    """Three cables take ports of three nodes: 61 and 36 nodes are left. Those three stand on the
    second switch's side, and of 50 there 11 must be parted from the first switch."""
    rule = {"rails": 1, "leaf_policy": "pooled", "su_nodes": 0, "tiers": 1}
    design, catalog = hall(100, 2, **rule)
    assert evaluate(design, catalog).fabrics[0].bisection_gbps == 0
    laid = tuple(Cable(id=f"c{n}", a="leaf01", b="leaf00", a_port=str(60 + n), b_port=str(60 + n))
                 for n in range(3))  # fmt: skip
    report = evaluate(design.evolve(cables=laid), catalog).fabrics[0]
    assert report.islands == 1
    assert (report.bisection_gbps, report.exact) == ((3 + 11) * 400, True)


def test_bounds_that_do_not_meet_are_no_exact_value() -> None:
    """Three units of 144 uplinks a rail group over 27 core switches do not spread evenly."""
    design = build("dgx-superpod-gb200", {"scalable_units": "3"}, SHIPPED)
    report = fabric_of(design, "compute")
    assert (report.exact, report.bisection_gbps) == (False, None)
    lower, upper = report.bisection_lower_gbps, report.bisection_upper_gbps
    assert lower is not None
    assert upper is not None
    assert lower < upper
    figure = report.figure("bisection_gbps")
    assert (figure.low, figure.high) == (lower, upper)
    assert "proven to be at least 810 links" in report.explanation
    assert report.figure("bisection_with_nvlink_gbps").low >= lower


def test_nodes_in_no_fabric_are_a_finding() -> None:
    """After a swap to B200 the fabric still names H100: 124 of 127 nodes hang nowhere."""
    design = pod(4)
    racks = [a.evolve(slots=tuple(s.evolve(part="dgx-b200") if s.part == "dgx-h100" else s
                                  for s in a.slots)) if a.id == "dgx-x4" else a
             for a in design.assemblies]  # fmt: skip
    report = evaluate(design.evolve(assemblies=tuple(racks)), SHIPPED)
    assert messages(report, "R09") == [
        f"124 DGX B200 nodes belong to no {purpose} fabric"
        for purpose in ("compute", "in-band", "out-of-band", "storage")
    ]
    assert not messages(evaluate(design, SHIPPED), "R09")


@pytest.mark.parametrize(
    ("nodes", "words"), [(18, "36 NVL nodes belong"), (None, "at least 2 NVL nodes belong")]
)
def test_a_filled_rack_in_no_fabric_counts_the_nodes_that_it_brings(
    nodes: int | None, words: str
) -> None:
    filled = Part(id="nvl", kind="rack-system", name="NVL", nodes=nodes)
    design, catalog = hall(4, 8, 2, filled)
    racks = tuple(Rack(id=key, name=key, part="nvl", x_mm=0, y_mm=0) for key in ("x", "y"))
    report = evaluate(design.evolve(racks=(*design.racks, *racks)), catalog)
    assert messages(report, "R09") == [f"{words} to no compute fabric"]


def test_switches_of_a_fabric_without_nodes_are_a_finding() -> None:
    design, catalog = hall(4, 8, 2)
    (fabric,) = design.fabrics
    idle = evaluate(design.evolve(fabrics=(fabric.evolve(nodes=()),)), catalog)
    (check,) = [check for check in idle.checks if check.key == "R07:f:idle"]
    assert check.severity == "warning"
    assert check.message == (
        "f: 10 switches for a fabric without nodes; nothing is connected to them"
    )
    assert "R07:f:idle" not in keys(evaluate(design, catalog))


def test_switches_of_a_fabric_that_does_not_exist_are_a_finding() -> None:
    design, catalog = hall(32, 8, 4)
    renamed = design.fabrics[0].evolve(id="g")
    report = evaluate(design.evolve(fabrics=(renamed,)), catalog)
    assert messages(report, "R10") == [
        "12 switches name fabric 'f', which does not exist; nothing is connected to them"
    ]


@pytest.mark.parametrize(
    ("part", "rule", "said"),
    [
        (NODE.evolve(ports=(group("compute", 8, kind="ethernet"),)), {},
         "f: Node: its compute ports are Ethernet, the fabric is InfiniBand; 256 links are not "
         "connected"),
        (NODE.evolve(ports=(group("compute", 8, 200),)), {},
         "f: Node: its compute ports run at 200 Gb/s, the fabric at 400 Gb/s; 256 links are not "
         "connected"),
        (SWITCH.evolve(ports=(group("fabric", 64, 1),)), {},
         "f: Switch: its fabric ports run at 1 Gb/s, the fabric at 400 Gb/s; 512 links are not "
         "connected"),
        (NODE.evolve(ports=(group("compute", 8),)), {"rails": 12},
         "f: Node: 8 ports fit the fabric; it asks for 12 rails; 128 links are not connected"),
        (NODE, {"rate_gbps": 800},
         "f: Node: its compute ports run at 400 Gb/s, the fabric at 800 Gb/s; 256 links are not "
         "connected"),
        (NODE.evolve(ports=(group("in-band", 8),)), {},
         "f: Node has no port for compute; 256 links are not connected"),
    ],
)  # fmt: skip
def test_ports_that_do_not_fit_are_a_finding(
    part: Part, rule: dict[str, object], said: str
) -> None:
    rails = 12 if "rails" in rule else 8
    design, catalog = hall(32, rails, rails // 2, **rule)
    report = evaluate(design, catalog.overlay((part,)))
    assert said in messages(report, "R08")
    assert f"R08:f:{part.id}" in keys(report)


def test_nothing_is_connected_where_ports_do_not_fit() -> None:
    design, catalog = hall(32, 8, 4)
    wrong = NODE.evolve(ports=(group("compute", 8, kind="ethernet"),))
    report = evaluate(design, catalog.overlay((wrong,))).fabrics[0]
    assert (report.unconnected, report.bisection_gbps) == (256, 0)


def test_ports_nobody_states_leave_it_open() -> None:
    design, catalog = hall(32, 8, 4)
    blank = NODE.evolve(ports=())
    report = evaluate(design, catalog.overlay((blank,)))
    assert messages(report, "R08") == [
        "f: whether its ports fit cannot be said, because the ports of Node are not known"
    ]
    assert "R08:open:f:node" in keys(report)
    fabric = report.fabrics[0]
    assert (fabric.bisection_gbps, fabric.exact, fabric.complete) == (None, False, False)
    figure = fabric.figure("bisection_gbps")
    assert (figure.low, figure.high) == (0, 128 * 400)
    assert [gap.ref for gap in figure.gaps] == ["node.ports"]


def test_a_filled_rack_of_unknown_nodes_has_a_lower_bound_only() -> None:
    rack = Part.model_validate(
        {"id": "full", "kind": "rack-system", "name": "Full", "ports": (group("compute", 72),)}
    )
    design, catalog = hall(0, 8, 4, rack, node="full")
    design = design.evolve(racks=(Rack(id="k", name="k", part="full", x_mm=0, y_mm=0),
                                  *design.racks))  # fmt: skip
    report = evaluate(design, catalog).fabrics[0]
    assert report.injection_gbps is None
    figure = report.figure("injection_gbps")
    assert (figure.low, figure.high) == (8 * 400, float("inf"))


@pytest.mark.parametrize("template", ["dgx-superpod-h100", "dgx-superpod-gb200"])
@pytest.mark.parametrize("units", ["1", "4", "8"])
def test_reference_designs_are_clean(template: str, units: str) -> None:
    report = evaluate(build(template, {"scalable_units": units}, SHIPPED), SHIPPED)
    rules = {check.rule for check in report.checks if check.severity != "info"}
    assert not rules & {"R03", "R07", "R08", "R09", "R10", "R11"}
    assert all(fabric.unconnected == 0 for fabric in report.fabrics)


def test_a_cable_by_hand_that_connects_nothing_is_a_finding() -> None:
    design, catalog = hall(32, 8, 4)
    laid = (Cable(id="c1", a="n000", b="leaf01"), Cable(id="c2", a="n000", b="gone"))
    report = evaluate(design.evolve(cables=laid), catalog)
    assert sorted(messages(report, "R11")) == [
        "cable c1: n000 has no free port; it connects nothing",
        "cable c2: no fabric has both its ends; it connects nothing",
    ]
    assert {"R11:c1", "R11:c2"} <= keys(report)


def test_only_the_fabrics_that_an_edit_touches_are_measured_again() -> None:
    design = pod(4)
    evaluator = Evaluator(SHIPPED)
    first = evaluator.report(design)
    rack = next(rack.id for rack in design.racks if rack.assembly)
    pdu = Device(id="pdu", name="", part="pdu-415v-60a-3ph", rack=rack, face="zero-u")
    after = evaluator.report(apply(design, Change(put=(("devices", (pdu,)),))))
    assert evaluator._work.made["fabrics"] == 1
    assert evaluator._work.made["fabric reports"] == 1
    same = [a.id for a, b in zip(first.fabrics, after.fabrics, strict=True) if a is b]
    assert same == ["compute", "in-band", "storage"]


def test_a_preview_tells_free_ports_without_measuring() -> None:
    design, catalog = hall(31, 8, 4)
    evaluator = Evaluator(catalog)
    evaluator.report(design)
    measured = evaluator._work.made["fabric reports"]
    node = Device(id="n031", name="", part="node", rack="r03")
    preview = evaluator.preview(1, design, Change(put=(("devices", (node,)),)), ("r03",))
    assert preview.free_leaf_ports == (("f", 8, 0),)
    assert evaluator._work.made["fabric reports"] == measured
    evaluator.report(design.evolve(name="other"))
    assert evaluator._work.made["fabrics"] == 0
    after = evaluator.report(apply(design, Change(put=(("devices", (node,)),))))
    assert after.fabrics[0].bisection_ratio == 1


def test_a_whole_pod_drawn_device_by_device_is_the_same() -> None:
    by_assembly = evaluate(parts.superpod(4), parts.small_catalog()).fabrics[0]
    one_by_one = evaluate(parts.superpod(4, own=True), parts.small_catalog()).fabrics[0]
    # Nodes are called otherwise: by their place in a rack, and by an id of their own.
    losses = tuple(
        loss.model_copy(update={"joins": tuple(end.replace("/", "-") for end in loss.joins)})
        for loss in by_assembly.losses
    )
    assert losses != by_assembly.losses
    assert by_assembly.model_copy(update={"losses": losses}) == one_by_one


def with_spare_and_without() -> tuple[Catalog, tuple[Design, Design, Design]]:
    """Return a whole fabric, the same with a spare leaf, and one that lacks a spine."""
    design, catalog = hall(32, 8, 4)
    spare = Device(id="leaf99", name="", part="switch", rack="s", fabric="f", tier="leaf")
    more = apply(design, Change(put=(("devices", (spare,)),)))
    return catalog, (design, more, apply(design, Change(drop=(("devices", ("spine00",)),))))


def test_a_spare_switch_and_an_undo_leave_a_graph_that_was_measured() -> None:
    catalog, designs = with_spare_and_without()
    graphs = [graph_of(expand_network(design, catalog).fabrics[0]) for design in designs]
    assert graphs[0].digest == graphs[1].digest
    assert graphs[0].digest != graphs[2].digest
    measures = Measures()
    first = measures.carried(graphs[0], 128)
    assert measures.carried(graphs[1], 128) is first
    assert measures.carried(graphs[2], 128).bounds != first.bounds
    assert measures.worst_loss(graphs[1], first) is measures.worst_loss(graphs[0], first)


def test_an_undo_finds_what_was_measured_although_the_last_was_asked_for_twice() -> None:
    catalog, (whole, _, lacking) = with_spare_and_without()
    one, other = (expand_network(design, catalog).fabrics[0] for design in (whole, lacking))
    measures = Measures()
    looked: list[FabricWiring] = []

    def look(wiring: FabricWiring) -> dict[str, object]:
        looked.append(wiring)
        return {}

    for wiring in (one, other, other, one):
        measures.fields(wiring, partial(look, wiring))
    assert [wiring is one for wiring in looked] == [True, False]


def test_graphs_of_one_size_whose_links_differ_are_measured_apart() -> None:
    """Two leaves with two links to each spine carry twice what they do with one."""
    single, double = (graph(*leaf_spine([4, 4], 2, links)) for links in (1, 2))
    measures = Measures()
    assert measures.carried(single, 4).bounds.low == 2
    assert measures.carried(double, 4).bounds.low == 4


def test_a_fabric_without_links_has_no_places() -> None:
    design, catalog = hall(0, 2, 2)
    (wiring,) = expand_network(design, catalog).fabrics
    assert graph_of(wiring).places == 0


def test_measurements_are_kept_from_edit_to_edit_and_give_the_same_report() -> None:
    catalog, (whole, spare, lacking) = with_spare_and_without()
    evaluator = Evaluator(catalog)
    for step in (whole, spare, lacking, whole, lacking, spare):
        assert evaluator.whole(step).fabrics == Evaluator(catalog).whole(step).fabrics


def test_leaves_of_storage_systems_lend_no_port_to_nodes() -> None:
    """2 leaves for nodes, of 32 ports each: 62 links, 2 kept free for the slot of the manager."""
    storage = next(one for one in evaluate(pod(1), SHIPPED).fabrics if one.id == "storage")
    assert (storage.leaf, storage.endpoints, storage.free_leaf_ports) == (3, 62, 0)


def test_a_fabric_without_a_slot_for_its_manager_is_noted() -> None:
    """R04: of 32 nodes a scalable unit has 31 where one slot is the manager's."""
    full, spared = pod(1), pod(1)
    without = tuple(
        one.evolve(reserved_slots=0) if one.id == "compute" else one for one in full.fabrics
    )
    nodes = next(f for f in evaluate(full, SHIPPED).fabrics if f.id == "compute").nodes
    whole = tuple(
        one.evolve(su_nodes=nodes, reserved_slots=0, leaf_policy="rail-per-su")
        if one.id == "compute"
        else one
        for one in without
    )
    found = [
        check
        for check in evaluate(full.evolve(fabrics=whole), SHIPPED).checks
        if check.rule == "R04"
    ]
    assert [(check.key, check.severity) for check in found] == [("R04:compute", "info")]
    assert f"{nodes} nodes fill every slot" in found[0].message
    assert not messages(evaluate(spared, SHIPPED), "R04")
