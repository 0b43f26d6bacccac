"""Power shelves that a remedy places: of a part that feeds what hangs on the bus bar of a rack.

As many on each of two feeds that either carries the load, of the part that stands in the rack
already, else of one that its rails take, of the volts of its devices and of its feeds.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, Psu
from designer.document.document import Edit
from designer.document.edits import edit_assembly, place_device
from designer.document.edits.feeds import PATHS, in_turn
from designer.document.edits.naming import fresh_id
from designer.document.errors import EditError
from designer.document.placement import default_face, first_fit
from designer.engine.remedy import Remedy
from designer.model.design import Assembly, Design, Slot
from designer.model.figures import exact
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.planning.remedies.cooling import RemedyPlan
from designer.planning.remedies.hanging import Hung, pdus_of_racks, with_pdus
from designer.planning.remedies.parts import used
from designer.wiring.brought_volts import volts_of_feeds
from designer.wiring.fits import rack_takes
from designer.wiring.power_bus import on_bus

_LABEL: Final = "Place power shelves"
_LOAD_TOLERANCE: Final = 1e-9


@dataclass(frozen=True)
class _Wanted:
    """Power shelves that a rack is to get: their part, and the feed of each."""

    part: Part
    feeds: tuple[str, ...]


def shelves_plan(
    remedy: Remedy, racks: Sequence[str], layout: Layout, catalog: Catalog
) -> RemedyPlan:
    """Return the plan that gives each of some racks the power shelves that it lacks.

    What of it hangs on rack PDUs of one feed gets these on a second one in the same step.
    """
    design = layout.design
    feeds = tuple(feed.id for feed in design.feeds)
    if not feeds:
        return RemedyPlan(_LABEL, reason="the room has no feed: add one to it first")
    if len(feeds) < PATHS and design.site.feed_policy != "N":
        return RemedyPlan(_LABEL, reason="the room has one feed: add a second to it first")
    wanted: dict[str, _Wanted] = {}
    for rack in racks:
        found = _wanted(remedy, rack, layout, catalog)
        if isinstance(found, str):
            return RemedyPlan(_LABEL, reason=f"{layout.name_of(rack)}: {found}")
        wanted[rack] = found
    strips = {rack: pdus_of_racks(rack, layout, catalog) for rack in racks
              if _on_one_feed(rack, layout, catalog)}  # fmt: skip
    number = sum(len(one.feeds) for one in wanted.values())
    names = {one.part.name for one in wanted.values()}
    what = plural(number, "power shelf", "power shelves")
    label = f"Place {what} in {plural(len(wanted), 'rack')}"
    if len(names) == 1:
        label += f": {names.pop()}"
    if more := sum(map(len, strips.values())):
        label += f", and hang {plural(more, 'rack PDU')}"
    return RemedyPlan(label, _placed(catalog, wanted, strips))


def _on_one_feed(rack: str, layout: Layout, catalog: Catalog) -> bool:
    """Return whether a rack has rack PDUs, of one feed alone."""
    feeds = {
        placed.feed for placed in layout.in_rack(rack)
        if (part := catalog.get(placed.part)) is not None and part.traits.feeds_devices
    }  # fmt: skip
    return len(feeds) == 1


def _wanted(remedy: Remedy, rack: str, layout: Layout, catalog: Catalog) -> _Wanted | str:
    """Return the shelves that a rack is to get, or why none is found."""
    stand = list(_shelves(rack, layout, catalog))
    counts = Counter(part.id for part, _ in stand)
    if counts:
        alike = catalog.require(counts.most_common(1)[0][0])
        if kw_of(alike) is None:
            return f"nobody states what {alike.name} gives"
        return _numbered(remedy, alike, rack, layout, stand)
    for part in _candidates(rack, layout, catalog):
        found = _numbered(remedy, part, rack, layout, stand)
        if _fits(layout.design, catalog, rack, found):
            return found
    return (
        f"no power shelf of the catalogue carries {remedy.kw:,.1f} kW on its bus bar, of the volts "
        "of its devices and feeds, and has room in its rails"
    )


def kw_of(shelf: Part) -> float | None:
    """Return what a shelf gives, kW; None where nobody states it."""
    psu = shelf.psu
    if psu is None or psu.count < 1 or not psu.rating_w:
        return None
    return exact(psu.rating_w, "W").times(psu.carrying * 1e-3, "kW").high


def _shelves(rack: str, layout: Layout, catalog: Catalog) -> Iterator[tuple[Part, str]]:
    """Yield the power shelves of a rack and their feeds, dealt in turn where they name none."""
    named = layout.racks[rack].feeds
    turn = 0
    for placed in layout.in_rack(rack):
        part = catalog.get(placed.part)
        if part is None or not part.traits.feeds_bus:
            continue
        feed = placed.feed
        if not feed and named:
            feed, turn = named[turn % len(named)], turn + 1
        yield part, feed


def _numbered(
    remedy: Remedy, part: Part, rack: str, layout: Layout, stand: Sequence[tuple[Part, str]]
) -> _Wanted:
    """Return how many shelves of a part, on which feeds, carry a load when one feed is lost.

    Where no feed need be lost, one more than carries it.
    """
    feeds = tuple(feed.id for feed in layout.design.feeds)
    on = Counter(feed for of, feed in stand if of.id == part.id and feed in feeds)
    place = list(layout.racks).index(rack)
    first = (*(feed for feed in feeds if feed in on or feed in layout.racks[rack].feeds),)
    others = in_turn(feeds, place, len(feeds))
    mine = tuple(dict.fromkeys((*first, *others)))[: max(PATHS, len(on))]
    mine = tuple(feed for feed in feeds if feed in mine)
    each = kw_of(part) or 1.0
    if layout.design.site.feed_policy == "N":
        number = max(1, ceil(remedy.kw / each - _LOAD_TOLERANCE)) + 1 - on.total()
        return _Wanted(part, tuple(mine[at % len(mine)] for at in range(max(1, number))))
    spread = each * max(1, len(mine) - 1)
    count = max(1, ceil(remedy.kw / spread - _LOAD_TOLERANCE))
    lacking = {feed: count - on[feed] for feed in mine}
    return _Wanted(part, tuple(feed for feed, n in lacking.items() for _ in range(n)))


def _candidates(rack: str, layout: Layout, catalog: Catalog) -> Iterator[Part]:
    """Yield power shelves that may feed a rack: those of the design first, then the lowest.

    One of which nobody states whether it takes what its feeds bring comes after those that do.
    """
    stands = catalog.get(layout.racks[rack].part)
    held = [part for placed in layout.in_rack(rack) if (part := catalog.get(placed.part))]
    devices = [part.psu for part in held if on_bus(part) and part.psu is not None]
    counts = used(layout)
    found = []
    for part in catalog.parts:
        kw = kw_of(part)
        if not part.traits.feeds_bus or part.height_half_u < 1 or kw is None:
            continue
        if stands is None or rack_takes(stands, part) is False or not _gives(part, devices):
            continue
        takes = _takes_feeds(part, layout.design)
        if takes is not False:
            rank = -counts[part.id], takes is None, part.height_half_u, kw, part.id
            found.append((rank, part))
    yield from (part for _, part in sorted(found, key=lambda pair: pair[0]))


def _gives(shelf: Part, devices: Sequence[Psu]) -> bool:
    """Return whether a shelf states the volts that devices on its bus bar are made for."""
    from designer.engine.subjects.feeds.wrong_volts import fits

    made = shelf.shelf
    if made is None or made.bus_volts_min is None:
        return False
    ends = (made.bus_volts_min, made.bus_volts_max)
    return all(fits(psu, at) is not False for psu in devices for at in ends if at is not None)


def _takes_feeds(shelf: Part, design: Design) -> bool | None:
    """Return whether a shelf takes what the feeds of a room bring; None where nobody says."""
    from designer.engine.subjects.feeds.wrong_volts import fits

    psu, brought = shelf.psu, volts_of_feeds(design.power)
    if psu is None:
        return None
    answers: list[bool | None] = []
    for feed in design.feeds:
        if psu.current not in ("", "both") and psu.current != ("dc" if feed.dc else "ac"):
            return False
        volts = brought.get(feed.id)
        at = None if volts is None else volts if feed.dc else volts / sqrt(3)
        answers.append(None if at is None else fits(psu, at))
    return False if False in answers else None if None in answers else True


def _fits(design: Design, catalog: Catalog, rack: str, wanted: _Wanted) -> bool:
    try:
        for feed in wanted.feeds:
            design = place_device(catalog, wanted.part.id, rack, feed=feed)(design)
    except EditError:
        return False
    return True


def _placed(
    catalog: Catalog, wanted: dict[str, _Wanted], strips: dict[str, tuple[Hung, ...]]
) -> Edit:
    """Place shelves, and hang rack PDUs, all or none: copies that get the same stay copies."""

    def edit(design: Design) -> Design:
        layout, left = Layout(design), dict(wanted)
        for assembly in layout.assemblies.values():
            copies = [rack.id for rack in design.racks if rack.assembly == assembly.id]
            asked = {left.get(rack) for rack in copies}
            same = asked.pop() if len(asked) == 1 else None
            if len(copies) > 1 and same is not None:
                design = _in_assembly(design, catalog, copies[0], assembly, same)
                left = {rack: one for rack, one in left.items() if rack not in copies}
        for rack, one in left.items():
            for feed in one.feeds:
                design = place_device(catalog, one.part.id, rack, feed=feed)(design)
        return with_pdus(catalog, strips)(design) if strips else design

    return edit


def _in_assembly(
    design: Design, catalog: Catalog, rack: str, assembly: Assembly, wanted: _Wanted
) -> Design:
    """Return a design in which all copies of an assembly have new shelves, one of them this rack.

    Raises
    ------
    EditError
        If there is no room for one.
    """
    part, slots = wanted.part, assembly.slots
    face = default_face(part)
    for feed in wanted.feeds:
        at = first_fit(Layout(design), catalog, part.id, rack, face)
        if at is None:
            raise EditError(f"no room for {part.name} in {assembly.name or assembly.id}")
        key = fresh_id({slot.id for slot in slots}, f"shelf-{feed.lower()}")
        name = f"shelf-{{rack}}-U{at / 2:g}"
        new = Slot(id=key, part=part.id, face=face, half_u=at, name=name, feed=feed)
        slots = (*slots, new)
        design = edit_assembly(catalog, assembly.id, slots)(design)
    return design
