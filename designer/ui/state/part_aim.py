"""A part that is placed by keys alone: what every drawing does in which arrows aim."""

from typing import Final, Protocol

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from designer.document.drop_plans import DropPlan
from designer.ui.kit.line_card import Line
from designer.ui.state.apply_plan import apply_plan
from designer.ui.state.drop_preview import DropPreview
from designer.ui.state.workspace import Workspace

ARROWS: Final = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Aiming(Protocol):
    """A drawing that shows where a part would go."""

    @property
    def workspace(self) -> Workspace:
        """What every view shares."""

    @property
    def preview(self) -> DropPreview:
        """What the engine says of the plan on show."""

    def hide_plan(self) -> None:
        """Show no plan any more."""


class PartAim:
    """Holds the part until Enter places it or Esc lets it go, and tells each place in words.

    Subclasses move what is aimed at.
    """

    def __init__(self, view: Aiming) -> None:
        self._aiming = view
        self.part_id = ""
        self._selected: tuple[str, ...] = ()
        view.preview.lines_changed.connect(self._tell)

    def begin(self, part_id: str) -> bool:
        """Take a part; return whether there is a place to aim at."""
        space = self._aiming.workspace
        if not space.may_change():
            return False
        self.cancel()
        self.part_id, self._selected = part_id, space.selection
        self._aiming.preview.by_keys = True
        if self._start():
            return True
        self._end()
        return False

    def cancel(self) -> bool:
        """Let the part go, and select what was selected; return whether one was held."""
        held, selected = bool(self.part_id), self._selected
        if held:
            self._end()
            space = self._aiming.workspace
            space.select(space.still_there(selected))
        return held

    def wants(self, event: QKeyEvent) -> bool:
        """Return whether a key is an arrow for the part that is held, whatever is held with it."""
        return bool(self.part_id) and Qt.Key(event.key()) in ARROWS

    def press(self, event: QKeyEvent) -> bool:
        """Take a key; return whether it was meant for the part."""
        if not self.part_id:
            return False
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        if key == Qt.Key.Key_Escape:
            name = self._aiming.workspace.part_name(self.part_id)
            self.cancel()
            self._aiming.workspace.message.emit(f"{name} is let go", "info")
        elif key in ENTER:
            self.hold(modifiers)
            self._place(builds=bool(modifiers & Qt.KeyboardModifier.ShiftModifier))
        elif self._turn(key, modifiers):
            self.hold(modifiers)
        else:
            return False
        return True

    def hold(self, modifiers: Qt.KeyboardModifier) -> None:
        """Show what Enter does now: with Shift what may not be goes to the nearest free place."""
        if self.part_id:
            shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
            if self._aiming.preview.turn(elsewhere=shift):
                self.tell(self._aiming.preview.plan)

    def _start(self) -> bool:
        """Aim at a first place; return whether there is one."""
        raise NotImplementedError

    def _turn(self, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> bool:
        """Aim elsewhere by a key; return whether it does so."""
        raise NotImplementedError

    def _place(self, *, builds: bool) -> None:
        """Place the part where it is aimed at; where it may not be, say why and go on aiming."""
        preview, space = self._aiming.preview, self._aiming.workspace
        plan = preview.dropped()
        if plan is None or plan.edit is None:
            self.tell(plan)
            return
        self._end()
        apply_plan(space, plan, builds=builds)

    def _end(self) -> None:
        self.part_id = ""
        self._aiming.hide_plan()
        self._aiming.preview.by_keys = False

    def tell(self, plan: DropPlan | None) -> None:
        """Say where the part would be, and why it may not be there."""
        if plan is not None and self.part_id:
            self._aiming.workspace.plan_told.emit(plan_words(plan))

    def _tell(self) -> None:
        """Say the whole card once the engine has said all of it."""
        preview = self._aiming.preview
        if self.part_id and preview.is_answered:
            self._aiming.workspace.plan_told.emit("; ".join(_spoken(preview.lines())))


def plan_words(plan: DropPlan) -> str:
    """Return what a plan would do, and why it may not be."""
    title, verdict = plan.verdict.title, plan.verdict
    return title if verdict.ok else f"{title}: {verdict.reason}"


def _spoken(lines: tuple[Line, ...]) -> list[str]:
    """Return the lines of a card as they are said: what keys do is known by then."""
    return [line.text for line in lines if line.text and not line.text.startswith("Enter ")]
