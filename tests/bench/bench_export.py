"""How long the window's thread is held while a file for another program or labels are written.

In the whole window, from the click until the file is there: processor time of the longest turn of
its event loop, which is what nobody can do anything in. All else is done by a process of its own;
how long that takes in all is told beside it.
"""

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.bench.designs import catalog, pod
from tests.bench.row import Row
from tests.bench.window_hand import window_on

if TYPE_CHECKING:
    from designer.ui.views.dialogs.output_dialog import OutputDialog
    from tests.bench.window_hand import Hand

UNITS: Final = 64
HOLD_MS: Final = 100.0
"""No action may hold the window longer."""
EXPORTS: Final = ("floor.svg", "xlsx", "cables.csv", "json")
PATIENCE_S: Final = 120.0


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on exports, their previews and labels."""
    found: list[Row] = []
    with window_on(pod(catalog(), units=1 if tiny else UNITS)) as hand:
        racks = f"{len(hand.studio.session.document.design.racks):,} racks"
        hand.settle()
        for key in EXPORTS[:1] if tiny else EXPORTS:
            found.append(_row(f"export {key}, hold, {racks}", _export(hand, key, look=False)))
        found.append(_row(f"preview of {EXPORTS[2]}, hold, {racks}",
                          _export(hand, EXPORTS[2], look=True)))  # fmt: skip
        subjects = (("racks", 1),) if tiny else (("cables", 0), ("racks", 1), ("devices", 2))
        for name, at in subjects:
            found.append(_row(f"labels of {name}, PDF, hold, {racks}", _labels(hand, at)))
    return found


def _row(what: str, took: tuple[list[float], float]) -> Row:
    turns, seconds = took
    return Row(
        what, max(turns) * 1e3, HOLD_MS, unit="ms",
        detail=f"{len(turns)} turns, {sum(turns) * 1e3:.0f} ms in all; "
        f"{seconds:.1f} s until it was there",
    )  # fmt: skip


def _export(hand: "Hand", key: str, *, look: bool) -> tuple[list[float], float]:
    from designer.ui.views.dialogs.export_dialog import ExportDialog

    files = hand.studio.window.files
    files.ask_export(key)
    dialog = files.dialog
    if not isinstance(dialog, ExportDialog):
        raise TypeError("the dialog of exports did not open")
    hand.pause()
    if look:
        preview = dialog.preview
        took = _held(dialog.show_preview, lambda: preview.pages.currentWidget() is preview.text)
        dialog.reject()
        return took
    return _written(hand, dialog)


def _labels(hand: "Hand", subject: int) -> tuple[list[float], float]:
    from designer.ui.views.dialogs.labels_dialog import LabelsDialog

    files = hand.studio.window.files
    files.ask_labels()
    dialog = files.dialog
    if not isinstance(dialog, LabelsDialog):
        raise TypeError("the dialog of labels did not open")
    dialog.subject.setCurrentIndex(subject)
    hand.pause()
    return _written(hand, dialog)


def _written(hand: "Hand", dialog: "OutputDialog") -> tuple[list[float], float]:
    prints = hand.studio.window.files.prints
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "out"
        took = _held(lambda: dialog.write(path), lambda: not prints.running)
        if not path.is_file():
            raise RuntimeError("nothing was written")
    return took


def _held(begin: Callable[[], object], is_done: Callable[[], bool]) -> tuple[list[float], float]:
    """Return processor seconds of each turn of the event loop, and how long it took in all."""
    from PySide6.QtCore import QEventLoop, QTimer
    from PySide6.QtWidgets import QApplication

    # So that the loop also wakes when nothing at all happens.
    pulse = QTimer()
    pulse.start(20)
    turns: list[float] = []
    work, started = begin, time.monotonic()
    while not turns or not is_done():
        before = time.thread_time()
        work()
        turns.append(time.thread_time() - before)
        work = partial(QApplication.processEvents, QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if time.monotonic() - started > PATIENCE_S:
            raise TimeoutError("not written in time")
    return turns, time.monotonic() - started
