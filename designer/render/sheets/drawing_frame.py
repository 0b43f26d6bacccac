"""Frame, grid references and title block of a sheet.

Frame and grid follow ISO 5457 (20 mm margin at the left, 10 mm elsewhere, 0.7 mm frame line,
50 mm fields counted from the middle, letters without I and O); the title block follows the fields
of ISO 7200 and is 180 mm wide, so that it also fits A4.
"""

from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QRectF, QSizeF

from designer.model.plural import plural
from designer.render.code import draw_code
from designer.render.edge import Read, presented
from designer.render.edge import shown as as_read
from designer.render.lettering import CENTRE, LEFT
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.sheets.paper import LEFT_MARGIN_MM, MARGIN_MM

TITLE_WIDTH: Final = 180.0
TITLE_HEIGHT: Final = 28.8
_CODE: Final = 13.0
"""Side of the code at the right of the state and the first row, with the blank around it."""
_STATE: Final = 5.1
"""Height of the line that says whether the drawing is issued."""
_FRAME_LINE: Final = 0.7
_THIN_LINE: Final = 0.35
_FIELD: Final = 50.0
_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ"
_BORDER: Final = 5.0
_EMPTY: Final = "–"


@dataclass(frozen=True, slots=True)
class TitleFields:
    """What the title block says; empty fields are shown as a dash.

    Attributes
    ----------
    not_issued
        Why the drawing is a draft; empty for an issued one.
    open_errors
        Errors that nobody accepted.
    digest_of
        What the digest is of.
    names
        The parts of the title that lose their middle where the title is too long.
    stage
        As of which stage the design is shown; empty of one that has none.
    code
        What the code in the corner says; empty for none.
    """

    title: str
    document_type: str
    drawing_number: str
    owner: str
    created_by: str
    checked_by: str
    approved_by: str
    revision: str
    file_name: str
    digest: str
    tool: str
    scale: str
    paper: str
    sheet: str
    not_issued: str = ""
    open_errors: int = 0
    digest_of: str = "file"
    names: tuple[str, ...] = ()
    stage: str = ""
    code: str = ""


def frame_box(paper: QSizeF) -> QRectF:
    """Return the space inside the frame."""
    return QRectF(
        LEFT_MARGIN_MM,
        MARGIN_MM,
        paper.width() - LEFT_MARGIN_MM - MARGIN_MM,
        paper.height() - 2 * MARGIN_MM,
    )


def title_box(paper: QSizeF) -> QRectF:
    """Return where the title block is: the lower right corner of the frame."""
    inside = frame_box(paper)
    width = min(TITLE_WIDTH, inside.width())
    return QRectF(inside.right() - width, inside.bottom() - TITLE_HEIGHT, width, TITLE_HEIGHT)


def draw_frame(ink: Ink, paper: QSizeF, fields: TitleFields) -> QRectF:
    """Draw frame, grid references and title block; return the space inside the frame."""
    inside = frame_box(paper)
    _draw_grid(ink, paper, inside)
    _draw_title_block(ink, title_box(paper), fields)
    ink.frame(inside, _FRAME_LINE)
    return inside


def field_edges(length: float) -> list[float]:
    """Return where grid fields end along a side of the paper, in mm, both corners included.

    Fields are 50 mm from the middle outwards and even in number; the outer ones take the rest.
    """
    half = max(1, round(length / (2 * _FIELD)))
    inner = [length / 2 + _FIELD * step for step in range(-half + 1, half)]
    return [0.0, *inner, length]


def _draw_grid(ink: Ink, paper: QSizeF, inside: QRectF) -> None:
    """Draw field marks, numbers across and letters down, and the centring marks."""
    dim = ink.theme.dim
    across, down = field_edges(paper.width()), field_edges(paper.height())
    top, bottom = inside.top() - _BORDER, inside.bottom() + _BORDER
    left, right = inside.left() - _BORDER, inside.right() + _BORDER
    marks = [(x, y, x, y + _BORDER) for x in across[1:-1] for y in (top, inside.bottom())]
    marks += [(x, y, x + _BORDER, y) for y in down[1:-1] for x in (left, inside.right())]
    ink.lines(marks, _THIN_LINE, dim)
    middle_x, middle_y = paper.width() / 2, paper.height() / 2
    centring = [
        (middle_x, top, middle_x, inside.top()),
        (middle_x, inside.bottom(), middle_x, bottom),
        (left, middle_y, inside.left(), middle_y),
        (inside.right(), middle_y, right, middle_y),
    ]
    ink.lines(centring, _FRAME_LINE)
    for number in range(1, len(across)):
        low, high = max(across[number - 1], inside.left()), min(across[number], inside.right())
        for y in (top, inside.bottom()):
            place = QRectF(low, y, high - low, _BORDER)
            ink.text(place, str(number), 2.8, colour=dim, align=CENTRE)
    for index in range(1, len(down)):
        low, high = max(down[index - 1], inside.top()), min(down[index], inside.bottom())
        for x in (left, inside.right()):
            place = QRectF(x, low, _BORDER, high - low)
            ink.text(place, _LETTERS[index - 1], 2.8, colour=dim, align=CENTRE)


