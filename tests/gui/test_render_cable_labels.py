"""Sheets of labels for the ends of cables, from the command line and by the dialog."""

import csv
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from pypdf import PdfReader
from pytestqt.qtbot import QtBot

from designer.app.main import main
from designer.catalog.load import load_shipped
from designer.engine.cable_report import CablesAsked
from designer.engine.report import Report
from designer.io.atomic_file import WriteError
from designer.io.design_file import save
from designer.planning.templates import build
from designer.ui.views.dialogs.labels_dialog import LabelsDialog
from tests.helpers.prints import PrintedAtOnce
from tests.helpers.ui_desk import Desk

pytestmark = pytest.mark.usefixtures("qapp")

A4_MM = (210.0, 297.0)


@pytest.fixture(scope="module")
def pod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("labels") / "pod.cluster.toml"
    shipped = load_shipped()
    save(path, build("dgx-superpod-h100", {"scalable_units": "1"}, shipped), shipped)
    return path


def exported(pod: Path, name: str, *words: str) -> PdfReader:
    out = pod.with_name(name)
    assert main(["export", str(pod), "--to", "labels.pdf", "-o", str(out), *words]) == 0
    return PdfReader(out)


def test_sheets_bear_every_label_and_more_of_them_in_smaller_letters(pod: Path) -> None:
    small, large = exported(pod, "small.pdf"), exported(pod, "large.pdf", "--text-pt", "12")
    assert len(large.pages) > len(small.pages) > 1
    width, height = (float(side) * 25.4 / 72 for side in small.pages[0].mediabox[2:])
    assert (width, height) == pytest.approx(A4_MM, abs=0.5)
    words = "".join(page.extract_text() for page in small.pages).replace("\t", " ")
    assert "A01-03:1.1/" in words
    assert f"1 of {len(small.pages)}" in words
    letter = exported(pod, "letter.pdf", "--paper", "Letter")
    assert float(letter.pages[0].mediabox[2]) == pytest.approx(612, abs=1)


def test_the_same_labels_give_the_same_file(pod: Path) -> None:
    exported(pod, "one.pdf")
    exported(pod, "two.pdf")
    assert pod.with_name("one.pdf").read_bytes() == pod.with_name("two.pdf").read_bytes()


def test_what_only_labels_have_is_refused_elsewhere(
    pod: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(pod.with_name("x"))
    assert main(["export", str(pod), "--to", "bom.csv", "-o", out, "--text-pt", "8"]) == 2
    assert "only labels.pdf has one" in capsys.readouterr().err
    assert main(["export", str(pod), "--to", "labels.pdf", "-o", out, "--text-pt", "2"]) == 2
    assert "5 to 24 points" in capsys.readouterr().err


@pytest.fixture
def desk(qtbot: QtBot, tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path, build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped()))
    made.report(Report())
    yield made
    made.close()


@pytest.fixture
def dialog(qtbot: QtBot, desk: Desk, tmp_path: Path) -> LabelsDialog:
    only = CablesAsked(rack=desk.workspace.document.design.racks[0].id), "rack:A01"
    made = LabelsDialog(desk.workspace, str(tmp_path), PrintedAtOnce(), only)
    qtbot.addWidget(made)
    return made


def test_the_dialog_writes_sheets_of_what_the_schedule_shows(
    dialog: LabelsDialog, tmp_path: Path
) -> None:
    dialog.only.setChecked(True)
    dialog.letters.setValue(10)
    assert dialog.only.text() == "Only what the schedule shows: rack:A01"
    assert dialog.write(tmp_path / "labels.pdf")
    words = PdfReader(tmp_path / "labels.pdf").pages[0].extract_text()
    assert "A01-" in words


def test_the_dialog_writes_a_table_which_has_no_paper(dialog: LabelsDialog, tmp_path: Path) -> None:
    assert dialog.paper.isEnabled()
    dialog.format.setCurrentIndex(1)
    assert not dialog.paper.isEnabled()
    assert not dialog.letters.isEnabled()
    assert dialog.write(tmp_path / "labels.csv")
    text = (tmp_path / "labels.csv").read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert len(rows) == 2 * 798
    assert {row["end"] for row in rows} == {"A", "Z"}


def test_a_file_that_cannot_be_written_is_said(dialog: LabelsDialog, tmp_path: Path) -> None:
    with pytest.raises(WriteError, match="none"):
        dialog.write(tmp_path / "none" / "labels.pdf")
