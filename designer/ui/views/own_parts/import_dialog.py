"""Imports parts from the NetBox library: what would come, what is known, whose figures are kept."""

from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QSizePolicy,
    QTableView,
    QWidget,
)

from designer.catalog.kinds import kind_named
from designer.model.plural import plural
from designer.runtime.library_import import ALL, KNOWN, ImportLook, LibraryImport
from designer.ui.kit.form_dialog import FormDialog, named_rows
from designer.ui.kit.plain_table import set_up_rows
from designer.ui.kit.style import set_role
from designer.ui.kit.wrapped_label import WrappedLabel
from designer.ui.views.own_parts.import_rows import ImportRows

CHOICES: Final = (
    ("Keep ours, fill in what they lack", "keep"),
    ("Take the library's figures", "theirs"),
    ("Leave them, import beside them", "both"),
)
_WIDTHS: Final = (210, 150, 200, 230)
_ROW_PX: Final = 24
_LINES: Final = 3
_LEAD: Final = (
    "Reads device and rack types of netbox-community/devicetype-library: a file, a folder or a "
    "whole checkout. The parts become your own; figures are second-hand, with file and commit."
)


class ImportDialog(FormDialog):
    """Chooses a library, shows what an import would do, and does it.

    Signals
    -------
    imported
        How many parts were written.

    Parameters
    ----------
    work
        Reads and writes, beside the window.
    """

    imported = Signal(int)

    def __init__(self, work: LibraryImport, parent: QWidget | None) -> None:
        super().__init__(
            "Import from the NetBox library", "Import", parent, width_px=760,
            done=lambda: self._write(),
        )  # fmt: skip
        self._work = work
        self._look: ImportLook | None = None
        self._picker: QFileDialog | None = None
        self._asked = ""
        self.path, self.only, self.choice = QLineEdit(), QComboBox(), QComboBox()
        self.rows = ImportRows(self)
        self.table = _table(self.rows)
        self.table_heading = QLabel("Figures of parts that are known")
        self.refusals, self._rest = WrappedLabel(), QWidget()
        self._lay_out()
        self.path.returnPressed.connect(self.read)
        self.path.editingFinished.connect(self._on_left)
        self.only.activated.connect(lambda _: self._choose())
        self.choice.activated.connect(lambda _: self._choose())
        work.looked.connect(self.show_look)
        work.written.connect(self._on_written)
        work.failed.connect(self._on_failed)
        self.finished.connect(lambda _: work.end())
        self._allow(None)
        self.say("Choose a folder or a file")
        self.resize(940, 600)

    def read(self) -> None:
        """Read what stands in the line."""
        words = self.path.text().strip()
        if not words:
            self.say("Choose a folder or a file", "warning")
            return
        self._asked = words
        self._allow(None)
        self.say(f"Reading {words}…")
        self._work.read(Path(words).expanduser())

    def _on_left(self) -> None:
        """Read what was typed, where the line is left in another way than by Enter."""
        words = self.path.text().strip()
        if words and words != self._asked and self.isVisible():
            self.read()

    def show_look(self, look: ImportLook) -> None:
        """Show what an import would do."""
        if self._look is None or look.kinds != self._look.kinds:
            self._fill_only(look)
        self._look = look
        self.choice.setCurrentIndex([value for _, value in CHOICES].index(look.choice))
        self.rows.show_figures(look.figures)
        self._allow(look)
        known = f"{look.known:,} known already" if look.known else "none known already"
        unchanged = f", {look.unchanged:,} say nothing new" if look.unchanged else ""
        self.say(
            f"{plural(look.read, 'part')} of {plural(look.files, 'file')}, {known}. "
            f"To be imported: {look.new:,} new, {look.merged:,} merged{unchanged}.",
        )
        lines = [*look.refused[:_LINES]]
        if look.refusals > _LINES:
            lines.append(f"and {look.refusals - _LINES:,} more; `catalog import-netbox --report "
                         "FILE` lists them")  # fmt: skip
        self.refusals.setText("\n".join(lines))
        self.refusals.setVisible(bool(lines))

    def pick(self, *, folder: bool) -> None:
        """Let a folder or a file be chosen."""
        picker = QFileDialog(self, "Folder of the library" if folder else "Device type", "",
                             "" if folder else "Device types (*.yaml *.yml)")  # fmt: skip
        mode = QFileDialog.FileMode.Directory if folder else QFileDialog.FileMode.ExistingFile
        picker.setFileMode(mode)
        picker.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        picker.fileSelected.connect(self._on_picked)
        self._picker = picker
        picker.open()

    def _on_picked(self, path: str) -> None:
        self.path.setText(path)
        self.read()

    def _choose(self) -> None:
        self._allow(None)
        self._work.choose(str(self.choice.currentData()), str(self.only.currentData()))

    def _write(self) -> None:
        if self._look is None or not self.accept_button.isEnabled():
            self.read()
            return
        self._allow(None)
        self.say("Writing…")
        self._work.write()

    def _on_written(self, parts: int, _files: int) -> None:
        self.imported.emit(parts)
        self.accept()

    def _on_failed(self, why: str) -> None:
        self._look = None
        self.rows.show_figures(())
        self._allow(None)
        self.path.setEnabled(True)
        self.say(f"Not imported: {why}", "error")

    def _allow(self, look: ImportLook | None) -> None:
        """Allow what can be done with what is known; None: nothing is."""
        ready = look is not None
        for box in (self.only, self.choice):
            box.setEnabled(ready)
        self.choice.setEnabled(look is not None and look.known > 0)
        self.accept_button.setEnabled(look is not None and look.written > 0)
        many = look is not None and look.written
        self.accept_button.setText(f"Import {plural(many, 'part')}" if many else "Import")
        shown = look is not None and bool(look.figures)
        self.table.setVisible(shown)
        self.table_heading.setVisible(shown)
        self._rest.setVisible(not shown)

    def _fill_only(self, look: ImportLook) -> None:
        self.only.clear()
        self.only.addItem(f"all: {look.read:,}", ALL)
        if look.known:
            self.only.addItem(f"those that are known already: {look.known:,}", KNOWN)
        for kind, count in sorted(look.kinds.items(), key=lambda one: -one[1]):
            self.only.addItem(f"{kind_named(kind).plural}: {count:,}", kind)

    def _lay_out(self) -> None:
        lead = WrappedLabel(_LEAD)
        set_role(lead, "dim")
        set_role(self.table_heading, "section")
        set_role(self.refusals, "warning")
        self.refusals.hide()
        self.path.setPlaceholderText("a file, a folder or a checkout")
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(self.path, 1)
        for words, folder in (("Choose folder…", True), ("Choose file…", False)):
            button = QPushButton(words)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, f=folder: self.pick(folder=f))
            line.addWidget(button)
        self.path.setAccessibleName("Library")
        for words, value in CHOICES:
            self.choice.addItem(words, value)
        form = named_rows(
            (("Library", line), ("Parts", self.only), ("Those that are known", self.choice))
        )
        # Takes the room of the table while there is none.
        policy = QSizePolicy.Policy.Expanding
        self._rest.setSizePolicy(policy, policy)
        self.lay_out((lead, form, self.table_heading, self.table, self._rest, self.refusals))


def _table(rows: ImportRows) -> QTableView:
    table = QTableView()
    table.setModel(rows)
    table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    table.setShowGrid(False)
    table.setWordWrap(False)
    set_up_rows(table, "Figures of parts that are known", _ROW_PX, _WIDTHS)
    table.horizontalHeader().setStretchLastSection(True)
    return table
