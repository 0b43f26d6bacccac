"""Pages of a preview: those of the PDF, each drawn as often as it is asked for."""

import pytest
from PySide6.QtGui import QImage

from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.model.design import Design
from designer.render.output import OutputError, pdf_of
from designer.render.sheet_pages import SheetPages

pytestmark = pytest.mark.usefixtures("qapp")
SHEETS = ("floor", "racks")


def _ink(image: QImage) -> int:
    """Count the pixels of a small copy that are not white."""
    small = image.scaledToWidth(200)
    places = ((x, y) for x in range(small.width()) for y in range(small.height()))
    return sum(small.pixelColor(x, y).lightness() < 250 for x, y in places)


def test_pages_are_as_many_as_the_pdf_has_and_drawn_in_any_order(
    drawn: Design, catalog: Catalog, drawn_report: Report
) -> None:
    pages = SheetPages(drawn, catalog, drawn_report, sheets=SHEETS, paper="A3")
    _, count = pdf_of(drawn, catalog, drawn_report, sheets=SHEETS, paper="A3")
    assert len(pages.titles) == count > 1
    assert (pages.wide_mm, pages.high_mm) == (420, 297)
    last, first = pages.page(count, 600), pages.page(1, 600)
    assert last != first
    assert pages.page(1, 600) == first
    image = QImage.fromData(first, "PNG")
    assert (image.width(), image.height()) == (600, 424)
    assert _ink(image) > 500


def test_there_is_no_page_beside_the_pages_and_no_preview_of_nothing(
    drawn: Design, catalog: Catalog, drawn_report: Report
) -> None:
    pages = SheetPages(drawn, catalog, drawn_report, sheets=("floor",), paper="A4")
    for number in (0, len(pages.titles) + 1):
        with pytest.raises(IndexError, match="no page"):
            pages.page(number, 300)
    with pytest.raises(OutputError):
        SheetPages(Design(name="Empty"), catalog, Report(), sheets=("racks",), paper="A3")
