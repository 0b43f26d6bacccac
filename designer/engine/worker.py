"""The engine process: reads requests from stdin, writes answers to stdout, evaluates one design.

Started by `designer.engine.start`. A running job is finished; of the requests that arrived
meanwhile only the newest design and the newest preview are answered, because nobody waits for the
others. What is no request is answered with one line and changes nothing.
"""

import gc
import os
import select
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.part import Part
from designer.engine.evaluate import Evaluator
from designer.engine.follows import FOLLOWS
from designer.engine.given_back import give_back_memory
from designer.engine.patch import ReportPatch, report_patch
from designer.engine.plugin_checks import PlugInChecks
from designer.engine.protocol import (
    FrameError,
    FrameReader,
    answer_to_question,
    decode,
    encode,
    preview_answer,
    report_answer,
    together_answer,
)
from designer.engine.report import Report
from designer.engine.set_aside import set_aside
from designer.engine.subject import Subject
from designer.engine.subjects import SUBJECTS
from designer.engine.together_report import LossAsked
from designer.model.change import apply, change_from_data
from designer.model.design import Design
from designer.plugins.registry import PlugIns

TEST_VARIABLE = "CLUSTER_DESIGNER_ENGINE_TEST"
"""Set to 1, the worker obeys requests of type `test-delay`, with which tests make it slow or kill
it: `{"type": "test-delay", "seconds": 0.5}`, `{"type": "test-delay", "exit": 3}`."""

_CHUNK = 1 << 20
_RACKS_A_PIECE = 48
"""Racks in a piece of a whole report: read within some 50 ms."""
_IDLE_S = 3.0
"""Nobody asked for so long: the next edit may wait for some pages of memory."""
_STILL_S = 0.06
"""No other preview was asked for so long: the pointer is held still. While it moves, its next
preview would have to wait for what is computed meanwhile."""
_COLLECT_AFTER = 20_000
"""New objects before the collector looks for cycles: a report makes thousands and no cycle, and
looking took a twentieth of the time of an edit."""


