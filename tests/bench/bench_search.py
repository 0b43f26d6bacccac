"""Typing into the two searches of the window, with 98,304 GPUs open: the box and the parts.

Each key is sent to the line as a hand's is, and counts until its answer is painted: processor time
of the window's thread. What the box goes on looking at afterwards is told beside, by the longest
slice, which is what another key would have to wait for. The first key of all is that of a window
in which nobody has searched yet.
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.bench.measure import percentile
from tests.bench.row import Row
from tests.bench.studio_on_pod import studio_on_pod

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication, QLineEdit

    from designer.app.composition import Studio

UNITS_FOR_98304_GPUS = 384
WORDS = ("node", "b01", "rail 3", "place dgx", "nic", "undo", "@leaf", "ufm", "rack a", "slrum")
PARTS = ("h100", "nvidia switch", "power<15 u:8", "quantum", "gb200", "slrum", "transceiver 800")
FIRST_MS, NEXT_MS = 16, 8
PATIENCE_S = 120


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on searching."""
    with studio_on_pod(tiny=tiny, units=UNITS_FOR_98304_GPUS) as (application, studio):
        typist = Typist(application, studio)
        window = studio.window
        words, parts = (WORDS[:2], PARTS[:2]) if tiny else (WORDS, PARTS)
        panel = window.parts_panel.search
        found = [
            *_rows("the command box", typist, window.command_box, words, window.command_box.open),
            *_rows("the parts", typist, panel, parts, panel.setFocus),
        ]
        studio.client.finish()
        studio.close()
    return found


def _rows(
    where: str,
    typist: "Typist",
    line: "QLineEdit",
    words: tuple[str, ...],
    enter: Callable[[], object],
) -> list[Row]:
    firsts, keys, slices = [], [], []
    for word in words:
        opened = typist.took(enter)
        slices.append(typist.finish())
        for at, letter in enumerate(word):
            took = typist.key(line, letter)
            slices.append(typist.finish())
            (keys if at else firsts).append(took)
        firsts.append(opened)
        typist.clear(line)
    after = f"; looked at afterwards, longest slice {max(slices) * 1e3:.1f} ms"
    return [
        Row(
            f"{where}: opened, or the first key, 98,304 GPUs", max(firsts) * 1e3, FIRST_MS,
            unit="ms", detail=f"the longest of {len(firsts)}; {_spread(firsts)}{after}",
        ),
        Row(
            f"{where}: each next key, 98,304 GPUs", percentile(keys, 0.99) * 1e3, NEXT_MS,
            unit="ms", detail=f"99 of 100 of {len(keys)} keys; {_spread(keys)}",
        ),
    ]  # fmt: skip


def _spread(values: list[float]) -> str:
    median, p95 = (percentile(values, part) * 1e3 for part in (0.5, 0.95))
    return f"median {median:.1f}, 95th percentile {p95:.1f} ms"


class Typist:
    """Types into a line of the window when that has come to rest."""

    def __init__(self, application: "QApplication", studio: "Studio") -> None:
        self._application, self._studio = application, studio
        ends = time.monotonic() + PATIENCE_S
        while not self._rests():
            application.processEvents()
            if time.monotonic() > ends:
                raise RuntimeError("the window did not come to rest")
        self.finish()

    def key(self, line: "QLineEdit", letter: str) -> float:
        """Return how long a key takes until its answer is painted."""
        from PySide6.QtTest import QTest

        return self.took(lambda: QTest.keyClicks(line, letter))

    def took(self, work: Callable[[], object]) -> float:
        """Return the processor time of something until it is painted."""
        begin = time.thread_time()
        work()
        # What is due now, which paints; a timer that fires in it is part of the answer.
        self._application.sendPostedEvents()
        self._application.processEvents()
        return time.thread_time() - begin

    def finish(self) -> float:
        """Let what is left come to its end; return the longest slice of it."""
        box, longest = self._studio.window.command_box, 0.0
        for _ in range(3):
            while box.is_searching:
                longest = max(longest, self.took(lambda: None))
            self.took(lambda: None)
        return longest

    def clear(self, line: "QLineEdit") -> None:
        """Empty the line, and leave it."""
        line.clear()
        self._studio.window.floor.setFocus()
        self.finish()

    def _rests(self) -> bool:
        studio = self._studio
        if not studio.window.is_populated or studio.window.dashboard.power.plot is None:
            return False
        return not studio.store.is_stale and studio.client.state == "idle"
