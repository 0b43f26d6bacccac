"""A print in a process of its own: the same file, told of, cancelled, and why not in one line."""

import errno
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from designer.app import print_worker
from designer.catalog.catalog import Catalog
from designer.engine.fabric_map import FabricMaps
from designer.engine.protocol import FrameReader
from designer.engine.report import Report
from designer.model.design import Design
from designer.render.failing import Failing
from designer.render.output import write_pdf
from designer.render.what_if import of_power
from designer.runtime import print_job
from designer.runtime.print_job import Earlier, PrintJob, frames_of, parts_beside_shipped
from designer.runtime.print_run import PrintRun
from tests.bench.designs import unfolded
from tests.helpers.prints import as_sent

pytestmark = pytest.mark.usefixtures("qapp")

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
"""


@pytest.fixture
def job(drawn: Design, catalog: Catalog, drawn_report: Report, tmp_path: Path) -> PrintJob:
    return PrintJob(
        design=drawn, parts=parts_beside_shipped(catalog), report=drawn_report,
        sheets=("floor", "racks"), paper="A3", path=tmp_path / "out" / "set.pdf",
        file_name="drawn.toml",
    )  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "out"
    made.mkdir()
    return made


@pytest.fixture
def begin(qtbot: QtBot) -> Iterator[Callable[..., PrintRun]]:
    """Begins prints, and waits until the process of each is gone."""
    holder, gone = QObject(), []

    def begun(job: PrintJob, **options: Any) -> PrintRun:
        run = PrintRun(job, holder, **options)
        gone.append(False)
        at = len(gone) - 1
        run.destroyed.connect(lambda *_: gone.__setitem__(at, True))
        return run

    yield begun
    qtbot.waitUntil(lambda: all(gone), timeout=PATIENCE_MS)
    holder.deleteLater()


def faked(then: str) -> tuple[str, ...]:
    return sys.executable, "-c", FAKE + then


def test_a_job_comes_out_of_its_frames_as_it_went_in(
    job: PrintJob, catalog: Catalog, drawn_report: Report
) -> None:
    part = catalog.require("dgx-h100").evolve(name="Ours")
    lost = of_power(drawn_report, drawn_report.power.losses[0], (Failing("power", "a"),))
    assert lost.fates
    whole = replace(
        job, parts=(part,), file=bytes(range(256)), racks=("a01",), unfolded=("a02",), lost=lost,
        maps=FabricMaps(), printer="Plotter",
    )  # fmt: skip
    assert as_sent(whole) == whole
    assert as_sent(job) == job
    earlier = Earlier(("old", "new"), job.design.evolve(name="Old"), (part,), Report())
    assert as_sent(replace(whole, earlier=earlier)) == replace(whole, earlier=earlier)
    compared = replace(whole, earlier=earlier).choices()["compared"]
    assert compared.names == ("old", "new")
    assert compared.comparison.before.name == "Old"
    assert job.choices()["compared"] is None


def test_no_frame_is_larger_because_a_design_is(
    job: PrintJob, drawn: Design, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is made between two turns of the window's event loop."""
    monkeypatch.setattr(print_job, "_RACKS", 7)
    large = unfolded(drawn.evolve(cables=(), cords=(), notes=()))
    many = tuple(
        device.evolve(id=f"{device.id}-{copy}") for device in large.devices for copy in range(30)
    )
    assert len(many) > 5_000
    grown = replace(job, design=large.evolve(devices=tuple(sorted(many, key=lambda one: one.id))))
    reader = FrameReader()
    frames = [frame for sent in frames_of(grown) for frame in reader.feed(sent)]
    counts = [len(frame["records"]) for frame in frames if frame.get("name") == "devices"]
    assert sum(counts) == len(many)
    assert max(counts) <= 1_000
    # One without racks, then seven racks each.
    pieces = [frame for frame in frames if frame["type"] == "report"]
    assert len(pieces) == 1 + -(-len(job.report.racks) // 7)


def test_it_writes_what_the_command_writes_and_tells_how_far_it_is(
    qtbot: QtBot,
    begin: Callable[..., PrintRun],
    job: PrintJob,
    folder: Path,
    tmp_path: Path,
    catalog: Catalog,
) -> None:
    told: list[tuple[str, float]] = []
    run = begin(job)
    run.progressed.connect(lambda words, part: told.append((words, part)))
    with qtbot.waitSignal(run.done, timeout=PATIENCE_MS) as done:
        pass
    assert done.args == [f"Wrote {job.path}"]
    write_pdf(
        tmp_path / "here.pdf", job.design, catalog, job.report, sheets=job.sheets,
        file_name="drawn.toml",
    )  # fmt: skip
    assert (folder / "set.pdf").read_bytes() == (tmp_path / "here.pdf").read_bytes()
    assert [path.name for path in folder.iterdir()] == ["set.pdf"]
    parts = [part for _, part in told]
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    words = [words for words, _ in told]
    assert any(said.startswith("laying out sheet 1 of ") for said in words)
    assert any(said.startswith("sheet 2 of ") and said.endswith(" left") for said in words)


def test_cancelled_it_leaves_nothing_behind(
    qtbot: QtBot, begin: Callable[..., PrintRun], job: PrintJob, folder: Path
) -> None:
    run = begin(job)
    with qtbot.waitSignal(run.progressed, timeout=PATIENCE_MS):
        pass
    number = run.process_id
    assert number
    with qtbot.waitSignal(run.cancelled, timeout=PATIENCE_MS):
        run.cancel()

    def is_gone() -> bool:
        try:
            os.kill(number, 0)
        except ProcessLookupError:
            return True
        return False

    qtbot.waitUntil(is_gone, timeout=PATIENCE_MS)
    assert list(folder.iterdir()) == []


def test_what_is_being_written_cannot_be_cancelled(
    qtbot: QtBot, begin: Callable[..., PrintRun], job: PrintJob
) -> None:
    command = faked('say(type="may write"); until("write"); say(type="done", pages=3)')
    run = begin(job, command=command)
    states: list[bool] = []
    cancelled: list[bool] = []
    run.cancelled.connect(lambda: cancelled.append(True))

    def cancel_too_late() -> None:
        states.append(run.can_cancel)
        run.cancel()

    run.progressed.connect(cancel_too_late)
    with qtbot.waitSignal(run.done, timeout=PATIENCE_MS):
        pass
    assert states == [False]
    assert cancelled == []


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("sys.exit(3)", "the process that prints ended with code 3"),
        ('say(type="failed", message="no font has it")', "no font has it"),
        ('say(type="weather")', "printing said 'weather', which nobody understands"),
    ],
)
def test_what_fails_is_told_once(
    qtbot: QtBot, begin: Callable[..., PrintRun], job: PrintJob, then: str, said: str
) -> None:
    run = begin(job, command=faked(then))
    heard: list[str] = []
    run.failed.connect(heard.append)
    qtbot.waitUntil(lambda: bool(heard), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not run.process_id, timeout=PATIENCE_MS)
    assert heard == [said]


