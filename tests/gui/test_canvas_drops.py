"""Drops on the floor: ghost, validity, words, preview, one step, undo."""

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from pytestqt.qtbot import QtBot

from designer.document.edits import place_device, remove
from designer.engine.limit_report import Limit
from designer.engine.preview import Foreseen, Preview, RackPreview
from designer.render.fonts import load_fonts
from designer.render.theme import DARK
from designer.ui.kit.ghost_painter import paint_ghost
from designer.ui.state.drag_payload import encode_devices, encode_part
from designer.ui.state.workspace import Workspace
from designer.ui.views.floor.canvas import FloorCanvas
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.canvas_space import WaitingClient, rack_report
from tests.helpers.shown_views import box_in, middle, shown_canvas

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def canvas(qtbot: QtBot, space: Workspace) -> FloorCanvas:
    return shown_canvas(qtbot, space)


def client_of(space: Workspace) -> WaitingClient:
    client = space.client
    assert isinstance(client, WaitingClient)
    return client


def mm(canvas: FloorCanvas, x: float, y: float) -> QPoint:
    return canvas.view.mapFromScene(QPointF(x, y))


def over(canvas: FloorCanvas, mime: QMimeData, at: QPoint) -> SentDrag:
    drag = SentDrag(canvas.view.viewport(), mime)
    assert drag.enter(at)
    assert drag.move(at)
    return drag


def test_a_node_over_a_rack_says_where_it_would_go(canvas: FloorCanvas, space: Workspace) -> None:
    drag = over(canvas, encode_part("node"), middle(canvas, "A01"))
    assert canvas.view.card.words().splitlines() == ["✓ Node 8U into A01 · U17–U24", "sizing…"]
    assert canvas.view.ghost.isVisible()
    assert len(space.document.history.steps) == 1, "the document is untouched"
    drag.leave()
    assert not canvas.view.ghost.isVisible()
    assert not canvas.view.card.isVisible()


def test_the_drop_is_one_step_and_undo_takes_it_back(
    canvas: FloorCanvas, space: Workspace, told: list[tuple[str, str]]
) -> None:
    drag = over(canvas, encode_part("node"), middle(canvas, "A02"))
    drag.drop(middle(canvas, "A02"))
    placed = space.layout().in_rack("A02")
    assert [(p.part, p.half_u) for p in placed] == [("node", 2)]
    assert space.selection == (placed[0].key,)
    assert [s.label for s in space.document.history.steps][1:] == ["Place Node 8U in A02 · U1–U8"]
    assert told[-1] == ("Place Node 8U in A02 · U1–U8", "info")
    space.document.undo()
    assert space.layout().in_rack("A02") == ()


def test_a_full_rack_refuses_in_words(
    canvas: FloorCanvas, space: Workspace, told: list[tuple[str, str]]
) -> None:
    for _ in range(4):
        assert space.apply("fill", place_device(space.catalog, "node", "B01"))
    steps = len(space.document.history.steps)
    drag = over(canvas, encode_part("node"), middle(canvas, "B01"))
    words = canvas.view.card.words().splitlines()
    why = "no room left in B01: needs 8 U, no unit is free"
    assert words[0] == f"✕ {why}"
    assert words[1] == "Node 8U into B01"
    assert told[-1] == (f"Node 8U into B01: {why}", "warning")
    drag.drop(middle(canvas, "B01"))
    assert len(space.document.history.steps) == steps


def test_a_device_is_refused_on_the_bare_floor(canvas: FloorCanvas) -> None:
    over(canvas, encode_part("node"), mm(canvas, 9000, 8000))
    assert canvas.view.card.words() == "✕ drop it on a rack\nNode 8U"


def test_a_part_that_takes_no_place_is_refused(canvas: FloorCanvas) -> None:
    over(canvas, encode_part("cable"), middle(canvas, "A01"))
    assert "takes no rack position" in canvas.view.card.words()


