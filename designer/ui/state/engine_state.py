"""What the engine is doing, in words: sizing, sized in so much time, restarted, failed.

A design is sized when its figures are seen: until every view in sight shows them it is not said.
"""

from collections.abc import Callable

from PySide6.QtCore import QElapsedTimer, QObject, Signal, SignalInstance

from designer.ui.state.workspace import Workspace

_SECOND_MS = 1000


class EngineState(QObject):
    """Follows the engine client, and measures from an edit to the report that holds it.

    Signals
    -------
    changed
        State (`idle`, `following`, `busy`, `restarting` or `failed`), words, and words on what it
        does. `following`: figures are there, but for losses that take longer.
    """

    changed = Signal(str, str, str)

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._since_edit = QElapsedTimer()
        self._took_ms: int | None = None
        self._state, self._words = "busy", "starting…"
        self._told: tuple[str, str, str] | None = None
        self._behind: list[Callable[[], bool]] = []
        self._warned: list[str] = []
        """What was said of an engine that gave no figures: it is past once there are some."""
        client = workspace.client
        client.state_changed.connect(self._on_state)
        client.reported.connect(self._on_report)
        client.restarted.connect(lambda words: self._warn(words, "warning"))
        workspace.document_changed.connect(lambda _: self._since_edit.restart())
        workspace.report_changed.connect(self._tell_again)

    def wait_for(self, is_behind: Callable[[], bool], caught_up: SignalInstance) -> None:
        """Say that figures are there only when a view shows them, too.

        Parameters
        ----------
        is_behind
            Whether figures of an earlier report are seen in it.
        caught_up
            Tells that this may have changed.
        """
        self._behind.append(is_behind)
        caught_up.connect(self._tell_again)

    def _on_state(self, state: str, words: str) -> None:
        if state == "failed" and self._state != "failed":
            self._warn(words, "error")
        self._state, self._words = state, words
        self._tell()

    def _warn(self, words: str, severity: str) -> None:
        self._warned.append(words)
        self._workspace.message.emit(words, severity)

    def _on_report(self, revision: int) -> None:
        if revision == self._workspace.document.revision:
            if self._since_edit.isValid():
                self._took_ms = self._since_edit.elapsed()
                self._since_edit.invalidate()
            warned, self._warned = self._warned, []
            for words in warned:
                self._workspace.message_past.emit(words)
        self._tell()

    def _is_shown(self) -> bool:
        """Return whether the newest report is what is seen."""
        store = self._workspace.report_store
        return not store.is_untold and not any(is_behind() for is_behind in self._behind)

    def _tell_again(self) -> None:
        """Tell what a view that caught up changes, once the client has said anything."""
        if self._told is not None:
            self._tell()

    def _tell(self) -> None:
        words = {"busy": "sizing…", "restarting": "engine restarting…"}.get(self._state)
        if self._state == "idle":
            words = "ready" if self._took_ms is None else f"sized in {_time_words(self._took_ms)}"
        if self._state == "failed":
            words = "engine failed"
        state = self._state
        if state == "idle" and not self._is_shown():
            state, words = "busy", "sizing…"
        detail = self._words
        report = self._workspace.report_store.report
        if state == "idle" and report is not None and report.losses_follow:
            state, words = "following", f"{words}…"
            detail = "losses of racks, feeds and cables are being worked out"
        told = state, words or self._words, detail
        if told != self._told:
            self._told = told
            self.changed.emit(*told)


def _time_words(ms: int) -> str:
    return f"{ms} ms" if ms < _SECOND_MS else f"{ms / _SECOND_MS:.1f} s"
