"""The engine client with the real engine process: it dies, it comes back, it keeps up."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.document.edits import place_device, set_fields
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.change import diff
from designer.model.design import Design
from designer.planning.templates import build
from designer.runtime.engine_client import EngineClient
from designer.runtime.engine_feed import EngineFeed
from designer.runtime.report_store import ReportStore

PATIENCE_MS = 30_000


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_shipped()


@pytest.fixture(scope="module")
def design(catalog: Catalog) -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)


@pytest.fixture
def document(design: Design) -> Document:
    return Document(design)


@pytest.fixture
def client(qtbot: QtBot, document: Document) -> Iterator[EngineClient]:
    client = EngineClient(ReportStore(interval_ms=0))
    feed = EngineFeed(document, client, lambda: ())
    qtbot.waitUntil(lambda: store_of(client).is_current(0), timeout=PATIENCE_MS)
    yield client
    feed.close()
    client.finish()


def store_of(client: EngineClient) -> ReportStore:
    return client._store


def figures(report: Report | None) -> Report:
    """Return a report without its timings, which differ from run to run."""
    assert report is not None
    return report.evolve(timings=())


def see_that_it_becomes(qtbot: QtBot, client: EngineClient, report: Report) -> None:
    """See that the report on show is one that holds what was worked out later as well."""
    wanted = figures(report)
    qtbot.waitUntil(lambda: figures(store_of(client).report) == wanted, timeout=PATIENCE_MS)


def test_the_report_is_the_one_the_command_line_prints(
    qtbot: QtBot, client: EngineClient, design: Design, catalog: Catalog
) -> None:
    see_that_it_becomes(qtbot, client, evaluate(design, catalog))


def test_edits_and_undo_come_back_as_reports_of_the_whole_design(
    qtbot: QtBot, client: EngineClient, document: Document, catalog: Catalog
) -> None:
    rack = document.design.racks[0].id
    document.apply("Rename", set_fields("racks", rack, name="renamed"))
    document.apply("Site", set_fields("site", "", utilisation=0.5))
    document.undo()
    qtbot.waitUntil(lambda: store_of(client).is_current(3), timeout=PATIENCE_MS)
    see_that_it_becomes(qtbot, client, evaluate(document.design, catalog))


def test_a_killed_engine_comes_back_with_the_design_as_it_stands(
    qtbot: QtBot, client: EngineClient, document: Document, catalog: Catalog
) -> None:
    before = client.process_id
    states: list[str] = []
    client.state_changed.connect(lambda state, _: states.append(state))
    with qtbot.waitSignal(client.restarted, timeout=PATIENCE_MS) as told:
        os.kill(before, signal.SIGKILL)
        document.apply("Rename", lambda d: d.evolve(name="after the crash"))
    assert "Engine restarted" in told.args[0]
    qtbot.waitUntil(lambda: store_of(client).is_current(1), timeout=PATIENCE_MS)
    assert client.process_id not in (0, before)
    assert states[0] in ("busy", "restarting")
    assert states[-1] == "idle"
    see_that_it_becomes(qtbot, client, evaluate(document.design, catalog))


def test_a_preview_says_what_a_drop_would_do_and_changes_nothing(
    qtbot: QtBot, client: EngineClient, document: Document, catalog: Catalog
) -> None:
    rack = document.design.racks[0].id
    shown = store_of(client).report
    edit = place_device(catalog, "sn2201", rack)
    change = diff(document.design, edit(document.design))
    with qtbot.waitSignal(client.previewed, timeout=PATIENCE_MS) as told:
        number = client.preview(document.revision, change, (rack,))
    preview = told.args[0]
    assert preview.preview == number
    (touched,) = preview.racks
    assert touched.after.power_max_kw > touched.before.power_max_kw
    assert store_of(client).report is shown


def test_a_drag_of_120_edits_keeps_the_report_moving(
    qtbot: QtBot, client: EngineClient, document: Document
) -> None:
    revisions: list[int] = []
    client.reported.connect(revisions.append)
    rack = document.design.racks[0].id
    left = list(range(120))

    def step() -> None:
        if left:
            x = 600 * left.pop()
            document.apply("Drag", set_fields("racks", rack, x_mm=x), merge="drag")

    # The hand moves on each time the loop is free: about as fast as events can come.
    from PySide6.QtCore import QTimer

    hand = QTimer()
    hand.timeout.connect(step)
    hand.start(4)
    qtbot.waitUntil(lambda: not left and store_of(client).is_current(120), timeout=PATIENCE_MS)
    hand.stop()
    assert revisions[-1] == 120
    # Where the hand rests, what was worked out later comes as another report of the same revision.
    assert revisions == sorted(revisions)
    assert len(set(revisions)) >= 10


def test_the_engine_ends_with_the_window(qtbot: QtBot, design: Design, tmp_path: Path) -> None:
    client = EngineClient(ReportStore())
    client.open(0, design, ())
    qtbot.waitUntil(lambda: client.process_id != 0)
    with qtbot.waitSignal(client.reported, timeout=PATIENCE_MS):
        pass
    process = client.process_id
    with qtbot.waitSignal(client.closed, timeout=PATIENCE_MS):
        client.close()
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)
