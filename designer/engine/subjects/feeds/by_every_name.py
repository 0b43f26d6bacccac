"""What a rule finds in a rack, held against every way to name the feeds of its rack PDUs."""

from collections.abc import Callable, Iterable, Iterator

from designer.engine.findings import Finding
from designer.engine.subjects.feeds.any_feeds import Answer, whatever_is_named
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.open_cords import Refs

Unsaid = Callable[[Refs], Finding]
"""The finding that a rule's answer is open, by the inputs that leave it so."""

_TOLD = 2
"""So many inputs are named of those that leave an answer open."""


def by_every_name(
    feeds: Feeds, find: Callable[[Feeds], Iterable[Finding]], unsaid: Unsaid
) -> Iterator[Finding]:
    """Yield what a rule finds whatever rack PDUs name, and whether it may find more.

    Parameters
    ----------
    find
        What it finds where each PDU hangs as it is named, or on none.
    """
    found = tuple(find(feeds))
    if feeds.named is None:
        yield from found
        return
    truths = [Answer.of(tuple(find(one.feeds))) for one in feeds.named]
    answer = whatever_is_named(Answer.of(found), truths, feeds.unnamed)
    yield from (one for one in found if one.cause in answer.sure)
    if answer.open_on:
        yield unsaid(answer.open_on[:_TOLD])
