"""Files, printing and export from the window: what is asked, written, said and refused."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from designer.model.design import Design
from designer.ui.views.dialogs import export_dialog, printers
from designer.ui.views.dialogs.export_dialog import FORMATS, ExportDialog
from designer.ui.views.dialogs.print_dialog import PrintDialog
from designer.ui.window.main_window import MainWindow
from tests.helpers.sessions import Session, click, settle, shows
from tests.helpers.ui_desk import Desk
from tests.helpers.ui_hall import hall, hall_report


@pytest.fixture(autouse=True)
def information_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no notice come up by itself while steps are written down."""
    monkeypatch.setattr(QApplication, "doubleClickInterval", lambda: 600_000)


@pytest.fixture
def first_design() -> Design:
    return hall()


def pressed(window: MainWindow, words: str) -> None:
    """Press a button of a notice or of the open question by its words."""
    places = [window.centre.banners]
    if window.files.dialog is not None and window.files.dialog.isVisible():
        places.insert(0, window.files.dialog)
    for place in places:
        for button in place.findChildren(QPushButton):
            if button.text() == words and button.isVisible():
                button.click()
                return
    pytest.fail(f"no button {words!r}")


def changed(desk: Desk, name: str) -> None:
    assert desk.workspace.apply(f"Rename to {name}", lambda design: design.evolve(name=name))


def file_dialog(window: MainWindow) -> QFileDialog:
    dialog = window.files.dialog
    assert isinstance(dialog, QFileDialog)
    return dialog


def asked(window: MainWindow) -> list[str]:
    """Return what a file dialog asks, without Qt's own widgets."""
    dialog = window.files.dialog
    if not isinstance(dialog, QFileDialog) or not dialog.isVisible():
        return []
    return [
        f"asks {dialog.windowTitle()}, {dialog.acceptMode().name}, {dialog.fileMode().name}, "
        f"{dialog.defaultSuffix()!r}, {dialog.nameFilters()}, {dialog.directory().path()}, "
        f"{[Path(name).name for name in dialog.selectedFiles()]}"
    ]


