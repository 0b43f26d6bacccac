"""Offers of newer figures, the menu of the floor and the box of commands, each by itself."""

from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QImage,
    QKeyEvent,
    QPainter,
    QPaintEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QListView,
    QMenu,
    QPushButton,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from designer.catalog.updates import PartUpdate, differences
from designer.render.fonts import font
from designer.ui.commands.command_box import ROW_PX, SHOWN_ROWS, CommandBox
from designer.ui.commands.command_search import Entry, Pool
from designer.ui.commands.floor_menu import ON_FLOOR, ON_PLANT, ON_RACK, ON_ROW, FloorMenu
from designer.ui.commands.own_parts import (
    NOTHING_NEWER,
    TAKEN,
    TOPIC,
    OwnPartCommands,
    offer_words,
)
from designer.ui.commands.what_if import TITLE, UPSTREAM
from designer.ui.kit.banner import BannerArea
from designer.ui.state.actions import SEPARATOR, ActionSet
from designer.ui.state.workspace import Workspace
from tests.helpers.canvas_space import LEAF, NODE
from tests.helpers.sessions import press_notice, settle, until_it_stands

HEAVIER = NODE.evolve(mass_kg=150, power_max_w=11_000)
BETTER = (PartUpdate(NODE, HEAVIER, differences(NODE, HEAVIER)),)


def test_an_offer_names_three_parts_and_counts_the_others() -> None:
    assert offer_words(BETTER) == (
        "The catalogue says something else now of Node 8U (2 differences). "
        "The design keeps the figures it was drawn with."
    )
    assert "Node 8U (2 differences). " in offer_words(BETTER * 3)
    assert "Node 8U (2 differences) and 1 more. " in offer_words(BETTER * 4)


class Session(QObject):
    """Stands for the session: what the design keeps and the catalogue says."""

    opened = Signal()
    catalog_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.found: tuple[PartUpdate, ...] = ()
        self.taken: list[list[str]] = []
        self.gives_back = True

    def updates(self) -> tuple[PartUpdate, ...]:
        return self.found

    def take_updates(self, part_ids: list[str]) -> None:
        self.taken.append(list(part_ids))
        self.found = ()

    def take_updates_back(self) -> bool:
        return self.gives_back


class Offers:
    """The commands of own parts without own parts."""

    def __init__(self, space: Workspace) -> None:
        self.window = QWidget()
        self.actions, self.banners = ActionSet(self.window), BannerArea(self.window)
        self.session = Session()
        self.session.setParent(self.window)
        self.commands = OwnPartCommands(
            self.window, space, self.session, self.actions, None,  # type: ignore[arg-type]  # stands in
            banners=self.banners, chosen_part=lambda: None,
        )  # fmt: skip

    def buttons(self) -> list[str]:
        return [button.text() for button in self.banners.findChildren(QPushButton)]


@pytest.fixture
def offers(qtbot: QtBot, space: Workspace) -> Offers:
    made = Offers(space)
    qtbot.addWidget(made.window)
    return made


Told = list[tuple[str, str]]


def test_newer_figures_are_offered_once_a_design_is_open(offers: Offers) -> None:
    offers.session.found = BETTER
    offers.session.opened.emit()
    assert offers.banners.texts() == {}, "opening clears the notices of the file before"
    settle()
    assert offers.banners.texts() == {TOPIC: offer_words(BETTER)}
    until_it_stands(offers.banners, TOPIC)
    assert offers.buttons() == ["Show differences", "Dismiss"]
    offers.session.found = ()
    offers.commands.offer()
    assert offers.banners.texts() == {}


def test_other_words_of_a_source_are_no_offer(offers: Offers) -> None:
    (update,) = BETTER
    source = SimpleNamespace(field="provenance")
    offers.session.found = (PartUpdate(NODE, NODE, (source,)),)  # type: ignore[arg-type]  # one
    offers.commands.offer()
    assert offers.banners.texts() == {}
    both = (source, *update.differences)
    offers.session.found = (PartUpdate(NODE, HEAVIER, both),)  # type: ignore[arg-type]  # one
    offers.commands.offer()
    assert list(offers.banners.texts()) == [TOPIC]


