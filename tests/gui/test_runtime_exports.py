"""An export in a process of its own: the bytes of the command, told of, cancelled, and why not."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.app.commands.design_input import read_and_evaluate
from designer.app.export_look import LINES, looked
from designer.app.exports import ExportError, Source
from designer.app.main import main
from designer.app.print_worker import carry_out
from designer.catalog.load import load_shipped
from designer.io.design_file import save
from designer.io.export_asked import LABELS, PLACE_LABELS, TABLE, ExportAsked
from designer.planning.templates import build
from designer.runtime import print_run
from designer.runtime.print_job import PrintJob, parts_beside_shipped
from designer.ui.commands.prints import Prints
from designer.ui.kit.banner import BannerArea, ProgressBanner
from designer.ui.views.dialogs.export_dialog import FORMATS
from tests.helpers.prints import as_sent

pytestmark = pytest.mark.usefixtures("qapp")

PATIENCE_MS = 60_000
HELD = b"of before"
OF_DIALOG = [one.kind or one.key for one in FORMATS]
KINDS = [*OF_DIALOG, LABELS, TABLE, *PLACE_LABELS]
BEGINS = """
import sys
from designer.engine.protocol import FrameReader, encode
frames = FrameReader()
def until(kind):
    while data := sys.stdin.buffer.read1(65536):
        if any(frame["type"] == kind for frame in frames.feed(data)):
            return
