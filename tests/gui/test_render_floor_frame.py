"""Floor sheets of rooms of any size: nothing beyond the frame, every list whole, every rack named.

What a page paints is compared with its frame alone, pixel by pixel, so that what is cut off at the
edge of a view counts as cut off.
"""

import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QImage, QPainter

from designer.catalog.catalog import Catalog
from designer.engine.report import Check, Report
from designer.model.design import Design, Note, Rack, Revision, Room
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.drawing import rack_drawing
from designer.render.floor_painter import shown_aisles
from designer.render.fonts import load_fonts
from designer.render.lettering import text_width
from designer.render.sheets import floor_sheet, sheet
from designer.render.sheets.drawing_frame import TitleFields, draw_frame, frame_box, title_box
from designer.render.sheets.ink import Ink
from designer.render.sheets.paper import PAPERS
from designer.render.sheets.plan import placed_view
from designer.render.sheets.plan_racks import SIGN, can_be_named, draw_rack
from designer.render.sheets.scale_bar import bar_steps
from designer.render.sheets.sheet_context import SheetContext
from tests.helpers.drawn_hall import CATALOG, hall, pair_report, report
from tests.helpers.marks import marks_of, texts, token_theme
from tests.helpers.printed import DOTS as MARKED
from tests.helpers.printed import set_marks

pytestmark = pytest.mark.usefixtures("qapp")

DOTS = 3.0
"""Of a painted page, to a millimetre."""
ROOMS = (
    (4_000, 4_000), (4_200, 60_000), (12_000, 36_000), (60_000, 4_200), (200_000, 200_000),
    (400_000, 30_000), (30_000, 1_000_000), (10_000_000, 10_000_000),
)  # fmt: skip
LISTED = 12


def room(wide: int, deep: int) -> Design:
    """Return a room with two racks in a corner, and lists of which every row has its own word."""
    racks = tuple(
        Rack(id=f"r{n}", name=f"R{n}", part="rack", x_mm=600 + 700 * n, y_mm=1_000) for n in (1, 2)
    )
    return hall(
        room=Room(name="Any", outline=((0, 0), (wide, 0), (wide, deep), (0, deep))),
        racks=racks, devices=(), rows=(),
        notes=tuple(Note(id=f"n{n}", text=f"remark-{n}") for n in range(LISTED)),
        revisions=tuple(
            Revision(id=f"P{n}", date="2026-11-03", text=f"issue-{n}") for n in range(LISTED)
        ),
    )  # fmt: skip


def found() -> Report:
    checks = tuple(
        Check(rule="T01", key=f"T01:{n}", severity="error", message=f"finding-{n}", where=("r1",))
        for n in range(LISTED)
    )
    return report().evolve(checks=checks)


