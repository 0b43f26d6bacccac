"""Published halls, racks and fabrics of many owners against what the program computes.

Case numbers are those of two collections of published figures: F of facilities (power, cooling,
floor, money), A of reference architectures. What follows there from rules that the program does
not have is not here: dragonflies and tori, patch panels, money beyond a price list. Where one
figure comes out of one calculation it is a row of `test_engine_calc`. Where a published figure and
ours differ, the test says which and why.
"""

from math import sqrt

import pytest

from designer.catalog.load import load_shipped
from designer.engine.calc import calculate
from designer.engine.evaluate import evaluate
from designer.engine.report import RackReport, Report
from designer.engine.subjects.fabrics.fabric import FabricRequest, FabricSize, size_fabric
from designer.engine.subjects.floor.structure import tributary_kpa
from designer.model.design import Assembly, Design, PowerNode, Rack, Slot
from designer.planning.templates import build
from tests.helpers import engine_designs as parts

BTU_H_PER_KW = 3412.142
LITRES_PER_GALLON = 3.785412


def calc(subject: str, **given: object) -> dict[str, object]:
    return calculate(subject, {name: str(value) for name, value in given.items()}).results


# subject, arguments, result, expected, relative tolerance, citation
CASES = [
    ("feed", {"volts": 415, "amps": 60, "power_factor": 1}, "kw", 34.501, 1e-4,
     "F V08: NetBox, power.py: round(415 V · 60 A · 0.8 · 1.732) = 34,501 W; √3 is 34,502"),
    ("feed", {"volts": 380, "amps": 32}, "kw", 16.01, 1e-3,
     "F V11: DGX B200 rack, what one circuit of 380 V 32 A leaves of 28.6 kW: it fails"),
    ("feed", {"volts": 415, "amps": 187.4, "derate": 1, "power_factor": 0.98}, "kw", 132, 1e-3,
     "F V34: 132 kW at 415 V and PF 0.98 are 187.4 A"),
    ("facility", {"it_kw": 800, "pue": 1.385}, "facility_kw", 800 + 40 + 12 + 256, 1e-3,
     "F V37: IT 800, UPS 40, PDU 12, cooling 256 kW are PUE 1.385"),
    ("coolant", {"kw": 1, "delta_t_k": 11.2}, "lpm", 1.35, 0.01,
     "F V49: Vertiv's 1.35 L/min per kW is PG25 at 11.2 K"),
    ("coolant", {"kw": 3_840_000 / BTU_H_PER_KW, "delta_t_k": 26 / 1.8, "fluid": "water"}, "lpm",
     295.4 * LITRES_PER_GALLON, 5e-3,
     "F V50: 3.84 MBTU/h, water of 66 to 40 °F, 295.4 gpm by 500 BTU/(h·gpm·°F)"),
    ("ups", {"load_kw": 500, "module_kw": 500, "redundancy": "2N"}, "utilisation_pct", 50, 1e-9,
     "F V29: two units of which one is spare are loaded to half"),
    ("ups", {"load_kw": 300, "module_kw": 100}, "utilisation_pct", 75, 1e-9,
     "F V29: N+1 of three needed units loads each to 75 %"),
    ("ups", {"load_kw": 200, "module_kw": 100}, "utilisation_pct", 66.7, 1e-3,
     "F V29: three to make two, 66.7 %"),
    ("psu", {"count": 48, "rating_kw": 5.5, "feeds": "24+24", "load_kw": 120}, "remaining_kw",
     132, 1e-9, "A V27: GB200 rack, eight shelves of 33 kW in N+N: 132 kW of 264 are usable"),
    ("psu", {"count": 6, "rating_kw": 5.5, "feeds": "6", "lost_feeds": 0, "load_kw": 33},
     "remaining_kw", 33, 1e-9, "A V26: a shelf holds six supplies of 5.5 kW"),
    ("airflow", {"kw": 10.2, "delta_t_k": 29.2 / 1.8}, "cfm", 1105, 0.01,
     "A V41: DGX H100 user guide: 1,105 CFM carry 10.2 kW at 29.2 °F; the 38,557 BTU/h that the "
     "guide prints beside it are 11.3 kW and not that heat"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("subject", "given", "result", "expected", "tolerance", "source"),
    CASES,
    ids=[case[-1].partition(":")[0] for case in CASES],
)
def test_a_published_figure_comes_out_of_a_calculation(
    subject: str,
    given: dict[str, object],
    result: str,
    expected: float,
    tolerance: float,
    source: str,
) -> None:
    assert calc(subject, **given)[result] == pytest.approx(expected, rel=tolerance), source


def test_f_v10_two_circuits_of_a_dgx_b200_rack_have_3_4_kw_to_spare() -> None:
    """NVIDIA's "3.4 kW headroom at 80 % breaker derating" comes with power factor 0.95."""
    circuit = calc("feed", volts=380, amps=32)["kw"]
    assert isinstance(circuit, float)
    assert 2 * circuit - 2 * 14.3 == pytest.approx(3.41, rel=0.02)
    assert circuit < 2 * 14.3  # F V11: with one of them lost the rack fails


def test_f_v14_a_dgx_h100_on_two_feeds_fails_by_its_maker_and_not_by_its_rating() -> None:
    """Published: 3 · 3.3 = 9.9 kW below 10.2 kW fails. That compares output with input.

    A supply is rated at its output: 10.2 kW at the inlets are 9.6 kW there, which three supplies
    give. It fails all the same, because the maker asks for four of six.
    """
    by_rating = calc("psu", feeds="3+3")
    assert (by_rating["remaining_kw"], by_rating["survives"]) == (pytest.approx(9.9), True)
    assert calc("psu", feeds="3+3", efficiency=1)["survives"] is False
    assert calc("psu", feeds="3+3", redundancy="4+2")["survives"] is False
    assert calc("psu", feeds="2+2+2", redundancy="4+2")["survives"] is True


@pytest.mark.parametrize(("feeds", "share"), [(2, 1 / 2), (3, 2 / 3), (4, 3 / 4)])
def test_f_v29_what_alike_feeds_may_carry_when_one_is_lost(feeds: int, share: float) -> None:
    """Share of all feeds' capacity that redundancy leaves: 50, 66.7 and 75 %."""
    rack = one_rack("dgx-h100", 1, feeds, parts.PDU.id)[1]
    limits = {limit.name: limit for limit in rack.limits}
    whole, left = limits["power"].limit, limits["power-feed-lost"].limit
    assert left == pytest.approx(share * (whole or 0))


def one_rack(part: str, nodes: int, feeds: int, pdu: str) -> tuple[Report, RackReport]:
    catalog = load_shipped().overlay([parts.PDU])
    names = "ABCD"[:feeds]
    slots = [Slot(id=f"n{n}", part=part, half_u=2 + 20 * n) for n in range(nodes)]
    slots += [Slot(id=f"p{feed}", part=pdu, face="zero-u", feed=feed) for feed in names]
    design = Design(
        power=tuple(PowerNode(id=feed, capacity_kw=1e6, volts=415.0) for feed in names),
        assemblies=(Assembly(id="a", rack_part="rack-48u", slots=tuple(slots)),),
        racks=(Rack(id="r", name="R", part="rack-48u", x_mm=4000, y_mm=4000, assembly="a"),),
    )
    report = evaluate(design, catalog)
    return report, report.racks[0]


def test_a_v36_a_rack_of_two_dgx_b200() -> None:
    """14.3 kW each: 28.6 kW, the reference architecture says more than 25 kW a rack."""
    rack = one_rack("dgx-b200", 2, 2, parts.PDU.id)[1]
    assert rack.power_max_kw == pytest.approx(28.6)


def test_f_v23_demand_of_32_dgx_h100() -> None:
    """326.4 kW rated, 268.8 at the highest observed (Latif 2025), 233.6 in training (Newkirk)."""
    part = load_shipped().require("dgx-h100")
    demand = (part.power_max_w, part.power_peak_w, part.power_typical_w)
    assert None not in demand
    assert [32 * (watts or 0) / 1000 for watts in demand] == pytest.approx([326.4, 268.8, 233.6])


def test_a_v37_a_rack_of_four_dgx_b300() -> None:
    """Published: about 56 kW, 14 kW each, which is the node of the busbar rack (14.5 kW).

    The node with AC supplies is 15.1 kW by the user guide: 60.4 kW, 8 % above the round figure.
    """
    rack = one_rack("dgx-b300", 4, 2, parts.PDU.id)[1]
    assert rack.power_max_kw == pytest.approx(4 * 15.1)
    assert rack.power_max_kw == pytest.approx(56, rel=0.08)


def test_a_v26_and_a_v27_a_gb200_nvl72_rack() -> None:
    """18 trays, 72 GPUs, 36 CPUs, 9 switch trays of two chips, eight shelves of six supplies."""
    part = load_shipped().require("gb200-nvl72")
    held, psu = part.compute, part.psu
    assert held is not None
    assert psu is not None
    assert (held.compute_trays, part.nodes, part.gpus, held.cpus) == (18, 18, 72, 36)
    assert (held.switch_trays, held.nvlink_switches, held.power_shelves) == (9, 18, 8)
    assert psu.count == 8 * 6
    assert psu.rating_w == 5500
    assert psu.count * psu.rating_w / 1000 == 264
    assert part.power_typical_w == pytest.approx(120_000)
    assert psu.redundancy == "24+24"


def test_a_v28_compute_of_a_gb200_scalable_unit() -> None:
    """Eight racks of about 120 kW are 960 kW of the unit's 1.2 MW."""
    part = load_shipped().require("gb200-nvl72")
    report = evaluate(build("dgx-superpod-gb200", {}, load_shipped()), load_shipped())
    compute = [rack for rack in report.racks if rack.summary == part.name]
    assert len(compute) == 8
    assert sum(rack.power_typical_kw or 0 for rack in compute) == pytest.approx(960)
    assert (report.totals.power_max_kw or 0) < 1200


def test_a_v34_peak_of_127_dgx_h100() -> None:
    """127 × 10.2 kW = 1,295.4 kW in the 32 node racks of the pod of four units."""
    report = evaluate(
        build("dgx-superpod-h100", {"scalable_units": "4"}, load_shipped()), load_shipped()
    )
    racks = [rack for rack in report.racks if "DGX H100" in rack.summary]
    assert len(racks) == 32
    assert sum(rack.power_max_kw or 0 for rack in racks) == pytest.approx(1295.4)


def test_a_v35_a_pod_of_one_scalable_unit() -> None:
    """A public NetBox model: 12 racks, 359.6 kW, 8 leaves, 4 spines.

    It holds 32 nodes and other storage than ours; ours gives one node's place to the fabric
    manager, as Table 4 of the reference architecture does. The sums differ by 0.3 %.
    """
    report = evaluate(
        build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped()), load_shipped()
    )
    assert report.totals.racks == 12
    assert report.totals.power_max_kw == pytest.approx(359.6, rel=0.01)
    compute = next(fabric for fabric in report.fabrics if fabric.purpose == "compute")
    assert (compute.leaf, compute.spine) == (8, 4)


