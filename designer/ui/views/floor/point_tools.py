"""Tools that take points on the floor: measuring, and a building plan set to scale or moved."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import hypot
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence

from designer.document.edits.underlays import move_underlay, scale_underlay
from designer.document.measuring import Point, Snapped, measured, snapped
from designer.model import step_words
from designer.render.edge import presented
from designer.ui.state.mode_hint import ModeHint
from designer.ui.views.floor.measure_lines import MeasureLines
from designer.ui.views.floor.tray_gestures import reach_mm
from designer.ui.views.floor.typed import TypedNumber

if TYPE_CHECKING:
    from designer.ui.views.floor.gestures import Modifiers
    from designer.ui.views.floor.surface import GestureSurface

MEASURE: Final = (
    "Click points · Shift keeps to one axis · Alt is free · Ctrl+C copies · Backspace takes one "
    "back · Esc ends"
)
_TYPED_IN: Final = {"metric": "mm", "imperial": "inches"}
_RETURN: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class PointTool:
    """Takes points, drawn to corners and edges; subclasses say what they are for.

    Parameters
    ----------
    view, lines
        Where it is used, and what shows its points.
    how
        What is said of it as it begins.
    """

    def __init__(self, view: GestureSurface, lines: MeasureLines, how: str) -> None:
        self.view, self._lines = view, lines
        self.points: tuple[Point, ...] = ()
        self._aim: Snapped | None = None
        view.viewport().setCursor(Qt.CursorShape.CrossCursor)
        self.hint = ModeHint(view.workspace)
        self.hint.say(how)

    @property
    def has_begun(self) -> bool:
        """Whether its first point is taken."""
        return bool(self.points)

    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Aim at the point under the pointer."""
        point, space = self.view.mapToScene(at), self.view.workspace
        free = bool(modifiers & Qt.KeyboardModifier.AltModifier)
        aim = snapped(
            space.layout(), space.catalog, (point.x(), point.y()), reach_mm(self.view), free=free
        )
        if self.points and modifiers & Qt.KeyboardModifier.ShiftModifier:
            x, y = self.points[-1]
            level = abs(aim.x_mm - x) >= abs(aim.y_mm - y)
            aim = Snapped(aim.x_mm, y) if level else Snapped(x, aim.y_mm)
        self._aim = aim
        self.show()

    def press(self, at: QPoint, modifiers: Modifiers) -> None:
        """Take the point under the pointer."""
        self.move(at, modifiers)
        if self._aim is not None and self._aim.point not in self.points[-1:]:
            self.points = (*self.points, self._aim.point)
        self.show()

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key means something here that is a shortcut elsewhere."""
        return False

    def key(self, event: QKeyEvent) -> bool | None:
        """Handle a key; None for one that means nothing here, False where the tool is done."""
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
            return False
        if event.key() == Qt.Key.Key_Backspace:
            self.points = self.points[:-1]
            self.show()
            return True
        return None

    def finish(self) -> bool:
        """End nothing: a double click is two clicks."""
        return False

    def cancel(self) -> None:
        """Show nothing any more."""
        self.hint.end()
        self._lines.show_points((), ())
        self.view.viewport().unsetCursor()

    def aimed(self) -> tuple[Point, ...]:
        """Return the points, and the one that is aimed at."""
        aim = self._aim
        if aim is None or aim.point in self.points[-1:]:
            return self.points
        return (*self.points, aim.point)

    def show(self) -> None:
        """Show the points with what lies between them."""
        points = self.aimed()
        words = as_read(points) if len(points) > 1 else ()
        self._lines.show_points(points, words, self._aim)


def as_read(points: Sequence[Point]) -> tuple[str, ...]:
    """Return what lies between points as it is read: in the units and numbers that are chosen."""
    return tuple(map(presented().text, measured(points).words))


def _typed_in() -> str:
    """Return what a distance is typed in, in words: `in in` reads as a slip."""
    return _TYPED_IN[presented().units]


class MeasureTool(PointTool):
    """Distances between points, and the area that they enclose."""

    def __init__(self, view: GestureSurface, lines: MeasureLines) -> None:
        super().__init__(view, lines, MEASURE)

    def key(self, event: QKeyEvent) -> bool | None:
        """Copy what is measured with Ctrl+C."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return True
        return super().key(event)

    def copy(self) -> None:
        """Put what is measured on the clipboard: the distance first, lines of all else."""
        points = self.points if len(self.points) > 1 else self.aimed()
        if len(points) > 1:
            text = "\n".join(as_read(points))
            QGuiApplication.clipboard().setText(text)
            self.view.workspace.message.emit(f"Copied {text.splitlines()[0]}", "info")


