"""A site of several halls on the floor: walls, names above them, and what a drag makes of it."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QPainter, QTransform
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.document.edits import move_racks
from designer.model.design import Design, Hall
from designer.model.layout import Layout
from designer.planning.templates import build
from designer.render.floor_painter import RoomPicture, paint_room
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