def hpn(hosts: int, **more: float) -> FabricSize:
    """Alibaba HPN 7.0: ToRs of 128 × 400G split into 200G links, one for each NIC and plane."""
    return size_fabric(
        FabricRequest(
            nodes=hosts, rails=8, radix=128, rate_gbps=200, breakout=2, planes=2,
            leaf_policy="rail-per-su", su_nodes=128, oversubscription=128 * 200 / (60 * 400),
            **more,
        )
    )  # fmt: skip


def test_a_v42_a_segment_of_a_dual_plane_network() -> None:
    """SIGCOMM 2024: 128 hosts of 8 NICs of 2 × 200G, 16 ToRs, 60 uplinks of 400G, 1.067 : 1."""
    size = hpn(128)
    assert size.endpoints == 1024  # GPUs, each in both planes
    assert (size.leaf, size.leaf_down) == (16, 128)
    assert size.leaf_up == 2 * 60
    assert size.leaf_spine_cables == 960
    assert 2 * size.node_leaf_cables == 2048  # a cable is a port of 400G, split into two links
    assert size.oversubscription[0] == pytest.approx(1.067, abs=5e-4)


def test_a_v43_a_pod_of_fifteen_segments() -> None:
    """15,360 GPUs, 240 ToRs, 60 aggregation switches in each of two planes, 14,400 links."""
    size = hpn(15 * 128)
    assert size.endpoints == 15_360
    assert (size.tiers, size.leaf, size.spine) == (2, 240, 120)
    assert size.leaf_spine_cables == 14_400
    assert size.spine_down == 120 * 2  # 120 ports of 400G towards ToRs, 8 are left for the core


