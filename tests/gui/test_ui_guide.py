"""The guide in the window: F1, search, from a finding to the page of its rule, keyboard alone."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QLineEdit,
    QMenu,
    QTextEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from designer.catalog.library import Library
from designer.engine.report import Check
from designer.io.guide import Target
from designer.render.theme import DARK, LIGHT
from designer.ui.kit.style import mixed
from designer.ui.state.actions import MENUS
from designer.ui.views.catalogue.family_list import EVERYTHING
from designer.ui.views.dashboard.checks import CheckList
from designer.ui.views.guide import window as window_module
from designer.ui.views.guide.contents import Row, paint_marked
from designer.ui.views.guide.window import HITS_SHOWN, GuideWindow
from designer.ui.window.main_window import MainWindow
from tests.helpers.catalog_entries import TOPIC
from tests.helpers.sessions import settle
from tests.helpers.ui_desk import Desk, small_report

LIBRARY = Library({"topic": [TOPIC]})
CHECKS = (
    Check(rule="P02", severity="error", where=("A01",), message="one feed only", key="P02:a"),
    Check(rule="C14", severity="warning", where=("A02",), message="no containment", key="C14:b"),
)


@pytest.fixture
def guide(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[GuideWindow]:
    monkeypatch.setattr(GuideWindow.__init__, "__defaults__", (None, lambda: LIBRARY))
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.floor.view.setFocus()
    QTest.keyClick(window.floor.view, Qt.Key.Key_F1)
    made = window.guide.guide
    assert made is not None
    qtbot.waitUntil(lambda: "topic/t" in made.guide.pages)
    yield made
    made.close()


@pytest.fixture
def checks(window: MainWindow, desk: Desk) -> CheckList:
    desk.report(small_report().evolve(checks=CHECKS))
    settle()
    return window.dashboard.checks.list


def rows(guide: GuideWindow) -> list[Row]:
    return guide.list.contents.rows


def titles(guide: GuideWindow) -> list[str]:
    return [row.title for row in rows(guide)]


def at_word(checks: CheckList, row: int, word: str) -> QPoint:
    """Return a place where a word beside a finding's title is."""
    index = checks.checks.index(row)
    box = checks.visualRect(index)
    hit = [x for x in range(box.left(), box.right())
           if checks.link_at(index, QPointF(x, box.top() + 12)) == word]  # fmt: skip
    assert hit
    return QPoint(hit[len(hit) // 2], box.top() + 12)


def click(checks: CheckList, at: QPoint) -> None:
    QTest.mouseClick(checks.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_f1_opens_the_guide_ready_to_search(window: MainWindow, guide: GuideWindow) -> None:
    action = window.actions_by_id["help.guide"]
    assert action.shortcut().toString() == "F1"
    assert "help.guide" in dict(MENUS)["&Help"]
    assert guide.isVisible()
    assert guide.isWindow()
    assert guide.place == Target("manual.md")
    assert window.guide.show() is guide


def test_the_contents_list_pages_and_help_texts(guide: GuideWindow) -> None:
    listed = titles(guide)
    assert listed[:3] == ["Using it", "Manual", "Keyboard and mouse"]
    assert listed[-2:] == ["Topics: hardware", "Racks"]
    assert [row.title for row in rows(guide) if row.target is None] == [
        *("Using it", "Behind it", "Topics: hardware")
    ]


def test_the_page_that_is_chosen_is_shown(guide: GuideWindow) -> None:
    guide.list.setFocus()
    guide.list.choose_page("manual.md")
    QTest.keyClick(guide.list, Qt.Key.Key_Down)
    assert guide.place.page == "keyboard.md"
    assert "Keyboard and mouse" in guide.page.toPlainText()
    assert guide.page.accessibleName() == "Keyboard and mouse"


def test_keyboard_and_mouse_are_a_page_of_it(window: MainWindow, guide: GuideWindow) -> None:
    guide.search.setText("rack")
    window.actions_by_id["help.keys"].trigger()
    assert guide.place.page == "keyboard.md"
    assert guide.search.text() == ""


def test_a_search_lists_places_and_marks_them_on_the_page(guide: GuideWindow) -> None:
    guide.search.setText("rear door")
    assert titles(guide)[1] == "C22: rear doors hang where they are needed"
    assert titles(guide)[0] == f"{len(rows(guide)) - 1} places"
    QTest.keyClick(guide.search, Qt.Key.Key_Down)
    assert guide.place == Target("checks.md", "c22-rear-doors-hang-where-they-are-needed")
    marked = {cursor.selectedText().casefold() for cursor in guide.page.marked()}
    assert marked == {"rear", "door"}
    assert guide.page.verticalScrollBar().value() > 0
    guide.search.clear()
    assert titles(guide)[0] == "Using it"
    assert guide.page.marked() == []


def test_of_a_long_section_the_place_that_fits_is_shown(guide: GuideWindow) -> None:
    guide.search.setText("canary")
    found = titles(guide).index("Decisions")
    guide.list.setCurrentIndex(guide.list.contents.index(found))
    assert guide.place == Target("decisions.md")
    (mark,) = guide.page.marked()
    assert guide.page.viewport().rect().contains(guide.page.cursorRect(mark))
    assert guide.page.verticalScrollBar().value() > 500


def test_a_search_that_finds_nothing_says_so(guide: GuideWindow) -> None:
    guide.search.setText("xyzzy")
    assert titles(guide) == ["Nothing found"]
    QTest.keyClick(guide.search, Qt.Key.Key_Return)
    assert guide.place == Target("manual.md")


def test_what_the_best_places_lack_is_said(guide: GuideWindow) -> None:
    guide.search.setText("xyzzy single loss of a feed")
    places = len(rows(guide)) - 1
    assert titles(guide)[0] == f"No place has all of it; {places} places without xyzzy"


def test_the_same_can_be_searched_in_the_catalogue(
    window: MainWindow, guide: GuideWindow, qtbot: QtBot
) -> None:
    assert not guide.more.isVisible()
    guide.search.setText("Quokka ")
    assert titles(guide) == ["Nothing found"]
    assert guide.more.isVisible()
    assert guide.more.text() == "Search the catalogue for “Quokka”"
    guide.more.click()
    browser = window.catalogue.browser
    assert browser is not None
    assert browser.page.search.text() == "Quokka"
    assert browser.page.families.family_id() == EVERYTHING
    browser.close()
    guide.search.clear()
    assert not guide.more.isVisible()


def test_one_place_is_counted_as_one(guide: GuideWindow) -> None:
    guide.search.setText("straight way half a metre SADDLE")
    assert titles(guide)[0] == "1 place"


def test_of_many_places_the_best_are_shown_and_said(guide: GuideWindow) -> None:
    guide.search.setText("a")
    assert len(rows(guide)) == HITS_SHOWN + 1
    assert guide.said.isVisible()
    assert guide.said.text().startswith(f"the best {HITS_SHOWN} of ")
    guide.search.setText("rear door")
    assert not guide.said.isVisible()


def test_a_help_text_of_the_catalogue_is_found_too(guide: GuideWindow) -> None:
    guide.search.setText("Second")
    assert "Racks" in titles(guide)


def test_help_texts_that_cannot_be_read_are_said(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    def broken() -> Library:
        raise ValueError("topics.toml:3: no such field")

    monkeypatch.setattr(GuideWindow.__init__, "__defaults__", (None, broken))
    guide = window.guide.show()
    qtbot.waitUntil(lambda: guide.said.isVisible())
    assert "topics.toml:3: no such field" in guide.said.text()
    assert titles(guide)[1] == "Manual"
    guide.close()


def test_the_shipped_help_texts_are_those_of_the_guide() -> None:
    defaults = GuideWindow.__init__.__defaults__
    assert defaults is not None
    assert defaults[-1] is window_module.shipped_library


def test_back_and_forward_go_among_the_pages_shown(guide: GuideWindow) -> None:
    assert not guide.back.isEnabled()
    guide.show_place(Target("checks.md"))
    guide.show_place(Target("figures.md"))
    guide.back.click()
    assert guide.place == Target("checks.md")
    guide.back.click()
    assert guide.place == Target("manual.md")
    assert not guide.back.isEnabled()
    guide.forward.click()
    assert guide.place == Target("checks.md")
    guide.show_place(Target("bench.md"))
    assert not guide.forward.isEnabled()
    guide.go(back=False)
    assert guide.place == Target("bench.md")


def test_a_link_leads_to_a_page_or_into_the_catalogue(
    qtbot: QtBot, window: MainWindow, guide: GuideWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide.follow("figures.md")
    assert guide.place == Target("figures.md")
    guide.follow("nowhere.md")
    assert guide.place == Target("figures.md")
    link = "../../catalogs/library/guidelines/facility.toml#guideline/air-limit"
    with qtbot.waitSignal(guide.entry_asked) as told:
        guide.follow(link)
    assert told.args == ["guideline/air-limit"]
    browser = window.catalogue.browser
    assert browser is not None
    assert browser.isVisible()
    browser.close()


def test_the_keyboard_alone_is_enough(guide: GuideWindow, qtbot: QtBot) -> None:
    guide.activateWindow()
    guide.focus_search()
    QTest.keyClicks(guide.search, "waiver effect")
    QTest.keyClick(guide.search, Qt.Key.Key_Return)
    assert guide.list.hasFocus()
    assert guide.place == Target("checks.md", "w01-a-waiver-has-an-effect")
    QTest.keyClick(guide.list, Qt.Key.Key_Return)
    assert guide.page.hasFocus()
    before = guide.page.textCursor().selectionStart()
    QTest.keyClick(guide, Qt.Key.Key_F3)
    assert guide.page.textCursor().selectionStart() != before
    QTest.keyClick(guide, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(guide, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert guide.search.hasFocus()
    QTest.keyClick(guide, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert guide.place == Target("manual.md")
    QTest.keyClick(guide, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert guide.place.page == "checks.md"
    QTest.keyClick(guide, Qt.Key.Key_Escape)
    assert guide.search.text() == ""
    assert guide.isVisible()
    QTest.keyClick(guide, Qt.Key.Key_Escape)
    assert not guide.isVisible()


def test_every_control_says_what_it_is(guide: GuideWindow) -> None:
    silent = [
        type(widget).__name__
        for widget in guide.findChildren(QWidget)
        if isinstance(widget, QAbstractButton | QAbstractItemView | QLineEdit | QTextEdit)
        and not (widget.accessibleName() or widget.parent() is guide.search)
    ]
    assert silent == []
    row = guide.list.contents.index(1)
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == "Manual"
    guide.search.setText("lost feed")
    spoken = guide.list.contents.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("P02: a lost feed leaves enough, Checks, ")


def test_headings_of_the_contents_are_passed_over(guide: GuideWindow) -> None:
    model = guide.list.contents
    for number, row in enumerate(model.rows):
        chosen = bool(model.flags(model.index(number)) & Qt.ItemFlag.ItemIsSelectable)
        assert chosen == (row.target is not None)


@pytest.mark.parametrize("scale", [1, 2])
def test_words_that_fit_are_marked_in_the_list(guide: GuideWindow, scale: int) -> None:
    """The ground of a mark is painted; a row without what was searched has none."""
    picture = QImage(300, 40, QImage.Format.Format_RGB32)
    picture.setDevicePixelRatio(scale)
    shown = {}
    for words in (("feed",), ("nothing",)):
        picture.fill(QColor(DARK.panel))
        painter = QPainter(picture)
        paint_marked(painter, QRectF(0, 0, 150, 20), "a lost feed", words, DARK)
        painter.end()
        ground = mixed(QColor(DARK.panel), QColor(DARK.warning), 0.35)
        shown[words[0]] = any(picture.pixelColor(x, 6) == ground for x in range(300))
    assert shown == {"feed": True, "nothing": False}


def test_the_other_theme_recolours_page_and_list(desk: Desk, guide: GuideWindow) -> None:
    guide.show_place(Target("checks.md"))
    desk.workspace.set_theme(LIGHT)
    title = guide.page.document().begin().begin().fragment().charFormat()
    assert title.foreground().color() == QColor(LIGHT.text)


def test_the_guide_is_left_and_found_as_it_was(
    window: MainWindow, desk: Desk, guide: GuideWindow, qtbot: QtBot
) -> None:
    guide.resize(720, 560)
    guide.close()
    again = GuideWindow(desk.workspace, desk.settings, window.actions_by_id)
    qtbot.addWidget(again)
    assert again.size() == guide.size()


def test_closing_the_window_closes_its_guide(window: MainWindow, guide: GuideWindow) -> None:
    window.close()
    assert not guide.isVisible()


@pytest.mark.parametrize("row", [0, 1])
def test_guide_beside_a_finding_opens_the_page_of_its_rule(
    window: MainWindow, guide: GuideWindow, checks: CheckList, row: int
) -> None:
    click(checks, at_word(checks, row, "why"))
    assert checks.checks.opened == {CHECKS[row].key}
    click(checks, at_word(checks, row, "guide"))
    assert guide.guide.rule(CHECKS[row].rule) == guide.place
    assert guide.isVisible()
    click(checks, at_word(checks, row, "less"))
    assert checks.checks.opened == set()


def test_the_words_beside_a_finding_do_what_they_say(
    desk: Desk, guide: GuideWindow, checks: CheckList
) -> None:
    click(checks, at_word(checks, 0, "show"))
    assert desk.workspace.selection == ("A01",)
    assert checks.checks.opened == set()
    index = checks.checks.index(0)
    box = checks.visualRect(index)
    assert checks.link_at(index, QPointF(box.left() + 20, box.top() + 12)) == ""
    assert checks.link_at(index, QPointF(box.right() - 20, box.top() + 30)) == ""


def test_f1_on_a_finding_opens_its_page_and_elsewhere_the_guide(
    window: MainWindow, guide: GuideWindow, checks: CheckList
) -> None:
    window.activateWindow()
    checks.setFocus()
    checks.setCurrentIndex(checks.checks.index(1))
    QTest.keyClick(checks, Qt.Key.Key_F1)
    assert guide.place == guide.guide.rule("C14")
    guide.show_place(Target("manual.md"))
    window.floor.view.setFocus()
    QTest.keyClick(window.floor.view, Qt.Key.Key_F1)
    assert guide.place == Target("manual.md")


def test_the_menu_of_a_finding_names_its_page(guide: GuideWindow, checks: CheckList) -> None:
    checks._open_menu(checks.visualRect(checks.checks.index(0)).center())
    menu = checks.findChild(QMenu)
    assert menu is not None
    actions = {action.text(): action for action in menu.actions()}
    actions["P02 in the guide"].trigger()
    assert guide.place == guide.guide.rule("P02")
    menu.close()


def test_a_rule_without_a_page_leads_to_the_page_of_all(guide: GuideWindow) -> None:
    guide.show_rule("X99")
    assert guide.place == Target("checks.md")


def test_a_page_asked_for_has_the_keyboard(guide: GuideWindow, qtbot: QtBot) -> None:
    guide.activateWindow()
    qtbot.waitUntil(guide.isActiveWindow)
    for ask in (lambda: guide.show_rule("C14"), guide.show_keys):
        guide.focus_search()
        guide.search.setText("rack")
        ask()
        assert guide.page.hasFocus()
        assert guide.search.text() == ""


def test_a_link_clicked_on_the_page_is_followed(guide: GuideWindow) -> None:
    guide.page.link_opened.emit("figures.md")
    assert guide.place == Target("figures.md")
    assert guide.back.isEnabled()


def test_without_a_search_the_page_on_show_is_marked_in_the_contents(guide: GuideWindow) -> None:
    guide.show_place(Target("figures.md"))
    guide.search.setText("a")
    assert guide.said.isVisible()
    guide.search.clear()
    assert not guide.said.isVisible()
    assert rows(guide)[guide.list.currentIndex().row()].target == Target("figures.md")
    assert guide.place == Target("figures.md"), "marking a row does not turn the page"
    guide.go(back=True)
    assert rows(guide)[guide.list.currentIndex().row()].target == Target("manual.md")


def test_what_was_searched_while_help_texts_were_read_finds_them_too(
    window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    made = GuideWindow(desk.workspace, desk.settings, window.actions_by_id, None, lambda: LIBRARY)
    qtbot.addWidget(made)
    made.search.setText("Second")
    assert "Racks" not in titles(made)
    made.read_topics()
    assert "Racks" in titles(made)


def test_its_columns_are_found_as_they_were_left(
    window: MainWindow, desk: Desk, guide: GuideWindow, qtbot: QtBot
) -> None:
    guide.resize(760, 560)
    guide._columns.setSizes([260, 499])
    before = guide._columns.sizes()
    guide.close()
    again = GuideWindow(desk.workspace, desk.settings, window.actions_by_id)
    qtbot.addWidget(again)
    again.show()
    qtbot.waitExposed(again)
    assert again._columns.sizes() == before


def test_back_and_forward_say_what_they_are_in_either_theme(desk: Desk, guide: GuideWindow) -> None:
    buttons = (guide.back, guide.forward)
    assert [button.toolTip() for button in buttons] == ["Back", "Forward"]
    assert [button.accessibleName() for button in buttons] == ["Back", "Forward"]
    assert not any(button.isEnabled() for button in buttons), "nothing was left yet"
    pictures = []
    for theme in (DARK, LIGHT):
        desk.workspace.set_theme(theme)
        pictures.append([button.icon().pixmap(16, 16).toImage() for button in buttons])
    assert all(dark != light for dark, light in zip(*pictures, strict=True))


def test_the_key_of_the_theme_holds_in_the_guide(window: MainWindow, guide: GuideWindow) -> None:
    assert window.actions_by_id["view.theme"] in guide.actions()


def test_arrows_in_the_search_line_stay_there_unless_they_lead_down(
    guide: GuideWindow, qtbot: QtBot
) -> None:
    guide.activateWindow()
    qtbot.waitUntil(guide.isActiveWindow)
    guide.focus_search()
    for key in (Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_Up):
        QTest.keyClick(guide.search, key)
        assert guide.search.hasFocus()


def test_a_hit_is_told_with_its_page_and_a_page_by_its_name_alone(guide: GuideWindow) -> None:
    tips = [guide.list.contents.index(n).data(Qt.ItemDataRole.ToolTipRole)
            for n in range(len(rows(guide)))]  # fmt: skip
    assert tips == [row.title if row.target else None for row in rows(guide)]
    guide.search.setText("lost feed")
    first = rows(guide)[1]
    assert first.place == "Checks"
    assert first.excerpt


def test_the_title_of_a_page_stands_in_the_middle_of_its_row(guide: GuideWindow) -> None:
    """Of a place that a search found it stands at the top, above the words around the hit."""

    def ink(row: int) -> tuple[float, QRectF]:
        """Return how far down the letters are, as a share of the row, and the row's box."""
        index = guide.list.contents.index(row)
        guide.list.setCurrentIndex(guide.list.contents.index(-1))
        guide.list.scrollTo(index)
        box = guide.list.visualRect(index)
        picture = guide.list.viewport().grab(box).toImage()
        ground = picture.pixelColor(2, 2)
        lines = [
            y for y in range(picture.height())
            if any(picture.pixelColor(x, y) != ground for x in range(12, 60))
        ]  # fmt: skip
        assert lines
        return (lines[0] + lines[-1]) / 2 / picture.height(), QRectF(box)

    share, page = ink(4)
    assert abs(share - 0.5) < 0.12
    guide.search.setText("lost feed")
    _, hit = ink(1)
    assert hit.height() > 1.5 * page.height(), "it holds two lines more"
