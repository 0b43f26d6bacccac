"""What the window shows of a print: how far it is, what came of it, and before it is left."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from designer.model.design import Design
from designer.runtime import print_run
from designer.runtime.print_job import PrintJob
from designer.ui.commands.prints import Prints
from designer.ui.kit.banner import BannerArea, ProgressBanner
from tests.helpers.ui_desk import small_design, small_report

PATIENCE_MS = 30_000
FAKE = """
import sys
from designer.engine.protocol import FrameReader, encode
say = lambda **frame: (sys.stdout.buffer.write(encode(frame)), sys.stdout.buffer.flush())
frames = FrameReader()
def until(kind):
    while data := sys.stdin.buffer.read1(65536):
        if any(frame["type"] == kind for frame in frames.feed(data)):
            return
    sys.exit(0)
until("begin")
say(type="drawn", done=119, of=412)
"""


class Shown:
    def __init__(self, qtbot: QtBot) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.banners = BannerArea(self.window)
        self.window.show()
        self.said: list[tuple[str, str]] = []
        self.prints = Prints(
            lambda: self.banners, lambda text, kind: self.said.append((text, kind)), self.window
        )

    def notice(self) -> ProgressBanner:
        (found,) = (one for one in self.banners.findChildren(ProgressBanner) if one.isVisible())
        return found

    def press(self, words: str) -> None:
        (button,) = (
            one for one in self.banners.findChildren(QPushButton)
            if one.text() == words and one.isVisible()
        )  # fmt: skip
        button.click()


@pytest.fixture
def shown(qtbot: QtBot) -> Iterator[Shown]:
    made = Shown(qtbot)
    yield made
    made.prints.cancel_all()


@pytest.fixture
def job(tmp_path: Path) -> PrintJob:
    design: Design = small_design()
    return PrintJob(
        design=design, parts=(), report=small_report(), sheets=("floor",), paper="A3",
        path=tmp_path / "hall.pdf",
    )  # fmt: skip


def faked(monkeypatch: pytest.MonkeyPatch, then: str) -> None:
    command: Sequence[str] = (sys.executable, "-c", FAKE + then)
    monkeypatch.setattr(print_run, "PRINT_COMMAND", command)


def test_it_is_shown_how_far_it_is_and_what_came_of_it(
    qtbot: QtBot, shown: Shown, job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    faked(monkeypatch, 'say(type="may write"); until("write"); say(type="done", pages=412)')
    told: list[tuple[str, int, bool]] = []
    run = shown.prints.start(job)
    banner = shown.notice()
    assert banner.label.text() == "Printing hall.pdf"
    run.progressed.connect(
        lambda *_: told.append((banner.label.text(), banner.bar.value(), banner.cancel.isEnabled()))
    )
    with qtbot.waitSignal(run.done, timeout=PATIENCE_MS):
        pass
    assert told[0][0] == "Printing hall.pdf: sheet 120 of 412", "one frame tells no rate"
    assert told[0][1:] == (407, True)
    assert told[1] == ("Printing hall.pdf: writing the file", 1000, False)
    assert shown.banners.texts() == {}
    assert shown.said == [(f"Wrote {job.path}", "info")]
    assert shown.prints.running == ()


def test_cancel_ends_it(
    qtbot: QtBot, shown: Shown, job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    faked(monkeypatch, 'until("never")')
    run = shown.prints.start(job)
    with qtbot.waitSignal(run.progressed, timeout=PATIENCE_MS):
        pass
    shown.press("Cancel")
    assert shown.said == [("Print of hall.pdf cancelled", "info")]
    assert shown.banners.texts() == {}
    assert job.path is not None
    assert not job.path.exists()


def test_what_failed_stands_as_one_line_and_may_go_elsewhere(
    qtbot: QtBot, shown: Shown, job: PrintJob, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    faked(monkeypatch, 'say(type="failed", message="the disk is full")')
    with qtbot.waitSignal(shown.prints.start(job).failed, timeout=PATIENCE_MS):
        pass
    assert list(shown.banners.texts().values()) == ["Not printed: the disk is full"]
    shown.press("Write it elsewhere…")
    (dialog,) = shown.window.findChildren(QFileDialog)
    dialog.fileSelected.emit(str(tmp_path / "other.pdf"))
    (run,) = shown.prints.running
    assert run.job.path == tmp_path / "other.pdf"
    assert run.job.design is job.design
    dialog.close()


def test_leaving_is_asked_about_while_something_is_printed(
    qtbot: QtBot, shown: Shown, job: PrintJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[bool] = []
    assert shown.prints.ask_before_leaving(lambda: left.append(True))
    faked(monkeypatch, 'until("never")')
    run = shown.prints.start(job)
    with qtbot.waitSignal(run.progressed, timeout=PATIENCE_MS):
        pass
    assert not shown.prints.ask_before_leaving(lambda: left.append(True))
    assert shown.banners.texts()["leave-print"] == "1 print is not done yet: hall.pdf."
    shown.press("Cancel it and close")
    assert left == [True]
    assert shown.prints.running == ()
    assert shown.prints.ask_before_leaving(lambda: None)