def test_a_v43_sixty_aggregation_switches_over_a_single_segment() -> None:
    """The design of a pod with one segment built: as many spines where two would carry it."""
    first = hpn(128, spines=60)
    assert (first.spine, first.bundle, first.leaf_spine_cables) == (120, 2, 960)
    assert "60 spines as asked for, 4 would do" in first.explanation


def test_a_v43_two_pods_under_a_core_of_fifteen_to_one() -> None:
    """Aggregation to core 15 : 1: of 128 ports of 400G 120 to ToRs and 8 to the core."""
    size = hpn(30 * 128, spines=60, spine_oversubscription=15, tiers=3)
    assert (size.tiers, size.leaf, size.spine) == (3, 480, 240)
    assert (size.spine_down // 2, size.spine_up // 2) == (120, 8)  # two links of 200G a port
    assert size.oversubscription == (pytest.approx(1.067, abs=5e-4), 15.0)
    assert size.spine_core_cables == 2 * 2 * 60 * 8
    assert size.bisection_upper_gbps == pytest.approx(size.injection_gbps / 2 / 16, rel=0.001)


def test_an_ai_zone_with_more_uplinks_than_downlinks() -> None:
    """Meta, RoCE (SIGCOMM 2024): a rack switch of 16 GPUs, 1 : 1.125, which outlives two spines.

    3,072 GPUs of a zone are 192 racks; 576 × 400G is the largest cluster switch. Published: zone,
    rack and ratio. That a rack's 18 uplinks go to 18 switches follows from the two that may fail.
    """
    size = size_fabric(
        FabricRequest(
            nodes=3072, radix=64, spine_radix=576, rate_gbps=400, leaf_policy="rail-per-rack",
            racks=192, su_nodes=3072, oversubscription=1 / 1.125,
        )
    )  # fmt: skip
    assert (size.leaf, size.leaf_down, size.leaf_up) == (192, 16, 18)
    assert (size.spine, size.bundle) == (18, 1)
    assert size.leaf_up - 2 * size.bundle == size.leaf_down
    assert 1 / size.oversubscription[0] == pytest.approx(1.125)
    assert size.bisection_ratio == 1.0


def test_a_v45_hosts_of_the_24k_clusters() -> None:
    """Meta: 24,576 GPUs are 3,072 hosts of eight."""
    size = size_fabric(FabricRequest(nodes=3072, rails=8, radix=64, rate_gbps=400))
    assert size.endpoints == 24_576


def test_f_v83_a_published_count_of_two_tiers_that_cannot_be() -> None:
    """A spreadsheet gives 384 switches of 64 ports for 8,192 GPUs.

    Two tiers end at 64²/2 = 2,048 endpoints; three tiers take 5·N/64 = 640 switches.
    """
    last = size_fabric(FabricRequest(nodes=2048, radix=64, rate_gbps=400))
    assert (last.tiers, last.max_nodes) == (2, 2048)
    size = size_fabric(FabricRequest(nodes=8192, radix=64, rate_gbps=400))
    assert (size.tiers, size.leaf + size.spine + size.core) == (3, 640)


@pytest.mark.parametrize(
    ("nodes", "edge", "core", "dollars", "watts"),
    [
        (128, 8, 4, 146_000, 2_484),
        (324, 18, 9, 334_260, 5_589),
        (500, 28, 18, 561_480, 9_522),
    ],
)
def test_a_v62_cost_and_power_of_fat_trees_of_36_port_switches(
    nodes: int, edge: int, core: int, dollars: int, watts: int
) -> None:
    """Cluster Design Tools: a switch of $10,460 and 207 W, a cable of $80.

    Their rule spreads nodes evenly. With leaves kept dense for growth, which is our default, 128
    nodes need five spines: a leaf has 18 uplinks then, four to a spine.
    """
    even = size_fabric(FabricRequest(nodes=nodes, radix=36, rate_gbps=40, expandable=False))
    assert (even.leaf, even.spine) == (edge, core)
    switches = even.leaf + even.spine
    cables = even.node_leaf_cables + even.leaf_spine_cables
    assert 10_460 * switches + 80 * cables == dollars
    assert 207 * switches == watts
    dense = size_fabric(FabricRequest(nodes=nodes, radix=36, rate_gbps=40))
    assert dense.spine == (5 if nodes == 128 else core)


def test_a_v68_and_f_v83_no_fabric_beyond_its_ceiling_without_another_tier() -> None:
    """8 SU of H100 and 18 SU of XDR are the last rows of two tiers."""
    for radix, ceiling in ((64, 2048), (144, 10_368)):
        refused = {"nodes": ceiling + 1, "radix": radix, "rate_gbps": 400, "max_tiers": 2}
        with pytest.raises(ValueError, match="2 allowed"):
            calc("fabric", **refused)


def test_f_v80_price_of_nodes_and_switches_of_128_nodes() -> None:
    """A public spreadsheet: 128 nodes of $310,000, 48 switches of $36,000: $50,429,440 in all.

    Its cables ($20,480 a node) and building ($50,000 a node) are outside our sum's scope.
    """
    cost = evaluate(parts.superpod(4), parts.small_catalog()).cost
    lines = {line.category: line.amount for line in cost.by_category}
    assert lines["nodes"] == 128 * 310_000
    published = 50_429_440 - 128 * (20_480 + 50_000)
    switches = published - 128 * 310_000
    assert switches == 48 * 36_000
    network = next(line for line in cost.by_category if line.category == "network")
    assert network.figure("amount").low == switches


def test_f_v65_floor_of_a_rack_in_back_to_back_rows() -> None:
    """Rows of 1.2 m deep racks, 1.2 m cold and 1.0 m hot aisle: 4.6 m a pair, 1.38 m² a rack."""
    area = 9.80665 / tributary_kpa(1000, 600, 1200, 1200, 1000)
    assert area == pytest.approx(1.38)
    assert 2 * area / 0.6 == pytest.approx(4.6)


def test_f_v70_optics_of_a_switch() -> None:
    """SN5610: 2.08 kW with 64 modules, 0.9 kW without: 18.4 W a module, data sheets say 16–17 W."""
    part = load_shipped().require("sn5610")
    assert part.power_max_w is not None
    assert part.power_passive_w is not None
    each = (part.power_max_w - part.power_passive_w) / part.ports[0].count
    assert each == pytest.approx(18.4, rel=0.01)


def test_a_v65_frame_of_an_open_rack() -> None:
    """Open Rack V3, Meta's frame: 44 OU, 600 × 1,098 × 2,286 mm, 1,400 kg."""
    part = load_shipped().require("rack-orv3")
    assert (part.width_mm, part.depth_mm, part.height_mm) == (600, 1098, 2286)
    assert part.rack is not None
    assert part.rack.static_kg == 1400


def test_f_v06_and_f_v07_iec_plugs_without_a_blanket_derate() -> None:
    """√3 · 400 V · 63 A."""
    assert calc("feed", volts=400, amps=63, derate=1)["kva"] == pytest.approx(sqrt(3) * 25.2)
