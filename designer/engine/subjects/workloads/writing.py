"""Workloads as a reader sees them."""

from collections.abc import Iterator
from typing import Final

from designer.engine.page import Section, Table
from designer.engine.report import Report
from designer.engine.workload_report import Way, WorkloadReport
from designer.model.figure_words import UNKNOWN, amount, money, percent, words

_TERA: Final = 1e12
_HOUR_S: Final = 3600


def written(report: Report) -> Iterator[Section]:
    """Yield a section for each workload."""
    for one in report.workloads:
        facts = [("Model", one.model)]
        if one.missing:
            facts.append(("Not computed", one.missing))
            yield Section(_title(one), tuple(facts))
            continue
        facts += [(label, text) for label, text in facts_of(one) if text]
        yield Section(_title(one), tuple(facts), _plans(one), _notes(one))


def _title(one: WorkloadReport) -> str:
    kind = "Training" if one.kind == "training" else "Serving"
    return f"{kind}: {one.name or one.id}"


def facts_of(one: WorkloadReport) -> Iterator[tuple[str, str]]:
    """Yield what is known of a workload: label and value, empty where there is none."""
    yield "Verdict", one.verdict
    yield "Pace", one.pace
    for way in one.ways:
        yield _WAYS[way.what], way_words(way)
    yield "Plan", one.plan.words
    rows = (
        ("Iteration", "iteration_s", 2, "s"),
        ("After the worst failure of the network", "iteration_after_loss_s", 2, "s"),
        ("Tokens a second", "tokens_per_s", 0, ""),
        ("For each GPU", "tflops_per_gpu", 0, "TFLOP/s"),
        ("Run, failures included", "days", 1, "days"),
        ("Failures of the run", "failures", 0, ""),
        ("Energy of the run", "energy_mwh", 0, "MWh"),
        ("Between two tokens", "token_ms", 1, "ms"),
        ("First token, at least", "first_token_ms", 0, "ms"),
        ("Requests it answers", "requests_per_s", 1, "/s"),
        ("Checkpoint", "checkpoint_gb", 0, "GB"),
        ("Network of one GPU", "nic_gbps", 0, "Gb/s"),
    )
    for label, name, decimals, unit in rows:
        if _told(one, name):
            yield label, words(one.figure(name, unit), decimals, unit)
    if _told(one, "mfu"):
        yield "MFU", percent(one.figure("mfu"))
    if _told(one, "write_gb_s"):
        every, write = words(one.figure("interval_s", "s"), 0), words(one.figure("write_gb_s"), 2)
        yield "Saved every", f"{every}, {write} of writes"
    if one.failure_every_s is not None and _told(one, "save_s"):
        save, restart = (words(one.figure(name, "s"), 0) for name in ("save_s", "restart_s"))
        yield "A failure every", (
            f"~{one.failure_every_s / _HOUR_S:,.1f} h; {save} a checkpoint, {restart} a restart"
        )  # fmt: skip
    if one.cache_words:
        yield "KV cache", one.cache_words
    yield from _of_storage(one)
    if _told(one, "goodput_pct"):
        left = words(one.figure("goodput_pct", "%"), 1)
        yield "Left by failures", f"{left} of the time"
    if _told(one, "utilisation"):
        yield "Busy", percent(one.figure("utilisation"))
    yield from _paid(one)


_WAYS: Final = {
    "tokens": "In time with fewer tokens", "gpus": "In time with more GPUs",
    "precision": "In another precision", "both": "In another precision, on more GPUs",
    "batch": "With a batch that more GPUs share",
}  # fmt: skip


