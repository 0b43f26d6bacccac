"""What feeds, lines, breakers, cords and shelves of a rack carry with a loss that is tried."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.assumptions import assumptions_of
from designer.engine.evaluate import Evaluator
from designer.engine.report import RackReport
from designer.engine.together_report import LossAsked, RackAfterLoss
from designer.model.design import Design
from designer.model.figures import Figure
from designer.planning.templates import build
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG
from tests.unit.test_engine_feeds import CATALOG as PARTS
from tests.unit.test_engine_feeds import design_of, feed, nodes, pdus

SHIPPED = load_shipped()
WITH_FEEDS = [name for name, made in DESIGNS.items() if len(made().feeds) > 1]


def after(evaluator: Evaluator, design: Design, *lost: str) -> dict[str, RackAfterLoss]:
    racks = tuple(rack.id for rack in design.racks)
    found = evaluator.together(1, design, LossAsked(upstream=lost, racks=racks))
    return {one.id: one for one in found.racks}


def loads(rack: RackReport | RackAfterLoss) -> dict[tuple[str, ...], Figure]:
    """Return every load of a rack by what carries it."""
    found = {}
    for of in rack.feeds:
        found[of.id, ""] = of.figure("load_kw")
        for at, pdu in enumerate(of.pdus):
            found |= {
                (of.id, f"pdu {at}", f"line {n}"): pdu.figure(f"line_{n}_a") for n in (1, 2, 3)
            }
        for one in of.breakers:
            found[of.id, f"pdu {one.pdu}", f"breaker {one.number}"] = one.figure("load_a")
    return found


def test_of_four_nodes_on_three_feeds_two_carry_all_of_them_by_hand() -> None:
    """4 × 10.2 kW on three rack PDUs: 13.6 kW each, 20.4 kW on each of two that are left."""
    design = design_of(*nodes(4), *pdus("ABC"), power=tuple(feed(key, 100) for key in "ABC"))
    there = after(Evaluator(PARTS), design, "B")[design.racks[0].id]
    carried = {one.id: one.load_kw for one in there.feeds}
    assert carried == pytest.approx({"A": 20.4, "B": 0.0, "C": 20.4})
    normal = Evaluator(PARTS).report(design).racks[0]
    rated = {one.id: one.capacity_kw for one in normal.feeds}
    assert {one.id: one.capacity_kw for one in there.feeds} == rated
    assert all(one.load_after_loss_kw is None for one in there.feeds)
    (cord,) = there.outlets
    volts = 415 / 3**0.5
    assert cord.load_a == pytest.approx(10_200 / 4 / volts / 0.95, rel=0.02), "four of six supplies"


@pytest.mark.parametrize("name", WITH_FEEDS)
def test_no_part_carries_more_after_one_loss_than_after_the_worst(name: str) -> None:
    """By N+1 the report's worst case is among the single losses of feeds, and is reached."""
    design, evaluator = DESIGNS[name](), Evaluator(CATALOG)
    report = evaluator.report(design)
    if assumptions_of(design, CATALOG).policy == "2N":
        return
    for lost in design.feeds:
        told = after(evaluator, design, lost.id)
        for rack in report.racks:
            if rack.id not in told or told[rack.id].because:
                continue
            then = {one.id: one.figure("load_kw") for one in told[rack.id].feeds}
            for of in rack.feeds:
                worst = of.figure("load_after_loss_kw")
                if of.id == lost.id:
                    assert then[of.id].high == 0.0, (name, of.id)
                elif not worst.unknown:
                    assert then[of.id].low <= worst.high * (1 + 1e-9), (name, of.id)


@pytest.mark.parametrize("name", WITH_FEEDS)
def test_a_loss_that_takes_nothing_of_a_rack_leaves_each_figure_as_it_is(name: str) -> None:
    design, evaluator = DESIGNS[name](), Evaluator(CATALOG)
    report = evaluator.report(design)
    for lost in design.feeds:
        told = after(evaluator, design, lost.id)
        for rack in report.racks:
            there = told.get(rack.id)
            if there is None or there.because or any(one.id == lost.id for one in rack.feeds):
                continue
            for key, load in loads(rack).items():
                then = loads(there)[key]
                assert (then.low, then.high) == pytest.approx((load.low, load.high)), key


def test_lines_and_breakers_after_a_feed_are_those_of_the_report_s_worst_loss() -> None:
    """Two feeds: the worst that the report knows of each is the loss of the other."""
    pdu = "pdu-apc-ap8888"
    design = design_of(*nodes(4), *pdus("AB", pdu), power=tuple(feed(key, 100) for key in "AB"))
    evaluator = Evaluator(SHIPPED)
    (rack,) = evaluator.report(design).racks
    (there,) = after(evaluator, design, "A").values()
    normal, then = rack.feeds[1], there.feeds[1]
    assert normal.breakers
    for before, one in zip(normal.breakers, then.breakers, strict=True):
        assert one.load_a == pytest.approx(before.load_after_loss_a)
    for before, one in zip(normal.pdus, then.pdus, strict=True):
        for n in (1, 2, 3):
            load = one.figure(f"line_{n}_a").value
            assert load == pytest.approx(before.figure(f"line_{n}_after_loss_a").value)
    assert {one.load_a for one in there.feeds[0].breakers} == {0.0}


def test_shelves_that_are_left_carry_the_rack() -> None:
    """NVL72, 8 shelves 4+4: with a feed down four give what eight did."""
    design = build("dgx-superpod-gb200", {"scalable_units": "1"}, SHIPPED)
    evaluator = Evaluator(SHIPPED)
    report = evaluator.report(design)
    rack = next(one for one in report.racks if one.shelves)
    there = after(evaluator, design, rack.feeds[0].id)[rack.id]
    ((case,), known) = there.shelves[0].cases, rack.shelves[0]
    lost = next(one for one in known.cases if one.name == f"feed {rack.feeds[0].called}")
    names = ("left", "load_kw", "share", "whip_a", "left_kw", "capped_kw")
    for name in names:
        assert case.figure(name).value == pytest.approx(lost.figure(name).value), name
    assert (case.kind, case.state) == ("tried", lost.state)
    assert there.shelves[0].shelf_kw == known.shelf_kw
    dark = after(evaluator, design, *(one.id for one in rack.feeds))[rack.id]
    assert dark.shelves[0].bus_a == 0.0
    assert dark.shelves[0].cases[0].load_kw is None


def test_racks_that_are_alike_are_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from designer.engine.subjects.racks import after_loss

    design = build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)
    evaluator, looked = Evaluator(SHIPPED), []
    plain = after_loss.rack_after
    monkeypatch.setattr(
        after_loss, "rack_after", lambda *args: looked.append(args[1]) or plain(*args)
    )
    told = after(evaluator, design, "A")
    assert len(told) == len(design.racks)
    assert 0 < len(looked) < len(told)
    assert all(told[key].id == key for key in told)
