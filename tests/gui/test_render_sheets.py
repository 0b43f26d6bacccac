"""Sheets as files: size, text, fonts, bookmarks, frame, scales, and nothing half-written."""

import io
import re
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QRectF

from designer.catalog.catalog import Catalog
from designer.engine.report import Report
from designer.io.atomic_file import WriteError
from designer.io.design_file import loads
from designer.model.design import Design, Rack
from designer.model.layout import Layout
from designer.render import output
from designer.render.drawing import rack_drawing
from designer.render.output import OutputError, write_pdf
from designer.render.sheets.drawing_frame import field_edges, frame_box, title_box
from designer.render.sheets.paper import PAPERS
from designer.render.sheets.plan import fit_floor
from designer.render.sheets.rack_sheet import fit_views
from designer.render.sheets.scale_bar import bar_steps
from tests.helpers.printed import letters, spaced, words

pytestmark = pytest.mark.usefixtures("qapp")


MM = 72 / 25.4


@pytest.fixture(scope="module")
def pages(
    qapp: object, tmp_path_factory: pytest.TempPathFactory, drawn: Design, catalog: Catalog,
    drawn_report: Report,
) -> dict[str, PdfReader]:  # fmt: skip
    folder = tmp_path_factory.mktemp("sheets")
    made = {}
    for paper in PAPERS:
        path = folder / f"{paper}.pdf"
        write_pdf(path, drawn, catalog, drawn_report, paper=paper)
        made[paper] = PdfReader(io.BytesIO(path.read_bytes()))
    return made


@pytest.fixture(scope="module")
def texts(pages: dict[str, PdfReader]) -> dict[str, list[str]]:
    """The text of every page: reading it takes longer than drawing it."""
    return {paper: [letters(page) for page in reader.pages] for paper, reader in pages.items()}


@pytest.mark.parametrize(
    ("paper", "width", "height"),
    [("A4", 210, 297), ("A3", 420, 297), ("A2", 594, 420), ("A1", 841, 594),
     ("Letter", 215.9, 279.4), ("Tabloid", 431.8, 279.4)],
)  # fmt: skip
def test_every_page_has_the_size_of_its_paper(
    pages: dict[str, PdfReader], paper: str, width: float, height: float
) -> None:
    for page in pages[paper].pages:
        assert float(page.mediabox.width) == pytest.approx(width * MM, abs=1)
        assert float(page.mediabox.height) == pytest.approx(height * MM, abs=1)


@pytest.mark.parametrize("paper", PAPERS)
def test_a_rack_sheet_says_all_that_a_reviewer_asks_for(
    texts: dict[str, list[str]], paper: str
) -> None:
    """Small paper has further sheets for what its first one cannot hold."""
    whole = [spaced(text) for text in texts[paper]]
    first = next(n for n, text in enumerate(whole) if "SIDE, from the right" in text)
    end = next(n for n, text in enumerate(whole) if n > first and "Rack B05" in text)
    text = " ".join(whole[first:end])
    for wanted in (
        "Rack A01", "FRONT", "REAR", "SIDE", "SUMMARY", "LIMITS", "CONTENTS", "NOTES", "REVISIONS",
        "one of 38 identical racks", "dgx-A01-1", "oob-A01", "DGX H100", "Example GmbH",
        "HALL1-RK-RK-A01", "Legal owner", f"{first + 1} of {len(whole)}", "SHA-256",
        "LEGEND", "Cluster Designer", paper,
        "switches moved to B05, B06", "B · 2026-11-12", "1 : ", "40.9", "Power, maximum",
        "DOCUMENTS", "Limits: ", "rating of the rack",
    ):  # fmt: skip
        assert wanted in text, wanted


@pytest.mark.parametrize("paper", PAPERS)
def test_the_floor_sheet_has_plan_legend_and_scale(texts: dict[str, list[str]], paper: str) -> None:
    text = spaced(texts[paper][0])
    for wanted in (
        "COLD AISLE 1", "HOT AISLE 1", "LEGEND", "plan north", "RACK SCHEDULE", "B08", "m at 1 :",
        "Floor plan", f"1 of {len(texts[paper])}", "DRAFT",
    ):  # fmt: skip
        assert wanted in text, wanted


@pytest.mark.parametrize("paper", PAPERS)
def test_fonts_are_embedded_and_ours(pages: dict[str, PdfReader], paper: str) -> None:
    for page in pages[paper].pages:
        fonts = page["/Resources"]["/Font"]
        assert fonts
        for reference in fonts.values():
            inner = reference.get_object()["/DescendantFonts"][0].get_object()
            assert "Inter" in inner["/BaseFont"]
            assert "/FontFile2" in inner["/FontDescriptor"].get_object()


@pytest.mark.parametrize("paper", PAPERS)
def test_every_letter_can_be_searched_for(texts: dict[str, list[str]], paper: str) -> None:
    # Alternate glyphs of Inter carry private code points: text that looks right and finds nothing.
    for text in texts[paper]:
        assert text
        assert not [c for c in text if "\ue000" <= c <= "\uf8ff"]


def test_sheets_are_drawn_as_lines_not_as_pictures(pages: dict[str, PdfReader]) -> None:
    assert all(not page.images for page in pages["A3"].pages)


