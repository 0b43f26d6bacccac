"""Power of switches as cabled: passive power and modules by the cage, live as racks move.

What limits are held to stays the maximum of the switch, whatever cables it has.
"""

from math import inf

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.cabled_power import cabled_kw
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.preview import AS_CABLED, IT_POWER
from designer.engine.report import RackReport, Report
from designer.engine.subjects.cables.writing import written
from designer.engine.together_report import LossAsked
from designer.model.change import diff
from designer.model.design import Design, Device, PowerNode, Site, Tray
from designer.planning.templates import build
from tests.helpers.cable_halls import NODE, RACK, SWITCH, hall, leaf, node
from tests.unit.test_engine_cable_media import COPPER, CORD, FAR, GLASS, LINE, NEAR

PARTS = load_shipped()
NAMED = SWITCH.evolve(power_max_w=300, power_passive_w=100, power_typical_w=200)
BUSY = NODE.evolve(power_max_w=1000, power_typical_w=800, power_idle_w=200, power_peak_w=900)
CABLED = Site()
AT_MOST = Site(switch_power="maximum")
"""What a site that says nothing counts with, and the other choice."""
COPPER_W, GLASS_W = 1.0, 4.0
AS_DRAWN = "power_cabled_kw"


def catalog(*more: Part, switch: Part = NAMED) -> Catalog:
    return Catalog((RACK, BUSY, switch, COPPER, GLASS, CORD, *more))


def design(
    racks: tuple[object, ...], trays: tuple[Tray, ...] = (LINE,), **fields: object
) -> Design:
    held = (node("n", "a", 38), leaf("leaf", "b", 38))
    return hall(racks, held, trays, **{"site": CABLED, **fields})


def rack(report: Report, key: str = "b") -> RackReport:
    return next(one for one in report.racks if one.id == key)


def watts(found: Report, name: str = AS_DRAWN) -> tuple[float, float | None, float]:
    figure = cabled_kw(rack(found)) if name == AS_DRAWN else rack(found).figure(name)
    value = None if figure.value is None else round(figure.value * 1000, 6)
    return round(figure.low * 1000, 6), value, round(figure.high * 1000, 6)


def test_a_switch_draws_its_passive_power_and_its_modules() -> None:
    near = evaluate(design(NEAR), catalog())
    assert watts(near) == (100 + COPPER_W,) * 3
    far = evaluate(design(FAR), catalog())
    assert watts(far) == (100 + GLASS_W,) * 3


def test_at_its_maximum_the_modules_do_not_matter() -> None:
    for racks in (NEAR, FAR):
        found = evaluate(design(racks, site=AT_MOST), catalog())
        assert watts(found) == watts(found, "power_max_kw") == (300, 300, 300)
        assert watts(found, "power_typical_kw") == (200, 200, 200)


def test_what_a_site_does_not_say_is_as_cabled() -> None:
    assert Site().switch_power == "as-cabled"


def test_limits_are_held_to_the_maximum_whatever_the_cables() -> None:
    """What makers print with passive cables is typical: no breaker may rest on it."""
    made = [
        evaluate(design(racks, site=site), catalog())
        for racks in (NEAR, FAR)
        for site in (CABLED, AT_MOST)
    ]
    for found in made:
        assert watts(found, "power_max_kw") == (300, 300, 300)
        assert watts(found, "power_edp_kw") == (300, 300, 300)
        assert rack(found).air_kw == rack(made[0]).air_kw
        assert rack(found).limits == rack(made[0]).limits
        assert found.totals.heat_kw == found.totals.power_max_kw == pytest.approx(1.3)


def test_a_maximum_that_nobody_states_is_at_least_what_it_draws_as_cabled() -> None:
    silent = NAMED.evolve(power_max_w=None, power_typical_w=None)
    found = evaluate(design(FAR), catalog(switch=silent))
    assert watts(found, "power_max_kw") == (100 + GLASS_W, None, inf)
    assert watts(found) == (100 + GLASS_W,) * 3


