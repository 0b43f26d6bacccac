"""Comments on the floor: kept pictures, layers, what a screen reader hears of them."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QAccessible, QImage
from pytestqt.qtbot import QtBot

from designer.document.edits import put_on_layer
from designer.model.comments import Comment
from designer.model.design import Obstacle, Room
from designer.render.theme import LIGHT
from designer.ui.state.layers import OWN
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.layers_dialog import LayersDialog
from designer.ui.views.floor.accessible import AccessibleComment, AccessibleFloor
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.canvas_space import KeptStore, small_design, space_of
from tests.helpers.shown_views import shown_canvas

NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description
RACK = Comment(id="a", number=1, about="rack", target="A01", text="Too close", author="Ann")
SETTLED = Comment(
    id="b", number=2, about="rack", target="A01", text="Done", resolved="2026-05-04T10:00:00"
)
CLOUD = Comment(
    id="c", number=3, about="cloud", text="Keep free",
    x_mm=2_000, y_mm=2_000, width_mm=4_000, depth_mm=3_000,
)  # fmt: skip
OLD_CLOUD = CLOUD.evolve(id="d", number=4, x_mm=3_100, resolved="2026-05-04T10:00:00")


@pytest.fixture
def space() -> Workspace:
    design = small_design()
    column = Obstacle(
        id="k1", name="Column 1", kind="column", x_mm=600, y_mm=600, width_mm=400, depth_mm=300
    )
    design = design.evolve(room=Room(obstacles=(column,)))
    made = space_of(design)
    store = KeptStore(RACK, SETTLED, CLOUD, OLD_CLOUD)
    store.setParent(made)
    made.comments.attach(store)  # type: ignore[arg-type]  # stands in
    made.comments.show("all")
    return made


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    made = shown_canvas(qtbot, space)
    made.fit_all()
    return made


def picture(canvas: FloorCanvas) -> QImage:
    canvas.floor.tiles.hurries = False  # the ground below is as it is to be
    return canvas.view.viewport().grab().toImage()


def differing(one: QImage, other: QImage) -> int:
    """Return by how much the colours of two pictures differ at most: 255 is black and white."""
    first, second = (
        np.frombuffer(image.constBits(), np.uint8).astype(int) for image in (one, other)
    )
    return int(abs(first - second).max())


def test_a_frame_copies_what_was_painted_also_when_panned_or_chosen(
    canvas: FloorCanvas, space: Workspace
) -> None:
    tiles, view = canvas.floor.comments.tiles, canvas.view
    view.zoom_by(1.07)
    first = picture(canvas)
    kept = picture(canvas)
    assert differing(kept, first) <= 3, "painted at once, it is as the kept pictures are"
    made = tiles.made
    assert made > 0
    view.scroll_by(7, -5)
    moved = picture(canvas)
    space.comments.choose("a")
    chosen = picture(canvas)
    assert chosen != moved
    space.comments.choose("")
    assert picture(canvas) == moved
    assert tiles.made == made, "nothing is painted anew"
    space.set_theme(LIGHT)
    assert picture(canvas) != moved
    picture(canvas)
    assert tiles.made > made
    view.zoom_by(1 / 1.07)
    at_once = picture(canvas)
    space.comments.show("open")
    assert picture(canvas) != at_once


def test_balloons_follow_the_layer_of_remarks_and_that_of_their_rack(
    canvas: FloorCanvas, space: Workspace
) -> None:
    comments = canvas.floor.comments
    place = QPointF(comments.pinned[0].spot)
    assert [one.comment.number for one in comments.pinned] == [1, 2, 3, 4]
    space.layers.hide("notes")
    assert comments.pinned == ()
    assert canvas.floor.tip_at(place).startswith("A01 · Rack 48U")
    space.layers.hide("notes", on=False)
    space.apply("Layer", put_on_layer(("A01",), "Later"))
    space.layers.hide(f"{OWN}Later")
    assert [one.comment.number for one in comments.pinned] == [3, 4]


def test_what_the_room_has_is_a_layer_that_is_hidden_and_spared(
    canvas: FloorCanvas, space: Workspace
) -> None:
    elements, spot = canvas.floor.elements, QPointF(800, 750)
    column = canvas.view.mapFromScene(spot)
    shown = picture(canvas).pixelColor(column)
    assert elements.key_at(spot, 0) == "room:k1"
    space.layers.hold("room")
    assert elements.key_at(spot, 0) == ""
    space.layers.hold("room", on=False)
    space.select(("room:k1",))
    space.layers.hide("room")
    assert (elements.key_at(spot, 0), space.selection) == ("", ())
    assert picture(canvas).pixelColor(column) != shown
    floor = QAccessible.queryAccessibleInterface(canvas.view)
    assert isinstance(floor, AccessibleFloor)
    assert floor.childCount() == 8 + 4
    assert space.layers.hidden_words() == "Columns, walls and zones (1 thing)"
    space.layers.show_all()
    space.layers.hide("notes")
    assert space.layers.hidden_words() == "Remarks and comments (4 things)"


def test_the_list_of_layers_counts_comments_and_what_the_room_has(
    qtbot: QtBot, space: Workspace
) -> None:
    dialog = LayersDialog(space)
    qtbot.addWidget(dialog)
    dialog.show()
    counts = {layer: label.text() for layer, label in dialog._numbers.items()}
    assert (counts["room"], counts["notes"]) == ("1", "4")
    assert "room" in dialog.padlocks


def test_rows_and_aisles_of_which_no_rack_is_shown_are_not_drawn(
    canvas: FloorCanvas, space: Workspace
) -> None:
    def shown() -> tuple[set[str], int]:
        room = canvas.floor.ground.room(canvas.view.scale_factor())
        return {band.row for band, _ in room.names.all()}, len(room._aisles)

    assert shown() == ({"A", "B"}, 1)
    space.apply("Layer", put_on_layer(("A01", "A02", "A03"), "Later"))
    space.layers.hide(f"{OWN}Later")
    assert shown() == ({"A", "B"}, 1), "of A one rack is left"
    before = picture(canvas)
    space.apply("Layer", put_on_layer(("A04",), "Later"))
    assert shown() == ({"B"}, 1), "one side of the aisle is left"
    space.apply("Layer", put_on_layer(("B01", "B02", "B03", "B04"), "Later"))
    assert shown() == (set(), 0)
    assert picture(canvas) != before
    space.layers.show_all()
    assert shown() == ({"A", "B"}, 1)


def test_comments_and_columns_are_children_of_the_floor_after_its_racks(
    canvas: FloorCanvas, space: Workspace
) -> None:
    floor = QAccessible.queryAccessibleInterface(canvas.view)
    assert isinstance(floor, AccessibleFloor)
    assert floor.childCount() == 8 + 1 + 4
    column, comment = floor.child(8), floor.child(9)
    assert column.text(NAME) == "Column 1"
    assert column.text(DESCRIPTION).splitlines() == [
        "Column · 400 × 300 mm", "600 mm from the left, 600 mm from the top",
    ]  # fmt: skip
    assert floor.childAt(column.rect().center().x(), column.rect().center().y()) is column
    assert isinstance(comment, AccessibleComment)
    assert comment.text(NAME) == "Comment 1 · Rack A01 · open"
    assert comment.text(DESCRIPTION) == "Too close\nAnn"
    assert floor.childAt(comment.rect().center().x(), comment.rect().center().y()) is comment
    assert floor.indexOfChild(comment) == 9
    assert floor.child(13) is None
    assert not comment.state().selected
    space.comments.choose("a")
    assert comment.state().selected
    space.select(("room:k1",))
    assert column.state().selected
    space.layers.hide("notes")
    assert not comment.isValid()
    assert floor.childCount() == 9
    assert floor.indexOfChild(comment) == -1
