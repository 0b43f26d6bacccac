"""The window in which the NetBox library is imported: what it shows, refuses and writes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_folder
from designer.runtime.library_import import ImportFigure, ImportLook, LibraryImport
from designer.runtime.own_parts import OwnParts
from designer.ui.views.own_parts.import_dialog import ImportDialog
from designer.ui.window.main_window import MainWindow
from tests.helpers.own_parts_window import window_with
from tests.helpers.ui_desk import Desk

PATIENCE_MS = 30_000
TYPE = """\
manufacturer: {maker}
model: {model}
slug: {slug}
u_height: 1
is_full_depth: true
weight: 99
weight_unit: kg
"""
MASS = ImportFigure("Acme SN0", "Mass", "9 kg", "12 kg", "ours", "Sheet", "Library, sn0.yaml")
DEPTH = ImportFigure("Acme SN0", "Depth", "", "800 mm", "filled", "", "Library, sn0.yaml")


class Fake(QObject):
    """Stands for the import beside the window: keeps what is asked of it."""

    looked = Signal(object)
    written = Signal(int, int)
    failed = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[str, ...]] = []

    def read(self, path: Path) -> None:
        self.asked.append(("read", str(path)))

    def choose(self, choice: str, only: str) -> None:
        self.asked.append(("choose", choice, only))

    def write(self) -> None:
        self.asked.append(("write",))

    def end(self) -> None:
        self.asked.append(("end",))


def look(**changed: object) -> ImportLook:
    plain = {
        "choice": "keep", "only": "", "files": 12, "read": 10, "known": 2,
        "kinds": {"switch": 7, "server": 3}, "new": 8, "merged": 1, "unchanged": 1,
        "refused": (), "refusals": 0, "figures": (DEPTH, MASS),
    }  # fmt: skip
    return ImportLook(**plain | changed)  # type: ignore[arg-type] # a mapping of mixed values


@pytest.fixture
def work(qtbot: QtBot) -> Fake:
    return Fake()


@pytest.fixture
def dialog(qtbot: QtBot, work: Fake) -> ImportDialog:
    made = ImportDialog(work, None)  # type: ignore[arg-type] # the same signals and methods
    qtbot.addWidget(made)
    made.show()
    return made


def cells(dialog: ImportDialog, role: int = Qt.ItemDataRole.DisplayRole) -> list[list[str]]:
    model = dialog.rows
    return [
        [str(model.index(row, column).data(role)) for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


def test_nothing_can_be_imported_before_something_was_read(dialog: ImportDialog, work: Fake):
    assert not dialog.accept_button.isEnabled()
    assert not dialog.table.isVisible()
    assert not dialog.only.isEnabled()
    dialog.read()
    assert work.asked == []
    assert dialog.words.text() == "Choose a folder or a file"


def test_a_path_is_read_and_what_would_come_is_shown(dialog: ImportDialog, work: Fake):
    dialog.path.setText("/some/library")
    dialog.read()
    assert work.asked == [("read", "/some/library")]
    assert dialog.words.text() == "Reading /some/library…"
    work.looked.emit(look())
    assert dialog.words.text() == (
        "10 parts of 12 files, 2 known already. To be imported: 8 new, 1 merged, 1 say nothing new."
    )
    assert dialog.accept_button.text() == "Import 9 parts"
    assert [dialog.only.itemText(n) for n in range(dialog.only.count())] == [
        "all: 10", "those that are known already: 2", "switches: 7", "servers: 3",
    ]  # fmt: skip


def test_figures_that_differ_come_first_and_the_kept_one_is_bold(dialog: ImportDialog, work: Fake):
    work.looked.emit(look())
    assert cells(dialog) == [
        ["Acme SN0", "Mass", "9 kg", "12 kg", "ours"],
        ["Acme SN0", "Depth", "—", "800 mm", "filled in"],
    ]
    tips = cells(dialog, Qt.ItemDataRole.ToolTipRole)
    assert tips[0][2:4] == ["9 kg\nSheet", "12 kg\nLibrary, sn0.yaml"]
    bold = [
        [column for column in range(5)
         if dialog.rows.index(row, column).data(Qt.ItemDataRole.FontRole) is not None]
        for row in range(2)
    ]  # fmt: skip
    assert bold == [[2], [3]]


def test_another_choice_is_asked_for_and_nothing_can_be_done_meanwhile(
    dialog: ImportDialog, work: Fake
):
    work.looked.emit(look())
    dialog.choice.setCurrentIndex(1)
    dialog.choice.activated.emit(1)
    assert work.asked == [("choose", "theirs", "")]
    assert not dialog.accept_button.isEnabled()
    work.looked.emit(look(choice="theirs"))
    dialog.only.setCurrentIndex(2)
    dialog.only.activated.emit(2)
    assert work.asked[-1] == ("choose", "theirs", "switch")


def test_of_what_is_not_known_nothing_is_chosen(dialog: ImportDialog, work: Fake):
    work.looked.emit(look(known=0, merged=0, unchanged=0, figures=()))
    assert not dialog.choice.isEnabled()
    assert not dialog.table.isVisible()
    assert "none known already" in dialog.words.text()


def test_refusals_are_shown_up_to_three(dialog: ImportDialog, work: Fake):
    work.looked.emit(look(refused=("a.yaml: x", "b.yaml: y", "c.yaml: z", "d.yaml: w"), refusals=9))
    assert dialog.refusals.text().splitlines() == [
        "a.yaml: x", "b.yaml: y", "c.yaml: z",
        "and 6 more; `catalog import-netbox --report FILE` lists them",
    ]  # fmt: skip


def test_a_failure_is_said_and_something_else_can_be_read(dialog: ImportDialog, work: Fake):
    work.looked.emit(look())
    work.failed.emit("x: no such file or folder")
    assert dialog.words.text() == "Not imported: x: no such file or folder"
    assert cells(dialog) == []
    assert not dialog.accept_button.isEnabled()
    dialog.path.setText("/other")
    dialog.read()
    assert work.asked[-1] == ("read", "/other")


def test_it_is_written_once_and_then_closed(dialog: ImportDialog, work: Fake, qtbot: QtBot):
    work.looked.emit(look())
    dialog.accept_button.click()
    assert work.asked == [("write",)]
    assert not dialog.accept_button.isEnabled()
    with qtbot.waitSignal(dialog.imported) as imported:
        work.written.emit(9, 2)
    assert imported.args == [9]
    assert not dialog.isVisible()
    assert work.asked[-1] == ("end",)


@pytest.fixture
def own(qtbot: QtBot) -> OwnParts:
    from designer.io.user_folders import catalogs_folder

    return OwnParts(catalogs_folder())


@pytest.fixture
def window(qtbot: QtBot, desk: Desk, own: OwnParts) -> Iterator[MainWindow]:
    yield window_with(qtbot, desk, own)
    desk.session.document.mark_saved()


def test_the_command_imports_into_the_users_own_parts(
    qtbot: QtBot, window: MainWindow, own: OwnParts, tmp_path: Path
):
    folder = tmp_path / "device-types" / "Acme"
    folder.mkdir(parents=True)
    (folder / "a.yaml").write_text(TYPE.format(maker="Acme", model="PowerEdge 9", slug="acme-9"))
    window.actions_by_id["catalog.import"].trigger()
    dialog = window.own_part_commands.importing
    assert dialog is not None
    dialog.path.setText(str(tmp_path))
    dialog.read()
    qtbot.waitUntil(dialog.accept_button.isEnabled, timeout=PATIENCE_MS)
    with qtbot.waitSignal(dialog.imported, timeout=PATIENCE_MS):
        dialog.accept_button.click()
    assert [part.id for part in own.parts] == ["acme-9"]
    assert load_folder(own.folder)[0].require("acme-9").mass_kg == 99


def test_a_process_that_does_not_start_is_said(qtbot: QtBot, tmp_path: Path):
    work = LibraryImport(command=(str(tmp_path / "none"),))
    with qtbot.waitSignal(work.failed, timeout=PATIENCE_MS) as failed:
        work.read(tmp_path)
    assert str(failed.args[0]).startswith("the import could not start")


def test_a_process_that_is_ended_says_nothing(qtbot: QtBot, tmp_path: Path):
    work = LibraryImport()
    said: list[str] = []
    work.failed.connect(said.append)
    with qtbot.waitSignal(work.failed, timeout=PATIENCE_MS):
        work.read(tmp_path / "none")
    work.end()
    qtbot.waitUntil(lambda: not work._worker.process_id, timeout=PATIENCE_MS)
    assert len(said) == 1


def test_a_path_that_is_left_by_tab_is_read_once(
    dialog: ImportDialog, work: Fake, qtbot: QtBot
) -> None:
    """Only Enter read it: after Tab the dialog stood as if nothing had been typed."""
    dialog.show()
    dialog.path.setFocus()
    QTest.keyClicks(dialog.path, "/some/library")
    QTest.keyClick(dialog.path, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: work.asked == [("read", "/some/library")])
    dialog.path.editingFinished.emit()
    assert work.asked == [("read", "/some/library")]
    QTest.keyClick(dialog.path, Qt.Key.Key_Return)
    assert work.asked == [("read", "/some/library")] * 2