def _draw_title_block(ink: Ink, box: QRectF, fields: TitleFields) -> None:
    rows = (
        (
            ("Title", fields.title, 88),
            ("Document type", fields.document_type, 40),
            ("Drawing number", fields.drawing_number, 52),
        ),
        (
            ("Legal owner", fields.owner, 46),
            ("Created by", fields.created_by, 28),
            ("Checked by", fields.checked_by, 26),
            ("Approved by", fields.approved_by, 28),
            ("Revision · date of issue", fields.revision, 52),
        ),
        (
            ("Design", fields.file_name, 40),
            (f"SHA-256 of {fields.digest_of}", fields.digest, 36),
            ("Tool", fields.tool, 36),
            ("Units", " ".join(map(presented().unit, ("mm", "kg", "kW"))), 19),
            ("Scale", fields.scale, 17),
            ("Size", fields.paper, 14),
            ("Sheet", fields.sheet, 18),
        ),
    )
    ink.fill(box, ink.theme.background)
    code = _CODE if fields.code else 0.0
    _draw_state(ink, QRectF(box.left(), box.top(), box.width() - code, _STATE), fields)
    if fields.code:
        _draw_code(ink, box, fields.code)
    height = (box.height() - _STATE) / len(rows)
    for number, row in enumerate(rows):
        top, wide = box.top() + _STATE + number * height, box.width()
        if number == 0 and fields.code:
            wide -= _CODE
        ink.lines([(box.left(), top, box.left() + wide, top)], _THIN_LINE)
        x, total = box.left(), sum(width for _, _, width in row)
        for index, (label, value, share) in enumerate(row):
            width = wide * share / total
            if index:
                ink.lines([(x, top, x, top + height)], _THIN_LINE)
            place = QRectF(x, top, width, height)
            names = fields.names if label == "Title" else ()
            _draw_cell(ink, place, label, value, names, strong=number == 0)
            x += width
    ink.lines([(box.left(), box.top(), box.right(), box.top())], _FRAME_LINE)
    ink.lines([(box.left(), box.top(), box.left(), box.bottom())], _FRAME_LINE)


def _draw_code(ink: Ink, box: QRectF, text: str) -> None:
    """Draw the code of the sheet into the upper right corner of the title block."""
    high = _STATE + (box.height() - _STATE) / 3
    place = QRectF(box.right() - _CODE, box.top(), _CODE, high)
    ink.lines([(place.left(), place.top(), place.left(), place.bottom())], _THIN_LINE)
    inner = place.adjusted(0.3, 0.4, -0.2, -0.2)
    draw_code(ink.painter, ink.box(inner), text, ink.theme.text, ink.theme.background)


def _draw_state(ink: Ink, box: QRectF, fields: TitleFields) -> None:
    """Say whether the drawing is issued: the state that it has is white on black."""
    draft = QRectF(box.left(), box.top(), 24, box.height())
    issued = draft.translated(24, 0)
    for place, words, holds in (
        (draft, "Draft", bool(fields.not_issued)), (issued, "Issued", not fields.not_issued),
    ):  # fmt: skip
        if holds:
            ink.fill(place, ink.theme.text)
        colour = ink.theme.background if holds else ink.theme.dim
        capitals = Read(as_read(words).upper())
        ink.text(place, capitals, 3.3, colour=colour, weight=700 if holds else 400, align=CENTRE)
    ink.lines([(issued.right(), box.top(), issued.right(), box.bottom())], _THIN_LINE)
    said = QRectF(issued.right() + 1.6, box.top(), box.right() - issued.right() - 2.6, box.height())
    words = f"not issued: {fields.not_issued}" if fields.not_issued else fields.revision
    if fields.stage:
        words = f"stage {fields.stage} · {words}"
    if fields.open_errors:
        words += f" · {plural(fields.open_errors, 'open error')}"
    short = ink.with_short_names(words, filter(None, (fields.stage,)), 2.7, said.width(), 500)
    ink.text(said, short, 2.7, weight=500)


def _draw_cell(
    ink: Ink, box: QRectF, label: str, value: str, names: tuple[str, ...], *, strong: bool
) -> None:
    inner = box.adjusted(1.4, 0, -1, 0)
    head = QRectF(inner.left(), inner.top() + 0.5, inner.width(), 3.1)
    body = QRectF(inner.left(), inner.top() + 3.5, inner.width(), inner.height() - 3.8)
    ink.text(head, label, TEXT_MM, colour=ink.theme.dim)
    size, weight = (3.3, 600) if strong else (2.7, 500)
    while size > TEXT_MM and ink.width_of(value, size, weight) > inner.width():
        size = max(size - 0.1, TEXT_MM)
    value = ink.with_short_names(value, names, size, inner.width(), weight)
    ink.text(body, value or _EMPTY, size, weight=weight, align=LEFT)
