"""Rules of workloads: they fit, what they ask is stated, storage keeps up, queues end."""

from collections.abc import Iterator
from typing import Final

from designer.catalog.records.workloads import Model
from designer.engine.calculation import CalcError
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.ownership.inputs import years_of
from designer.engine.subjects.storage.storage import STORAGE
from designer.engine.subjects.workloads.drawn import drawn_for
from designer.engine.subjects.workloads.given import library_entry
from designer.engine.subjects.workloads.planned import PLANS
from designer.engine.subjects.workloads.reached import reaching
from designer.engine.subjects.workloads.serve import BUSY, Service
from designer.engine.subjects.workloads.serve_words import kept_times
from designer.engine.subjects.workloads.workloads import WORKLOADS
from designer.engine.workload_report import WorkloadReport
from designer.model.figure_words import words
from designer.model.figures import Figure, exact, within
from designer.model.some_names import some
from designer.model.units import HOURS_PER_YEAR

_DAY_HOURS: Final = 24
_DRAW_STORAGE: Final = (
    "Draw storage that a network joins to its nodes, or state how long a save and a restart take."
)
_QUEUES: Final = "requests may wait for others, which is not computed"
_DRAW_NETWORK: Final = "Draw the fabric that joins its nodes, with what its switches carry."


def workloads_are_stated(facts: Facts) -> Iterator[Finding]:
    """L01: a workload states what its time follows from."""
    for one in facts[WORKLOADS]:
        if one.missing:
            yield Finding(
                "L01", "info", one.id, (), f"{one.called} is not computed: {one.missing}",
                "State it in the workload, or delete the workload.",
            )  # fmt: skip


def workloads_fit(facts: Facts) -> Iterator[Finding]:
    """L02: a model fits into the memory of the GPUs that are drawn."""
    for one in facts[WORKLOADS]:
        if one.missing:
            continue
        if one.fits is False:
            yield Finding(
                "L02", "warning", one.id, (), f"{one.called}: {one.verdict}",
                "Take more GPUs, GPUs with more memory, or a smaller precision.",
            )  # fmt: skip
        elif one.fits is None:
            yield cannot_be_said(
                "L02", one.id, (), f"{one.called}: whether {one.model} fits",
                (f"{one.gpu}.accelerator.memory_gb",), facts.name_of,
            )  # fmt: skip
    yield from _together(facts)
    yield from _of_several_halls(facts)


def _of_several_halls(facts: Facts) -> Iterator[Finding]:
    """Yield of each run that it asks for more GPUs than the network of any one hall joins."""
    if not any(fabric.hall for fabric in facts.design.fabrics):
        return
    for workload in facts.design.workloads:
        if workload.kind != "training" or not workload.gpus:
            continue
        try:
            joined = drawn_for(facts, workload).joined
        except CalcError:
            continue  # L01 says why it is not computed
        if workload.gpus > joined:
            yield Finding(
                "L02", "warning", f"halls:{workload.id}", (),
                f"{workload.name or workload.id} asks for {workload.gpus:,} GPUs, and the network "
                f"of a hall joins {joined:,} at most: it is computed on those",
                "Ask for the GPUs of one hall, or draw the network that joins halls.",
            )  # fmt: skip


def _together(facts: Facts) -> Iterator[Finding]:
    """Yield of each kind of GPU that workloads take more than stand, if all run at a time."""
    taken: dict[tuple[str, int], dict[str, int]] = {}
    for one in facts[WORKLOADS]:
        gpus, stand = one.gpus, one.standing_gpus
        if gpus is not None and stand is not None and one.fits is not False:
            taken.setdefault((one.gpu, stand), {})[one.called] = gpus
    for (gpu, stand), found in taken.items():
        asked = sum(found.values())
        if asked > stand > 0:
            yield Finding(
                "L02", "info", f"together:{gpu}", (),
                f"{some(list(found))} take {asked:,} {gpu} together, and "
                f"{stand:,} stand: each is computed as if the others waited",
                "State how many GPUs each of them takes, where they run at a time.",
            )  # fmt: skip


