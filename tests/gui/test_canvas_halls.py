"""A site of several halls on the floor: walls, names above them, and what a drag makes of it."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QTransform
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.document.edits import move_racks
from designer.model.design import Design, Hall
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.drawing import rack_drawing
from designer.render.floor_painter import RoomPicture, paint_room
from designer.render.lettering import text_width
from designer.render.rack_top import paint_rack_top
from designer.render.row_lettering import named_rows
from designer.render.theme import DARK
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.canvas_space import space_of
from tests.helpers.marks import Mark, marks_of, token_theme
from tests.helpers.shown_views import shown_canvas

pytestmark = pytest.mark.usefixtures("qapp")
SCALE = 0.05
WALLS = ((3_000, 3_000), (9_000, 3_000), (9_000, 8_000), (3_000, 8_000))


@pytest.fixture(scope="module")
def site(catalog: Catalog) -> Design:
    """98,304 GPUs in three halls."""
    return build("dgx-superpod-h100", {"scalable_units": "384"}, catalog)


@pytest.fixture
def opened(qtbot: QtBot, site: Design, catalog: Catalog) -> Iterator[FloorCanvas]:
    space = space_of(site, catalog.parts)
    yield shown_canvas(qtbot, space)
    space.close()


def marks(design: Design, scale: float = SCALE) -> list[Mark]:
    layout, theme = Layout(design), token_theme()

    def draw(painter: QPainter) -> None:
        painter.setTransform(QTransform.fromScale(scale, scale))
        paint_room(painter, design, layout, Catalog(()), theme, scale)

    return marks_of(1000, 700, draw)


def test_a_hall_has_walls_and_its_name_above_them() -> None:
    named, nameless = Hall(id="H1", name="West", outline=WALLS), Hall(id="H2")
    design = Design(halls=(named, nameless))
    added = [one for one in marks(design) if one not in marks(Design())]
    name = next(one for one in added if one.kind == "text")
    assert name.words == "West"
    assert name.left == pytest.approx(3_000 * SCALE)
    assert name.top < 3_000 * SCALE
    assert any(one.kind != "text" and one.stroke == "dim" for one in added)
    # The edge of the ground is no wall any more.
    assert any(one.stroke == "faint" and one.dashes for one in marks(design))


def test_a_name_that_is_wider_than_its_hall_is_left_out() -> None:
    design = Design(halls=(Hall(id="H1", name="West", outline=WALLS),))
    assert [one.words for one in marks(design, 0.003) if one.kind == "text"] == []


def test_walls_that_differ_change_the_whole_picture() -> None:
    at, theme = QTransform.fromScale(SCALE, SCALE), token_theme()
    before, after = (
        RoomPicture(Layout(design), Catalog(()), theme, at)
        for design in (Design(), Design(halls=(Hall(id="H1", outline=WALLS),)))
    )
    assert after.differing(before, []) is None
    assert after.differing(after, []) == []


def test_a_site_of_98_304_gpus_opens_and_is_drawn(opened: FloorCanvas, site: Design) -> None:
    assert len(opened.floor.racks) == len(site.racks) == 4164
    opened.fit_all()
    shown = opened.view.visible_rect()
    assert all(shown.contains(x, y) for hall in site.halls for x, y in hall.outline)
    assert not opened.grab().isNull()


def test_a_rack_that_is_dragged_into_another_hall_is_in_it(catalog: Catalog) -> None:
    small = build("dgx-superpod-h100", {"scalable_units": "2", "units_per_hall": "1"}, catalog)
    space: Workspace = space_of(small, catalog.parts)
    rack = next(it for it in small.racks if it.assembly == "H01-dgx-x4")
    left, top = small.halls[1].outline[0]
    # Behind the wall, above the first row: nothing stands there.
    by = left + 9_000 - rack.x_mm, top - rack.y_mm
    space.document.apply("Move", move_racks(catalog, (rack.id,), *by))
    kept = {place.nodes_of for place in space.document.design.places}
    assert any("H01-compute" in fabrics for fabrics in kept)
    space.document.undo()
    assert space.document.design.places == ()
    space.close()


@pytest.mark.parametrize("scale", [0.0116, 0.014, 0.03, 0.06])
def test_names_of_rows_lose_that_of_their_hall_before_their_middle(
    site: Design, catalog: Catalog, scale: float
) -> None:
    """`H01-AG` and `H01-BG` are both `H…G` in little room; the wall says which hall it is."""
    layout, at = Layout(site), QTransform.fromScale(scale, scale)
    told = [words for _, words in named_rows(layout, catalog, DARK, at)]
    assert len(told) == len(site.rows)
    names = {row.name for row in site.rows}
    for words in told:
        assert words.text in names or f"H01-{words.text}" in names
        assert text_width(words.text, words.size, 600) <= words.place.width() + 0.5
    short = [words.text for words in told if words.text not in names]
    assert bool(short) is (scale < 0.03)


def test_a_rack_of_little_width_is_called_without_its_hall(site: Design, catalog: Catalog) -> None:
    layout = Layout(site)
    rack = next(rack for rack in site.racks if rack.name == "H01-AG04")
    drawing = rack_drawing(layout, catalog, rack)
    assert (drawing.name, drawing.short) == ("H01-AG04", "AG04")
    said = {}
    for wide in (34, 44, 120):
        scale = wide / drawing.width_mm
        box = QRectF(4, 4, wide, drawing.depth_mm * scale)

        def draw(painter: QPainter, box: QRectF = box, scale: float = scale) -> None:
            paint_rack_top(painter, box, drawing, token_theme(), scale)

        found = (mark.words for mark in marks_of(200, 300, draw) if mark.kind == "text")
        said[wide] = [words for words in found if "AG04" in words or "…" in words]
    assert said == {34: ["AG04"], 44: ["AG04"], 120: ["H01-AG04"]}
    assert layout.name_in_hall("A04") == layout.name_in_hall("H9-A04") == ""
