"""What is bought for cables and what it draws: by medium, by part and length, by sort of cages."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.cable_report import CableSort
from designer.engine.network_report import CableLine, MediumReport
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.cables.choosing import MISFIT, TOO_FAR, UNKNOWN
from designer.engine.subjects.cables.media import MEDIA, NO_MEDIUM, Chosen, Media
from designer.engine.subjects.cables.open_ways import LEAST, LeastOfCables
from designer.model.figure_cases import highest
from designer.model.figures import Figure, exact, missing, repeated, stated, total
from designer.model.measured import fields_of
from designer.wiring.cable_ends import Cages
from designer.wiring.cable_media import PAIRINGS, Option, cage_watts

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Places = NDArray[np.intp]

MEDIA_ORDER: Final = ("copper", "DAC", "ACC", "AEC", "AOC", "MMF", "SMF", "LPO")
_FITTING: Final = {
    "straight": "cage to cage",
    "split-a": "split at the lower end",
    "split-b": "split at the upper end",
    "crossed": "each link of a cage to another",
    "halves": "half a cage to half a cage",
}


@dataclass
class Bought:
    """What is bought of one medium.

    Attributes
    ----------
    links
        Cables of it, where a port that is split has one.
    pieces
        How many of each part, by part and length; a module has no length.
    watts
        How many cages at which a part draws, by part.
    """

    links: float = 0.0
    pieces: Counter[tuple[str, float | None]] = field(default_factory=Counter)
    watts: Counter[str] = field(default_factory=Counter)
    reaches: list[float | None] = field(default_factory=list)

    def is_same(self, other: "Bought") -> bool:
        """Return whether as many of the same parts are bought, and draw as often."""
        # Counters would look for what only one of them has.
        return dict.__eq__(self.pieces, other.pieces) and dict.__eq__(self.watts, other.watts)


_Costs = tuple[Mapping[str, Figure], int, int]
"""What a medium costs, draws and waits for, and how much has no price, or no lead."""


class _Pieces(NamedTuple):
    """What is bought of one option for the cables of one fabric: links, pieces, cages that draw."""

    links: float
    pieces: tuple[tuple[tuple[str, float | None], int], ...]
    watts: tuple[tuple[str, int], ...]


@dataclass(frozen=True, eq=False)
class Bill:
    """What is bought for all cables.

    Attributes
    ----------
    medium
        Shape (cables,): number of the medium of each in `MEDIA_ORDER`; -1 where none is chosen.
    parts
        The parts of it, by id.
    lines
        What is bought, by medium, part and length.
    fabrics
        What is bought for each fabric, option by option; None where nothing is.
    of
        What was chosen for it.
    known
        What was bought of each medium before, at the same prices, and what that costs.
    """

    media: Mapping[str, Bought]
    medium: NDArray[np.int8]
    parts: Mapping[str, Part]
    lines: tuple[CableLine, ...]
    fabrics: tuple[tuple[_Pieces | None, ...], ...] = field(repr=False)
    of: Media = field(repr=False)
    known: Mapping[str, tuple[Bought, _Costs]] = field(default_factory=dict, repr=False)

    @cached_property
    def rows(self) -> tuple[Places, ...]:
        """The numbers of the cables of each medium in `MEDIA_ORDER`."""
        return tuple(np.flatnonzero(self.medium == number) for number in range(len(MEDIA_ORDER)))

    @cached_property
    def costs(self) -> Mapping[str, _Costs]:
        """What each medium costs, draws and waits for, and how much has no price, or no lead."""
        found: dict[str, _Costs] = {}
        for name, bought in self.media.items():
            was = self.known.get(name)
            if was is not None and was[0].is_same(bought):
                found[name] = was[1]
                continue
            parts = (self.parts[key] for key in parts_of(bought))
            lead, unstated = longest_lead(self.of, parts)
            figures = {
                "price": price_of_pieces(self.of, bought),
                "optics_w": watts_of(self.parts, bought),
                "lead_weeks": lead,
            }
            found[name] = figures, unpriced(self.of, bought), unstated
        return found


BILL: Key[Bill] = Key("cable bill")


def bill_from(facts: Facts) -> Bill:
    """Return what is bought for all cables; the same object where that is the same as before."""
    return bill_of(facts[MEDIA], facts.last(BILL))


def bill_of(media: Media, last: Bill | None = None) -> Bill:
    """Return what is bought for all cables of a design.

    Parameters
    ----------
    last
        What was bought before: it is counted anew only where something else is chosen.
    """
    before = _before(media, last)
    if last is not None and before is not None:
        pairs = zip(media.fabrics, last.of.fabrics, strict=True)
        if all(one.buys_as(other) for one, other in pairs):
            return last
    fabrics = []
    start = 0
    for at, chosen in enumerate(media.fabrics):
        each = media.routing.each[start : start + len(chosen.ends)]
        fabrics.append(_of_fabric(chosen, each, before[at] if before is not None else None))
        start += len(chosen.ends)
    found: defaultdict[str, Bought] = defaultdict(Bought)
    parts: dict[str, Part] = {}
    for chosen, options in zip(media.fabrics, fabrics, strict=True):
        for option, pieces in zip(chosen.options, options, strict=True):
            if pieces is not None:
                parts.update((part.id, part) for part in option.parts)
                _buy(found[option.medium], option, pieces)
    known = last.lines if last is not None and before is not None else ()
    lines = tuple(_lines(media, found, parts, known))
    medium = _medium(media.fabrics, last if before is not None else None)
    priced: dict[str, tuple[Bought, _Costs]] = {}
    if last is not None and before is not None:
        priced = {name: (last.media[name], costs) for name, costs in last.costs.items()}
    return Bill(dict(found), medium, parts, lines, tuple(fabrics), media, priced)


_OfBefore = tuple[Chosen, tuple[_Pieces | None, ...]]


def _before(media: Media, last: Bill | None) -> list[_OfBefore | None] | None:
    """Return what was bought before for each fabric; None where that had other prices.

    For a fabric of which the cables or the options are others there is none.
    """
    if last is None or media.prices is not last.of.prices:
        return None
    if len(media.fabrics) != len(last.fabrics):
        return None
    return [
        (was, pieces) if one.ends.order is was.ends.order and one.options is was.options else None
        for one, was, pieces in zip(media.fabrics, last.of.fabrics, last.fabrics, strict=True)
    ]


def _medium(fabrics: Sequence[Chosen], last: Bill | None) -> NDArray[np.int8]:
    """Return the number of the medium of each cable; -1 where none is chosen.

    Parameters
    ----------
    last
        What was bought before: fabrics for which the same is chosen are taken over.
    """
    known: list[NDArray[np.int8]] = []
    if last is not None:
        cuts = np.cumsum([len(one.ends) for one in last.of.fabrics])
        known = np.split(last.medium, cuts[:-1])
    columns = []
    for at, chosen in enumerate(fabrics):
        was = last.of.fabrics[at] if last is not None else None
        if was is not None and was.choice is chosen.choice and was.options is chosen.options:
            columns.append(known[at])
            continue
        # What has no choice is counted from the end.
        codes = [MEDIA_ORDER.index(option.medium) for option in chosen.options]
        codes += [-1] * -min(UNKNOWN, TOO_FAR, MISFIT)
        columns.append(np.array(codes, dtype=np.int8)[chosen.choice])
    return np.concatenate(columns or [np.empty(0, dtype=np.int8)])


def _of_fabric(
    chosen: Chosen, each: Floats, before: _OfBefore | None
) -> tuple[_Pieces | None, ...]:
    """Return what is bought for the cables of one fabric, option by option."""
    if before is not None and chosen.buys_as(before[0]):
        return before[1]
    shared = _shared(chosen)
    if before is None or shared is not None:
        # One pass sorts the cables by option.
        order = np.argsort(chosen.choice.astype(np.int16), kind="stable")
        first = int((chosen.choice < 0).sum())
        often = np.bincount(chosen.choice[order[first:]], minlength=len(chosen.options))
        cuts = first + np.cumsum(often)
        some = np.split(order, [first, *cuts.tolist()])[1:-1]
        return tuple(
            _pieces(chosen, each, *one, shared) for one in zip(chosen.options, some, strict=True)
        )
    was, pieces = before
    differ = (chosen.choice != was.choice) | (chosen.stock_m != was.stock_m)
    touched = {*chosen.choice[differ].tolist(), *was.choice[differ].tolist()}
    return tuple(
        _pieces(chosen, each, option, np.flatnonzero(chosen.choice == number), shared)
        if number in touched
        else pieces[number]
        for number, option in enumerate(chosen.options)
    )


_Shared = tuple[Flags, Flags] | None
"""Shape (cables,) each: whether another cable in its cage at `a`, and at `b`, counts for both.

