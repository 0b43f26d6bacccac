"""Sheets as pictures, one at a time: what a preview shows before anything is printed.

The sheets are those of the PDF, laid out once in its units; a page is drawn when it is asked for.
Needs a `QGuiApplication`.
"""

from collections.abc import Collection, Sequence

from PySide6.QtCore import QBuffer, QIODevice, QRect, QSize, Qt
from PySide6.QtGui import QImage, QPaintEngine

from designer.catalog.catalog import Catalog
from designer.engine.fabric_map import FabricMaps
from designer.engine.report import Report
from designer.io.export.comparison_content import Compared
from designer.model.comments import Comments
from designer.model.design import Design
from designer.render.lettering import NotingPainter
from designer.render.output import OutputError, Told, require_letters
from designer.render.pdf_file import DOTS_PER_INCH
from designer.render.sheets.comment_marks import texts_of
from designer.render.sheets.ink import Ink
from designer.render.sheets.sheet_context import context_of
from designer.render.sheets.sheet_set import chosen_comments, sheet_set, why_no_sheet
from designer.render.what_if import WhatIf

_DOTS_PER_MM = DOTS_PER_INCH / 25.4


class SheetPages:
    """A set of sheets that is laid out, and draws any of its pages; parameters as of `pdf_of`.

    Attributes
    ----------
    titles
        Of the pages, in order.
    wide_mm, high_mm
        Of the paper as it lies.

    Raises
    ------
    OutputError
        If a letter of the design has no font, or there is nothing to draw.
    """

    def __init__(
        self,
        design: Design,
        catalog: Catalog,
        report: Report,
        *,
        sheets: Sequence[str],
        paper: str,
        racks: Collection[str] | None = None,
        file_name: str = "",
        file: bytes | None = None,
        unfolded: Collection[str] = (),
        lost: WhatIf | None = None,
        maps: FabricMaps | None = None,
        compared: Compared | None = None,
        comments: Comments = (),
        told: Told = lambda _phase, _done, _of: None,
    ) -> None:
        comments = chosen_comments(comments, sheets)
        require_letters(design, catalog, texts_of(comments))
        context, _ = context_of(
            design,
            catalog,
            report,
            paper,
            file_name,
            file,
            unfolded,
            lost,
            maps,
            compared,
            comments,
        )
        size = context.paper.mm
        self.wide_mm, self.high_mm = size.width(), size.height()
        # Sheets keep the painter that they were laid out with; it paints picture after picture.
        image = _blank(QSize(1, 1))
        self._painter = NotingPainter(image)
        self._painter.engine = QPaintEngine.Type.Pdf  # letters as the PDF has them
        ink = Ink(self._painter, _DOTS_PER_MM)
        try:
            self._sheets = sheet_set(
                ink, context, sheets, racks, told=lambda done, of: told("laid out", done, of)
            )
        finally:
            self._painter.end()
        if not self._sheets:
            raise OutputError(why_no_sheet(sheets))
        self.titles = [sheet.title for sheet in self._sheets]

    def page(self, number: int, width_px: int) -> bytes:
        """Return a page as PNG, so many pixels wide.

        Parameters
        ----------
        number
            From 1.

        Raises
        ------
        IndexError
            If there is no such page.
        """
        if not 1 <= number <= len(self._sheets):
            raise IndexError(f"no page {number} of {len(self._sheets)}")
        wide, high = (round(mm * _DOTS_PER_MM) for mm in (self.wide_mm, self.high_mm))
        image = _blank(QSize(width_px, round(width_px * high / wide)))
        painter = self._painter
        painter.begin(image)
        try:
            painter.setRenderHints(
                painter.RenderHint.Antialiasing | painter.RenderHint.TextAntialiasing
            )
            # Beside what sheets do to its transform: they turn and move it, and put it back.
            painter.setWindow(QRect(0, 0, wide, high))
            painter.setViewport(image.rect())
            self._sheets[number - 1].draw(number, len(self._sheets))
        finally:
            painter.end()
        buffer = QBuffer()
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        image.save(buffer, "PNG")  # type: ignore[call-overload] # the stub has no device here
        return bytes(buffer.data().data())


def _blank(size: QSize) -> QImage:
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    return image
