"""Power of switches as cabled: passive power and modules by the cage, live as racks move."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.report import RackReport, Report
from designer.engine.subjects.cables.writing import written
from designer.engine.together_report import LossAsked
from designer.model.design import Design, Device, PowerNode, Site, Tray
from designer.planning.templates import build
from tests.helpers.cable_halls import NODE, RACK, SWITCH, hall, leaf, node
from tests.unit.test_engine_cable_media import COPPER, CORD, FAR, GLASS, LINE, NEAR

PARTS = load_shipped()
NAMED = SWITCH.evolve(power_max_w=300, power_passive_w=100, power_typical_w=200)
BUSY = NODE.evolve(power_max_w=1000, power_typical_w=800, power_idle_w=200, power_peak_w=900)
CABLED = Site(switch_power="as-cabled")
COPPER_W, GLASS_W = 1.0, 4.0


def catalog(*more: Part, switch: Part = NAMED) -> Catalog:
    return Catalog((RACK, BUSY, switch, COPPER, GLASS, CORD, *more))


def design(
    racks: tuple[object, ...], trays: tuple[Tray, ...] = (LINE,), **fields: object
) -> Design:
    held = (node("n", "a", 38), leaf("leaf", "b", 38))
    return hall(racks, held, trays, **{"site": CABLED, **fields})


def rack(report: Report, key: str = "b") -> RackReport:
    return next(one for one in report.racks if one.id == key)


def watts(found: Report, name: str = "power_max_kw") -> tuple[float, float | None, float]:
    figure = rack(found).figure(name)
    value = None if figure.value is None else round(figure.value * 1000, 6)
    return round(figure.low * 1000, 6), value, round(figure.high * 1000, 6)


def test_a_switch_draws_its_passive_power_and_its_modules() -> None:
    near = evaluate(design(NEAR), catalog())
    assert watts(near) == (100 + COPPER_W,) * 3
    far = evaluate(design(FAR), catalog())
    assert watts(far) == (100 + GLASS_W,) * 3


def test_at_its_maximum_the_modules_do_not_matter() -> None:
    for racks in (NEAR, FAR):
        assert watts(evaluate(design(racks, site=Site()), catalog())) == (300, 300, 300)


def test_heat_and_typical_power_follow() -> None:
    far = evaluate(design(FAR), catalog(switch=NAMED.evolve(liquid_fraction=0)))
    assert watts(far, "power_typical_kw") == (104, 104, 104)
    assert rack(far).air_kw == pytest.approx(0.104)


def test_a_way_without_trays_leaves_it_open_up_to_the_maximum() -> None:
    found = evaluate(design(FAR, ()), catalog())
    assert watts(found) == (100, 104, 300)
    silent = evaluate(design(FAR, (), site=CABLED.evolve(estimates=False)), catalog())
    assert watts(silent) == (100, None, 300)


def test_modules_of_no_known_power_leave_it_open() -> None:
    dark = GLASS.evolve(power_max_w=None)
    parts = Catalog((RACK, BUSY, NAMED, COPPER, dark, CORD))
    assert watts(evaluate(design(FAR), parts)) == (100, None, 300)


def test_it_never_draws_more_than_its_maximum() -> None:
    hot = GLASS.evolve(power_max_w=500)
    parts = Catalog((RACK, BUSY, NAMED, COPPER, hot, CORD))
    assert watts(evaluate(design(FAR), parts)) == (300, 300, 300)


def test_a_switch_of_no_stated_passive_power_stays_as_it_is() -> None:
    plain = catalog(switch=NAMED.evolve(power_passive_w=None))
    assert watts(evaluate(design(FAR), plain)) == (300, 300, 300)


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
    assert far.totals.power_max_kw == pytest.approx(1.104)
    again = evaluate(design(FAR), catalog())
    assert [rack(far), far.totals, far.cables] == [rack(again), again.totals, again.cables]
    back = engine.report(design(NEAR))
    assert rack(back) == rack(near)
    assert back.totals == near.totals


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
    """747 W with passive cables and 32 twin modules of 17 W at most: 1,291 W, not 1,720 W."""
    pod = build("dgx-superpod-h100", {"scalable_units": "4"}, PARTS)
    places = [(r.x_mm, r.y_mm) for r in pod.racks if r.row]
    left, right = min(x for x, _ in places) - 600, max(x for x, _ in places) + 1200
    lines = sorted({y + 600 for _, y in places})
    trays = [
        Tray(id=f"t{n}", corners=((left, y), (right, y)), height_mm=2800)
        for n, y in enumerate(lines)
    ]
    trays.append(Tray(id="x", corners=((left, lines[0]), (left, lines[-1])), height_mm=2800))
    made = pod.evolve(trays=tuple(trays), site=pod.site.evolve(switch_power="as-cabled"))
    found = evaluate(made, PARTS)
    assert not found.not_computed
    switches = [r for r in found.racks if r.summary == "16 × QM9700"]
    assert switches
    assert switches[0].power_max_kw == pytest.approx(16 * (747 + 32 * 17) / 1000)
    whole = evaluate(pod, PARTS)
    assert next(r for r in whole.racks if r.id == switches[0].id).power_max_kw == 27.52
    assert found.totals.figure("power_max_kw").exact
    drawn = sum(r.power_max_kw or 0 for r in found.racks)
    assert found.totals.power_max_kw == pytest.approx(drawn)


@pytest.mark.parametrize("site", [CABLED, Site()], ids=["as cabled", "maximum"])
def test_what_switches_draw_as_cabled_is_told_whatever_the_site_counts_with(site: Site) -> None:
    engine = Evaluator(catalog())
    near, far = (engine.report(design(racks, site=site)) for racks in (NEAR, FAR))
    for found, modules_w in ((near, COPPER_W), (far, GLASS_W)):
        (told,) = found.cables.switches
        assert (told.rack, told.number) == ("b", 1)
        assert told.cabled_kw == pytest.approx((100 + modules_w) / 1000)
        assert told.most_kw == pytest.approx(0.3)
        assert rack(found).power_max_kw == pytest.approx(told.cabled_kw if site is CABLED else 0.3)
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
    (told,) = evaluate(design(FAR, (), site=Site()), catalog()).cables.switches
    figure = told.figure("cabled_kw")
    assert (figure.low, figure.high) == (pytest.approx(0.1), pytest.approx(0.3))
    assert figure.gaps[0].ref == "modules of cables"
