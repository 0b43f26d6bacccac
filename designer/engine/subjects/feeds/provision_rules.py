"""The rule of two circuits that each carry half: whatever they are called, none is spare (P25)."""

from collections.abc import Iterator
from functools import partial

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.feeds.by_every_name import by_every_name
from designer.engine.subjects.feeds.fed_racks import heading, rack_words, racks_with_feeds
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.open_cords import Refs
from designer.model.figure_words import words
from designer.model.figures import within


def half_rated_circuits_are_no_redundancy(facts: Facts) -> Iterator[Finding]:
    """P25: two feeds that carry a rack only together are N, whatever the site plans.

    NVIDIA's deck on DGX B200 calls that N provisioning. What else a loss does P02 says.
    """
    if facts.site.policy == "N":
        return
    for core, racks, feeds in racks_with_feeds(facts):
        unsaid = partial(_unsaid, facts, core, racks)
        yield from by_every_name(feeds, partial(_found, facts, core, racks), unsaid)


def _unsaid(facts: Facts, core: RackCore, racks: tuple[str, ...], refs: Refs) -> Finding:
    return cannot_be_said(
        "P25", core.cause, racks, f"whether either feed of {rack_words(core)} carries all of it",
        refs, facts.name_of,
    )  # fmt: skip


def _found(facts: Facts, core: RackCore, racks: tuple[str, ...], feeds: Feeds) -> Iterator[Finding]:
    lines = feeds.lines
    if not lines.certain <= 2 <= len(lines.lines) or feeds.worst.verdict.answer == "yes":
        return
    if not all(line.pdus for line in lines.lines) or feeds.load.high <= 0:
        return
    together = within(feeds.load, feeds.capacity)
    each = [within(feeds.load, capacity) for capacity in feeds.capacities]
    answers = {verdict.answer for verdict in each}
    if together.answer == "no" or "yes" in answers:
        return  # P01 tells of the one, and the other is redundant as a whole.
    refs = dict.fromkeys(line.open_on for line in lines.lines if line.open_on)
    refs |= dict.fromkeys(ref for one in (together, *each) for ref in one.because)
    if feeds.worst.verdict.answer == "open":
        # Whether a feed may be lost is open, and so whether either is to spare.
        refs |= dict.fromkeys(feeds.worst.verdict.because)
    if refs:
        yield _unsaid(facts, core, racks, tuple(refs)[:2])
        return
    rated = " and ".join(words(capacity) for capacity in feeds.capacities)
    yield Finding(
        "P25", "error", core.cause, racks,
        f"{heading(core)}: feeds of {rated} carry its {words(feeds.load)} only together, which is "
        f"N and not {facts.site.policy}",
        "Use circuits that each carry all of it, add a third, or plan policy N.", feeds.load.low,
    )  # fmt: skip
