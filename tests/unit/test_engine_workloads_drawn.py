"""Workloads of a design on the cluster as drawn: what fits, what is open, what is warned of."""

import math
from typing import Any

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.report import Report
from designer.engine.subjects.workloads import planned
from designer.engine.subjects.workloads.saving import ADAM_BYTES
from designer.engine.workload_report import WorkloadReport
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.model.change import diff
from designer.model.design import Design, Fabric
from designer.model.workload import Workload
from designer.planning.templates import build

TRAIN = Workload(
    id="train", model="llama-3-70b", tokens=1e12, global_batch=1024, sequence_tokens=8192
)
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


def of(pod: Design, catalog: Catalog, *workloads: Workload, **site: object) -> Report:
    asked = tuple(sorted(workloads, key=lambda one: one.id))
    return evaluate(pod.evolve(workloads=asked, site=pod.site.evolve(**site)), catalog)


def only(report: Report) -> WorkloadReport:
    (one,) = report.workloads
    return one


def halved(design: Design) -> tuple[Fabric, ...]:
    """Return the fabrics with half as many rails: at half the rate no cable would join them."""
    return tuple(one.evolve(rails=4) if one.id == "compute" else one for one in design.fabrics)


def said(report: Report, rule: str) -> list[str]:
    return [check.message for check in report.checks if check.rule == rule]


def test_a_run_fits_is_split_and_takes_days_energy_and_money(pod: Design, catalog: Catalog) -> None:
    one = only(of(pod, catalog, TRAIN, cost_years=5.0))
    assert one.fits is True
    assert one.gpu == "h100-sxm"
    assert one.gpus is not None
    assert one.gpus <= 31 * 8
    assert one.nic_gbps == pytest.approx(400)
    assert one.plan.tensor * one.plan.pipeline * one.plan.data * one.plan.context == one.gpus
    assert [plan.lost != "" for plan in one.others] == [True] * len(one.others)
    assert len(one.others) >= 2
    time_s = one.figure("iteration_s")
    assert time_s.value == pytest.approx(sum(part.amount for part in one.ledger), rel=1e-9)
    assert time_s.low == pytest.approx(0.8 * time_s.likely)
    assert time_s.high == pytest.approx(1.2 * time_s.likely)
    days, left = one.figure("days"), one.goodput_pct
    assert left is not None
    steps = 1e12 / (1024 * 8192)
    assert days.value == pytest.approx(time_s.likely * steps / 86_400 / (left / 100))
    assert one.figure("energy_mwh").low > 0
    assert one.figure("cost").low > one.figure("energy_cost").low > 0
    held = sum(part.amount for part in one.memory)
    assert held == pytest.approx(one.plan.memory_gb)
    assert held <= 80


def test_a_slower_network_leaves_a_slower_run_and_none_a_node(
    pod: Design, catalog: Catalog
) -> None:
    thin = halved(pod)
    fast, slow = only(of(pod, catalog, TRAIN)), only(of(pod.evolve(fabrics=thin), catalog, TRAIN))
    assert slow.figure("iteration_s").likely > fast.figure("iteration_s").likely
    other = tuple(one for one in pod.fabrics if one.purpose != "compute")
    alone = only(of(pod.evolve(fabrics=other), catalog, TRAIN))
    assert alone.nic_gbps is None
    assert alone.fits is False
    assert alone.gpus == 8


def test_a_thin_cut_leaves_the_time_between_bounds(catalog: Catalog) -> None:
    two = build("dgx-superpod-h100", {"scalable_units": "2"}, catalog)
    thin = tuple(
        one.evolve(oversubscription=4.0) if one.id == "compute" else one for one in two.fabrics
    )
    whole, cut = only(of(two, catalog, TRAIN)), only(of(two.evolve(fabrics=thin), catalog, TRAIN))
    assert cut.nic_gbps is not None
    assert cut.nic_gbps < 200
    # Ranks that lie well need less of the cut: no faster than with all of it, and no slower.
    assert cut.figure("nic_gbps").high == pytest.approx(400)
    time_s, band = cut.figure("iteration_s"), 0.2
    assert time_s.high / (1 + band) > time_s.low / (1 - band)
    assert time_s.likely > whole.figure("iteration_s").likely


