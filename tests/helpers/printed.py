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
from designer.render.sheets.sheet_set import USUAL, sheet_set
from tests.helpers.marks import Mark, recorded, token_theme

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
    sheets: Sequence[str] = USUAL,
) -> dict[str, list[Mark]]:
    """Return what the sheets of a set are made of, in mm, by title."""
    context = SheetContext(
        design, Layout(design), catalog, report, PAPERS[paper], "small.toml", "0123456789abcdef"
    )
    size, painter = context.paper.mm, QPainter()
    made = sheet_set(Ink(painter, DOTS, token_theme(is_print=True)), context, sheets, None)
    return {
        sheet.title: recorded(
            size.width(), size.height(), painter,
            lambda _, page=page, sheet=sheet: sheet.draw(page, len(made)), DOTS,
        )
        for page, sheet in enumerate(made, start=1)
    }  # fmt: skip