def storage_takes_checkpoints(facts: Facts) -> Iterator[Finding]:
    """L03: storage writes a checkpoint before the next one begins."""
    storage = facts.read(STORAGE)
    for one in facts[WORKLOADS]:
        if one.kind != "training" or one.missing or one.checkpoint_gb is None or storage is None:
            continue
        need = one.figure("write_gb_s", "GB/s")
        asked = (
            f"{one.called}: a checkpoint of {one.checkpoint_gb:,.0f} GB every "
            f"{words(one.figure('interval_s', 's'), 0)} asks for {words(need, 2)} of writes"
        )
        if storage.systems == 0:
            yield Finding(
                "L03", "info", f"none:{one.id}", (), f"{asked}, and no storage is drawn",
                "Draw the storage that takes its checkpoints.",
            )  # fmt: skip
        else:
            yield from _too_slow(facts, one, asked, need, reaching(storage)[1])


def _too_slow(
    facts: Facts, one: WorkloadReport, asked: str, need: Figure, have: Figure
) -> Iterator[Finding]:
    verdict = within(need, have)
    if verdict.answer == "no":
        yield Finding(
            "L03", "warning", one.id, (), f"{asked}, and storage takes {words(have)}",
            "Draw more storage, or save less often.",
        )  # fmt: skip
    elif verdict.answer == "open" and have.low < have.high:
        yield cannot_be_said(
            "L03", one.id, (), f"{asked}: whether the {words(have)} of storage are enough",
            (gap.ref for gap in have.gaps), facts.name_of,
        )  # fmt: skip
    elif verdict.answer == "open":
        yield Finding(
            "L03", "info", f"open:{one.id}", (),
            f"{asked}, and storage takes {words(have)}: as often as some clusters fail it is too "
            "slow", "Draw more storage, or state how often the run is saved.",
        )  # fmt: skip


def runs_end_in_time(facts: Facts) -> Iterator[Finding]:
    """L08: a run is done within the time that is wanted, by all of its band."""
    for one in facts[WORKLOADS]:
        if one.wanted_days is None or one.missing or one.fits is False or one.in_time:
            continue
        said, _, advice = one.pace.partition(". ")
        if one.in_time is False:
            never = "Save more often." if one.days is None else ""
            slow = never or "Take more GPUs, fewer tokens, or a smaller precision."
            yield Finding(
                "L08", "warning", one.id, (), f"{one.called}: {said}",
                f"{advice}." if advice else slow,
            )  # fmt: skip
            continue
        bound = one.bound("days")
        if bound is None:
            why, to_do = "", "State the tokens of the run."
        elif bound.high is None:
            why, to_do = "", _closing(one)
        else:
            why, to_do = f": the band of {one.profile} leaves it open", ""
        yield Finding(
            "L08", "info", f"open:{one.id}", (), f"{one.called}: {said}{why}",
            f"{advice}." if advice else to_do,
        )  # fmt: skip


def runs_end_while_used(facts: Facts) -> Iterator[Finding]:
    """L13: a run takes no longer than the hours that the site is used for, in all its years."""
    site, years = facts.design.site, years_of(facts)
    used = years.times(HOURS_PER_YEAR / _DAY_HOURS * site.utilisation, "d")
    stated = site.cost_years is not None or site.utilisation < 1
    for one in facts[WORKLOADS]:
        days = one.figure("days", "d")
        if one.kind != "training" or one.missing or days.value is None:
            continue
        surely = within(days, used).answer == "no"
        if not surely and within(exact(days.value, "d"), used).answer == "yes":
            continue
        counted = "a year" if years.value == 1 else f"{years.value:g} years"
        hours = f", {site.utilisation:.3g} of the hours" if site.utilisation < 1 else ""
        yield Finding(
            "L13", "warning" if surely and stated else "info", one.id, (),
            f"{one.called}: it trains for {words(days, 0, 'days')}, and the site is used for "
            f"{words(used, 0, 'days')} in {counted}{hours}",
            "State the years and the part of the hours that it is used, shorten the run, or take "
            "more GPUs.",
        )  # fmt: skip


