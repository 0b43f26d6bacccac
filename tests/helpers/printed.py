"""What a printed set says: the words of its pages, and sheets drawn without a file."""

import re
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path

from pypdf import PageObject, PdfReader
from pypdf.generic import ByteStringObject, ContentStream, NameObject
from PySide6.QtGui import QPainter

from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.model.comments import Comments
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


_OF_TEXT = re.compile(rb"^(?:[qQ ]+|[^\n]* cm\b[^\n]*|BT\n.*?^ET)$", re.MULTILINE | re.DOTALL)
"""What of a page as Qt writes it has to do with text: states, places, and the texts themselves."""
_WORD = re.compile(rb"<([0-9a-fA-F]+)>|/([^\s/<>\[\]()]+)|(-?[0-9.]+)|([A-Za-z*'\"]+)|(\S)")


def letters(page: PageObject) -> str:
    """Return the text of a page.

    Lines and colours, nine tenths of a page, are left out before it is read, and what Qt writes
    needs no reader for all that may stand in such a file.
    """
    whole = page.get_contents()
    assert whole is not None
    alone = PageObject(page.pdf)
    alone.update(page)
    text = _Read(None, page.pdf)
    text.set_data(b"\n".join(_OF_TEXT.findall(whole.get_data())))
    alone[NameObject("/Contents")] = text
    return alone.extract_text()


class _Read(ContentStream):
    """What is drawn, read the short way."""

    @property
    def operations(self) -> list[tuple[list[object], bytes]]:  # type: ignore[misc]  # only read
        return list(_operations(self.get_data()))


def _operations(text: bytes) -> Iterator[tuple[list[object], bytes]]:
    given: list[object] = []
    for found in _WORD.finditer(text):
        glyphs, name, number, operator, other = found.groups()
        assert other is None, f"Qt writes {other!r} now: read it"
        if glyphs is not None:
            given.append(ByteStringObject(bytes.fromhex(glyphs.decode())))
        elif name is not None:
            given.append(NameObject(f"/{name.decode()}"))
        elif number is not None:
            given.append(float(number))
        else:
            yield given, operator
            given = []


def words(page: PageObject) -> str:
    """Return the words of a page, each gap one space."""
    return spaced(letters(page))


def spaced(text: str) -> str:
    """Return a text with each gap one space."""
    return re.sub(r"\s+", " ", text)


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
    comments: Comments = (),
) -> dict[str, list[Mark]]:
    """Return what the sheets of a set are made of, in mm, by title."""
    context = SheetContext(
        design, Layout(design), catalog, report, PAPERS[paper], "small.toml", "0123456789abcdef",
        comments=comments,
    )  # fmt: skip
    size, painter = context.paper.mm, QPainter()
    made = sheet_set(Ink(painter, DOTS, token_theme(is_print=True)), context, sheets, None)
    return {
        sheet.title: recorded(
            size.width(), size.height(), painter,
            lambda _, page=page, sheet=sheet: sheet.draw(page, len(made)), DOTS,
        )
        for page, sheet in enumerate(made, start=1)
    }  # fmt: skip
