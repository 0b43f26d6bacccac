"""A run that is wanted within days: whether it is in time, what would make it so, what warns."""

from dataclasses import replace
from math import exp, expm1
from typing import Any

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.page import Section
from designer.engine.report import Report
from designer.engine.subjects.workloads import ways
from designer.engine.subjects.workloads.pace import run_days
from designer.engine.subjects.workloads.planned import PLANS, Plans
from designer.engine.subjects.workloads.search import Asked, search
from designer.engine.subjects.workloads.stops import RESTART_S, SAVE_S
from designer.engine.subjects.workloads.writing import way_words, written
from designer.engine.workload_report import Way, WorkloadLibrary, WorkloadReport
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.model.design import Design
from designer.model.workload import Workload
from designer.planning.templates import build

RUN = Workload(
    id="train", model="llama-3-70b", tokens=1e12, global_batch=1024, sequence_tokens=8192
)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.fixture(scope="module")
def pod(catalog: Catalog) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)


def of(pod: Design, catalog: Catalog, asked: Workload) -> Report:
    return evaluate(pod.evolve(workloads=(asked,)), catalog)


def only(report: Report) -> WorkloadReport:
    (one,) = report.workloads
    return one


def by_what(one: WorkloadReport) -> dict[str, Way]:
    return {way.what: way for way in one.ways}


def findings(report: Report) -> list[tuple[str, str]]:
    return [(one.severity, one.message) for one in report.checks if one.rule == "L08"]


def days_of(pod: Design, catalog: Catalog) -> tuple[float, float, float]:
    days = only(of(pod, catalog, RUN)).figure("days", "d")
    assert days.value is not None
    return days.low, days.value, days.high


def test_only_a_whole_band_within_the_wanted_time_is_fast_enough(
    pod: Design, catalog: Catalog
) -> None:
    low, likely, high = days_of(pod, catalog)
    sure = of(pod, catalog, RUN.evolve(wanted_days=high * 1.001))
    assert only(sure).in_time is True
    assert only(sure).pace.startswith("Fast enough")
    assert {way.what for way in only(sure).ways} <= {"batch"}
    assert findings(sure) == []
    for wanted in (0.999 * high, likely, 1.001 * low):
        perhaps = of(pod, catalog, RUN.evolve(wanted_days=wanted))
        assert only(perhaps).in_time is None
        assert only(perhaps).pace.startswith("Perhaps fast enough")
        ((severity, message),) = findings(perhaps)
        assert severity == "info"
        assert "leaves it open" in message
    slow = of(pod, catalog, RUN.evolve(wanted_days=0.999 * low))
    assert only(slow).in_time is False
    ((severity, message),) = findings(slow)
    assert severity == "warning"
    assert "Too slow" in message
    asked_nothing = of(pod, catalog, RUN)
    assert only(asked_nothing).pace == ""
    assert only(asked_nothing).in_time is None
    assert findings(asked_nothing) == []


def test_fewer_tokens_are_as_many_as_are_trained_in_time(pod: Design, catalog: Catalog) -> None:
    wanted = days_of(pod, catalog)[1] / 3
    way = by_what(only(of(pod, catalog, RUN.evolve(wanted_days=wanted))))["tokens"]
    assert way.number is not None
    tried = only(of(pod, catalog, RUN.evolve(wanted_days=wanted, tokens=way.number)))
    assert tried.days is not None
    assert tried.days <= wanted
    assert way.days == pytest.approx(tried.days)
    assert tried.days == pytest.approx(wanted, rel=0.01), "no fewer than need be"
    surely = only(of(pod, catalog, RUN.evolve(wanted_days=wanted, tokens=way.surely)))
    assert surely.in_time is True


def test_a_count_of_gpus_is_the_fewest_that_a_plan_takes(pod: Design, catalog: Catalog) -> None:
    wanted = days_of(pod, catalog)[1] / 4
    asked = RUN.evolve(wanted_days=wanted)
    evaluator = Evaluator(catalog)
    design = pod.evolve(workloads=(asked,))
    evaluator.report(design)
    while evaluator.work_later():
        pass
    report = evaluator.report_later()
    assert report is not None
    way = by_what(only(report))["gpus"]
    assert way.number is not None
    assert way.surely is not None
    assert way.number <= way.surely
    (found,) = plans_of(evaluator).by_id.values()
    assert found.job is not None
    assert found.drawn is not None
    assert isinstance(found.job.asked, Asked)

    def days(gpus: int) -> float:
        assert found.job is not None
        assert found.drawn is not None
        assert isinstance(found.job.asked, Asked)
        job = replace(found.job, asked=replace(found.job.asked, gpus=gpus))
        plans = search(job.asked)
        assert plans is not None
        told = run_days(asked, job, found.drawn, plans.best[0])
        assert told is not None
        assert told.value is not None
        return told.value

    assert days(int(way.number)) <= wanted
    assert days(int(way.number)) == pytest.approx(way.days)
    fewer = range(8, int(way.number), 8)
    assert all(days(gpus) > wanted for gpus in fewer), "no other count in whole nodes does it"
    # A line through what stands would have promised it on fewer.
    assert way.number > 0.99 * (only(report).gpus or 0) * 4


