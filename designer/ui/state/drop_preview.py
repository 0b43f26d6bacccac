"""What a drop would do, as lines: the words of a plan, and the preview that fills them in.

`DropPreview` asks the engine, at once but at most every `ASK_MS`, and only when the plan changed;
an answer to an older plan is ignored. What the engine tells at once is shown while the rest is
computed. The document is never touched.
"""

from typing import Final

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from designer.document.drop_plans import DropPlan
from designer.document.errors import EditError
from designer.document.kept_places import made
from designer.engine.preview import Preview
from designer.model.change import diff
from designer.model.cooling_words import SHOWN_NAMES
from designer.ui.kit.line_card import Line
from designer.ui.state.apply_plan import say_refusal
from designer.ui.state.drop_words import card_lines, is_doubtful
from designer.ui.state.workspace import Workspace

ASK_MS: Final = 40
"""Least time between two questions to the engine: eyes do not follow faster."""
MOST_PREVIEWED: Final = 12
"""Racks whose figures are asked for; the card has no room for more."""


class DropPreview(QObject):
    """Keeps the question to the engine in step with the pointer.

    Parameters
    ----------
    workspace
        Through which the question goes.
    parent
        Qt owner.
    """

    lines_changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._plan: DropPlan | None = None
        self._answer: Preview | None = None
        self._asked_for: object = None
        self._refused = False
        self._failed = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._pause_ms = ASK_MS
        self._asked = QElapsedTimer()
        self._timer.timeout.connect(self._ask)
        workspace.preview_begun.connect(self._on_answer)
        workspace.preview_changed.connect(self._on_answer)
        workspace.preview_failed.connect(self._on_failure)

    @property
    def plan(self) -> DropPlan | None:
        """What dropping now would do; None when nothing is dragged."""
        return self._plan

    def show(self, plan: DropPlan) -> bool:
        """Follow the pointer to another plan; return whether the words differ."""
        if self._plan is not None and self._plan.key == plan.key:
            return False
        self._plan, self._answer, self._failed = plan, None, False
        self._workspace.cancel_preview()
        self._tell(plan)
        if plan.edit is not None and not self._timer.isActive():
            since = self._asked.elapsed() if self._asked.isValid() else self._pause_ms
            if since < self._pause_ms:
                self._timer.start(self._pause_ms - since)
            else:  # at once: the engine computes while the window paints
                self._ask()
        return True

    def clear(self) -> None:
        """Stop asking: nothing is dragged any more."""
        self._plan = self._answer = None
        self._tell(None)
        self._timer.stop()
        self._workspace.cancel_preview()

    @property
    def answer(self) -> Preview | None:
        """What the engine says of the plan on show, the rest of which may follow; None before."""
        return self._answer

    @property
    def is_answered(self) -> bool:
        """Whether the engine has said all of what the plan on show does."""
        return self._answer is not None and not self._answer.rest_follows

    @property
    def is_doubtful(self) -> bool:
        """Whether the engine foresees errors of the plan on show."""
        return self._answer is not None and is_doubtful(self._answer)

    def lines(self) -> tuple[Line, ...]:
        """Return the card's words as they stand."""
        if self._plan is None:
            return ()
        fabrics = {f.id: f.name or f.id for f in self._workspace.document.design.fabrics}
        report = self._workspace.report_store.report
        return card_lines(
            self._plan, self._answer, SHOWN_NAMES, fabrics, failed=self._failed,
            power=report.power if report else None,
        )  # fmt: skip

    def _tell(self, plan: DropPlan | None) -> None:
        """Say in the status bar why a drop is refused, for as long as it would be."""
        if plan is not None and not plan.verdict.ok:
            self._refused = True
            say_refusal(self._workspace, plan)
        elif self._refused:
            self._refused = False
            self._workspace.message.emit("", "info")

    def _ask(self) -> None:
        plan = self._plan
        if plan is None or plan.edit is None:
            return
        self._asked.start()
        design = self._workspace.document.design
        try:
            change = diff(design, made(design, plan.edit))
        except EditError:
            # The design changed under the pointer; the next move plans anew.
            return
        self._asked_for = plan.key
        racks = plan.rack_ids or tuple(rack.id for rack in change.put_in("racks"))
        self._workspace.request_preview(change, racks[:MOST_PREVIEWED])
        # Asking applies the edit to a copy: in a huge design that takes longer than a frame, and
        # the drag may wait for it one moment in eight at most.
        self._pause_ms = max(ASK_MS, 8 * self._asked.elapsed())

    def _on_failure(self) -> None:
        """Say of the plan on show that no figures will come."""
        if self._plan is not None and self._plan.key == self._asked_for:
            self._failed = True
            self.lines_changed.emit()

    def _on_answer(self, preview: object) -> None:
        """Take an answer that belongs to the plan under the pointer."""
        plan = self._plan
        if plan is None or plan.key != self._asked_for or not isinstance(preview, Preview):
            return
        self._answer = preview
        self.lines_changed.emit()