def test_a_rack_lands_on_the_tile_grid_and_alt_frees_it(
    canvas: FloorCanvas, space: Workspace
) -> None:
    known = set(space.layout().racks)
    at = mm(canvas, 9430, 7330)
    over(canvas, encode_part("rack"), at).drop(at)
    (new,) = set(space.layout().racks) - known
    assert (space.layout().racks[new].x_mm, space.layout().racks[new].y_mm) == (9000, 6600)
    assert space.selection == (new,)
    at = mm(canvas, 7930, 1130)
    over(canvas, encode_part("rack"), at).drop(at, ALT)
    (free,) = set(space.layout().racks) - known - {new}
    assert space.layout().racks[free].x_mm % 600 != 0
    assert space.layout().racks[free].x_mm == pytest.approx(7630, abs=40)


def test_a_rack_is_refused_outside_the_room(canvas: FloorCanvas) -> None:
    over(canvas, encode_part("rack"), mm(canvas, -700, 4000))
    assert canvas.view.card.words().splitlines()[0] == "✕ outside the room"


def test_devices_from_an_elevation_move_to_the_rack_under_the_hand(
    canvas: FloorCanvas, space: Workspace, told: list[tuple[str, str]]
) -> None:
    drag = over(canvas, encode_devices(("node-1", "node-2")), middle(canvas, "A03"))
    assert canvas.view.card.words().splitlines()[0] == "✓ 2 devices into A03"
    drag.drop(middle(canvas, "A03"))
    assert [(p.key, p.half_u) for p in space.layout().in_rack("A03")] == [
        ("node-1", 2),
        ("node-2", 18),
    ]
    assert len(space.document.history.steps) == 2


def test_the_rack_that_holds_what_is_selected_is_marked_after_a_move(
    canvas: FloorCanvas, space: Workspace
) -> None:
    """The device stayed selected, and the rack that it had left stayed framed."""

    def framed() -> set[str]:
        return set(canvas.floor.marks.holding)

    space.select(("node-1",))
    assert framed() == {"A01"}
    drag = over(canvas, encode_devices(("node-1",)), middle(canvas, "A03"))
    drag.drop(middle(canvas, "A03"))
    assert space.selection == ("node-1",)
    assert framed() == {"A03"}
    space.document.undo()
    assert framed() == {"A01"}


def test_a_device_of_an_assembly_detaches_its_rack_and_says_so(
    canvas: FloorCanvas, space: Workspace, told: list[tuple[str, str]]
) -> None:
    drag = over(canvas, encode_devices(("B02/n1",)), middle(canvas, "A03"))
    said = "B02 leaves assembly 2 nodes; 3 copies stay as they are"
    assert said in canvas.view.card.words()
    drag.drop(middle(canvas, "A03"))
    assert told[-1] == (said, "info")
    assert space.layout().racks["B02"].assembly == ""
    assert [p.name for p in space.layout().in_rack("B02")] == ["B02-n2"]
    assert [p.name for p in space.layout().in_rack("A03")] == ["B02-n1"]
    assert len(space.document.history.steps) == 2


def test_the_answer_of_the_engine_fills_the_card(
    canvas: FloorCanvas, space: Workspace, qtbot: QtBot
) -> None:
    client = client_of(space)
    over(canvas, encode_part("node"), middle(canvas, "A01"))
    qtbot.waitUntil(lambda: len(client.asked) == 1)
    revision, change, rack_ids = client.asked[0]
    assert revision == space.document.revision
    assert rack_ids == ("A01",)
    assert [device.part for device in change.put_in("devices")] == ["node"]
    before = rack_report("A01", 30.6, "in-row", limits=(_power(30.6), _mass(704)))
    after = rack_report("A01", 40.8, "rear-door", limits=(_power(40.8), _mass(834)))
    client.previewed.emit(
        Preview(
            preview=1,
            racks=(RackPreview(id="A01", before=before, after=after),),
            free_leaf_ports=(("compute", 32, 24),),
        )
    )
    assert canvas.view.card.words().splitlines() == [
        "✓ Node 8U into A01 · U17–U24",
        "30.6 → 40.8 of 65.5 kW (one feed lost)",
        "In-row, contained → Rear-door exchanger",
        "704 → 834 of 1,500 kg",
        "compute: 32 → 24 leaf ports free",
        "Release places · Esc cancels",
    ]


