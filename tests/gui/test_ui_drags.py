"""A drag out of a list or a drawing is cancelled by another button, and nothing follows from it.

The platform of these tests cannot drag: `QDrag.exec` is played, its events are sent as from one.
What a real display makes of it, `tests/e2e/test_canvas_real_mouse.py` says.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

import designer
from designer.ui.kit.drags import carry

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NONE = Qt.MouseButton.NoButton
PRESS, RELEASE = QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease
MOVE, MENU = QEvent.Type.MouseMove, QEvent.Type.ContextMenu
AT = QPoint(50, 50)


class Target(QWidget):
    """Notes what it hears of mouse and menus."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[QEvent.Type] = []
        self.setMouseTracking(True)
        self.resize(200, 200)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QMouseEvent | QContextMenuEvent):
            self.heard.append(event.type())
            return True
        return super().event(event)

    def send(self, kind: QEvent.Type, button: Qt.MouseButton, held: Qt.MouseButton) -> None:
        """Send what the mouse does."""
        place = QPointF(self.mapToGlobal(AT))
        none = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(self, QMouseEvent(kind, QPointF(AT), place, button, held, none))

    def ask_menu(self, reason: QContextMenuEvent.Reason) -> None:
        """Ask for a menu."""
        QApplication.sendEvent(self, QContextMenuEvent(reason, AT, self.mapToGlobal(AT)))


@pytest.fixture
def target(qtbot: QtBot) -> Target:
    made = Target()
    qtbot.addWidget(made)
    return made


class Played:
    """A drag that goes on while `acts` are done; `cancelled` counts how often it was."""

    def __init__(self, patch: pytest.MonkeyPatch, acts: Callable[[], None]) -> None:
        self.cancelled = 0

        def play(_drag: QDrag, action: Qt.DropAction, *_: object) -> Qt.DropAction:
            acts()
            return Qt.DropAction.IgnoreAction if self.cancelled else action

        def cancel() -> None:
            self.cancelled += 1

        patch.setattr(QDrag, "exec", play)
        patch.setattr(QDrag, "cancel", cancel)


def drag_from(target: Target) -> Qt.DropAction:
    mime = QMimeData()
    mime.setText("a part")
    return carry(target, mime, Qt.DropAction.CopyAction)


@pytest.mark.parametrize("first_up", [LEFT, RIGHT])
def test_another_button_cancels_and_is_heard_by_nobody(
    target: Target, monkeypatch: pytest.MonkeyPatch, first_up: Qt.MouseButton
) -> None:
    """A right press did nothing, and its release dropped what was dragged."""
    last_up = RIGHT if first_up == LEFT else LEFT

    def press_right() -> None:
        target.send(PRESS, RIGHT, LEFT | RIGHT)
        target.ask_menu(QContextMenuEvent.Reason.Mouse)

    played = Played(monkeypatch, press_right)
    assert drag_from(target) == Qt.DropAction.IgnoreAction
    assert played.cancelled == 1
    target.send(MOVE, NONE, LEFT | RIGHT)
    target.send(RELEASE, first_up, last_up)
    target.send(MOVE, NONE, last_up)
    target.send(RELEASE, last_up, NONE)
    # Some platforms ask for it once the button is up.
    target.ask_menu(QContextMenuEvent.Reason.Mouse)
    assert target.heard == [RELEASE], "that of the left one, which its widget waits for"
    target.ask_menu(QContextMenuEvent.Reason.Keyboard)
    target.send(MOVE, NONE, NONE)
    target.send(PRESS, RIGHT, RIGHT)
    target.ask_menu(QContextMenuEvent.Reason.Mouse)
    assert target.heard[1:] == [MENU, MOVE, PRESS, MENU], "the next right click is one again"


def test_releases_that_went_elsewhere_take_no_later_press(
    target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    Played(monkeypatch, lambda: target.send(PRESS, RIGHT, LEFT | RIGHT))
    drag_from(target)
    target.send(PRESS, RIGHT, RIGHT)
    target.ask_menu(QContextMenuEvent.Reason.Mouse)
    assert target.heard == [PRESS, MENU]


def test_a_drag_that_ends_by_its_button_leaves_nothing_behind(
    target: Target, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = Played(monkeypatch, lambda: target.send(MOVE, NONE, LEFT))
    assert drag_from(target) == Qt.DropAction.CopyAction
    target.send(PRESS, RIGHT, RIGHT)
    assert (played.cancelled, target.heard) == (0, [MOVE, PRESS])


def test_every_drag_is_begun_here() -> None:
    """One that is begun elsewhere would drop at the release of any button."""
    folder = Path(designer.__file__).parent
    begun = [path for path in folder.rglob("*.py") if "QDrag(" in path.read_text("utf-8")]
    assert [path.name for path in begun] == ["drags.py"]
