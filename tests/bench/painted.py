"""What a set of sheets is painted with, written down, and painted again on a bare `QPdfWriter`.

The pages come out the same byte for byte, which is checked: the anchor of a print does neither more
nor less than Qt has to.
"""

import io
from collections.abc import Callable, Sequence
from typing import Any, Final

from pypdf import PdfReader
from PySide6.QtCore import QBuffer, QIODevice
from PySide6.QtGui import QPageLayout, QPainter, QPdfWriter, QPen

from designer.render.lettering import NotingPainter
from designer.render.pdf_file import DOTS_PER_INCH
from designer.render.sheets.ink import Ink
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_set import sheet_set

Call = tuple[str, tuple[Any, ...], dict[str, Any]]
_WRITTEN: Final = (
    "drawConvexPolygon", "drawEllipse", "drawLine", "drawLines", "drawPath", "drawPicture",
    "drawPie", "drawPoint", "drawPolygon", "drawPolyline", "drawRect", "drawRects",
    "drawRoundedRect", "drawStaticText", "drawText", "fillPath", "fillRect", "restore", "rotate",
    "save", "scale", "setBrush", "setClipPath", "setClipRect", "setFont", "setOpacity", "setPen",
    "setRenderHint", "setTransform", "setWorldTransform", "translate",
)  # fmt: skip


class WritingPainter(NotingPainter):
    """A painter that writes down each call in `calls`, and does it."""

    def __init__(self, device: QPdfWriter) -> None:
        super().__init__(device)
        self.calls: list[Call] = []


def _written(name: str) -> Callable[..., object]:
    done = getattr(QPainter, name)

    def call(self: WritingPainter, *given: object, **named: object) -> object:
        # Qt shares their data until someone changes one: a copy stays as it is now.
        self.calls.append(
            (name, tuple(QPen(it) if isinstance(it, QPen) else it for it in given), named)
        )
        return done(self, *given, **named)

    return call


for _name in _WRITTEN:
    setattr(WritingPainter, _name, _written(_name))


def painted(context: SheetContext, kinds: Sequence[str], racks: Sequence[str] | None,
            ) -> tuple[list[list[Call]], bytes]:  # fmt: skip
    """Return what each page of a set is painted with, and the PDF that came of it."""
    buffer, writer = _pdf(context.paper.layout())
    painter = WritingPainter(writer)
    made = sheet_set(Ink(painter, DOTS_PER_INCH / 25.4), context, kinds, racks)
    painter.calls.clear()
    pages = []
    for number, sheet in enumerate(made, start=1):
        if number > 1:
            writer.newPage()
        sheet.draw(number, len(made))
        pages.append(list(painter.calls))
        painter.calls.clear()
    painter.end()
    return pages, bytes(buffer.data().data())


def paint_again(pages: Sequence[Sequence[Call]], layout: QPageLayout) -> bytes:
    """Return the PDF of the same calls on a bare writer."""
    buffer, writer = _pdf(layout)
    painter = QPainter(writer)
    for number, calls in enumerate(pages, start=1):
        if number > 1:
            writer.newPage()
        for name, given, named in calls:
            getattr(painter, name)(*given, **named)
    painter.end()
    return bytes(buffer.data().data())


def contents(pdf: bytes) -> list[bytes]:
    """Return what is drawn on each page of a PDF."""
    found = (page.get_contents() for page in PdfReader(io.BytesIO(pdf)).pages)
    return [b"" if content is None else content.get_data() for content in found]


def _pdf(layout: QPageLayout) -> tuple[QBuffer, QPdfWriter]:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(DOTS_PER_INCH)
    writer.setPageLayout(layout)
    return buffer, writer