def test_what_does_not_fit_names_what_is_lacking_and_how_many_would_do(
    pod: Design, catalog: Catalog
) -> None:
    big = TRAIN.evolve(model="llama-3-1-405b", gpus=64)
    report = of(pod, catalog, big)
    one = only(report)
    assert one.fits is False
    assert one.days is None
    assert one.lacking_gb == pytest.approx((one.plan.memory_gb or 0.0) - 80)
    assert one.fitting_gpus is not None
    assert 64 < one.fitting_gpus <= 31 * 8
    assert f"it fits on {one.fitting_gpus}" in one.verdict
    assert only(of(pod, catalog, big.evolve(gpus=one.fitting_gpus))).fits is True
    less = only(of(pod, catalog, big.evolve(gpus=one.fitting_gpus - 8)))
    assert less.fits is not True
    assert said(report, "L02") == [f"train: {one.verdict}"]


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        (
            {"model": "llama-3-1-405b", "gpus": 64, "recompute": "none"},
            "with its optimizer in FP32 and no recompute",
        ),
        ({"gpus": 24, "recompute": "none"}, "with no recompute"),
        ({"gpus": 16}, "with its optimizer in FP32"),
        ({"plan": "TP 1 PP 1 CP 1 DP 8"}, "with the plan that it keeps"),
        ({"model": "llama-3-1-405b", "gpus": 8}, ""),
    ],
)
def test_what_does_not_fit_names_what_it_keeps(
    pod: Design, catalog: Catalog, asked: dict[str, Any], kept: str
) -> None:
    one = only(of(pod, catalog, TRAIN.evolve(**asked)))
    assert one.fits is False
    on = one.verdict.partition(": each lacks")[0]
    assert on.endswith(f"h100-sxm {kept}".rstrip())


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"model": ""}, "names no model"),
        ({"model": "llama-9"}, "no model 'llama-9'"),
        ({"model": "resnet-50"}, "no decoder"),
        ({"global_batch": None}, "no global_batch"),
        ({"sequence_tokens": None}, "no sequence_tokens"),
        ({"gpu": "b200-sxm"}, "no b200-sxm is drawn: there are h100-sxm"),
        ({"gpus": 100_000}, "100,000 GPUs are asked for"),
        ({"precision": "fp4"}, "does not state all of h100-sxm in fp4"),
        ({"profile": "none"}, "no profile 'none'"),
        ({"kind": "inference"}, "no prompt_tokens"),
    ],
)
def test_what_nobody_states_is_said_and_nothing_computed(
    pod: Design, catalog: Catalog, changed: dict[str, object], why: str
) -> None:
    report = of(pod, catalog, TRAIN.evolve(**changed))
    one = only(report)
    assert why in one.missing
    assert one.iteration_s is None
    assert one.fits is None
    assert one.verdict == ""
    assert len(said(report, "L01")) == 1


def test_a_hall_without_gpus_computes_none(catalog: Catalog) -> None:
    one = only(evaluate(Design(workloads=(TRAIN,)), catalog))
    assert one.missing == "no part that is drawn says which GPU it holds"


