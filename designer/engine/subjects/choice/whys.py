"""Why the cost of work, and the advice to own or rent, are what they are."""

from typing import Final

from designer.engine.choice_report import Choice, WorkCost
from designer.engine.ownership_report import OwnWhyAsked
from designer.engine.subject import Facts, Question
from designer.engine.subjects.choice.calc import OWN_OR_RENT
from designer.engine.subjects.choice.choice import choice_of
from designer.engine.subjects.choice.work import hours_of
from designer.engine.subjects.workloads.workloads import WORKLOADS
from designer.engine.why_report import Why
from designer.model.figure_words import UNKNOWN, words

_HOURS: Final = {
    "run": "a run, its days · 24 · its GPUs", "trained": "a million tokens trained",
    "served": "a million tokens of full servers, all on answers",
    "prompts": "a million tokens of prompts, full servers",
    "answers": "a million tokens of answers, full servers",
    "at_load": "a million tokens of answers at the load that comes",
}  # fmt: skip


def _work(facts: Facts, found: Choice) -> Why:
    """Return the GPU-hours of each workload, and what an hour costs each way."""
    workloads = facts.read(WORKLOADS) or ()
    lines = [] if workloads else ["No workload is drawn"]
    bands: list[str] = []
    for one in workloads:
        name = one.name or one.id
        hours = dict(hours_of(one))
        lines.append(f"{name}: {'' if hours else one.missing or 'no hours are known'}".rstrip(": "))
        lines += [f"   {words(hours[of], 4)} of a GPU: {said}"
                  for of, said in _HOURS.items() if of in hours]  # fmt: skip
        if one.band_pct is not None:
            bands.append(f"{name}: profile {one.profile}, band {one.band_pct:g} %")
    # In a hall of several kinds of GPU the hour of each is its own: said once where all are alike.
    lines += dict.fromkeys(
        f"An hour{_of(work, found)}, {one.way}: {words(one.figure('gpu_hour', found.currency), 2)}"
        for work in found.work
        for one in work.ways
    )
    notes = dict.fromkeys(one.note for work in found.work for one in work.ways if one.note)
    return Why(
        what="work", title="Why: cost of the work",
        formula="cost = GPU-hours of the work · cost of a GPU-hour that is used, each way",
        lines=tuple(lines), sources=("hours: Workloads", "cost of an hour: Cost of a unit"),
        error=". ".join((*bands, *notes)),
    )  # fmt: skip


def _of(work: WorkCost, found: Choice) -> str:
    """Return of whose work an hour is, where hours differ."""
    own = {tuple(one.figure("gpu_hour") for one in each.ways) for each in found.work}
    return f" for {work.name or work.id}" if len(own) > 1 else ""


def _reasons(_: Facts, found: Choice) -> Why:
    """Return which thresholds speak, and what they come to."""
    says = [one.says for one in found.reasons]
    lines = [
        f"{says.count('own')} speak for owning, {says.count('rent')} for renting, "
        f"{says.count('open')} are open",
        found.why,
        *(f"{one.words}: {one.found or UNKNOWN}, says {one.says}" for one in found.reasons),
    ]
    sources = dict.fromkeys(one.source for one in found.reasons if one.source)
    return Why(
        what="reasons", title="Why: own or rent", formula=OWN_OR_RENT.formula,
        lines=tuple(lines), sources=tuple(sources),
        error="Rules of thumb of their authors: none of them is measured. What nobody answers "
        "speaks for neither.",
    )  # fmt: skip


_MADE: Final = {"work": _work, "reasons": _reasons}


def why(facts: Facts, asked: OwnWhyAsked) -> Why:
    """Return why the figures of a box are what they are, as the design stands."""
    made, found = _MADE.get(asked.what), choice_of(facts)
    if made is None or not found.is_computed:
        return Why(what=asked.what, title="Nothing is known of it")
    return made(facts, found)


WHY: Final = Question("why", OwnWhyAsked, Why, why)