def plans_of(evaluator: Evaluator) -> Plans:
    assert evaluator._state is not None
    found = evaluator._state.results[PLANS.name]
    assert isinstance(found, Plans)
    return found


def test_another_precision_is_told_with_its_own_plan_and_band(
    pod: Design, catalog: Catalog
) -> None:
    _, likely, _ = days_of(pod, catalog)
    alone = by_what(only(of(pod, catalog, RUN.evolve(wanted_days=0.9 * likely))))
    assert alone["precision"].alone
    assert "both" not in alone
    fp8 = only(of(pod, catalog, RUN.evolve(precision="fp8"))).figure("days", "d")
    told = alone["precision"].figure("days", "d")
    assert (told.low, told.value, told.high) == pytest.approx((fp8.low, fp8.value, fp8.high))
    hurried = by_what(only(of(pod, catalog, RUN.evolve(wanted_days=likely / 6))))
    assert not hurried["precision"].alone
    assert "not alone" in way_words(hurried["precision"])
    both, more = hurried["both"], hurried["gpus"]
    assert both.number is not None
    assert more.number is not None
    assert both.number < more.number


def test_what_no_number_of_gpus_does_is_not_promised(pod: Design, catalog: Catalog) -> None:
    one = only(of(pod, catalog, RUN.evolve(wanted_days=0.01)))
    more = by_what(one)["gpus"]
    assert (more.number, more.surely, more.alone) == (None, None, False)
    assert more.days is not None
    assert more.days > 0.01
    assert "No number of GPUs" in one.pace
    assert "not alone" in way_words(more)


def test_without_a_network_a_run_ends_where_links_end(pod: Design, catalog: Catalog) -> None:
    bare = pod.evolve(fabrics=tuple(one for one in pod.fabrics if one.purpose != "compute"))
    small = RUN.evolve(model="llama-3-8b", wanted_days=1.0)
    one = only(of(bare, catalog, small))
    assert one.gpus == 8
    assert by_what(one)["gpus"].number is None


def test_what_is_not_stated_is_not_promised(pod: Design, catalog: Catalog) -> None:
    one = only(of(pod, catalog, RUN.evolve(wanted_days=10.0, tokens=None)))
    assert "tokens are not stated" in one.pace
    assert one.in_time is None
    assert {way.what for way in one.ways} == {"batch"}
    never = only(of(pod, catalog, RUN.evolve(wanted_days=10.0, save_s=80_000.0, interval_s=1e8)))
    assert never.days is None
    assert "never ends" in never.pace


def test_a_stop_and_an_interval_of_its_own_change_what_is_lost(
    pod: Design, catalog: Catalog
) -> None:
    """Young: √(2·60·M); what is left by Daly's expression."""
    usual = only(of(pod, catalog, RUN))
    assert (usual.save_s, usual.restart_s) == (SAVE_S, RESTART_S)
    assert usual.interval_s == usual.best_interval_s
    assert usual.bound("interval_s") is not None
    one = only(of(pod, catalog, RUN.evolve(save_s=60.0, interval_s=3600.0)))
    mean_s = one.failure_every_s
    assert mean_s is not None
    assert one.best_interval_s == pytest.approx((2 * 60 * mean_s) ** 0.5)
    assert (one.save_s, one.interval_s) == (60, 3600)
    assert one.bound("interval_s") is None, "stated, not guessed"
    left = 100 * 3600 / (mean_s * exp(RESTART_S / mean_s) * expm1(3660 / mean_s))
    assert one.goodput_pct == pytest.approx(left)
    assert one.write_gb_s == pytest.approx((one.checkpoint_gb or 0) / 3600)
    least = min(one.losses, key=lambda point: point.lost_pct)
    assert least.interval_s == pytest.approx(one.best_interval_s, rel=0.2)
    assert one.losses[0].lost_pct > least.lost_pct < one.losses[-1].lost_pct
    assert one.losses[0].interval_s < 3600 < one.losses[-1].interval_s
    assert one.failures == pytest.approx((one.days or 0) * 86_400 / mean_s)


@pytest.mark.parametrize("again", ["none", "full"])
def test_what_is_computed_again_can_be_asked_for(pod: Design, catalog: Catalog, again: str) -> None:
    one = only(of(pod, catalog, RUN.evolve(recompute=again)))
    assert one.plan.recompute == again
    assert {plan.recompute for plan in one.others} <= {again}