def test_a_service_has_servers_times_and_the_gpus_that_a_load_needs(
    pod: Design, catalog: Catalog
) -> None:
    asked = SERVE.evolve(requests_per_s=10.0, token_ms=30.0)
    one = only(of(pod, catalog, asked, cost_years=5.0))
    assert one.fits is True
    assert one.servers is not None
    assert one.gpus == one.servers * one.plan.tensor
    assert one.figure("token_ms").likely <= 30
    assert one.bound("first_token_ms") is not None
    assert one.figure("first_token_ms").high == float("inf")
    able = one.figure("requests_per_s").likely
    assert one.utilisation == pytest.approx(10 / able)
    assert one.needed_gpus is not None
    assert one.needed_gpus % one.plan.tensor == 0
    # As many as keep them at most four fifths busy, and no server fewer.
    each = able / (one.servers or 1) * 0.8
    assert (one.needed_gpus // one.plan.tensor - 1) * each < 10
    price = one.figure("cost_per_million_tokens").low
    assert price > one.figure("cost_per_million_output").low > 0


def test_a_target_that_no_server_keeps_is_said(pod: Design, catalog: Catalog) -> None:
    one = only(of(pod, catalog, SERVE.evolve(token_ms=0.1)))
    assert one.fits is True
    assert one.tokens_per_s is None
    assert "no server keeps the times" in one.verdict
    assert (one.in_time, one.pace) == (
        False,
        "Too slow: no server keeps the times that are asked for",
    )
    assert said(of(pod, catalog, SERVE.evolve(token_ms=0.1)), "L04") == [f"serve: {one.verdict}"]
    loaded = only(of(pod, catalog, SERVE.evolve(token_ms=0.1, requests_per_s=1.0)))
    assert loaded.needed_gpus is None


def test_a_queue_that_grows_is_warned_of(pod: Design, catalog: Catalog) -> None:
    able = only(of(pod, catalog, SERVE)).figure("requests_per_s").likely
    calm = of(pod, catalog, SERVE.evolve(requests_per_s=0.6 * able))
    perhaps = of(pod, catalog, SERVE.evolve(requests_per_s=0.7 * able))
    busy = of(pod, catalog, SERVE.evolve(requests_per_s=0.9 * able))
    over = of(pod, catalog, SERVE.evolve(requests_per_s=1.1 * able))
    assert said(calm, "L04") == []
    assert "Perhaps fast enough" in said(perhaps, "L04")[0]
    assert only(perhaps).in_time is None
    assert "requests wait long" in said(busy, "L04")[0]
    assert "grows without end" in said(over, "L04")[0]


def test_storage_that_takes_no_checkpoint_in_time_is_warned_of(
    pod: Design, catalog: Catalog
) -> None:
    report = of(pod, catalog, TRAIN)
    one = only(report)
    assert one.checkpoint_gb == pytest.approx(70_553_706_496 * ADAM_BYTES / 1e9)
    assert one.write_gb_s == pytest.approx(one.checkpoint_gb / (one.interval_s or 1))
    have = report.storage.figure("write_gb_s")
    assert have.low > one.write_gb_s
    assert said(report, "L03") == []
    stores = {part.id for part in catalog.parts if part.traits.stores}
    bare = pod.evolve(
        devices=tuple(one for one in pod.devices if one.part not in stores),
        assemblies=tuple(
            one.evolve(slots=tuple(slot for slot in one.slots if slot.part not in stores))
            for one in pod.assemblies
        ),
    )
    assert "no storage is drawn" in said(of(bare, catalog, TRAIN), "L03")[0]
    weak = tuple(
        part.evolve(storage=part.storage.evolve(write_gb_s=0.001))
        for part in catalog.parts
        if part.id in stores and part.storage
    )
    assert "storage takes" in said(of(pod, catalog.overlay(weak), TRAIN), "L03")[0]
    silent = tuple(
        part.evolve(storage=part.storage.evolve(write_gb_s=None))
        for part in catalog.parts
        if part.id in stores and part.storage
    )
    assert "cannot be said" in said(of(pod, catalog.overlay(silent), TRAIN), "L03")[0]


def changed(catalog: Catalog, **figures: float | None) -> Catalog:
    """The catalogue with other figures of all storage systems."""
    return catalog.overlay(
        tuple(
            part.evolve(storage=part.storage.evolve(**figures))
            for part in catalog.parts
            if part.traits.stores and part.storage
        )
    )


def test_data_ask_for_three_to_five_times_their_size(pod: Design, catalog: Catalog) -> None:
    """200 TB of data ask for 600 to 1,000 TB (concept 6 of the study notes)."""
    report = of(pod, catalog, TRAIN.evolve(dataset_tb=200.0))
    one = only(report)
    wanted = one.figure("storage_wanted_tb", "TB")
    assert (wanted.low, wanted.high) == (600, 1000)
    have = report.storage.figure("raw_tb")
    assert have.low > 600
    assert said(report, "L05") == []
    (tight,) = said(of(pod, catalog, TRAIN.evolve(dataset_tb=0.9 * have.low)), "L05")
    assert "room for no more than the data" in tight
    (none,) = said(of(pod, catalog, TRAIN.evolve(dataset_tb=2 * have.high)), "L05")
    assert "room for not even the data" in none
    (silent,) = said(of(pod, changed(catalog, raw_tb=None), TRAIN.evolve(dataset_tb=200.0)), "L05")
    assert "cannot be said" in silent
    assert only(of(pod, catalog, TRAIN)).storage_wanted_tb is None, "nobody says how much it reads"


def test_storage_keeps_a_level_of_the_reference_architecture(pod: Design, catalog: Catalog) -> None:
    """Best is 125 and 62 GB/s for 256 GPUs (RA-11333-001); so many of it as the plan takes."""
    report = of(pod, catalog, TRAIN)
    systems, gpus = report.storage.systems, only(report).gpus
    assert systems
    assert gpus
    unit = gpus / 256
    for share, level in ((1.0, "best"), (0.99, "better"), (0.2, "good"), (0.1, "below good")):
        figures = {
            "read_gb_s": 125 * unit / systems * share, "write_gb_s": 62 * unit / systems * share,
        }  # fmt: skip
        report = of(pod, changed(catalog, **figures), TRAIN)
        assert only(report).storage_level == level
        assert bool(said(report, "L06")) == (level == "below good")
    silent = of(pod, changed(catalog, read_gb_s=None), TRAIN)
    assert only(silent).storage_level == ""
    assert "cannot be said" in said(silent, "L06")[0]


def test_a_request_is_no_longer_than_the_context(pod: Design, catalog: Catalog) -> None:
    """Llama 3 reads 8,192 tokens (Meta, model card, 2024-04)."""
    asked = SERVE.evolve(prompt_tokens=8000, answer_tokens=192)
    assert said(of(pod, catalog, asked), "L12") == []
    (long,) = said(of(pod, catalog, asked.evolve(answer_tokens=193)), "L12")
    assert "8,193 tokens" in long
    assert "8,192" in long


def test_storage_feeds_gpus_or_they_wait(pod: Design, catalog: Catalog) -> None:
    """3,000 images of 110 KB a second are 0.33 GB/s for each GPU (founding guide, training)."""
    report = of(pod, catalog, TRAIN.evolve(gpu_read_gb_s=0.33))
    one = only(report)
    assert one.gpus
    assert one.read_wanted_gb_s == pytest.approx(0.33 * one.gpus)
    assert said(report, "L11") == []
    most = report.storage.figure("sent_gb_s").low / one.gpus
    (slow,) = said(of(pod, catalog, TRAIN.evolve(gpu_read_gb_s=1.01 * most)), "L11")
    assert "GPUs wait for data" in slow
    asked = TRAIN.evolve(gpu_read_gb_s=0.33)
    (silent,) = said(of(pod, changed(catalog, read_gb_s=None), asked), "L11")
    assert "cannot be said" in silent
    assert only(of(pod, catalog, TRAIN)).read_wanted_gb_s is None


def test_a_restart_reads_one_copy(pod: Design, catalog: Catalog) -> None:
    report = of(pod, catalog, TRAIN)
    one = only(report)
    assert one.checkpoint_gb
    assert one.restore_s == pytest.approx(
        one.checkpoint_gb / report.storage.figure("sent_gb_s").low
    )


def test_a_run_gets_what_the_network_of_storage_carries(pod: Design, catalog: Catalog) -> None:
    """Leaves of one unit take 12 links of 400 Gb/s of storage: 600 GB/s (RA-11333-001, Table 8)."""
    report = of(pod, catalog, TRAIN)
    one = only(report)
    ports = (report.storage.systems or 0) * 8 * 200
    assert one.storage_network_gb_s == pytest.approx(min(ports, 12 * 400) / 8)
    assert said(report, "L07") == []
    assert only(of(pod, catalog, SERVE)).storage_level == "", "a service reads its weights once"


def test_a_checkpoint_at_once_takes_as_long_as_it_is_written(pod: Design, catalog: Catalog) -> None:
    report = of(pod, catalog, TRAIN)
    one, have = only(report), report.storage.figure("write_gb_s")
    assert one.stall_s == pytest.approx(70.553706496 * ADAM_BYTES / have.low)
    open_ = only(of(pod, changed(catalog, write_gb_s=None), TRAIN))
    assert open_.stall_s is None
    least = open_.figure("stall_s", "s")
    network = report.storage.figure("network_gb_s")
    assert (least.low, least.high) == (pytest.approx(one.checkpoint_gb / network.high), math.inf)


def test_other_numbers_of_gpus_follow_the_report(pod: Design, catalog: Catalog) -> None:
    evaluator = Evaluator(catalog)
    first = only(evaluator.report(pod.evolve(workloads=(TRAIN,))))
    assert first.scaling == ()
    while evaluator.work_later():
        pass
    after = evaluator.report_later()
    assert after is not None
    points = only(after).scaling
    assert len(points) > 1
    assert [point.gpus for point in points if point.drawn] == [only(after).gpus]
    assert max(point.efficiency or 0.0 for point in points) == pytest.approx(1.0)
    # A price searches nothing anew and keeps them.
    next_ = evaluator.report(
        pod.evolve(workloads=(TRAIN,), site=pod.site.evolve(electricity_price=0.3))
    )
    assert only(next_).scaling == points


def test_a_preview_searches_where_the_network_or_the_gpus_are_others_and_no_long_one(
    pod: Design, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    evaluator = Evaluator(catalog)
    design = pod.evolve(workloads=(TRAIN,))
    evaluator.report(design)
    calls: list[int] = []
    known = planned.search
    monkeypatch.setattr(planned, "search", lambda asked: calls.append(1) or known(asked))
    fabrics = halved(design)
    slower = diff(design, design.evolve(fabrics=fabrics))
    moved = design.racks[0].evolve(x_mm=design.racks[0].x_mm + 600)
    aside = diff(design, design.evolve(racks=(moved, *design.racks[1:])))
    evaluator.preview(1, design, aside, ())
    assert calls == []
    evaluator.preview(2, design, slower, ())
    assert calls == [1]
    monkeypatch.setattr(planned, "_MOST_TRIED", 10)
    evaluator.preview(3, design, slower, ())
    assert calls == [1]


def test_days_and_money_follow_a_preview_with_the_kilowatts(pod: Design, catalog: Catalog) -> None:
    evaluator = Evaluator(catalog)
    design = pod.evolve(workloads=(TRAIN,))
    first = only(evaluator.report(design))
    slower = halved(design)
    rows = {row.id: row for row in design.racks}
    gone = next(iter(rows))
    after = design.evolve(fabrics=slower, racks=tuple(r for r in design.racks if r.id != gone))
    told = {one.what: one for one in evaluator.preview(1, design, diff(design, after), ()).changes}
    days = told["days of train"]
    assert days.before == pytest.approx(first.days)
    assert days.after > days.before
    assert told["IT power"].after < told["IT power"].before
    capital = told["capital"]
    assert capital.figure("after").low < capital.figure("before").low


def test_a_plan_that_is_kept_stands_before_a_faster_one(pod: Design, catalog: Catalog) -> None:
    free = only(of(pod, catalog, TRAIN))
    slower = next(one for one in free.others if one.fits)
    kept = only(of(pod, catalog, TRAIN.evolve(plan=slower.split)))
    assert kept.plan_kept
    assert not free.plan_kept
    assert (kept.plan.split, kept.plan.time_s) == (slower.split, pytest.approx(slower.time_s))
    assert kept.days
    assert free.days
    assert kept.days >= free.days
    assert free.plan.split in {one.split for one in kept.others}
    loose = " · ".join(kept.plan.words.split(" · ")[:-1])
    assert only(of(pod, catalog, TRAIN.evolve(plan=loose))).plan == kept.plan, "as it is written"


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        ("TP 3 PP 2 DP 2", "TP 3 PP 2 DP 2 cannot be on 248 GPUs"),
        ("TP 8 PP 80 DP 2", "TP 8 PP 80 DP 2 cannot be on 248 GPUs"),
        ("eight by two", "write it as TP 8 PP 14 CP 2 DP 4"),
        ("TP 8 TP 4", "names TP twice"),
    ],
)
def test_a_plan_that_cannot_be_is_said(pod: Design, catalog: Catalog, plan: str, said: str) -> None:
    one = only(of(pod, catalog, TRAIN.evolve(plan=plan)))
    assert said in one.missing
    assert one.days is None


