"""Files from the window: open, save, recover, change on disk, print, export. Nothing is modal."""

import hashlib
import sys
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from designer.document.edits import rename, set_fields
from designer.engine.network_report import Cables
from designer.io.journal import Header, Journal
from designer.io.user_folders import journals_folder
from designer.model.change import diff
from designer.render.output import OutputError
from designer.runtime import print_run
from designer.runtime.locks import acquire
from designer.runtime.session import Recoverable
from designer.ui.views.dialogs.export_dialog import FORMATS, ExportDialog
from designer.ui.views.dialogs.print_dialog import PrintDialog
from designer.ui.views.dialogs.printer_output import print_sheets
from designer.ui.views.start.page import recovery_words, steps_words
from designer.ui.window.main_window import MainWindow
from tests.helpers.fabric_views import ShownFabric, superpod
from tests.helpers.prints import PrintedAtOnce
from tests.helpers.sessions import press_notice
from tests.helpers.ui_desk import Desk, small_report


def test_save_and_open_again(window: MainWindow, desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "pod.toml"
    assert window.files.save_as(path)
    assert desk.settings.recent_files()[0] == path
    assert "saved" in window.top.subtitle.full_text()
    desk.workspace.apply("Rename", rename("A01", "Z01"))
    assert "edited" in window.top.subtitle.full_text()
    assert window.files.save()
    window.files.new_from_template("empty-room", {})
    assert desk.session.path is None
    window.files.open(path)
    assert desk.design.racks[0].name == "Z01"


def test_opening_over_unsaved_work_asks_in_the_window(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    window.files.save_as(tmp_path / "pod.toml")
    desk.workspace.apply("Rename", rename("A01", "Z01"))
    window.files.new_empty()
    assert desk.design.racks[0].name == "Z01"
    press_notice(window.centre.banners, "leave", "Save, then")
    assert desk.design.racks == ()
    window.files.open_now(tmp_path / "pod.toml")
    assert desk.design.racks[0].name == "Z01"


def test_a_file_that_cannot_be_read_is_a_notice(window: MainWindow, desk: Desk) -> None:
    assert not window.files.open_now(Path("/nowhere/at/all.toml"))
    assert "all.toml" in window.centre.banners.texts()["file"]
    assert desk.design.name == "small"


def test_a_damaged_file_opens_and_lists_what_is_wrong(
    window: MainWindow, desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    path = tmp_path / "pod.toml"
    window.files.save_as(path)
    text = path.read_text().replace('part = "rack-48u"', 'part = "rack-48u", colour = "red"', 1)
    (tmp_path / "odd.toml").write_text(text)
    window.files.open_now(tmp_path / "odd.toml")
    qtbot.waitUntil(lambda: "problems" in window.centre.banners.texts())
    press_notice(window.centre.banners, "problems", "Show all")
    assert window.files.dialog is not None
    assert window.files.dialog.isVisible()


def test_a_change_on_disk_is_offered(window: MainWindow, desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "pod.toml"
    window.files.save_as(path)
    desk.session.changed_on_disk.emit(str(path))
    press_notice(window.centre.banners, "disk", "Keep mine")
    assert "disk" not in window.centre.banners.texts()
    desk.session.changed_on_disk.emit(str(path))
    press_notice(window.centre.banners, "disk", "Load theirs")
    assert desk.session.path == path


def test_a_design_dropped_on_the_window_is_opened(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "pod.toml"
    window.files.save_as(path)
    window.files.new_empty()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path))])
    drop = QDropEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    enter = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    QApplication.sendEvent(window, enter)
    QApplication.sendEvent(window, drop)
    assert desk.session.path == path


def test_print_counts_its_sheets_and_writes_a_pdf(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    desk.report(small_report())
    dialog = PrintDialog(desk.workspace, str(tmp_path), "small.toml", PrintedAtOnce())
    qtbot.addWidget(dialog)
    assert dialog.words.text().startswith("3 sheets")
    dialog.sheets["racks"].setChecked(False)
    assert dialog.words.text() == "1 sheet and what continues it"
    dialog.sheets["floor"].setChecked(False)
    assert not dialog.accept_button.isEnabled()
    dialog.sheets["floor"].setChecked(True)
    assert dialog.write(tmp_path / "out.pdf")
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")


def test_cables_are_a_sheet_where_there_are_any(qtbot: QtBot, desk: Desk, tmp_path: Path) -> None:
    desk.report(small_report())
    dialog = PrintDialog(desk.workspace, str(tmp_path), "small.toml", PrintedAtOnce())
    qtbot.addWidget(dialog)
    before = dialog.words.text()
    dialog.sheets["cables"].setChecked(True)
    assert dialog.words.text() == f"{before}; no sheet of cables: none has both ends"
    desk.report(small_report().evolve(cables=Cables(count=3)))
    dialog.sheets["cables"].setChecked(False)
    dialog.sheets["cables"].setChecked(True)
    assert dialog.words.text().startswith("4 sheets")


def test_fabrics_are_printed_once_the_engine_has_told_how_they_are_linked(
    qtbot: QtBot, tmp_path: Path
) -> None:
    shown = ShownFabric(qtbot, tmp_path, superpod(1))
    dialog = PrintDialog(shown.space, str(tmp_path), "pod.toml", PrintedAtOnce())
    qtbot.addWidget(dialog)
    for key, box in dialog.sheets.items():
        box.setChecked(key == "fabric")
    assert "asking how fabrics are linked" in dialog.words.text()
    assert not dialog.accept_button.isEnabled()
    shown.answer()
    assert dialog.words.text() == "4 sheets and what continues them"
    assert dialog.write(tmp_path / "fabrics.pdf")
    pages = PdfReader(tmp_path / "fabrics.pdf").pages
    words = [page.extract_text() for page in pages]
    for name in ("Compute", "In-band", "Out-of-band", "Storage"):
        assert any(name.lower() in page.lower() for page in words)
    shown.desk.close()


def test_a_printer_gets_the_same_sheets(desk: Desk, tmp_path: Path) -> None:
    # Qt's printer without a print system writes PDF: the same code, and paper is not wasted.
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "paper.pdf"))
    count = print_sheets(
        printer, desk.design, desk.catalog, small_report(), sheets=("floor", "racks"),
        paper="A3", racks=None, file_name="small.toml",
    )  # fmt: skip
    pages = PdfReader(tmp_path / "paper.pdf").pages
    assert len(pages) == count == 3
    width, height = (float(edge) for edge in pages[1].mediabox[2:])
    assert round(width / 72 * 25.4) == 420
    assert round(height / 72 * 25.4) == 297
    assert "A01" in pages[1].extract_text()