def test_stages_hold_what_the_fullest_of_them_needs(pod: Design, catalog: Catalog) -> None:
    one = only(of(pod, catalog, RUN.evolve(gpus=64)))
    assert len(one.stages) == one.plan.pipeline
    assert one.stages[one.binding_stage] == max(one.stages)
    assert max(one.stages) == pytest.approx(one.plan.memory_gb)


def test_published_runs_of_the_same_kind_stand_beside_the_curve(
    pod: Design, catalog: Catalog
) -> None:
    """Llama 3 herd, arXiv 2407.21783, table 4: 430 and 400 TFLOP/s on 8,192 and 16,384 H100."""
    big = RUN.evolve(model="llama-3-1-405b", global_batch=2048)
    shown = only(of(pod, catalog, big)).published
    assert [(one.gpus, one.tflops_per_gpu) for one in shown] == [(8192, 430.0), (16384, 400.0)]
    # 6 FLOP for each of 405 billion parameters, and attention's beside: below 430e12/(6·405e9).
    assert 0.85 * 177 < shown[0].tokens_per_s / 8192 < 177
    assert only(of(pod, catalog, big.evolve(precision="fp8"))).published != shown
    assert only(of(pod, catalog, big.evolve(sequence_tokens=4096))).published == ()


def test_the_written_report_says_it(pod: Design, catalog: Catalog) -> None:
    report = of(pod, catalog, RUN.evolve(wanted_days=5.0))
    (section,) = written(report)
    assert isinstance(section, Section)
    facts = dict(section.facts)
    assert facts["Pace"] == only(report).pace
    assert "to be sure" in facts["In time with more GPUs"]
    assert facts["In time with fewer tokens"].endswith("to be sure")