def test_a_late_answer_to_another_place_is_ignored(
    canvas: FloorCanvas, space: Workspace, qtbot: QtBot
) -> None:
    client = client_of(space)
    drag = over(canvas, encode_part("node"), middle(canvas, "A01"))
    qtbot.waitUntil(lambda: len(client.asked) == 1)
    drag.move(middle(canvas, "A02"))
    after = rack_report("A01", 40.8)
    client.previewed.emit(Preview(preview=1, racks=(RackPreview(id="A01", after=after),)))
    assert canvas.view.card.words().splitlines()[1:] == ["sizing…"]


def test_a_hand_that_rests_asks_once(canvas: FloorCanvas, space: Workspace, qtbot: QtBot) -> None:
    client = client_of(space)
    at = middle(canvas, "A01")
    drag = over(canvas, encode_part("node"), at)
    for step in range(6):
        drag.move(at + QPoint(step % 3, 0))
    qtbot.waitUntil(lambda: len(client.asked) == 1)
    drag.move(at + QPoint(2, 2))
    assert len(client.asked) == 1


def test_what_the_floor_cannot_take_is_not_accepted(canvas: FloorCanvas) -> None:
    mime = QMimeData()
    mime.setText("a line of text")
    assert not SentDrag(canvas.view.viewport(), mime).enter(QPoint(200, 200))


def _power(used: float) -> Limit:
    return Limit(
        name="power-feed-lost", group="power",
        label="Power, one feed lost", used=used, limit=65.5, unit="kW",
        state="ok",
    )  # fmt: skip


def _mass(used: float) -> Limit:
    return Limit(
        name="mass", group="mass", label="Mass", used=used, limit=1500, unit="kg", state="ok"
    )


def test_a_refusal_stands_in_the_status_bar_only_while_it_holds(
    canvas: FloorCanvas, space: Workspace, told: list[tuple[str, str]]
) -> None:
    drag = over(canvas, encode_devices(["node-1"]), mm(canvas, 2000, 8000))
    assert told[-1] == ("Move a device: drop it on a rack", "warning")
    drag.move(middle(canvas, "A02"))
    assert told[-1] == ("", "info")
    drag.move(mm(canvas, 2000, 8000))
    drag.leave()
    assert told[-1] == ("", "info")


