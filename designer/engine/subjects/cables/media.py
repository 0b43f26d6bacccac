"""The subject that others read for the medium of each cable: chosen by reach and price, or pinned.

What shares a cage is chosen together, for the longest of it: both links of a twin module take the
same fibre.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from designer.catalog.part import Part
from designer.engine.prices import price_of
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.cables.agreeing import agree
from designer.engine.subjects.cables.choosing import (
    MISFIT,
    SLIGHT_M,
    TOO_FAR,
    UNKNOWN,
    Sort,
    chosen_for,
    stocks,
)
from designer.engine.subjects.cables.routing import ROUTING, Routing
from designer.model.design import Design
from designer.model.figures import Figure
from designer.wiring.cable_ends import CableEnds
from designer.wiring.cable_media import PAIRINGS, Offer, Option, Stock, offer, socket_of
from designer.wiring.network_columns import UNMADE, FabricWiring

T = TypeVar("T")
Ints = NDArray[np.int32]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]

NO_MEDIUM: Final = UNMADE
"""Leaves open how thick and heavy cables are of which no medium is known, and what they cost."""


@dataclass(frozen=True, eq=False)
class Chosen:
    """What is chosen for the cables of one fabric.

    Attributes
    ----------
    options
        Those of all sorts, one after another.
    sort, choice
        Shape (cables,): the sort of each, and the option or why there is none.
    metres
        Shape (cables,): the likely length for which it was chosen: of the longest that shares
        cages with it.
    stock_m
        Shape (cables,): the length that is bought of each; nan where nothing is chosen.
    pinned
        Parts of cables by hand, by number of the cable.
    watts
        What is found of its modules, as long as the choice stands.
    seen
        What else is found of it.
    """

    ends: CableEnds
    sorts: tuple[Sort, ...]
    options: tuple[Option, ...]
    sort: Ints
    choice: Ints
    metres: Floats
    stock_m: Floats
    pinned: Mapping[int, str] = field(default_factory=dict)
    watts: dict[str, Floats] = field(default_factory=dict, repr=False)
    seen: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def often(self) -> tuple[int, ...]:
        """How many cables have each option, and in the end how many have none."""
        none = -min(UNKNOWN, TOO_FAR, MISFIT)
        found = np.bincount(self.choice + none, minlength=none + len(self.options)).tolist()
        return (*found[none:], sum(found[:none]))

    def buys_as(self, other: "Chosen") -> bool:
        """Return whether the same is bought for the same cables."""
        return (
            self.ends.order is other.ends.order
            and self.options is other.options
            and self.choice is other.choice
            and self.stock_m is other.stock_m
        )


@dataclass(frozen=True, eq=False)
class Media:
    """What is chosen for all cables of a design, fabric by fabric.

    Attributes
    ----------
    prices
        Of one of each part; `by_length` those of cables that are priced by it, by part and length.
    kept
        What a drag has found of the cables of some racks, for its next place.
    """

    design: Design = field(repr=False)
    routing: Routing
    fabrics: tuple[Chosen, ...]
    prices: Mapping[str, Figure]
    offers: Mapping[tuple[object, ...], Offer] = field(default_factory=dict, repr=False)
    by_length: Mapping[tuple[str, float], Figure] = field(default_factory=dict, repr=False)
    kept: dict[tuple[str, ...], object] = field(default_factory=dict, repr=False)
    seen: dict[str, Any] = field(default_factory=dict, init=False, repr=False)

    def once(self, what: str, look: Callable[["Media"], T]) -> T:
        """Return what is seen in these cables, which are looked at once."""
        if what not in self.seen:
            self.seen[what] = look(self)
        found: T = self.seen[what]
        return found

    def price(self, part: str, metres: float | None) -> Figure:
        """Return the price of a part, of a cable that of its length."""
        found = None if metres is None else self.by_length.get((part, metres))
        return self.prices[part] if found is None else found

    def link_price(self, option: Option, metres: float) -> Figure:
        """Return what a link costs whose cable is bought in a length."""
        cable = self.by_length.get((option.cable.id, metres))
        return option.price if cable is None else option.price_with(cable)


MEDIA: Key[Media] = Key("media")


def media_of(facts: Facts) -> Media:
    """Return the medium of each cable."""
    routing = facts[ROUTING]
    prices = _Prices(facts)
    last = facts.last(MEDIA)
    alike = last is not None and _priced_alike(facts, last)
    if last is not None and alike and last.routing is routing:
        return last
    known = last if last is not None and alike else None
    offers: dict[tuple[object, ...], Offer] = {}
    fabrics = []
    start = 0
    for at, one in enumerate(routing.routes.fabrics):
        end = start + len(one.ends)
        metres = routing.metres[1][start:end]
        before = _before(known, at, one.ends, slice(start, end))
        fabrics.append(_chosen(facts, one.ends, metres, prices, (known, before), offers))
        start = end
    if known is not None and _options_are(fabrics, known.fabrics):
        of_parts, by_length = known.prices, known.by_length
        if not all(map(Chosen.buys_as, fabrics, known.fabrics)):
            by_length = dict(_by_length(fabrics, prices, by_length))
    else:
        used = {part.id for of in fabrics for option in of.options for part in option.parts}
        of_parts = {key: prices(key) for key in sorted(used)}
        by_length = dict(_by_length(fabrics, prices, {}))
    return Media(facts.design, routing, tuple(fabrics), of_parts, offers, by_length)


class _Before(NamedTuple):
    """What was chosen for the same cables before, and how long they were."""

    chosen: Chosen
    metres: Floats


def _before(last: Media | None, at: int, ends: CableEnds, rows: slice) -> _Before | None:
    """Return what was chosen for the cables of a fabric; None where they are not the same."""
    if last is None or at >= len(last.fabrics) or last.fabrics[at].ends.order is not ends.order:
        return None
    start = sum(len(chosen.ends) for chosen in last.fabrics[:at])
    return _Before(last.fabrics[at], last.routing.metres[1][start : start + rows.stop - rows.start])


def _options_are(fabrics: Sequence[Chosen], others: Sequence[Chosen]) -> bool:
    return len(fabrics) == len(others) and all(
        one.options is other.options for one, other in zip(fabrics, others, strict=True)
    )


def _by_length(
    fabrics: Sequence[Chosen], prices: "_Prices", known: Mapping[tuple[str, float], Figure]
) -> Iterator[tuple[tuple[str, float], Figure]]:
    """Yield the price of each length that is bought of cables that are priced by it."""
    for chosen in fabrics:
        for number, option in enumerate(chosen.options):
            if not option.is_priced_by_length:
                continue
            part = option.cable.id
            for metres in np.unique(chosen.stock_m[chosen.choice == number]).tolist():
                yield (part, metres), known.get((part, metres)) or prices(part, metres)


def _priced_alike(facts: Facts, last: Media) -> bool:
    """Return whether offers of the design before hold: the same prices, panels and pinned parts."""
    before, now = last.design, facts.design
    return (
        before.prices == now.prices
        and before.site.currency == now.site.currency
        and before.room.patch_panels == now.room.patch_panels
    )


class _Prices:
    """Prices of parts, each looked up once."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._own = {price.id: price for price in facts.design.prices}
        self._known: dict[tuple[str, float | None], Figure] = {}

    def __call__(self, part_id: str, metres: float | None = None) -> Figure:
        found = self._known.get((part_id, metres))
        if found is None:
            facts = self._facts
            found, _ = price_of(
                part_id, self._own.get(part_id), facts.design.site.currency, facts.catalog,
                facts.site.figures, metres,
            )  # fmt: skip
            self._known[part_id, metres] = found
        return found

    @cached_property
    def cables(self) -> Stock:
        """The cables and transceivers of the catalogue."""
        return Stock.of(self._facts.catalog.parts)

    def of(self, part: Part) -> Figure:
        """Return the price of a part."""
        return self(part.id)