None where no cage has cables of several options.
"""


def _shared(chosen: Chosen) -> _Shared:
    """Return at which cables a cage is not counted, since another option has it too.

    A cage that holds a link up and a link down, or links to unlike parts, has cables of several
    options; its module, or the cable that fills it, is counted at the first that takes that part.
    """
    a, b = chosen.ends.cages
    mixed = chosen.ends.mixed
    if not mixed.any():
        return None
    codes: dict[str, int] = {}
    taken = [
        [codes.setdefault((module or option.cable).id, len(codes)) for module in option.modules]
        for option in chosen.options
    ]
    table = np.array([*taken, (0, 0)], dtype=np.intp)
    choice = np.where(chosen.choice < 0, len(taken), chosen.choice)
    keys = [side.of * max(1, len(codes)) + table[choice, at] for at, side in enumerate((a, b))]
    rows = [np.flatnonzero(mixed[side.of] & (chosen.choice >= 0)) for side in (a, b)]
    first = np.full(a.number * max(1, len(codes)), len(choice), dtype=np.intp)
    for key, mine in zip(keys, rows, strict=True):
        np.minimum.at(first, key[mine], mine)
    found = []
    for key, mine in zip(keys, rows, strict=True):
        flags = np.zeros(len(choice), dtype=bool)
        flags[mine] = first[key[mine]] != mine
        found.append(flags)
    return found[0], found[1]


def _pieces(
    chosen: Chosen, each: Floats, option: Option, mine: Places, shared: _Shared
) -> _Pieces | None:
    """Return the pieces of some cables, and the cages at which they draw; None of no cables."""
    if not len(mine):
        return None
    pieces: list[tuple[tuple[str, float | None], int]] = []
    watts: list[tuple[str, int]] = []
    links, stock = float(each[mine].sum()), chosen.stock_m[mine]
    modules = any(module is not None for module in option.modules)
    cable = option.cable.cable
    fibre = cable is not None and cable.is_fibre
    for side, (module, cages) in enumerate(zip(option.modules, chosen.ends.cages, strict=True)):
        if module is not None:
            number = len(_used(cages, _counted(mine, shared, side)))
            pieces.append(((module.id, None), number))
            watts.append((module.id, number))
        elif not modules and not fibre:
            watts.append((option.cable.id, len(_used(cages, _counted(mine, shared, side)))))
    if not modules and not fibre:
        # One cable for each cage at its near end, as long as the longest of its links.
        side = 0 if option.near == "a" else 1
        near = chosen.ends.cages[side]
        counted = _counted(mine, shared, side)
        if shared is not None and cable is not None and cable.far_ends == 1:
            # Which of its two ends is `a` may differ from link to link.
            a, b = chosen.ends.cages
            near = replace(near, of=np.minimum(a.of, b.of))
            counted = mine[~np.where(a.of < b.of, *shared)[mine]]
        of_cage = np.empty(near.number)
        of_cage[near.of[counted]] = chosen.stock_m[counted]
        stock = of_cage[_used(near, counted)]
    lengths, numbers = np.unique(stock, return_counts=True)
    for long, number in zip(lengths.tolist(), numbers.tolist(), strict=True):
        pieces.append(((option.cable.id, long), -(-number // option.split)))
    return _Pieces(links, tuple(pieces), tuple(watts))


def _counted(mine: Places, shared: _Shared, side: int) -> Places:
    """Return those of some cables of which the cages at one end are counted."""
    return mine if shared is None else mine[~shared[side][mine]]


def _used(cages: Cages, mine: Places) -> Places:
    """Return the numbers of the cages of some cables."""
    used = np.zeros(cages.number, dtype=bool)
    used[cages.of[mine]] = True
    return np.flatnonzero(used)


def _buy(bought: Bought, option: Option, pieces: _Pieces) -> None:
    bought.links += pieces.links
    bought.reaches.append(option.reach_m)
    for piece, number in pieces.pieces:
        bought.pieces[piece] += number
    for part, number in pieces.watts:
        bought.watts[part] += number


def media_lines(media: Media, bill: Bill) -> Iterator[MediumReport]:
    """Yield the cables of each medium.

    What those off trays cost and draw is open, as is how long they are.
    """
    routing = media.routing
    least = LeastOfCables(media) if routing.off_trays.any() else None
    for number, name in enumerate(MEDIA_ORDER):
        bought = bill.media.get(name)
        if bought is None:
            continue
        rows = bill.rows[number]
        likely = routing.metres[1][rows]
        reaches = bought.reaches
        costs, without_price, without_lead = bill.costs[name]
        if least is not None:
            opened = {name: least.opened(name, costs[name], rows) for name in LEAST}
            costs = {**costs, **opened}
        yield MediumReport(
            medium=name,
            count=round(bought.links),
            shortest_m=float(likely.min()),
            longest_m=float(likely.max()),
            reach_m=None if None in reaches else max(one for one in reaches if one is not None),
            unpriced=without_price,
            lead_unstated=without_lead,
            **fields_of({"length_m": routing.sum_m(rows), **costs}),
        )


def over_media(media: Media, lines: Iterable[MediumReport], *, lacking: bool) -> dict[str, Figure]:
    """Return what all cables cost and draw, from what those of each medium do.

    Parameters
    ----------
    lacking
        Whether some cables have no medium: nobody knows what these cost and draw.
    """
    kept = tuple(lines)
    units = {"price": media.design.site.currency, "optics_w": "W"}
    return {
        name: total(
            [*(line.figure(name) for line in kept), *([missing(NO_MEDIUM, unit)] * lacking)], unit
        )
        for name, unit in units.items()
    }


def lead_of(media: Media, part: Part) -> Figure:
    """Return how long a part takes from order to delivery: by its quotation, else by itself."""
    own = next((price.lead_weeks for price in media.design.prices if price.id == part.id), None)
    weeks = own if own is not None or part.cable is None else part.cable.lead_weeks
    return stated(weeks, f"{part.id}.lead_weeks", "weeks")


def longest_lead(media: Media, parts: Iterable[Part]) -> tuple[Figure, int]:
    """Return how long what takes longest takes, and how many of the parts do not state it."""
    leads = [lead_of(media, part) for part in sorted(parts, key=lambda part: part.id)]
    if not leads:
        return exact(0.0, "weeks"), 0
    return highest(leads), sum(lead.value is None for lead in leads)


def parts_of(bought: Bought) -> tuple[str, ...]:
    """Return the parts that are bought, each once."""
    return tuple(dict.fromkeys(part for part, _ in bought.pieces))


def price_of_pieces(media: Media, bought: Bought) -> Figure:
    """Return what pieces cost, added up in an order that no edit changes."""
    pieces = sorted(bought.pieces.items(), key=_by_part)
    return repeated([(media.price(part, long), number) for (part, long), number in pieces])


def unpriced(media: Media, bought: Bought) -> int:
    """Return how many pieces have no price."""
    pieces = bought.pieces.items()
    return sum(n for (part, long), n in pieces if media.price(part, long).value is None)


def watts_of(parts: Mapping[str, Part], bought: Bought) -> Figure:
    """Return what cables and modules draw at both ends, at most."""
    drawn = sorted(bought.watts.items())
    return repeated(
        [(stated(cage_watts(parts[part]), f"{part}.power_max_w", "W"), n) for part, n in drawn], "W"
    )


def _lines(
    media: Media,
    found: Mapping[str, Bought],
    parts: Mapping[str, Part],
    last: Sequence[CableLine],
) -> Iterator[CableLine]:
    """Yield what is bought, by medium, part and length.

    Parameters
    ----------
    last
        Lines of before, at the same prices: those that are the same are kept.
    """
    known = {(line.medium, line.part, line.stock_m, line.count): line for line in last}
    for name in MEDIA_ORDER:
        bought = found.get(name)
        if bought is None:
            continue
        for (part, long), number in sorted(bought.pieces.items(), key=_by_part):
            same = known.get((name, part, long, number))
            if same is not None:
                yield same
                continue
            figures = {
                "price": repeated([(media.price(part, long), number)]),
                "lead_weeks": lead_of(media, parts[part]),
            }
            yield CableLine(
                part=part, name=parts[part].name, medium=name, stock_m=long, count=number,
                **fields_of(figures),
            )  # fmt: skip


def _by_part(line: tuple[tuple[str, float | None], int]) -> tuple[str, float]:
    (part, long), _ = line
    return part, -1.0 if long is None else long


def sort_lines(media: Media, catalog: Catalog) -> Iterator[CableSort]:
    """Yield which media join which cages, and why others do not."""
    for chosen in media.fabrics:
        fabric = chosen.ends.wiring.fabric
        parts = chosen.ends.wiring.members.parts
        numbers = np.bincount(chosen.sort, minlength=len(chosen.sorts))
        _, ends = chosen.ends.sorts
        for sort, (a, b, pairing), number in zip(chosen.sorts, ends, numbers.tolist(), strict=True):
            names = (_name(catalog, parts[end[1]]) for end in (a, b))
            yield CableSort(
                fabric=fabric.id, name=fabric.name or fabric.id, between=" and ".join(names),
                rate_gbps=fabric.rate_gbps, pairing=_FITTING[PAIRINGS[pairing]], count=number,
                options=tuple(map(option_words, sort.offer.options)),
                refused=tuple(f"{one.part.name}: {one.reason}" for one in sort.offer.refusals),
            )  # fmt: skip


def option_words(option: Option) -> str:
    """Return an option in one line, with how far it goes and what a link of it costs."""
    reach = "reach not known" if option.reach_m is None else f"to {option.reach_m:g} m"
    price, sold = option.price.value, option.price.unit
    cost = "no price" if price is None else f"{price:,.0f} {sold} a link"
    if option.is_priced_by_length:
        cost = f"by length, from {option.price.low:,.0f} {sold} a link"
    return f"{option.medium}: {option.words} · {reach} · {cost}"


def _name(catalog: Catalog, part_id: str) -> str:
    part = catalog.get(part_id)
    return (part.name if part is not None else "") or part_id