def services_keep_times(facts: Facts) -> Iterator[Finding]:
    """L08: a service keeps the times that are asked for, by all of its band and with its queues."""
    reports = {one.id: one for one in facts[WORKLOADS]}
    for id_, found in facts[PLANS].by_id.items():
        one, asked = reports[id_], found.job.asked if found.job is not None else None
        if not isinstance(asked, Service) or one.missing or one.servers is None:
            continue
        names = ("token_ms", "first_token_ms")
        kept = kept_times(asked, {name: one.figure(name, "ms") for name in names})
        left = [said for answer, said in kept if answer != "yes"]
        if not left:
            continue
        queues = asked.first_token_s is not None
        why = f"the band of {one.profile} leaves it open"
        yield Finding(
            "L08", "warning" if any(answer == "no" for answer, _ in kept) else "info",
            f"open:{one.id}", (),
            f"{one.called}: {'; '.join(left)}: {_QUEUES if queues else why}",
            "Keep servers less busy, with more GPUs or fewer requests." if queues else "",
        )  # fmt: skip


def _closing(one: WorkloadReport) -> str:
    """Return what would give the days of a run an upper end."""
    stops = (one.bound("save_s"), one.bound("restart_s"))
    if any(stop is not None and stop.high is None for stop in stops):
        return _DRAW_STORAGE
    return _DRAW_NETWORK if one.figure("goodput_pct").low > 0 else "Save more often."


def requests_fit_the_context(facts: Facts) -> Iterator[Finding]:
    """L12: a prompt with its answer is no longer than what a model was trained to read."""
    for found in facts[PLANS].by_id.values():
        one = found.workload
        model = library_entry("model", one.model)
        if one.prompt_tokens is None or not isinstance(model, Model) or not model.context_tokens:
            continue
        asked, answer = one.prompt_tokens, one.answer_tokens
        whole = asked if answer is None else asked + answer
        if whole > model.context_tokens:
            yield Finding(
                "L12", "warning", one.id, (),
                f"{one.name or one.id}: {whole:,} tokens of a prompt and its answer, and "
                f"{model.name} reads {model.context_tokens:,}",
                "Ask for less, or take a model that reads as much.",
            )  # fmt: skip


def queues_end(facts: Facts) -> Iterator[Finding]:
    """L04: servers keep the times asked for, and no more requests come than they answer."""
    for one in facts[WORKLOADS]:
        if one.kind == "inference" and one.fits and one.servers is None:
            yield Finding(
                "L04", "warning", f"slow:{one.id}", (), f"{one.called}: {one.verdict}",
                "Allow more time to the first token and between tokens, or take faster GPUs.",
            )  # fmt: skip
        if one.utilisation is None:
            continue
        if one.utilisation <= BUSY:
            if one.figure("utilisation").high > BUSY:
                yield Finding(
                    "L04", "info", f"open:{one.id}", (),
                    f"{one.called}: {one.pace}: the band of {one.profile} leaves it open",
                )  # fmt: skip
            continue
        grows = one.utilisation >= 1
        said = "more requests come than its servers answer: the queue grows without end"
        long = "requests wait long, and the first token comes much later than its floor"
        yield Finding(
            "L04", "warning", one.id if grows else f"busy:{one.id}", (),
            f"{one.called}: {100 * one.utilisation:.0f} % busy; {said if grows else long}",
            f"Take {words(one.figure('needed_gpus'), 0)} GPUs, or answer less."
            if one.needed_gpus else "",
        )  # fmt: skip