def _chosen(
    facts: Facts,
    ends: CableEnds,
    metres: Floats,
    prices: _Prices,
    last: tuple[Media | None, _Before | None],
    offers: dict[tuple[object, ...], Offer],
) -> Chosen:
    """Return what is chosen for the cables of one fabric.

    Parameters
    ----------
    last
        What was chosen before, by the same prices, and for the same cables.
    offers
        Those of other fabrics, to which its own are added.
    """
    known, before = last
    pinned = {at: cable.part for at, cable in ends.by_hand.items() if cable.part}
    found = _offers(
        facts, ends, pinned, prices, (known.offers if known is not None else {}, offers)
    )
    if before is not None and all(
        one is sort.offer for one, sort in zip(found, before.chosen.sorts, strict=True)
    ):
        return _mended(before, ends, metres, prices)
    sorts, options = _sorts(found, known.fabrics if known is not None else ())
    longest = _longest(ends.bundle, metres) if ends.share_cages else metres
    choice, stock = chosen_for(sorts, ends.sorts[0], longest, prices)
    made = Chosen(ends, sorts, options, ends.sorts[0], choice, longest, stock, pinned)
    _agree(made, np.flatnonzero(ends.unlike))
    return made


def _sorts(
    offers: Sequence[Offer], last: Sequence[Chosen]
) -> tuple[tuple[Sort, ...], tuple[Option, ...]]:
    """Return sorts with these offers, and the options of all; those of a fabric before if alike."""
    for chosen in last:
        if len(offers) == len(chosen.sorts) and all(
            one is sort.offer for one, sort in zip(offers, chosen.sorts, strict=True)
        ):
            return chosen.sorts, chosen.options
    firsts = np.cumsum([0, *(len(one.options) for one in offers)]).tolist()
    sorts = tuple(Sort(one, first) for one, first in zip(offers, firsts[:-1], strict=True))
    return sorts, tuple(option for one in offers for option in one.options)