until("begin")
sys.stdout.buffer.write(encode({"type": "drawn", "done": 2, "of": 8}))
sys.stdout.buffer.flush()
until("never")
"""


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    catalog = load_shipped()
    path = tmp_path_factory.mktemp("exports") / "pod.cluster.toml"
    save(path, build("dgx-superpod-h100", {"scalable_units": "1"}, catalog), catalog)
    return path


@pytest.fixture(scope="module")
def whole(pod: Path) -> PrintJob:
    design, catalog, report, file = read_and_evaluate(pod, None)
    return PrintJob(
        design=design, parts=parts_beside_shipped(catalog), report=report, folder=pod.parent,
        file=file,
    )  # fmt: skip


@pytest.fixture
def prints(qtbot: QtBot) -> Iterator[Prints]:
    window = QWidget()
    qtbot.addWidget(window)
    banners, said = BannerArea(window), []
    window.show()
    made = Prints(lambda: banners, lambda text, kind: said.append((text, kind)), window)
    yield made
    made.cancel_all()


def notices(prints: Prints) -> list[str]:
    window = prints.parent()
    assert isinstance(window, QWidget)
    area = window.findChild(BannerArea)
    assert isinstance(area, BannerArea)
    return list(area.texts().values())


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_written_as_the_command_writes_it(
    pod: Path, whole: PrintJob, tmp_path: Path, kind: str
) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    rack = whole.design.racks[0].id if kind.startswith("racks") else ""
    asked = ExportAsked(kind, rack=rack)
    answers: list[dict[str, object]] = []
    carry_out(as_sent(replace(whole, export=asked, path=ours)), answers.append, lambda: True)
    assert answers[-1]["type"] == "done"
    words = ["report", str(pod), "--format", kind] if kind == "md" else [
        "export", str(pod), "--to", kind
    ]  # fmt: skip
    assert main([*words, "-o", str(theirs), *(["--rack", rack] if rack else [])]) in (0, 1)
    assert ours.read_bytes() == theirs.read_bytes()


@pytest.mark.parametrize("kind", ["cables.csv", "p2p.csv"])
def test_of_cables_only_what_is_looked_at_is_made(
    whole: PrintJob, tmp_path: Path, kind: str
) -> None:
    catalog = load_shipped().overlay(whole.parts)
    found = looked(ExportAsked(kind, look_px=(9, 9)), Source(whole.design, catalog, whole.report))
    path = tmp_path / kind
    carry_out(replace(whole, export=ExportAsked(kind), path=path), lambda _: None, lambda: True)
    lines = path.read_text(encoding="utf-8").splitlines()
    assert found == {"lines": lines[:LINES], "of": len(lines), "bytes": None}
    assert len(lines) > LINES


def test_the_window_goes_on_while_several_are_written(
    qtbot: QtBot, prints: Prints, whole: PrintJob, tmp_path: Path
) -> None:
    """A turn of the event loop between beginning and end, for each: the work is elsewhere."""
    turns: list[int] = []
    timer = QTimer()
    timer.timeout.connect(lambda: turns.append(len(prints.running)))
    jobs = [
        replace(whole, export=ExportAsked(kind), path=tmp_path / kind)
        for kind in ("cables.csv", "rack-labels.pdf")
    ]
    runs = [prints.start(job) for job in jobs]
    timer.start(0)
    assert all(run.process_id for run in runs)
    assert len({run.process_id for run in runs}) == 2
    qtbot.waitUntil(lambda: not prints.running, timeout=PATIENCE_MS)
    assert turns[0] == 2
    assert (tmp_path / "rack-labels.pdf").read_bytes().startswith(b"%PDF")
    assert notices(prints) == []


def test_cancelled_the_file_of_before_stays(
    qtbot: QtBot, prints: Prints, whole: PrintJob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_run, "PRINT_COMMAND", (sys.executable, "-c", BEGINS))
    path = tmp_path / "device-labels.pdf"
    path.write_bytes(HELD)
    run = prints.start(replace(whole, export=ExportAsked("device-labels.pdf"), path=path))
    window = prints.parent()
    assert isinstance(window, QWidget)
    banner = window.findChild(ProgressBanner)
    assert isinstance(banner, ProgressBanner)
    assert (banner.bar.maximum(), banner.label.text()) == (0, "Writing device-labels.pdf")
    with qtbot.waitSignal(run.progressed, timeout=PATIENCE_MS):
        pass
    qtbot.waitUntil(lambda: banner.bar.maximum() > 0, timeout=PATIENCE_MS)
    assert "page 3 of 8" in banner.label.text()
    assert not prints.ask_before_leaving(lambda: None)
    assert notices(prints)[-1] == "1 export is not done yet: device-labels.pdf."
    with qtbot.waitSignal(run.destroyed, timeout=PATIENCE_MS):
        banner.cancel.click()
    assert prints.running == ()
    assert path.read_bytes() == HELD
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_a_failure_is_one_line_and_the_file_of_before_stays(
    qtbot: QtBot, prints: Prints, whole: PrintJob, tmp_path: Path
) -> None:
    path = tmp_path / "held.pdf"
    path.write_bytes(HELD)
    bare = whole.design.evolve(devices=(), racks=(), assemblies=())
    asked = ExportAsked("rack-labels.pdf")
    run = prints.start(replace(whole, design=bare, export=asked, path=path))
    with qtbot.waitSignal(run.failed, timeout=PATIENCE_MS):
        pass
    assert notices(prints) == ["Not exported: the design has no racks to label"]
    assert path.read_bytes() == HELD


def test_how_long_it_takes_is_told_where_nothing_tells_how_far_it_is(
    qtbot: QtBot, prints: Prints, whole: PrintJob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(print_run, "_SECOND_MS", 1)
    silent = (sys.executable, "-c", "import sys; sys.stdin.read()")
    monkeypatch.setattr(print_run, "PRINT_COMMAND", silent)
    run = prints.start(replace(whole, export=ExportAsked("xlsx"), path=tmp_path / "book.xlsx"))
    with qtbot.waitSignal(run.progressed, timeout=PATIENCE_MS) as told:
        pass
    assert told.args is not None
    assert told.args[0].endswith(" s so far")
    assert told.args[1] == print_run.UNKNOWN


def test_what_no_plug_in_writes_any_more_is_said(whole: PrintJob, tmp_path: Path) -> None:
    gone = replace(whole, export=ExportAsked("qqq.zzz"), path=tmp_path / "x")
    with pytest.raises(ExportError, match=r"qqq\.zzz is no longer installed"):
        carry_out(gone, lambda _: None, lambda: True)
