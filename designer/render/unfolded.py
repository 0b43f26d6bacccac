"""What of a power one-line is unfolded: racks of groups, the fullest of many, and their chains.

May import the catalogue, the engine's report, and `model`. No Qt.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import inf
from typing import Final, NamedTuple

from designer.catalog.catalog import Catalog
from designer.engine.limit_report import Limit, LimitState
from designer.engine.power_report import GRAVITY
from designer.engine.report import RackReport
from designer.model.figure_words import amount, words
from designer.model.figures import Figure, filled
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.render.chain_layout import (
    CARD_HIGH,
    CARD_WIDE,
    HEAD_HIGH,
    Cell,
    Join,
    Laid,
    Square,
    laid_out,
)
from designer.render.chain_loads import state_of
from designer.render.chain_pieces import Piece, PieceKey
from designer.render.one_line import Group, GroupKey
from designer.render.one_line_groups import feeds_in_words
from designer.render.one_line_words import Said
from designer.render.rack_chain import chain_of
from designer.render.rack_tried import tried_in
from designer.render.what_if import WhatIf

MOST_CARDS: Final = 24
"""Racks of a group that are shown at once; the filter finds the others."""
OPEN: Final = "open"
UNSTATED: Final = Figure(0.0, inf)
_BESIDE: Final = 10.0
_BETWEEN: Final = 22.0
LEAST_WIDE: Final = 640.0
"""Width below which rack PDUs would stand too close."""


@dataclass(frozen=True)
class Unfolding:
    """What a person unfolded: groups, racks in them, and what their names must contain."""

    groups: frozenset[GroupKey] = frozenset()
    racks: tuple[str, ...] = ()
    filter: str = ""

    def with_group(self, key: GroupKey) -> "Unfolding":
        """Return it with a group unfolded, or folded where it was."""
        return Unfolding(self.groups ^ {key}, self.racks, self.filter)

    def with_rack(self, key: str) -> "Unfolding":
        """Return it with a rack unfolded, or folded where it was."""
        left = tuple(rack for rack in self.racks if rack != key)
        return Unfolding(
            self.groups, left if key in self.racks else (*self.racks, key), self.filter
        )


class Fullest(NamedTuple):
    """What of a rack's power is fullest, and how full: -1 where nothing is known of it."""

    share: float = -1.0
    label: str = ""
    used: Figure = UNSTATED
    most: Figure = UNSTATED
    state: LimitState = "ok"


def fullest(rack: RackReport) -> Fullest:
    """Return what of a rack's power is fullest: rack PDUs, or power shelves."""
    found: tuple[float, Limit | None] = (-1.0, None)
    for limit in rack.limits_of("power"):
        most, used = limit.limit, limit.used
        if most is not None and used is not None and most > 0:
            share = used / most
        else:
            share = filled(limit.figure("used"), limit.figure("limit"))[0]
        if share > found[0]:
            found = (share, limit)
    share, of = found
    if of is not None:
        load, limit_ = of.figure("used", of.unit), of.figure("limit", of.unit)
        full = Fullest(share, of.label, load, limit_, of.state)
    else:
        full = Fullest()
    shelf = _fullest_shelf(rack)
    return shelf if shelf.share > full.share else full


def fullest_then(rack: RackReport, shown: WhatIf) -> Fullest:
    """Return what of a rack's power is fullest with what is lost in thought."""
    then = tried_in(rack, shown)
    full = fullest(then)
    if full.label:
        return full
    for feed in then.feeds:
        load, most = feed.figure("load_after_loss_kw"), feed.figure("capacity_kw")
        if load.unknown or most.unknown or most.low <= 0:
            continue
        share = filled(load, most)[0]
        if share > full.share:
            label = f"Rack PDUs on feed {feed.called}"
            full = Fullest(share, label, load, most, state_of(load, most))
    return full


def _fullest_shelf(rack: RackReport) -> Fullest:
    worst = Fullest()
    for shelves in rack.shelves:
        tried = [one for one in shelves.cases if one.kind == "tried"]
        for case in tried or shelves.cases:
            if case.share is not None and case.share > worst.share:
                without = f" without {case.name}" if case.name else ""
                most, load = shelves.figure("shelf_kw"), case.figure("load_kw")
                worst = Fullest(case.share, f"Each shelf{without}", load, most, case.state)
    return worst


def fullest_first(racks: Iterable[RackReport]) -> list[RackReport]:
    """Return racks, the fullest by its power first."""
    return sorted(racks, key=lambda rack: fullest(rack).share, reverse=True)


