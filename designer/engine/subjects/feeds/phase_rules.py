"""Rules of the lines of three-phase rack PDUs: what they carry, and how far they are from balance.

P08 is asked of the current of each line, which may be too much where the load as a whole is not.
P07 is asked with all feeds up and where a line is nearly full: elsewhere an unequal load takes
nothing away, and what a loss does to it passes.
"""

from collections.abc import Iterator
from functools import partial
from typing import Final

from designer.engine.findings import Finding
from designer.engine.limit_report import NEAR
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.feeds.by_every_name import Unsaid, by_every_name
from designer.engine.subjects.feeds.fed_racks import heading, rack_words, racks_with_feeds
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.fullest_line import each_line, fullest_line
from designer.engine.subjects.feeds.open_cords import Refs
from designer.engine.subjects.feeds.phases import Currents
from designer.engine.subjects.feeds.worst_loss import BY_GRAVITY
from designer.model.design import FeedPolicy
from designer.model.figure_words import words
from designer.model.figures import Answer, within

WARN_FROM: Final = 0.1
"""Imbalance above which a warning is given: the default of a DCIM code base, which calls it typical
of the industry. No code limits it (rack PDU notes of the tool, 5.1)."""
ERROR_FROM: Final = 0.2
"""Above which it is an error: rule P8 of the tool's facility notes."""

DEALT_WORDS: Final = (
    "The design deals the supplies of a rack PDU over its phases, the heaviest first: plug them in "
    "like that."
)


def lines_carry_their_load(facts: Facts) -> Iterator[Finding]:
    """P08: each line of a three-phase rack PDU carries its load where the PDU as a whole does."""
    for core, racks, feeds in racks_with_feeds(facts):
        unsaid = partial(_lines_unsaid, facts, core, racks)
        find = partial(_overloaded, core, racks, facts.site.policy, unsaid)
        yield from by_every_name(feeds, find, unsaid)


def _lines_unsaid(facts: Facts, core: RackCore, racks: tuple[str, ...], refs: Refs) -> Finding:
    return cannot_be_said(
        "P08", core.cause, racks,
        f"whether each line of the rack PDUs carries its load in {rack_words(core)}", refs,
        facts.name_of,
    )  # fmt: skip


def _overloaded(
    core: RackCore, racks: tuple[str, ...], policy: FeedPolicy, unsaid: Unsaid, feeds: Feeds
) -> Iterator[Finding]:
    """Yield that a line carries too much, or that nobody can say whether one does."""
    refs: Refs = ()
    states = (("normal:", False), ("", True))
    wholes = [_as_a_whole(feeds, policy, after=after) for _, after in states]
    for (cause, after), whole in zip(states, wholes, strict=True):
        fullest = fullest_line(feeds.phases, after=after)
        answer = "yes" if whole == "no" else fullest.verdict.answer
        if answer == "no" and fullest.currents is not None:
            yield Finding(
                "P08", "error", f"{cause}{core.cause}", racks,
                f"{heading(core)}: {fullest.words}{_told(fullest.currents)}",
                f"Give the rack larger PDUs, or move a device to another rack. {DEALT_WORDS}",
                fullest.over,
            )  # fmt: skip
            return
        if answer == "open":
            refs = (*refs, *fullest.verdict.because)
    if refs and "open" not in wholes:  # Or P01 or P02 says it.
        yield unsaid(tuple(dict.fromkeys(refs))[:2])


def _told(currents: Currents) -> str:
    """Return what each line carries, and that the load as a whole fits, as far as it is known."""
    each = "" if currents.imbalance is None else f" ({each_line(currents)})"
    fits = f", though its {words(currents.load)} fit" if currents.fits.answer == "yes" else ""
    return f"{each}{fits}"


def _as_a_whole(feeds: Feeds, policy: FeedPolicy, *, after: bool) -> Answer:
    """Return what P01 says of the rack, or P02 of what a loss leaves; no where none is allowed.

    Lines of a rack whose load is too much as a whole are not asked.
    """
    if after:
        return "no" if policy == "N" else feeds.worst.verdict.answer
    answers = (feeds.carries.verdict.answer, within(feeds.on_pdus, feeds.capacity).answer)
    return max(answers, key=BY_GRAVITY.index)


def phases_are_balanced(facts: Facts) -> Iterator[Finding]:
    """P07: where a line is nearly full with all feeds up, the lines are not far from their mean."""
    for core, racks, feeds in racks_with_feeds(facts):
        unsaid = partial(_balance_unsaid, facts, core, racks)
        find = partial(_unbalanced, core, racks, facts.site.policy, unsaid)
        yield from by_every_name(feeds, find, unsaid)


def _balance_unsaid(facts: Facts, core: RackCore, racks: tuple[str, ...], refs: Refs) -> Finding:
    return cannot_be_said(
        "P07", core.cause, racks, f"whether the lines of nearly full PDUs of {rack_words(core)} "
        "are balanced", refs, facts.name_of,
    )  # fmt: skip


def _unbalanced(
    core: RackCore, racks: tuple[str, ...], policy: FeedPolicy, unsaid: Unsaid, feeds: Feeds
) -> Iterator[Finding]:
    """Yield the nearly full PDU that is farthest from balance, and whether another may be."""
    if _as_a_whole(feeds, policy, after=False) != "yes":
        return  # P01 has said it.
    all_up = [(pdu, pdu.normal) for pdu in feeds.phases]
    nearly = [(pdu, now) for pdu, now in all_up if within(now.highest, pdu.limit, NEAR).near]
    refs = [gap.ref for _, now in nearly if now.imbalance is None for gap in now.highest.gaps]
    if refs and not _open_after_a_loss(feeds, policy):
        yield unsaid(tuple(dict.fromkeys(refs))[:2])
    known = [(now.imbalance, pdu, now) for pdu, now in nearly if now.imbalance is not None]
    if not known:
        return
    off, pdu, now = max(known, key=lambda one: one[0])
    if off > WARN_FROM:
        far = off > ERROR_FROM
        yield Finding(
            "P07", "error" if far else "warning", f"far:{core.cause}" if far else core.cause, racks,
            f"{heading(core)}: {pdu.called} carries {each_line(now)} with all feeds up, {off:.0%} "
            f"off their mean, and a line is nearly full at {words(pdu.limit)}",
            f"Move a device to another rack, or give the rack larger PDUs. {DEALT_WORDS}", off,
        )  # fmt: skip


def _open_after_a_loss(feeds: Feeds, policy: FeedPolicy) -> bool:
    """Return whether P02 or P08 says of a loss that it cannot be said what it does."""
    if policy == "N":
        return False
    whole = _as_a_whole(feeds, policy, after=True)
    line = fullest_line(feeds.phases, after=True).verdict.answer
    return "open" in (whole, line) and whole != "no"
