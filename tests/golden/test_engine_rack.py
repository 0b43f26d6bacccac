"""Published racks that the evaluation of a whole design must give."""

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.report import RackReport, Report
from designer.model.design import Assembly, Design, Rack, Room, Site, Slot
from tests.helpers import engine_designs as parts


def one_rack(
    *slots: Slot, rack: str = parts.RACK.id, site: Site | None = None, **room: object
) -> tuple[Report, RackReport]:
    assembly = Assembly(id="a", rack_part=rack, slots=tuple(sorted(slots, key=lambda s: s.id)))
    design = Design(
        site=site or Site(),
        room=Room(**room),  # type: ignore[arg-type]  # fields by name
        power=parts.FEEDS,
        assemblies=(assembly,),
        racks=(Rack(id="r", name="R", part=rack, x_mm=4000, y_mm=4000, assembly="a"),),
    )
    report = evaluate(design, parts.small_catalog())
    return report, report.racks[0]


def dgx(nodes: int, feeds: int, pdu: str = parts.PDU.id) -> list[Slot]:
    positions = (6, 22, 44, 60)
    slots = [Slot(id=f"n{n}", part="dgx-h100", half_u=positions[n]) for n in range(nodes)]
    return slots + parts.pdus(feeds, pdu)


def keys(report: Report) -> set[str]:
    return {check.key for check in report.checks}


def test_v29_four_dgx_h100_on_three_feeds() -> None:
    """RA-11333-001: over 40 kW a rack; 20.4 kW on each feed with one of three lost: passes."""
    report, rack = one_rack(*dgx(4, 3))
    assert rack.power_max_kw == pytest.approx(40.8)
    assert [feed.load_kw for feed in rack.feeds] == pytest.approx([13.6] * 3)
    assert [feed.load_after_loss_kw for feed in rack.feeds] == pytest.approx([20.4] * 3)
    assert not {key for key in keys(report) if key.startswith("P")}


def test_v23_rated_observed_and_training_power_of_32_dgx_h100() -> None:
    """326.4, 268.8 and 233.6 kW: Latif et al. 2025 (8.4 kW); Newkirk et al. (7.3 kW)."""
    design = parts.superpod(1).evolve(devices=())
    totals = evaluate(design, parts.small_catalog()).totals
    found = (totals.power_max_kw, totals.power_peak_kw, totals.power_typical_kw)
    assert found == pytest.approx((326.4, 268.8, 233.6))
    assert (totals.nodes, totals.gpus) == (32, 256)


def test_v30_a_nameplate_is_not_derated_again_and_a_plug_rating_is_once() -> None:
    """NVIDIA's 32.8 kW of a 415 V 60 A rack PDU needs 80 % once and power factor 0.95."""
    for pdu in (parts.PDU.id, parts.PDU_BARE.id):
        _, rack = one_rack(*dgx(1, 1, pdu))
        assert rack.feeds[0].capacity_kw == pytest.approx(32.8, rel=2e-3)


def test_v06_an_iec_plug_is_not_derated() -> None:
    """√3 · 400 V · 32 A = 22.17 kVA, times power factor 0.95."""
    _, rack = one_rack(*dgx(1, 2, parts.PDU_IEC.id))
    assert rack.feeds[0].capacity_kw == pytest.approx(22.17 * 0.95, rel=1e-3)


def test_v14_a_dgx_h100_on_two_feeds_does_not_survive_the_loss_of_one() -> None:
    """DGX H100 user guide: six 3.3 kW supplies, 4+2; 3 × 3.3 = 9.9 kW below 10.2 kW."""
    report, rack = one_rack(*dgx(1, 2))
    limit = next(limit for limit in rack.limits if limit.name == "psu-feed-lost")
    assert (limit.limit, limit.state) == (pytest.approx(9.9), "error")
    assert "P03:dgx-h100:3+3" in keys(report)


def test_v15_on_three_feeds_it_does() -> None:
    """2+2+2: four supplies of 3.3 kW are left, 13.2 kW."""
    _, rack = one_rack(*dgx(1, 3))
    limit = next(limit for limit in rack.limits if limit.name == "psu-feed-lost")
    assert (limit.limit, limit.state) == (pytest.approx(13.2), "ok")


def test_v41_stated_airflow_is_used_where_there_is_one() -> None:
    """DGX H100: 1,105 CFM at 80 % fan speed, 1,877 m³/h."""
    _, rack = one_rack(*dgx(2, 3))
    assert rack.airflow_m3h == pytest.approx(2 * 1877)


def test_v61_an_nvl72_on_its_own_footprint_and_on_its_share_of_the_floor() -> None:
    """1,360 kg on 0.600 × 1.068 m is 20.8 kPa; aisles of 1.2 m before and behind spread it."""
    design = Design(
        room=Room(floor_limit_kpa=12),
        racks=(Rack(id="n", name="N", part="gb200-nvl72", x_mm=4000, y_mm=4000),),
    )
    report = evaluate(design, parts.small_catalog())
    rack = report.racks[0]
    assert rack.floor_load_kpa == pytest.approx(1360 * 9.80665 / (0.6 * 2.268) / 1000)
    assert (report.totals.nodes, report.totals.gpus) == (18, 72)
    assert rack.cooling_method == "direct-to-chip"
    assert rack.liquid_kw == pytest.approx(0.87 * 132)
    assert rack.coolant_lpm == pytest.approx(1.508 * 0.87 * 132, rel=1e-3)
    assert "C05:no-cdu" in keys(report)


def test_v64_mass_of_four_dgx_in_a_rack() -> None:
    """4 × 130.45 + rack 150 + 3 rack PDUs of 15 = 716.8 kg; V64 adds 20 kg of cables."""
    _, rack = one_rack(*dgx(4, 3))
    assert rack.weight_kg == pytest.approx(736.8 - 20)


def test_v74_energy_of_a_year() -> None:
    """1 MW · 8,760 h · $0.10 = $876,000, here by the 7.3 kW of one node at PUE 1."""
    site = Site(pue=1.0, electricity_price=0.10)
    report, _ = one_rack(*dgx(1, 3), site=site)
    assert report.cost.opex_per_year == pytest.approx(876_000 * 7.3 / 1000)
    assert report.cost.energy_mwh_per_year == pytest.approx(8.760 * 7.3)


def test_a_whole_pod_of_four_units_has_the_published_fabric() -> None:
    """DGX SuperPOD B200 RA: 128 nodes, 32 leaf, 16 spine, 1,024 + 1,024 cables."""
    report = evaluate(parts.superpod(4), parts.small_catalog())
    fabric = report.fabrics[0]
    assert (fabric.leaf, fabric.spine, fabric.core) == (32, 16, 0)
    assert (fabric.placed_leaf, fabric.placed_spine) == (32, 16)
    assert (fabric.node_leaf_cables, fabric.leaf_spine_cables) == (1024, 1024)
    assert (fabric.injection_gbps, fabric.bisection_gbps) == (409_600, 204_800)
    assert not {key for key in keys(report) if key.startswith("R07")}