def test_a_kept_plan_that_does_not_fit_names_what_lacks(pod: Design, catalog: Catalog) -> None:
    one = only(of(pod, catalog, TRAIN.evolve(plan="TP 1 PP 1 DP 1")))
    assert one.fits is False
    assert one.lacking_gb is not None
    assert one.lacking_gb > 0


def test_a_workload_survives_its_file(catalog: Catalog) -> None:
    design = Design(workloads=(SERVE.evolve(requests_per_s=3.5, engine="vllm"), TRAIN))
    assert loads(dumps(design, catalog)).design.workloads == design.workloads


def test_a_run_takes_the_gpus_that_one_network_joins(pod: Design, catalog: Catalog) -> None:
    """Nodes that share no fabric exchange nothing: two halves are no whole."""
    node = catalog.get("dgx-h100")
    assert node is not None
    known = catalog.overlay((node.evolve(id="other-h100"),))
    other = pod.assemblies
    wide = max((one for one in other if any(slot.part == "dgx-h100" for slot in one.slots)),
               key=lambda one: len(one.slots))  # fmt: skip
    slots = tuple(
        slot.evolve(part="other-h100") if slot.id == "n1" else slot for slot in wide.slots
    )
    mixed = pod.evolve(
        assemblies=tuple(wide.evolve(slots=slots) if one is wide else one for one in other)
    )
    whole, part = only(of(pod, catalog, TRAIN)), only(of(mixed, known, TRAIN))
    standing = part.standing_gpus
    assert standing == whole.standing_gpus
    (compute,) = (one for one in of(mixed, known, TRAIN).fabrics if one.id == "compute")
    assert compute.gpus is not None
    assert part.gpus is not None
    assert part.gpus <= compute.gpus < (standing or 0)
    rule = next(one for one in mixed.fabrics if one.id == "compute")
    second = rule.evolve(id="compute-2", nodes=("other-h100",))
    fabrics = tuple(sorted((*mixed.fabrics, second), key=lambda one: one.id))
    two = only(of(mixed.evolve(fabrics=fabrics), known, TRAIN))
    assert two.gpus == part.gpus
    assert two.figure("nic_gbps").high == part.figure("nic_gbps").high


