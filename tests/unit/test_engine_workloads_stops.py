"""How long a run stands still: as it states, else up to what the drawn storage takes."""

from collections.abc import Callable
from math import inf

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.report import Check, Report
from designer.engine.subjects.workloads.saving import losses
from designer.engine.subjects.workloads.stops import RESTART_S, SAVE_S
from designer.engine.workload_report import WorkloadReport
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.model.change import diff
from designer.model.design import Design, Slot
from designer.model.workload import Workload
from designer.planning.templates import build

RUN = Workload(
    id="train", model="llama-3-70b", tokens=1e12, global_batch=1024, sequence_tokens=8192,
    wanted_days=5000.0,
)  # fmt: skip
STATED = RUN.evolve(save_s=SAVE_S, restart_s=RESTART_S)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.fixture(scope="module")
def pod(catalog: Catalog) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)


def without(design: Design, gone: Callable[[Slot], bool]) -> Design:
    """The design without some devices, in racks and beside them."""
    return design.evolve(
        devices=tuple(one for one in design.devices if not gone(Slot(part=one.part))),
        assemblies=tuple(
            one.evolve(slots=tuple(slot for slot in one.slots if not gone(slot)))
            for one in design.assemblies
        ),
    )


@pytest.fixture(scope="module")
def bare(pod: Design, catalog: Catalog) -> Design:
    """No storage is drawn."""
    stores = {part.id for part in catalog.parts if part.traits.stores}
    return without(pod, lambda slot: slot.part in stores)


@pytest.fixture(scope="module")
def cut(pod: Design) -> Design:
    """Storage hangs on leaves that no spine joins: it takes nothing."""
    return without(pod, lambda slot: (slot.fabric, slot.tier) == ("storage", "spine"))


def writing(catalog: Catalog, gb_s: float | None) -> Catalog:
    return catalog.overlay(
        tuple(
            part.evolve(storage=part.storage.evolve(write_gb_s=gb_s))
            for part in catalog.parts
            if part.traits.stores and part.storage
        )
    )


def of(design: Design, catalog: Catalog, asked: Workload) -> tuple[Report, WorkloadReport]:
    report = evaluate(design.evolve(workloads=(asked,)), catalog)
    (one,) = report.workloads
    return report, one


def findings(report: Report, rule: str) -> list[tuple[str, str]]:
    return [(one.severity, one.message) for one in report.checks if one.rule == rule]


def test_planning_values_go_up_to_what_storage_takes_at_once(pod: Design, catalog: Catalog) -> None:
    _, one = of(pod, writing(catalog, 2.0), RUN)
    save, restart, stall = (
        one.figure(f"{name}_s") for name in ("save", "restart", "stall")
    )  # fmt: skip
    assert stall.likely > SAVE_S
    assert (save.low, save.value, save.high) == (SAVE_S, SAVE_S, stall.high)
    back = one.figure("restore_s")
    assert (restart.low, restart.value) == (RESTART_S, RESTART_S)
    assert restart.high == pytest.approx(RESTART_S + back.high)
    _, stated = of(pod, writing(catalog, 2.0), STATED)
    share, usual = one.figure("goodput_pct"), stated.figure("goodput_pct")
    assert share.value == usual.value
    assert share.low < usual.low
    assert share.high == usual.high
    for name in ("days", "energy_mwh", "cost", "best_interval_s", "interval_s"):
        assert one.figure(name).high > stated.figure(name).high, name
        assert one.figure(name).value == stated.figure(name).value, name
    most = one.figure("failure_every_s")
    interval = (2 * save.high * most.likely) ** 0.5
    worst = losses(save.high, restart.high, interval, most.low).goodput
    assert share.low == pytest.approx(100 * worst)
    _, quick = of(pod, catalog, RUN)
    assert quick.figure("stall_s").likely < SAVE_S
    assert quick.figure("save_s").high == SAVE_S, (
        "software that hides it may take 10 s all the same"
    )


def test_what_a_run_states_stands(bare: Design, catalog: Catalog) -> None:
    report, one = of(bare, catalog, STATED.evolve(save_s=12.0, restart_s=90.0))
    assert (one.save_s, one.restart_s) == (12.0, 90.0)
    assert one.bound("save_s") is one.bound("restart_s") is None
    assert one.figure("days").high < inf
    assert one.in_time is True
    assert findings(report, "L08") == []
    asked = STATED.evolve(save_s=12.0, restart_s=90.0)
    assert loads(dumps(Design(workloads=(asked,)), catalog)).design.workloads == (asked,)


def test_without_storage_nobody_knows_that_a_run_ends(bare: Design, catalog: Catalog) -> None:
    report, one = of(bare, catalog, RUN)
    share, days = one.figure("goodput_pct"), one.figure("days")
    assert share.low == 0
    assert days.high == one.figure("cost").high == one.figure("energy_mwh").high == inf
    assert share.value is not None
    assert days.value is not None
    assert one.in_time is None
    assert one.pace.startswith("Perhaps fast enough")
    assert one.pace.endswith("no storage is drawn that takes its checkpoints")
    ((severity, message),) = findings(report, "L08")
    assert severity == "info"
    assert one.pace in message
    slow = of(bare, catalog, RUN.evolve(wanted_days=0.9 * days.low))[1]
    assert slow.in_time is False


def test_storage_that_surely_takes_nothing_leaves_no_likely_value(
    cut: Design, catalog: Catalog
) -> None:
    report, one = of(cut, catalog, RUN)
    for name in ("save_s", "restart_s", "interval_s", "goodput_pct", "days", "cost"):
        assert getattr(one, name) is None, name
    assert one.figure("goodput_pct").low == 0
    assert one.figure("goodput_pct").high > 90
    assert one.losses == ()
    assert one.in_time is None
    assert "storage takes no checkpoints" in one.pace
    assert findings(report, "L08")[0][0] == "info"
    assert findings(report, "L03")[0][0] == "warning"
    assert one.ways == () or {way.what for way in one.ways} == {"batch"}


