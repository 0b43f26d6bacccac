"""Two designs beside each other on paper: the plan with its marks, and what differs and follows."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QRectF, QSizeF

from designer.document.change_places import ChangePlaces
from designer.io.export.comparison_content import Compared, comparison_content
from designer.model.layout import Layout
from designer.render.compared_floor import Painted, paint_marks, paint_plain_ground, way_words
from designer.render.sheets.drawing_frame import draw_frame, frame_box, title_box
from designer.render.sheets.flow import Block, columns_of, fill_all, parts_of
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.sheets.plan import PlanView, placed_view
from designer.render.sheets.scale_bar import scale_text
from designer.render.sheets.sheet import PAD, Sheet, continuation
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.tables import Column, notes, table

_TYPE: Final = "Comparison"
_NUMBER: Final = "V1"
_HEAD: Final = 15.0
_GAP: Final = 7.0
_COLUMN: Final = 180.0
_LISTS: Final = 0.5
"""Of the space's width that lists have beside the plan on lying paper."""
_UPRIGHT: Final = 0.4
"""Of the space's height that the plan has on upright paper."""
_SHARES: Final = {
    "Records": (0.14, 0.24, 0.2, 0.42),
    "Figures": (0.4, 0.6),
    "Limits that moved": (0.3, 0.14, 0.16, 0.4),
    "Findings": (0.12, 0.16, 0.62, 0.1),
    "Bill of materials": (0.55, 0.15, 0.15, 0.15),
}  # fmt: skip
_OF_PLAN: Final = (
    "On the plan + came, − went, → moved (dashed: where it was) and ~ changed, each with a hatch "
    "of its own; what is the same is outlined."
)
_UNDER: Final = "the earlier design → the one that this set draws"
_MOST_WAYS: Final = 12
_Table = tuple[Sequence[tuple[str, str]], Sequence[Sequence[str]]]
"""Columns with how they are aligned, and rows."""


def compare_sheets(ink: Ink, context: SheetContext) -> list[Sheet]:
    """Return the sheet of the comparison, and what continues it; none where nothing is compared."""
    compared = context.compared
    if compared is None:
        return []
    shown = _painted(ink, compared)
    name = " → ".join(compared.names)
    title = f"{_TYPE}: {name}"
    inside = frame_box(context.paper.mm)
    space = inside.adjusted(PAD, _HEAD, -PAD, -3)
    view = placed_view(_room(shown), _plan_box(context, space))
    content = comparison_content(compared)
    first, *sections = content.sections
    blocks = [notes(ink, "In short", [*first.lines, *_ways(shown), _OF_PLAN])]
    for it in sections:
        held = (it.table.columns, it.table.rows) if it.table is not None else None
        blocks.append(_block(ink, it.title, held, it.lines))
    filled, rest = fill_all(parts_of(blocks), _frames(context, space, view))

    def draw(page: int, pages: int) -> None:
        scale = scale_text(view.scale)
        fields = context.fields(title, _TYPE, _NUMBER, scale, page, pages, name)
        draw_frame(ink, context.paper.mm, fields)
        head = QRectF(space.left(), inside.top() + 3, space.width(), 7)
        short = ink.with_short_names(title, context.short_names(name), 5.2, head.width(), 700)
        ink.text(head, short, 5.2, weight=700)
        line = QRectF(head.left(), head.top() + 6.6, head.width(), 4)
        ink.text(line, _UNDER, TEXT_MM, colour=ink.theme.dim)
        _draw_plan(ink, shown, view)
        for part in filled:
            part.draw(ink)

    return [Sheet(title, draw), *continuation(ink, context, rest, title, _TYPE, _NUMBER, name)]


def _painted(ink: Ink, compared: Compared) -> Painted:
    comparison, catalogs = compared.comparison, compared.catalogs
    places = ChangePlaces(comparison, catalogs)
    return Painted(places, Layout(comparison.after), catalogs[1], ink.theme)


def _room(shown: Painted) -> QRectF:
    left, top, right, bottom = shown.places.around
    return QRectF(left, top, right - left, bottom - top)


def _draw_plan(ink: Ink, shown: Painted, view: PlanView) -> None:
    """Draw the later floor and the marks over it, in nominal pixels as on a screen."""
    transform = view.transform(ink.dots_per_mm / ink.px)
    ink.painter.save()
    ink.painter.scale(ink.px, ink.px)
    paint_plain_ground(ink.painter, shown, transform)
    paint_marks(ink.painter, shown, transform)
    ink.painter.restore()


def _ways(shown: Painted) -> list[str]:
    """Return how far racks moved, of the first of them: on paper nobody can point at one."""
    moved = [mark for mark in shown.marks if mark.was is not None]
    said = [f"{mark.name} {way_words(mark)}" for mark in moved[:_MOST_WAYS]]
    more = f", and {len(moved) - _MOST_WAYS:,} more" if len(moved) > _MOST_WAYS else ""
    return [f"Moved: {'; '.join(said)}{more}."] if said else []


def _block(ink: Ink, title: str, held: _Table | None, lines: Sequence[str]) -> Block | None:
    """Return a section with its table, or with its lines where it has none."""
    if held is None:
        return notes(ink, title, lines)
    heads, rows = held
    shares = _SHARES.get(title, (1 / len(heads),) * len(heads))
    bold = 1 if title == "Records" else 0
    columns = [
        Column(words, share, right=align == "right", weight=600 if at == bold else 400)
        for at, ((words, align), share) in enumerate(zip(heads, shares, strict=True))
    ]
    return table(ink, title, columns, rows)


def _plan_box(context: SheetContext, space: QRectF) -> QRectF:
    """Return where the plan stands: right of the lists on lying paper, else above them."""
    if not context.paper.landscape:
        return QRectF(space.topLeft(), QSizeF(space.width(), space.height() * _UPRIGHT))
    box = space.adjusted(space.width() * _LISTS, 0, 0, 0)
    box.setBottom(title_box(context.paper.mm).top() - _GAP)
    return box


def _frames(context: SheetContext, space: QRectF, view: PlanView) -> list[QRectF]:
    """Return the columns of lists beside or under the plan, none of them over the title block."""
    title, space = title_box(context.paper.mm), QRectF(space)
    if context.paper.landscape:
        space.setWidth(space.width() * _LISTS - _GAP)
    else:
        space.setTop(view.paper.bottom() + _GAP)
    columns = columns_of(space, max(1, int(space.width() / _COLUMN)))
    for column in columns:
        if column.right() > title.left() - _GAP:
            column.setBottom(min(column.bottom(), title.top() - _GAP))
    return [column for column in columns if column.height() > 0]
