"""Forms: which values they take, refuse and write, and what stands under a field."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QPushButton

from designer.model.design import Design
from designer.ui.fields.field_form import FieldForm
from designer.ui.kit.check_list import CheckList
from designer.ui.views.design_settings.window import DesignSettings
from designer.ui.views.properties.panel import PropertiesPanel
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import Session, settle, shows, write
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall, hall_report


@pytest.fixture(autouse=True)
def information_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no notice come up by itself while steps are written down."""
    monkeypatch.setattr(QApplication, "doubleClickInterval", lambda: 600_000)


@pytest.fixture
def first_design() -> Design:
    return hall()


NUMBERS = ("12", "1,5", "-3", "1e9", "")
WORDS: dict[str, tuple[str, ...]] = {
    "date": ("2026-02-30", "2026-03-04"),
    "currency": ("euro", "EUR"),
}


def tried(session: Session, words: str, form: FieldForm) -> None:
    """Give every field of a form values of all sorts, and write down what becomes of them."""
    for name in list(form.editors):
        editor = form.editors[name]
        if isinstance(editor, QLineEdit):
            kind = form.form.fields[name].kind
            values = WORDS.get(name) or WORDS.get(kind)
            if values is None:
                values = (" some words ", "") if kind == "text" else NUMBERS
            for value in values:
                if name in form.editors:
                    session.step(f"{words} {name} = {value!r}", write(form.editors[name], value))
        elif isinstance(editor, QComboBox):
            for number in range(min(editor.count(), 7)):
                session.step(f"{words} {name}: choice {number}", chosen(form, name, number))
        elif isinstance(editor, CheckList) and editor.count():
            session.step(f"{words} {name}: a tick", ticked(form, name))
            session.step(f"{words} {name}: and away", ticked(form, name))


def chosen(form: FieldForm, name: str, number: int) -> Callable[[], None]:
    def act() -> None:
        box = form.editors.get(name)
        if isinstance(box, QComboBox) and number < box.count():
            box.setCurrentIndex(number)
            box.activated.emit(number)

    return act


def ticked(form: FieldForm, name: str) -> Callable[[], None]:
    def act() -> None:
        ticks = form.editors.get(name)
        if isinstance(ticks, CheckList) and ticks.count():
            item = ticks.item(ticks.count() - 1)
            was = item.checkState() == Qt.CheckState.Checked
            item.setCheckState(Qt.CheckState.Unchecked if was else Qt.CheckState.Checked)

    return act


KEYS = (
    ("A01",), ("A02", "B01"), ("node-1",), ("leaf-1", "leaf-2"), ("pdu-a",), ("CDU1",), ("B02/n1",),
)  # fmt: skip


@pytest.mark.parametrize("keys", KEYS)
def test_the_properties_of(window: MainWindow, desk: Desk, keys: tuple[str, ...]) -> None:
    window.right.show_page("Properties")
    desk.report(hall_report())
    panel = window.properties
    session = Session(window, desk, shows("form", panel))
    session.select(*keys)
    for name in list(panel.editors):
        editor = panel.editors.get(name)
        if isinstance(editor, QLineEdit):
            number = editor.text()[:1].isdigit() or name in ("half_u", "x_mm", "y_mm")
            for value in NUMBERS if number else (" x ", ""):
                session.step(f"{name} = {value!r}", lambda n=name, v=value: typed(panel, n, v))
        elif isinstance(editor, QComboBox):
            for row in range(min(editor.count(), 6)):
                session.step(f"{name}: choice {row}", lambda n=name, r=row: picked(panel, n, r))
    session.step("undone", lambda: desk.session.document.go_to(0))
    session.as_expected(f"form-of-{'-'.join(keys).replace('/', '-')}")


def picked(panel: PropertiesPanel, name: str, row: int) -> None:
    box = panel.editors.get(name)
    if isinstance(box, QComboBox) and row < box.count():
        box.setCurrentIndex(row)
        box.activated.emit(row)


def typed(panel: PropertiesPanel, name: str, value: str) -> None:
    editor = panel.editors.get(name)
    if isinstance(editor, QLineEdit):
        write(editor, value)()


def opened(window: MainWindow, page: str) -> DesignSettings:
    settings = window.design.show_settings(page)
    settle()
    return settings


@pytest.mark.parametrize("page", ["Design and site", "Room", "Title block"])
def test_the_page_of_settings(window: MainWindow, desk: Desk, page: str) -> None:
    settings = opened(window, page)
    form = settings.forms[page]
    session = Session(window, desk, shows("page", form))
    session.dialogs = list  # type: ignore[method-assign]  # the page stands for the whole window
    session.step("at first")
    for part in form.findChildren(FieldForm):
        tried(session, part.accessibleName(), part)
    session.step("undone", lambda: desk.session.document.go_to(0))
    session.as_expected(f"settings-{page.lower().replace(' ', '-')}")


def test_a_figure_is_entered_where_it_is_given(window: MainWindow, desk: Desk) -> None:
    def where() -> list[str]:
        settings = window.design.settings
        if settings is None:
            return ["no settings"]
        page = settings.names.currentItem().text()
        focus = settings.focusWidget()
        record = settings.records[page].chosen() if page in settings.records else ""
        return [f"{page} {record}: {focus.accessibleName() if focus else ''}"]

    said = [where()]
    feeds = ("feed B.capacity_kw", "feed A.note")
    for ref in ("site.pue", "room.floor_limit_kpa", *feeds, "nothing.known"):
        window.design.enter_figure(ref)
        settle()
        said.append([ref, *where()])
    window.design.show_settings("no such page")
    said.append(where())
    assert said == [
        ["no settings"],
        ["site.pue", "Design and site : PUE"],
        ["room.floor_limit_kpa", "Room : Floor limit, kPa"],
        ["feed B.capacity_kw", "Feeds B: Capacity, kW"],
        ["feed A.note", "Feeds A: Sections"],
        ["nothing.known", "Feeds A: Sections"],
        ["Feeds A: Sections"],
    ]


def test_settings_undo_and_close(window: MainWindow, desk: Desk) -> None:
    settings = opened(window, "Design and site")
    form = next(f for f in settings.findChildren(FieldForm) if f.accessibleName() == "Design")
    write(form.editors["name"], "other")()
    settle()
    assert desk.design.name == "other"
    undo, redo, close = (
        next(b for b in settings.findChildren(QPushButton) if b.text() == words)
        for words in ("Undo", "Redo", "Close")
    )
    assert (undo.isEnabled(), redo.isEnabled()) == (True, False)
    undo.click()
    settle()
    assert (desk.design.name, undo.isEnabled(), redo.isEnabled()) == ("hall", False, True)
    redo.click()
    settle()
    assert desk.design.name == "other"
    assert form.editors["name"].text() == "other"
    close.click()
    settle()
    assert not settings.isVisible()
    assert desk.workspace.apply("Rename", lambda design: design.evolve(name="third"))
    settle()
    assert form.editors["name"].text() == "other", "what is hidden is not kept in step"
    opened(window, "")
    assert form.editors["name"].text() == "third"
    assert QApplication.activeModalWidget() is None
    QTest.keyClick(settings, Qt.Key.Key_Escape)
