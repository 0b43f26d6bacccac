"""By how much a change raises the capital: what stays where it is costs the same on both sides.

Two sums that share most of their parts, each with bounds, say little of their difference: the gap
between their lower ends bounds nothing where a part of known price takes the place of one without.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf

from designer.engine.preview import CapitalChange
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.bill.bill import Piece, cables_bought, parts_bought, priced
from designer.engine.subjects.cables.cables import CABLES
from designer.engine.subjects.cables.media import NO_MEDIUM
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.model.figures import Figure, exact, missing, repeated
from designer.model.measured import fields_of

Paid = tuple[str, float | None, Figure]
Priced = tuple[Figure, int]


@dataclass(frozen=True, slots=True)
class Bought:
    """Every piece that is bought, with its price.

    Attributes
    ----------
    parts
        All but cables and modules.
    cables
        These; their pieces alone say what they cost where `cabling` has the same bounds.
    cabling
        What cables and modules cost together, with those for which no medium is chosen.
    """

    currency: str
    parts: tuple[Piece, ...]
    cables: tuple[Piece, ...]
    cabling: Figure


BOUGHT: Key[Bought] = Key("bought")


def bought_of(facts: Facts) -> Bought:
    """Return every piece that is bought, also what the catalogue lacks."""
    currency = facts.design.site.currency
    lost = [
        Piece("other", thing.part, number, priced(facts, thing.part), "")
        for thing, number in facts[CONTENTS].counts.lost_things.items()
    ]
    cables = facts.read(CABLES)
    cabling = missing(NO_MEDIUM, currency)
    if cables is not None:
        without = cables.figure("count").minus(exact(sum(line.count for line in cables.media)))
        needs = bool(cables.bill) or without.high > 0
        cabling = cables.figure("price", currency) if needs else exact(0.0, currency)
    return Bought(
        currency, (*parts_bought(facts), *lost), tuple(cables_bought(facts)), cabling
    )  # fmt: skip


def raised(
    before: Bought | None, after: Bought | None, _racks: Sequence[str] = ()
) -> CapitalChange | None:
    """Return by how much the capital grows; None where one side cannot be computed."""
    if before is None or after is None or before.currency != after.currency:
        return None
    more, less = _apart(before.parts, after.parts)
    if before.cabling != after.cabling or before.cables != after.cables:
        more_cables, less_cables = _apart(before.cables, after.cables)
        if _is_its_pieces(before) and _is_its_pieces(after):
            more, less = [*more, *more_cables], [*less, *less_cables]
        else:
            more, less = [*more, (after.cabling, 1)], [*less, (before.cabling, 1)]
    unit = after.currency
    by = repeated(more, unit).minus(repeated(less, unit))
    if by.low == -inf:
        # What goes has no price, or one without an upper end: it may be less, and by any sum.
        by = missing(next((gap.ref for gap in by.gaps), ""), unit)
    return CapitalChange(currency=unit, **fields_of({"by": by}))


def _is_its_pieces(bought: Bought) -> bool:
    of_pieces = repeated([(one.price, one.number) for one in bought.cables], bought.currency)
    return (of_pieces.low, of_pieces.high) == (bought.cabling.low, bought.cabling.high)


def _apart(before: Iterable[Piece], after: Iterable[Piece]) -> tuple[list[Priced], list[Priced]]:
    """Return what is bought beyond what both sides buy: after the change, and before it."""
    was, now = _counted(before), _counted(after)
    return _prices(now - was), _prices(was - now)


def _counted(pieces: Iterable[Piece]) -> Counter[Paid]:
    """Return how often each is bought: that of the same part costs the same on both sides."""
    found: Counter[Paid] = Counter()
    for one in pieces:
        found[one.part, one.metres, one.price] += one.number
    return found


def _prices(counted: Counter[Paid]) -> list[Priced]:
    return [(price, number) for (_, _, price), number in counted.items()]
