"""A monkey with mouse and keyboard on the whole window, with its engine, without a display.

It drags parts, racks and devices, presses keys and buttons, chooses from menus and types into
whatever takes text. After each action the design is whole; after some of them undo and redo, a
save and a load, and the totals on show are looked at.
"""

import gc
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final
from unittest.mock import patch

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDrag
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QWidget,
)

from designer.app.composition import Studio
from designer.catalog.load import load_shipped
from designer.document.edits import put
from designer.io.comments_file import comments_path, read_comments
from designer.io.design_file import save
from designer.model.comments import Comments
from designer.model.design import Underlay
from designer.planning.templates import build
from designer.render.elevation_frame import frame_in
from designer.render.side_layout import device_side, side_layout
from designer.ui.kit.form_dialog import FormDialog
from designer.ui.state.drag_payload import encode_part
from designer.ui.views.dialogs.output_dialog import OutputDialog
from designer.ui.views.floor.point_tools import MEASURE
from designer.ui.window.main_window import MainWindow
from tests.hardening import arranging, invariants, looking, staging
from tests.hardening.events import until
from tests.hardening.first_design import first_design
from tests.hardening.kind import Kind
from tests.helpers.canvas_drags import SentDrag
from tests.helpers.sent_mouse import move

ACTIONS: Final = 100
LOOKED_EVERY: Final = 5
MEASURED_EVERY: Final = 50
SIZE: Final = (1400, 900)
LIMIT_MS: Final = 90_000
BEGINNINGS: Final = (
    ("", {}),
    ("", {}),
    ("empty-room", {}),
    ("dgx-superpod-h100", {"scalable_units": "1"}),
    ("dgx-superpod-gb200", {"scalable_units": "1"}),
)
PARTS: Final = (
    "rack-48u", "dgx-h100", "dgx-b200", "qm9700", "sn2201", "sn2100", "pdu-415v-60a-3ph", "rdhx",
    "crah", "cdu-in-rack-100", "gb200-nvl72", "mgmt-server", "in-row-300", "immersion-smartpodx",
)  # fmt: skip
KEYS: Final = tuple(
    getattr(Qt.Key, f"Key_{name}")
    for name in (
        "Left", "Right", "Up", "Down", "Delete", "Backspace", "Return", "Escape", "Tab", "Home",
        "R", "F", "Plus", "Minus", "Space", "PageDown", "End", "Menu", "1", "9",
    )
)  # fmt: skip
TYPED: Final = ("7", "0", "-1", "1,5", "1e9", "A01", "東京-01", "", "x" * 300, "12.5", "<b>", "42")
NOT_CHOSEN: Final = ("file.", "help.about", "view.full_screen", "catalog.own_part",
                     "catalog.import")  # fmt: skip
"""Commands that leave the design, the window or the folder that the attack was given."""
EDITS: Final = ("edit.", "assembly.", "row.", "insert.", "arrange.", "select.")
NONE = Qt.KeyboardModifier.NoModifier
MODIFIERS: Final = (
    NONE, NONE, NONE, Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
)  # fmt: skip
LEFT: Final = Qt.MouseButton.LeftButton


class Monkey(Kind):
    """A hundred actions an attack, in a window of their own."""

    amount = ACTIONS
    things = "actions"

    def __init__(self) -> None:
        self._steps = self._measured = 0

    def attack(self, chance: random.Random, folder: Path) -> str:
        """Let the monkey loose on a new window; return what it broke."""
        app = QApplication.instance() or QApplication(["monkey"])
        assert isinstance(app, QApplication)
        name, arguments = chance.choice(BEGINNINGS)
        catalog = load_shipped()
        path = folder / "monkey.cluster.toml"
        design = build(name, arguments, catalog) if name else first_design()
        save(path, design, catalog)
        with _let_loose(app, path, chance) as hands:
            for number in range(ACTIONS):
                label = hands.act()
                looks = number % LOOKED_EVERY == 0 or number == ACTIONS - 1
                wrong = hands.wrong(looks=looks)
                if not wrong and (number + 1) % MEASURED_EVERY == 0:
                    wrong = hands.measured_wrong(folder / "measured.toml")
                    self._measured += 1
                if wrong:
                    return f"{wrong} (action {number}: {label})"
            self._steps += len(hands.studio.session.document.history.steps) - 1
        return ""

    def figures(self) -> str:
        """Return how much of it changed the design."""
        return f"{self._steps} steps in the histories, totals recomputed {self._measured} times"


