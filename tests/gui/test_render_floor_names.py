"""Names on the floor of a screen: all aisles alike, rows at their ends, by one rule each."""

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QTransform

from designer.catalog.aisles import rack_size
from designer.catalog.catalog import Catalog
from designer.document.tray_plans import tray_boxes
from designer.model.design import Design, Obstacle, Rack, Row
from designer.model.figures import Figure, exact
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render import rack_top
from designer.render.floor_painter import aisle_em, aisle_lettering, paint_room
from designer.render.lettering import text_width
from designer.render.row_lettering import LEAST_EM, Words, named_rows
from designer.render.standing import rows_on_floor, shown_aisles
from designer.render.theme import DARK, LIGHT, PRINT, Theme
from tests.helpers.drawn_hall import CATALOG, hall
from tests.helpers.drawn_racks import rack as drawn_rack
from tests.helpers.marks import marks_of

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.fixture(scope="module")
def units_of_128(catalog: Catalog) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "128"}, catalog)


def words_at(design: Design, scale: float, catalog: Catalog = CATALOG) -> dict[str, Words]:
    at = QTransform.fromScale(scale, scale)
    return {band.row: words for band, words in named_rows(Layout(design), catalog, DARK, at)}


@pytest.mark.parametrize(("scale", "named"), [(0.006, 0), (0.0083, 63), (0.012, 63), (0.05, 63)])
def test_all_aisles_of_a_floor_bear_their_names_or_none_does(
    units_of_128: Design, catalog: Catalog, scale: float, named: int
) -> None:
    """Contained cold aisles of 1.2 m and hot ones of 1.8 m; 0.0083 shows all at 1280 pixels."""
    layout, at = Layout(units_of_128), QTransform.fromScale(scale, scale)
    boxes = aisle_lettering(layout, catalog, LIGHT, at, 1.0)
    assert len(boxes) == named
    found = shown_aisles(layout, catalog)
    em = aisle_em(found, at, LIGHT, 1.0)
    assert em == 0 or LEAST_EM <= em <= 10
    inside = [QRectF(a.x_mm, a.y_mm, a.width_mm, a.depth_mm) for a in found]
    for box in boxes:
        assert any(at.mapRect(aisle).contains(box) for aisle in inside)


@pytest.mark.parametrize("scale", [0.0078, 0.0083, 0.0116, 0.03])
def test_every_row_bears_its_name_where_no_rack_stands(
    units_of_128: Design, catalog: Catalog, scale: float
) -> None:
    said = words_at(units_of_128, scale, catalog)
    assert set(said) == {row.id for row in units_of_128.rows}
    racks = []
    for rack in units_of_128.racks:
        wide, deep = rack_size(rack, catalog)
        racks.append(QRectF(rack.x_mm * scale, rack.y_mm * scale, wide * scale, deep * scale))
    boxes = [words.box for words in said.values()]
    assert not any(box.intersects(rack) for box in boxes for rack in racks)
    pairs = [(a, b) for at, a in enumerate(boxes) for b in boxes[at + 1 :]]
    assert not any(a.intersects(b) for a, b in pairs)


def test_aisles_are_looked_for_anew_only_where_something_stands_elsewhere(
    units_of_128: Design, catalog: Catalog
) -> None:
    """A drop takes its rack out of its assembly, which moves nothing."""
    aisles = shown_aisles(Layout(units_of_128), catalog)
    first, *rest = units_of_128.racks

    def other(**fields: object) -> Layout:
        return Layout(units_of_128.evolve(racks=(first.evolve(**fields), *rest)))

    assert shown_aisles(other(assembly="", note="own"), catalog) is aisles
    for place in (
        {"x_mm": first.x_mm - 600},
        {"rotation": 180 - first.rotation},
        {"row": ""},
        {"part": "rack-42u"},
    ):
        assert shown_aisles(other(**place), catalog) is not aisles
    assert shown_aisles(Layout(units_of_128.evolve(racks=tuple(rest))), catalog) is not aisles
    room = units_of_128.room.evolve(containment="hot")
    assert shown_aisles(Layout(units_of_128.evolve(room=room)), catalog) != aisles


def one_row(name: str, *columns: tuple[int, int], rotation: int = 0) -> Design:
    """Return a row of one rack from 5 m, 5 m, and columns of 600 x 600 mm from these corners."""
    rack = Rack(id="r", name="R", part="rack", x_mm=5_000, y_mm=5_000, row="v", rotation=rotation)
    pillars = tuple(
        Obstacle(id=f"p{n}", x_mm=x, y_mm=y, width_mm=600, depth_mm=600)
        for n, (x, y) in enumerate(columns)
    )
    design = hall(racks=(rack,), devices=(), rows=(Row(id="v", name=name),))
    return design.evolve(room=design.room.evolve(obstacles=pillars))


