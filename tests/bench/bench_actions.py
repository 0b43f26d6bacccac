"""Every command of the window at 16,384 GPUs: its longest hold.

The whole window with the real engine. Each command is triggered where one rack is selected, and
where all are; what it did is undone before the next. A hold is processor time of the window's
thread in which no key is taken: the call with the turn of the event loop that paints it, or a later
turn, until the window rests. A command that is disabled, or that ends the window or asks of another
program, is left out.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from tests.bench.bench_editor import HOLD_MS, roomy
from tests.bench.bench_marks import staged
from tests.bench.designs import catalog, site
from tests.bench.row import Row
from tests.bench.window_hand import window_on

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from tests.bench.window_hand import Hand

QUIET_S: Final = 0.5
PATIENCE_S: Final = 20.0
LEFT_OUT: Final = ("file.quit", "file.new", "file.start", "file.save_as", "view.full_screen")
ONLY_ONCE: Final = ("file.", "view.", "catalog.", "help.", "plan.", "variants.", "review.")
"""What does not act on the selection is triggered with one rack alone."""
SOME: Final = 500


@dataclass(frozen=True)
class Hold:
    """What a command held.

    Attributes
    ----------
    first_s
        The call, with the turn that paints it.
    later_s
        The longest turn of the event loop after it.
    """

    first_s: float
    later_s: float

    @property
    def longest_s(self) -> float:
        """The longest time in which no key was taken."""
        return max(self.first_s, self.later_s)


def rows(tiny: bool = False) -> list[Row]:
    """Return a row for each command: its longest hold, whatever was selected."""
    gpus = 1_000 if tiny else 16_000
    worst: dict[str, tuple[str, Hold]] = {}
    with window_on(staged(roomy(site(catalog(), gpus)))) as hand:
        for action_id, chosen, hold in Walk(hand).every(tiny=tiny):
            before = worst.get(action_id)
            if before is None or hold.longest_s > before[1].longest_s:
                worst[action_id] = chosen, hold
    return [
        Row(
            f"{action_id}, {gpus:,} GPUs", hold.longest_s * 1e3, HOLD_MS, "ms (longest hold)",
            detail=f"with {chosen} selected: until painted {hold.first_s * 1e3:.0f}, longest "
            f"turn after it {hold.later_s * 1e3:.0f} ms",
        )
        for action_id, (chosen, hold) in worst.items()
    ]  # fmt: skip


class Walk:
    """Triggers commands one after another, and puts the window back after each."""

    def __init__(self, hand: "Hand") -> None:
        from PySide6.QtCore import QCoreApplication

        self._hand, self._window = hand, hand.studio.window
        self._space = hand.studio.workspace
        self._dispatcher = QCoreApplication.eventDispatcher()
        hand.settle()

    def every(self, *, tiny: bool = False) -> Iterator[tuple[str, str, Hold]]:
        """Yield what each command holds, with what is selected."""
        racks = tuple(rack.id for rack in self._space.document.design.racks)
        ids = [one for one, _ in self._window.actions_by_id if one not in LEFT_OUT]
        chosen = {"a rack": racks[:1], f"{SOME} racks": racks[:SOME], "all racks": racks}
        for words, keys in chosen.items():
            for action_id in ids[:: len(ids) // 4 if tiny else 1]:
                if words != "a rack" and (tiny or action_id.startswith(ONLY_ONCE)):
                    continue
                self._space.select(keys)
                self._hand.pause(QUIET_S)
                if self._window.actions_by_id[action_id].isEnabled():
                    yield action_id, words, self._hold(action_id)

    def _hold(self, action_id: str) -> Hold:
        action, document = self._window.actions_by_id[action_id], self._space.document
        before, checked = document.history.position, action.isChecked()
        theme = self._space.theme
        begin = time.thread_time()
        action.trigger()
        self._turn()
        first, later = time.thread_time() - begin, self._longest_until_quiet()
        self._put_back(before)
        if (action.isCheckable() and action.isChecked() != checked) or theme != self._space.theme:
            action.trigger()
        self._longest_until_quiet()
        return Hold(first, later)

    def _turn(self) -> bool:
        from PySide6.QtCore import QEventLoop

        return self._dispatcher.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)

    def _longest_until_quiet(self) -> float:
        """Return the longest turn until nothing happened for a while."""
        longest, began = 0.0, time.monotonic()
        quiet_since = began
        while time.monotonic() - quiet_since < QUIET_S and time.monotonic() - began < PATIENCE_S:
            begin = time.thread_time()
            if self._turn():
                longest = max(longest, time.thread_time() - begin)
                quiet_since = time.monotonic() if time.thread_time() - begin > 1e-3 else quiet_since
        return longest

    def _put_back(self, position: int) -> None:
        """Close what opened, leave modes, undo."""
        from PySide6.QtCore import Qt
        from PySide6.QtTest import QTest

        for widget in _others(self._window):
            widget.close()
        QTest.keyClick(self._window.floor.view, Qt.Key.Key_Escape)
        document = self._space.document
        document.go_to(position)


def _others(window: "QWidget") -> list["QWidget"]:
    from PySide6.QtWidgets import QApplication

    return [one for one in QApplication.topLevelWidgets() if one is not window and one.isVisible()]
