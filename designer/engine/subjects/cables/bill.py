"""What is bought for cables and what it draws: by medium, by part and length, by sort of cages."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.cable_report import CableSort
from designer.engine.network_report import CableLine, MediumReport
from designer.engine.subjects.cables.media import NO_MEDIUM, Chosen, Media
from designer.model.figure_cases import highest
from designer.model.figures import Figure, exact, missing, repeated, stated, total
from designer.model.measured import fields_of
from designer.wiring.cable_media import PAIRINGS, Option

Flags = NDArray[np.bool_]

MEDIA_ORDER: Final = ("copper", "DAC", "ACC", "AEC", "AOC", "MMF", "SMF", "LPO")
_FITTING: Final = {
    "straight": "cage to cage",
    "split-a": "split at the lower end",
    "split-b": "split at the upper end",
    "crossed": "each link of a cage to another",
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
    rows
        Which cables of the design, as ranges of numbers.
    """

    links: float = 0.0
    pieces: Counter[tuple[str, float | None]] = field(default_factory=Counter)
    watts: Counter[str] = field(default_factory=Counter)
    reaches: list[float | None] = field(default_factory=list)


@dataclass(frozen=True, eq=False)
class Bill:
    """What is bought for all cables.

    Attributes
    ----------
    medium
        Shape (cables,): number of the medium of each in `MEDIA_ORDER`; -1 where none is chosen.
    parts
        The parts of it, by id.
    """

    media: Mapping[str, Bought]
    medium: NDArray[np.int8]
    parts: Mapping[str, Part]


def bill_of(media: Media) -> Bill:
    """Return what is bought for all cables of a design."""
    found: defaultdict[str, Bought] = defaultdict(Bought)
    parts: dict[str, Part] = {}
    columns = []
    start = 0
    for chosen in media.fabrics:
        each = media.routing.each[start : start + len(chosen.ends)]
        column = np.full(len(chosen.ends), -1, dtype=np.int8)
        for number, option in enumerate(chosen.options):
            mine = chosen.choice == number
            if not mine.any():
                continue
            column[mine] = MEDIA_ORDER.index(option.medium)
            bought = found[option.medium]
            bought.links += float(each[mine].sum())
            bought.reaches.append(option.reach_m)
            parts.update((part.id, part) for part in option.parts)
            _buy(bought, chosen, option, mine)
        columns.append(column)
        start += len(chosen.ends)
    medium = np.concatenate(columns or [np.empty(0, dtype=np.int8)])
    return Bill(dict(found), medium, parts)


def _buy(bought: Bought, chosen: Chosen, option: Option, mine: Flags) -> None:
    """Count the pieces of some cables, and the cages at which they draw."""
    at = [cages.of[mine] for cages in chosen.ends.cages]
    stock = chosen.stock_m[mine]
    modules = [module for module in option.modules if module is not None]
    if modules:
        for module, cages in zip(option.modules, at, strict=True):
            if module is not None:
                number = len(np.unique(cages))
                bought.pieces[module.id, None] += number
                bought.watts[module.id] += number
        pieces = stock
    elif option.cable.cable is not None and option.cable.cable.is_fibre:
        pieces = stock
    else:
        # One cable for each cage at its near end, as long as the longest of its links.
        near = at[0] if option.near == "a" else at[1]
        _, first = np.unique(near, return_index=True)
        pieces = stock[first]
        for cages in at:
            bought.watts[option.cable.id] += len(np.unique(cages))
    lengths, numbers = np.unique(pieces, return_counts=True)
    for long, number in zip(lengths.tolist(), numbers.tolist(), strict=True):
        bought.pieces[option.cable.id, long] += -(-number // option.split)


def media_lines(media: Media, bill: Bill) -> Iterator[MediumReport]:
    """Yield the cables of each medium."""
    routing = media.routing
    for number, name in enumerate(MEDIA_ORDER):
        bought = bill.media.get(name)
        if bought is None:
            continue
        rows = bill.medium == number
        likely = routing.metres[1][rows]
        reaches = bought.reaches
        lead, unstated = longest_lead(media, (bill.parts[key] for key in parts_of(bought)))
        figures = {
            "length_m": routing.sum_m(rows),
            "price": price_of_pieces(media, bought),
            "optics_w": watts_of(bill, bought),
            "lead_weeks": lead,
        }
        yield MediumReport(
            medium=name,
            count=round(bought.links),
            shortest_m=float(likely.min()),
            longest_m=float(likely.max()),
            reach_m=None if None in reaches else max(one for one in reaches if one is not None),
            unpriced=unpriced(media, bought),
            lead_unstated=unstated,
            **fields_of(figures),
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
    leads = [lead_of(media, part) for part in parts]
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


def watts_of(bill: Bill, bought: Bought) -> Figure:
    """Return what cables and modules draw at both ends, at most."""
    drawn = sorted(bought.watts.items())
    return repeated([(cage_watts(bill.parts[part]), n) for part, n in drawn], "W")


def cage_watts(part: Part) -> Figure:
    """Return what a module or a cable draws from one cage, at most."""
    cable = part.cable
    if part.power_max_w is None and cable is not None and cable.medium == "copper":
        return stated(0.0, f"{part.id}.power_max_w", "W")
    return stated(part.power_max_w, f"{part.id}.power_max_w", "W")


def bill_lines(media: Media, bill: Bill) -> Iterator[CableLine]:
    """Yield what is bought, by medium, part and length."""
    for name in MEDIA_ORDER:
        bought = bill.media.get(name)
        if bought is None:
            continue
        for (part, long), number in sorted(bought.pieces.items(), key=_by_part):
            figures = {
                "price": repeated([(media.price(part, long), number)]),
                "lead_weeks": lead_of(media, bill.parts[part]),
            }
            yield CableLine(
                part=part, name=bill.parts[part].name, medium=name, stock_m=long, count=number,
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
