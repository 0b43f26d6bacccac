"""Power of a QM9700 as cabled against its published figures: what a moved rack changes.

NVIDIA's QM9700 sheet: 747 W typical with passive cables, 1,720 W at most with active ones. The
LinkX guide prints 16 W typical and 17 W at most for its twin-port modules.
"""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.report import RackReport, Report
from designer.model.change import diff
from designer.model.design import Cable, Design, Device, Fabric, Tray
from tests.helpers.cable_halls import STATED, at

PARTS = load_shipped()
LINKS = 64
CAGES = LINKS // 2
COPPER_W, USUAL_W, MODULE_W = 0.1, 16, 17
NEAR, FAR = 1600, 21_000


def two_switches(other_mm: int) -> Design:
    """Return two QM9700 in racks, all 64 ports of one cabled to the other."""
    racks = tuple(
        one.evolve(part="rack-42u") for one in (at("a", 1000, 1000), at("b", other_mm, 1000))
    )
    devices = tuple(
        Device(id=key, name=key, part="qm9700", rack=rack, half_u=80, fabric="ib", tier=tier)
        for key, rack, tier in (("leaf", "a", "leaf"), ("spine", "b", "spine"))
    )
    cables = tuple(Cable(id=f"c{n:02}", a="leaf", b="spine", fabric="ib") for n in range(LINKS))
    fabric = Fabric(
        id="ib", name="IB", kind="infiniband", nodes=(), rate_gbps=400, switch="qm9700", tiers=2
    )
    tray = Tray(id="t", name="Main", corners=((0, 1000), (70_000, 1000)), height_mm=2300)
    return Design(
        racks=racks, devices=devices, fabrics=(fabric,), cables=cables, trays=(tray,), room=STATED
    )


def rack(report: Report) -> RackReport:
    return next(one for one in report.racks if one.id == "b")


def test_with_passive_copper_it_draws_747_w_and_what_reads_the_plugs() -> None:
    report = evaluate(two_switches(NEAR), PARTS)
    assert report.cables.by_medium == (("DAC", LINKS),)
    assert rack(report).power_typical_kw == pytest.approx((747 + CAGES * COPPER_W) / 1000)


def test_with_a_module_in_every_cage_it_draws_1259_w_typically() -> None:
    report = evaluate(two_switches(FAR), PARTS)
    assert report.cables.by_medium == (("MMF", LINKS),)
    assert rack(report).power_typical_kw == pytest.approx(1.259)
    assert PARTS.require("qm9700").power_typical_w == 1259
    assert rack(report).power_cabled_kw == pytest.approx((747 + CAGES * MODULE_W) / 1000)


def test_a_moved_rack_changes_by_the_watts_of_its_modules_in_report_and_drag() -> None:
    near, far = two_switches(NEAR), two_switches(FAR)
    engine = Evaluator(PARTS)
    before = engine.report(near)
    (told,) = engine.preview(1, near, diff(near, far), ("b",)).racks
    after = engine.report(far)
    assert (told.before, told.after) == (rack(before), rack(after))
    for name, module_w in (("power_cabled_kw", MODULE_W), ("power_typical_kw", USUAL_W)):
        more = rack(after).figure(name).minus(rack(before).figure(name))
        assert more.exact
        assert more.value == pytest.approx(CAGES * (module_w - COPPER_W) / 1000)


@pytest.mark.parametrize("other_mm", [NEAR, FAR])
def test_what_breakers_and_cooling_are_held_to_stays_1720_w(other_mm: int) -> None:
    report = evaluate(two_switches(other_mm), PARTS)
    assert rack(report).power_max_kw == 1.72
    (cooling,) = rack(report).limits_of("cooling")
    assert cooling.used == 1.72
