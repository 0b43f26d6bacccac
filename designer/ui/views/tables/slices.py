"""Work in slices: some milliseconds of it, then keys and the mouse, then some more."""

from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer

from designer.ui.fields.tables.listing import Counted, Work

SLICE_S: Final = 0.012
"""How long it works before others have a turn."""


class Slices(QObject):
    """Does one work at a time; another one takes its place."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Work[Any] | Counted[Any] | None = None
        self._then: Callable[[Any], None] = lambda _found: None
        self._failed: Callable[[Exception], None] | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._go_on)

    @property
    def is_working(self) -> bool:
        """Whether something is not done yet."""
        return self._work is not None

    def begin(
        self,
        work: Work[Any] | Counted[Any],
        then: Callable[[Any], None],
        *,
        failed: Callable[[Exception], None] | None = None,
        at_once: bool = True,
    ) -> None:
        """Do a work, the first slice of it now or in a turn of its own.

        Parameters
        ----------
        then
            Is told what it comes to.
        failed
            Is told of an error of a slice. It is raised all the same, so that it is logged, and
            nothing more of the work is done.
        """
        self._work, self._then, self._failed = work, then, failed
        if at_once:
            self._go_on()
        else:
            self._timer.start()

    def stop(self) -> None:
        """Do it no more."""
        self._work = None
        self._timer.stop()

    def _go_on(self) -> None:
        work, begun = self._work, perf_counter()
        if work is None:
            return
        while True:
            try:
                next(work)
            except StopIteration as end:
                self.stop()
                self._then(end.value)
                return
            except Exception as error:
                self.stop()
                if self._failed is not None:
                    self._failed(error)
                raise
            if perf_counter() - begun >= SLICE_S:
                break
        self._timer.start()
