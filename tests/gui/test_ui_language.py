"""The window in the pseudo-language: what it says that is no message of the template."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from PySide6.QtWidgets import QDialog, QWidget
from pytestqt.qtbot import QtBot

from designer.catalog.load import shipped_library
from designer.io.languages import PSEUDO, open_book
from designer.model.design import Design
from designer.model.phrases import PhraseBook
from designer.model.presented import METRIC, Presented
from designer.ui.kit.widget_edge import show_as
from designer.ui.views.design_settings.window import DesignSettings
from designer.ui.window.main_window import MainWindow
from tests.helpers.gates import REPOSITORY
from tests.helpers.language_template import template
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall, hall_report
from tests.helpers.untold import english, texts

VIEWS: Final = ("Floor", "Elevation", "Fabric", "Power", "Workloads", "Cost", "Compare")
DIALOGS: Final = (
    "file.questions", "file.print", "file.export", "file.labels", "edit.rename",
    "edit.settings", "view.tables", "variants.keep", "view.console",
    "insert.note", "help.about", "view.layers", "view.stages",
)  # fmt: skip
"""Commands that open a window beside a selected device; dialogs of files are Qt's own."""
QUOTED: Final = re.compile(r"Plàññéd bý thé çàtàlögüé|güïdé: |https?://")
"""Begins what a planning figure is from: documents have the language that they have."""
NO_MESSAGE: Final = frozenset({
    "stated", "Letter", "Tabloid", "Alt", "Shift", "Left", "Right", "Up", "Down", "Home", "Enter",
    "Space", "Escape",
})  # fmt: skip
"""A word of the catalogue's own bookkeeping; sizes of paper; keys as they are engraved."""


@pytest.fixture
def first_design() -> Design:
    return hall()


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> PhraseBook | None:
    """The pseudo-language of the texts that the program has now."""
    folder = tmp_path_factory.mktemp("languages")
    (folder / "designer.pot").write_text(template(REPOSITORY), encoding="utf-8")
    return open_book(PSEUDO, folder)


@pytest.fixture(autouse=True)
def pseudo(book: PhraseBook | None) -> Iterator[None]:
    show_as(Presented(book=book))
    yield
    show_as(METRIC)


@pytest.fixture
def names(desk: Desk) -> frozenset[str]:
    """Words of names: of parts, their documents, models, things of the design; findings made up."""
    said = [desk.design.model_dump_json(), hall_report().model_dump_json()]
    for part in desk.catalog.parts:
        said += [part.name, part.vendor, part.summary, *(one.source for one in part.provenance)]
    said += [entry.name for entry in shipped_library().entries("model")]
    said += [one.name for one in desk.catalog.climates]
    said += [one.preset_name for one in desk.catalog.bands]
    return frozenset(re.findall(r"[A-Za-z]+", " ".join(said))) | NO_MESSAGE


def left_in(window: QWidget, names: frozenset[str], left: dict[str, str]) -> int:
    """Add what is English in a window, with where; return how many texts it has."""
    number = 0
    for where, text in texts(window):
        number += bool(text)
        if english(text, names) and not QUOTED.search(text):
            left[text] = where
    return number


def test_all_that_the_views_say_is_a_message(
    window: MainWindow, desk: Desk, names: frozenset[str], qtbot: QtBot
) -> None:
    desk.report(hall_report())
    left: dict[str, str] = {}
    number = 0
    for view in VIEWS:
        window.views.show_view(view)
        for keys in ((), ("A01",), ("node-1",)):
            desk.workspace.select(keys)
            number += left_in(window, names, left)
    assert number > 10_000
    assert not left, "\n".join(f"{where}: {text}" for text, where in left.items())


def test_all_that_dialogs_say_is_a_message(
    window: MainWindow, desk: Desk, names: frozenset[str], qtbot: QtBot
) -> None:
    desk.report(hall_report())
    left: dict[str, str] = {}
    silent = []
    desk.workspace.select(("node-1",))
    for action_id in DIALOGS:
        before = set(window.findChildren(QWidget))
        window.actions_by_id[action_id].trigger()
        made = [one for one in window.findChildren(QWidget) if one not in before and one.isWindow()]
        silent += [] if made else [action_id]
        for one in made:
            if isinstance(one, DesignSettings):
                for title in (*one.forms, *one.records):
                    one.show_page(title)  # they are made when looked at
            left_in(one, names, left)
            if isinstance(one, QDialog):
                one.reject()
            else:
                one.close()
    assert silent == [], "they open nothing"
    assert not left, "\n".join(f"{where}: {text}" for text, where in left.items())
