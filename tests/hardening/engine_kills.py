"""The engine's process killed (SIGKILL) or stopped (SIGSTOP) at any moment of an editing session.

The window's side notices by itself, without another edit: the report that follows is the one that
the design as it stands has when it is computed from nothing.
"""

import os
import random
import signal
from functools import cache
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.document.document import Document, Edit
from designer.document.edits import remove, set_fields
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design
from designer.planning.templates import build
from designer.runtime.engine_client import EngineClient
from designer.runtime.engine_feed import EngineFeed
from designer.runtime.report_store import ReportStore
from tests.hardening.events import until
from tests.hardening.kind import Kind

KILLS: Final = 3
DEADLINE_MS, HANG_MS = 1_000, 4_000
"""Shorter than the window's 5 and 30 s, and long enough for a start on a busy machine."""
LIMIT_MS: Final = 90_000
TURNS: Final = 200
"""Most turns of the event loop between an edit and the kill."""


class EngineKills(Kind):
    """Three kills or stops of one engine an attack."""

    amount = KILLS
    things = "kills and stops"

    def __init__(self) -> None:
        self._stops = self._busy = 0

    def attack(self, chance: random.Random, folder: Path) -> str:
        """Edit a design while its engine is killed; return what did not come back right."""
        _application()
        document = Document(_design())
        store = ReportStore(interval_ms=0)
        client = EngineClient(store, deadline_ms=DEADLINE_MS, hang_ms=HANG_MS)
        feed = EngineFeed(document, client, lambda: ())
        try:
            for kill in range(KILLS):
                if kill or chance.random() < 0.7:  # else while it starts
                    until(lambda: store.is_current(document.revision), LIMIT_MS)
                wrong = self._kill(chance, document, client, store)
                if wrong:
                    return f"{wrong} (kill {kill + 1})"
        finally:
            feed.close()
            _resume(client)
            client.finish()
        return ""

    def figures(self) -> str:
        """Return how often the engine was stopped, and how often it was at work."""
        return f"{self._stops} of them stops, {self._busy} while it was at work"

    def _kill(
        self, chance: random.Random, document: Document, client: EngineClient, store: ReportStore
    ) -> str:
        stops, at_rest = chance.random() < 0.3, chance.random() < 0.25
        if not at_rest:
            self._edit(chance, document)
            for _ in range(chance.choice((0, 0, 3, TURNS)) and chance.randrange(TURNS)):
                QCoreApplication.processEvents()
        else:
            until(lambda: store.is_current(document.revision), LIMIT_MS)
        self._stops += stops
        self._busy += client.state == "busy"
        before = client.process_id
        gone = 0 if stops else before  # a stopped one may have answered already
        if before:
            os.kill(before, signal.SIGSTOP if stops else signal.SIGKILL)
        if at_rest and stops:
            self._edit(chance, document)  # nobody waits for an engine that has nothing to do
        if not until(lambda: _is_settled(client, store, document, gone), LIMIT_MS):
            return f"no report: {client.state}, {client.words}"
        # What is worked out later follows by itself.
        expected = _figures(evaluate(document.design, _catalog()))
        if not until(lambda: _figures(store.report) == expected, LIMIT_MS):
            return "the report that came back is another one"
        return ""

    def _edit(self, chance: random.Random, document: Document) -> None:
        for _ in range(chance.choice((1, 1, 2, 5))):
            document.apply("Edit", _drawn(chance, document.design))


def _is_settled(client: EngineClient, store: ReportStore, document: Document, gone: int) -> bool:
    is_up = client.state == "idle" and client.process_id not in (0, gone)
    return is_up and store.is_current(document.revision)


def _drawn(chance: random.Random, design: Design) -> Edit:
    """Return an edit that changes figures."""
    kind = chance.randrange(3)
    if kind == 0 and len(design.devices) > 3:
        return remove((chance.choice(design.devices).id,))
    if kind == 1:
        return set_fields("site", "", utilisation=chance.randint(10, 99) / 100)
    rack = chance.choice(design.racks)
    return set_fields("racks", rack.id, name=f"renamed {chance.randrange(10_000)}")


def _resume(client: EngineClient) -> None:
    """Let a process that is still stopped end as others do."""
    if client.process_id:
        os.kill(client.process_id, signal.SIGCONT)


def _figures(report: Report | None) -> Report | None:
    return report and report.evolve(timings=())


def _application() -> QCoreApplication:
    return QCoreApplication.instance() or QCoreApplication([])


@cache
def _catalog() -> Catalog:
    return load_shipped()


@cache
def _design() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, _catalog())
