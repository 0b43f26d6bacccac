"""Choices that are their own value: shown in the reader's language, stored as before."""

import dataclasses
import importlib
import pkgutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

import designer.ui.fields
from designer.document.errors import EditError
from designer.io.languages import PSEUDO, languages_folder, open_book
from designer.model.presented import METRIC, Presented
from designer.planning.templates import TEMPLATES, find
from designer.render.edge import presented
from designer.ui.fields.tables.settle import choice_meant
from designer.ui.kit.number_boxes import integer_box
from designer.ui.kit.widget_edge import show_as
from designer.ui.views.start.template_card import CardForm
from designer.ui.window.main_window import MainWindow
from tests.helpers.language_turned import turn_to
from tests.helpers.untold import english

NAMES = frozenset({
    "HyperX", "InfiniBand", "NVLink", "ac", "dc", "ddn", "dell", "gaudi", "netapp", "powerscale",
    "qumulo", "supermicro", "weka", "spark", "rack",
})  # fmt: skip
"""Of makers and techniques, and `rack-ups`, the id of a kind."""
KEYS = "_RARE"
"""Not for people: fields of a weather file by their names in it."""


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    show_as(METRIC)


def choices_in(value: object, depth: int = 0) -> Iterator[str]:
    """Yield the words of choices: of fields, and of tables of words with values."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        offered = getattr(value, "choices", ())
        if isinstance(offered, tuple):
            yield from (one if isinstance(one, str) else one[0] for one in offered)
        for field in dataclasses.fields(value):
            if field.name != "choices":
                yield from choices_in(getattr(value, field.name), depth + 1)
    elif isinstance(value, tuple | list) and depth < 8:
        is_table = all(
            isinstance(one, tuple) and len(one) == 2 and all(isinstance(x, str) for x in one)
            for one in value
        )
        for one in value:
            yield from (one[:1] if is_table else choices_in(one, depth + 1))
    elif isinstance(value, dict):
        yield from choices_in(list(value.values()), depth + 1)


def every_choice() -> set[str]:
    found: set[str] = set()
    room = designer.ui.fields
    for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
        for name, value in vars(importlib.import_module(module.name)).items():
            if not name.startswith("__") and name != KEYS:
                found.update(choices_in(value))
    for template in TEMPLATES:
        for parameter in template.parameters:
            found.update(parameter.choices)
    return found


def test_every_choice_is_a_message() -> None:
    book = open_book(PSEUDO, languages_folder())
    assert book is not None
    every = every_choice()
    assert len(every) > 150
    left = [one for one in every if english(book.text(one), NAMES)]
    assert len(left) <= 2, left  # newer ones wait for the template


def test_a_template_is_asked_for_what_was_chosen_whatever_it_is_called(qtbot: QtBot) -> None:
    show_as(Presented(book=open_book(PSEUDO, languages_folder()), language=PSEUDO))
    form = CardForm(find("dgx-superpod-h100"))
    qtbot.addWidget(form)
    box = form.fields["cooling"]
    assert isinstance(box, QComboBox)
    shown = [box.itemText(at) for at in range(box.count())]
    assert [box.itemData(at) for at in range(box.count())] == ["rear-door", "air"]
    assert not set(shown) & {"rear-door", "air"}
    box.setCurrentIndex(1)
    assert form.arguments()["cooling"] == "air"


def test_a_table_takes_a_choice_as_it_is_shown() -> None:
    faces = (("front", "front"), ("rear", "rear"))
    show_as(Presented(book=open_book(PSEUDO, languages_folder()), language=PSEUDO))
    assert choice_meant(faces, presented().text("rear")) == ("rear", "rear")
    assert choice_meant(faces, "rear") == ("rear", "rear")
    with pytest.raises(EditError):
        choice_meant(faces, "qqq zzz")


def test_a_box_that_stands_turns_and_keeps_what_is_chosen(qtbot: QtBot) -> None:
    box = QComboBox()
    qtbot.addWidget(box)
    for word in ("front", "rear"):
        box.addItem(word, word)
    box.setCurrentIndex(1)
    show_as(Presented(book=open_book(PSEUDO, languages_folder()), language=PSEUDO))
    assert (box.currentText() != "rear", box.currentData()) == (True, "rear")
    box.addItem("front", "again")
    show_as(METRIC)
    assert [box.itemText(at) for at in range(3)] == ["front", "rear", "front"]
    assert (box.currentText(), box.currentData()) == ("rear", "rear")


def test_deutsch_is_chosen_in_the_menu_and_remembered(window: MainWindow, tmp_path: Path) -> None:
    actions: dict[str, QAction] = dict(window.actions_by_id)
    assert actions["view.language_en"].isChecked()
    turn_to(window, "view.language_de")
    assert (presented().language, presented().numbers) == ("de", "de")
    assert actions["view.language_de"].isChecked()
    assert window.settings.language() == "de"
    turn_to(window, "view.language_en")
    assert presented() == METRIC
    assert window.settings.language() == "en"


def test_what_stands_behind_a_number_turns_and_the_number_stays(qtbot: QtBot) -> None:
    box = integer_box(1, 9999, 8192, "sequences")
    qtbot.addWidget(box)
    show_as(Presented(book=open_book(PSEUDO, languages_folder()), language=PSEUDO))
    assert "sequences" not in box.text()
    assert (box.value(), box.number()) == (8192, 8192)
    show_as(METRIC)
    assert box.suffix() == " sequences"