def test_saving_opening_and_leaving(
    window: MainWindow, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    top = shows("top", window.top)
    session = FileSession(window, desk, top, lambda: asked(window), lambda: [
        f"recent {[path.name for path in desk.settings.recent_files()]}",
        f"open {desk.session.path}",
        f"start page {window.centre.on_start_page()}",
    ])  # fmt: skip
    session.step("at first")
    session.trigger("file.save")
    session.step("cancelled", lambda: file_dialog(window).reject())
    session.step(
        "named",
        lambda: window.files.ask_save_as(),
        lambda: file_dialog(window).fileSelected.emit(str(tmp_path / "pod.toml")),
        lambda: file_dialog(window).reject(),
    )
    session.trigger("file.save")
    session.step("changed", lambda: changed(desk, "second"))
    session.trigger("file.new")
    session.step("discarded", lambda: pressed(window, "Discard, then new"))
    session.step("changed", lambda: changed(desk, "third"))
    session.step("open over it", lambda: window.files.open(tmp_path / "pod.toml"))
    session.step("save first", lambda: pressed(window, "Save, then open pod.toml"))
    session.step(
        "named",
        lambda: file_dialog(window).fileSelected.emit(str(tmp_path / "two.toml")),
        lambda: file_dialog(window).reject(),
    )
    session.step("a file that is not there", lambda: window.files.open(tmp_path / "no.toml"))
    (tmp_path / "bad.toml").write_text("name = [", encoding="utf-8")
    session.step("no TOML", lambda: window.files.open(tmp_path / "bad.toml"))
    session.trigger("file.open")
    session.step("cancelled", lambda: file_dialog(window).reject())
    session.trigger("file.save_as")
    session.step("cancelled", lambda: file_dialog(window).reject())
    session.step("save in no folder", lambda: window.files.save_as(tmp_path / "no" / "x.toml"))
    session.step("a template that does not exist", lambda: window.files.new_from_template("x", {}))
    session.step(
        "a template that refuses",
        lambda: window.files.new_from_template("dgx-superpod-h100", {"scalable_units": "many"}),
    )
    session.step("the first again", lambda: window.files.open(tmp_path / "pod.toml"))
    session.trigger("file.start")
    session.step("changed", lambda: changed(desk, "fourth"))
    session.trigger("file.quit")
    session.step("stay", lambda: pressed(window, "Cancel"))
    session.step("quit", window.close)
    session.step("save", lambda: pressed(window, "Save"))
    session.as_expected("files-saving", tmp_path)
    assert not window.isVisible()


class FileSession(Session):
    """A session without the widgets that are inside Qt's own file dialog."""

    def dialogs(self):
        return [one for one in super().dialogs() if not isinstance(one, QFileDialog)]


def test_closing_without_saving(window: MainWindow, desk: Desk) -> None:
    changed(desk, "other")
    window.close()
    assert window.isVisible()
    pressed(window, "Discard")
    settle()
    assert not window.isVisible()


def test_printing(
    window: MainWindow, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    session = FileSession(window, desk)

    def dialog() -> PrintDialog:
        made = window.files.dialog
        assert isinstance(made, PrintDialog)
        return made

    monkeypatch.setattr(printers, "printer_names", lambda: [])
    session.trigger("file.print")
    session.step("before it is sized", lambda: dialog().write(tmp_path / "x.pdf"))
    session.step("cancelled", lambda: dialog().reject())
    session.step("sized", lambda: desk.report(hall_report()))
    session.trigger("file.print")
    session.step("no floor", lambda: dialog().sheets["floor"].setChecked(False))
    session.step("nothing", lambda: dialog().sheets["racks"].setChecked(False))
    session.step("only the floor", lambda: dialog().sheets["floor"].setChecked(True))

    def printed(path: Path) -> None:
        assert dialog().write(path)
        qtbot.waitUntil(lambda: not window.files.prints.running, timeout=60_000)

    session.step("into no folder", lambda: printed(tmp_path / "no" / "x.pdf"))
    session.select("A01")
    monkeypatch.setattr(printers, "printer_names", lambda: ["Office", "Plotter"])
    session.trigger("file.print")
    session.step("only that rack", lambda: dialog().only_selected.setChecked(True))
    session.step("no floor", lambda: dialog().sheets["floor"].setChecked(False))
    session.step("written", lambda: printed(tmp_path / "rack.pdf"))
    assert (tmp_path / "rack.pdf").read_bytes().startswith(b"%PDF")
    session.as_expected("files-print", tmp_path)


def test_exporting(
    window: MainWindow, desk: Desk, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    # Previews come when they are asked for here, and not when the machine has time.
    monkeypatch.setattr(export_dialog, "_SOON_MS", 10**7)
    session = FileSession(window, desk)

    def dialog() -> ExportDialog:
        made = window.files.dialog
        assert isinstance(made, ExportDialog)
        return made

    def until_written() -> None:
        qtbot.waitUntil(lambda: not window.files.prints.running, timeout=60_000)

    def exported(path: Path) -> None:
        assert dialog().write(path)
        until_written()

    def previewed() -> None:
        dialog().show_preview()
        shown = dialog().preview
        qtbot.waitUntil(lambda: shown.pages.currentWidget() is shown.picture, timeout=60_000)

    session.trigger("file.export")
    for number, one in enumerate(FORMATS):
        session.step(one.key, lambda n=number: dialog().format.setCurrentIndex(n))
    session.step("before it is sized", lambda: dialog().write(tmp_path / "x.json"))
    session.step("cancelled", lambda: dialog().reject())
    session.step("sized", lambda: desk.report(hall_report()))
    session.select("A01")
    session.trigger("file.export")
    session.step("rack.svg", lambda: dialog().format.setCurrentIndex(3))
    session.step("previewed", previewed)
    session.step("into no folder", lambda: exported(tmp_path / "no" / "x.svg"))
    session.trigger("file.export")
    session.step("rack.svg again", lambda: dialog().format.setCurrentIndex(3))
    session.step("asked for a file", click(dialog().accept_button))
    [file] = dialog().findChildren(QFileDialog)
    assert (file.windowTitle(), file.defaultSuffix()) == ("Export", "svg")
    assert [Path(name).name for name in file.selectedFiles()] == ["hall.svg"]

    def chosen() -> None:
        file.fileSelected.emit(str(tmp_path / "rack.svg"))
        until_written()

    session.step("written", chosen)
    assert "<svg" in (tmp_path / "rack.svg").read_text(encoding="utf-8")
    session.as_expected("files-export", tmp_path)


def test_notices_about_the_file(
    window: MainWindow, desk: Desk, tmp_path: Path, qtbot: QtBot
) -> None:
    session = FileSession(window, desk)
    assert window.files.save_as(tmp_path / "pod.toml")
    session.step("saved")
    other = tmp_path / "pod.toml"
    session.step("changed elsewhere", lambda: desk.session.changed_on_disk.emit(str(other)))
    session.step("kept", lambda: pressed(window, "Keep mine"))
    session.step("removed", lambda: desk.session.changed_on_disk.emit(str(tmp_path / "x.toml")))
    session.step("dismissed", lambda: pressed(window, "Dismiss"))
    session.step("held", lambda: desk.session.locked_by.emit("Somebody has it open"))
    session.step("no journal", lambda: desk.session.autosave_failed.emit("The disk is full"))
    session.step("changed elsewhere", lambda: desk.session.changed_on_disk.emit(str(other)))
    session.step("saved", lambda: window.files.save_as(other, force=True))
    session.step("changed elsewhere", lambda: desk.session.changed_on_disk.emit(str(other)))
    session.step("taken", lambda: pressed(window, "Load theirs"))
    other.write_text(
        other.read_text(encoding="utf-8").replace("tile", "tilt").replace('row = "A"', 'row = "Q"'),
        encoding="utf-8",
    )
    session.step("opened with problems", lambda: window.files.open_now(other))
    session.step("all problems", lambda: pressed(window, "Show all"))
    session.step("closed", lambda: window.files.dialog and window.files.dialog.accept())
    session.as_expected("files-notices", tmp_path)