class Worker:
    """Answers requests, one after another. Knows nothing of pipes, and of no subject by name.

    Parameters
    ----------
    checks
        Plug-ins that check; they are looked for once the first report has been sent.

    Attributes
    ----------
    has_ended
        Whether it was told to quit.
    """

    def __init__(
        self,
        catalog: Catalog,
        subjects: Iterable[Subject] = SUBJECTS,
        checks: PlugInChecks | None = None,
    ) -> None:
        self._shipped = self._catalog = catalog
        self._checks = checks
        self._asks: bool | None = False if checks is None else None
        self._plain = Report()
        self._subjects = tuple(subjects)
        self._evaluator = Evaluator(catalog, self._subjects)
        self._design: Design | None = None
        self._revision = -1
        self._sent: tuple[int, Report] | None = None
        self._next: tuple[Report, Report, ReportPatch] | None = None
        """The report that was sent, the next as it is foreseen, and what turns one into the other.
        """
        self._set_aside = False
        self._delay_s = 0.0
        self._whole = False
        self._ahead: list[Callable[[], object]] = [
            lambda: catalog.figures().columns, shipped_library,
        ]  # fmt: skip
        self.has_ended = False

    def answer(self, requests: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the frames that answer the requests at hand, each as soon as it is there.

        Parameters
        ----------
        requests
            Bodies of frames, oldest first.
        """
        answers: list[bytes] = []
        preview: dict[str, Any] | None = None
        together: dict[str, Any] | None = None
        asked: dict[tuple[str, str], dict[str, Any]] = {}
        due = lets_go = False
        for body in requests:
            try:
                request = decode(body)
                kind = request.get("type")
                if kind == "quit":
                    self.has_ended = True
                    yield from answers
                    return
                if kind == "echo":
                    answers.append(encode({"type": "echo", "payload": request.get("payload")}))
                elif kind == "preview":
                    preview, lets_go = request, False
                elif kind == "let-go":
                    lets_go = True
                elif kind == "together":
                    together = request
                elif kind == "ask":
                    asked[str(request["subject"]), str(request["question"])] = request
                elif kind in ("open", "change"):
                    reopen = self._take(request)
                    due = due or not reopen
                    answers += [encode({"type": "reopen", "reason": reopen})] if reopen else []
                elif kind == "test-delay" and os.environ.get(TEST_VARIABLE) == "1":
                    self._misbehave(request)
                else:
                    raise FrameError(f"no request of type {kind!r}")
            except (ValueError, KeyError, TypeError) as error:
                answers.append(_failed(None, error))
        yield from answers
        if due:
            yield from self._whole_report() if self._whole else (self._report(),)
        if preview is not None:
            yield from self._preview(preview)
        if together is not None:
            yield self._together(together)
        for request in asked.values():
            yield self._answer(request)
        if lets_go:
            self._evaluator.let_go()
            self._next = None

    @property
    def waits_s(self) -> float:
        """How long nobody is to ask for anything before `work_later` is called.

        What is held still may be dropped there; what still moves will be asked for again.
        """
        return _STILL_S if self._evaluator.begins_ahead else 0

    def work_later(self) -> tuple[list[bytes], bool]:
        """Do a slice of what the last report did not wait for; before any, of what it will need.

        Before all of it comes what a change will give that is looked at.

        Returns
        -------
        list of bytes
            When all is done, or what presses, the frame of the report with it, if it is another.
        bool
            Whether more is left.
        """
        if self._design is None and self._ahead:
            self._ahead.pop()()
            return [], bool(self._ahead)
        if self._sent is None or self._design is None:
            return [], False
        if self._works_ahead(self._sent[1]):
            return [], True
        try:
            more = self._evaluator.work_later()
            if more and not self._evaluator.news_press:
                return [], True
            report = self._evaluator.report_later()
            if not more and self._asks is None and self._finds_checks() and report is None:
                report = self._plain
            report = report and self._checked(report)
        # The report that was sent stands as it is.
        except Exception as error:  # noqa: BLE001 - told on stderr
            _failed(self._revision, error)
            return [], False
        if report is None:
            return [], more
        patch = report_patch(self._sent[1], report)
        self._sent = (self._revision, report)
        return [report_answer(self._revision, self._revision, patch, later=True)], more

    def _take(self, request: dict[str, Any]) -> str:
        """Take a design or a change of it; return why it must be opened anew, or nothing."""
        revision = int(request["revision"])
        if request["type"] == "open":
            design = Design.model_validate(request["design"])
            parts = [Part.model_validate(part) for part in request.get("parts", ())]
            catalog = self._shipped.overlay(parts) if parts else self._shipped
            self._catalog = catalog
            self._evaluator = Evaluator(catalog, self._subjects)
            self._design, self._sent = design, None
            self._whole = bool(request.get("whole"))
        else:
            if self._design is None or request["base"] != self._revision:
                held = "no design" if self._design is None else f"revision {self._revision}"
                return f"the change is based on revision {request['base']}, here is {held}"
            self._design = apply(self._design, change_from_data(request["change"]))
        self._revision = revision
        return ""

    def _report(self) -> bytes:
        """Return the report of the newest design, as a patch on the last that was sent."""
        self._wait()
        design = self._design
        if design is None:
            return _failed(None, ValueError("no design is open"))
        try:
            if not FOLLOWS:
                self._finds_checks()  # nothing is done later here
            report = self._checked(self._evaluator.report(design))
            step = self._evaluator.step()
        # What follows from a design that a person wrote by hand must not end the process.
        except Exception as error:  # noqa: BLE001 - answered, with its cause on stderr
            answer = _failed(self._revision, error)
            self._forget()
            return answer
        base = self._sent[0] if self._sent else None
        sent = self._sent[1] if self._sent else None
        patch = self._patch_foreseen(sent, report) or report_patch(sent, report)
        self._next = None
        first = sent is None
        self._sent = (self._revision, report)
        if first:
            # The design and its report live as long as the process: the collector need not
            # walk them again and again.
            set_aside(anew=self._set_aside)
            self._set_aside = True
        return report_answer(self._revision, base, patch, step=None if first else step)

    def _works_ahead(self, sent: Report) -> bool:
        """Do a slice for a change that is looked at; return whether there was one."""
        try:
            return self._evaluator.work_ahead() or self._foresees(sent)
        # The change may never be made: what follows the report that stands is not held up by it.
        except Exception as error:  # noqa: BLE001 - told on stderr
            _failed(self._revision, error)
            self._evaluator.look_away()
            return False

    def _foresees(self, sent: Report) -> bool:
        """Prepare the frame of a change that is looked at; return whether it was not there."""
        ahead = self._evaluator.report_ahead
        if ahead is None or self._patch_foreseen(sent, ahead) is not None:
            return False
        self._next = (sent, ahead, report_patch(sent, ahead))
        return True

    def _patch_foreseen(self, sent: Report | None, report: Report) -> ReportPatch | None:
        """Return what turns one report into another, if that was foreseen."""
        known = self._next
        fits = known is not None and known[0] is sent and known[1] is report
        return known[2] if known is not None and fits else None

    def _whole_report(self) -> Iterator[bytes]:
        """Yield the report of the newest design with what is worked out later, in pieces."""
        self._wait()
        design = self._design
        if design is None:
            yield _failed(None, ValueError("no design is open"))
            return
        try:
            self._finds_checks()
            report = self._checked(self._evaluator.whole(design))
        # As of a report that is sent whole.
        except Exception as error:  # noqa: BLE001 - answered, with its cause on stderr
            yield _failed(self._revision, error)
            self._forget()
            return
        sent: Report | None = None
        for end in range(0, len(report.racks) + _RACKS_A_PIECE, _RACKS_A_PIECE):
            piece = report.evolve(racks=report.racks[:end])
            yield report_answer(
                self._revision,
                None if sent is None else self._revision,
                report_patch(sent, piece),
                rest_follows=end < len(report.racks),
            )
            sent = piece
        self._sent = (self._revision, report)

    def _finds_checks(self) -> bool:
        """Look for plug-ins that check, once; return whether there are any."""
        if self._asks is None:
            self._asks = self._checks is not None and self._checks.are_there()
        return self._asks

    def _checked(self, report: Report) -> Report:
        """Return a report with what plug-ins find, once these are known."""
        self._plain = report
        if not self._asks or self._checks is None or self._design is None:
            return report
        return self._checks.added(self._design, self._catalog, report)

    def _forget(self) -> None:
        """Begin anew with the next design: a failed evaluation may have left half a state."""
        self._design, self._sent, self._revision = None, None, -1
        self._evaluator = Evaluator(self._shipped, self._subjects)

    def _preview(self, request: dict[str, Any]) -> Iterator[bytes]:
        """Yield what is told of a change at once, and the rest."""
        self._wait()
        number, revision = request.get("preview"), request.get("revision")
        if self._design is None or revision != self._revision:
            held = f"preview of revision {revision}, here is {self._revision}"
            yield _failed(revision, ValueError(held))
            return
        try:
            change = change_from_data(request["change"])
            told = None
            for part in self._evaluator.previewed(
                int(number or 0), self._design, change, request["racks"],
                asks=bool(request.get("asks")), drags=bool(request.get("drags", True)),
            ):  # fmt: skip
                yield preview_answer(part, told)
                told = part
        # A preview of an impossible change is a wrong question, no reason to die.
        except Exception as error:  # noqa: BLE001 - answered, with its cause on stderr
            yield _failed(revision, error)

    def _together(self, request: dict[str, Any]) -> bytes:
        """Return what the loss of several things does, in the design of a revision."""
        self._wait()
        revision = request.get("revision")
        if self._design is None or revision != self._revision:
            held = f"a loss in revision {revision}, here is {self._revision}"
            return _failed(revision, ValueError(held))
        try:
            asked = LossAsked.model_validate(request["lost"])
            number = int(request["number"])
            return together_answer(self._evaluator.together(number, self._design, asked))
        # What cannot be computed is no reason to die.
        except Exception as error:  # noqa: BLE001 - answered, with its cause on stderr
            return _failed(revision, error)

    def _answer(self, request: dict[str, Any]) -> bytes:
        """Return what a subject answers beside the report of a revision."""
        self._wait()
        revision = request.get("revision")
        if self._design is None or revision != self._revision:
            held = f"a question on revision {revision}, here is {self._revision}"
            return _failed(revision, ValueError(held))
        try:
            subject, question = str(request["subject"]), str(request["question"])
            number, asked = int(request["number"]), request["asked"]
            found = self._evaluator.answer(self._design, subject, question, asked)
            return answer_to_question(number, subject, question, found)
        # What cannot be computed is no reason to die.
        except Exception as error:  # noqa: BLE001 - answered, with its cause on stderr
            return _failed(revision, error)

    def _misbehave(self, request: dict[str, Any]) -> None:
        if "exit" in request:
            os._exit(int(request["exit"]))
        self._delay_s = float(request["seconds"])

    def _wait(self) -> None:
        if self._delay_s:
            time.sleep(self._delay_s)


def _failed(revision: object, error: Exception) -> bytes:
    """Return the answer that a request failed, in one line; the rest goes to stderr."""
    first = (str(error) or type(error).__name__).splitlines()
    message = " ".join(line.strip() for line in first[:3])
    print(f"{type(error).__name__}: {message}", file=sys.stderr, flush=True)
    return encode({"type": "failed", "revision": revision, "message": message})


def serve(source: int, target: int, worker: Worker) -> None:
    """Answer the frames that come from one file descriptor on another, until the end or `quit`."""
    reader = FrameReader()
    going, left, rests = True, FOLLOWS, not FOLLOWS
    while going:
        bodies: list[bytes] = []
        answers: list[bytes] = []
        if left and not ready(source, worker.waits_s):
            answers, left = worker.work_later()
            for answer in answers:
                _write(target, answer)
            continue
        if not rests and not ready(source, _IDLE_S):
            give_back_memory()
            rests = True
        try:
            while not bodies or ready(source):
                data = os.read(source, _CHUNK)
                if not data:
                    going = False
                    break
                bodies += reader.bodies(data)
        except FrameError as error:
            answers.append(_failed(None, error))
        for answer in chain(answers, worker.answer(bodies)):
            _write(target, answer)
        going = going and not worker.has_ended
        if bodies:
            left, rests = FOLLOWS, not FOLLOWS


def ready(source: int, within_s: float = 0) -> bool:
    """Return whether more bytes wait; on Windows pipes cannot be asked, so the newest may wait.

    Parameters
    ----------
    within_s
        How long they may take to come.
    """
    if sys.platform == "win32":
        return False
    return bool(select.select([source], [], [], within_s)[0])


def _write(target: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(target, view) :]


def main() -> None:
    """Serve stdin and stdout. Whatever else would print goes to stderr, not into the frames."""
    target = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    gc.disable()
    worker = Worker(load_shipped(), checks=PlugInChecks(PlugIns()))
    gc.enable()
    gc.set_threshold(_COLLECT_AFTER)
    gc.freeze()
    try:
        serve(sys.stdin.fileno(), target, worker)
    except (BrokenPipeError, KeyboardInterrupt):
        return
