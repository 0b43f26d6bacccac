"""The bus bar of a rack that is filled here: its power shelves, and what hangs on it.

    feeds → whips → power shelves → bus bar → devices without a cord of their own

The shelves are told as a filled rack tells its own: as one part, so that every rule of power
shelves has one owner. Shelves share the load of the bus bar by their ratings.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import gcd
from typing import Final, TypeVar

from designer.catalog.compute_figures import ComputeFigures
from designer.catalog.figures import Psu
from designer.catalog.kinds import Kind, kind_of
from designer.catalog.lost_parts import may_be
from designer.catalog.part import Part
from designer.catalog.shelf_power import BY_RATING, BY_WEIGHT
from designer.catalog.surge_figures import ShelfFigures, TransientFigures
from designer.wiring.power_cording import NO_CORD
from designer.wiring.power_filling import Held, needs_power

NO_SHELF: Final = "no power shelf in this rack: place one"
NO_FEED: Final = "no feed comes to the power shelves of this rack: name one for each"
SHELF_WITHOUT_FEED: Final = "it names no feed, and neither does the rack"
BUS_BAR: Final = "The bus bar"
"""What the shelves of a rack are called together, and what hangs on them."""
_AS_FILLED: Final = "rack-system"
"""The kind of what has power shelves of its own."""

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class RackBus:
    """The bus bar of a rack, with at least one power shelf.

    Attributes
    ----------
    part
        The shelves and what hangs on them, told as a filled rack is; its id is that of a shelf: of
        the first of which nobody states what all need, its rating or efficiency.
    sorts
        Each sort of shelf for itself, told likewise as if no other stood there; in order.
    shelves, devices
        Positions of the shelves and of what hangs on the bus bar, among what the rack holds.
    weights, each
        What each shelf gives, and one of its supplies, as numbers of supplies of `part`.
    called
        The shelves in words: `4 × HPR power shelf`.
    perhaps
        Positions of devices of which nobody states supplies: they may hang on it, or on a cord.
    shares_open_on
        What leaves open how shelves of several parts share the load; empty where that is known.
    """

    part: Part
    sorts: tuple[Part, ...]
    shelves: tuple[int, ...]
    devices: tuple[int, ...]
    weights: tuple[int, ...]
    called: str
    each: tuple[int, ...] = ()
    perhaps: tuple[int, ...] = ()
    shares_open_on: tuple[str, ...] = ()


def in_sentence(name: str) -> str:
    """Return what a bus bar, or anything else, is called within a sentence."""
    return name[:1].lower() + name[1:] if name.startswith(BUS_BAR) else name


def bus_of(rack: Part | None, parts: Sequence[Part | None]) -> RackBus | None:
    """Return the bus bar of a cabinet; None without power shelves, or in what has its own."""
    if rack is None or not kind_of(rack).is_cabinet:
        return None
    shelves = tuple(
        item for item, part in enumerate(parts) if part is not None and kind_of(part).feeds_bus
    )
    if not shelves:
        return None
    devices = tuple(
        item for item, part in enumerate(parts)
        if part is not None and needs_power(part) and on_bus(part)
    )  # fmt: skip
    made = [part for item in shelves if (part := parts[item]) is not None]
    held = [part for item in devices if (part := parts[item]) is not None]
    whole, weights, each = _told(made, held, BUS_BAR)
    of_sort: dict[str, list[Part]] = {}
    for part in made:
        of_sort.setdefault(part.id, []).append(part)
    sorts = tuple(
        _told(alike, held, f"{BUS_BAR} ({alike[0].name or id_})")[0]
        for id_, alike in of_sort.items()
    )
    unlike = len(sorts) > 1
    perhaps = tuple(
        item for item, part in enumerate(parts) if part is not None and may_hang_on_bus(part)
    )
    refs = tuple(filter(None, dict.fromkeys(map(unrated, made)))) if unlike else ()
    return RackBus(
        whole, sorts if unlike else (whole,), shelves, devices, weights, _called(made), each,
        perhaps, refs,
    )  # fmt: skip


def _told(
    shelves: Sequence[Part], held: Sequence[Part], name: str
) -> tuple[Part, tuple[int, ...], tuple[int, ...]]:
    """Return shelves told as one part, with what each and each of its supplies gives of them."""
    silent = [part for part in shelves if unrated(part)]
    silent += [part for part in shelves if part.psu is not None and part.psu.efficiency is None]
    psu, weights, each = _supplies(shelves)
    counts = [part.gpu_count for part in held]
    known = [count for count in counts if count is not None]
    whole = (silent or shelves)[0].evolve(
        kind=_AS_FILLED,
        name=name,
        psu=psu,
        shelf=_shelf(shelves).evolve(power_at="bus"),
        compute=ComputeFigures(power_shelves=len(shelves)),
        gpus=sum(known) if len(known) == len(counts) else None,
        transient=_transient(held),
    )
    return whole, weights, each


def unrated(shelf: Part) -> str:
    """Return the input of what a shelf is rated for that nobody states; empty where all are."""
    psu = shelf.psu
    if psu is None or psu.count < 1:
        return f"{shelf.id}.psu"
    return f"{shelf.id}.psu.rating_w" if psu.rating_w is None else ""


def on_bus(part: Part) -> bool:
    """Return whether a device hangs on a bus bar: its supplies sit in power shelves."""
    return part.psu is not None and part.psu.inlet.startswith(NO_CORD)


def may_hang_on_bus(part: Part) -> bool:
    """Return whether a device may hang on a bus bar for all that is stated, or may not.

    What has supplies of its own takes cords, even where nobody states their inlet.
    """
    psu, draws = part.psu, part.traits.has_supplies and needs_power(part)
    return draws and (psu is None or (psu.count < 1 and not psu.inlet))


def hang_ref(part: Part) -> str:
    """Return the input that leaves open whether a device hangs on a bus bar."""
    return f"{part.id}.psu" if part.psu is None else f"{part.id}.psu.inlet"


def perhaps_shelves(
    rack: Part | None, held: Sequence[Held], parts: Sequence[Part | None]
) -> tuple[int, ...]:
    """Return the positions of what may be a power shelf, and is not in the catalogue.

    Parameters
    ----------
    rack
        What they stand in: none of it where that is sold filled. None where no catalogue has it.
    """
    if rack is not None and not kind_of(rack).is_cabinet:
        return ()
    return tuple(
        item for item, part in enumerate(parts)
        if part is None and may_be(held[item].lost, _feeds_bus)
    )  # fmt: skip


def _feeds_bus(kind: Kind) -> bool:
    return kind.feeds_bus


def _called(shelves: Sequence[Part]) -> str:
    names = Counter(part.name or part.id for part in shelves)
    return ", ".join(f"{number} × {name}" for name, number in names.items())


def _supplies(
    shelves: Sequence[Part],
) -> tuple[Psu | None, tuple[int, ...], tuple[int, ...]]:
    """Return the supplies of all shelves as those of one part, and what each shelf has of them.

    After these what each supply of a shelf is of them.

    Spare supplies of a shelf that its maker declares are not counted: it gives no more with them.
    Shelves that differ are counted in supplies of the largest size of which each of their supplies
    is a whole number.
    """
    made, alike = [part.psu for part in shelves], (1,) * len(shelves)
    first = made[0]
    if first is None or any(psu is None or psu.count < 1 for psu in made):
        return None, alike, alike
    supplies = [psu for psu in made if psu is not None]
    merged = first.evolve(
        redundancy=BY_RATING, inlet=f"{NO_CORD} shelf", efficiency=_efficiency(supplies),
        volts_min=_agreed(psu.volts_min for psu in supplies),
        volts_max=_agreed(psu.volts_max for psu in supplies),
        current=_agreed(psu.current for psu in supplies) or "", amps_max=None,
    )  # fmt: skip
    one_sort = len({part.id for part in shelves}) == 1
    rated = not any(map(unrated, shelves))
    if one_sort or (rated and len({(psu.carrying, psu.rating_w) for psu in supplies}) == 1):
        weights = (first.carrying,) * len(supplies)
        return merged.evolve(count=sum(weights)), weights, alike
    if not rated:
        # What a shelf gives is not known: nobody can say how they share.
        merged = merged.evolve(count=len(made), rating_w=None, redundancy=BY_WEIGHT)
        return merged, alike, alike
    mw = [round(psu.rating_w * 1000) for psu in supplies if psu.rating_w is not None]
    # Where all are rated for nothing, they count alike.
    one = gcd(*mw)
    each = tuple(watts // one for watts in mw) if one else alike
    weights = tuple(psu.carrying * n for psu, n in zip(supplies, each, strict=True))
    merged = merged.evolve(count=sum(weights), rating_w=one / 1000, redundancy=BY_WEIGHT)
    return merged, weights, each


def _efficiency(supplies: Sequence[Psu]) -> float | None:
    """Return the efficiency of all shelves together, each with its part of the load."""
    own = [psu.efficiency for psu in supplies if psu.efficiency]
    if len(own) < len(supplies):
        return None
    if len(set(own)) == 1:
        return own[0]
    rated = [psu.carrying * psu.rating_w for psu in supplies if psu.rating_w is not None]
    if len(rated) < len(supplies):
        return None
    taken = sum(watts / share for watts, share in zip(rated, own, strict=True))
    return sum(rated) / taken


def _shelf(shelves: Sequence[Part]) -> ShelfFigures:
    """Return what all shelves say of themselves, as far as they agree."""
    made = [part.shelf or ShelfFigures() for part in shelves]
    if len(set(made)) == 1:
        return made[0]
    lows, highs = [one.bus_volts_min for one in made], [one.bus_volts_max for one in made]
    return ShelfFigures(
        pulse=_agreed(one.pulse for one in made),
        pulse_ms=_agreed(one.pulse_ms for one in made),
        whips=_agreed(one.whips for one in made),
        whip_a=_agreed(one.whip_a for one in made),
        power_factor=_agreed(one.power_factor for one in made),
        bus_volts_min=None if None in lows else min(low for low in lows if low is not None),
        bus_volts_max=None if None in highs else max(high for high in highs if high is not None),
        bus_a=_agreed(one.bus_a for one in made),
        throttles=_agreed(one.throttles for one in made),
    )


def _transient(devices: Sequence[Part]) -> TransientFigures | None:
    """Return how long the longest peak of milliseconds lasts; None where nothing states a peak."""
    found = [part.transient for part in devices if part.transient is not None]
    lasts = [one.duration_ms for one in found if one.duration_ms is not None]
    return TransientFigures(duration_ms=max(lasts, default=None)) if found else None


def _agreed(values: Iterable[T]) -> T | None:
    """Return what all say; None where they differ."""
    said = list(dict.fromkeys(values))
    return said[0] if len(said) == 1 else None