def way_words(way: Way) -> str:
    """Return what would make a run as fast as wanted: how much, and what it takes then."""
    if way.what == "batch" and way.number is not None:
        on = f" on {way.gpus:,} GPUs" if way.gpus is not None else ""
        rate = f"{way.rate:,.0f} tokens/s" if way.rate is not None else UNKNOWN
        then = words(way.figure("days", "d"), 0, "days") if way.days is not None else rate
        return f"{way.number:,.0f} sequences{on}: {then}"
    if way.days is None and way.number is not None:
        return f"{way.precision.upper()} and " * bool(way.precision) + f"{way.number:,.0f} GPUs"
    days = words(way.figure("days", "d"), 0, "days")
    named = way.precision.upper()
    if way.what == "precision":
        return f"{named}: {days}" + ("" if way.alone else ", not alone")
    unit = "GPUs" if way.what in ("gpus", "both") else "tokens"
    if way.number is None and way.surely is None:
        return f"not alone: {days} on the most that were tried"
    said = [f"{_count(number)} {unit}{more}" for number, more in
            ((way.number, f": {days}" if way.number else ""), (way.surely, " to be sure"))
            if number is not None]  # fmt: skip
    return f"{named} and " * bool(named) + "; ".join(said)


def _count(number: float) -> str:
    return f"{number / _TERA:.3g} T" if number >= _TERA else f"{number:,.0f}"


def _of_storage(one: WorkloadReport) -> Iterator[tuple[str, str]]:
    if _told(one, "stall_s"):
        yield "A checkpoint written at once", words(one.figure("stall_s", "s"), 0, "s")
    if _told(one, "restore_s"):
        yield "Read back at a restart", words(one.figure("restore_s", "s"), 1, "s")
    if one.read_wanted_gb_s is not None:
        yield "Its GPUs read of storage", words(one.figure("read_wanted_gb_s", "GB/s"), 0)
    if one.dataset_tb is not None:
        asked = words(one.figure("storage_wanted_tb", "TB"), 0)
        yield "Storage for its data", f"{asked} for {one.dataset_tb:,g} TB; {one.storage_tier}"
    if one.storage_level:
        yield "Level of storage", f"{one.storage_level}, for {one.gpus:,} GPUs"
    if _told(one, "storage_network_gb_s"):
        network = words(one.figure("storage_network_gb_s", "GB/s"), 0)
        yield "Its network carries to nodes", network


def _paid(one: WorkloadReport) -> Iterator[tuple[str, str]]:
    sums = (("Cost of the run", "cost"), ("Its energy", "energy_cost"))
    for label, name in sums:
        if _told(one, name):
            yield label, money(one.figure(name, one.currency))
    tokens = (
        ("A million tokens of full servers, all on answers", "cost_per_million_tokens"),
        ("A million tokens of prompts, full servers", "cost_per_million_input"),
        ("A million tokens of answers, full servers", "cost_per_million_output"),
        ("A million tokens at the load", "cost_per_million_at_load"),
    )
    for label, name in tokens:
        if _told(one, name):
            yield label, f"{amount(one.figure(name), 2)} {one.currency}"


def _told(one: WorkloadReport, name: str) -> bool:
    return getattr(one, name) is not None or one.bound(name) is not None


def _plans(one: WorkloadReport) -> Table | None:
    plans = [one.plan, *one.others] if one.plan.words else []
    if not plans:
        return None
    slow = "s" if one.kind == "training" else "ms a token"
    factor = 1.0 if one.kind == "training" else 1e3
    rows = tuple(
        (
            plan.words, "—" if plan.time_s is None else f"{plan.time_s * factor:.3g} {slow}",
            "—" if plan.memory_gb is None else f"{plan.memory_gb:.3g} GB", plan.lost or "the best",
        )
        for plan in plans
    )  # fmt: skip
    return Table(
        (("Plan", "left"), ("Time", "right"), ("Memory", "right"), ("Why it lost", "left")), rows
    )


def _notes(one: WorkloadReport) -> tuple[str, ...]:
    band = f"bounds hold its band of ±{one.band_pct:g} %, and not all published runs lie within"
    said = [f"profile {one.profile}: {band}"]
    if one.ledger:
        each = (f"{part.what} {part.amount:.3g}" for part in one.ledger)
        said.append(f"An iteration, s: {', '.join(each)}.")
    if one.memory:
        held = (f"{part.what} {part.amount:.3g}" for part in one.memory)
        said.append(f"Memory of the fullest GPU, GB: {', '.join(held)}.")
    return tuple(said)
