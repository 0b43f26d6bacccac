"""One sheet of a set, and the sheets on which its lists go on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF

from designer.render.sheets.drawing_frame import TITLE_HEIGHT, draw_frame, frame_box
from designer.render.sheets.flow import Filled, Part, columns_of, fill
from designer.render.sheets.ink import Ink
from designer.render.sheets.sheet_context import SheetContext

PAD: Final = 5.0
"""Free space inside the frame, in mm."""
_COLUMN_WIDE: Final = 150.0
_HEAD: Final = 11.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet that is laid out: its title, and what draws it as page so and so of so many."""

    title: str
    draw: Callable[[int, int], None]


def continuation(
    ink: Ink,
    context: SheetContext,
    parts: Sequence[Part],
    title: str,
    document_type: str,
    number: str,
    name: str,
) -> list[Sheet]:
    """Return the sheets on which lists go on that did not fit; none where nothing is left.

    Parameters
    ----------
    title, document_type, number
        Of the sheet that they belong to; `number` as in its drawing number.
    name
        The part of the title that may be shortened.
    """
    inside = frame_box(context.paper.mm)
    box = inside.adjusted(PAD, _HEAD, -PAD, -TITLE_HEIGHT - 3)
    frames = columns_of(box, max(1, int(box.width() / _COLUMN_WIDE)))
    pages: list[list[Filled]] = []
    rest = tuple(parts)
    while rest:
        columns = []
        for frame in frames:
            if rest:
                columns.append(fill(rest, frame, must=frame is frames[0]))
                rest = columns[-1].rest
        pages.append(columns)
    return [
        _further(ink, context, columns, (title, document_type, number, name), place, len(pages))
        for place, columns in enumerate(pages, start=1)
    ]


def _further(
    ink: Ink,
    context: SheetContext,
    columns: Sequence[Filled],
    of: tuple[str, str, str, str],
    place: int,
    count: int,
) -> Sheet:
    title, document_type, number, name = of
    words = f"{title}, continued" + (f" ({place} of {count})" if count > 1 else "")

    def draw(page: int, pages: int) -> None:
        fields = context.fields(
            words, document_type, f"{number}-{place + 1}", "–", page, pages, name
        )
        inside = draw_frame(ink, context.paper.mm, fields)
        head = QRectF(inside.left() + PAD, inside.top() + 3, inside.width() - 2 * PAD, 5)
        short = ink.with_short_names(words, context.short_names(name), 4.2, head.width(), 700)
        ink.text(head, short, 4.2, weight=700)
        for column in columns:
            column.draw(ink)

    return Sheet(words, draw)
