"""Racks and all else on the floor with their feeds, as the rules about them go through these."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from designer.engine.remedy import Remedy
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds, outlived
from designer.model.figure_cases import planned
from designer.model.figures import total
from designer.wiring.power_bus import on_bus
from designer.wiring.power_dealing import wire
from designer.wiring.power_filling import Held, in_wiring_order, needs_power

Racks = Iterator[tuple[RackCore, tuple[str, ...], Feeds]]


def racks_with_feeds(facts: Facts) -> Racks:
    """Yield racks with their feeds; CDUs and air units are left out."""
    for core, racks in facts[CONTENTS].racks_having(FEEDS):
        yield core, racks, core[FEEDS]


def all_with_feeds(facts: Facts) -> Racks:
    """Yield everything on the floor with its feeds."""
    for core, keys in facts[CONTENTS].keys_by_core.items():
        feeds = core.read(FEEDS)
        if feeds is not None:
            yield core, tuple(keys), feeds


def heading(core: RackCore) -> str:
    """Return what a message about a rack begins with: what draws IT power in it, if anything."""
    return core.summary or "Rack"


def rack_words(core: RackCore) -> str:
    """Return what a message about a rack calls it within a sentence."""
    return core.summary or "the rack"


def pdus_wanted(core: RackCore, feeds: Feeds) -> Remedy | None:
    """Return that rack PDUs are to hang; nothing where none can: what is sold filled has whips."""
    part = core.filled.rack_part
    if part is None or part.rack is None:
        return None
    return Remedy(action="hang-pdus", kw=planned(feeds.load))


def shelves_wanted(core: RackCore, feeds: Feeds, facts: Facts) -> Remedy | None:
    """Return that power shelves are to stand in a rack; nothing where they would feed nothing.

    Those are racks that are known to have no bus bar, what is sold filled, and feeds that are one
    system.
    """
    part, wiring = core.filled.rack_part, feeds.wiring
    if part is None or part.rack is None or part.rack.joins_by_bus is False:
        return None
    if len(feeds.worst.one_path) > 1:
        return None
    hang = Counter(
        one.id for one in wiring.parts if one is not None and needs_power(one) and on_bus(one)
    )
    figures = facts.site.figures
    load = total(
        (
            figures.of(name, "power_max_w").times(number / 1000, "kW")
            for name, number in hang.items()
        ),
        "kW",
    )
    return Remedy(action="place-shelves", kw=planned(load)) if hang else None


def pdus_on_more_feeds(core: RackCore, feeds: Feeds, facts: Facts) -> Remedy | None:
    """Return that rack PDUs are to hang on further feeds, where that alone meets P02 and P03.

    As many of the same part as on one feed of the rack, on the next feeds of the room: it is tried,
    with the fewest feeds that do. None where cords are laid by hand, which new PDUs get none of.
    """
    filling = feeds.wiring.filling
    room, strips = facts.site.feeds, dict[str, list[Held]]()
    for item, part in enumerate(feeds.wiring.parts):
        one = filling.held[item]
        if part is not None and part.traits.feeds_devices and one.feed in room:
            strips.setdefault(one.feed, []).append(one)
    if not strips or filling.cords or not pdus_wanted(core, feeds):
        return None
    others = [feed for feed in room if feed not in strips]
    alike = max(strips.values(), key=len)
    for number in range(1, len(others) + 1):
        added = [one._replace(feed=feed) for feed in others[:number] for one in alike]
        held = in_wiring_order((*filling.held, *added))
        if outlived(wire(replace(filling, held=held), facts.catalog), facts.site):
            return Remedy(action="hang-pdus", kw=planned(feeds.load), number=number)
    return None
