"""Plans designs from answers in a process of its own: the window goes on meanwhile."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from designer.model.design import Design
from designer.runtime.worker_process import WorkerProcess

PLAN_COMMAND: Final = (sys.executable, "-P", "-m", "designer.app.plan_worker")


@dataclass(frozen=True, slots=True)
class Assumed:
    """What a planned design assumes: what, its value, and why."""

    what: str
    value: str
    why: str


@dataclass(frozen=True, slots=True)
class Planned:
    """What came of answers, before the engine has measured it.

    Attributes
    ----------
    fits
        Whether it meets the answers; else it is what fits nearest, and `why_not` says why.
    name
        Of the design; empty where nothing fits, and all that follows says nothing then.
    room_m
        Width and depth.
    """

    fits: bool
    why_not: str
    name: str = ""
    gpus: int = 0
    racks: int = 0
    room_m: tuple[float, float] = (0.0, 0.0)
    assumptions: tuple[Assumed, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanFigures:
    """What the engine says of a planned design, in words.

    Attributes
    ----------
    budget
        `within`, `over` or `open`, and why; both empty without a budget.
    """

    power: str
    price: str
    price_scope: str
    errors: tuple[str, ...]
    warnings: int
    budget: str = ""
    budget_line: str = ""


class Planner(QObject):
    """Asks a process for what comes of answers; an answer to what was asked before is dropped.

    Signals
    -------
    planned
        `Planned`.
    measured
        `PlanFigures` of what was planned last.
    refused
        Key of the question whose answer means nothing, and why.
    made
        The `Design` that was planned last.
    failed
        Why there will be no answer.
    """

    planned = Signal(object)
    measured = Signal(object)
    refused = Signal(str, str)
    made = Signal(object)
    failed = Signal(str)

    def __init__(
        self, parent: QObject | None = None, *, command: Sequence[str] = PLAN_COMMAND
    ) -> None:
        super().__init__(parent)
        self._asked = 0
        self._waiting: Mapping[str, Any] | None = None
        self._worker = WorkerProcess(command, self, called="the planner")
        self._worker.started.connect(self._send)
        self._worker.received.connect(self._take)
        self._worker.died.connect(self._on_died)

    def ask(self, answers: Mapping[str, str]) -> None:
        """Ask what comes of answers: `planned` and `measured` follow, or `refused`."""
        self._asked += 1
        self._waiting = {"type": "plan", "asked": self._asked, "answers": dict(answers)}
        if self._worker.is_running:
            self._send()
        else:
            self._worker.start()

    def make(self) -> None:
        """Ask for the design that was planned last: `made` follows."""
        if self._worker.is_running:
            self._worker.send({"type": "design", "asked": self._asked})

    def end(self) -> None:
        """End the process; what it still says is not heard."""
        self._asked += 1
        self._waiting = None
        self._worker.stop()

    def finish(self) -> None:
        """As `end`, but returns only when the process is gone: for after the event loop."""
        self._waiting = None
        self._worker.finish()

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._worker.send(waiting)

    def _take(self, frame: Mapping[str, Any]) -> None:
        if frame["asked"] != self._asked:
            return
        match frame["type"]:
            case "planned":
                self.planned.emit(_planned(frame))
            case "measured":
                self.measured.emit(_figures(frame))
            case "refused":
                self.refused.emit(frame["where"], frame["message"])
            case "design":
                self.made.emit(Design.model_validate(frame["design"]))

    def _on_died(self, how: str) -> None:
        self.failed.emit(f"the planner {how}")


def _planned(frame: Mapping[str, Any]) -> Planned:
    drawn = frame["design"]
    if drawn is None:
        return Planned(frame["fits"], frame["why_not"])
    wide, deep = drawn["room_m"]
    return Planned(
        frame["fits"], frame["why_not"], drawn["name"], drawn["gpus"], drawn["racks"],
        (wide, deep), tuple(Assumed(**one) for one in drawn["assumptions"]),
    )  # fmt: skip


def _figures(frame: Mapping[str, Any]) -> PlanFigures:
    budget = frame["budget"] or {"answer": "", "line": ""}
    return PlanFigures(
        frame["power"], frame["price"], frame["price_scope"], tuple(frame["errors"]),
        frame["warnings"], budget["answer"], budget["line"],
    )  # fmt: skip
