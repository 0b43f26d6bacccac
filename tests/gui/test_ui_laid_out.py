"""What is to be laid out anew is laid out before it is painted, and is measured once."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsScene,
    QGraphicsView,
    QLabel,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from designer.ui.kit.laid_out import lay_out_now, lay_out_within
from designer.ui.kit.tab_stack import TabStack
from designer.ui.views.dashboard import fabric_bars
from designer.ui.views.dashboard.fabric_bars import FabricBars, FabricRow
from tests.helpers.ui_desk import Desk


class Painted(QLabel):
    """A label that keeps how tall it was whenever it was painted."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.setWordWrap(True)
        self.tops: list[int] = []

    def paintEvent(self, event: QPaintEvent) -> None:
        self.tops.append(self.mapTo(self.window(), self.rect().topLeft()).y())
        super().paintEvent(event)


Column = tuple[QLabel, QGraphicsScene, Painted]


@pytest.fixture
def column(qtbot: QtBot) -> Iterator[Column]:
    """A window of words within other layouts, a plot, and words below both."""
    window, within = QWidget(), QWidget()
    scene, above, below = QGraphicsScene(), QLabel("one line"), Painted("below")
    scene.addRect(0, 0, 10, 10)
    QVBoxLayout(within).addWidget(above)
    outer = QVBoxLayout(window)
    outer.addWidget(within)
    outer.addWidget(QGraphicsView(scene, window))
    outer.addWidget(below)
    qtbot.addWidget(window)
    window.show()
    qtbot.waitExposed(window)
    for _ in range(5):
        QApplication.processEvents()
    below.tops.clear()
    yield above, scene, below
    window.close()


def changed(column: Column, *, laid_out: bool) -> list[int]:
    """Return where the words below stood each time that they were painted."""
    above, scene, below = column
    scene.items()[0].setPos(3, 3)
    below.setText("below, and changed")
    above.setText("one line\nand another\nand a third")
    if laid_out:
        lay_out_now()
    for _ in range(5):
        QApplication.processEvents()
    return below.tops


def test_nothing_is_painted_where_it_does_not_stay(
    column: Column,
) -> None:
    tops = changed(column, laid_out=True)
    assert tops, "what changed is painted"
    assert len(set(tops)) == len(tops) == 1


def test_a_scene_alone_has_all_painted_before_it_is_laid_out(
    column: Column,
) -> None:
    assert len(changed(column, laid_out=False)) > 1, "else nothing needs to be laid out before"


class Asked(QObject):
    """Counts requests for a layout that come to an object."""

    def __init__(self) -> None:
        super().__init__()
        self.count = 0

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        self.count += event.type() == QEvent.Type.LayoutRequest
        return False


def test_within_a_widget_no_layout_is_worked_out_twice(qtbot: QtBot) -> None:
    outer, inner, deepest = QWidget(), QWidget(), QWidget()
    words = QLabel("a")
    QVBoxLayout(deepest).addWidget(words)
    QVBoxLayout(inner).addWidget(deepest)
    QVBoxLayout(outer).addWidget(inner)
    qtbot.addWidget(outer)
    outer.show()
    for _ in range(5):
        QApplication.processEvents()
    words.setText("a\nb\nc")
    lay_out_within(outer)
    assert deepest.minimumSizeHint().height() <= inner.height()
    asked = [at for at in (deepest, inner, outer) if not at.layout().activate()]
    assert asked == [deepest, inner, outer], "nothing is left to be done"


def test_layouts_that_ask_without_end_do_not_hold_the_window(qtbot: QtBot) -> None:
    restless = QWidget()
    qtbot.addWidget(restless)
    asked = Asked()
    restless.installEventFilter(asked)

    class Again(QObject):
        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.LayoutRequest:
                QCoreApplication.postEvent(restless, QEvent(QEvent.Type.LayoutRequest))
            return False

    again = Again()
    restless.installEventFilter(again)
    QCoreApplication.postEvent(restless, QEvent(QEvent.Type.LayoutRequest))
    lay_out_now()
    restless.removeEventFilter(again)
    assert 1 < asked.count < 50


def test_words_of_tabs_are_measured_once_for_all_that_a_layout_asks(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    stack = TabStack("Pages", least_px=60)
    qtbot.addWidget(stack)
    stack.add("First", QLabel("a"))
    stack.show()
    QApplication.processEvents()
    measured: list[int] = []
    wide = TabStack._wide
    monkeypatch.setattr(TabStack, "_wide", lambda self: measured.append(1) or wide(self))
    before = stack.minimumSizeHint().width()
    for _ in range(9):
        stack.minimumSizeHint()
    assert len(measured) <= 1
    stack.add("Another", QLabel("b"))
    QApplication.processEvents()
    assert stack.minimumSizeHint().width() > before
    stack.show_word("Another", shown=False)
    assert stack.minimumSizeHint().width() == before
    stack.buttons["First"].setText("First and more")
    lay_out_now()
    assert stack.minimumSizeHint().width() > before


def test_lines_of_a_fabric_are_measured_once_at_a_width(
    qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    bars = FabricBars(desk.workspace)
    qtbot.addWidget(bars)
    bars.resize(160, 40)
    bars.show()
    measured: list[str] = []
    wrapped = fabric_bars.wrapped

    def counted(text: str, *rest: object) -> tuple[str, ...]:
        measured.append(text)
        return wrapped(text, *rest)  # type: ignore[arg-type] # as it was called

    monkeypatch.setattr(fabric_bars, "wrapped", counted)
    words = "2,470,000 to 3,176,000 Gb/s each way · 1.3 : 1"
    bars.show_rows([FabricRow("Compute", words, 0.7, 0.9)])
    bars.repaint()
    bars.repaint()
    assert measured == [words]
    lines = bars.lines_of(bars.rows[0])
    bars.resize(900, bars.height())
    assert len(lines) > 1
    assert bars.lines_of(bars.rows[0]) == (), "another width, measured again"