def test_storage_that_no_fabric_joins_promises_nothing(pod: Design, catalog: Catalog) -> None:
    whole = only(of(pod, catalog, TRAIN))
    fabrics = tuple(one for one in pod.fabrics if one.purpose != "storage")
    report = of(pod.evolve(fabrics=fabrics), catalog, TRAIN.evolve(gpu_read_gb_s=0.01))
    one = only(report)
    assert one.storage_level == ""
    assert (one.stall_s, one.restore_s) == (None, None)
    assert one.figure("stall_s").low <= whole.figure("stall_s").likely
    assert one.figure("stall_s").high == math.inf
    for rule in ("L03", "L06", "L11"):
        (told,) = said(report, rule)
        assert "the network between storage and nodes is not known" in told


def _without_spines(design: Design, fabric: str) -> Design:
    """Return the design with no spine of a fabric."""
    return design.evolve(
        assemblies=tuple(
            one.evolve(
                slots=tuple(
                    slot for slot in one.slots if (slot.fabric, slot.tier) != (fabric, "spine")
                )
            )
            for one in design.assemblies
        )
    )


def test_checkpoints_go_over_the_network_of_storage(pod: Design, catalog: Catalog) -> None:
    """What no spine carries is not written, whatever storage takes."""
    report = of(_without_spines(pod, "storage"), catalog, TRAIN)
    assert report.storage.figure("taken_gb_s").high == 0
    assert report.storage.figure("write_gb_s").low > 0
    assert "storage takes 0" in said(report, "L03")[0]
    key = "guideline/checkpoint-bandwidth.writes"
    (ready,) = (one for one in report.platform.rules if one.key == key)
    assert ready.answer == "fails"


