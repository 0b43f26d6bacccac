"""Which feeds of the room a new thing gets: they are taken in turn, so that all carry alike."""

import re
from collections.abc import Mapping
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.change import Change, apply
from designer.model.design import Assembly, Design
from designer.model.feed_words import feed_letters
from designer.model.layout import Layout

_TOLD: Final = re.compile(r", feeds? ([^\s,]+)$")
"""How the name of an assembly ends that tells its feeds by their letters: `…, feeds A+B`."""

PATHS: Final = 2
"""Feeds of a cooling unit: one carries it, the next takes over."""


def feed_of_pdu(design: Design, layout: Layout, rack_id: str) -> str:
    """Return the feed of a new rack PDU: the first that fewest PDUs of the rack hang on."""
    used = [placed.feed for placed in layout.in_rack(rack_id)]
    feeds = [feed.id for feed in design.feeds]
    return min(feeds, key=used.count, default="")


def feed_of_shelf(design: Design, layout: Layout, rack_id: str, part_id: str) -> str:
    """Return the feed of a new power shelf: the first that fewest such shelves of its rack name.

    Shelves of a rack that names its feeds are dealt over these, and name none.
    """
    used = [placed.feed for placed in layout.in_rack(rack_id) if placed.part == part_id]
    return min((feed.id for feed in design.feeds), key=used.count, default="")


def with_feeds_told(before: Design, after: Design) -> Design:
    """Return a design whose assemblies tell their feeds by the letters of now.

    Only names that told them before follow: what people wrote otherwise stays.

    Parameters
    ----------
    before, after
        A design, and the same with other feeds.
    """
    was, now = feed_letters(before.power), feed_letters(after.power)
    if was == now:
        return after
    known = {assembly.id: assembly for assembly in before.assemblies}
    told = []
    for assembly in after.assemblies:
        name = _told_name(known.get(assembly.id, assembly), was, now)
        if name != assembly.name:
            told.append(assembly.evolve(name=name))
    return apply(after, Change(put=(("assemblies", tuple(told)),))) if told else after


def _told_name(assembly: Assembly, was: Mapping[str, str], now: Mapping[str, str]) -> str:
    """Return an assembly's name with the letters of now, where it told those of before."""
    found = _TOLD.search(assembly.name)
    if found is None:
        return assembly.name
    ids = {letter: feed for feed, letter in was.items()}
    feeds = [ids.get(letter, "") for letter in found[1].split("+")]
    if set(feeds) != {slot.feed for slot in assembly.slots if slot.feed}:
        return assembly.name
    letters = [now[feed] for feed in feeds if feed in now]
    ends = f", feed{'s' if len(letters) > 1 else ''} {'+'.join(letters)}" if letters else ""
    return assembly.name[: found.start()] + ends


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