class ScalePlan(PointTool):
    """Two points of a building plan and the distance between them, typed, give its scale.

    Parameters
    ----------
    done
        Is called when it has ended.
    """

    def __init__(
        self, view: GestureSurface, lines: MeasureLines, key: str, done: Callable[[], object]
    ) -> None:
        super().__init__(view, lines, "Click two points of the plan whose distance you know")
        self._key, self._done = key, done
        self._typed = TypedNumber()

    def press(self, at: QPoint, modifiers: Modifiers) -> None:
        """Take the first point, then the second."""
        if len(self.points) < 2:
            # What is drawn on the plan lies anywhere: nothing of the floor draws points to it.
            super().press(at, modifiers | Qt.KeyboardModifier.AltModifier)
        if len(self.points) == 2:
            words = (
                f"Type the distance between the two points in {_typed_in()}, Enter sets the scale"
            )
            self.hint.say(words)

    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Aim at the plan itself, until there are two points."""
        if len(self.points) < 2:
            super().move(at, modifiers | Qt.KeyboardModifier.AltModifier)

    def takes(self, event: QKeyEvent) -> bool:
        """Return whether a key means something here that is a shortcut elsewhere."""
        return len(self.points) == 2 and self._typed.takes(event)

    def key(self, event: QKeyEvent) -> bool | None:
        """Take digits of the distance; Enter sets the scale."""
        if len(self.points) == 2:
            if self._typed.key(event):
                self.show()
                return True
            if event.key() in _RETURN:
                return not self.apply()
        return super().key(event)

    def apply(self) -> bool:
        """Set the scale in one step, or say what lacks; return whether it is done."""
        number, space = self._typed.millimetres, self.view.workspace
        if not number:
            words = f"Type the distance between the two points in {_typed_in()} first"
            self.hint.say(words, "warning")
            return False
        one = next((u for u in space.document.design.underlays if u.id == self._key), None)
        name = (one.name or one.id) if one is not None else self._key
        first, second = self.points
        edit = scale_underlay(self._key, first, second, number)
        if not space.apply(step_words.scale(name), edit):
            return False
        self.cancel()
        space.message.emit(f"{name} is to scale: {number:,} mm between the two points", "info")
        self._done()
        return True

    def show(self) -> None:
        """Show the two points, and what is typed."""
        points = self.aimed()
        number = self._typed.millimetres
        words = ["first point" if len(points) < 2 else "second point"]
        if len(self.points) == 2:
            drawn = hypot(points[1][0] - points[0][0], points[1][1] - points[0][1])
            ask = f"distance in {_typed_in()}?"
            typed = ask if number is None else f"{number:,} mm"
            words = [typed, f"{drawn:,.0f} mm as it is drawn now"]
        self._lines.show_points(points, words, None)


class MovePlan(PointTool):
    """A point of a building plan and the point of the floor that it goes to."""

    def __init__(
        self, view: GestureSurface, lines: MeasureLines, key: str, done: Callable[[], object]
    ) -> None:
        how = "Click a point of the plan, then where it goes: corners and edges draw it"
        super().__init__(view, lines, how)
        self._key, self._done = key, done

    def move(self, at: QPoint, modifiers: Modifiers) -> None:
        """Aim at the plan first, then at the floor."""
        free = Qt.KeyboardModifier.AltModifier if not self.points else modifiers
        super().move(at, modifiers | free)

    def press(self, at: QPoint, modifiers: Modifiers) -> None:
        """Take the first point; the second moves the plan in one step."""
        super().press(at, modifiers)
        if len(self.points) < 2:
            return
        (x0, y0), (x1, y1) = self.points
        space = self.view.workspace
        one = next((u for u in space.document.design.underlays if u.id == self._key), None)
        name = (one.name or one.id) if one is not None else self._key
        by = round(x1 - x0), round(y1 - y0)
        self.cancel()
        self.points = ()
        if space.apply(step_words.move(name), move_underlay(self._key, *by)):
            space.message.emit(f"{name} is moved", "info")
        self._done()
