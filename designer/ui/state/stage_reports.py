"""Measures a design as of each of its stages, one after another, in a process of its own."""

from collections.abc import Callable, Iterable
from typing import Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance

from designer.catalog.part import Part
from designer.document.as_of import each_stage
from designer.engine.report import Report
from designer.engine.stage_lines import StageLine, stage_lines
from designer.model.design import Design
from designer.model.stages import Stage


class Measuring(Protocol):
    """What measures a design that is not open; tells what it found, or why there is nothing."""

    @property
    def found(self) -> SignalInstance:
        """Tells the report."""
        ...

    @property
    def failed(self) -> SignalInstance:
        """Tells why there is none."""
        ...

    def measure(self, design: Design, parts: Iterable[Part]) -> None:
        """Measure a design."""

    def stop(self) -> None:
        """Let go of what is measured."""

    def finish(self) -> None:
        """As `stop`, but return only when nothing runs any more."""


class StageReports(QObject):
    """The stages of one design with the report of each, as far as they are measured.

    Parameters
    ----------
    parts
        Gives the parts that the design may use beside those shipped.

    Signals
    -------
    changed
        One more is measured, or it begins anew.
    """

    changed = Signal()

    def __init__(
        self, engine: Measuring, parts: Callable[[], Iterable[Part]], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._engine, self._parts = engine, parts
        self._design: Design | None = None
        self._waiting: list[tuple[Stage, Design]] = []
        self._found: list[tuple[Stage, Report]] = []
        self.failure = ""
        engine.found.connect(self._on_found)
        engine.failed.connect(self._on_failed)

    @property
    def lines(self) -> tuple[StageLine, ...]:
        """What the stages come to that are measured, in order."""
        return stage_lines(self._found)

    @property
    def left(self) -> int:
        """How many are not measured yet."""
        return len(self._waiting)

    def measure(self, design: Design) -> None:
        """Measure the stages of a design; of the one that was measured last nothing is done."""
        if design is self._design:
            return
        self.stop()
        self._design, self.failure = design, ""
        self._waiting, self._found = list(each_stage(design)), []
        self._next()
        self.changed.emit()

    def stop(self) -> None:
        """Let go of what is not measured yet."""
        self._design, self._waiting = None, []
        self._engine.stop()

    def finish(self) -> None:
        """Let go of it, and return only when nothing runs any more: the window closes."""
        self.stop()
        self._engine.finish()

    def _next(self) -> None:
        if self._waiting:
            self._engine.measure(self._waiting[0][1], self._parts())

    def _on_found(self, report: Report) -> None:
        if self._waiting:
            stage, _ = self._waiting.pop(0)
            self._found.append((stage, report))
            self._next()
            self.changed.emit()

    def _on_failed(self, why: str) -> None:
        if self._waiting:
            self.failure = f"{self._waiting[0][0].called}: {why}"
            self._waiting = []
            self.changed.emit()
