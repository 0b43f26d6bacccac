"""A service against what is asked of it: first tokens that queue, GPUs and prices at its load."""

from math import ceil, inf

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.page import Section
from designer.engine.report import Check, Report
from designer.engine.subjects.workloads.writing import written
from designer.engine.workload_report import WorkloadReport
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.model.design import Design
from designer.model.workload import Workload
from designer.planning.templates import build

SERVE = Workload(
    id="serve", kind="inference", model="llama-3-70b", precision="fp8", prompt_tokens=1024,
    answer_tokens=512,
)  # fmt: skip


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.fixture(scope="module")
def pod(catalog: Catalog) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)


def of(pod: Design, catalog: Catalog, asked: Workload) -> tuple[Report, WorkloadReport]:
    report = evaluate(pod.evolve(workloads=(asked,)), catalog)
    (one,) = report.workloads
    return report, one


def findings(report: Report, rule: str) -> list[Check]:
    return [one for one in report.checks if one.rule == rule]


@pytest.mark.parametrize("more", [{}, {"token_ms": 500.0}, {"requests_per_s": 1.0}])
def test_a_first_token_is_never_surely_in_time(
    pod: Design, catalog: Catalog, more: dict[str, float]
) -> None:
    """Its time is that of a prompt with nothing before it: a queue adds to it, without an end."""
    floor = of(pod, catalog, SERVE)[1].figure("first_token_ms")
    assert floor.high == inf
    report, one = of(pod, catalog, SERVE.evolve(first_token_ms=10 * floor.likely, **more))
    assert one.in_time is None
    assert one.pace.startswith("Perhaps fast enough")
    assert "to the first token before any queue" in one.pace
    (told,) = findings(report, "L08")
    assert told.severity == "info"
    assert "to the first token" in told.message
    assert "requests may wait" in told.message
    kept = of(pod, catalog, SERVE.evolve(**more))
    assert findings(kept[0], "L08") == []
    assert kept[1].in_time is (True if more else None)


def test_a_time_between_tokens_that_the_band_leaves_open_is_told(
    pod: Design, catalog: Catalog
) -> None:
    free = of(pod, catalog, SERVE)[1].figure("token_ms")
    report, one = of(pod, catalog, SERVE.evolve(token_ms=0.9 * free.likely))
    assert one.in_time is None
    (told,) = findings(report, "L08")
    assert "between tokens" in told.message
    assert "leaves it open" in told.message
    slow, none = of(pod, catalog, SERVE.evolve(token_ms=0.5))
    assert none.in_time is False
    assert findings(slow, "L08") == [], "L04 says that no server keeps it"
    assert findings(slow, "L04")


def test_gpus_for_a_load_are_as_unsure_as_their_speed(pod: Design, catalog: Catalog) -> None:
    able = of(pod, catalog, SERVE)[1].figure("requests_per_s").likely
    _, one = of(pod, catalog, SERVE.evolve(requests_per_s=0.78 * able))
    needed, wide = one.figure("needed_gpus"), 1 + (one.band_pct or 0) / 100
    tensor = one.plan.tensor
    servers = 0.78 * able / (able / (one.servers or 1)) / 0.8
    assert needed.value == tensor * ceil(servers)
    assert needed.low == tensor * ceil(servers / wide)
    assert needed.high == tensor * ceil(servers * wide)
    assert needed.low < (one.gpus or 0) < needed.high
    assert "perhaps enough" in one.verdict
    calm = of(pod, catalog, SERVE.evolve(requests_per_s=0.1 * able))[1]
    assert "which are there" in calm.verdict
    _, over = of(pod, catalog, SERVE.evolve(requests_per_s=3 * able))
    assert "are there" in over.verdict
    assert "perhaps" not in over.verdict


def test_tokens_have_a_price_at_the_load_beside_that_of_full_servers(
    pod: Design, catalog: Catalog
) -> None:
    able = of(pod, catalog, SERVE)[1].figure("requests_per_s").likely
    load = 0.1 * able
    report, one = of(pod, catalog, SERVE.evolve(requests_per_s=load))
    full, at_load = one.figure("cost_per_million_tokens"), one.figure("cost_per_million_at_load")
    assert full.value is not None
    assert at_load.value == pytest.approx(10 * full.value)
    hours = one.figure("gpu_hours_per_million_at_load")
    assert hours.likely == pytest.approx((one.gpus or 0) * 1e6 / (load * 512 * 3600))
    assert hours.low == hours.high, "what comes and what stands are both stated"
    over = of(pod, catalog, SERVE.evolve(requests_per_s=3 * able))[1]
    most = over.figure("gpu_hours_per_million_at_load")
    assert most.likely == pytest.approx(over.figure("gpu_hours_per_million_tokens").likely)
    (section,) = written(report)
    assert isinstance(section, Section)
    labels = [label for label, _ in section.facts]
    assert "A million tokens at the load" in labels
    assert "A million tokens of full servers, all on answers" in labels
    ways = next(work for work in report.choice.work if work.id == "serve").ways
    assert ways
    for way in ways:
        dearer = way.figure("at_load").likely / way.figure("served").likely
        assert dearer == pytest.approx(10)
    none = of(pod, catalog, SERVE)[1]
    assert none.cost_per_million_at_load is None


def test_a_cache_is_as_it_was_measured_or_as_it_is_stated(pod: Design, catalog: Catalog) -> None:
    asked = SERVE.evolve(engine="trtllm")
    report, measured = of(pod, catalog, asked)
    assert measured.cache_words == "FP8, as trtllm-hopper was measured"
    wide = of(pod, catalog, asked.evolve(cache_precision="bf16"))[1]
    assert wide.cache_words == "BF16, as stated"
    assert wide.batch < measured.batch
    assert of(pod, catalog, asked.evolve(cache_precision="fp8"))[1].batch == measured.batch
    assert of(pod, catalog, asked.evolve(cache_precision="fp4"))[1].batch > measured.batch
    assert of(pod, catalog, SERVE)[1].cache_words == "BF16, as vllm-hopper was measured"
    (section,) = written(report)
    assert isinstance(section, Section)
    assert ("KV cache", measured.cache_words) in section.facts
    (kept,) = (part for part in measured.memory if part.what == "cache")
    assert kept.note == measured.cache_words
    stated = Design(workloads=(asked.evolve(cache_precision="fp8"),))
    assert loads(dumps(stated, catalog)).design.workloads == stated.workloads
    assert "cache_precision" not in dumps(Design(workloads=(asked,)), catalog)
