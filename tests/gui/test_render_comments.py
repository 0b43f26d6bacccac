"""Comments on paper: numbered balloons on plan and racks, a sheet with all of them, or none."""

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.protocol import FrameReader
from designer.engine.report import Report
from designer.model.comments import Comment, Comments, Reply
from designer.model.design import Design, Device, Rack, Revision, Row
from designer.render.balloon_painter import Balloon, paint_balloon
from designer.render.output import OutputError, pdf_of
from designer.render.sheets.comment_marks import comment_rows, place_of
from designer.render.sheets.sheet_context import SheetContext, context_of
from designer.render.theme import PRINT
from designer.runtime.print_job import JobReader, PrintJob, frames_of
from tests.helpers.printed import set_marks

pytestmark = pytest.mark.usefixtures("qapp")
HALL = Design(
    name="hall",
    rows=(Row(id="A", name="A"),),
    racks=(
        Rack(id="r1", name="A01", part="rack-48u", row="A", x_mm=1800, y_mm=1800),
        Rack(id="r2", name="A02", part="rack-48u", row="A", x_mm=2600, y_mm=1800, note="own"),
    ),
    devices=(Device(id="d1", name="m1", part="mgmt-server", rack="r1", half_u=6),),
)  # fmt: skip


def comment(number: int, **fields: object) -> Comment:
    given = {"id": f"c{number}", "text": f"of number {number}", "author": "Ann",
             "date": "2026-05-04T08:00:00+00:00"}  # fmt: skip
    return Comment.model_validate({**given, "number": number, **fields})


COMMENTS: Comments = (
    comment(71, about="rack", target="r1"),
    comment(72, about="device", target="d1", resolved="2026-05-06", resolved_by="Bo"),
    comment(73, about="cloud", x_mm=2000, y_mm=2000, width_mm=1500, depth_mm=900),
    comment(74, about="rack", target="gone", name="B09", x_mm=3600, y_mm=3600),
    comment(
        75, about="design", replies=(Reply(id="r", author="Bo", date="2026-05-05", text="No"),)
    ),
)  # fmt: skip


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


def context(catalog: Catalog, comments: Comments = COMMENTS) -> SheetContext:
    return context_of(HALL, catalog, None, "A3", "hall", None, comments=comments)[0]


def words(catalog: Catalog, sheets: tuple[str, ...], comments: Comments) -> dict[str, list[str]]:
    made = set_marks(HALL, catalog, None, "A3", sheets, comments=comments)
    return {title: [mark.words for mark in marks if mark.words] for title, marks in made.items()}


def test_balloons_stand_on_the_sheets_that_show_their_things(catalog: Catalog) -> None:
    made = words(catalog, ("floor", "racks", "comments"), COMMENTS)
    floor = next(said for title, said in made.items() if title.startswith("Floor plan"))
    assert {"71", "72", "73", "74"} <= set(floor)
    assert "75" not in floor, "what has no place stands in the table alone"
    (first, second) = (said for title, said in made.items() if ": elevation" in title)
    assert {"71", "72"} <= set(first)
    assert not {"71", "72", "73"} & set(second)
    table = next(said for title, said in made.items() if title.startswith("Comments"))
    for wanted in (
        "Rack A01", "Server m1", "Rack B09 (gone)", "The design", "Ann", "2026-05-04",
        "resolved by Bo, 2026-05-06", "of number 75 — Bo, 2026-05-05: No",
        "4 open · 1 resolved · 1 on what is gone",
    ):  # fmt: skip
        assert wanted in table, wanted


def test_without_their_sheet_no_comment_is_printed(catalog: Catalog) -> None:
    made = words(catalog, ("floor", "racks"), ())
    assert not any({"71", "72", "73", "74"} & set(said) for said in made.values())
    with pytest.raises(OutputError, match="has no comments"):
        pdf_of(HALL, catalog, None, sheets=("comments",), comments=())
    left_out = pdf_of(HALL, catalog, None, sheets=("floor",), comments=COMMENTS)
    assert left_out == pdf_of(HALL, catalog, None, sheets=("floor",))


def test_a_letter_of_a_comment_that_no_font_has_is_refused(catalog: Catalog) -> None:
    bad = (comment(1, text="\U0001f9ff here"),)
    with pytest.raises(OutputError, match=r"U\+1F9FF"):
        pdf_of(HALL, catalog, None, sheets=("comments",), comments=bad)


def test_where_comments_are_marked(catalog: Catalog) -> None:
    drawn = context(catalog)
    places = [place_of(one, drawn) for one in COMMENTS]
    assert places == [
        ("r1", None), ("r1", None), ("", QPointF(3500, 2000)), ("", QPointF(3600, 3600)),
        ("", None),
    ]  # fmt: skip
    assert [row[0] for row in comment_rows(reversed(COMMENTS), drawn)] == [
        "71", "72", "73", "74", "75",
    ]  # fmt: skip


def test_open_is_filled_and_resolved_is_hollow() -> None:
    dark: dict[bool, float] = {}
    for is_open in (True, False):
        image = QImage(80, 80, QImage.Format.Format_RGB32)
        image.fill(QColor(PRINT.background))
        painter = QPainter(image)
        paint_balloon(painter, QPointF(20, 60), Balloon(7, is_open), PRINT)
        painter.end()
        pixels = [image.pixelColor(x, y).lightness() for x in range(80) for y in range(80)]
        dark[is_open] = sum(one < 128 for one in pixels)
    assert dark[True] > 2 * dark[False] > 0


def test_a_print_job_carries_comments_to_its_process(catalog: Catalog) -> None:
    job = PrintJob(HALL, (), Report(), ("comments",), "A3", comments=COMMENTS)
    reader, frames = JobReader(), FrameReader()
    made = [reader.take(one) for frame in frames_of(job) for one in frames.feed(frame)]
    assert made[-1] is not None
    assert made[-1].comments == COMMENTS


def test_the_revision_table_names_authors_where_they_are_stated(catalog: Catalog) -> None:
    issued = Revision(id="A", date="2026-05-01", text="for tender", author="Ann")
    for revision, told in ((issued, True), (issued.evolve(author=""), False)):
        design = HALL.evolve(revisions=(revision,))
        made = set_marks(design, catalog, None, "A3", ("floor",))
        said = [mark.words for marks in made.values() for mark in marks]
        assert "for tender" in said
        assert ("Ann" in said) == told