def test_a_printer_gets_nothing_of_what_cannot_be_lettered(desk: Desk, tmp_path: Path) -> None:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "paper.pdf"))
    with pytest.raises(OutputError, match=r"ROCKET.* in the name of the file"):
        print_sheets(
            printer, desk.design, desk.catalog, small_report(), sheets=("floor",),
            paper="A3", racks=None, file_name="\U0001f680.toml",
        )  # fmt: skip
    assert list(tmp_path.glob("*.pdf")) == []


@pytest.mark.parametrize("key", [each.key for each in FORMATS])
def test_every_export_writes_its_file(qtbot: QtBot, desk: Desk, tmp_path: Path, key: str) -> None:
    desk.report(small_report())
    dialog = ExportDialog(desk.workspace, str(tmp_path), PrintedAtOnce())
    qtbot.addWidget(dialog)
    index = [each.key for each in FORMATS].index(key)
    dialog.format.setCurrentIndex(index)
    if FORMATS[index].needs_rack:
        assert not dialog.accept_button.isEnabled()
    desk.workspace.select(("A01",))
    dialog.format.setCurrentIndex(-1)
    dialog.format.setCurrentIndex(index)
    if FORMATS[index].of_fabric:
        bare = desk.workspace.document.design
        desk.workspace.apply("No fabric", lambda it: it.evolve(fabrics=()))
        dialog.format.setCurrentIndex(-1)
        dialog.format.setCurrentIndex(index)
        assert dialog.words.text() == "The design has no InfiniBand fabric."
        assert not dialog.accept_button.isEnabled()
        desk.workspace.apply("Fabrics", lambda _: superpod(1).evolve(name=bare.name))
        dialog.format.setCurrentIndex(-1)
        dialog.format.setCurrentIndex(index)
    assert dialog.accept_button.isEnabled()
    path = tmp_path / f"out.{FORMATS[index].suffix}"
    assert dialog.write(path)
    assert path.stat().st_size > 100


