"""What of a rack hangs on no feed even with nothing lost, and the GPUs that this leaves dark."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from designer.catalog.lost_parts import lost_ref
from designer.catalog.part import Part
from designer.catalog.part_bounds import gpu_figure
from designer.engine.subjects.feeds.any_feeds import Answer, whatever_is_named
from designer.engine.subjects.feeds.feeds import Feeds
from designer.model.figure_cases import hull
from designer.model.figures import Figure, missing, total
from designer.wiring.power_bus import on_bus
from designer.wiring.power_filling import ITSELF
from designer.wiring.power_outlets import not_stated, socket_of
from designer.wiring.power_rack import Unplugged

Asked = Callable[[Part | None], bool]
"""Whether it is asked of a device, by its part; None is one that no catalogue has."""


def _of_any(_: Part | None) -> bool:
    return True


def _of_gpus(part: Part | None) -> bool:
    return part is None or gpu_figure(part).high > 0


def outlets_open(feeds: Feeds, asked: Asked = _of_any) -> tuple[str, ...]:
    """Return what nobody states and leaves open whether supplies find an outlet."""
    return (*_unknown_plugs(feeds, asked), *_uncounted_outlets(feeds, asked))


def _unknown_plugs(feeds: Feeds, asked: Asked) -> tuple[str, ...]:
    """Return what nobody states of the supplies of devices that rack PDUs may feed."""
    wiring = feeds.wiring
    found: dict[str, None] = {}
    plugged = (cord.item for cord in wiring.plugged)
    for item in dict.fromkeys((*plugged, *wiring.open_items, *wiring.lost)):
        part = wiring.parts[item]
        if not asked(part):
            continue
        if part is None or wiring.lost_strips or on_bus(part):
            found[wiring.why_open(item)] = None
        elif part.psu is None or not part.psu.inlet:
            found[f"{part.id}.psu{'.inlet' if part.psu else ''}"] = None
    return tuple(found)


def _uncounted_outlets(feeds: Feeds, asked: Asked) -> tuple[str, ...]:
    """Return the numbers of outlets that nobody states, of rack PDUs that supplies hang on."""
    wiring = feeds.wiring
    by_number = {(cord.item, cord.supply) for cord in wiring.filling.cords if cord.outlet}
    found: dict[str, None] = {}
    for cord in wiring.plugged:
        strip = wiring.parts[cord.pdu]
        named = (cord.item, cord.supply) in by_number
        if strip is not None and asked(wiring.parts[cord.item]):
            socket = socket_of(wiring.parts[cord.item])
            found[not_stated(strip, socket, by_number=named)] = None
    found.pop("", None)
    return tuple(found)


def hang_open(feeds: Feeds, load: Figure) -> tuple[str, ...]:
    """Return what leaves open whether a rack that has one system at most hangs on it; two at most.

    What hangs nowhere is lost already, with no loss of a feed. load: kW on its PDUs and shelves.
    """
    if feeds.named and load.low <= 0:
        return (feeds.unnamed,)
    return _nothing_may_hang(feeds)[:2] if feeds.worst.systems < 2 else ()


def _nothing_may_hang(feeds: Feeds) -> tuple[str, ...]:
    """Return what nobody states where that leaves open whether anything hangs on a rack PDU.

    Empty where something does for certain: its outlet is stated, or shelves hang on whips.
    """
    wiring = feeds.wiring
    if wiring.whips or wiring.on_bus or wiring.fed_shelves:
        return ()
    by_number = {(cord.item, cord.supply) for cord in wiring.filling.cords if cord.outlet}
    found: dict[str, None] = {}
    for cord in wiring.plugged:
        strip = wiring.parts[cord.pdu]
        if strip is None:
            return ()
        named = (cord.item, cord.supply) in by_number
        why = not_stated(strip, socket_of(wiring.parts[cord.item]), by_number=named)
        if not why:
            return ()
        found[why] = None
    return tuple(found)


def without_path(feeds: Feeds, asked: Asked = _of_any) -> dict[int, Unplugged]:
    """Return what has no power path at all, by position, with what is first said of it."""
    plugged = {cord.item for cord in feeds.wiring.plugged}
    plugged |= {ITSELF} if feeds.wiring.whips else set()
    plugged.update(feeds.wiring.on_bus, feeds.wiring.fed_shelves)
    may_hang = plugged.union(feeds.wiring.open_items, feeds.lines.lacking)
    found: dict[int, Unplugged] = {}
    for one in feeds.wiring.unplugged:
        if one.item in may_hang or one.of_cord:
            continue
        if asked(_part_of(feeds, one.item)):
            found.setdefault(one.item, one)
    return found


def hanging(feeds: Feeds) -> Figure:
    """Return what of a rack's load hangs on feeds: what has no power path is P26's, kW.

    Where rack PDUs name no feed, by every way to name them.
    """
    if feeds.named:
        return hull([hanging(one.feeds) for one in feeds.named], feeds.unnamed)
    if not without_path(feeds):
        return feeds.load
    return total(feeds.lines.loads(), "kW")


def _part_of(feeds: Feeds, item: int) -> Part | None:
    return feeds.wiring.itself if item == ITSELF else feeds.wiring.parts[item]


def dark_in_any_case(feeds: Feeds, lost: Mapping[int, Unplugged], asked: Asked = _of_any) -> Answer:
    """Return the positions of what hangs nowhere whatever feeds rack PDUs name.

    Parameters
    ----------
    lost
        What hangs nowhere as they are named.
    """
    truths = None if feeds.named is None else [
        Answer(
            frozenset(item for item, place in enumerate(one.places) if place in without),
            outlets_open(one.feeds, asked),
        )
        for one in feeds.named for without in (without_path(one.feeds, asked),)
    ]  # fmt: skip
    said = Answer(frozenset(lost) - {ITSELF}, outlets_open(feeds, asked))
    answer = whatever_is_named(said, truths, feeds.unnamed)
    return replace(answer, sure=answer.sure | (lost.keys() & {ITSELF}))


def hangs_nowhere(feeds: Feeds, item: int) -> bool:
    """Return whether something has no power path for certain, as P26 says it of all."""
    lost = without_path(feeds)
    return item in lost and item in dark_in_any_case(feeds, lost).sure


def gpus_without_path(feeds: Feeds, whole: Figure) -> Figure:
    """Return the GPUs of a rack that hang on no feed, and may be all where that cannot be said.

    Parameters
    ----------
    whole
        The GPUs that stand in it.
    """
    lost = without_path(feeds, _of_gpus)
    answer = dark_in_any_case(feeds, lost, _of_gpus)
    parts = [_part_of(feeds, item) for item in sorted(lost.keys() & answer.sure)]
    sure = total(gpu_figure(part) for part in parts if part is not None)
    if not answer.open_on and whole.exact:
        return sure
    because = answer.open_on[:1] or (lost_ref(feeds.wiring.filling.part),)
    return missing(because[0], "", sure.low, whole.high).counted_as(sure.likely)
