"""What views paint in the pseudo-language: no text of a painter passes the edge by."""

import re
from collections.abc import Iterator
from functools import wraps

import pytest
from PySide6.QtGui import QPainter, QStaticText
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from designer.catalog.load import shipped_library
from designer.engine.evaluate import Evaluator
from designer.io.languages import PSEUDO, open_book
from designer.model.design import Design
from designer.model.phrases import PhraseBook
from designer.model.presented import METRIC, Presented
from designer.ui.kit.widget_edge import show_as
from designer.ui.window.main_window import MainWindow
from tests.helpers.gates import REPOSITORY
from tests.helpers.language_template import template
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall, hall_report
from tests.helpers.untold import english

VIEWS = ("Floor", "Elevation", "Fabric", "Power", "Workloads", "Cost", "Compare")
NO_MESSAGE = frozenset({"stated", "Ctrl", "Alt", "Shift", "Esc", "Letter"})
"""A word of the catalogue's own bookkeeping; keys as they are engraved."""
FEWEST = {"Floor": 20, "Elevation": 20, "Fabric": 5, "Power": 5, "Cost": 10}
"""Texts that views paint: fewer would be no look at them."""


@pytest.fixture
def first_design() -> Design:
    return hall()


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> PhraseBook | None:
    """The pseudo-language of the texts that the program has now."""
    folder = tmp_path_factory.mktemp("languages")
    (folder / "designer.pot").write_text(template(REPOSITORY), encoding="utf-8")
    return open_book(PSEUDO, folder)


@pytest.fixture
def painted(book: PhraseBook | None, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, None]]:
    """What painters are given behind the edge, while the pseudo-language is shown."""
    found: dict[str, None] = {}
    own = QPainter.drawText

    @wraps(own)
    def noting(painter: QPainter, *given: object) -> object:
        found.update((one, None) for one in given if isinstance(one, str))
        return own(painter, *given)  # type: ignore[call-overload] # any of Qt's ways to call it

    still = QPainter.drawStaticText

    @wraps(still)
    def noting_still(painter: QPainter, *given: object) -> object:
        found.update((one.text(), None) for one in given if isinstance(one, QStaticText))
        return still(painter, *given)  # type: ignore[call-overload] # as above

    monkeypatch.setattr(QPainter, "drawText", noting)
    monkeypatch.setattr(QPainter, "drawStaticText", noting_still)
    show_as(Presented(book=book))
    yield found
    show_as(METRIC)


def names_of(desk: Desk) -> frozenset[str]:
    """Words of names: of parts, models, things of the design; findings made up."""
    said = [desk.design.model_dump_json(), hall_report().model_dump_json()]
    for part in desk.catalog.parts:
        said += [part.name, part.vendor, part.summary, *(one.source for one in part.provenance)]
    said += [entry.name for entry in shipped_library().entries("model")]
    said += [one.name for one in desk.catalog.climates]
    return frozenset(re.findall(r"[A-Za-z]+", " ".join(said))) | NO_MESSAGE


def test_all_that_painters_draw_is_a_message(
    painted: dict[str, None], window: MainWindow, desk: Desk, qtbot: QtBot
) -> None:
    names, left = names_of(desk), dict[str, str]()
    desk.report(Evaluator(desk.catalog).report(desk.design))
    numbers = {}
    for view in VIEWS:
        painted.clear()
        window.views.show_view(view)
        for keys in ((), ("A01",), ("node-1",)):
            desk.workspace.select(keys)
            QApplication.processEvents()
            window.grab()
        numbers[view] = len(painted)
        for text in painted:
            whole = re.sub(r"\S*…\S*", " ", text)  # what lost its middle is a piece of a word
            if english(whole, names):
                left[text] = view

    assert not left, "\n".join(f"{view}: {text}" for text, view in left.items())