def in_pixels(design: Design) -> QRectF:
    (band,) = rows_on_floor(Layout(design), CATALOG)
    wide, deep = band.right - band.left, band.bottom - band.top
    return QRectF(band.left * 0.05, band.top * 0.05, wide * 0.05, deep * 0.05)


def test_a_name_stands_at_the_beginning_of_its_row_or_at_its_end() -> None:
    design = one_row("Beta")
    box = in_pixels(design)
    assert words_at(design, 0.05)["v"].box.right() == box.left() - 5
    taken = words_at(one_row("Beta", (4_300, 5_200)), 0.05)["v"]
    assert (taken.text, taken.box.left()) == ("Beta", box.right() + 5)
    away = words_at(one_row("Beta", (4_300, 4_400)), 0.05)["v"]
    assert away.box.right() == box.left() - 5, "the column stands before the row, not beside it"


def test_a_name_gets_small_before_it_leaves_its_place() -> None:
    wide = text_width("WW", 11, 600)
    free_mm = round((wide + 1) / 0.05)
    tight = words_at(one_row("WW", (4_400 - free_mm, 5_200)), 0.05)["v"]
    assert LEAST_EM <= tight.size < 11
    assert (4_400 - free_mm + 600) * 0.05 < tight.box.left()
    assert tight.box.right() <= 250 - 1


def test_a_name_is_shortened_and_then_left_out_where_both_ends_are_taken() -> None:
    right = round(in_pixels(one_row("x")).right() / 0.05) + 100

    def shown(left_mm: int) -> list[str]:
        design = one_row("Comp row", (left_mm, 5_200), (right, 5_200))

        def draw(painter: QPainter) -> None:
            painter.scale(0.05, 0.05)
            paint_room(painter, design, Layout(design), CATALOG, DARK, 0.05, tiles=False)

        return [m.words for m in marks_of(600, 600, draw) if m.kind == "text" and "C" in m.words]

    assert shown(4_200) == []
    (short,) = shown(3_600)
    assert "…" in short
    assert short.startswith("C")
    assert shown(2_000) == ["Comp row"]


def test_an_upright_row_has_its_name_above_or_below() -> None:
    above = words_at(one_row("Beta", rotation=90), 0.05)["v"]
    assert above.box.bottom() <= 250
    below = words_at(one_row("Beta", (5_100, 4_350), rotation=90), 0.05)["v"]
    assert below.box.top() >= in_pixels(one_row("Beta", rotation=90)).bottom()


@pytest.mark.parametrize("theme", [DARK, PRINT], ids=["screen", "paper"])
def test_a_name_stands_beyond_a_tray_across_rows_where_there_is_room(
    catalog: Catalog, theme: Theme
) -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "4"}, catalog)
    at = QTransform.fromScale(0.04, 0.04)
    across = [
        at.mapRect(QRectF(left, top, right - left, bottom - top))
        for tray in design.trays
        for left, top, right, bottom in tray_boxes(tray)
        if bottom - top > right - left
    ]
    assert across
    named = [words.box for _, words in named_rows(Layout(design), catalog, theme, at)]
    assert len(named) == 4
    assert not any(box.intersects(tray) for box in named for tray in across)
    bare = Layout(design.evolve(trays=()))
    beside = [words.box for _, words in named_rows(bare, catalog, theme, at)]
    assert any(box.intersects(tray) for box in beside for tray in across), "else nothing is tried"


@pytest.mark.parametrize("width", [600, 800])
@pytest.mark.parametrize("cabled", [None, exact(20.7, "kW")])
@pytest.mark.parametrize(
    "power", [exact(40.8, "kW"), Figure(20.4, 26.0, None, "kW"), Figure(100, 142, 120, "kW")]
)
def test_the_name_of_a_rack_is_there_at_every_zoom_whatever_stands_beside_it(
    monkeypatch: pytest.MonkeyPatch, width: int, cabled: Figure | None, power: Figure
) -> None:
    """Figures of one width took more than was measured, and A06 had no name at 97 %."""
    drawn: list[tuple[str, float]] = []
    was = rack_top.draw_text

    def noted(painter: QPainter, box: QRectF, text: str, *how: object, **more: object) -> float:
        taken = was(painter, box, text, *how, **more)  # type: ignore[arg-type]  # passed on
        drawn.append((text, taken))
        return taken

    monkeypatch.setattr(rack_top, "draw_text", noted)
    image = QImage(200, 320, QImage.Format.Format_ARGB32)
    for name in ("A06", "AH12"):
        made = drawn_rack(
            name=name, width_mm=width, depth_mm=1200, power=power, cabled=cabled, units=48
        )
        for number in range(34, 220, 2):
            scale = number / 1000
            drawn.clear()
            painter = QPainter(image)
            box = QRectF(0, 0, width * scale, 1200 * scale)
            rack_top.paint_rack_top(painter, box, made, DARK, scale)
            painter.end()
            whole = text_width(name, 11 * 0.72 if width * scale > 40 else 5, 600) - 1
            assert dict(drawn).get(name, 0.0) >= whole, (name, number, drawn)
