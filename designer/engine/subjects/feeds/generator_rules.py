"""The rule of generating sets: not too little to do, and room for steps of load (P17)."""

from collections.abc import Iterator
from typing import Final

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.feeds.room import ROOM_POWER, NodeLoad
from designer.model.figure_words import told, words
from designer.model.figures import Answer, Figure, total, within

LEAST: Final = 0.3
"""Of its rating: below it a diesel does not burn clean (sizing notes of technica.ph)."""
MOST: Final = 0.8
"""Load factors of 0.6 to 0.8 are planned with, by the same: the rest is for steps of load."""


def generators_have_enough_to_do(facts: Facts, outdoors: Figure) -> Iterator[Finding]:
    """P17: what a generator carries when it runs is between 30 % and 80 % of its rating.

    What exceeds its rating P14 tells, and a rating that nobody states where no part is named.

    Parameters
    ----------
    outdoors
        What the cooling plant outdoors draws of one set, kW: it has that to do as well.
    """
    for load in facts[ROOM_POWER].loads:
        if load.node.kind != "generator" or "no" in _answers(load):
            continue
        running = load.after if load.takes_over else load.normal
        if running.high <= 0:
            continue
        above = within(running, load.capacity.times(MOST))
        below = within(load.capacity.times(LEAST), total((running, outdoors), "kW"))
        if "no" in (above.answer, below.answer):
            yield _ill_loaded(facts, load, running, is_low=below.answer == "no")
        elif "open" in (above.answer, below.answer) and _is_judged(load):
            verdict = above if above.answer == "open" else below
            yield cannot_be_said(
                "P17", load.node.id, (),
                f"whether {facts.site.called(load.node.id)} runs between {LEAST:.0%} and "
                f"{MOST:.0%} of its rating",
                verdict.because, facts.name_of,
            )  # fmt: skip


def _answers(load: NodeLoad) -> tuple[Answer, Answer]:
    return load.verdict.answer, load.verdict_after.answer


def _is_judged(load: NodeLoad) -> bool:
    """Return whether P14 finds that it carries its load, or its part is to say so and does not."""
    return _answers(load) == ("yes", "yes") or (load.rated is not None and not load.rated.exact)


def _ill_loaded(facts: Facts, load: NodeLoad, running: Figure, *, is_low: bool) -> Finding:
    what = facts.site.called(load.node.id)
    when = "when it takes over" if load.takes_over else "when it runs"
    side, cause, advice = (
        (
            f"below {LEAST:.0%}",
            "low",
            "Choose a smaller set, or accept it with a waiver that names its load bank.",
        )
        if is_low
        else (f"above {MOST:.0%}", "high", "Choose a larger set: steps of load need room.")
    )
    return Finding(
        "P17", "warning", f"{cause}:{load.node.id}", (),
        f"{what[:1].upper()}{what[1:]} carries {told(running, 'load')} of its "
        f"{words(load.capacity)} {when}, {side} of its rating",
        advice, running.low,
    )  # fmt: skip
