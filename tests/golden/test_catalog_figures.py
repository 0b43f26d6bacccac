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
    survey = part("weka").storage
    assert math.ceil(100 / (survey.read_gb_s / survey.scope_units)) == 13


def test_weka_node_of_today():
    """71 and 32 GB/s of two ports of 400 Gb/s (WEKApod Nitro WPS155), 8 in the survey beside."""
    node = part("weka-node")
    assert (node.storage.read_gb_s, node.storage.write_gb_s) == (568 / 8, 256 / 8)
    line = sum(p.count * p.rate_gbps for p in node.ports if p.purpose == "storage") / 8
    assert node.storage.read_gb_s < line
    assert "8 GB/s" in node.source_of("storage.read_gb_s").other


def test_aff_a90_pair():
    """552 GB/s of 12 pairs; 10,948 BTU/h (NetApp AIPod sizing; key specifications of AFF A90)."""
    pair = part("netapp-aff-a90")
    assert (pair.storage.read_gb_s, pair.storage.scope_units) == (552 / 12, 2)
    assert pair.power_max_w == round(10_948 * 0.29307)
    assert pair.power_typical_w == round(8_304 * 0.29307)
    assert "10 GB/s" in pair.source_of("storage.read_gb_s").other


def test_gb200_heat_split():
    """115 kW to liquid and 17 kW to air of 132 kW (NVIDIA GB200 NVL72 by HPE QuickSpecs)."""
    rack = part("gb200-nvl72")
    assert rack.power_max_w == 115_000 + 17_000
    assert rack.liquid_fraction == pytest.approx(115 / 132, abs=0.005)


def test_row_cdu_carries_a_scalable_unit():
    """One in-row CDU of 1.3 MW serves up to 8 NVL72 racks (HPE QuickSpecs)."""
    rack, cdu = part("gb200-nvl72"), part("cdu-row").cooling
    liquid_kw = 8 * rack.power_max_w / 1000 * rack.liquid_fraction
    assert cdu.capacity_kw == 1300
    assert liquid_kw <= cdu.capacity_kw
    assert liquid_kw * 1.5 <= cdu.flow_lpm  # OCP: 1.5 L/min a kW


def test_qm9700_typical_with_optics():
    """747 W with passive cables (QM97x0 manual) and 32 twin-port modules of 16 W (LinkX guide)."""
    switch, module = part("qm9700"), part("xcvr-osfp-2x400g-mmf")
    cages = next(p for p in switch.ports if p.purpose == "fabric").cages
    assert module.power_typical_w == 16
    assert switch.power_typical_w == switch.power_passive_w + cages * module.power_typical_w


def test_ai400x2_power_and_heat():
    """2.2 kW and 7.4 kBTU/h an appliance, 90 and 65 GB/s (DDN AI400X2 documentation)."""
    ddn = part("ddn-es400nvx2")
    assert ddn.power_max_w / 1000 * 3.412 == pytest.approx(7.4, rel=0.02)
    assert (ddn.storage.read_gb_s, ddn.storage.write_gb_s) == (90, 65)


def test_weka_node_power():
    """About 6.4 kW for 8 nodes (WEKA WPS155); no maximum printed, up to 1,000 W a node met."""
    weka = part("weka-node")
    assert 8 * weka.power_typical_w == 6400
    assert weka.power_max_w >= 1000


def test_pdu_outlets():
    """18 × C19, 6 × C13 (Raritan PX3-5878I2R-P1Q1R1A5D5); 30 × C13, 12 × C19 (APC AP8888)."""
    found = {p: part(p).pdu for p in ("pdu-415v-60a-3ph", "pdu-400v-32a-3ph")}
    assert [(pdu.outlets_c13, pdu.outlets_c19) for pdu in found.values()] == [(6, 18), (30, 12)]
    assert part("pdu-400v-32a-3ph").mass_kg == pytest.approx(30.97 * 0.45359, abs=0.01)


def test_dgx_a100_supplies():
    """Six supplies of 3 kW, half of them spare, for 6.5 kW (DGX A100 guide, May 2020)."""
    dgx = part("dgx-a100")
    assert (dgx.psu.count, dgx.psu.rating_w, dgx.psu.redundancy) == (6, 3000, "3+3")
    assert 3 * dgx.psu.rating_w >= dgx.power_max_w
