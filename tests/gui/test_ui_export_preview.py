"""The export dialog shows what it would write: a picture, or the first lines."""

import sys
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.app.export_look import LINES, lines_of
from designer.model.design import Design, Rack
from designer.runtime import export_look
from designer.runtime.export_look import ExportLook, Looked
from designer.ui.views.dialogs.export_dialog import (
    LARGE,
    LOOK,
    MAKING,
    MOST_RACKS,
    STOPPED,
    WORKBOOK,
    ExportDialog,
)
from designer.ui.views.dialogs.export_preview import ExportPreview
from designer.ui.views.dialogs.output_dialog import NOT_SIZED
from tests.helpers.fabric_views import superpod
from tests.helpers.prints import PrintedAtOnce
from tests.helpers.ui_desk import Desk, small_design, small_report

PATIENCE_MS = 60_000


@pytest.fixture
def first_design() -> Design:
    return small_design()


def opened(qtbot: QtBot, desk: Desk, folder: Path, first: str) -> ExportDialog:
    made = ExportDialog(desk.workspace, str(folder), PrintedAtOnce(), first=first)
    qtbot.addWidget(made)
    return made


def test_a_picture_is_shown_as_it_would_be_written(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    desk.report(small_report())
    dialog = opened(qtbot, desk, tmp_path, "floor.svg")
    preview = dialog.preview
    assert preview.said.text() == MAKING
    qtbot.waitUntil(lambda: preview.pages.currentWidget() is preview.picture, timeout=PATIENCE_MS)
    assert not preview.picture.pixmap().isNull()
    assert preview.about.text().endswith("pixels as PNG")
    assert list(tmp_path.iterdir()) == [], "nothing is written"


@pytest.mark.parametrize("key", ["bom.csv", "cables.csv"])
def test_the_first_lines_of_a_text_are_those_of_the_file(
    qtbot: QtBot, desk: Desk, tmp_path: Path, key: str
) -> None:
    desk.workspace.apply("Cables", lambda _: superpod(1))
    desk.report(small_report())
    dialog = opened(qtbot, desk, tmp_path, key)
    dialog.show_preview()
    assert dialog.preview.bar.isVisibleTo(dialog)
    text = dialog.preview.text
    qtbot.waitUntil(lambda: dialog.preview.pages.currentWidget() is text, timeout=PATIENCE_MS)
    shown = text.toPlainText()
    assert dialog.write(tmp_path / key)
    written = (tmp_path / key).read_text(encoding="utf-8-sig").splitlines()
    assert shown.lstrip("\ufeff").splitlines() == written[:LINES]
    count = f"{len(written):,} lines"
    assert count in dialog.preview.about.text()
    assert (" · " in dialog.preview.about.text()) == (key == "bom.csv"), (
        "of cables only those that are shown are made"
    )


def test_what_would_fail_and_what_is_not_sized_say_so(
    qtbot: QtBot, desk: Desk, tmp_path: Path
) -> None:
    dialog = opened(qtbot, desk, tmp_path, "rack.svg")
    dialog.show_preview()
    assert dialog.preview.said.text() == NOT_SIZED
    desk.report(small_report())
    desk.workspace.select(())
    dialog.show_preview()
    said = dialog.preview.said
    qtbot.waitUntil(lambda: said.text().startswith("It would fail: "), timeout=PATIENCE_MS)
    assert "no rack" in said.text()
    assert dialog.look.text() == LOOK
    dialog.format.setCurrentIndex([one.suffix for one in dialog.formats].index("xlsx"))
    dialog.show_preview()
    assert said.text() == WORKBOOK


def test_a_preview_is_cancelled_and_ends_with_its_dialog(
    qtbot: QtBot, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    never = (sys.executable, "-c", "import sys; sys.stdin.read()")
    monkeypatch.setattr(export_look, "PRINT_COMMAND", never)
    desk.report(small_report())
    dialog = opened(qtbot, desk, tmp_path, "bom.csv")
    dialog.show_preview()
    first = dialog.findChild(ExportLook)
    assert isinstance(first, ExportLook)
    with qtbot.waitSignal(first.destroyed, timeout=PATIENCE_MS):
        dialog.look.click()
    assert (dialog.preview.said.text(), dialog.look.text()) == (STOPPED, LOOK)
    dialog.look.click()
    second = dialog.findChild(ExportLook)
    assert isinstance(second, ExportLook)
    with qtbot.waitSignal(second.destroyed, timeout=PATIENCE_MS):
        dialog.reject()


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


def test_long_texts_and_long_lines_are_cut(qtbot: QtBot) -> None:
    shown = lines_of(["x" * 50_000, *["line"] * 200])
    assert len(shown) == LINES
    assert len(shown[0]) == 401
    preview = ExportPreview()
    qtbot.addWidget(preview)
    preview.show_looked(Looked(lines=tuple(shown), of=201, size=51_000))
    assert preview.about.text() == "the first 60 of 201 lines · 51 kB"


def test_a_file_for_another_program_is_not_shown_as_text(qtbot: QtBot) -> None:
    preview = ExportPreview()
    qtbot.addWidget(preview)
    preview.show_looked(Looked.of_frame({"bytes": 12}))
    assert preview.said.text() == "A file of 12 bytes for another program: no text to look at."