def _mended(before: _Before, ends: CableEnds, metres: Floats, prices: _Prices) -> Chosen:
    """Return what is chosen for the same cables, of which some are longer or shorter now."""
    was = before.chosen if before.chosen.ends is ends else _renumbered(before.chosen, ends)
    differ = np.flatnonzero(metres != before.metres)
    if not len(differ):
        return was
    rows, longest, choice, stock = differ, metres, was.choice.copy(), was.stock_m.copy()
    if was.ends.share_cages:
        bundle = was.ends.bundle
        touched = np.zeros(len(metres), dtype=bool)
        touched[bundle[differ]] = True
        rows = np.flatnonzero(touched[bundle])  # with all that share cages with them
        longest = was.metres.copy()
        longest[rows] = _longest(bundle[rows], metres[rows], len(metres))
    choice[rows], stock[rows] = chosen_for(was.sorts, was.sort[rows], longest[rows], prices)
    made = replace(was, metres=longest, choice=choice, stock_m=stock)
    _agree(made, rows[was.ends.unlike[rows]])
    stays = np.array_equal(choice, was.choice)
    return replace(
        made,
        choice=was.choice if stays else choice,
        stock_m=was.stock_m if np.array_equal(stock, was.stock_m, equal_nan=True) else stock,
        watts=was.watts if stays else {},
    )


def _renumbered(was: Chosen, ends: CableEnds) -> Chosen:
    """Return what is chosen for the same cables, whose devices have other numbers."""
    watts = {}
    for name, known in was.watts.items():
        mine = np.zeros((len(known), int(ends.devices.max(initial=-1)) + 1))
        for old, new in ((was.ends.a, ends.a), (was.ends.b, ends.b)):
            mine[:, ends.devices[new]] = known[:, was.ends.devices[old]]
        watts[name] = mine
    return replace(was, ends=ends, watts=watts)


