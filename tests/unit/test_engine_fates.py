"""What each loss does to each rack: the records on racks add up to the counts of the losses."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.cooling_report import CoolingLossReport
from designer.engine.evaluate import evaluate
from designer.engine.patch import apply_patch, report_patch
from designer.engine.power_report import LossReport, RackFate
from designer.engine.report import RackReport, Report
from designer.model.design import Design, PowerNode, Site
from designer.planning.templates import build
from designer.render.failing import Failing
from designer.render.what_if import answered
from tests.unit.test_engine_cooling_feeds import hall as cooled_hall
from tests.unit.test_engine_cooling_losses import only, report_of
from tests.unit.test_engine_feeds import CATALOG, design_of, feed, nodes, pdus

GRID = PowerNode(id="grid", kind="utility", capacity_kw=1e6)
FATES = ("dark", "short", "overloaded")


def three_feeds(held: str = "ABC", shared: str = "") -> Report:
    power = [feed(key, 100, parents=("grid",) if key in shared else ()) for key in "ABC"]
    design = design_of(*nodes(4), *pdus(held), power=(*power, GRID), site=Site())
    return evaluate(design, CATALOG)


def of(report: Report, key: str) -> LossReport:
    return next(one for one in report.power.losses if one.id == key)


def counts(racks: tuple[RackReport, ...], loss: LossReport) -> dict[str, int]:
    each = [rack.fate(loss.feeds) for rack in racks]
    return {f"{name}_racks": sum(getattr(one, name) is True for one in each) for name in FATES}


@pytest.mark.parametrize(("held", "shared"), [("ABC", ""), ("AB", ""), ("A", ""), ("ABC", "AB")])
def test_fates_of_racks_add_up_to_what_a_loss_says(held: str, shared: str) -> None:
    report = three_feeds(held, shared)
    for loss in report.power.losses:
        assert counts(report.racks, loss) == {
            name: getattr(loss, name) for name in ("dark_racks", "short_racks", "overloaded_racks")
        }, loss.id


def test_a_loss_that_does_no_harm_leaves_no_record() -> None:
    (rack,) = three_feeds().racks
    assert rack.fates == ()
    assert {getattr(rack.fate(("B",)), name) for name in FATES} == {False}


def test_what_holds_with_nothing_lost_holds_after_a_loss_that_adds_nothing() -> None:
    now, later = RackFate(overloaded=True), RackFate(feeds=("A", "B"), dark=True)
    rack = RackReport(id="r", fates=(later, now))
    assert rack.fate(()) is now
    assert rack.fate(("C",)) is now
    assert rack.fate(("B", "A")) is later


def test_what_hangs_on_no_known_feed_cannot_be_said() -> None:
    power = (feed("A", 100), feed("B", 100))
    design = design_of(*nodes(4), *pdus(("", "", "A")), power=power, site=Site())
    (rack,) = evaluate(design, CATALOG).racks
    assert None in {rack.fate(("A",)).dark, rack.fate(("A",)).short}


def racks_of(report: Report, runs: tuple[tuple[int, int], ...]) -> set[str]:
    return {rack.id for first, number in runs for rack in report.racks[first : first + number]}


def unit_losses(design: Design) -> tuple[Report, dict[str, CoolingLossReport]]:
    report = report_of(design)
    return report, {loss.kind: loss for loss in report.cooling.of_units}


def test_a_lost_unit_names_the_racks_that_get_warm() -> None:
    report, losses = unit_losses(only(cooled_hall("AB AB AB AB"), "n", "c1", "k1"))
    assert racks_of(report, losses["CDU"].warm) == {"n"}
    assert losses["CDU"].perhaps_warm == ()
    report, losses = unit_losses(cooled_hall("AB AB AB AB"))
    assert (losses["CDU"].warm, losses["CDU"].perhaps_warm) == ((), ())


def test_the_window_finds_the_racks_of_a_lost_unit() -> None:
    report, losses = unit_losses(only(cooled_hall("AB AB AB AB"), "n", "c1", "k1"))
    shown = answered(report, Failing("cooling", losses["CDU"].id, "c1"))
    assert shown is not None
    assert {key: fate.state for key, fate in shown.fates.items()} == {"n": "warm", "c1": "lost"}


def test_records_go_over_the_pipe_as_they_are() -> None:
    report = three_feeds("AB")
    assert any(rack.fates for rack in report.racks)
    there = apply_patch(None, report_patch(None, report).data())
    assert [rack.fates for rack in there.racks] == [rack.fates for rack in report.racks]


def test_templates_lose_nothing_to_any_loss_of_a_feed() -> None:
    catalog = load_shipped()
    report = evaluate(build("dgx-superpod-h100", {"scalable_units": "1"}, catalog), catalog)
    assert all(rack.fates == () for rack in report.racks)
    assert all(loss.warm == () for loss in report.cooling.losses)