def test_storage_of_which_nobody_knows_what_it_takes_keeps_the_likely_value(
    pod: Design, catalog: Catalog
) -> None:
    _, one = of(pod, writing(catalog, None), RUN)
    assert one.save_s == SAVE_S
    assert one.figure("save_s").high == inf
    assert one.in_time is None
    assert "what storage takes of nodes is not known" in one.pace


def test_a_run_that_surely_never_ends_is_too_slow(pod: Design, catalog: Catalog) -> None:
    report, one = of(pod, catalog, RUN.evolve(interval_s=1e8, save_s=80_000.0))
    assert one.days is None
    assert one.bound("days") is None
    assert one.in_time is False
    assert "never ends" in one.pace
    assert "never ends" in one.verdict
    ((severity, message),) = findings(report, "L08")
    assert severity == "warning"
    assert "never ends" in message


def test_a_run_without_tokens_is_asked_for_them(pod: Design, catalog: Catalog) -> None:
    report, one = of(pod, catalog, RUN.evolve(tokens=None))
    assert one.in_time is None
    ((severity, message),) = findings(report, "L08")
    assert severity == "info"
    assert "its tokens are not stated" in message


def test_a_run_saved_rarely_is_told_to_save_more_often(pod: Design, catalog: Catalog) -> None:
    report, one = of(pod, catalog, RUN.evolve(interval_s=5e6, wanted_days=1e5))
    assert one.figure("goodput_pct").low == 0
    assert one.in_time is None
    (told,) = (check for check in report.checks if check.rule == "L08")
    assert "saved so rarely" in told.message
    assert told.advice == "Save more often."


def test_a_run_of_which_the_network_is_not_known_says_that(pod: Design, catalog: Catalog) -> None:
    thin = without(pod, lambda slot: (slot.fabric, slot.tier) == ("compute", "leaf"))
    report, one = of(thin, catalog, STATED)
    assert one.figure("days").high == inf
    assert "what its network carries is not known" in one.pace
    assert findings(report, "L08")[0][0] == "info"


def test_what_storage_must_write_has_the_range_of_its_interval(
    pod: Design, catalog: Catalog
) -> None:
    report, one = of(pod, catalog, STATED)
    need, every = one.figure("write_gb_s"), one.figure("interval_s")
    size = one.checkpoint_gb or 0.0
    assert (need.low, need.value, need.high) == pytest.approx(
        (size / every.high, size / every.likely, size / every.low)
    )
    assert findings(report, "L03") == []
    exact = of(pod, catalog, STATED.evolve(interval_s=1800.0))[1]
    assert exact.bound("write_gb_s") is None
    systems = report.storage.systems or 1
    between = writing(catalog, (need.likely + need.high) / 2 / systems)
    ((severity, message),) = findings(of(pod, between, STATED)[0], "L03")
    assert severity == "info"
    assert "as often as some clusters fail" in message
    slow = writing(catalog, 0.9 * need.low / systems)
    assert findings(of(pod, slow, STATED)[0], "L03")[0][0] == "warning"


def test_a_preview_follows_storage_that_is_dragged_out(
    pod: Design, bare: Design, catalog: Catalog
) -> None:
    evaluator = Evaluator(catalog)
    before, after = pod.evolve(workloads=(RUN,)), bare.evolve(workloads=(RUN,))
    evaluator.report(before)
    told = evaluator.preview(1, before, diff(before, after), ()).changes
    (days,) = (one for one in told if one.what == "days of train")
    assert days.figure("after").high == inf
    report = evaluator.report(after)
    assert report.workloads[0].in_time is None
    back = evaluator.report(pod.evolve(workloads=(RUN,)))
    assert back.workloads[0].in_time is True


def test_ways_follow_storage(pod: Design, bare: Design, catalog: Catalog) -> None:
    evaluator = Evaluator(catalog)

    def told(design: Design) -> WorkloadReport:
        days = 30.0
        report = evaluator.report(design.evolve(workloads=(RUN.evolve(wanted_days=days),)))
        while evaluator.work_later():
            pass
        return (evaluator.report_later() or report).workloads[0]

    (sure,) = (way for way in told(pod).ways if way.what == "gpus")
    (perhaps,) = (way for way in told(bare).ways if way.what == "gpus")
    assert sure.number == perhaps.number
    assert sure.surely is not None
    assert perhaps.surely is None


def test_a_run_that_outlasts_the_use_of_its_site_is_told(pod: Design, catalog: Catalog) -> None:
    days = of(pod, catalog, STATED)[1].figure("days", "d")
    assert days.value is not None

    def told(used: float, years: float | None = 1.0) -> list[Check]:
        site = pod.site.evolve(cost_years=years, utilisation=used)
        report = evaluate(pod.evolve(site=site, workloads=(STATED,)), catalog)
        return [one for one in report.checks if one.rule == "L13"]

    assert told(1.0) == told(1.01 * days.value / 365) == told(1.0, None) == []
    (likely,) = told(0.99 * days.value / 365)
    assert likely.severity == "info"
    (surely,) = told(0.99 * days.low / 365)
    assert surely.severity == "warning"
    assert "the site is used for" in surely.message
    assert "more GPUs" in surely.advice
    long = STATED.evolve(tokens=1e15)
    report, one = of(pod, catalog, long)
    assert one.figure("days").low > 5 * 365
    assert [(each.rule, each.severity) for each in report.checks if each.rule == "L13"] == [
        ("L13", "info")
    ], "years that nobody states warn of nothing"