def test_workloads_that_take_more_than_stands_are_told_so(pod: Design, catalog: Catalog) -> None:
    report = of(pod, catalog, TRAIN, SERVE)
    taken = sum(one.gpus or 0 for one in report.workloads)
    standing = report.workloads[0].standing_gpus or 0
    assert taken > standing
    (told,) = said(report, "L02")
    assert f"take {taken} h100-sxm together, and {standing} stand" in told
    apart = of(pod, catalog, TRAIN.evolve(gpus=128), SERVE.evolve(gpus=64))
    assert said(apart, "L02") == []


def test_a_run_tells_of_switches_that_are_missing(pod: Design, catalog: Catalog) -> None:
    """Rails of one unit need no spine where NVLink joins them: it fits, and the rule is broken."""
    (whole,) = of(pod, catalog, TRAIN).workloads
    assert whole.network_lacks == 0
    assert "lacks" not in whole.verdict
    (one,) = of(_without_spines(pod, "compute"), catalog, TRAIN).workloads
    assert one.fits
    assert one.network_lacks == 4
    assert "Its network lacks 4 switches of its rule" in one.verdict


def test_a_run_without_a_network_may_never_end(catalog: Catalog) -> None:
    """Leaves join rails of one unit; what no spine carries may come over another fabric, or not."""
    two = build("dgx-superpod-h100", {"scalable_units": "2"}, catalog)
    (whole,) = of(two, catalog, TRAIN).workloads
    assert not whole.may_never_end
    assert "without end" not in whole.verdict
    (one,) = of(_without_spines(two, "compute"), catalog, TRAIN).workloads
    assert one.fits
    assert one.figure("nic_gbps").low == 0
    assert one.may_never_end
    assert "or without end: its network may carry nothing between nodes" in one.verdict
