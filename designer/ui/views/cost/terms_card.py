"""Owning beside each term of renting: an hour, the years, break-even, worth; and like for like."""

from collections.abc import Sequence
from math import inf
from typing import Final

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from designer.engine.ownership_report import Has, LikeForLike, Ownership
from designer.model.figure_words import (
    UNKNOWN,
    currency_sign,
    quantity,
    whole_ends,
    words,
)
from designer.model.figures import Figure
from designer.render.lettering import CENTRE, LEFT, RIGHT, draw_longest, draw_text
from designer.ui.kit.glyphs import paint_severity
from designer.ui.state.beside_words import no_cost_words, owned_beside
from designer.ui.state.variants import Variant
from designer.ui.views.cost.card import NOTE_PX, TEXT_PX, Card, columns_of
from designer.ui.views.cost.cells import columns_for, draw_figure, parted

_ROW_PX: Final = 40.0
_TICK: Final = (QPointF(-3, 0), QPointF(-1, 2.4), QPointF(3, -2.4))
_HEAD_PX: Final = 18.0
_SHARES: Final = (0.24, 0.19, 0.19, 0.19, 0.19)
_TITLES: Final = ("", "GPU-hour used", "over the years", "own is cheaper from", "own is worth")


class TermsCard(Card):
    """A table of owning and the terms of renting."""

    title = "Cost of a unit"
    box = "terms"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.beside: Sequence[Variant] = ()
        self.rows: list[tuple[str, str, tuple[str, ...]]] = []

    def take(self, owned: Ownership) -> None:
        """Take a row for owning, and one for each term."""
        m = owned.currency
        self.rows = []
        if not owned.is_computed:
            return
        self.rows.append(_own("Own", owned, compared=bool(self.beside)))
        for variant in self.beside:
            name = f"Own, variant {variant.letter}"
            other = owned_beside(variant)
            if other is not None:
                foreign = other.currency != owned.currency
                self.rows.append(_own(name, other, compared=True, foreign=foreign))
            else:
                self.rows.append((name, no_cost_words(variant, owned), ("", "", "", "")))
        for one in owned.rented:
            months = one.figure("break_even_months", "months")
            when = "never" if one.never else _month(months, owned.years)
            worth = one.figure("present_value", m)
            known = one.bound("present_value") is not None or one.present_value is not None
            self.rows.append(
                (one.term.capitalize(), f"{_hour(one.figure('rate', m))} an hour, {one.billed}", (
                    _hour(one.figure("gpu_hour", m)), _sum(one.figure("total", m)), when,
                    _worth(worth) if known else UNKNOWN,
                ))
            )  # fmt: skip
        self.note = "storage and traffic of a cloud are added to its rates"

    def said(self) -> list[str]:
        """Return each row in words."""
        return [
            f"{name}, {how}: " + ", ".join(
                f"{title} {cell}" for title, cell in zip(_TITLES[1:], cells, strict=True) if cell
            )
            for name, how, cells in self.rows
        ]  # fmt: skip

    def body_px(self) -> float:
        """Return room for titles and rows."""
        return _HEAD_PX + _ROW_PX * len(self.rows)

    def paint_body(self, painter: QPainter, box: QRectF) -> None:
        """Paint titles and rows."""
        theme = self._theme
        head = QRectF(box.left(), box.top(), box.width(), _HEAD_PX)
        widths, below = columns_for(
            box.width(), _SHARES, [name for name, _, _ in self.rows], _TITLES[1:],
            [cells for _, _, cells in self.rows], 600,
        )  # fmt: skip
        for place, title in zip(columns_of(head, widths), _TITLES, strict=True):
            draw_text(painter, place, title, NOTE_PX, theme.dim, 400, RIGHT)
        for at, (name, how, cells) in enumerate(self.rows):
            top = box.top() + _HEAD_PX + at * _ROW_PX
            row = QRectF(box.left(), top, box.width(), _ROW_PX)
            painter.setPen(QPen(QColor(theme.line), 1))
            painter.drawLine(row.topLeft(), row.topRight())
            first, *places = columns_of(row, widths)
            ink = theme.accent if name.startswith("Own") else theme.text
            upper = QRectF(first.left(), top + 4, first.width(), 17)
            draw_text(painter, upper, name, TEXT_PX, ink, 600, LEFT)
            free = box.right()
            for place, cell in zip(places, cells, strict=True):
                value = QRectF(place.left() + 2, top + 4, place.width() - 2, 17)
                free = min(free, draw_figure(painter, value, cell, theme, 600, below=below))
            lower = QRectF(first.left(), top + 21, free - first.left() - 8, 15)
            ways = (how, how.rpartition(", ")[0] or how)
            draw_longest(painter, lower, ways, NOTE_PX, theme.dim, 400, LEFT)