class _Hands:
    """What moves the mouse of one window."""

    def __init__(self, studio: Studio, chance: random.Random) -> None:
        self.studio = studio
        self.raised: list[str] = []
        self.menus: list[QMenu] = []
        self.carried: list[QMimeData] = []
        self._chance = chance
        self._before = studio.session.catalog
        self._locks: arranging.LockWatch | None = None
        self._actions: tuple[tuple[int, Callable[[], str]], ...] = (
            (20, self._drag_on_floor), (14, self._drag_part), (12, self._drag_device),
            (12, self._command), (10, self._press_key), (8, self._click_floor),
            (8, self._click_something), (6, self._menu), (6, self._type), (4, self._click_item),
            (4, self._measure), (3, self._scale_plan), (4, self._drag_group), (3, self._lock),
            (3, self._layers), (4, self._element), (5, self._comment), (5, self._stage),
            (3, self._pod), (4, self._grip), (3, self._look_around),
        )  # fmt: skip

    @property
    def window(self) -> MainWindow:
        return self.studio.window

    def act(self) -> str:
        """Do something; return what."""
        if self._locks is None:
            self._locks = arranging.LockWatch(self.studio.session.document, self.raised.append)
        weights = [weight for weight, _ in self._actions]
        (action,) = self._chance.choices([action for _, action in self._actions], weights)
        label = action()
        self._drop_what_is_carried()
        QApplication.processEvents()
        self._tidy()
        return label

    def wrong(self, *, looks: bool) -> str:
        """Return what does not hold of the design and the window."""
        if self.raised:
            return self.raised[0]
        document, catalog = self.studio.session.document, self.studio.session.catalog
        found = invariants.broken(document.design, catalog, self._before) or self._drawn_wrong()
        found = found or self._comments_wrong()
        if looks and not found:
            found = invariants.undo_and_redo_lose_something(document)
            found = found or invariants.saving_changes_something(document.design, catalog)
        return found or (self.raised[0] if self.raised else "")

    def measured_wrong(self, path: Path) -> str:
        """Wait for the engine; return which of its totals is wrong."""
        document, store = self.studio.session.document, self.studio.store
        if not until(lambda: store.is_current(document.revision), LIMIT_MS):
            return f"no report: {self.studio.client.words}"
        assert store.report is not None
        catalog = self.studio.session.catalog
        sized = self.window.workspace.sized_design
        return invariants.totals_are_wrong(path, sized, catalog, store.report)

    def _drawn_wrong(self) -> str:
        """Return which rack the floor does not draw as the design has it."""
        drawn = self.window.floor.floor.racks
        design = self.studio.session.document.design
        shown = [rack for rack in design.racks if arranging.is_drawn(self.window, rack)]
        if set(drawn) != {rack.id for rack in shown}:
            return "the floor draws other racks than the design has"
        for rack in shown:
            box = drawn[rack.id].sceneBoundingRect()
            if not box.adjusted(-2, -2, 2, 2).contains(rack.x_mm + 1, rack.y_mm + 1):
                return f"{rack.name} is drawn elsewhere"
        return ""

    def _comments_wrong(self) -> str:
        """Return what the file of comments does not hold of what the window shows."""
        path, state = self.studio.session.path, self.studio.workspace.comments
        if path is None or state.why_not:
            return ""
        there = {one.id: one.evolve(name="", x_mm=0, y_mm=0) for one in _kept(path)}
        shown = {one.id: one.evolve(name="", x_mm=0, y_mm=0) for one in state.all}
        if there != shown:
            return "the file holds other comments than the window shows"
        numbers = [one.number for one in state.all]
        return "" if len(set(numbers)) == len(numbers) else "two comments have one number"

    # what it does

    def _comment(self) -> str:
        """Write a comment, on what is selected or in a cloud; answer and settle the last one."""
        state, actions = self.studio.workspace.comments, self.window.actions_by_id
        if not actions["review.comment"].isEnabled():
            return "no comment"
        if self._chance.random() < 0.4:
            actions["review.cloud"].trigger()
            label = self._drag_on_floor() if self.window.floor.view.comment_hand.draws else "cloud"
        else:
            actions["review.comment"].trigger()
            label = "comment"
        for edit in self.window.findChildren(QPlainTextEdit, "comment words"):
            edit.setPlainText(self._chance.choice(TYPED))
        if state.chosen is not None and self._chance.random() < 0.5:
            state.answer(self._chance.choice(TYPED))
            (state.resolve if state.chosen.is_open else state.reopen)()
        return label

    def _drag_on_floor(self) -> str:
        viewport, modifiers = self.window.floor.view.viewport(), self._chance.choice(MODIFIERS)
        start = self._on_floor()
        # Far away something is in the way more often than not.
        near = start + QPoint(self._chance.randrange(-90, 91), self._chance.randrange(-60, 61))
        end = self._chance.choice((near, near, self._on_floor(0.2)))
        QTest.mousePress(viewport, LEFT, modifiers, start)
        for _ in range(self._chance.randrange(1, 4)):
            move(viewport, self._on_floor(0.1), pressed=True)
        move(viewport, end, pressed=True)
        if self._chance.random() < 0.1:
            QTest.keyClick(viewport, Qt.Key.Key_Escape)
        # With Shift what the drop asks for is built as well, or the nearest free place is taken.
        held = self._chance.choice((modifiers, *MODIFIERS))
        QTest.mouseRelease(viewport, LEFT, held, end)
        return f"drag on the floor from {start.toTuple()} to {end.toTuple()}"

    def _click_floor(self) -> str:
        viewport, at = self.window.floor.view.viewport(), self._on_floor()
        if self._chance.random() < 0.3:
            QTest.mouseDClick(viewport, LEFT, NONE, at)
        else:
            QTest.mouseClick(viewport, LEFT, self._chance.choice(MODIFIERS), at)
        return f"click on the floor at {at.toTuple()}"

    def _measure(self) -> str:
        """Measure from point to point, which leaves the design as it is."""
        document, view = self.studio.session.document, self.window.floor.view
        before = document.design
        self.window.floor.measure()
        for _ in range(self._chance.randrange(1, 5)):
            at = self._on_floor(0.5)
            QTest.mouseClick(view.viewport(), LEFT, self._chance.choice(MODIFIERS), at)
            move(view.viewport(), self._on_floor(0.5))
        QTest.keyClick(view, self._chance.choice((Qt.Key.Key_Backspace, Qt.Key.Key_Escape)))
        view.cancel_gesture()
        if document.design is not before:
            self.raised.append("measuring changed the design")
        if self.window.status.message.full_text() == MEASURE:
            self.raised.append("how to measure is said after it")
        return "measure on the floor"

    def _scale_plan(self) -> str:
        """Set a building plan to scale, which may be missing, or move it."""
        space, floor = self.window.workspace, self.window.floor
        if not space.document.design.underlays:
            space.apply("Place a plan", put("underlays", Underlay(id="p", file="plans/no.png")))
        for one in space.document.design.underlays[:1]:
            use = self._chance.choice((floor.scale_plan, floor.move_plan))
            use(one.id)
        for _ in range(2):
            QTest.mouseClick(floor.view.viewport(), LEFT, NONE, self._on_floor(0.3))
        QTest.keyClicks(floor.view, self._chance.choice(("", "0", "6000", "9999999")))
        QTest.keyClick(floor.view, Qt.Key.Key_Return)
        floor.view.cancel_gesture()
        return "scale or move a building plan"

    def _drag_group(self) -> str:
        label, wrong = arranging.drag_group(self.window, self._chance)
        self.raised += [wrong] if wrong else []
        return label

    def _pod(self) -> str:
        label, wrong = arranging.place_pod(self.window, self._chance)
        self.raised += [wrong] if wrong else []
        return label

    def _grip(self) -> str:
        label, wrong = arranging.pull_grip(self.window, self._chance)
        self.raised += [wrong] if wrong else []
        return label

    def _look_around(self) -> str:
        look = self._chance.choice((looking.drag_as_in_maps, looking.swipe))
        label, wrong = look(self.window, self._chance)
        self.raised += [wrong] if wrong else []
        return label

    def _lock(self) -> str:
        label, wrong = arranging.lock_and_drag(self.window, self._chance)
        self.raised += [wrong] if wrong else []
        return label

    def _stage(self) -> str:
        label, wrong = staging.put_or_look(self.window, self._chance)
        self.raised += [wrong] if wrong else []
        return label

    def _layers(self) -> str:
        return arranging.hide_or_hold(self.window, self._chance)

    def _element(self) -> str:
        """Draw a column, a wall or a zone, then drag where it may be."""
        floor, view = self.window.floor, self.window.floor.view
        kind = self._chance.choice(("column", "wall", "ramp", "keep-out", "ceiling"))
        floor.draw_element(kind)
        for _ in range(2):
            at = self._on_floor(0.2)
            QTest.mouseClick(view.viewport(), LEFT, self._chance.choice(MODIFIERS), at)
        view.cancel_gesture()
        for one in self.window.workspace.document.design.room.obstacles[-1:]:
            corner = view.mapFromScene(QPointF(one.x_mm, one.y_mm))
            for _ in range(2):
                QTest.mousePress(view.viewport(), LEFT, NONE, corner)
                move(view.viewport(), self._on_floor(0.1), pressed=True)
                QTest.mouseRelease(view.viewport(), LEFT, NONE, self._on_floor(0.1))
        return f"draw {kind}"

    def _drag_part(self) -> str:
        part = self._chance.choice(PARTS)
        self.carried.append(encode_part(part))
        return f"drag {part}"

    def _drag_device(self) -> str:
        view = self.window.elevation.view
        start, end = self._on_device(), self._in(view)
        QTest.mousePress(view, LEFT, self._chance.choice(MODIFIERS), start)
        for at in (self._in(view), end):
            move(view, at, pressed=True)
        QTest.mouseRelease(view, LEFT, NONE, end)
        return f"drag in the elevation from {start.toTuple()}"

    def _command(self) -> str:
        names = [
            name
            for name, action in self.window.actions_by_id
            if action.isEnabled() and not name.startswith(NOT_CHOSEN)
        ]
        edits = [name for name in names if name.startswith(EDITS)]
        name = self._chance.choice(edits if self._chance.random() < 0.7 else names)
        self.window.actions_by_id[name].trigger()
        return f"command {name}"

    def _press_key(self) -> str:
        views: list[QWidget] = [self.window.floor.view, self.window.elevation.view]
        focus = QApplication.focusWidget()
        target = self._chance.choice([*views, focus or views[0]])
        key = self._chance.choice(KEYS)
        QTest.keyClick(target, key, self._chance.choice(MODIFIERS))
        return f"key {key.name} on {type(target).__name__}"

    def _click_something(self) -> str:
        found = [
            button
            for button in self.window.findChildren(QAbstractButton)
            if button.isVisible() and button.isEnabled() and not _leaves(button)
        ]
        button = self._chance.choice(found)
        words = button.accessibleName() or button.text() or type(button).__name__
        QTest.mouseClick(button, LEFT)
        return f"button {words}"

    def _click_item(self) -> str:
        found = [v for v in self.window.findChildren(QAbstractItemView) if v.isVisible()]
        if not found:
            return "no list"
        view = self._chance.choice(found)
        at = self._in(view.viewport())
        (QTest.mouseDClick if self._chance.random() < 0.3 else QTest.mouseClick)(
            view.viewport(), LEFT, NONE, at
        )
        return f"click in {view.accessibleName() or type(view).__name__}"

    def _menu(self) -> str:
        view, at = self.window.floor.view, self._on_floor()
        view.customContextMenuRequested.emit(at)
        if not self.menus:
            return "no menu"
        chosen = [a for a in self.menus[-1].actions() if a.isEnabled() and not a.isSeparator()]
        chosen = [a for a in chosen if not a.objectName().startswith(NOT_CHOSEN) and not a.menu()]
        if not chosen:
            return "an empty menu"
        action = self._chance.choice(chosen)
        action.trigger()
        return f"menu {action.text()}"

    def _type(self) -> str:
        fields = [
            field
            for field in self.window.findChildren(QWidget)
            if isinstance(field, QLineEdit | QComboBox) and field.isVisible() and field.isEnabled()
        ]
        if not fields:
            return "no field"
        field = self._chance.choice(fields)
        words = self._into(field)
        return f"{words!r} into {field.accessibleName() or type(field).__name__}"

    def _into(self, field: QWidget) -> str:
        field.setFocus()
        if isinstance(field, QComboBox):
            QTest.keyClick(field, self._chance.choice((Qt.Key.Key_Down, Qt.Key.Key_Up)))
            return field.currentText()
        assert isinstance(field, QLineEdit)
        words = self._chance.choice(TYPED)
        field.selectAll()
        field.insert(words)
        QTest.keyClick(field, self._chance.choice((Qt.Key.Key_Return, Qt.Key.Key_Tab)))
        return words

    # where, and what is left over

    def _on_floor(self, on_rack: float = 0.7) -> QPoint:
        """Return a point of the floor's viewport: on a rack, or anywhere."""
        view, racks = self.window.floor.view, tuple(self.window.floor.floor.racks.values())
        if racks and self._chance.random() < on_rack:
            at = view.mapFromScene(self._chance.choice(racks).sceneBoundingRect().center())
            if view.viewport().rect().contains(at):
                return at
        return self._in(view.viewport())

    def _on_device(self) -> QPoint:
        """Return a point of the elevation: on a device, where the rack on show has one."""
        view = self.window.elevation.view
        drawing, faces = view.faces.drawing, view.faces
        if drawing is None or not drawing.devices:
            return self._in(view)
        device = self._chance.choice(drawing.devices)
        if "side" in faces.sides and self._chance.random() < 0.4:
            frame, lines = frame_in(faces.side, drawing), side_layout(drawing)
            return device_side(frame, drawing, lines, device).center().toPoint()
        return faces.place_of(drawing, device).center().toPoint()

    def _in(self, widget: QWidget) -> QPoint:
        return QPoint(
            self._chance.randrange(max(1, widget.width())),
            self._chance.randrange(max(1, widget.height())),
        )

    def _drop_what_is_carried(self) -> None:
        """Carry what was taken up over the floor or the elevation, and let go, or leave."""
        while self.carried:
            mime = self.carried.pop()
            onto_floor = self._chance.random() < 0.6
            elevation = self.window.elevation.view
            target = self.window.floor.view.viewport() if onto_floor else elevation
            where = self._on_floor if onto_floor else partial(self._in, elevation)
            drag, modifiers = SentDrag(target, mime), self._chance.choice(MODIFIERS)
            if not drag.enter(where(), modifiers):
                continue
            for _ in range(self._chance.randrange(1, 4)):
                drag.move(where(), modifiers)
            if self._chance.random() < 0.1:
                drag.leave()
            else:
                drag.drop(where(), modifiers)

    def _tidy(self) -> None:
        """Type into a dialog that opened, then close it; windows beside the main one, too."""
        self.menus.clear()
        for widget in QApplication.topLevelWidgets():
            if not widget.isVisible() or widget is self.window:
                continue
            if isinstance(widget, QDialog):
                fields = [f for f in widget.findChildren(QLineEdit) if f.isVisible()]
                if fields and not isinstance(widget, QFileDialog):
                    self._into(self._chance.choice(fields))
                is_edit = isinstance(widget, FormDialog) and not isinstance(widget, OutputDialog)
                (widget.accept if is_edit and self._chance.random() < 0.7 else widget.reject)()
            else:
                widget.close()
        centre = self.window.centre
        if centre.on_start_page():
            centre.show_view("floor")
        QApplication.processEvents()