def crashed(desk: Desk, folder: Path) -> Recoverable:
    """Return work that another process left behind."""
    base, journal = desk.design, folder / "gone.journal"
    lost = rename("A01", "Z09")(base)
    writer = Journal.begin(journal, Header(key="its own"), base)
    writer.append(diff(base, lost), 1, "Step 7", 0.0)
    writer.close()
    return Recoverable(
        key="its own", journal=journal, file=folder / "lost.toml", file_digest="",
        file_changed=True, file_damaged=False, base=base, design=lost, parts=(),
        labels=tuple(f"Step {n}" for n in range(1, 8)), difference=diff(base, lost),
        started=0.0, problems=(),
    )  # fmt: skip


def test_recovery_says_what_it_holds_and_asks_about_unsaved_work(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    found = crashed(desk, tmp_path)
    words = recovery_words(found)
    assert found.summary() in words
    assert "the file was changed since" in words
    assert steps_words(found) == "3 earlier steps → Step 4 → Step 5 → Step 6 → Step 7"
    desk.workspace.apply("Rename", rename("A01", "Z01"))
    window.files.recover(found)
    assert desk.design.racks[0].name == "Z01", "unsaved work is not thrown away unasked"
    press_notice(window.centre.banners, "leave", "Discard, then recover")
    assert desk.design.racks[0].name == "Z09"
    assert desk.messages[-1] == (
        "Recovered: 1 record differs from the saved file; save to keep it",
        "info",
    )


def test_work_that_is_no_longer_there_is_not_recovered(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    """Another window took it back meanwhile: what stands in this list is older than its file."""
    found = crashed(desk, tmp_path)
    Journal.begin(found.journal, Header(key="another's"), found.base).close()
    window.files.recover(found)
    assert desk.design.racks[0].name == "A01"
    said = window.centre.banners.texts()["recovery"]
    assert said.startswith("This work was taken back or thrown away in another window")


@pytest.mark.expect_log("cannot be read: Is a directory")
def test_what_of_a_crash_cannot_be_read_is_told(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    (journals_folder() / "0123456789abcdef.journal").mkdir()
    window.files.offer_recovery()
    said = window.centre.banners.texts()["unread"]
    assert "0123456789abcdef.journal: cannot be read: Is a directory" in said


def test_work_that_another_window_takes_back_is_not_thrown_away(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    found = crashed(desk, tmp_path)
    with acquire(found.journal):
        window.files.discard(found)
    assert "is open in another window" in window.centre.banners.texts()["recovery"]
    assert found.journal.exists()
    window.files.discard(found)
    assert not found.journal.exists()


def test_a_journal_that_cannot_be_written_is_a_notice(window: MainWindow, desk: Desk) -> None:
    desk.session.autosave_failed.emit("Autosave does not work: disk full. Save your work")
    assert "disk full" in window.centre.banners.texts()["autosave"]


def test_saving_first_goes_on_when_the_name_is_given(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    desk.workspace.apply("Rename", rename("A01", "Z01"))
    window.files.new_empty()
    press_notice(window.centre.banners, "leave", "Save, then")
    assert isinstance(window.files.dialog, QFileDialog)
    window.files.dialog.fileSelected.emit(str(tmp_path / "kept.toml"))
    assert (tmp_path / "kept.toml").exists()
    assert desk.design.racks == (), "and then the new room, as was asked"
    window.files.dialog.close()


def test_a_save_that_was_refused_is_followed_by_nothing_later(
    window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "pod.toml"
    window.files.save_as(path)
    desk.workspace.apply("Rename", rename("A01", "Z01"))
    path.write_text(path.read_text("utf-8") + "# by somebody else\n", "utf-8")
    window.files.new_empty()
    press_notice(window.centre.banners, "leave", "Save, then")
    assert "save" in window.centre.banners.texts(), "refused: the file is another one"
    desk.session.keep_mine()
    window.actions_by_id["file.save"].trigger()
    assert desk.session.document.is_saved
    assert desk.design.racks[0].name == "Z01", "a plain save later must not leave the design"


def test_who_holds_a_file_is_one_sentence_that_goes_with_the_file(
    qtbot: QtBot, window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    path = tmp_path / "pod.toml"
    window.files.save_as(path)
    words = "pod.toml is open in another window (process 7 on atlas, since 12:24)"
    desk.session.locked_by.emit(words)
    banners = window.centre.banners
    qtbot.waitUntil(lambda: "lock" in banners.texts())
    assert banners.texts()["lock"] == f"{words}. You can look; saving asks for another name."
    window.files.new_empty()
    assert "lock" not in banners.texts()


def test_other_names_of_a_file_are_a_notice_until_it_is_saved(
    qtbot: QtBot, window: MainWindow, desk: Desk, tmp_path: Path
) -> None:
    path, banners = tmp_path / "pod.toml", window.centre.banners
    window.files.save_as(path)
    (tmp_path / "other.toml").hardlink_to(path)
    window.files.open_now(path)
    qtbot.waitUntil(lambda: "links" in banners.texts())
    assert "under this name only" in banners.texts()["links"]
    desk.workspace.apply("Rename", rename("A01", "Z01"))
    assert window.files.save()
    assert "links" not in banners.texts()


@pytest.mark.parametrize("case", ["saved", "edited", "changed by somebody else", "gone"])
def test_a_print_names_the_file_only_where_it_holds_what_is_drawn(
    window: MainWindow, desk: Desk, tmp_path: Path, qtbot: QtBot, case: str
) -> None:
    path = tmp_path / "small.cluster.toml"
    desk.session.save_as(path)
    desk.report(small_report())
    if case == "edited":
        desk.workspace.apply("Name", set_fields("design", note="later"))
    elif case == "changed by somebody else":
        path.write_bytes(path.read_bytes() + b"# theirs\n")
    elif case == "gone":
        path.unlink()
    window.files.ask_print()
    dialog = window.files.dialog
    assert isinstance(dialog, PrintDialog)
    assert dialog.write(tmp_path / "out.pdf")
    qtbot.waitUntil(lambda: not window.files.prints.running, timeout=60_000)
    info = PdfReader(tmp_path / "out.pdf").metadata
    assert info is not None
    digest = hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else "gone"
    if case == "saved":
        assert info.subject == f"small.cluster.toml, SHA-256 of the file: {digest}"
    else:
        assert info.subject.startswith("small.cluster.toml, SHA-256 of the unsaved design: ")
        assert digest not in info.subject
    dialog.close()


def test_the_window_is_not_closed_over_a_print_without_asking(
    window: MainWindow, desk: Desk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A process that never says that it may write.
    monkeypatch.setattr(print_run, "PRINT_COMMAND", (sys.executable, "-c", "input()"))
    desk.session.save_as(tmp_path / "small.cluster.toml")
    desk.report(small_report())
    window.files.ask_print()
    dialog = window.files.dialog
    assert isinstance(dialog, PrintDialog)
    assert dialog.write(tmp_path / "out.pdf")
    assert not dialog.isVisible(), "work goes on"
    before = window.files.prints.running[0].job.design
    desk.workspace.apply("Rename", rename("A01", "Z01"))
    assert desk.design != before
    assert window.files.prints.running[0].job.design == before
    desk.session.save()
    assert not window.files.may_close()
    banners = window.centre.banners
    assert banners.texts()["leave-print"] == "1 print is not done yet: out.pdf."
    window.files.prints.cancel_all()
    assert window.files.may_close()
    assert "leave-print" not in banners.texts()
    assert not (tmp_path / "out.pdf").exists()
