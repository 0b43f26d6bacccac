"""Storage of which nobody states a price: by the size that is drawn, and by its usual share.

What is drawn decides: each raw terabyte at a planning price of flash. The share of the whole
capital that clusters usually spend on storage widens the range, because some spend less than that;
alone it stands where nobody states how large storage is, and then nothing bounds what it costs.
"""

from dataclasses import replace
from typing import Final

from designer.engine.cost_report import Cost
from designer.engine.ownership_report import PLANNED
from designer.engine.subject import Facts
from designer.engine.subjects.bill.bill import Piece, parts_bought
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.ownership.answers import BOUGHT, Input, figure_of, usual_storage
from designer.model.figure_parts import widened
from designer.model.figures import Figure, joined, merged, product, stated, total

STORAGE: Final = "storage"
PER_TB: Final = "flash-per-tb"
SHARE: Final = "storage-share"
_SIZE_SAID: Final = "its size as drawn"
_SHARE_SAID: Final = "its usual share of the capital"


def planned_storage(facts: Facts, cost: Cost, known: Figure) -> Figure:
    """Return what storage costs of which a price is missing; what is known where nobody plans.

    Never less than what is known of it.
    """
    site = facts.design.site
    if not site.estimates or cost.currency != "USD" or facts[CONTENTS].counts.lost:
        return known
    by_size, by_share = _by_size(facts), _by_share(facts, cost)
    found = [figure for figure in (by_size, by_share) if figure is not None]
    if not any(figure.value is not None for figure in found):
        return known
    said = [name for name, figure in ((_SIZE_SAID, by_size), (_SHARE_SAID, by_share)) if figure]
    first = next(figure for figure in found if figure.value is not None)
    around = widened(first, found).clipped(least=known.low)
    return replace(
        around, unit=cost.currency, known=0.0, estimated=True,
        basis=joined((f"{STORAGE} {PLANNED}: {' and '.join(said)}", *_defaults(found))),
        gaps=merged(gap for figure in found for gap in figure.gaps),
    )  # fmt: skip


def _defaults(found: list[Figure]) -> list[str]:
    refs = joined(ref for figure in found for ref in figure.basis)
    return [ref for ref in refs if ref in (f"default {PER_TB}", f"default {SHARE}")]


def _bought(facts: Facts) -> list[Piece]:
    return [piece for piece in parts_bought(facts) if piece.category == STORAGE]


def unpriced_size(facts: Facts) -> Figure:
    """Return the raw terabytes of storage that has no price."""
    sizes = [_size(facts, piece) for piece in _bought(facts) if piece.price.unknown]
    return total(sizes, "TB")


def _size(facts: Facts, piece: Piece) -> Figure:
    part = facts.catalog.get(piece.part)
    raw = part.storage.raw_tb if part is not None and part.storage is not None else None
    return stated(raw, f"{piece.part}.storage.raw_tb", "TB").times(piece.number)


def _by_size(facts: Facts) -> Figure | None:
    """Return storage by its prices, and by its size where it has none."""
    each = facts.catalog.default(PER_TB)
    if each is None:
        return None
    priced = [one.price.times(one.number) for one in _bought(facts) if not one.price.unknown]
    return total((*priced, product(unpriced_size(facts), each.figure, "USD")), "USD")


def _by_share(facts: Facts, cost: Cost) -> Figure | None:
    """Return storage by what it usually is of the capital: `share/(1 − share)` of the rest.

    Of a rest that is not known it is at least the share of what is known, without an upper end.
    """
    share = facts.catalog.default(SHARE)
    rest = [
        line.figure("amount", cost.currency) for line in cost.by_category
        if line.category != STORAGE
    ]  # fmt: skip
    if share is None:
        return None
    given = [Input(f"{BOUGHT}{at}", "", figure) for at, figure in enumerate(rest)]
    return figure_of(usual_storage, (*given, Input("share", "", share.figure)), cost.currency)