@pytest.mark.parametrize("corner", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_the_card_is_inside_the_view_and_off_the_hand(
    canvas: FloorCanvas, corner: tuple[int, int]
) -> None:
    view = canvas.view
    drag = over(canvas, encode_part("node"), middle(canvas, "A01"))
    at = QPoint(corner[0] * (view.width() - 1), corner[1] * (view.height() - 1))
    view.card.place(at)
    card = box_in(view, view.card)
    assert view.rect().contains(card)
    # The picture of what is dragged hangs at the upper left of the hand.
    assert not card.intersects(QRect(at - QPoint(44, 34), at + QPoint(2, 2)))
    drag.leave()


def test_a_ghost_has_its_words_whole_or_not_at_all(qtbot: QtBot) -> None:
    load_fonts()

    def inked(width: int, words: str) -> QImage:
        picture = QImage(width, 60, QImage.Format.Format_ARGB32)
        picture.fill(0)
        painter = QPainter(picture)
        paint_ghost(painter, QRectF(0, 0, width, 60), DARK, True, words)
        painter.end()
        return picture

    assert inked(40, "U17-U24 of this rack") == inked(40, ""), "no lone dots on a narrow rack"
    assert inked(200, "U17-U24") != inked(200, "")


def test_the_first_drag_takes_the_hint_away(
    qtbot: QtBot, space: Workspace, canvas: FloorCanvas
) -> None:
    racks = tuple(space.layout().racks)
    assert space.apply("Clear", remove(racks))
    assert canvas.hint.isVisible()
    drag = over(canvas, encode_part("rack"), mm(canvas, 3000, 3000))
    assert not canvas.hint.isVisible()
    drag.leave()
    assert canvas.hint.isVisible(), "nothing was dropped"


def test_the_ghost_has_the_verdict_of_the_card(
    canvas: FloorCanvas, space: Workspace, qtbot: QtBot
) -> None:
    client = client_of(space)
    drag = over(canvas, encode_part("node"), middle(canvas, "A01"))
    qtbot.waitUntil(lambda: len(client.asked) == 1)
    assert not canvas.view.ghost.doubtful
    error = Foreseen(rule="P01", severity="error", message="too much", key="P01:A01")
    client.previewed.emit(Preview(preview=1, comes=(error,)))
    assert canvas.view.card.words().startswith("! ")
    assert canvas.view.ghost.doubtful
    drag.move(middle(canvas, "A02"))
    assert canvas.view.card.words().startswith("✓ ")
    assert not canvas.view.ghost.doubtful


def test_a_doubtful_ghost_is_painted_in_the_colour_of_warnings() -> None:
    def edge(*, ok: bool, doubtful: bool) -> QColor:
        image = QImage(120, 60, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor(DARK.panel))
        painter = QPainter(image)
        paint_ghost(painter, QRectF(0, 0, 120, 60), DARK, ok, "", doubtful=doubtful)
        painter.end()
        return image.pixelColor(60, 1)

    assert edge(ok=True, doubtful=True).red() > edge(ok=True, doubtful=False).red() + 40
    assert edge(ok=False, doubtful=True) == edge(ok=False, doubtful=False), "no is no"


def test_what_floats_over_the_floor_lets_a_drop_through(
    canvas: FloorCanvas, space: Workspace
) -> None:
    """Qt gives a drop to the nearest widget under the pointer that takes drops."""
    view, minimap = canvas.view, canvas.minimap
    assert view.childAt(minimap.geometry().center()) is minimap
    drag = over(canvas, encode_part("node"), middle(canvas, "A01"))
    for covering in (minimap, canvas.legend):
        assert view.childAt(covering.geometry().center()) is view.viewport()
    drag.leave()
    assert view.childAt(minimap.geometry().center()) is minimap


def test_a_refused_place_offers_the_nearest_free_one_and_shift_takes_it(
    canvas: FloorCanvas, space: Workspace, qtbot: QtBot
) -> None:
    known = set(space.layout().racks)
    at = middle(canvas, "A01")
    drag = over(canvas, encode_part("rack"), at)
    assert canvas.view.card.words().splitlines()[0].endswith(" is in the way")
    qtbot.waitUntil(lambda: canvas.view.preview.nearest is not None)
    words = canvas.view.card.words().splitlines()
    assert words[2].startswith("nearest free place: Rack 48U at 2.40 m, ")
    assert words[3].startswith("Release does nothing · Shift places it there and builds what it")
    offered = canvas.view.preview.nearest
    drag.drop(at)
    assert set(space.layout().racks) == known
    assert space.released.preview is None
    drag = over(canvas, encode_part("rack"), at)
    drag.drop(at, Qt.KeyboardModifier.ShiftModifier)
    (new,) = set(space.layout().racks) - known
    assert offered is not None
    rack = space.layout().racks[new]
    assert (rack.x_mm, rack.y_mm) == offered.boxes[0][:2]
    assert len(space.document.history.steps) == 2


def test_what_would_be_is_told_to_the_panels_while_the_hand_holds_it(
    canvas: FloorCanvas, space: Workspace, qtbot: QtBot
) -> None:
    client = client_of(space)
    drag = over(canvas, encode_part("node"), middle(canvas, "A02"))
    qtbot.waitUntil(lambda: len(client.asked) == 1)
    assert space.released.preview is None
    answer = Preview(preview=1)
    client.previewed.emit(answer)
    assert (space.released.preview, space.released.is_stale) == (answer, False)
    drag.move(middle(canvas, "A03"))
    assert (space.released.preview, space.released.is_stale) == (answer, True)
    drag.leave()
    assert space.released.preview is None