def test_typical_power_and_energy_follow() -> None:
    site = CABLED.evolve(pue=1.25)
    near, far = (evaluate(design(racks, site=site), catalog()) for racks in (NEAR, FAR))
    assert watts(near, "power_typical_kw") == (100 + COPPER_W,) * 3
    usual = far.totals.figure("power_typical_kw")
    assert usual.value == pytest.approx(0.9 + GLASS_W / 1000)
    by = [one.cost.figure("energy_mwh_per_year").value for one in (near, far)]
    assert by[0] is not None
    assert by[1] is not None
    assert by[1] - by[0] == pytest.approx((GLASS_W - COPPER_W) / 1e6 * 8760 * 1.25)


def test_a_module_without_a_typical_power_draws_at_most_its_highest() -> None:
    found = evaluate(design(FAR), catalog())
    assert watts(found, "power_typical_kw") == (100, 104, 104)
    rested = GLASS.evolve(power_typical_w=3)
    parts = Catalog((RACK, BUSY, NAMED, COPPER, rested, CORD))
    assert watts(evaluate(design(FAR), parts), "power_typical_kw") == (103, 103, 103)
    assert watts(evaluate(design(FAR), parts)) == (104, 104, 104)


def test_a_way_without_trays_leaves_it_open_up_to_the_maximum() -> None:
    found = evaluate(design(FAR, ()), catalog())
    assert watts(found) == (100, 104, 300)
    silent = evaluate(design(FAR, (), site=CABLED.evolve(estimates=False)), catalog())
    assert watts(silent) == (100, None, 300)


def test_modules_of_no_known_power_leave_it_open() -> None:
    dark = GLASS.evolve(power_max_w=None)
    parts = Catalog((RACK, BUSY, NAMED, COPPER, dark, CORD))
    found = evaluate(design(FAR), parts)
    for name in (AS_DRAWN, "power_typical_kw"):
        assert watts(found, name) == (100, None, 300)
    assert found.totals.figure("power_typical_kw").value is None


def test_it_never_draws_more_than_its_maximum() -> None:
    hot = GLASS.evolve(power_max_w=500)
    parts = Catalog((RACK, BUSY, NAMED, COPPER, hot, CORD))
    assert watts(evaluate(design(FAR), parts)) == (300, 300, 300)


def test_a_switch_of_no_stated_passive_power_stays_as_it_is() -> None:
    plain = catalog(switch=NAMED.evolve(power_passive_w=None))
    found = evaluate(design(FAR), plain)
    assert watts(found) == (300, 300, 300)
    assert watts(found, "power_typical_kw") == (200, 200, 200)


def test_of_switches_that_are_alike_one_without_cables_has_no_modules() -> None:
    spare = leaf("spare", "b", 30).evolve(fabric="", tier="")
    made = design(FAR).evolve(devices=(leaf("leaf", "b", 38), node("n", "a", 38), spare))
    found = evaluate(made, catalog())
    assert watts(found) == (204, 204, 204), "the mean of both, twice"


def test_moving_a_rack_changes_its_power_at_once_and_as_if_made_anew() -> None:
    engine = Evaluator(catalog())
    near = engine.report(design(NEAR))
    far = engine.report(design(FAR))
    assert (watts(near)[1], watts(far)[1]) == (101, 104)
    assert far.totals.power_cabled_kw == pytest.approx(1.104)
    assert far.totals.power_max_kw == pytest.approx(1.3)
    again = evaluate(design(FAR), catalog())
    assert [rack(far), far.totals, far.cables] == [rack(again), again.totals, again.cables]
    back = engine.report(design(NEAR))
    assert rack(back) == rack(near)
    assert back.totals == near.totals


def test_a_drag_tells_what_the_cables_of_the_rack_would_change() -> None:
    engine, near, far = Evaluator(catalog()), design(NEAR), design(FAR)
    engine.report(near)
    told = engine.preview(1, near, diff(near, far), ("b",))
    (moved,) = told.racks
    assert moved.before is not None
    assert moved.after is not None
    more = moved.after.figure("power_cabled_kw").minus(moved.before.figure("power_cabled_kw"))
    assert more.value == pytest.approx((GLASS_W - COPPER_W) / 1000)
    assert moved.after.power_max_kw == moved.before.power_max_kw
    sums = {one.what: one for one in told.changes}
    assert IT_POWER not in sums
    both = sums[AS_CABLED].before, sums[AS_CABLED].after
    assert both == (pytest.approx(1.101), pytest.approx(1.104))