def test_it_tells_the_time_that_is_left(
    qtbot: QtBot, begin: Callable[..., PrintRun], job: PrintJob
) -> None:
    """It was reckoned from the time that laying out took, and counted upwards."""
    of, drawn = 100, [0, 2, 8, 20, 50]
    seconds = iter((1_000.0, 1_001.0, 1_008.0, 1_020.0, 1_050.0))
    laid = [f'say(type="laid out", done={done}, of=40)' for done in (0, 20)]
    says = [f'say(type="drawn", done={done}, of={of})' for done in drawn]
    command = faked("; ".join([*laid, *says, "sys.exit(0)"]))
    run = begin(job, command=command, clock=lambda: next(seconds))
    told: list[str] = []
    run.progressed.connect(lambda words, _part: told.append(words))
    with qtbot.waitSignal(run.failed, timeout=PATIENCE_MS):
        pass
    assert told == [
        "laying out sheet 1 of at least 40",
        "laying out sheet 21 of at least 40",
        "sheet 1 of 100",
        "sheet 3 of 100",
        "sheet 9 of 100, 92 s left",
        "sheet 21 of 100, 80 s left",
        "sheet 51 of 100, 50 s left",
    ]


def test_the_time_that_is_left_is_reckoned_from_the_last_sheets(
    qtbot: QtBot, begin: Callable[..., PrintRun], job: PrintJob
) -> None:
    """Plans come first and take longer than the elevations behind them."""
    of, slow = 100, 20
    seconds = iter([min(done, slow) * 9.0 + done for done in range(of)])
    says = f'[say(type="drawn", done=done, of={of}) for done in range({of})]; sys.exit(0)'
    run = begin(job, command=faked(says), clock=lambda: next(seconds))
    told: list[str] = []
    run.progressed.connect(lambda words, _part: told.append(words))
    with qtbot.waitSignal(run.failed, timeout=PATIENCE_MS):
        pass
    assert told[20] == "sheet 21 of 100, 13 min left"
    assert told[50] == "sheet 51 of 100, 50 s left", "nothing of the slow ones is in it"


def test_without_leave_nothing_is_written(job: PrintJob, folder: Path) -> None:
    answers: list[dict[str, object]] = []
    print_worker.carry_out(job, answers.append, lambda: False)
    assert list(folder.iterdir()) == []
    assert answers[-1]["type"] == "drawn"


def test_who_asked_and_went_away_gets_nothing(job: PrintJob, folder: Path, tmp_path: Path) -> None:
    answers: list[dict[str, object]] = []
    sent = tmp_path / "frames"
    sent.write_bytes(b"".join(frames_of(replace(job, sheets=("floor",)))))
    with sent.open("rb") as source:
        print_worker.serve(source, answers.append)
    assert answers[-1] == {"type": "may write"}
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize("case", ["folder gone", "a design", "no room", "no sheets"])
def test_why_not_is_one_line(
    job: PrintJob, folder: Path, monkeypatch: pytest.MonkeyPatch, case: str
) -> None:
    assert job.path is not None
    drawn: list[object] = []
    if case == "folder gone":
        folder.rmdir()
    elif case == "a design":
        job.path.write_text('schema_version = 1\nname = "x"\n', encoding="utf-8")
    elif case == "no sheets":
        job = replace(job, racks=("none",), sheets=("racks",))
    else:

        def full(path: Path, data: bytes) -> None:
            drawn.append(data)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

        monkeypatch.setattr(print_worker, "write_output", full)
    said = {
        "folder gone": "cannot be written: No such file or directory; make the folder first",
        "a design": "holds a design, which would be lost; choose another name",
        "no room": "No space left on device",
        "no sheets": "there is nothing to print: the design has no rack to draw",
    }[case]
    answers: list[dict[str, object]] = []
    with pytest.raises((OSError, ValueError), match=said.replace(".", r"\.")) as found:
        print_worker.carry_out(job, answers.append, lambda: True)
    assert "\n" not in str(found.value)
    # What cannot be written is known before anything is drawn.
    assert bool(answers) == (case == "no room")
