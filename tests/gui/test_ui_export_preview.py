"""The export dialog shows what it would write: a picture, or the first lines."""

from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.engine.report import Report
from designer.model.design import Design, Rack
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.export_dialog import (
    LARGE,
    MAKING,
    MOST_RACKS,
    ExportDialog,
    ExportFormat,
    Writer,
)
from designer.ui.views.dialogs.export_preview import LINES, ExportPreview
from designer.ui.views.dialogs.output_dialog import NOT_SIZED
from tests.helpers.ui_desk import Desk, small_design, small_report


@pytest.fixture
def first_design() -> Design:
    return small_design()


def opened(qtbot: QtBot, desk: Desk, folder: Path, first: str) -> ExportDialog:
    made = ExportDialog(desk.workspace, str(folder), first=first)
    qtbot.addWidget(made)
    return made


def test_a_picture_is_shown_as_it_would_be_written(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    desk.report(small_report())
    dialog = opened(qtbot, desk, tmp_path, "floor.svg")
    preview = dialog.preview
    assert preview.said.text() == MAKING
    qtbot.waitUntil(lambda: preview.pages.currentWidget() is preview.picture)
    assert not preview.picture.pixmap().isNull()
    assert preview.about.text().endswith("pixels as PNG")
    assert list(tmp_path.iterdir()) == [], "nothing is written"


def test_the_first_lines_of_a_text_are_those_of_the_file(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    desk.report(small_report())
    dialog = opened(qtbot, desk, tmp_path, "bom.csv")
    dialog.show_preview()
    shown = dialog.preview.text.toPlainText()
    assert dialog.write(tmp_path / "bom.csv")
    written = (tmp_path / "bom.csv").read_text(encoding="utf-8-sig").splitlines()
    assert shown.lstrip("\ufeff").splitlines() == written[:LINES]
    assert dialog.preview.about.text().startswith(f"{len(written):,} lines · ")


def test_what_would_fail_and_what_is_not_sized_say_so(
    qtbot: QtBot, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dialog = opened(qtbot, desk, tmp_path, "bom.csv")
    dialog.show_preview()
    assert dialog.preview.said.text() == NOT_SIZED
    desk.report(small_report())

    def fails(_path: Path, _space: Workspace, _report: Report) -> None:
        raise ValueError("no font has that letter")

    monkeypatch.setattr(dialog, "formats", tuple(_with(one, fails) for one in dialog.formats))
    dialog.show_preview()
    assert dialog.preview.said.text() == "It would fail: no font has that letter"
    assert dialog.preview.pages.currentWidget() is dialog.preview.said


def _with(one: ExportFormat, write: Writer) -> ExportFormat:

    return replace(one, write=write)


def test_a_large_design_is_made_when_asked(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    racks = tuple(
        Rack(id=f"r{at}", name=f"r{at}", part="rack-48u", x_mm=800 * at, y_mm=0)
        for at in range(MOST_RACKS + 1)
    )
    desk.session.new(small_design().evolve(racks=racks, devices=(), rows=()))
    dialog = opened(qtbot, desk, tmp_path, "bom.csv")
    assert dialog.preview.said.text() == LARGE
    assert not dialog._soon.isActive()
    dialog.format.setCurrentIndex(3)
    assert not dialog.look.isEnabled(), "no rack is selected"


def test_long_texts_and_long_lines_are_cut(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "long.json"
    path.write_text("x" * 50_000 + "\n" + "line\n" * 200)
    preview = ExportPreview()
    qtbot.addWidget(preview)
    preview.show_file(path)
    shown = preview.text.toPlainText().splitlines()
    assert len(shown) == LINES
    assert len(shown[0]) == 401
    assert preview.about.text() == "the first 60 of 201 lines · 51 kB"


def test_a_file_for_another_program_is_not_shown_as_text(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "book.xlsx"
    path.write_bytes(b"PK\0\0" * 3)
    preview = ExportPreview()
    qtbot.addWidget(preview)
    preview.show_file(path)
    assert preview.said.text() == "A file of 12 bytes for another program: no text to look at."