def _kept(path: Path) -> Comments:
    return read_comments(comments_path(path)).comments


def _leaves(button: QAbstractButton) -> bool:
    """Return whether a button opens a menu of its own, or leaves the design."""
    words = f"{button.accessibleName()} {button.text()}".casefold()
    return bool(getattr(button, "menu", lambda: None)()) or any(
        word in words for word in ("quit", "own part", "full screen")
    )


@contextmanager
def _let_loose(app: QApplication, path: Path, chance: random.Random) -> Iterator[_Hands]:
    """Open a window on a design; whatever blocks without a display is noted instead."""
    studio = Studio(app)
    hands = _Hands(studio, chance)

    def carry(drag: QDrag, *_: object) -> Qt.DropAction:
        copy = QMimeData()
        for name in drag.mimeData().formats():
            copy.setData(name, drag.mimeData().data(name))
        hands.carried.append(copy)
        return Qt.DropAction.IgnoreAction

    def raised(kind: type[BaseException], error: BaseException, _trace: object) -> None:
        hands.raised.append(f"{kind.__name__}: {error}"[:200])

    with (
        patch.object(QDrag, "exec", carry),
        patch.object(QMenu, "popup", lambda menu, *_: hands.menus.append(menu)),
        patch.object(sys, "excepthook", raised),
    ):
        try:
            studio.window.resize(*SIZE)
            studio.show(path)
            # Whoever asks for the session before the first paint keeps it from coming.
            window = studio.window
            assert until(lambda: window.is_populated and gc.isenabled(), LIMIT_MS), "no window"
            assert studio.session.path == path
            yield hands
        finally:
            studio.session.document.mark_saved()
            studio.window.close()
            studio.close()
            studio.window.deleteLater()
            QApplication.processEvents()
            app.setStyleSheet("")