def painted_beyond(
    design: Design, paper: str, made: Report | None, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """Return the titles of the pages on which something lies beyond the frame, or on its title."""
    load_fonts()
    context = SheetContext(design, Layout(design), CATALOG, made, PAPERS[paper], "x.toml", "ab")
    size, painter = context.paper.mm, QPainter()
    image = QImage(
        round(size.width() * DOTS), round(size.height() * DOTS), QImage.Format.Format_RGB32
    )
    frames: list[QImage] = []

    def framed(ink: Ink, paper: QSizeF, fields: TitleFields) -> QRectF:
        inside = draw_frame(ink, paper, fields)
        frames.append(image.copy())
        return inside

    for module in (floor_sheet, sheet):
        monkeypatch.setattr(module, "draw_frame", framed)
    sheets = floor_sheet.floor_sheets(Ink(painter, DOTS), context)
    wrong = []
    for page, one in enumerate(sheets, start=1):
        image.fill(0xFFFFFF)
        painter.begin(image)
        one.draw(page, len(sheets))
        painter.end()
        if outside(image, size) != outside(frames[-1], size):
            wrong.append(one.title)
    return wrong


def outside(image: QImage, size: QSizeF) -> list[QImage]:
    """Return the margins and the title block of a page."""
    inside = frame_box(size)
    places = (
        QRectF(0, 0, size.width(), inside.top()),
        QRectF(0, inside.bottom(), size.width(), size.height()),
        QRectF(0, 0, inside.left(), size.height()),
        QRectF(inside.right(), 0, size.width(), size.height()),
        title_box(size),
    )
    return [image.copy(QRectF(p.topLeft() * DOTS, p.size() * DOTS).toAlignedRect()) for p in places]


@pytest.mark.parametrize("size", ROOMS)
@pytest.mark.parametrize("paper", ["A4", "A3", "A1"])
def test_nothing_of_a_floor_lies_beyond_the_frame(
    size: tuple[int, int], paper: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A room of 200 m ran 24 mm beyond the paper at the coarsest scale that there was."""
    assert painted_beyond(room(*size), paper, found(), monkeypatch) == []


@pytest.mark.parametrize("size", ROOMS)
@pytest.mark.parametrize("paper", ["A4", "A3", "A1"])
def test_lists_of_a_floor_are_whole_and_its_scale_is_on_the_plan(
    size: tuple[int, int], paper: str
) -> None:
    """Beyond the frame, the first findings of a room of 1 km were on no page."""
    pages = set_marks(room(*size), CATALOG, found(), paper, ("floor",))
    inside = frame_box(PAPERS[paper].mm)
    said: set[str] = set()
    for marks in pages.values():
        said |= {
            word
            for mark in marks
            if mark.kind == "text" and inside.contains(QPointF(mark.left, mark.top))
            for word in mark.words.split()
        }
    wanted = {f"{kind}-{n}" for kind in ("remark", "issue") for n in range(LISTED)}
    wanted |= {f"finding-{n}" for n in range(LISTED)} | {"R1–R2"}
    assert wanted - said == set()
    first, *others = (" ".join(texts(marks)) for marks in pages.values())
    assert re.search(r"\bmm? at 1 : \d+", first)
    for heading in ("LEGEND", "RACK SCHEDULE", "FINDINGS AND WAIVERS", "REMARKS", "NOTES"):
        whole = [page.find(heading) for page in (first, *others)]
        begun = next(n for n, page in enumerate((first, *others)) if heading in page)
        page = (first, *others)[begun]
        assert not page[whole[begun] :].startswith(f"{heading}, CONTINUED"), heading


def test_all_that_a_design_file_can_place_fits_a4() -> None:
    everything = QRectF(-10_000_000, -10_000_000, 30_000_000, 30_000_000)
    box = QRectF(25, 27, 170, 110)
    view = placed_view(everything, box)
    assert box.contains(view.paper)
    assert 5 * bar_steps(view.scale, 90) / view.scale > 20, "the bar is long enough to measure with"


@pytest.mark.parametrize("paper", ["A3", "Tabloid", "A1"])
@pytest.mark.parametrize("size", [(12_000, 36_000), (4_200, 60_000), (36_000, 12_000)])
def test_no_list_begins_in_the_heading_of_a_narrow_floor(size: tuple[int, int], paper: str) -> None:
    """In a room of 12 × 36 m the sum of the floor ran into the rack schedule."""
    marks = next(iter(set_marks(room(*size), CATALOG, found(), paper, ("floor",)).values()))
    sums = next(mark for mark in marks if mark.words.startswith(f"{size[0] / 1000:g} × "))
    assert sums.words.endswith("highest IT power ≥ 36.2 kW"), "whole"
    right = sums.left + text_width(sums.words, sums.size * 10, sums.weight) / 10
    beside = [
        mark.words
        for mark in marks
        if mark.kind == "text" and sums.left < mark.left < right + 2 and mark is not sums
        and abs(mark.top - sums.top) < 2.5
    ]  # fmt: skip
    assert beside == []


def packed(name: str, wide: int = 0) -> Design:
    """Return 120 racks in rows of 20, which are too small on A4 for names and signs."""
    racks = tuple(
        Rack(id=f"r{n}", name=f"{name}{n:03d}", part="rack", x_mm=1_200 + 600 * (n % 20),
             y_mm=1_200 + 2_700 * (n // 20), rotation=180 * (n // 20 % 2), assembly="pair")
        for n in range(120)
    )  # fmt: skip
    wide = wide or 15_000
    outline = ((0, 0), (wide, 0), (wide, 18_600), (0, 18_600))
    return hall(racks=racks, devices=(), rows=(), room=Room(name="Packed", outline=outline))


def signed(design: Design, state: str) -> Report:
    (limit, *_) = pair_report("r0").limits
    racks = (
        pair_report(rack.id).evolve(name=rack.name, limits=(limit.evolve(state=state),))
        for rack in design.racks
    )
    return Report(racks=tuple(racks))


@pytest.mark.parametrize("state", ["ok", "error", "warning"])
@pytest.mark.parametrize("paper", ["A4", "Letter", "Tabloid", "A1"])
def test_every_rack_is_named_on_some_plan_with_a_sign_or_without(paper: str, state: str) -> None:
    """On A4, 23 of 400 racks with a sign were named: the scale was chosen without the sign."""
    design = packed("H", 60_000 if paper == "A1" else 0)
    pages = set_marks(design, CATALOG, signed(design, state), paper, ("floor",))
    plans = [marks for title, marks in pages.items() if "continued" not in title]
    named = {words for marks in plans for words in texts(marks)}
    assert {rack.name for rack in design.racks} - named == set()


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("state", ["", "error"])
def test_what_is_said_to_hold_a_name_bears_it(rotation: int, state: str) -> None:
    """The rule that chooses the scale is the one that draws."""
    ink = Ink(QPainter(), MARKED, token_theme(is_print=True))
    drawing = rack_drawing(Layout(hall()), CATALOG, hall().racks[0])
    for tenths in range(20, 120, 7):
        wide, deep = tenths / 10, tenths / 5
        size = (wide, deep) if rotation in (0, 180) else (deep, wide)
        turned = replace(drawing, rotation=rotation, name="H123", state=state)
        marks = marks_of(
            40, 40,
            lambda p, size=size, one=turned: draw_rack(
                replace(ink, painter=p), QRectF(5, 5, *size), one
            ),
            MARKED,
        )  # fmt: skip
        fits = can_be_named("H123", size, rotation, ink, signed=bool(state))
        if fits:
            assert "H123" in texts(marks), size
        signs = [m for m in marks if m.kind in ("shape", "box") and 1.7 < m.width < SIGN + 0.1]
        assert not (fits and state) or signs, size


@pytest.mark.parametrize(("paper", "units"), [("A4", "4"), ("A3", "32")])
def test_a_zone_names_the_aisles_that_it_shows(paper: str, units: str, catalog: Catalog) -> None:
    """They stood in the middle of the whole aisle: cut on one sheet, beyond the others."""
    design = build("dgx-superpod-h100", {"scalable_units": units}, catalog)
    pages = set_marks(design, catalog, None, paper, ("floor",))
    zones = {title: marks for title, marks in pages.items() if ", zone Z" in title}
    assert len(zones) > 1
    named = set()
    for title, marks in zones.items():
        frame = next(m for m in marks if m.dashes and m.kind == "box" and m.width > 30)
        for mark in marks:
            if told := re.match(r"(COLD|HOT) (?:AISLE )?(\d+)( ·|$)", mark.words):
                assert frame.left < mark.left < frame.right, title
                assert frame.top < mark.top < frame.bottom, title
                named.add((told[1].lower(), int(told[2])))
            assert "…" not in mark.words or "AISLE" not in mark.words
    aisles = shown_aisles(Layout(design), catalog)
    assert named == {(aisle.kind, aisle.number) for aisle in aisles}


@pytest.mark.parametrize("paper", ["A4", "A3"])
def test_the_legend_explains_the_line_from_a_mark_where_there_is_one(paper: str) -> None:
    (crowded, *_) = set_marks(room(9_000, 9_000), CATALOG, found(), paper, ("floor",)).values()
    assert "line from a mark to its place" in texts(crowded)
    (plain, *_) = set_marks(room(9_000, 9_000), CATALOG, report(), paper, ("floor",)).values()
    assert "line from a mark to its place" not in texts(plain)
