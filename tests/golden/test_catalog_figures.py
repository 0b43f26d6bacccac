"""Figures of the catalogue against what their sources print."""

import math

import pytest

from designer.catalog.load import load_shipped

CFM_TO_M3H = 1.699


def part(part_id: str):
    return load_shipped().require(part_id)


def test_dgx_h100_heat_and_air():
    """10.2 kW is 34,804 BTU/h; 1,105 CFM at 80 % fans (DGX H100/H200 User Guide)."""
    dgx = part("dgx-h100")
    assert dgx.power_max_w / 1000 * 3412 == pytest.approx(34_804, rel=1e-3)
    assert dgx.airflow_m3h == pytest.approx(1105 * CFM_TO_M3H, rel=1e-3)


def test_dgx_h100_needs_three_feeds():
    """4+2 supplies of 3.3 kW: 3+3 leaves 9.9 kW, 2+2+2 leaves 13.2 kW for 10.2 kW."""
    dgx = part("dgx-h100")
    assert dgx.psu.redundancy == "4+2"
    assert 3 * dgx.psu.rating_w < dgx.power_max_w <= 4 * dgx.psu.rating_w


def test_dgx_b200_supplies():
    """6 × 3.3 kW, 5+1, 14.3 kW (DGX B200 User Guide)."""
    dgx = part("dgx-b200")
    assert dgx.psu.redundancy == "5+1"
    assert dgx.power_max_w == 14_300
    assert 4 * dgx.psu.rating_w < dgx.power_max_w


def test_pdu_nameplates():
    """415 V 60 A at 80 %: 34.5 kVA (Raritan PX3-5878I2R); 400 V 32 A: 22.17, 63 A: 43.65 kVA."""
    us = part("pdu-415v-60a-3ph").pdu
    assert us.rated_kva == pytest.approx(math.sqrt(3) * us.volts * us.amps * 0.8 / 1000, rel=1e-3)
    for part_id, kva in (("pdu-400v-32a-3ph", 22.17), ("pdu-400v-63a-3ph", 43.648)):
        pdu = part(part_id).pdu
        assert pdu.rated_kva is None
        assert math.sqrt(3) * pdu.volts * pdu.amps / 1000 == pytest.approx(kva, rel=1e-3)


def test_gb200_rack():
    """18 trays, 72 GPUs, 8 shelves of 6 × 5.5 kW = 33 kW (GB200 RA; BCM power shelf guide)."""
    rack = part("gb200-nvl72")
    assert (rack.nodes, rack.gpus) == (18, 72)
    assert rack.psu.count * rack.psu.rating_w / 1000 == 8 * 33
    compute = next(p for p in rack.ports if p.purpose == "compute")
    assert compute.count == 18 * 4


def test_switch_radix():
    """QM9700 64 × 400G in 32 cages, 747 W passive and 1,720 W active; Q3400 144 × 800G."""
    qm9700 = part("qm9700")
    fabric = next(p for p in qm9700.ports if p.purpose == "fabric")
    assert (fabric.count, fabric.cages, fabric.rate_gbps) == (64, 32, 400)
    assert (qm9700.power_passive_w, qm9700.power_max_w) == (747, 1720)
    q3400 = next(p for p in part("q3400-ra").ports if p.purpose == "fabric")
    assert (q3400.count, q3400.rate_gbps) == (144, 800)


def test_published_prices():
    """Node default 320,000 USD in a band of 300,000–500,000; NVL72 3.0 M in 2.0–3.6 M (2026)."""
    price = load_shipped().price("dgx-h100")
    assert (price.amount_cents, price.low_cents, price.high_cents) == (
        320_000_00,
        300_000_00,
        500_000_00,
    )
    rack = load_shipped().price("gb200-nvl72")
    assert (rack.low_cents, rack.amount_cents, rack.high_cents) == (
        2_000_000_00,
        3_000_000_00,
        3_600_000_00,
    )


def test_weka_survey():
    """80 GB/s for 10 WEKA nodes: 13 nodes for 100 GB/s (survey of AI storage, 2026)."""
    assert math.ceil(100 / part("weka-node").storage.read_gb_s) == 13
