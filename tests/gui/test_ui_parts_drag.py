"""What begins in a list of parts: a drag with a picture, the arrow keys, the menu of a part."""

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QCursor, QDrag, QEnterEvent, QKeyEvent, QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.render.theme import DARK, LIGHT
from designer.ui.state.drag_payload import decode_part
from designer.ui.state.first_fit import place_at_first_fit
from designer.ui.state.part_picture import PICTURE_PX, drag_pixmap
from designer.ui.views.parts.model import Heading
from designer.ui.views.parts.panel import NOTHING_FITS, PartsPanel
from designer.ui.window.main_window import MainWindow
from tests.helpers.sent_mouse import Carried, Menus, ask_menu
from tests.helpers.ui_desk import Desk


@pytest.fixture
def parts(qtbot: QtBot, desk: Desk) -> PartsPanel:
    made = PartsPanel(desk.workspace, desk.settings)
    qtbot.addWidget(made)
    made.resize(252, 800)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_a_drag_carries_the_marked_part_and_its_picture(
    parts: PartsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    carried = Carried(monkeypatch)
    parts.choose("qm9700")
    parts.list.startDrag(Qt.DropAction.CopyAction)
    assert [decode_part(mime) for mime in carried.mimes] == ["qm9700"]
    assert carried.actions == [Qt.DropAction.CopyAction]
    (size,), (spot,) = carried.sizes, carried.spots
    assert size == PICTURE_PX
    # The picture stands at the upper left of the pointer; the card is at its lower right.
    assert spot[0] > size[0]
    assert spot[1] > size[1]


def test_a_heading_cannot_be_dragged(parts: PartsPanel, monkeypatch: pytest.MonkeyPatch) -> None:
    carried = Carried(monkeypatch)
    parts.list.setCurrentIndex(parts.model.index(0))
    parts.list.startDrag(Qt.DropAction.CopyAction)
    assert carried.mimes == []


def test_the_picture_of_a_part_is_sharp_on_every_screen(qtbot: QtBot, desk: Desk) -> None:
    node, switch = desk.catalog.require("dgx-h100"), desk.catalog.require("qm9700")

    def picture(part: object, theme: object = DARK, ratio: float = 1.0) -> QPixmap:
        return drag_pixmap(part, theme, ratio)  # type: ignore[arg-type]  # parts and themes

    twice = picture(node, ratio=2.0)
    assert (twice.width(), twice.height()) == (2 * PICTURE_PX[0], 2 * PICTURE_PX[1])
    assert twice.deviceIndependentSize().toSize() == picture(node).size()
    plain = picture(node).toImage()
    assert plain != picture(switch).toImage()
    assert plain != picture(node, LIGHT).toImage()
    assert plain.pixelColor(0, 0).alpha() < 255, "the corners are round"
    wide, tall = plain.width(), plain.height()
    edge = plain.pixelColor(wide // 2, 0)
    assert plain.pixelColor(wide // 2, tall - 1) == edge, "framed on all sides"
    assert plain.pixelColor(0, tall // 2) == plain.pixelColor(wide - 1, tall // 2)
    assert edge != plain.pixelColor(wide // 2, 2)


def test_the_arrow_down_goes_from_the_search_to_the_list(parts: PartsPanel, desk: Desk) -> None:
    parts.activateWindow()
    parts.focus_search()
    assert parts.chosen() is None
    QTest.keyClick(parts.search, Qt.Key.Key_Down)
    assert parts.list.hasFocus()
    first = parts.chosen()
    assert first is not None
    assert parts.model.row_of(first.id) == 1, "below the first heading"
    parts.choose("qm9700")
    parts.search.setFocus()
    QTest.keyClick(parts.search, Qt.Key.Key_Down)
    marked = parts.chosen()
    assert marked is not None
    assert marked.id == "qm9700", "what is marked stays marked"


def test_nothing_marked_is_nothing_placed(parts: PartsPanel, desk: Desk) -> None:
    assert not parts.place_chosen()
    assert desk.messages == [("Choose a part in the list first", "warning")]
    assert desk.settings.recent_parts() == []


def test_enter_with_control_is_not_for_the_list(parts: PartsPanel, desk: Desk) -> None:
    parts.choose("rack-48u")
    desk.workspace.select(("A02",))
    held = Qt.KeyboardModifier.ControlModifier
    QTest.keyClick(parts.search, Qt.Key.Key_Return, held)
    assert len(desk.design.racks) == 2
    keypad = QKeyEvent(
        QKeyEvent.Type.KeyPress, Qt.Key.Key_Enter, Qt.KeyboardModifier.KeypadModifier
    )
    QApplication.sendEvent(parts.list, keypad)
    assert len(desk.design.racks) == 3


def test_escape_clears_the_search_and_then_is_the_windows(parts: PartsPanel) -> None:
    everything = len(parts.model.rows)
    parts.search.setText("switch")
    assert len(parts.model.rows) < everything
    QTest.keyClick(parts.search, Qt.Key.Key_Escape)
    assert (parts.search.text(), len(parts.model.rows)) == ("", everything)


def test_the_menu_of_a_part(
    parts: PartsPanel, desk: Desk, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    menus = Menus(monkeypatch)
    parts.choose("qm9700")
    at = parts.list.visualRect(parts.list.currentIndex()).center()
    ask_menu(parts.list, at)
    assert menus.words() == [
        "Place at the first fit", "Place where arrows put it", "Make a favourite",
        "Show in catalogue",
    ]  # fmt: skip
    with qtbot.waitSignal(parts.catalogue_asked) as asked:
        menus.choose("Show in catalogue")
    assert asked.args == ["qm9700"]
    menus.choose("Make a favourite")
    assert desk.settings.favourites() == ["part/qm9700"]
    assert parts.model.row_of("qm9700") == 1, "favourites stand first"
    ask_menu(parts.list, parts.list.visualRect(parts.list.model().index(1, 0)).center())
    assert "Take out of the favourites" in menus.words()
    menus.choose("Take out of the favourites")
    assert desk.settings.favourites() == []
    desk.workspace.select(("A02",))
    menus.choose("Place at the first fit")
    assert any(device.part == "qm9700" for device in desk.design.devices)
    parts.list.scrollToTop()
    ask_menu(parts.list, parts.list.visualRect(parts.list.model().index(0, 0)).center())
    assert len(menus.opened) == 2, "a heading has no menu"


def test_the_sign_that_clears_the_search_is_there_when_there_is_one(parts: PartsPanel) -> None:
    (clear,) = [one for one in parts.search.actions() if one.text() == "Clear the search"]
    assert not clear.isVisible()
    parts.search.setText("switch")
    assert clear.isVisible()
    clear.trigger()
    assert parts.search.text() == ""
    assert not clear.isVisible()


def test_escape_on_a_drag_gives_the_keyboard_to_the_floor_and_shift_f_fits(
    window: MainWindow, qtbot: QtBot
) -> None:
    parts, floor = window.parts_panel, window.floor
    window.activateWindow()
    parts.choose("qm9700")
    parts.list.setFocus()
    qtbot.waitUntil(parts.list.hasFocus)
    handle = window.windowHandle()
    assert handle is not None
    QTimer.singleShot(50, window, lambda: QTest.keyClick(handle, Qt.Key.Key_Escape))
    parts.list.startDrag(Qt.DropAction.CopyAction)  # returns once Escape has ended it
    assert floor.view.hasFocus()
    fitted = shift_f_fits(window)
    parts.list.setFocus()
    marked = parts.chosen()
    assert shift_f_fits(window) == fitted, "also while the list has the keyboard"
    assert parts.chosen() == marked
    parts.focus_search()
    QTest.keyClick(parts.search, "F", Qt.KeyboardModifier.ShiftModifier)
    assert parts.search.text() == "F", "a line of text takes its letters"


def shift_f_fits(window: MainWindow) -> float:
    """Zoom in, press Shift+F where the keyboard is, and return the scale."""
    view = window.floor.view
    view.zoom_by(4)
    near = view.scale_factor()
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_F, Qt.KeyboardModifier.ShiftModifier)
    assert view.scale_factor() < near / 2
    return round(view.scale_factor(), 6)


def test_escape_in_the_list_gives_the_keyboard_to_the_floor(
    window: MainWindow, qtbot: QtBot
) -> None:
    parts = window.parts_panel
    window.activateWindow()
    parts.focus_search()
    parts.search.setText("switch")
    QTest.keyClick(parts.search, Qt.Key.Key_Escape)
    assert parts.search.hasFocus(), "the first one clears the search"
    QTest.keyClick(parts.search, Qt.Key.Key_Escape)
    assert window.floor.view.hasFocus()
    parts.list.setFocus()
    QTest.keyClick(parts.list, Qt.Key.Key_Escape)
    assert window.floor.view.hasFocus()


def drops(monkeypatch: pytest.MonkeyPatch, desk: Desk, *, placed: bool = True) -> None:
    """Let drags end as on the floor: the pointer is away from the list, and the part is placed."""

    def drop(drag: QDrag, _action: Qt.DropAction) -> Qt.DropAction:
        if placed:
            part = desk.catalog.require(decode_part(drag.mimeData()) or "")
            assert place_at_first_fit(desk.workspace, part)
        return Qt.DropAction.CopyAction

    monkeypatch.setattr(QDrag, "exec", drop)


def point(monkeypatch: pytest.MonkeyPatch, at: QPoint) -> None:
    """Say that the pointer is there."""
    monkeypatch.setattr(QCursor, "pos", lambda: at)


def drag(parts: PartsPanel, row: int) -> None:
    parts.list.setCurrentIndex(parts.model.index(row))
    parts.list.startDrag(Qt.DropAction.CopyAction)


def last_placed(parts: PartsPanel) -> list[str]:
    """Return the parts under the heading, by id."""
    head = parts.model.rows[0]
    assert isinstance(head, Heading)
    assert head.text == "Last placed"
    return [getattr(row, "id", "") for row in parts.model.rows[1 : head.count + 1]]


@pytest.mark.parametrize("placed", [True, False])
def test_what_a_drag_placed_is_listed_before_the_pointer_comes_back(
    parts: PartsPanel, desk: Desk, monkeypatch: pytest.MonkeyPatch, *, placed: bool
) -> None:
    drops(monkeypatch, desk, placed=placed)
    point(monkeypatch, QPoint(-100, -100))
    rack, node = (parts.model.index(parts.model.row_of(key)) for key in ("rack-48u", "dgx-h100"))
    parts.list.scrollTo(node)
    parts.list.setCurrentIndex(rack)
    parts.list.scrollTo(node)
    where = parts.list.visualRect(node)
    parts.list.startDrag(Qt.DropAction.CopyAction)
    assert desk.settings.recent_parts() == (["rack-48u"] if placed else [])
    assert (parts.model.rows[0] == Heading("Last placed", 1)) is placed
    after = parts.model.index(parts.model.row_of("dgx-h100"))
    assert (after != node) is placed
    assert parts.list.visualRect(after) == where, "no part moves from where it is aimed at"
    assert parts.list.currentIndex().row() == rack.row() + (2 if placed else 0)
    rows = list(parts.model.rows)
    QApplication.sendEvent(parts, QEnterEvent(QPointF(5, 5), QPointF(5, 5), QPointF(5, 5)))
    assert parts.model.rows == rows


def test_parts_that_are_listed_keep_their_rows(
    parts: PartsPanel, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second part dragged from the same place is the same part."""
    drops(monkeypatch, desk)
    point(monkeypatch, QPoint(-100, -100))
    desk.workspace.select(("A02",))
    for key in ("rack-48u", "crah", "rack-42u"):
        desk.settings.add_recent_part(key)
    parts.refresh()
    assert last_placed(parts) == ["rack-42u", "crah", "rack-48u"]
    for _ in range(2):
        drag(parts, 2)
        assert desk.settings.recent_parts()[0] == "crah"
        assert last_placed(parts) == ["rack-42u", "crah", "rack-48u"]
    drag(parts, parts.model.row_of("rack-52u"))
    assert last_placed(parts) == ["rack-42u", "crah", "rack-52u"], "the oldest goes, no other moves"


def test_nothing_is_listed_under_the_pointer(
    parts: PartsPanel, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    drops(monkeypatch, desk)
    point(monkeypatch, parts.mapToGlobal(QPoint(20, 300)))
    rows = list(parts.model.rows)
    drag(parts, parts.model.row_of("rack-48u"))
    QApplication.sendEvent(parts, QEvent(QEvent.Type.Leave))
    assert parts.model.rows == rows, "a menu or a notice came over it; the pointer rests"
    point(monkeypatch, QPoint(-100, -100))
    QApplication.sendEvent(parts, QEvent(QEvent.Type.Leave))
    assert last_placed(parts) == ["rack-48u"]


def test_an_unknown_kind_is_said_below_the_search(parts: PartsPanel) -> None:
    parts.search.setText("kind:foo")
    assert parts.note.isVisible()
    assert parts.note.text() == "Nothing fits: there is no kind foo"
    assert parts.model.rows == []
    parts.search.setText("toaster oven grill")
    assert parts.note.text() == NOTHING_FITS


def test_a_token_that_is_left_out_is_said_above_what_fits(parts: PartsPanel) -> None:
    parts.search.setText("dgx-h100 powr<2")
    assert parts.note.isVisible()
    assert parts.note.text() == (
        "Left out of the search: no figure is called powr (did you mean power?)"
    )
    assert parts.model.row_of("dgx-h100") > 0
    parts.search.setText("dgx-h100")
    assert not parts.note.isVisible()


def test_a_search_marks_its_best_fit_in_whatever_group(parts: PartsPanel) -> None:
    parts.search.setText("cdu-row")
    marked = parts.chosen()
    assert marked is not None
    assert marked.id == "cdu-row"
    assert parts.model.row_of("cdu-row") > 1, "parts that speak of it stand above it"


@pytest.mark.parametrize(
    "name", ["Open Rack V3, 44 OU", "DGX B300, bus bar", "Open Rack V3 battery shelf 15 kW"]
)
def test_a_name_typed_letter_by_letter_marks_its_part(parts: PartsPanel, name: str) -> None:
    """What an earlier letter had marked stayed marked: Enter placed another rack."""
    QTest.keyClicks(parts.search, name)
    chosen = parts.chosen()
    assert chosen is not None
    assert chosen.name == name


def test_the_same_search_keeps_the_part_that_was_marked(parts: PartsPanel) -> None:
    parts.search.setText("DGX")
    parts.choose("dgx-b200")
    parts.refresh()
    assert getattr(parts.chosen(), "id", "") == "dgx-b200"
    parts.search.setText("DGX h")
    assert getattr(parts.chosen(), "id", "") == "dgx-h100"
