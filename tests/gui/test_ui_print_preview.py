"""The print preview: its pages come from a process of their own, and go with the window."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.runtime import preview_run
from designer.runtime.print_job import PrintJob
from designer.ui.views.dialogs.print_dialog import PrintDialog
from designer.ui.views.dialogs.print_preview import PrintPreview
from tests.helpers.ui_desk import Desk, small_report

PATIENCE_MS = 60_000
FAILS = """
import sys
from designer.engine.protocol import encode
sys.stdout.buffer.write(encode({"type": "failed", "message": "no font has that letter"}))
sys.stdout.buffer.flush()
sys.stdin.buffer.read()
"""


@pytest.fixture
def opened(qtbot: QtBot, desk: Desk, tmp_path: Path) -> Callable[[], PrintPreview]:
    def begun() -> PrintPreview:
        desk.report(small_report())
        dialog = PrintDialog(desk.workspace, str(tmp_path), "d.toml", lambda _: None)
        qtbot.addWidget(dialog)
        dialog.to_look.click()
        assert dialog.shown is not None
        return dialog.shown

    return begun


def test_pages_are_turned_zoomed_and_end_with_the_window(
    opened: Callable[[], PrintPreview], qtbot: QtBot
) -> None:
    preview = opened()
    assert preview.said.text() == "Laying out the sheets…"
    qtbot.waitUntil(lambda: preview.sheet.pixmap().width() > 100, timeout=PATIENCE_MS)
    count = len(preview.pages.titles)
    assert count > 1
    assert preview.said.text() == f"Page 1 of {count} pages: {preview.pages.titles[0]}"
    assert not preview.before.isEnabled()
    QTest.keyClick(preview.list, Qt.Key.Key_PageDown)
    assert preview.page == 2
    qtbot.waitUntil(lambda: preview.pages.has(2), timeout=PATIENCE_MS)
    wide = preview.sheet.pixmap().width()
    preview.closer.click()
    assert preview.sheet.pixmap().width() > wide, "the picture there is grows at once"
    qtbot.waitUntil(lambda: preview._drawn_px(2) > wide, timeout=PATIENCE_MS)
    preview.whole.click()
    assert preview.sheet.pixmap().width() == wide
    assert preview.page == 2
    preview.before.click()
    assert preview.page == 1
    run = preview._run
    preview.reject()
    qtbot.waitUntil(lambda: run.process_id == 0, timeout=PATIENCE_MS)


def test_what_cannot_be_drawn_is_told(
    opened: Callable[[], PrintPreview], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preview_run, "PRINT_COMMAND", (sys.executable, "-c", FAILS))
    preview = opened()
    said = "No preview: no font has that letter"
    qtbot.waitUntil(lambda: preview.said.text() == said, timeout=PATIENCE_MS)
    preview.reject()


def test_a_process_that_dies_is_told(
    opened: Callable[[], PrintPreview], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preview_run, "PRINT_COMMAND", (sys.executable, "-c", "raise SystemExit(3)"))
    preview = opened()
    qtbot.waitUntil(
        lambda: preview.said.text().startswith("No preview: the preview's process"),
        timeout=PATIENCE_MS,
    )
    preview.reject()


def test_nothing_is_previewed_before_the_design_is_sized(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    dialog = PrintDialog(desk.workspace, str(tmp_path), "d.toml", lambda _: None)
    qtbot.addWidget(dialog)
    assert not dialog.preview()
    assert dialog.shown is None
    assert "not sized yet" in dialog.words.text()


def test_a_job_says_over_the_pipe_that_it_is_a_preview(desk: Desk) -> None:
    job = PrintJob(desk.design, (), small_report(), ("floor",), "A4", preview=True)
    from tests.helpers.prints import as_sent

    assert as_sent(job).preview
