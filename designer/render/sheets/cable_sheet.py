"""Cables on paper: a plan of the trays, by medium, what is bought, trays with their fill."""

from math import inf
from typing import Final

from PySide6.QtCore import QRectF, QSizeF

from designer.engine.network_report import (
    PER_BUNDLE,
    CableLine,
    Cables,
    MediumReport,
    TrayReport,
)
from designer.model.figure_words import UNKNOWN, lead_time, number, quantity, words
from designer.model.plural import plural
from designer.render.sheets.cable_plan import OF_PLAN, cable_plan, draw_cable_plan
from designer.render.sheets.drawing_frame import draw_frame, frame_box, title_box
from designer.render.sheets.flow import columns_of, fill_all, parts_of
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.sheets.plan import PlanView
from designer.render.sheets.scale_bar import scale_text
from designer.render.sheets.sheet import PAD, Sheet, continuation
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.tables import Column, notes, table

_TYPE: Final = "Cables"
_NUMBER: Final = "L1"
_HEAD: Final = 15.0
_GAP: Final = 7.0
_COLUMN: Final = 180.0
_LISTS: Final = 0.5
"""Of the space's width that lists have beside a plan on lying paper."""
_UPRIGHT: Final = 0.4
"""Of the space's height that a plan has on upright paper."""
_MEDIA: Final = (
    Column("medium", 0.4, weight=600), Column("cables", 0.12, right=True),
    Column("length", 0.18, right=True), Column("price", 0.16, right=True),
    Column("draw", 0.14, right=True),
)  # fmt: skip
_BILL: Final = (
    Column("medium", 0.16, dim=True), Column("part", 0.34, weight=600),
    Column("length", 0.1, right=True), Column("number", 0.1, right=True),
    Column("price", 0.16, right=True), Column("lead time", 0.14, right=True),
)  # fmt: skip
_TRAYS: Final = (
    Column("tray", 0.3, weight=600), Column("length", 0.14, right=True),
    Column("cables", 0.14, right=True), Column("bundles", 0.12, right=True),
    Column("fill", 0.12, right=True), Column("mass", 0.18, right=True),
)  # fmt: skip
_ON_TRAYS: Final = (
    "Lengths are along the trays that are drawn, with slack and service loops; where no tray leads "
    "they are straight (~) and open upwards. ≥ is at least: some figure is not stated. A price is "
    "of cables with their modules; what they draw is that of both ends, at most."
)
_OF_TRAYS: Final = (
    f"Cables of a tray are those at its fullest place, in bundles of at most {PER_BUNDLE}; fill is "
    "of the section that cables may take."
)


def cable_sheets(ink: Ink, context: SheetContext) -> list[Sheet]:
    """Return the sheet of all cables, and what continues it; none of a design without cables."""
    cables = context.report.cables if context.report is not None else None
    if cables is None or not (cables.figure("count").high > 0):
        return []
    room = context.design.room.name or context.design.name
    title = f"{_TYPE}: {room}"
    inside = frame_box(context.paper.mm)
    space = inside.adjusted(PAD, _HEAD, -PAD, -3)
    blocks = [
        table(ink, "By medium", _MEDIA, _media(cables), strong_last=True),
        table(ink, "Cables and modules to buy", _BILL, [_bought(cables, x) for x in cables.bill]),
        table(ink, "Trays", _TRAYS, list(map(_tray, cables.trays))),
        notes(ink, "Notes", _said(cables)),
    ]
    view = cable_plan(context, _plan_box(context, space)) if cables.trays else None
    filled, rest = fill_all(parts_of(blocks), _frames(context, space, view))

    def draw(page: int, pages: int) -> None:
        scale = scale_text(view.scale) if view is not None else "–"
        fields = context.fields(title, _TYPE, _NUMBER, scale, page, pages, room)
        draw_frame(ink, context.paper.mm, fields)
        head = QRectF(space.left(), inside.top() + 3, space.width(), 7)
        names = context.short_names(room)
        ink.text(head, ink.with_short_names(title, names, 5.2, head.width(), 700), 5.2, weight=700)
        line = QRectF(head.left(), head.top() + 6.6, head.width(), 4)
        ink.text(line, _headline(cables), TEXT_MM, colour=ink.theme.dim)
        if view is not None:
            draw_cable_plan(ink, context, cables, view)
        for part in filled:
            part.draw(ink)

    return [
        Sheet(title, draw), *continuation(ink, context, rest, title, _TYPE, _NUMBER, room),
    ]  # fmt: skip


