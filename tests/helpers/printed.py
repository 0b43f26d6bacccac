"""What a printed set says: the words of its pages, and sheets drawn without a file."""

import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

from pypdf import PageObject, PdfReader
from PySide6.QtGui import QPainter

from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.model.design import Design
from designer.model.layout import Layout
from designer.render.output import write_pdf
from designer.render.sheets.ink import Ink
from designer.render.sheets.paper import PAPERS
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_set import SHEETS, sheet_set
from tests.helpers.marks import Mark, marks_of, token_theme

DOTS = 10.0
"""Of a recording, to a millimetre of the sheet."""


def words(page: PageObject) -> str:
    """Return the words of a page, each gap one space."""
    return re.sub(r"\s+", " ", page.extract_text())


def pages_of(path: Path) -> list[str]:
    """Return the words of every page of a file."""
    return [words(page) for page in PdfReader(BytesIO(path.read_bytes())).pages]


def printed(
    folder: Path, design: Design, catalog: Catalog, report: Report | None, **options: object
) -> list[str]:
    """Return the words of every page of a set as `write_pdf` writes it."""
    path = folder / "printed.pdf"
    write_pdf(path, design, catalog, report, **options)  # type: ignore[arg-type]  # as they come
    return pages_of(path)


def set_marks(
    design: Design,
    catalog: Catalog,
    report: Report | None,
    paper: str,
    sheets: Sequence[str] = SHEETS,
) -> dict[str, list[Mark]]:
    """Return what the sheets of a set are made of, in mm, by title."""
    context = SheetContext(
        design, Layout(design), catalog, report, PAPERS[paper], "small.toml", "0123456789abcdef"
    )
    size, found = context.paper.mm, {}

    def sheet(number: int) -> tuple[str, int, list[Mark]]:
        told: list[tuple[str, int]] = []

        def draw(painter: QPainter) -> None:
            ink = Ink(painter, DOTS, token_theme(is_print=True))
            made = sheet_set(ink, context, sheets, None)
            told.append((made[number].title, len(made)))
            made[number].draw(number + 1, len(made))

        marks = marks_of(size.width(), size.height(), draw, DOTS)
        return *told[0], marks

    number, count = 0, 1
    while number < count:
        title, count, marks = sheet(number)
        found[title] = marks
        number += 1
    return found
