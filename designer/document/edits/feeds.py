"""Which feeds of the room a new thing gets: they are taken in turn, so that all carry alike."""

from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.design import Design
from designer.model.layout import Layout

PATHS: Final = 2
"""Feeds of a cooling unit: one carries it, the next takes over."""


def feed_of_pdu(design: Design, layout: Layout, rack_id: str) -> str:
    """Return the feed of a new rack PDU: the first that fewest PDUs of the rack hang on."""
    used = [placed.feed for placed in layout.in_rack(rack_id)]
    feeds = [feed.id for feed in design.feeds]
    return min(feeds, key=used.count, default="")


def feeds_of_new(catalog: Catalog, design: Design, part: Part) -> tuple[str, ...]:
    """Return the feeds of a new thing on the floor, in order; none for an empty rack.

    A filled rack has its power shelves on all feeds, anything else a path on two of them. Each
    begins one feed after the last of its kind.
    """
    if not takes_whips(part):
        return ()
    before = sum(
        other.kind == part.kind
        for rack in design.racks
        if (other := catalog.get(rack.part)) is not None
    )
    feeds = tuple(feed.id for feed in design.feeds)
    return in_turn(feeds, before, len(feeds) if part.traits.draws_it_power else PATHS)


def takes_whips(part: Part) -> bool:
    """Whether whips supply a thing on the floor itself, and not only what stands in it."""
    return part.stands_on_floor and part.traits.draws in ("it", "building")


def in_turn(feeds: tuple[str, ...], number: int, count: int) -> tuple[str, ...]:
    """Return so many of the feeds, beginning with another for each number."""
    if not feeds:
        return ()
    first = number % len(feeds)
    return (feeds[first:] + feeds[:first])[:count]