def chosen_of(
    group: Group, racks: Mapping[str, RackReport], wanted: str
) -> tuple[list[RackReport], int]:
    """Return the racks of a group that are shown, and how many match.

    Parameters
    ----------
    wanted
        What a rack's name, or what it holds, contains; empty takes all.
    """
    said = wanted.casefold().strip()
    mine = [racks[key] for key in group.racks if key in racks]
    if said:
        mine = [one for one in mine if said in f"{one.name or one.id} {one.summary}".casefold()]
    return fullest_first(mine)[:MOST_CARDS], len(mine)


def unfolded(
    layout: Layout,
    catalog: Catalog,
    racks: Mapping[str, RackReport],
    groups: Sequence[Group],
    what: Unfolding,
    place: tuple[float, float, float],
    shown: WhatIf | None = None,
) -> Laid:
    """Return what is unfolded, laid out one below the other.

    Parameters
    ----------
    racks
        Reports of racks by id.
    place
        Upper left corner, and how wide it may be.
    shown
        What is lost in thought; None while nothing is.
    """
    x, y, wide = place
    wide, top = max(wide, LEAST_WIDE), y
    cells: list[Cell] = []
    lines: list[Join] = []
    squares: list[Square] = []
    right = x
    for group in groups:
        if group.key not in what.groups:
            continue
        found, matching = chosen_of(group, racks, what.filter)
        laid = _cards(group, found, matching, what, (x, y, wide), shown)
        cells += laid.cells
        y += laid.height
        for key in what.racks:
            if key in group.racks and key in racks and key in layout.racks:
                chain = chain_of(layout, catalog, racks[key], shown)
                one = laid_out(chain, x, y, wide)
                cells += one.cells
                lines += one.lines
                squares += one.squares
                right = max(right, x + one.width)
                y += one.height + _BETWEEN
        right = max(right, x + laid.width)
    return Laid(tuple(cells), tuple(lines), tuple(squares), right - x, y - top)


def _cards(
    group: Group,
    racks: Sequence[RackReport],
    matching: int,
    what: Unfolding,
    place: tuple[float, float, float],
    shown: WhatIf | None,
) -> Laid:
    """Return a heading and a card for each rack that is shown."""
    x, y, wide = place
    names, letters = feeds_in_words(group)
    on = f"on {letters or names}"
    said = Said(f"{group.title} {on}", _told(len(racks), matching, len(group.racks)), "")
    head = Piece(PieceKey("", "more", f"{letters}{group.unsure}"), said)
    cells = [Cell(head, x, y, wide, HEAD_HIGH, "head")]
    beside = max(1, int((wide + _BESIDE) // (CARD_WIDE + _BESIDE)))
    top = y + HEAD_HIGH + 10
    for number, rack in enumerate(racks):
        row, column = divmod(number, beside)
        cells.append(
            Cell(
                _card(rack, shown, is_open=rack.id in what.racks),
                x + column * (CARD_WIDE + _BESIDE), top + row * (CARD_HIGH + _BESIDE),
                CARD_WIDE, CARD_HIGH, "card",
            )
        )  # fmt: skip
    rows = -(-len(racks) // beside)
    return Laid(tuple(cells), (), (), wide, HEAD_HIGH + 10 + rows * (CARD_HIGH + _BESIDE) + 12)


def _told(shown: int, matching: int, every: int) -> str:
    if matching < every:
        found = f"{plural(matching, 'match', 'matches')} of {every:,}"
        return f"{found}, the fullest {shown} shown" if shown < matching else found
    return f"the fullest {shown} of {every:,}: filter to see others" if shown < every else ""


def _card(rack: RackReport, shown: WhatIf | None, *, is_open: bool) -> Piece:
    """Return what a rack says on its card."""
    full = fullest(rack) if shown is None else fullest_then(rack, shown)
    kw, fate = rack.figure("power_max_kw"), shown.fates.get(rack.id) if shown else None
    drawn = words(kw) if kw.high or not rack.summary else ""
    value = " · ".join(filter(None, (drawn, rack.summary)))
    before, note, why = None, "no limit of its power is known", ""
    state: LimitState = "ok"
    if full.label:
        before = None if full.share < 0 else filled(full.used, full.most)
        when = " at worst" if shown is None else ""
        note = f"{amount(full.used)} of {words(full.most)}{when}"
        state, why = full.state, full.label
    elif shown is not None:
        note = ""
    if fate is not None:
        # Beside a figure in the fewest words: a card is narrow.
        short = "" if fate.severity == "ok" else fate.words[-1]
        note = f"{short} · {note}" if short and note else note or fate.words[0]
        state = max(state, fate.severity, key=GRAVITY.index)
    said = Said(
        rack.name or rack.id, note, value, before, None, state, short=OPEN if is_open else ""
    )
    tip = "; ".join(filter(None, (f"{said.title}: {value}", f"{why}: {note}" if why else note)))
    return Piece(PieceKey(rack.id, "rack"), said, tip, (rack.id,))
