"""Parts that are dragged onto the one-line: what a drop would do, said while it hangs there."""

from collections.abc import Callable

from PySide6.QtCore import QPoint
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from designer.document.drop_plans import DropPlan
from designer.document.upstream_plans import part_upstream
from designer.render.chain_pieces import PieceKey
from designer.render.one_line import GroupKey
from designer.ui.state.apply_plan import apply_plan, as_it_may_be
from designer.ui.state.drag_payload import decode_part
from designer.ui.state.workspace import Workspace
from designer.ui.views.power.view import AnyKey


class PartDrops:
    """Takes parts for a one-line.

    Parameters
    ----------
    key_at
        Returns what is at a point of the widget that takes the drops.
    say
        Takes what a drop would do, in a sentence, and whether it may be; empty when it is over.
    """

    def __init__(
        self,
        workspace: Workspace,
        key_at: Callable[[QPoint], AnyKey],
        say: Callable[[str, bool, AnyKey], None],
    ) -> None:
        self._workspace, self._key_at, self._say = workspace, key_at, say
        self._part: str | None = None

    def enter(self, event: QDragEnterEvent) -> None:
        """Take a part; anything else is for others."""
        self._part = decode_part(event.mimeData())
        if self._part is None:
            event.ignore()
            return
        self.move(event)

    def move(self, event: QDragMoveEvent | QDragEnterEvent) -> None:
        """Say what a drop here would do. Also a refusal is taken: the drop has to say why."""
        if self._part is None:
            event.ignore()
            return
        key = self._key_at(event.position().toPoint())
        plan = self.plan_at(self._part, key)
        words = plan.verdict.title if plan.verdict.ok else _refusal(plan)
        self._say(words, plan.verdict.ok, key)
        event.acceptProposedAction()

    def leave(self, event: QDragLeaveEvent) -> None:
        """Forget the part."""
        self._part = None
        self._say("", True, "")
        event.accept()

    def drop(self, event: QDropEvent, focus: QWidget) -> None:
        """Add the part upstream of what is under the pointer, or say why that cannot be."""
        part, self._part = self._part, None
        self._say("", True, "")
        if part is None:
            event.ignore()
            return
        apply_plan(self._workspace, self.plan_at(part, self._key_at(event.position().toPoint())))
        event.acceptProposedAction()
        focus.setFocus()

    def plan_at(self, part: str, key: AnyKey) -> DropPlan:
        """Return what a drop on something would do; on the lead of a rack it is its feed."""
        racks = isinstance(key, GroupKey | PieceKey)
        target = key if isinstance(key, str) else ""
        if isinstance(key, PieceKey) and key.what == "lead":
            target, racks = key.item, False
        elif isinstance(key, GroupKey) and len(key.feeds) == 1 and not key.unsure:
            target, racks = key.feeds[0], False
        space = self._workspace
        plan = part_upstream(space.layout(), space.catalog, part, target, racks=racks)
        return as_it_may_be(space, plan)


def _refusal(plan: DropPlan) -> str:
    return f"{plan.verdict.title}: {plan.verdict.reason}"
