"""What the sheets and pictures of a small hall are made of, mark by mark, in mm or pixels."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QTransform

from designer.model.design import Design, Rack
from designer.model.layout import Layout
from designer.render import output
from designer.render.drawing import rack_drawing
from designer.render.floor_painter import paint_room
from designer.render.sheets.findings import findings_of
from designer.render.sheets.floor_sheet import floor_sheets
from designer.render.sheets.ink import Ink
from designer.render.sheets.paper import PAPERS
from designer.render.sheets.rack_sheet import rack_sheets
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_list import rack_groups
from designer.render.sheets.side_view import draw_side
from tests.helpers.drawn_hall import CATALOG, hall, report
from tests.helpers.marks import Mark, assert_as_kept, marks_in, marks_of, token_theme

pytestmark = pytest.mark.usefixtures("qapp")
DOTS = 10.0
"""Of the recording, to a millimetre of the sheet."""


@pytest.fixture(autouse=True)
def _one_version(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("designer.render.sheets.sheet_context.__version__", "1.2.3")


def context(design: Design, paper: str, *, sized: bool = True, lost: bool = False) -> SheetContext:
    found = report(lost=lost) if sized else None
    return SheetContext(
        design, Layout(design), CATALOG, found, PAPERS[paper], "small.toml", "0123456789abcdef"
    )


def floor_marks(design: Design, paper: str, **options: bool) -> list[Mark]:
    of = context(design, paper, **options)

    def draw(painter: QPainter) -> None:
        ink = Ink(painter, DOTS, token_theme(is_print=True))
        first = floor_sheets(ink, of)[0]
        assert first.title.startswith("Floor plan: ")
        first.draw(1, 3)

    return marks_of(of.paper.mm.width(), of.paper.mm.height(), draw, DOTS)


def rack_marks(design: Design, paper: str, first: str, **options: bool) -> list[Mark]:
    of = context(design, paper, **options)
    groups = rack_groups(of.layout, CATALOG, of.report)
    group = next(found for found in groups if found.first.id == first)

    def draw(painter: QPainter) -> None:
        ink = Ink(painter, DOTS, token_theme(is_print=True))
        first = rack_sheets(ink, of, group, findings_of(of.report, of.layout))[0]
        called = "Rack " if CATALOG.get(group.first.part) else ""  # nobody knows what it is
        assert first.title == f"{called}{group.first.name}: elevation, front, rear, side"
        first.draw(2, 3)

    return marks_of(of.paper.mm.width(), of.paper.mm.height(), draw, DOTS)


@pytest.mark.parametrize("paper", ["A3", "A4"])
def test_floor_sheets_are_drawn_as_kept(paper: str) -> None:
    assert_as_kept(f"floor-sheet-{paper}", {"sized": floor_marks(hall(), paper)})


def test_a_floor_sheet_without_figures_is_drawn_as_kept() -> None:
    bare = hall(room=hall().room.evolve(name=""), racks=(), devices=())
    sections = {
        "not sized": floor_marks(hall(), "A4", sized=False),
        "feeds lost": floor_marks(hall(), "A4", lost=True),
        "no racks": floor_marks(bare, "A3", sized=False),
    }
    assert_as_kept("floor-sheets-lacking", sections)


@pytest.mark.parametrize("paper", ["A3", "A4"])
def test_rack_sheets_are_drawn_as_kept(paper: str) -> None:
    sections = {
        "alike racks": rack_marks(hall(), paper, "a1"),
        "open figures": rack_marks(hall(), paper, "b1"),
    }
    assert_as_kept(f"rack-sheet-{paper}", sections)


def test_rack_sheets_that_lack_something_are_drawn_as_kept() -> None:
    plain = hall(revisions=(), title_block={})
    many = tuple(hall().revisions[0].evolve(id=f"{n:02d}", text=f"issue {n}") for n in range(1, 12))
    sections = {
        "not sized, never issued": rack_marks(plain, "A3", "a1", sized=False),
        "feeds lost": rack_marks(hall(), "A4", "a1", lost=True),
        "many revisions": rack_marks(hall(revisions=many), "A3", "b1", sized=False),
        "many revisions, upright": rack_marks(hall(revisions=many), "A4", "b1"),
    }
    assert_as_kept("rack-sheets-lacking", sections)


def test_sheets_of_unusual_racks_are_drawn_as_kept() -> None:
    """Their parts state no height, or no units; one part is not in the catalogue."""

    def alone(part: str, paper: str) -> list[Mark]:
        racks = tuple(
            Rack(id=f"x{n}", name=name, part=part, x_mm=1_500 * n, y_mm=900)
            for n, name in enumerate(("X1", "X2", ""))
        )
        return rack_marks(hall(racks=racks, rows=(), devices=()), paper, "x0", sized=False)

    parts = ("rack-silent", "filled", "gone")
    sections = {f"{part}, {paper}": alone(part, paper) for part in parts for paper in ("A3", "A4")}
    assert_as_kept("rack-sheets-unusual", sections)


def test_rooms_are_drawn_as_kept() -> None:
    upright = tuple(
        Rack(id=f"u{n}", name=f"U{n}", part="rack", x_mm=x, y_mm=1_000, rotation=way, row=row)
        for n, (x, way, row) in enumerate(((600, 90, "a"), (2_800, 270, "b"), (5_000, 270, "")))
    )
    turned = hall(racks=upright, devices=())
    mixed = hall(
        racks=tuple(r.evolve(rotation=0) if r.row == "a" else r for r in hall().racks),
        room=hall().room.evolve(containment="none", tile_mm=1_200),
    )
    hot = hall(racks=tuple(r.evolve(rotation=180 - r.rotation) for r in hall().racks if r.row))

    def room(
        design: Design, scale: float, *, dark: bool = False, is_print: bool = False,
        **options: object,
    ) -> list[Mark]:  # fmt: skip
        theme = token_theme(is_print=is_print, is_dark=dark)

        def draw(painter: QPainter) -> None:
            painter.setWorldTransform(QTransform.fromTranslate(80, 40).scale(scale, scale))
            paint_room(painter, design, Layout(design), CATALOG, theme, scale, **options)
            assert painter.worldTransform().m11() == pytest.approx(scale)

        return marks_of(6_000 * scale + 160, 6_000 * scale + 80, draw)

    sections = {
        "cold aisle": room(hall(), 0.1),
        "cold aisle, dark": room(hall(), 0.1, dark=True),
        "in print": room(hall(), 0.05, is_print=True, px=0.75),
        "no tiles": room(hall(), 0.1, tiles=False),
        "too small for tiles and words": room(hall(), 0.008),
        "upright rows": room(turned, 0.1),
        "mixed aisle": room(mixed, 0.05),
        "hot aisle": room(hot, 0.05),
        "hot aisle in print": room(hot, 0.05, is_print=True),
    }
    assert_as_kept("rooms", sections)


def test_side_views_are_drawn_as_kept() -> None:
    def side(design: Design, rack: str, scale: float) -> list[Mark]:
        layout = Layout(design)
        drawing = rack_drawing(layout, CATALOG, layout.racks[rack])
        outer = QRectF(10, 10, drawing.depth_mm / scale, 700 / scale)
        theme = token_theme(is_print=True)
        return marks_of(
            140, 110, lambda p: draw_side(Ink(p, DOTS, theme), outer, drawing, scale), DOTS
        )

    assert_as_kept(
        "side-views",
        {
            "filled": side(hall(), "a1", 10),
            "small": side(hall(), "a1", 50),
            "with a part that nobody knows": side(hall(), "b1", 10),
            "without units": side(hall(), "c1", 10),
        },
    )


def test_pictures_are_drawn_as_kept(tmp_path: Path) -> None:
    output.write_floor(tmp_path / "floor.svg", hall(), CATALOG, report())
    output.write_floor(tmp_path / "bare.svg", hall(racks=(), devices=()), CATALOG, None)
    output.write_elevation(tmp_path / "a1.svg", hall(), CATALOG, report(), "a1")
    output.write_elevation(tmp_path / "b1.svg", hall(), CATALOG, None, "b1")
    sections = {
        name: marks_in((tmp_path / f"{name}.svg").read_bytes())
        for name in ("floor", "bare", "a1", "b1")
    }
    assert_as_kept("pictures", sections)