def test_the_set_has_a_title_bookmarks_and_the_design_inside(
    pages: dict[str, PdfReader], drawn: Design
) -> None:
    reader = pages["A3"]
    assert reader.metadata is not None
    assert reader.metadata.title == "drawn"
    assert "SHA-256" in str(reader.metadata.subject)
    titles = [entry.title for entry in reader.outline if not isinstance(entry, list)]
    assert titles[0].startswith("Floor plan")
    assert "Rack A01: elevation, front, rear, side" in titles
    assert len(titles) == len(reader.pages)
    (attached,) = reader.attachments.values()
    opened = loads(attached[0].decode())
    assert opened.design == drawn


def test_only_the_racks_asked_for_are_drawn(
    tmp_path: Path, drawn: Design, catalog: Catalog, drawn_report: Report
) -> None:
    path = tmp_path / "one.pdf"
    count = write_pdf(path, drawn, catalog, drawn_report, sheets=("racks",), racks=("b05",))
    assert count == len(PdfReader(path).pages)
    assert all("Rack B05" in words(page) for page in PdfReader(path).pages)


def test_a_design_without_a_report_prints_and_says_so(
    tmp_path: Path, drawn: Design, catalog: Catalog
) -> None:
    path = tmp_path / "unsized.pdf"
    write_pdf(path, drawn, catalog, None, sheets=("racks",), racks=("b05",))
    assert "the design was not sized" in words(PdfReader(path).pages[0])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"paper": "A7"}, "no paper 'A7'; there are A4, A3, A2, A1, Letter, Tabloid"),
        (
            {"sheets": ("cover",)},
            "no sheet 'cover'; there are compare, floor, overlays, power, fabric, cables, racks",
        ),
        ({"racks": (), "sheets": ("racks",)}, "nothing to print"),
    ],
)
def test_what_cannot_be_drawn_is_said_and_nothing_written(
    tmp_path: Path, drawn: Design, catalog: Catalog, options: dict[str, object], message: str
) -> None:
    path = tmp_path / "none.pdf"
    with pytest.raises(OutputError, match=re.escape(message)):
        write_pdf(path, drawn, catalog, None, **options)
    assert list(tmp_path.iterdir()) == []


def test_a_failure_while_drawing_leaves_the_old_file(
    tmp_path: Path, drawn: Design, catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "set.pdf"
    path.write_bytes(b"old")

    def fail(*_: object) -> str:
        raise RuntimeError("planted")

    monkeypatch.setattr(output, "sheet_set", fail)
    with pytest.raises(RuntimeError, match="planted"):
        write_pdf(path, drawn, catalog, None)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_not_there_is_said(
    tmp_path: Path, drawn: Design, catalog: Catalog
) -> None:
    with pytest.raises(WriteError, match="no/such"):
        write_pdf(tmp_path / "no" / "such" / "set.pdf", drawn, catalog, None, racks=("b05",))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("part", ["rack-42u", "rack-48u", "rack-52u", "gb200-nvl72"])
def test_views_keep_clear_of_tables_and_title_block(
    catalog: Catalog, paper: str, part: str
) -> None:
    rack = Rack(id="r", name="R", part=part, x_mm=0, y_mm=0)
    drawing = rack_drawing(Layout(Design(racks=(rack,))), catalog, rack)
    sheet = PAPERS[paper]
    inside = frame_box(sheet.mm)
    views = fit_views(drawing, inside, landscape=sheet.landscape)
    boxes = (views.front, views.rear, views.side)
    assert all(inside.contains(box) for box in boxes)
    assert not any(box.intersects(title_box(sheet.mm)) for box in boxes)
    assert views.front.right() < views.rear.left()
    assert views.rear.right() < views.side.left()
    assert views.bottom <= title_box(sheet.mm).top()
    if sheet.landscape:
        assert inside.right() - views.right >= 60


@pytest.mark.parametrize(("paper", "scale"), [("A3", 12.5), ("A2", 10), ("A1", 5)])
def test_a_48u_rack_is_drawn_as_large_as_its_lists_allow(
    catalog: Catalog, paper: str, scale: float
) -> None:
    """Of 800 mm: in letters that can be read, lists beside the views take 88 mm."""
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
    drawing = rack_drawing(Layout(Design(racks=(rack,))), catalog, rack)
    views = fit_views(drawing, frame_box(PAPERS[paper].mm), landscape=True)
    assert views.scale == scale
    assert views.side.width() == pytest.approx(1_200 / scale)
    assert views.front.height() == pytest.approx(2_258 / scale)


def test_the_frame_keeps_the_margins_of_iso_5457() -> None:
    for paper in PAPERS.values():
        inside, size = frame_box(paper.mm), paper.mm
        assert inside.left() == 20
        assert inside.top() == size.height() - inside.bottom() == 10
        assert size.width() - inside.right() == pytest.approx(10)
        assert title_box(size).width() <= 180
        assert title_box(size).bottomRight() == inside.bottomRight()


def test_grid_fields_are_50_mm_from_the_middle() -> None:
    assert field_edges(420) == [0, 60, 110, 160, 210, 260, 310, 360, 420]
    assert len(field_edges(297)) == 7
    assert field_edges(210)[2] == 105


def test_scales_and_bars_fit_their_room() -> None:
    assert fit_floor((14_400, 12_600), QRectF(0, 0, 300, 260)) == 50
    assert fit_floor((14_400, 12_600), QRectF(0, 0, 160, 130)) == 100
    assert bar_steps(10, 80) == 100
    assert 5 * bar_steps(100, 80) / 100 <= 80
