"""Sheets of labels for the ends of cables: cut along the lines, wrapped round the cable.

Needs a `QGuiApplication`, no widgets.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Final

from PySide6.QtCore import QBuffer, QIODevice, QRectF, QSizeF
from PySide6.QtGui import QColor, QPen

from designer.catalog.catalog import Catalog
from designer.io.export.cable_labels import CableLabel
from designer.io.export_asked import USUAL_PT
from designer.io.output_file import write_output
from designer.model.design import Design
from designer.model.one_line import one_line
from designer.model.plural import plural
from designer.render.code import draw_code, side_mm
from designer.render.fonts import load_fonts
from designer.render.lettering import LEFT, RIGHT, NotingPainter, draw_text, text_width
from designer.render.output import OutputError, require_drawn
from designer.render.pdf_file import DOTS_PER_INCH, finished, new_pdf
from designer.render.sheets.paper import PAPERS
from designer.render.theme import PRINT

LEAST_PT: Final = 5.0
MOST_PT: Final = 24.0
_PT_MM: Final = 25.4 / 72
_MARGIN_MM: Final = 10.0
_HEAD_MM: Final = 7.0
_PAD_MM: Final = 1.5
_LINE: Final = 1.25
"""From one line to the next, in em."""
_SMALL: Final = 0.75
"""The line below the label that says what the cable is, in em of the label."""
_HAIR_MM: Final = 0.1
_DOTS: Final = DOTS_PER_INCH / 25.4


@dataclass(frozen=True)
class _Grid:
    """How labels lie on a page, mm."""

    page: QSizeF
    label: QSizeF
    columns: int
    rows: int

    @property
    def on_page(self) -> int:
        return self.columns * self.rows

    def box(self, at: int) -> QRectF:
        row, column = divmod(at, self.columns)
        x, y = _MARGIN_MM + column * self.label.width(), _MARGIN_MM + _HEAD_MM
        return QRectF(x, y + row * self.label.height(), self.label.width(), self.label.height())


def write_labels(
    path: str | PathLike[str],
    design: Design,
    catalog: Catalog,
    labels: Sequence[CableLabel],
    *,
    paper: str = "A4",
    text_pt: float = USUAL_PT,
    codes: bool = False,
    told: Callable[[int, int], object] = lambda _done, _of: None,
) -> int:
    """Write labels as a PDF and return its number of pages; both ends of a cable lie together.

    Parameters
    ----------
    paper
        A name of `sheets.paper.PAPERS`.
    text_pt
        Size of the letters, in points.
    codes
        Whether a code beside the words says the label.
    told
        Is told how many pages are drawn, and of how many.

    Raises
    ------
    OutputError
        If there is nothing to label, paper or size is not known, or a letter has no font.
    designer.io.atomic_file.WriteError
        If the file cannot be written.
    """
    _require(labels, paper, text_pt)
    load_fonts()
    grid = _grid(labels, PAPERS[paper].mm, text_pt, codes=codes)
    count = -(-len(labels) // grid.on_page)
    title = f"Cable labels of {one_line(design.name)}"
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    seed = _seed(f"{title}, with codes" if codes else title, labels, text_pt)
    writer = new_pdf(buffer, PAPERS[paper].layout(), title, seed)
    painter = NotingPainter(writer)
    try:
        for page in range(count):
            told(page, count)
            if page:
                writer.newPage()
            some = labels[page * grid.on_page : (page + 1) * grid.on_page]
            _head(
                painter, grid, f"{title}: {plural(len(labels), 'label')}", f"{page + 1} of {count}"
            )
            for at, label in enumerate(some):
                _label(painter, grid.box(at), label, text_pt * _PT_MM, codes=codes)
        require_drawn(painter, design, catalog)
    finally:
        # Qt aborts when a device goes while somebody still paints on it.
        painter.end()
    write_output(path, finished(bytes(buffer.data().data()), (), title, "cable labels"))
    return count


def _require(labels: Sequence[CableLabel], paper: str, text_pt: float) -> None:
    """Refuse what cannot be drawn."""
    if not labels:
        raise OutputError("no cable has an end to label")
    if paper not in PAPERS:
        raise OutputError(f"no paper {paper!r}; there are {', '.join(PAPERS)}")
    if not LEAST_PT <= text_pt <= MOST_PT:
        raise OutputError(f"labels have letters of {LEAST_PT:g} to {MOST_PT:g} points")


def _seed(title: str, labels: Sequence[CableLabel], text_pt: float) -> bytes:
    texts = (label.text for label in labels)
    return "\n".join((title, f"{text_pt:g}", *texts)).encode()


def _grid(labels: Sequence[CableLabel], page: QSizeF, text_pt: float, *, codes: bool) -> _Grid:
    """Return labels that are wide enough for the longest, as many as a page holds."""
    em = text_pt * _PT_MM
    lines = {line for label in labels for line in label.lines}
    # The few longest by letters hold the widest: letters differ by less than half.
    longest = sorted(lines, key=len)[-200:]
    widest = max(text_width(line, em * _DOTS, 600) for line in longest) / _DOTS
    room = page.width() - 2 * _MARGIN_MM
    wide, high = widest + 2 * _PAD_MM + _HAIR_MM, em * _LINE * (2 + _SMALL) + 2 * _PAD_MM
    if codes:
        side = max(side_mm(text) for text in (label.text for label in labels))
        wide, high = wide + side, max(high, side)
    wide = min(wide, room)
    columns = max(1, int(room // wide))
    # Two of a cable lie beside each other.
    columns -= columns % 2 if columns > 1 else 0
    rows = max(1, int((page.height() - 2 * _MARGIN_MM - _HEAD_MM) // high))
    return _Grid(page, QSizeF(wide, high), columns, rows)


def _device(box: QRectF) -> QRectF:
    return QRectF(*(mm * _DOTS for mm in (box.left(), box.top(), box.width(), box.height())))


def _head(painter: NotingPainter, grid: _Grid, words: str, page: str) -> None:
    box = QRectF(_MARGIN_MM, _MARGIN_MM, grid.page.width() - 2 * _MARGIN_MM, _HEAD_MM - 2)
    size = 8 * _PT_MM * _DOTS
    draw_text(painter, _device(box), words, size, PRINT.text, 600, LEFT)
    draw_text(painter, _device(box), page, size, PRINT.dim, 400, RIGHT)


def _label(
    painter: NotingPainter, box: QRectF, label: CableLabel, em: float, *, codes: bool
) -> None:
    painter.setPen(QPen(QColor(PRINT.dim), _HAIR_MM * _DOTS))
    painter.drawRect(_device(box))
    inner = box.adjusted(_PAD_MM, _PAD_MM, -_PAD_MM, -_PAD_MM)
    if codes:
        # The blank around a code is its own; a line beside it would be in the way.
        side = side_mm(label.text)
        place = QRectF(box.right() - side - _HAIR_MM, box.center().y() - side / 2, side, side)
        draw_code(painter, _device(place), label.text, PRINT.text, PRINT.background)
        inner.setRight(place.left())
    near, far = label.lines
    top = inner.top()
    for text, size, weight, colour in (
        (near, em, 600, PRINT.text), (far, em, 400, PRINT.text),
        (label.about, em * _SMALL, 400, PRINT.dim),
    ):  # fmt: skip
        line = QRectF(inner.left(), top, inner.width(), size * _LINE)
        draw_text(painter, _device(line), text, size * _DOTS, colour, weight, LEFT)
        top += size * _LINE
