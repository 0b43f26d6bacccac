"""The plan on paper: names and hatches that survive any size, zones of large rooms."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSizeF
from PySide6.QtGui import QImage, QPainter, QTransform

from designer.catalog.aisles import rack_size
from designer.catalog.catalog import Catalog
from designer.engine.evaluate import evaluate
from designer.engine.report import RackReport
from designer.model.design import Design, Device, Rack, Room, Row
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.drawing import floor_drawings, rack_drawing
from designer.render.floor_painter import aisle_lettering, paint_room
from designer.render.rack_top import open_words
from designer.render.sheets.ink import TEXT_MM, Ink
from designer.render.sheets.paper import PAPERS
from designer.render.sheets.plan import PlanView, feet_of, names_on, placed_view
from designer.render.sheets.plan_marks import MARK, MarkPlace, PlanMark, draw_finding_mark
from designer.render.sheets.plan_racks import can_be_named, draw_rack, words_box
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.zones import (
    Zone,
    cut,
    draw_match_lines,
    draw_zones,
    free_spot,
    names_fit,
    neighbour_spot,
    zones_of,
)
from designer.render.theme import DARK, LEAST_EM_MM
from tests.helpers.drawn_hall import CATALOG, hall, report
from tests.helpers.marks import Mark, marks_of, texts, token_theme
from tests.helpers.printed import DOTS, pages_of, printed, set_marks

pytestmark = pytest.mark.usefixtures("qapp")
INK = Ink(QPainter(), DOTS, token_theme(is_print=True))
"""Measures only: nothing is drawn with it."""


def context(design: Design, paper: str = "A3") -> SheetContext:
    return SheetContext(design, Layout(design), CATALOG, report(), PAPERS[paper], "x.toml", "ab")


def long_hall(racks: int = 120) -> Design:
    """Return one very long row, at a scale of which no rack can bear its name."""
    row = tuple(
        Rack(id=f"r{n:03d}", name=f"R{n:03d}", part="rack", x_mm=600 * n, y_mm=1_000, row="a",
             assembly="pair")
        for n in range(1, racks + 1)
    )  # fmt: skip
    wide = 600 * (racks + 2)
    room = Room(name="Long", outline=((0, 0), (wide, 0), (wide, 3_000), (0, 3_000)))
    return hall(racks=row, devices=(), room=room)


def rack_on_plan(wide: float, deep: float, rotation: int = 0, state: str = "") -> list[Mark]:
    rack = Rack(id="r", name="A01", part="rack", x_mm=0, y_mm=0, rotation=rotation, assembly="pair")
    layout = Layout(hall(racks=(rack,), devices=()))
    sized = report().racks[0].evolve(id="r", limits=())
    if state:
        sized = sized.evolve(limits=(report().racks[0].limits[0].evolve(state=state),))
    drawing = rack_drawing(layout, CATALOG, rack, sized.evolve(cooling_method="rear-door"))
    theme = token_theme(is_print=True)

    def draw(painter: QPainter) -> None:
        draw_rack(Ink(painter, DOTS, theme), QRectF(10, 10, wide, deep), drawing)

    return marks_of(60, 60, draw, DOTS)


@pytest.mark.parametrize("size", [(12.0, 20.0), (6.0, 12.0), (3.2, 9.0), (2.9, 8.2)])
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_a_rack_keeps_outline_name_and_hatch(size: tuple[float, float], rotation: int) -> None:
    wide, deep = size if rotation in (0, 180) else size[::-1]
    marks = rack_on_plan(wide, deep, rotation)
    assert can_be_named("A01", (wide, deep), rotation, INK)
    assert "A01" in texts(marks)
    assert all(mark.size >= LEAST_EM_MM - 0.05 for mark in marks if mark.kind == "text")
    outlines = [m for m in marks if m.kind == "box" and m.stroke == "text" and not m.fill]
    assert any(m.width > 0.9 * wide and m.height > 0.9 * deep for m in outlines)
    hatch = [m for m in marks if m.kind == "line" and round(m.line, 2) == 0.13]
    assert len(hatch) >= 1, "rear door: level lines"
    front = max((m for m in marks if m.kind == "line"), key=lambda m: m.line)
    assert front.line >= 0.5
    across = rotation in (0, 180)
    assert (abs(front.width) > abs(front.height)) == across
    edge = {0: 10, 90: 10 + wide, 180: 10 + deep, 270: 10}[rotation]
    assert (front.top if across else front.left) == pytest.approx(edge, abs=0.3)


@pytest.mark.parametrize(("beyond", "turned"), [(-0.1, True), (0.01, True), (0.4, False)])
def test_a_name_that_would_fill_its_box_from_edge_to_edge_is_turned(
    beyond: float, turned: bool
) -> None:
    """Words have 0.35 mm of room to each side of the footprint."""
    room = INK.width_of("A01", TEXT_MM, 600) + beyond
    (name,) = (m for m in rack_on_plan(room + 2 * 0.35, 12.0) if m.words == "A01")
    assert name.turned is turned


def test_no_colour_tells_anything_on_a_plan() -> None:
    inks = {mark.fill for mark in rack_on_plan(6, 12)} | {m.stroke for m in rack_on_plan(6, 12)}
    assert inks <= {"", "text", "panel", "dim"}


@pytest.mark.parametrize("state", ["error", "warning", "unknown"])
def test_a_rack_bears_the_sign_of_its_worst_limit_beside_its_name(state: str) -> None:
    plain, signed = rack_on_plan(6, 12), rack_on_plan(6, 12, state=state)
    assert len(signed) > len(plain)
    assert "A01" in texts(signed)


def test_a_rack_that_is_too_small_for_its_name_has_none_but_keeps_its_hatch() -> None:
    marks = rack_on_plan(1.2, 2.4)
    assert texts(marks) == []
    assert not can_be_named("A01", (1.2, 2.4), 0, INK)
    assert [m for m in marks if m.kind == "line" and round(m.line, 2) == 0.13]


def test_a_room_whose_racks_can_bear_their_names_has_no_zones() -> None:
    small = context(hall())
    assert names_fit(INK, small, 50)
    assert zones_of(INK, small, 50, QSizeF(300, 200)) == ()


@pytest.mark.parametrize("paper", PAPERS)
def test_a_large_room_is_cut_into_zones_on_which_every_rack_is_named(paper: str) -> None:
    design = long_hall()
    sheets = set_marks(design, CATALOG, report(), paper, ("floor",))
    zones = {title: marks for title, marks in sheets.items() if ", zone Z" in title}
    named = {words for marks in zones.values() for words in texts(marks)}
    if not zones:  # a sheet that is large enough
        named = set(texts(next(iter(sheets.values()))))
    assert {rack.name for rack in design.racks} <= named
    if not zones:
        return
    key = texts(sheets["Floor plan: Long"])
    assert [f"Z{n}" for n in range(1, len(zones) + 1)] == sorted(
        {words for words in key if re.fullmatch(r"Z\d+", words)}, key=lambda z: int(z[1:])
    )
    assert any("match line" in words for words in key)
    if len(zones) == 1:  # its plan fills the sheet, without lists beside it
        return
    first, second = list(zones.values())[:2]
    assert set(texts(first)) & set(texts(second)) & {rack.name for rack in design.racks}
    assert "Z2" in texts(first), "a zone names its neighbours"


def test_a_zone_ends_beside_racks_and_names_its_neighbours_where_none_stand() -> None:
    racks = [(0.0, 1_200.0), (2_400.0, 3_600.0), (3_600.0, 4_800.0), (6_000.0, 7_200.0)]
    assert cut((0, 7_200), 5_000, racks) == [0, 3_600, 7_200], "between two that touch"
    apart = [*racks[:2], (4_800.0, 6_000.0)]
    assert cut((0, 6_000), 5_000, apart) == [0, 2_150, 6_000], "in the aisle, not in its middle"
    assert cut((0, 6_000), 6_000, apart) == [0, 6_000]
    assert cut((0, 6_000), 3_000, [(0.0, 6_000.0)]) == [0, 3_000, 6_000]
    assert cut((0, 6_000), 3_000, [(2_900.0, 3_200.0)])[1] == 3_000, "no part is longer than it may"
    strip, spot = QRectF(0, 0, 100, 15), QSizeF(9, 4)
    free = free_spot(strip, spot, ([QRectF(0, 0, 70, 15)], [QRectF(70, 0, 5, 15)]))
    assert free.left() >= 75
    assert strip.contains(free)
    assert free_spot(strip, spot, ([], [])).center().x() == pytest.approx(50, abs=2)


@pytest.mark.parametrize(
    ("strip", "edge"),
    [(QRectF(20, 100, 80, 10), "bottom"), (QRectF(20, 20, 80, 10), "top"),
     (QRectF(20, 20, 12, 90), "left"), (QRectF(88, 20, 12, 90), "right")],
)  # fmt: skip
def test_the_name_of_a_neighbour_stands_off_racks(strip: QRectF, edge: str) -> None:
    """On the A4 sheet of a zone of 128 units it covered the names of E11 and E12."""
    paper = QRectF(20, 20, 80, 90)
    free = neighbour_spot(strip, paper, ((), ()))
    assert strip.contains(free)
    filled = neighbour_spot(strip, paper, ((strip,), ()))
    assert not filled.intersects(paper)
    assert filled.size() == free.size()
    away = {
        "bottom": filled.top() - paper.bottom(),
        "top": paper.top() - filled.bottom(),
        "left": paper.left() - filled.right(),
        "right": filled.left() - paper.right(),
    }
    assert 0 < away[edge] < 2


def test_no_mark_of_a_finding_covers_the_name_of_a_neighbouring_zone(catalog: Catalog) -> None:
    """In a hall 4.2 m deep the name of zone 2 stood under the diamond of finding 2."""
    racks = tuple(
        Rack(id=f"r{n}", name=f"H{n:03d}", part="rack-48u", x_mm=1_200 + 4_000 * n, y_mm=1_200)
        for n in range(22)
    )
    devices = tuple(
        Device(id=f"n{n}", name="n", part="dgx-h100", rack=f"r{n}", half_u=6) for n in range(22)
    )
    room = Room(name="Wide", outline=((0, 0), (90_000, 0), (90_000, 4_200), (0, 4_200)))
    design = Design(racks=racks, devices=devices, room=room)
    sheets = set_marks(design, catalog, evaluate(design, catalog), "A4", ("floor",))
    names = 0
    for title, marks in sheets.items():
        diamonds = [
            QRectF(mark.left, mark.top, mark.width, mark.height)
            for mark in marks
            if mark.kind == "shape" and mark.width == pytest.approx(MARK, abs=0.1)
        ]
        for mark in marks:
            if "zone" in title and re.fullmatch(r"Z\d", mark.words) and mark.weight == 700:
                names += 1
                words = QRectF(mark.left, mark.top - 2.3, 5, 2.3)
                assert not any(words.intersects(box) for box in diamonds), (title, mark.words)
    assert names >= 6


def test_a_view_maps_the_room_to_paper() -> None:
    view = PlanView(50, QRectF(1_000, 2_000, 5_000, 5_000), QRectF(30, 40, 100, 100))
    place = view.on_paper(QRectF(1_500, 2_500, 600, 1_200))
    assert (place.left(), place.top()) == (40, 50)
    assert (place.width(), place.height()) == (12, 24)
    assert view.shows(QRectF(900, 1_900, 200, 200))
    assert not view.shows(QRectF(100, 100, 200, 200))
    placed = placed_view(QRectF(0, 0, 5_000, 5_000), QRectF(20, 30, 129, 100))
    assert placed.scale == 50
    assert placed.paper.left() == pytest.approx(20 + 9 + (129 - 9 - 100) / 2)


def test_the_floor_of_32_units_names_every_rack_on_a3(tmp_path: Path, catalog: Catalog) -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "32"}, catalog)
    pages = printed(tmp_path, design, catalog, evaluate(design, catalog), sheets=("floor",))
    zones = " ".join(page for page in pages if ", zone Z" in page)
    assert zones
    assert {rack.name for rack in design.racks} <= set(re.findall(r"[\w-]+", zones))
    assert len(pages_of(tmp_path / "printed.pdf")) == len(pages)


@pytest.mark.parametrize("name", ["V", "BN"])
@pytest.mark.parametrize(("scale", "labelled"), [(0.0115, True), (0.008, True), (0.006, False)])
def test_a_row_of_one_rack_has_its_name_where_it_is_as_deep_as_a_letter(
    name: str, scale: float, *, labelled: bool
) -> None:
    """On the floor of 128 units the last row of each block is one rack."""
    rack = Rack(id="r", name="R", part="rack", x_mm=8_000, y_mm=2_000, row="v")

    def painted(rows: tuple[Row, ...]) -> QImage:
        design = hall(racks=(rack,), devices=(), rows=rows)
        image = QImage(200, 60, QImage.Format.Format_RGB32)
        image.fill(0)
        painter = QPainter(image)
        painter.scale(scale, scale)
        paint_room(painter, design, Layout(design), CATALOG, DARK, scale, tiles=False)
        painter.end()
        return image

    assert (painted((Row(id="v", name=name),)) != painted(())) is labelled


def test_the_name_of_a_row_stands_once_and_beside_it_after_a_rack_has_left(
    catalog: Catalog,
) -> None:
    """C01 stands in a corner: row C and its aisles keep their names."""
    design = build("dgx-superpod-h100", {"scalable_units": "4"}, catalog)
    end = max(x for x, _ in design.room.outline)
    racks = tuple(
        rack.evolve(x_mm=end - 1_200, y_mm=0) if rack.name == "C01" else rack
        for rack in design.racks
    )

    def written(racks: tuple[Rack, ...]) -> list[Mark]:
        moved = design.evolve(racks=racks)

        def draw(painter: QPainter) -> None:
            painter.scale(0.05, 0.05)
            paint_room(painter, moved, Layout(moved), catalog, DARK, 0.05, tiles=False)

        return [mark for mark in marks_of(400, 400, draw, 1) if mark.kind == "text"]

    tidy, left = written(design.racks), written(racks)
    assert sorted(mark.words for mark in tidy) == sorted(mark.words for mark in left)
    assert [mark.top for mark in tidy if mark.words == "C"] == [
        mark.top for mark in left if mark.words == "C"
    ]


def test_a_match_line_leaves_out_the_name_of_an_aisle_that_it_crosses(catalog: Catalog) -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    layout, theme = Layout(design), token_theme(is_print=True)
    view = PlanView(100, QRectF(0, 0, 20_000, 20_000), QRectF(20, 20, 200, 200))
    image = QImage(round(240 * DOTS), round(240 * DOTS), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    ink = Ink(painter, DOTS, theme)
    dots = 20 * DOTS
    transform = QTransform.fromTranslate(dots, dots).scale(DOTS / 100, DOTS / 100)
    name = max(aisle_lettering(layout, catalog, theme, transform, ink.px), key=QRectF.width)
    edge = (name.center().x() / DOTS - 20) * 100
    made = SheetContext(design, layout, catalog, None, PAPERS["A3"], "x.toml", "ab")
    zone = Zone("Z1", QRectF(edge - 9_000, 0, 9_000, 20_000))
    drawings = floor_drawings(layout, catalog, design.racks, None)
    draw_zones(ink, made, view, [zone], (), names_on(ink, made, drawings, view, ()))
    painter.end()

    def drawn(top: float, bottom: float) -> bool:
        x = round(name.center().x())
        return any(image.pixel(x, y) & 0xFFFFFF != 0xFFFFFF for y in range(int(top), int(bottom)))

    assert not drawn(name.top() + 2, name.bottom() - 2)
    assert drawn(name.bottom() + 2, name.bottom() + 15 * DOTS)
    assert drawn(name.top() - 15 * DOTS, name.top() - 2)


@pytest.mark.parametrize(
    ("fields", "struck"),
    [
        ({"cooling_method": "room-air"}, False),
        ({"cooling_method": "in-row"}, False),
        ({"cooling_method": "in-row", "containment_missing": True}, True),
        ({"cooling_method": "rear-door", "door_missing": True}, True),
        ({"cooling_method": ""}, True),
        ({"cooling_method": "", "power_max_kw": 0.0}, False),
    ],
)
def test_a_rack_that_no_method_cools_is_told_from_one_in_room_air(
    fields: dict[str, object], struck: bool
) -> None:
    rack = Rack(id="r", name="A01", part="rack", x_mm=0, y_mm=0, assembly="pair")
    layout = Layout(hall(racks=(rack,), devices=()))
    sized = RackReport.model_validate({"id": "r", "power_max_kw": 9.0, **fields})
    drawing = rack_drawing(layout, CATALOG, rack, sized)

    def draw(painter: QPainter) -> None:
        draw_rack(Ink(painter, 1.0, token_theme(is_print=True)), QRectF(0, 0, 12, 20), drawing)

    strikes = [m for m in marks_of(12, 20, draw) if m.kind == "line" and m.width and m.height]
    hatched = fields == {"cooling_method": "in-row"}
    assert (len(strikes) == 2) is struck
    assert bool(strikes) is (struck or hatched)
    assert bool(open_words([drawing])) is struck


def test_a_match_line_leaves_out_the_name_of_a_rack_that_it_cuts(catalog: Catalog) -> None:
    """On A4 it struck CRAH-01 and B07 through."""
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    layout, theme = Layout(design), token_theme(is_print=True)
    view = PlanView(100, QRectF(0, 0, 20_000, 20_000), QRectF(20, 20, 200, 200))
    made = SheetContext(design, layout, catalog, None, PAPERS["A3"], "x.toml", "ab")
    drawings = floor_drawings(layout, catalog, design.racks, None)
    image = QImage(round(240 * DOTS), round(240 * DOTS), QImage.Format.Format_RGB32)
    image.fill(0xFFFFFF)
    painter = QPainter(image)
    ink = Ink(painter, DOTS, theme)
    rack = max(design.racks, key=lambda one: rack_size(one, catalog))
    foot = feet_of(made, view)[rack.id]
    name = words_box(ink, foot, drawings[rack.id])
    assert foot.contains(name)
    across = (name.center().x() - 20) * 100
    zones = [Zone("Z1", QRectF(0, 0, across, 20_000)), Zone("Z2", QRectF(across, 0, 9_000, 9_000))]
    draw_match_lines(ink, made, view, zones[0], zones[:1], (), [name])
    painter.end()

    def drawn(top: float, bottom: float) -> bool:
        x = round(name.center().x() * DOTS)
        ys = range(int(top * DOTS), int(bottom * DOTS))
        return any(image.pixel(x, y) & 0xFFFFFF != 0xFFFFFF for y in ys)

    assert not drawn(name.top() + 0.3, name.bottom() - 0.3)
    assert drawn(name.bottom() + 0.3, name.bottom() + 15)


def test_names_are_asked_for_where_marks_leave_them(catalog: Catalog) -> None:
    """What moved an aisle's name away from a mark was not told to the match lines."""
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    layout, theme = Layout(design), token_theme(is_print=True)
    view = PlanView(100, QRectF(0, 0, 20_000, 20_000), QRectF(20, 20, 200, 200))
    made = SheetContext(design, layout, catalog, None, PAPERS["A3"], "x.toml", "ab")
    drawings = floor_drawings(layout, catalog, design.racks, None)
    ink = Ink(QPainter(), DOTS, theme)
    plain = names_on(ink, made, drawings, view, ())
    name = max(plain, key=QRectF.width)
    mark = PlanMark(MarkPlace(QRectF(name.center(), QSizeF(4, 4))), draw_finding_mark, "1")
    moved = names_on(ink, made, drawings, view, (mark,))
    assert name in plain
    assert not any(mark.place.box.intersects(box) for box in moved if box not in plain)
    assert name not in moved
