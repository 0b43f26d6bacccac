"""Edits for as long as you like in the whole window on 16,384 GPUs: memory and descriptors flat.

Every attack is one batch of edits in one and the same window, with its journal and its engine:
moves, devices in and out, names, undo and redo, a save now and then. Memory is looked at only when
the history is full, which holds a thousand steps by design; until then it may grow with them.
"""

import gc
import os
import random
import tempfile
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from PySide6.QtWidgets import QApplication

from designer.app.composition import Studio
from designer.catalog.load import load_shipped
from designer.document.edits import move_racks, place_device, remove, set_fields
from designer.document.errors import EditError
from designer.document.history import MAX_STEPS
from designer.io.design_file import save
from designer.planning.templates import build
from tests.hardening.events import until
from tests.hardening.kind import Kind

EDITS: Final = 20
LIMIT_MS: Final = 120_000
UNITS: Final = "64"
"""Scalable units of 32 nodes of 8 GPUs: 16,384."""
GROWTH_KB: Final = 64 * 1024
"""How much more either process may hold at the end than with a full history."""
MORE_DESCRIPTORS: Final = 2


class Endurance(Kind):
    """A batch of edits an attack, in one window from the first to the last."""

    amount = EDITS
    things = "edits"

    def __init__(self, units: str = UNITS, steps: int = MAX_STEPS) -> None:
        self._units, self._steps = units, steps
        self._noted: list[tuple[int, int, int, int]] = []
        self._full: tuple[int, int, int, int] | None = None

    def __enter__(self) -> Self:
        """Open the window on the design, and wait for its report."""
        app = QApplication.instance() or QApplication(["endurance"])
        assert isinstance(app, QApplication)
        with ExitStack() as ends:
            folder = Path(ends.enter_context(tempfile.TemporaryDirectory(prefix="endurance-")))
            catalog = load_shipped()
            path = folder / "large.cluster.toml"
            design = build("dgx-superpod-h100", {"scalable_units": self._units}, catalog)
            save(path, design, catalog)
            self._studio = studio = Studio(app)
            ends.callback(self._close)
            studio.show(path)
            assert until(lambda: studio.window.is_populated and gc.isenabled(), LIMIT_MS)
            self._settle()
            self._noted.append(self._now())
            self._ends = ends.pop_all()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self._ends.close()

    def attack(self, chance: random.Random, folder: Path) -> str:
        """Edit; return what grew, or was computed otherwise than it should."""
        for _ in range(EDITS):
            self._edit(chance)
        if not self._settle():
            return f"no report: {self._studio.client.words}"
        if chance.random() < 0.1:
            self._studio.session.save()
        now = self._now()
        self._noted.append(now)
        document = self._studio.session.document
        if self._full is None and len(document.history.steps) >= self._steps:
            self._full = now
        return self._grown(now)

    def figures(self) -> str:
        """Return memory and descriptors: at first, with a full history, at the end."""
        marks = {"at first": self._noted[0], "full history": self._full, "now": self._noted[-1]}
        return "; ".join(
            f"{name}: window {mark[0] // 1024} MB, {mark[2]} descriptors, "
            f"engine {mark[1] // 1024} MB, {mark[3]} descriptors"
            for name, mark in marks.items()
            if mark is not None
        )

    def _edit(self, chance: random.Random) -> None:
        document, catalog = self._studio.session.document, self._studio.session.catalog
        rack = chance.choice(document.design.racks)
        kind = chance.randrange(6)
        try:
            if kind == 0:
                step = chance.choice((-600, 600))
                document.apply("Move", move_racks(catalog, (rack.id,), step, 0))
            elif kind == 1:
                document.apply("Place", place_device(catalog, "sn2201", rack.id))
            elif kind == 2 and document.design.devices:
                key = chance.choice(document.design.devices).id
                document.apply("Remove", remove((key,)))
            elif kind == 3:
                document.undo()
            elif kind == 4:
                document.redo()
            else:
                name = f"R{chance.randrange(100_000)}"
                document.apply("Rename", set_fields("racks", rack.id, name=name))
        except EditError:
            return  # there is no room: nothing happened, as it should be
        QApplication.processEvents()

    def _settle(self) -> bool:
        document, store = self._studio.session.document, self._studio.store
        return until(lambda: store.is_current(document.revision), LIMIT_MS)

    def _grown(self, now: tuple[int, int, int, int]) -> str:
        """Return what is more than it may be."""
        first, full = self._noted[0], self._full
        for at, who in ((2, "window"), (3, "engine")):
            if now[at] > first[at] + MORE_DESCRIPTORS:
                return f"the {who} holds {now[at]} descriptors, {first[at]} at first"
        for at, who in ((0, "window"), (1, "engine")):
            if full is not None and now[at] > full[at] + GROWTH_KB:
                return f"the {who} holds {now[at]} kB, {full[at]} with a full history"
        return ""

    def _now(self) -> tuple[int, int, int, int]:
        """Return memory of window and engine in kB, and their descriptors."""
        gc.collect()
        mine, engine = os.getpid(), self._studio.client.process_id
        return _memory_kb(mine), _memory_kb(engine), _descriptors(mine), _descriptors(engine)

    def _close(self) -> None:
        studio = self._studio
        studio.session.document.mark_saved()
        studio.window.close()
        studio.close()
        studio.window.deleteLater()
        QApplication.processEvents()
        studio.app.setStyleSheet("")


def _memory_kb(process: int) -> int:
    """Return the memory that a process holds for itself, kB (`Pss` would divide shared pages)."""
    lines = Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("RssAnon"))


def _descriptors(process: int) -> int:
    return len(os.listdir(f"/proc/{process}/fd"))