class LikeCard(Card):
    """What each price contains: a sign for yes, none for no, a hatched one where nobody says."""

    title = "Is it like for like?"
    box = "like"

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.items: tuple[LikeForLike, ...] = ()

    def take(self, owned: Ownership) -> None:
        """Take the items."""
        self.items = owned.contents
        self.note = "what each price contains"

    def said(self) -> list[str]:
        """Return each item for both."""
        return [f"{one.item}: own {one.own}, rented {one.rented}" for one in self.items]

    def body_px(self) -> float:
        """Return room for names and two rows."""
        return 74.0 if self.items else 0.0

    def paint_body(self, painter: QPainter, box: QRectF) -> None:
        """Paint items as columns, owning and renting as rows."""
        theme = self._theme
        if not self.items:
            return
        shares = (0.12, *((0.88 / len(self.items),) * len(self.items)))
        columns = columns_of(box, shares)
        for at, name in enumerate(("Own", "Cloud")):
            place = QRectF(box.left(), box.top() + 22 + at * 24, columns[0].width(), 24)
            draw_text(painter, place, name, TEXT_PX, theme.text, 600, LEFT)
        for place, one in zip(columns[1:], self.items, strict=True):
            head = QRectF(place.left(), box.top(), place.width(), 18)
            draw_text(painter, head, one.item, NOTE_PX, theme.dim, 400, CENTRE)
            for at, has in enumerate((one.own, one.rented)):
                centre = QRectF(place.left(), box.top() + 22 + at * 24, place.width(), 24)
                self._sign(painter, centre, has)

    def _sign(self, painter: QPainter, place: QRectF, has: Has) -> None:
        theme = self._theme
        box = QRectF(0, 0, 12, 12)
        box.moveCenter(place.center())
        if has == "no":
            draw_text(painter, place, "—", TEXT_PX, theme.dim, 400, CENTRE)
        elif has == "open":
            paint_severity(painter, box, "open", QColor(theme.text))
        else:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.ok))
            painter.drawEllipse(box)
            painter.setPen(QPen(QColor(theme.background), 1.6))
            painter.drawPolyline([box.center() + p for p in _TICK])


def _own(
    name: str, owned: Ownership, *, compared: bool, foreign: bool = False
) -> tuple[str, str, tuple[str, ...]]:
    """Return the row of owning, here or in a variant; compared ones also say their capital.

    Parameters
    ----------
    foreign
        Whether its currency is not that of the column.
    """
    m, when = owned.currency, ""
    how = f"{owned.years:g} years, {owned.used:.0%} of the hours used"
    hour = _hour(owned.figure("gpu_hour", m))
    if foreign:
        hour = _signed(hour, m)
    on_demand = owned.term("on demand")
    if compared:
        how = f"{how}, capital {_sum(owned.figure('capital', m)).partition(' (')[0]}"
    if compared and on_demand is not None:
        months = on_demand.figure("break_even_months", "months")
        # Its bounds stand with the rates below; there is no room for them twice.
        when = "never" if on_demand.never else parted(_month(months, owned.years))[0]
    return name, how, (hour, _sum(owned.figure("tco", m)), when, "")


def _hour(figure: Figure) -> str:
    return UNKNOWN if figure.unknown else words(figure, 2).replace(f" {figure.unit}", "")


def _signed(told: str, currency: str) -> str:
    """Return an amount with the sign of its currency, behind what says how sure it is."""
    amount = told.lstrip("≥≤~ ")
    return (
        told if told == UNKNOWN else f"{told.removesuffix(amount)}{currency_sign(currency)}{amount}"
    )


def _sum(figure: Figure) -> str:
    return UNKNOWN if figure.unknown else quantity(figure)


def _worth(figure: Figure) -> str:
    said = quantity(figure).replace("–", " to ").replace("-", "−")
    sign = currency_sign(figure.unit)
    return said.replace(f"{sign}−", f"−{sign}")


def _month(figure: Figure, years: float | None) -> str:
    """Return from which month owning is cheaper: months after the years have no number."""
    if figure.unknown:
        return UNKNOWN
    end = inf if years is None else 12 * years
    told, bounds = parted(words(figure, 0).replace(" months", ""))
    low = whole_ends(figure)[0]
    if figure.low > end:
        return f"after the {years:g} years"
    if figure.value is not None and figure.value > end:
        return f"after the {years:g} years (≥ {low})"
    if figure.value is not None and end < figure.high < inf:
        bounds = f"({low} to > {end:g})"
    return f"month {told} {bounds}".rstrip()
