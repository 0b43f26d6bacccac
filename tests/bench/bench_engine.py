"""From a drop to its new report at 16,384 GPUs, against the bare round trip of the same snapshot.

Both go through the same pipe to the same process: the drop as one change, answered by a patch of
the report; the snapshot as the whole design in JSON, echoed. The drop's time is everything from
the edited design to the new report in the window's process: difference, frames both ways, the
evaluation, the patched report.
"""

import os
import subprocess
import sys
from collections import deque
from typing import Any

from designer.catalog.catalog import Catalog
from designer.document.placement import first_fit
from designer.engine.evaluate import Evaluator
from designer.engine.patch import apply_patch
from designer.engine.protocol import (
    FrameReader,
    change_request,
    encode,
    open_request,
)
from designer.engine.report import Report
from designer.model.change import Change, apply, diff
from designer.model.design import Design, Device
from designer.model.layout import Layout
from tests.bench.designs import catalog, pod
from tests.bench.measure import REPOSITORY, in_turn, seconds
from tests.bench.row import Row

PART = "qm9700"
TIMES = 100
"""Pairs: with 15 of them one commit read 0.53 to 0.68."""


class Engine:
    """The engine's process at the end of two pipes."""

    def __init__(self) -> None:
        self._child = subprocess.Popen(
            [sys.executable, "-m", "designer.engine.start"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=REPOSITORY,
        )  # fmt: skip
        self._reader = FrameReader()
        self._frames: deque[dict[str, Any]] = deque()
        self.report: Report | None = None

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and return its answer; reports that come before it are taken in."""
        stdin, stdout = self._child.stdin, self._child.stdout
        if stdin is None or stdout is None:
            raise RuntimeError("the engine has no pipes")
        stdin.write(encode(request))
        stdin.flush()
        while True:
            while not self._frames:
                self._frames.extend(self._reader.feed(os.read(stdout.fileno(), 1 << 20)))
            frame = self._frames.popleft()
            if frame["type"] == "report":
                self.report = apply_patch(self.report, frame["patch"])
                if frame.get("later"):
                    continue  # What the report before did not wait for answers no request.
            return frame

    def close(self) -> None:
        """End the process and give its pipes back."""
        self._child.communicate(encode({"type": "quit"}))


class Hand:
    """Drops a switch into a rack and takes it out again, each time with a new report."""

    def __init__(self, engine: Engine, design: Design, parts: Catalog) -> None:
        self._engine = engine
        self._design = design
        # A rack with room for it: beside a cooling unit it would change next to nothing.
        layout = Layout(design)
        found = ((rack, first_fit(layout, parts, PART, rack)) for rack in layout.racks)
        rack, half_u = next((rack, at) for rack, at in found if at is not None)
        device = Device(id="~bench", name="bench", part=PART, rack=rack, half_u=half_u)
        self._there = Change(put=(("devices", (device,)),))
        self._gone = Change(drop=(("devices", (device.id,)),))
        self._revision = 1
        engine.ask(open_request(1, design))

    def drop(self) -> float:
        """Return how long it takes from an edit to its report."""
        change = self._there if self._revision % 2 else self._gone
        after = apply(self._design, change)
        return seconds(lambda: self._follow(after))

    def _follow(self, after: Design) -> None:
        request = change_request(self._revision + 1, self._revision, diff(self._design, after))
        answer = self._engine.ask(request)
        if answer.get("revision") != self._revision + 1:
            raise RuntimeError(f"no report of what was dropped: {answer['type']}")
        self._revision += 1
        self._design = after


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on a drop's report."""
    parts = catalog()
    design = pod(parts, tiny=tiny)
    engine = Engine()
    try:
        hand = Hand(engine, design, parts)

        snapshot = design.model_dump(mode="json", exclude_defaults=True)

        def echo() -> None:
            answer = engine.ask({"type": "echo", "payload": snapshot})
            if answer["type"] != "echo":
                raise RuntimeError(f"no echo: {answer['type']}")

        dropped, echoed = in_turn(hand.drop, lambda: seconds(echo), 3 if tiny else TIMES)
    finally:
        engine.close()
    whole = seconds(lambda: Evaluator(parts).report(design))
    return [
        Row(
            "drop → new report at the pipe, 16,384 GPUs",
            dropped / echoed,
            3,
            against="the bare round trip of the same snapshot",
            detail=f"{dropped * 1e3:.1f} ms against {echoed * 1e3:.1f} ms; whole report from "
            f"nothing {whole * 1e3:.0f} ms",
        )
    ]


if __name__ == "__main__":
    for row in rows():
        print(row.what, row.measured, row.target, row.verdict, row.detail, sep=" | ")