def test_ways_follow_another_wanted_time_and_searches_of_the_same_are_kept(
    pod: Design, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluator = Evaluator(catalog)
    calls: list[int] = []
    known = ways.search
    monkeypatch.setattr(ways, "search", lambda asked: calls.append(asked.gpus) or known(asked))

    def told(asked: Workload) -> WorkloadReport:
        report = evaluator.report(pod.evolve(workloads=(asked,)))
        while evaluator.work_later():
            pass
        return only(evaluator.report_later() or report)

    first = told(RUN.evolve(wanted_days=5.0))
    assert calls
    calls.clear()
    assert told(RUN.evolve(wanted_days=5.0, name="again")).ways == first.ways
    assert calls == []
    later = told(RUN.evolve(wanted_days=2.0))
    assert calls
    assert (by_what(later)["gpus"].number or 0) > (by_what(first)["gpus"].number or 0)


def test_what_is_wanted_survives_the_file(catalog: Catalog) -> None:
    asked = RUN.evolve(wanted_days=60.0, recompute="full", save_s=12.0, interval_s=1800.0)
    design = Design(workloads=(asked,))
    assert loads(dumps(design, catalog)).design.workloads == (asked,)


SERVE = Workload(
    id="serve", kind="inference", model="llama-3-70b", precision="bf16", prompt_tokens=1024,
    answer_tokens=512, gpus=64,
)  # fmt: skip


def test_a_service_keeps_up_by_the_whole_of_its_band_or_says_what_would(
    pod: Design, catalog: Catalog
) -> None:
    able = only(of(pod, catalog, SERVE)).figure("requests_per_s")
    assert able.value is not None
    calm = only(of(pod, catalog, SERVE.evolve(requests_per_s=0.79 * able.low)))
    assert calm.in_time is True
    assert calm.ways == ()
    between = only(of(pod, catalog, SERVE.evolve(requests_per_s=0.8 * able.value)))
    assert between.in_time is None
    assert between.pace.startswith("Perhaps")
    over = only(of(pod, catalog, SERVE.evolve(requests_per_s=1.5 * able.high)))
    assert over.in_time is False
    ways = by_what(over)
    assert ways["gpus"].number == over.needed_gpus
    assert over.needed_gpus is not None
    more = SERVE.evolve(requests_per_s=1.5 * able.high, gpus=over.needed_gpus)
    held = only(of(pod, catalog, more))
    assert held.utilisation is not None
    assert held.utilisation <= 0.8
    fp8 = only(of(pod, catalog, SERVE.evolve(requests_per_s=1.5 * able.high, precision="fp8")))
    assert ways["both"].number == fp8.needed_gpus
    assert only(of(pod, catalog, SERVE)).pace == ""


def test_a_time_between_tokens_is_kept_surely_or_perhaps(pod: Design, catalog: Catalog) -> None:
    free = only(of(pod, catalog, SERVE)).figure("token_ms")
    sure = only(of(pod, catalog, SERVE.evolve(token_ms=1.01 * free.high)))
    assert sure.in_time is True
    tight = only(of(pod, catalog, SERVE.evolve(token_ms=0.9 * free.likely)))
    assert tight.in_time is None, "the likely time is within it, the band is not"


def test_ledgers_of_a_service_sum_up_to_its_times(pod: Design, catalog: Catalog) -> None:
    one = only(of(pod, catalog, SERVE))
    assert one.token_ms == pytest.approx(1e3 * sum(part.amount for part in one.decode))
    assert one.first_token_ms == pytest.approx(1e3 * sum(part.amount for part in one.prefill))
    (chosen,) = [point for point in one.serving if point.chosen]
    assert chosen.batch == one.batch
    assert chosen.token_ms == pytest.approx(one.token_ms)
    assert chosen.tokens_per_s == pytest.approx(one.tokens_per_s)
    rates = [point.figure("tokens_per_s").likely for point in one.serving]
    times = [point.figure("token_ms").likely for point in one.serving]
    assert rates == sorted(rates)
    assert times == sorted(times)


def asked_of(evaluator: Evaluator, design: Design, question: str, **asked: object) -> Any:
    return evaluator.answer(design, "workloads", question, asked)


def test_what_is_tried_is_what_the_report_would_say(pod: Design, catalog: Catalog) -> None:
    evaluator = Evaluator(catalog)
    design = pod.evolve(workloads=(RUN,))
    evaluator.report(design)
    draft = RUN.evolve(global_batch=2048, wanted_days=5.0)
    first = asked_of(evaluator, design, "tried", workload=draft.model_dump())
    assert first.working
    assert first.plans > 100
    whole = only(of(pod, catalog, draft))
    assert first.report.figure("days") == whole.figure("days")
    assert first.report.scaling == ()
    found = first
    for _ in range(200):
        if not found.working:
            break
        found = asked_of(evaluator, design, "tried", workload=draft.model_dump())
    assert found.report == whole
    assert only(evaluator.report(design)).id == "train", "nothing in the design changed"


def test_the_library_says_of_each_model_what_it_would_do(pod: Design, catalog: Catalog) -> None:
    evaluator = Evaluator(catalog)
    design = pod.evolve(workloads=())
    evaluator.report(design)
    found = asked_of(evaluator, design, "library")
    assert found.working
    assert len(found.rows) < found.total
    while found.working:
        found = asked_of(evaluator, design, "library")
    assert len(found.rows) == found.total > 40
    by_id = {row.workload.id: row for row in found.rows}
    llama = by_id["train-llama-3-70b"]
    whole = only(of(pod, catalog, llama.workload))
    assert (llama.fits, llama.days) == (whole.fits, whole.days)
    assert any(row.fits is False and row.lacking_gb for row in found.rows)


def test_the_library_is_worked_out_anew_after_an_edit(pod: Design, catalog: Catalog) -> None:
    """Where nothing runs the plans rest on nothing: rows stood green with the network gone."""
    evaluator = Evaluator(catalog)
    design = pod.evolve(workloads=())
    evaluator.report(design)

    def rows(of_design: Design) -> WorkloadLibrary:
        found = asked_of(evaluator, of_design, "library")
        while found.working:
            found = asked_of(evaluator, of_design, "library")
        return found

    before = rows(design)
    bare = design.evolve(devices=(), racks=(), assemblies=())
    evaluator.report(bare)
    assert not any(row.fits for row in rows(bare).rows)
    evaluator.report(design)
    assert rows(design) == before


@pytest.mark.parametrize("what", ["memory", "plans", "ledger", "curve", "saving"])
def test_why_tells_formula_inputs_sources_and_known_error(
    pod: Design, catalog: Catalog, what: str
) -> None:
    evaluator = Evaluator(catalog)
    design = pod.evolve(workloads=(RUN,))
    evaluator.report(design)
    while evaluator.work_later():
        pass
    evaluator.report_later()
    found = asked_of(evaluator, design, "why", workload="train", what=what)
    assert found.formula
    assert found.sources
    assert found.lines
    assert ("on average" in found.error) == (what not in ("memory", "saving"))
    assert ("Band taken" in found.error) == (what not in ("memory", "saving"))


def test_why_of_a_service_and_of_nothing(pod: Design, catalog: Catalog) -> None:
    evaluator = Evaluator(catalog)
    design = pod.evolve(workloads=(SERVE,))
    evaluator.report(design)
    for what in ("memory", "plans", "decode", "prefill", "serving"):
        assert asked_of(evaluator, design, "why", workload="serve", what=what).lines, what
    assert not asked_of(evaluator, design, "why", workload="serve", what="ledger").formula
    assert asked_of(evaluator, design, "why", workload="none", what="memory").title