def _agree(made: Chosen, rows: Places) -> None:
    """Let cables by hand take what is pinned to them, and what shares cages agree, in place.

    Parameters
    ----------
    rows
        What shares cages with cables unlike it, or by hand, with all that it shares them with.
    """
    if not len(rows):
        return
    held = set(rows.tolist()) if made.pinned else set()
    for at, part in made.pinned.items():
        if at in held:
            made.choice[at] = made.sorts[int(made.sort[at])].with_part(part)

    def offered(at: int, part: str, any_length: bool) -> list[tuple[int, Option]]:
        """Return what a cable may take, cheapest first; a part by hand goes any length."""
        sort = made.sorts[int(made.sort[at])]
        listed = list(enumerate(sort.offer.options, sort.first))
        if part:
            return [(n, o) for n, o in listed if any(one.id == part for one in o.parts)]
        if any_length:
            return listed
        far = float(made.metres[at]) - SLIGHT_M
        return [(n, o) for n, o in listed if o.reach_m is not None and o.reach_m >= far] or [
            (n, o) for n, o in listed if o.reach_m is None
        ]

    agree(
        made.options, made.ends.bundle, made.choice, rows, made.pinned, offered, (UNKNOWN, MISFIT)
    )
    made.stock_m[rows] = stocks(made.options, made.choice[rows], made.metres[rows])


def _offers(
    facts: Facts,
    ends: CableEnds,
    pinned: Mapping[int, str],
    prices: _Prices,
    known: tuple[Mapping[tuple[object, ...], Offer], dict[tuple[object, ...], Offer]],
) -> list[Offer]:
    """Return what is offered for each sort of a fabric's cables.

    Parameters
    ----------
    known
        Offers of before, and those of other fabrics, to which these are added.
    """
    earlier, offers = known
    codes, number = ends.sorts
    held: dict[int, set[str]] = {}
    for at, part in pinned.items():
        held.setdefault(int(codes[at]), set()).add(part)
    listed = []
    for sort, (a, b, pairing) in enumerate(number):
        mine = frozenset(held.get(sort, ()))
        fits = _fit(ends.wiring, a), _fit(ends.wiring, b)
        key = (ends.wiring.fabric.rate_gbps, *fits, pairing, mine)
        found = earlier.get(key) or offers.get(key)
        if found is None:
            found = _offer(facts, ends, (a, b), pairing, prices, mine)
        offers[key] = found
        listed.append(found)
    return listed


def _fit(wiring: FabricWiring, end: tuple[bool, int]) -> tuple[object, ...]:
    """Return what decides the cages of an end."""
    on_switch, part = end
    fit = (wiring.switch_fits if on_switch else wiring.node_fits)[part]
    return (on_switch, fit.connector, fit.lanes_per_cage, fit.port_gbps)


def _offer(
    facts: Facts,
    ends: CableEnds,
    of: tuple[tuple[bool, int], tuple[bool, int]],
    pairing: int,
    prices: _Prices,
    pinned: frozenset[str],
) -> Offer:
    wiring = ends.wiring
    sockets = [
        socket_of(
            (wiring.switch_fits if on_switch else wiring.node_fits)[part], on_switch=on_switch
        )
        for on_switch, part in of
    ]
    return offer(
        (sockets[0], sockets[1]), wiring.fabric.rate_gbps, prices.cables, prices.of,
        PAIRINGS[pairing], facts.design.room.patch_panels, pinned,
    )  # fmt: skip


def _longest(bundle: Places, metres: Floats, numbers: int | None = None) -> Floats:
    """Return for each cable the length of the longest that shares cages with it.

    Parameters
    ----------
    numbers
        Above the numbers of what shares cages; None where there are as many as cables.
    """
    most = np.zeros(len(metres) if numbers is None else numbers)
    np.maximum.at(most, bundle, metres)
    return most[bundle]
