"""Keeps the engine's reports up with the document: sends designs, publishes what comes back.

One request is in flight. What happens meanwhile is not queued: when the answer is there, the
difference between the design the engine holds and the newest design goes out as one change, so a
drag of a hundred edits shows many reports and always ends with the last one. Previews have their
own numbers and their own single place to wait, newest wins; they are answered between reports.

The engine may die at any moment: it is started again and given the design as it stands, with a
growing pause, and after `CRASH_LIMIT` deaths without a report in between the client says `failed`
(the next edit is then one more try: an undo may have removed the cause). A job past its deadline is
killed only when a newer one waits; alone, it may take as long as it needs. The first calculation of
the design on show is never killed for an edit of it: whatever came after would begin with the same.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from designer.catalog.part import Part
from designer.engine.patch import apply_patch
from designer.engine.preview import Preview
from designer.engine.protocol import (
    change_frame,
    let_go_request,
    open_frame,
    preview_from_answer,
    preview_request,
    step_from_answer,
    together_from_answer,
    together_request,
)
from designer.engine.report import Report
from designer.engine.together_report import LossAsked
from designer.model.change import Change, apply, diff
from designer.model.design import Design
from designer.model.record import Record
from designer.runtime.engine_jobs import Job, LossWanted, PreviewWanted
from designer.runtime.engine_patience import DEADLINE_MS, HANG_MS
from designer.runtime.engine_questions import Questions
from designer.runtime.job_clock import JobClock
from designer.runtime.report_store import ReportStore
from designer.runtime.worker_process import ENGINE_COMMAND, WorkerProcess

HANG_LIMIT = 2
CRASH_LIMIT = 5
BACK_OFF_MS = (0, 250, 500, 1_000, 2_000)


class EngineClient(QObject):
    """The window's side of the engine process. Never blocks the event loop.

    Parameters
    ----------
    store
        Where reports go; `reported` follows.
    command
        Program and arguments of the engine.
    deadline_ms
        How long a job may run once a newer one waits; one that runs longer is told of.
    hang_ms
        How long after that a job may run although nothing waits; the next one may twice as long.

    Signals
    -------
    reported
        A report was put into the store; its revision.
    stepped
        What a change did, behind `reported`: revisions before and after it, and a `Preview`.
    preview_begun
        What is told at once of a `Preview`, or more of it; its number is what `preview` returned.
        The whole follows, or that it failed.
    previewed
        A whole `Preview`; its number is what `preview` returned.
    preview_failed
        There will be no answer to a preview: its number, and why in words.
    lost_together
        A `LostTogether`; its number is what `lose_together` returned.
    loss_failed
        Why the engine cannot say what a loss of the newest revision does.
    answered
        What became of a question (`Answer`); its number is what `ask` returned.
    state_changed
        `idle`, `busy`, `restarting` or `failed`, and words for the status bar.
    restarted
        The engine died or was ended and runs again: words for a message.
    closed
        The engine process has ended after `close`.
    """

    reported = Signal(int)
    stepped = Signal(int, int, object)
    preview_begun = Signal(object)
    previewed = Signal(object)
    preview_failed = Signal(int, str)
    lost_together = Signal(object)
    loss_failed = Signal(str)
    answered = Signal(object)
    state_changed = Signal(str, str)
    restarted = Signal(str)
    closed = Signal()

    def __init__(
        self,
        store: ReportStore,
        parent: QObject | None = None,
        *,
        command: Sequence[str] = ENGINE_COMMAND,
        deadline_ms: int = DEADLINE_MS,
        hang_ms: int = HANG_MS,
        back_off_ms: Sequence[int] = BACK_OFF_MS,
    ) -> None:
        super().__init__(parent)
        self._store = store
        self._hangs = 0
        self._back_off_ms = tuple(back_off_ms)
        self._state, self._words = "idle", ""
        self._closing = False
        # The newest design: what the engine should know.
        self._session = 0
        self._design: Design | None = None
        self._revision = -1
        self._parts: tuple[Part, ...] = ()
        self._step: tuple[Design, Design, Change] | None = None
        # What the engine knows: the design it holds (None: it must be opened) and the last
        # (session, revision) it was asked for.
        self._held: Design | None = None
        self._asked: tuple[int, int] | None = None
        self._last_report: Report | None = None
        self._last_revision = -1
        self._in_flight: Job | None = None
        self._overdue = False
        self._wanted_preview: PreviewWanted | None = None
        self._lets_go = False
        self._wanted_loss: LossWanted | None = None
        self._loss_number = 0
        self._questions = Questions()
        self._session_of_last = 0
        self._preview_number = 0
        self._oldest_preview = 1
        self._begun: Preview | None = None
        self._crashes = 0
        self._death = ""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.timeout.connect(self._start)
        self._worker = WorkerProcess(command, self)
        self._clock = JobClock(self._worker.worked_ms, deadline_ms, hang_ms, self)
        self._clock.late.connect(self._on_deadline)
        self._clock.hung.connect(self._on_hang)
        self._worker.started.connect(self._on_started)
        self._worker.received.connect(self._on_received)
        self._worker.died.connect(self._on_died)
        self._worker.stopped.connect(self.closed)
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.finish)

    # what others ask for

    @property
    def state(self) -> str:
        """`idle`, `busy`, `restarting` or `failed`."""
        return self._state

    @property
    def words(self) -> str:
        """What the status bar says beside the state."""
        return self._words

    @property
    def process_id(self) -> int:
        """The engine's process id; 0 while none runs."""
        return self._worker.process_id

    def start(self) -> None:
        """Start the engine before there is a design, so that the first report comes sooner."""
        self._start()

    def open(self, revision: int, design: Design, parts: Iterable[Part]) -> None:
        """Measure another design; whatever was asked for before is no longer of interest."""
        self._session += 1
        self._design, self._revision = design, revision
        self._parts = tuple(parts)
        self._held = None
        self._wanted_preview = None
        self._questions.drop()
        self._oldest_preview = self._preview_number + 1
        self._store.clear()
        self._store.expect(revision)
        self._want()

    def update(
        self, revision: int, base: int, change: Change, design: Design | None = None
    ) -> None:
        """Tell that the design changed.

        Parameters
        ----------
        revision, base
            Revision after and before the change.
        design
            The design after the change, when the caller has it: spares applying the change.

        Raises
        ------
        ValueError
            If no design is open, or `base` is not the revision the client holds and no design
            is given.
        """
        if self._design is None:
            raise ValueError("no design is open")
        if design is None:
            if base != self._revision:
                raise ValueError(f"revision {base} is not the one held, {self._revision}")
            design = apply(self._design, change)
        self._step = (self._design, design, change) if base == self._revision else None
        self._design, self._revision = design, revision
        self._store.expect(revision)
        self._want()

    def preview(
        self, revision: int, change: Change, rack_ids: Iterable[str],
        *, asks: bool = False, drags: bool = True,
    ) -> int:  # fmt: skip
        """Ask what a change to the design at `revision` would do; return the preview's number.

        Only the newest preview waits; one for a revision that is no longer the newest is dropped
        without an answer.

        Parameters
        ----------
        asks
            What could be built then is wanted as well.
        drags
            It is of a drag: what a release gives is computed ahead.
        """
        self._preview_number += 1
        number = self._preview_number
        self._wanted_preview = PreviewWanted(number, revision, change, tuple(rack_ids), asks, drags)
        self._lets_go = False
        self._end_overdue_job()
        self._pump()
        return number

    def cancel_preview(self) -> None:
        """Forget previews that were asked for: none of them will be published."""
        self._wanted_preview = None
        self._oldest_preview = self._preview_number + 1

    def let_go(self) -> None:
        """Let the engine keep nothing of the last preview, once it has nothing else to do."""
        self._lets_go = True
        self._pump()

    def lose_together(self, revision: int, asked: LossAsked) -> int:
        """Ask what the loss of several things does together; return the number of that.

        Only the newest question waits; one for a revision that is no longer the newest is dropped
        without an answer. `loss_failed` says why the engine fails at one.
        """
        self._loss_number += 1
        self._wanted_loss = LossWanted(self._loss_number, revision, asked)
        self._pump()
        return self._loss_number

    def ask(
        self, revision: int, subject: str, question: str, asked: Record, answer: type[Record]
    ) -> int:
        """Ask a subject of the engine what its report does not hold; return the question's number.

        Of one sort of question only the newest waits. One for a revision that is no longer the
        newest when its turn comes is dropped without an answer: who still looks asks again.
        """
        number = self._questions.add(revision, subject, question, asked, answer)
        self._pump()
        return number

    def close(self) -> None:
        """End the engine without waiting for it; `closed` follows."""
        self._closing = True
        self._clock.stop()
        self._pause.stop()
        self._worker.stop()

    def finish(self) -> None:
        """End the engine and wait, at most about a second: for after the event loop."""
        self._closing = True
        self._clock.stop()
        self._pause.stop()
        self._worker.finish()

    # sending

    @property
    def _update_due(self) -> bool:
        return self._design is not None and self._asked != (self._session, self._revision)

    def _want(self) -> None:
        if self._state == "failed" and self._worker.process_id == 0:
            self._crashes, self._hangs = CRASH_LIMIT - 1, HANG_LIMIT - 1
        if self._worker.process_id == 0 and not self._pause.isActive():
            self._start()
        self._end_overdue_job()
        self._pump()

    def _start(self) -> None:
        if not self._closing:
            self._worker.start()

    def _pump(self) -> None:
        """Send what should go next, if anything may."""
        if self._closing or self._in_flight is not None or not self._worker.is_running:
            return
        if self._update_due:
            self._send_design()
        else:
            self._send_preview()
            self._send_loss()
            self._send_question()
            if self._lets_go and self._in_flight is None:
                self._lets_go = False
                self._worker.send(let_go_request())

    def _send_question(self) -> None:
        if self._in_flight is not None or self._held is None:
            return
        asked = self._questions.next(self._revision)
        if asked is not None:
            job = Job("ask", self._session, asked.revision, asked=asked)
            self._dispatch(job, asked.request())

    def _send_loss(self) -> None:
        wanted = self._wanted_loss
        if wanted is None or self._in_flight is not None or wanted.revision > self._revision:
            return
        self._wanted_loss = None
        if wanted.revision != self._revision or self._held is None:
            return
        job = Job("together", self._session, wanted.revision, wanted.number)
        self._dispatch(job, together_request(wanted.number, wanted.revision, wanted.asked))

    def _send_design(self) -> None:
        design = self._design
        if design is None:
            return
        if self._held is None:
            job = Job("open", self._session, self._revision)
            frame: bytes | dict[str, Any] = open_frame(self._revision, design, self._parts)
        else:
            base = self._asked[1] if self._asked else -1
            job = Job("change", self._session, self._revision)
            frame = change_frame(self._revision, base, self._since(self._held, design))
        self._held = design
        self._asked = (self._session, self._revision)
        self._dispatch(job, frame)

    def _since(self, held: Design, design: Design) -> Change:
        """Return what the engine has to be told: the last change, mostly, which is known."""
        step = self._step
        if step is not None and step[0] is held and step[1] is design:
            return step[2]
        return diff(held, design)

    def _send_preview(self) -> None:
        wanted = self._wanted_preview
        if wanted is None:
            return
        if wanted.revision > self._revision:
            return  # its design is not here yet: it may wait for it
        self._wanted_preview = None
        if wanted.revision != self._revision:
            return
        if self._held is None:
            # Later: who asked does not have the number yet.
            number, words = wanted.number, self._words
            QTimer.singleShot(0, self, lambda: self.preview_failed.emit(number, words))
            return
        job = Job("preview", self._session, wanted.revision, wanted.number)
        frame = preview_request(
            wanted.number, wanted.revision, wanted.change, wanted.rack_ids,
            asks=wanted.asks, drags=wanted.drags,
        )  # fmt: skip
        self._dispatch(job, frame)

    def _dispatch(self, job: Job, frame: bytes | dict[str, Any]) -> None:
        self._in_flight, self._begun = job, None
        self._overdue = False
        self._clock.begin(len(self._held.racks) if self._held is not None else 0)
        if self._state != "restarting":
            self._say("busy", "Updating…")
        if isinstance(frame, bytes):
            self._worker.send_raw(frame)
        else:
            self._worker.send(frame)

    # receiving

    def _on_received(self, frame: dict[str, Any]) -> None:
        if frame.get("later"):
            self._on_later(frame)
            return
        if frame.get("rest_follows"):
            self._on_begun(frame)
            return
        job, self._in_flight = self._in_flight, None
        self._clock.stop()
        if job is None:
            self._worker.kill("answered without being asked")
            return
        answer = frame.get("type")
        try:
            if answer == "report":
                self._take_report(job, frame)
            elif answer == "preview":
                self._take_preview(job, frame)
            elif answer == "together":
                if job.session == self._session and job.revision == self._revision:
                    self.lost_together.emit(together_from_answer(frame))
            elif answer == "answer" and job.asked is not None:
                if job.session == self._session:
                    self.answered.emit(job.asked.answered(frame))
            elif answer == "reopen" and job.kind != "open":
                self._held, self._asked = None, None
            else:
                self._take_failure(job, str(frame.get("message") or frame.get("reason") or answer))
        except (ValueError, KeyError) as error:
            self._worker.kill(f"sent an answer that cannot be read: {error}")
            return
        self._pump()
        self._say_rest()

    def _on_later(self, frame: dict[str, Any]) -> None:
        """Take what the engine worked out after a report, whatever it was asked for since."""
        if self._last_report is None:
            return
        try:
            report = self._patched(frame)
        except (ValueError, KeyError) as error:
            self._worker.kill(f"sent a report that cannot be read: {error}")
            return
        self._last_report = report
        if self._session_of_last == self._session:
            self._store.accept(self._last_revision, report)
            self.reported.emit(self._last_revision)

    def _on_begun(self, frame: dict[str, Any]) -> None:
        """Take what is told at once of the preview in flight, whose rest is computed still."""
        job = self._in_flight
        if job is None or job.kind != "preview":
            self._worker.kill("answered without being asked")
            return
        if not self._wants(job):
            return
        try:
            self._begun = preview_from_answer(frame, told=self._begun)
        except (ValueError, KeyError) as error:
            self._worker.kill(f"sent an answer that cannot be read: {error}")
            return
        self.preview_begun.emit(self._begun)

    def _patched(self, frame: dict[str, Any]) -> Report:
        """Return the report that a patch makes of the last one."""
        base = frame.get("base")
        if base is not None and (self._last_report is None or base != self._last_revision):
            raise ValueError(f"a patch on revision {base}, which is not here")
        return apply_patch(None if base is None else self._last_report, frame["patch"])

    def _take_report(self, job: Job, frame: dict[str, Any]) -> None:
        report, base = self._patched(frame), self._last_revision
        step = step_from_answer(frame)
        self._last_report, self._last_revision = report, job.revision
        self._session_of_last = job.session
        self._crashes = self._hangs = 0
        self._clock.forgive()
        if job.session != self._session:
            return
        if self._state in ("restarting", "failed"):
            self._say("busy", "Updating…")
        self._store.accept(job.revision, report)
        self.reported.emit(job.revision)
        if step is not None:
            self.stepped.emit(base, job.revision, step)

    def _take_preview(self, job: Job, frame: dict[str, Any]) -> None:
        if self._wants(job):
            self.previewed.emit(preview_from_answer(frame, told=self._begun))

    def _wants(self, job: Job) -> bool:
        """Return whether a preview is wanted still: once it is not, it never is again."""
        wanted = job.preview >= self._oldest_preview and job.session == self._session
        return wanted and job.revision == self._revision

    def _take_failure(self, job: Job, message: str) -> None:
        if job.kind == "preview":
            self.preview_failed.emit(job.preview, message)
            return
        if job.kind == "together":
            if job.session == self._session and job.revision == self._revision:
                self.loss_failed.emit(message)
            return
        if job.asked is not None:
            if job.session == self._session:
                self.answered.emit(job.asked.unanswered(message))
            return
        # What the engine holds after a failure is not known: the next design goes out whole.
        self._held = None
        if job.session == self._session:
            self._say("failed", f"The engine could not measure this design: {message}")

    def _say_rest(self) -> None:
        if self._in_flight is None and self._state == "busy":
            self._say("idle", "Up to date")

    # deadlines and deaths

    def _answered_meanwhile(self) -> bool:
        """Take what came while the window did something else; return whether that is the answer."""
        job = self._in_flight
        self._worker.take_in()
        return job is None or self._in_flight is not job

    def _on_deadline(self) -> None:
        if self._answered_meanwhile():
            return
        if self._clock.is_patient():
            return
        self._overdue = True
        self._end_overdue_job()
        if self._overdue and self._in_flight is not None:
            if self._state == "busy":
                self._say("busy", "Updating… longer than usual")
            self._clock.wait_on()

    def _on_hang(self) -> None:
        """End a job that nothing waits for but the person before the window."""
        if self._answered_meanwhile():
            return
        self._death = "hang"
        self._hangs += 1
        self._clock.lengthen_wait()
        self._worker.kill("gave no answer for too long")

    def _end_overdue_job(self) -> None:
        job = self._in_flight
        if job is None or not self._overdue:
            return
        closed = job.session != self._session
        if job.kind == "open" and not closed:
            return
        newer_preview = job.kind == "preview" and self._wanted_preview is not None
        if self._update_due or newer_preview:
            self._overdue = False
            self._death = "closed" if closed else "deadline"
            self._clock.lengthen_deadline()
            self._worker.kill("took too long while newer work was waiting")

    def _on_started(self) -> None:
        if self._closing:
            self._worker.stop()
            return
        if self._state == "restarting":
            self.restarted.emit(self._words)
        self._pump()

    def _on_died(self, words: str) -> None:
        cause, self._death = self._death, ""
        self._clock.stop()
        job, self._in_flight = self._in_flight, None
        self._held, self._asked, self._last_report = None, None, None
        if self._closing:
            self.closed.emit()
            return
        if job is not None and job.kind == "preview":
            self.preview_failed.emit(job.preview, f"the engine {words}")
        if job is not None and job.asked is not None and job.session == self._session:
            self.answered.emit(job.asked.unanswered(f"the engine {words}"))
        if cause == "closed":  # nobody waits for that design, and it is no news that it took long
            self._start()
            return
        if cause == "deadline":
            self._say("restarting", "Engine restarted: the last calculation took too long")
            self._start()
            return
        self._crashes += 1
        if self._crashes > CRASH_LIMIT or self._hangs >= HANG_LIMIT:
            waiting, self._wanted_preview = self._wanted_preview, None
            if waiting is not None:
                self.preview_failed.emit(waiting.number, f"the engine {words}")
            self._say("failed", f"The engine does not run: it {words}. Figures are not updated")
            return
        self._say("restarting", f"Engine restarted: it {words}")
        self._pause.start(self._back_off_ms[min(self._crashes, len(self._back_off_ms)) - 1])

    def _say(self, state: str, words: str) -> None:
        if (state, words) != (self._state, self._words):
            self._state, self._words = state, words
            self.state_changed.emit(state, words)