def test_what_is_left_after_a_loss_is_computed_with_the_same_power() -> None:
    pdus = tuple(
        Device(id=f"pdu-{r}", name=f"pdu-{r}", part="pdu", rack=r, face="zero-u", feed="A")
        for r in ("a", "b")
    )
    pdu = next(part for part in PARTS.parts if part.pdu is not None).evolve(id="pdu")
    made = design(FAR, power=(PowerNode(id="A", capacity_kw=10), PowerNode(id="B", capacity_kw=10)))
    made = made.evolve(devices=tuple(sorted((*made.devices, *pdus), key=lambda d: d.id)))
    psu = {"count": 1, "rating_w": 2000, "redundancy": "", "inlet": "C14"}
    switch = Part.model_validate({**NAMED.model_dump(), "psu": psu})
    engine = Evaluator(Catalog((RACK, BUSY, switch, COPPER, GLASS, CORD, pdu)))
    report = engine.report(made)
    assert not report.not_computed
    assert watts(report)[1] == 104
    lost = engine.together(1, made, LossAsked(upstream=("B",)))
    assert {r.id for r in lost.racks} <= {"a", "b"}


def test_a_qm9700_has_one_module_for_two_links() -> None:
    """747 W with passive cables and 32 twin modules of 17 W at most: 1,291 W in use of 1,720 W."""
    pod = build("dgx-superpod-h100", {"scalable_units": "4"}, PARTS)
    places = [(r.x_mm, r.y_mm) for r in pod.racks if r.row]
    left, right = min(x for x, _ in places) - 600, max(x for x, _ in places) + 1200
    lines = sorted({y + 600 for _, y in places})
    trays = [
        Tray(id=f"t{n}", corners=((left, y), (right, y)), height_mm=2800)
        for n, y in enumerate(lines)
    ]
    trays.append(Tray(id="x", corners=((left, lines[0]), (left, lines[-1])), height_mm=2800))
    found = evaluate(pod.evolve(trays=tuple(trays)), PARTS)
    assert not found.not_computed
    switches = [r for r in found.racks if r.summary == "16 × QM9700"]
    assert switches
    assert switches[0].power_cabled_kw == pytest.approx(16 * (747 + 32 * 17) / 1000)
    assert switches[0].power_max_kw == 27.52
    assert found.totals.figure("power_cabled_kw").exact
    drawn = sum(cabled_kw(r).value or 0 for r in found.racks)
    assert found.totals.power_cabled_kw == pytest.approx(drawn)
    rows = sum(cabled_kw(row).value or 0 for row in found.rows)
    assert rows == pytest.approx(sum(cabled_kw(r).value or 0 for r in found.racks if r.row))


@pytest.mark.parametrize("site", [CABLED, AT_MOST], ids=["as cabled", "maximum"])
def test_what_switches_draw_as_cabled_is_told_whatever_the_site_counts_with(site: Site) -> None:
    engine = Evaluator(catalog())
    near, far = (engine.report(design(racks, site=site)) for racks in (NEAR, FAR))
    for found, modules_w in ((near, COPPER_W), (far, GLASS_W)):
        (told,) = found.cables.switches
        assert (told.rack, told.number) == ("b", 1)
        assert told.cabled_kw == pytest.approx((100 + modules_w) / 1000)
        assert told.most_kw == pytest.approx(0.3)
        drawn = told.cabled_kw if site is CABLED else 0.3
        assert cabled_kw(rack(found)).value == pytest.approx(drawn)
    assert near.cables.switches == evaluate(design(NEAR, site=site), catalog()).cables.switches


def test_a_reference_rack_of_switches_says_what_they_draw() -> None:
    report = evaluate(build("dgx-superpod-h100", {"scalable_units": "1"}, PARTS), PARTS)
    told = {one.rack: one for one in report.cables.switches}
    assert told["B05"].number == 12
    assert told["B05"].words == "11.2 kW of 20.6 kW at most"
    table = next(part.table for part in written(report) if part.title == "Switches as cabled")
    assert table is not None
    assert ("B05", "12", "11.2 kW", "20.6 kW") in table.rows


def test_ways_that_nobody_draws_leave_it_open() -> None:
    (told,) = evaluate(design(FAR, (), site=AT_MOST), catalog()).cables.switches
    figure = told.figure("cabled_kw")
    assert (figure.low, figure.high) == (pytest.approx(0.1), pytest.approx(0.3))
    assert figure.gaps[0].ref == "modules of cables"
