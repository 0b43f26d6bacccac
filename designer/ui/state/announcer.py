"""What a screen reader is told of what happens: an edit with what it brought, messages, a plan.

One owner for all of it, so that things that happen together are said in one sentence, and nothing
is said while the mouse drags something: then words would come for every place on the way.
"""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication

from designer.document.document import DocumentChange
from designer.engine.new_findings import brought_and_ended
from designer.engine.report import Check, RackReport
from designer.model.change import Change
from designer.model.figure_words import side_of_limit
from designer.model.layout import Layout
from designer.model.step_words import done
from designer.model.units import place_text
from designer.ui.state.news_words import ends_words, news_words
from designer.ui.state.workspace import Workspace

SOON_MS: Final = 120
"""What happens within it is said in one sentence."""


class Announcer(QObject):
    """Gathers what happened, and says it.

    Parameters
    ----------
    workspace
        Whose edits, reports and messages are told.

    Signals
    -------
    spoken
        A sentence, and whether it interrupts what is being said: a warning does.
    """

    spoken = Signal(str, bool)

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._steps: list[str] = []
        self._racks: tuple[str, ...] = ()
        self._checks: tuple[Check, ...] | None = None
        self._revision = -1
        self._said: dict[str, bool] = {}
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(SOON_MS)
        self._soon.timeout.connect(self.flush)
        workspace.document_changed.connect(self._on_document)
        workspace.report_changed.connect(self._on_report)
        workspace.sizing_changed.connect(self._on_report)
        workspace.message.connect(self._on_message)
        workspace.selection_changed.connect(self._on_selection)
        workspace.plan_told.connect(self.say_instead)

    def say(self, words: str, *, interrupts: bool = False) -> None:
        """Say a sentence soon, with what else is to be said then."""
        if words:
            self._said[words] = interrupts
            self._soon.start()

    def say_instead(self, words: str) -> None:
        """Say where a plan is now, in place of all that waited: only the last place counts."""
        self._said.clear()
        self.say(words)

    def flush(self) -> None:
        """Say what waits, unless something is dragged: then once it is let go."""
        self._soon.stop()
        if not self._said:
            return
        if QApplication.mouseButtons() and self._is_dragging():
            self._soon.start()
            return
        said, self._said = self._said, {}
        self.spoken.emit("; ".join(said), any(said.values()))

    def _is_dragging(self) -> bool:
        return self._workspace.is_planning

    def _on_message(self, text: str, severity: str) -> None:
        """Say a message; what one reads of a step that is told anyhow is not said besides."""
        if not text or self._workspace.is_planning:
            return
        if severity == "info" and self._revision >= 0:
            return
        self.say(text, interrupts=severity in ("warning", "error"))

    def _on_selection(self) -> None:
        """Say which device is selected; the floor tells its racks itself."""
        chosen, workspace = self._workspace.selection, self._workspace
        placed = workspace.layout().find(chosen[0]) if len(chosen) == 1 else None
        if placed is None or self._revision >= 0:
            return
        rack, part = workspace.layout().racks[placed.rack], workspace.catalog.get(placed.part)
        at = ""
        if part is not None and part.height_half_u:
            at = f" {place_text(placed.half_u, part.height_half_u, placed.side)}"
        self.say(f"{placed.name}, {workspace.part_name(placed.part)}, {rack.name}{at}")

    def _on_document(self, change: DocumentChange) -> None:
        if change.opened:
            self._forget()
            name = change.after.name or "untitled design"
            self.say(f"Opened {name}")
            return
        if change.whole:
            return
        if self._checks is None:
            report = self._workspace.report_store.report
            self._checks = report.checks if report is not None else ()
        self._steps = [*self._steps, done(change.label)] if change.label else self._steps
        self._racks = touched(change.change, change.was, self._workspace.layout())
        self._revision = change.revision

    def _on_report(self) -> None:
        """Say what the steps since the last report brought, once it is known or will not be."""
        workspace = self._workspace
        if self._revision < 0:
            return
        current = workspace.report_store.is_current(workspace.document.revision)
        if not current and not workspace.engine_failure:
            return
        steps = dict.fromkeys(self._steps[-1:])
        words = [*steps, *(self._brought() if current else ["not sized"])]
        self._forget()
        self.say("; ".join(words))

    def _brought(self) -> list[str]:
        """Return the figures of the rack that was changed, or of the design, and the findings."""
        workspace, before = self._workspace, self._checks or ()
        report = workspace.report_store.report
        if report is None:
            return []
        rack = workspace.rack_report(self._racks[0]) if len(self._racks) == 1 else None
        words = [rack_words(rack)] if rack is not None else []
        comes, goes = brought_and_ended(before, report.checks)
        return [*filter(None, words), news_words(comes), *filter(None, [ends_words(goes)])]

    def _forget(self) -> None:
        self._steps, self._racks, self._checks, self._revision = [], (), None, -1


def touched(change: Change, before: Layout, after: Layout) -> tuple[str, ...]:
    """Return the racks that a change puts in, or in which it puts or takes devices."""
    found = {rack.id: None for rack in change.put_in("racks")}
    for device in change.put_in("devices"):
        was = before.find(device.id)
        found |= dict.fromkeys(key for key in (device.rack, was.rack if was else "") if key)
    for key in change.dropped_from("devices"):
        was = before.find(key)
        found |= {was.rack: None} if was is not None else {}
    return tuple(key for key in found if key in after.racks)


def rack_words(rack: RackReport) -> str:
    """Return what the fullest limit of a rack carries: `rack A01: cooling 40.8 of 53.1 kW`."""
    limit = next((one for one in rack.limits if rack.binding_words(one)), None)
    if limit is None:
        return ""
    used, most = limit.figure("used", limit.unit), limit.figure("limit", limit.unit)
    words = limit.text or f"{side_of_limit(used)} of {side_of_limit(most)} {limit.unit}".rstrip()
    return f"rack {rack.name}: {limit.label[:1].lower()}{limit.label[1:]} {words}"