def _plan_box(context: SheetContext, space: QRectF) -> QRectF:
    """Return where the plan stands: right of the lists on lying paper, else above them."""
    if not context.paper.landscape:
        return QRectF(space.topLeft(), QSizeF(space.width(), space.height() * _UPRIGHT))
    box = space.adjusted(space.width() * _LISTS, 0, 0, 0)
    box.setBottom(title_box(context.paper.mm).top() - _GAP)
    return box


def _frames(context: SheetContext, space: QRectF, view: PlanView | None) -> list[QRectF]:
    """Return the columns of lists beside or under a plan, those over the title block down to it."""
    title, landscape = title_box(context.paper.mm), context.paper.landscape
    if view is not None and landscape:
        space = QRectF(space)
        space.setWidth(space.width() * _LISTS - _GAP)
    elif view is not None:
        space = QRectF(space)
        space.setTop(view.paper.bottom() + _GAP)
    columns = columns_of(space, max(1, int(space.width() / _COLUMN)))
    for column in columns:
        if column.right() > title.left() - _GAP:
            column.setBottom(min(column.bottom(), title.top() - _GAP))
    return [column for column in columns if column.height() > 0]


def _headline(cables: Cables) -> str:
    """Return how many cables there are, how long, what they cost and draw, in a line."""
    price = quantity(cables.figure("price", cables.currency))
    said = [
        f"{words(cables.figure('count'), 0)} cables", words(cables.figure("length_m"), 0),
        price, quantity(cables.figure("optics_w")),
    ]  # fmt: skip
    return "; ".join(said)


def _media(cables: Cables) -> list[tuple[str, ...]]:
    """Return a row for each medium, and the sum of all."""
    rows = [_medium(cables, line) for line in cables.media]
    if not rows:
        return []
    every = (
        f"all, longest {words(cables.figure('longest_m'), 1)}",
        words(cables.figure("count"), 0), words(cables.figure("length_m"), 0),
        quantity(cables.figure("price", cables.currency)), quantity(cables.figure("optics_w")),
    )  # fmt: skip
    return [*rows, every]


def _medium(cables: Cables, line: MediumReport) -> tuple[str, ...]:
    reach = "" if line.reach_m is None else f", reaches {line.reach_m:g} m"
    return (
        f"{line.medium}, longest {words(line.figure('longest_m'), 1)}{reach}",
        number(line.count, 0), words(line.figure("length_m"), 0),
        quantity(line.figure("price", cables.currency)), quantity(line.figure("optics_w")),
    )  # fmt: skip


def _bought(cables: Cables, line: CableLine) -> tuple[str, ...]:
    return (
        line.medium, line.name or line.part,
        "" if line.stock_m is None else f"{line.stock_m:g} m", number(line.count, 0),
        quantity(line.figure("price", cables.currency)), lead_time(line.figure("lead_weeks")),
    )  # fmt: skip


def _tray(line: TrayReport) -> tuple[str, ...]:
    fill = UNKNOWN if line.usable_mm2 is None else words(line.figure("fill_pct"), 0)
    return (
        line.name or line.id, words(line.figure("length_m"), 1), number(line.cables, 0),
        number(line.bundles, 0), fill, words(line.figure("kg_per_m", "kg/m"), 1),
    )  # fmt: skip


def _said(cables: Cables) -> list[str]:
    """Return what the sums leave out, and how they are to be read."""
    said = [_ON_TRAYS]
    if cables.trays:
        said += [_OF_TRAYS, OF_PLAN]
    if (off := cables.figure("off_trays")).high > 0:
        said.append(f"{words(off, 0)} cables between racks follow no tray.")
    if cables.unpriced:
        said.append(f"{plural(cables.unpriced, 'piece')} without a price: not in the sum.")
    for name, what in (
        ("too_far", "reached by no medium, or too far for the pinned one"),
        ("misfits", "of a pinned part that does not fit their ports"),
        ("without_medium", "without a medium"),
    ):
        found = cables.figure(name)
        if found.high > 0 and found.high < inf:
            said.append(f"Cables {what}: {words(found, 0)}.")
    return [*said, *(f"{one.words}." for one in cables.unconnected)]
