"""The comments of a review as a sheet: number, thing, author, date, state and words of each."""

from typing import Final

from PySide6.QtCore import QRectF

from designer.render.sheets.comment_marks import comment_rows, counts
from designer.render.sheets.drawing_frame import draw_frame, frame_box, title_box
from designer.render.sheets.flow import fill, parts_of
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.sheets.legend import comment_entries, legend
from designer.render.sheets.sheet import PAD, Sheet, continuation
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.tables import Column, table

_TYPE: Final = "Comments"
_NUMBER: Final = "CM"
_HEAD: Final = 15.0
COLUMNS: Final = (
    Column("no.", 0.05, weight=600), Column("thing", 0.16, weight=600), Column("author", 0.1),
    Column("date", 0.08), Column("state", 0.16), Column("comment — answers", 0.45),
)  # fmt: skip


def comment_sheets(ink: Ink, context: SheetContext) -> list[Sheet]:
    """Return the sheet of all comments, and what continues it; none without comments."""
    comments = context.comments
    if not comments:
        return []
    room = context.design.room.name or context.design.name
    title = f"{_TYPE}: {room}"
    inside = frame_box(context.paper.mm)
    space = inside.adjusted(PAD, _HEAD, -PAD, 0)
    space.setBottom(title_box(context.paper.mm).top() - 3)
    blocks = [
        legend(ink, comment_entries(comments)),
        table(ink, "Comments", COLUMNS, comment_rows(comments, context)),
    ]
    filled = fill(parts_of(blocks), space, must=True)

    def draw(page: int, pages: int) -> None:
        fields = context.fields(title, _TYPE, _NUMBER, "–", page, pages, room)
        draw_frame(ink, context.paper.mm, fields)
        head = QRectF(space.left(), inside.top() + 3, space.width(), 7)
        names = context.short_names(room)
        ink.text(head, ink.with_short_names(title, names, 5.2, head.width(), 700), 5.2, weight=700)
        line = QRectF(head.left(), head.top() + 6.6, head.width(), 4)
        ink.text(line, counts(comments, context), TEXT_MM, colour=ink.theme.dim)
        filled.draw(ink)

    rest = continuation(ink, context, filled.rest, title, _TYPE, _NUMBER, room)
    return [Sheet(title, draw), *rest]