def test_what_is_taken_can_be_taken_back(offers: Offers, told: Told) -> None:
    offers.session.found = BETTER
    offers.commands.offer()
    offers.commands.take(["node", "leaf"])
    assert offers.session.taken == [["node", "leaf"]]
    assert offers.banners.texts() == {
        TAKEN: "The design uses the newer figures of 2 parts; save to keep them."
    }
    press_notice(offers.banners, TAKEN, "Take back")
    assert told == [("The design has its own figures again", "info")]
    offers.session.gives_back = False
    offers.commands.take(["node"])
    press_notice(offers.banners, TAKEN, "Take back")
    assert len(told) == 1, "there was nothing to give back"


def test_that_nothing_is_newer_is_said(offers: Offers, told: Told) -> None:
    offers.actions["catalog.updates"].trigger()
    assert told == [(NOTHING_NEWER, "info")]
    assert offers.commands.updates is None
    offers.session.found = BETTER
    offers.actions["catalog.updates"].trigger()
    first = offers.commands.updates
    assert first is not None
    assert first.isVisible()
    first.close()
    offers.actions["catalog.updates"].trigger()
    assert offers.commands.updates is not first
    assert offers.commands.updates is not None
    offers.commands.updates.taken.emit(["node"])
    assert offers.session.taken == [["node"]]
    offers.commands.updates.close()


def test_without_own_parts_there_is_no_window_of_them(offers: Offers) -> None:
    changed: list[bool] = []
    offers.commands.catalog_changed.connect(lambda: changed.append(True))
    offers.actions["catalog.own_part"].trigger()
    assert offers.commands.dialog is None
    offers.session.catalog_changed.emit()
    assert changed == [True]


# The menu of the floor


class Targets(QWidget):
    """Stands for the drawing: says what is at a point."""

    def __init__(self) -> None:
        super().__init__()
        self.note = self.rack = self.row = self.plant = self.tray = ""

    def viewport(self) -> QWidget:
        return self

    def place_at(self, at: QPoint) -> QPointF:
        return QPointF(at) * 10.04

    def note_id_at(self, _at: QPoint) -> str:
        return self.note

    def rack_id_at(self, _at: QPoint) -> str:
        return self.rack

    def plant_key_at(self, _at: QPoint) -> str:
        return self.plant

    def tray_key_at(self, _at: QPoint) -> str:
        return self.tray

    def row_id_at(self, _at: QPoint) -> str:
        return self.row


class Notes:
    """Stands for the commands of remarks."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []

    def ask_at(self, *place: int) -> None:
        self.asked.append(("at", *place))

    def ask_text(self, note_id: str) -> None:
        self.asked.append(("text", note_id))

    def remove(self, note_id: str) -> None:
        self.asked.append(("remove", note_id))


class Menu:
    """The menu of the floor on a workspace."""

    def __init__(self, space: Workspace) -> None:
        self.targets, self.notes, self.space = Targets(), Notes(), space
        self.actions = ActionSet(self.targets)
        self.menu = FloorMenu(
            self.targets, self.targets, space, self.actions, self.notes  # type: ignore[arg-type]  # stands in
        )  # fmt: skip

    def at(self, x: int = 10, y: int = 20) -> QMenu:
        return self.menu.menu_at(QPoint(x, y))

    def commands(self, menu: QMenu) -> list[str]:
        known = {action: action_id for action_id, action in self.actions}
        return [
            SEPARATOR if one.isSeparator() else known.get(one, one.text()) for one in menu.actions()
        ]


@pytest.fixture
def floor(qtbot: QtBot, space: Workspace) -> Menu:
    made = Menu(space)
    qtbot.addWidget(made.targets)
    return made


def test_a_bare_place_offers_a_remark_there_and_what_is_inserted(floor: Menu) -> None:
    menu = floor.at(100, 50)
    assert menu.accessibleName() == "Floor"
    assert floor.commands(menu) == ["Note here…", UPSTREAM, SEPARATOR, *ON_FLOOR]
    menu.actions()[0].trigger()
    assert floor.notes.asked == [("at", 1004, 502)]


def test_a_remark_offers_to_change_and_to_remove_it(floor: Menu) -> None:
    floor.targets.note, floor.targets.rack = "n1", "A01"
    menu = floor.at()
    assert menu.accessibleName() == "Note"
    for action in menu.actions():
        action.trigger()
    assert floor.notes.asked == [("text", "n1"), ("remove", "n1")]
    assert floor.space.selection == ()


def test_a_rack_is_selected_first_unless_it_is_one_of_several(floor: Menu) -> None:
    floor.targets.rack, floor.targets.row = "A02", "A"
    menu = floor.at()
    assert (menu.accessibleName(), floor.space.selection) == ("Rack", ("A02",))
    assert floor.commands(menu) == [TITLE, SEPARATOR, *ON_RACK]
    floor.space.select(("A01", "A02"))
    floor.at()
    assert floor.space.selection == ("A01", "A02")
    floor.targets.rack = "A03"
    floor.at()
    assert floor.space.selection == ("A03",)


def test_what_stands_upstream_is_selected_and_may_be_turned_or_removed(floor: Menu) -> None:
    floor.targets.plant = "power:ups-01"
    menu = floor.at()
    assert (menu.accessibleName(), floor.space.selection) == ("Power", ("power:ups-01",))
    assert floor.commands(menu) == [TITLE, SEPARATOR, *ON_PLANT]


def test_the_name_of_a_row_selects_its_racks(floor: Menu) -> None:
    floor.targets.row = "B"
    menu = floor.at()
    assert menu.accessibleName() == "Row"
    assert floor.space.selection == ("B01", "B02", "B03", "B04")
    assert floor.commands(menu) == [*ON_ROW]


def test_a_right_click_opens_the_menu_where_it_was(floor: Menu) -> None:
    floor.targets.show()
    assert floor.targets.contextMenuPolicy() == Qt.ContextMenuPolicy.CustomContextMenu
    floor.targets.customContextMenuRequested.emit(QPoint(30, 40))
    (menu,) = [m for m in floor.targets.findChildren(QMenu) if m.isVisible()]
    assert menu.pos() == floor.targets.mapToGlobal(QPoint(30, 40))
    assert menu.toolTipsVisible(), "why a command cannot be done is in its tip"
    menu.close()


# The box of commands


class Box:
    """The box in a window, with what was run."""

    def __init__(self, entries: int = 30) -> None:
        self.ran: list[str] = []
        self.asked = 0
        self.number = entries
        self.window = QWidget()
        self.box, self.other = CommandBox(lambda: (Pool(self.entries()),)), QLineEdit()
        column = QVBoxLayout(self.window)
        column.addWidget(self.box)
        column.addWidget(self.other)
        column.addStretch(1)
        self.window.resize(900, 600)
        self.window.show()

    def entries(self) -> Iterator[Entry]:
        self.asked += 1
        for n in range(self.number):
            yield Entry("rack", f"A{n:02}", partial(self.ran.append, f"A{n:02}"))
        yield Entry("command", "Copy", lambda: self.ran.append("Copy"), reason="select a rack")

    def list(self) -> QListView:
        return self.box._list

    def row(self) -> int:
        return self.list().currentIndex().row()

    def is_open(self) -> bool:
        return self.box.popup is not None and self.box.popup.isVisible()


@pytest.fixture
def box(qtbot: QtBot, dark_look: None) -> Box:
    made = Box()
    qtbot.addWidget(made.window)
    return made


def test_the_box_opens_with_everything_and_the_first_one_marked(box: Box) -> None:
    assert not box.is_open()
    box.box.open()
    assert box.is_open()
    assert box.box.hasFocus()
    assert (box.box.model.rowCount(), box.row(), box.asked) == (31, 0, 1)
    assert box.list().isVisible()
    assert not box.box.nothing.isVisible()


def test_each_row_says_at_its_right_what_it_is(box: Box) -> None:
    box.box.open()
    settle()
    place = box.list().visualRect(box.box.model.index(1))
    image = box.list().viewport().grab(place.adjusted(place.width() // 2, 2, -2, -2)).toImage()
    first = image.pixel(0, 0)
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    assert any(image.pixel(x, y) != first for x, y in places)
    model = box.box.model
    spoken = {model.data(model.index(row), Qt.ItemDataRole.AccessibleTextRole) for row in range(31)}
    assert {"rack A00", "command Copy  select a rack"} <= {words.strip() for words in spoken}
    reasons = {model.data(model.index(row), Qt.ItemDataRole.ToolTipRole) for row in range(31)}
    assert reasons == {None, "select a rack"}


def test_a_long_title_ends_before_the_word_at_its_right(box: Box) -> None:
    """The word stands at the same place, painted over nothing, whatever the title is."""
    option = QStyleOptionViewItem()
    option.rect = QRect(0, 0, 420, ROW_PX)
    pictures = []
    for title in ("A", "A long title that goes on and on " * 4):
        box.box.model.show([Entry("command", title, lambda: None)])
        picture = QImage(420, ROW_PX, QImage.Format.Format_RGB32)
        picture.fill(0)
        painter = QPainter(picture)
        box.list().itemDelegate().paint(painter, option, box.box.model.index(0))
        painter.end()
        word = QFontMetrics(font(11)).horizontalAdvance("command")
        pictures.append(picture.copy(QRect(420 - 12 - word - 4, 2, word + 4, ROW_PX // 2 - 4)))
    assert pictures[0] == pictures[1]
    tip = box.box.model.data(box.box.model.index(0), Qt.ItemDataRole.ToolTipRole)
    assert tip.split() == title.split(), "whole, in as many lines as it takes"


def test_the_list_is_as_high_as_what_is_found_and_inside_the_window(box: Box) -> None:
    box.box.open()
    assert box.box.popup is not None
    nine = box.box.popup.height()
    QTest.keyClicks(box.box, "a1")
    assert box.box.model.rowCount() == 10
    assert box.box.popup.height() == nine, f"{SHOWN_ROWS} rows at most"
    QTest.keyClicks(box.box, "7")
    assert box.box.model.rowCount() == 1
    assert box.list().isVisible()
    assert not box.box.nothing.isVisible()
    assert box.box.popup.height() < nine
    assert box.box.popup.y() > box.box.geometry().bottom()
    assert box.box.popup.geometry().right() <= box.window.width()
    assert box.box.popup.x() >= 8
    QTest.keyClicks(box.box, "zz")
    assert not box.list().isVisible()
    assert box.box.nothing.isVisible()
    assert box.asked == 1, "what there is is asked for when the box is opened"


@pytest.mark.parametrize(
    ("keys", "row"),
    [
        ([Qt.Key.Key_Down], 1), ([Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up], 1),
        ([Qt.Key.Key_Up], 0), ([Qt.Key.Key_PageDown], 8),
        ([Qt.Key.Key_PageDown, Qt.Key.Key_PageUp], 0), ([Qt.Key.Key_PageDown] * 9, 30),
    ],
)  # fmt: skip
def test_keys_walk_the_list_and_stop_at_its_ends(box: Box, keys: list[Qt.Key], row: int) -> None:
    box.box.open()
    for key in keys:
        QTest.keyClick(box.box, key)
    assert box.row() == row


def test_enter_runs_what_is_marked_and_closes(box: Box) -> None:
    box.box.open()
    QTest.keyClicks(box.box, "a0")
    QTest.keyClick(box.box, Qt.Key.Key_Down)
    QTest.keyClick(box.box, Qt.Key.Key_Return)
    assert box.ran == ["A01"]
    assert (box.is_open(), box.box.text(), box.box.hasFocus()) == (False, "", False)
    box.box.open()
    QTest.keyClicks(box.box, "a05")
    QTest.keyClick(box.box, Qt.Key.Key_Enter)
    assert box.ran == ["A01", "A05"]


def test_what_cannot_be_done_stays_and_says_why(box: Box) -> None:
    box.box.open()
    QTest.keyClicks(box.box, "copy")
    QTest.keyClick(box.box, Qt.Key.Key_Return)
    assert box.ran == []
    assert box.is_open()
    assert box.box.toolTip() == "select a rack"


def test_nothing_found_is_nothing_run(box: Box) -> None:
    box.box.open()
    QTest.keyClicks(box.box, "zz")
    QTest.keyClick(box.box, Qt.Key.Key_Return)
    assert (box.ran, box.is_open()) == ([], True)


def test_escape_closes_the_list_and_gives_the_keyboard_away(box: Box) -> None:
    box.box.open()
    QTest.keyClicks(box.box, "a0")
    QTest.keyClick(box.box, Qt.Key.Key_Escape)
    assert (box.is_open(), box.box.text(), box.box.hasFocus()) == (False, "", False)
    box.box.setFocus()
    QTest.keyClick(box.box, Qt.Key.Key_Down)
    assert (box.is_open(), box.asked) == (True, 2), "an arrow opens it again"


def test_escape_is_kept_from_the_window_and_other_keys_are_not(box: Box) -> None:
    for key, is_kept in ((Qt.Key.Key_Escape, True), (Qt.Key.Key_F9, False)):
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, Qt.KeyboardModifier.NoModifier)
        event.ignore()
        box.box.event(event)
        assert event.isAccepted() == is_kept


def test_the_list_goes_with_the_keyboard_but_not_with_the_window(box: Box) -> None:
    box.box.open()
    away = QFocusEvent(QEvent.Type.FocusOut, Qt.FocusReason.ActiveWindowFocusReason)
    box.box.focusOutEvent(away)
    assert box.is_open()
    box.other.setFocus()
    assert not box.is_open()


def test_a_click_opens_the_list_and_another_one_runs(box: Box) -> None:
    QTest.mouseClick(box.box, Qt.MouseButton.LeftButton)
    assert box.is_open()
    at = box.list().visualRect(box.box.model.index(2)).center()
    QTest.mouseClick(box.list().viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert box.ran == ["A02"]


def test_the_key_is_shown_only_in_an_empty_line_at_rest(box: Box) -> None:
    box.other.setFocus()
    box.box.setPlaceholderText("")
    right = box.box.rect().adjusted(box.box.width() - 60, 4, -6, -4)

    def has_words() -> bool:
        image = box.box.grab(right).toImage()
        first = image.pixel(0, 0)
        places = ((x, y) for x in range(image.width()) for y in range(image.height()))
        return any(image.pixel(x, y) != first for x, y in places)

    assert has_words()
    box.box.setText("a")
    assert not has_words()
    box.box.clear()
    box.box.setFocus()
    assert not has_words()


def test_leaf_and_node_are_told_apart_in_an_offer() -> None:
    other = LEAF.evolve(mass_kg=9)
    both = (*BETTER, PartUpdate(LEAF, other, differences(LEAF, other)))
    assert "Node 8U (2 differences), Leaf 1U (1 difference). " in offer_words(both)


# What there is too much of to look at while a key waits


@pytest.fixture
def full(qtbot: QtBot, dark_look: None) -> Box:
    made = Box(20_000)
    qtbot.addWidget(made.window)
    made.box.open()
    return made


def test_a_key_is_answered_before_all_is_looked_at(full: Box, qtbot: QtBot) -> None:
    QTest.keyClicks(full.box, "a")
    assert full.box.is_searching
    assert full.box.model.entries[0].title == "A00"
    qtbot.waitUntil(lambda: not full.box.is_searching)
    assert len(full.box.model.entries) == 40


def test_what_is_found_later_takes_its_place_and_what_was_walked_to_stays(
    full: Box, qtbot: QtBot
) -> None:
    QTest.keyClicks(full.box, "a1")
    assert full.box.is_searching
    for _ in range(2):
        QTest.keyClick(full.box, Qt.Key.Key_Down)
    title = full.list().currentIndex().data()
    qtbot.waitUntil(lambda: not full.box.is_searching)
    assert full.list().currentIndex().data() == title
    assert [one.title for one in full.box.model.entries[:2]] == ["A10", "A100"]


def test_enter_runs_the_best_of_all_though_not_all_is_looked_at(full: Box) -> None:
    QTest.keyClicks(full.box, "a19999")
    assert full.box.is_searching
    assert full.box.model.rowCount() == 0
    QTest.keyClick(full.box, Qt.Key.Key_Return)
    assert full.ran == ["A19999"]
    assert not full.box.is_searching


def test_a_box_that_is_left_looks_no_further(full: Box) -> None:
    QTest.keyClicks(full.box, "a")
    assert full.box.is_searching
    QTest.keyClick(full.box, Qt.Key.Key_Escape)
    assert not full.box.is_searching


def test_a_key_paints_the_list_and_not_what_lies_below_it(qtbot: QtBot, box: Box) -> None:
    class Below(QWidget):
        def __init__(self, parent: QWidget) -> None:
            super().__init__(parent)
            self.painted: list[QRect] = []

        def paintEvent(self, event: QPaintEvent) -> None:
            self.painted.append(event.rect())

    below = Below(box.window)
    below.setGeometry(0, 120, 900, 420)
    below.show()
    box.box.open()
    QTest.keyClicks(box.box, "a")
    qtbot.waitUntil(lambda: bool(below.painted))
    QApplication.processEvents()
    popup, bar = box.box.popup, box.list().verticalScrollBar()
    assert popup is not None
    at = popup.geometry()
    below.painted.clear()
    QTest.keyClicks(box.box, "0")
    QApplication.processEvents()
    assert popup.geometry() == at, "as many rows as before"
    # The bar of the list, whose length is another, lets its ground be seen.
    assert all(one.width() <= bar.width() + 2 for one in below.painted)
