"""Writes the lines that a table shows into a file, in slices: the window goes on meanwhile."""

import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QFileDialog, QWidget

from designer.io.output_file import write_output
from designer.ui.fields.tables.listing import Counted
from designer.ui.fields.tables.table_text import (
    csv_in_slices,
    tsv_in_slices,
    workbook_in_slices,
)
from designer.ui.state.workspace import Workspace
from designer.ui.views.tables.line_table import LineTable
from designer.ui.views.tables.offers_bar import OffersBar
from designer.ui.views.tables.slices import Slices


class TableFile(QObject):
    """Asks for a file, and writes one at a time.

    Parameters
    ----------
    lines, offers
        The table; what tells how far it is.
    folder
        Where files of the design go.
    """

    def __init__(
        self,
        workspace: Workspace,
        lines: LineTable,
        offers: OffersBar,
        folder: str,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._window, self._space = parent, workspace
        self._lines, self._offers, self._folder = lines, offers, folder
        self._slices = Slices(self)
        self._refused = ""
        """What was asked for meanwhile and is not done; empty of nothing."""

    @property
    def is_working(self) -> bool:
        """Whether a file is on its way."""
        return self._slices.is_working

    def ask(self) -> None:
        """Ask for a file, then write it."""
        table = self._lines.model_of_lines.table
        name = f"{self._space.document.design.name or 'design'}-{table.id}.csv"
        kinds = "Tables (*.csv);;Tables with tabs (*.tsv);;Workbooks (*.xlsx)"
        where = str(Path(self._folder) / name)
        dialog = QFileDialog(self._window, f"Export {table.title.lower()}", where, kinds)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.write(Path(path)))
        dialog.open()

    def write(self, path: Path) -> None:
        """Write what is shown, by the end of the name as CSV, TSV or XLSX.

        What comes to the table while it is written is not in the file. While another one is on its
        way it is refused, which is said until that one is over, and with its end.
        """
        if self.is_working:
            self._refused = f"{path.name} is not written: one export at a time"
            self._offers.say(self._refused, "warning")
            return
        self._refused = ""
        model = self._lines.model_of_lines
        columns, lines = self._lines.shown_columns(), tuple(model.lines)
        ending, facts = path.suffix.lower(), model.facts
        work: Counted[Any]
        if ending == ".xlsx":
            today = datetime.datetime.now(tz=datetime.UTC).date()
            work = workbook_in_slices(facts, model.table, columns, lines, today)
        elif ending in (".tsv", ".txt"):
            work = tsv_in_slices(facts, columns, lines)
        else:
            work = csv_in_slices(facts, columns, lines)
        self._slices.begin(
            self._telling(work, len(lines)),
            lambda made: self._put(path, made),
            failed=self._tell_failure,
        )

    def stop(self) -> None:
        """Write no more; nothing is left of the file that was begun."""
        if self.is_working:
            self._slices.stop()
            self._offers.say("Nothing is written: the export was stopped")

    def _telling(self, work: Counted[Any], lines: int) -> Counted[Any]:
        """Do a work, and tell how many lines of it are written."""
        while True:
            try:
                written = next(work)
            except StopIteration as end:
                return end.value
            told = f"{written:,} of {lines:,} lines written: Esc stops"
            if self._refused:
                self._offers.say(f"{self._refused} · {told}", "warning")
            else:
                self._offers.say(told)
            yield written

    def _put(self, path: Path, made: str | bytes) -> None:
        try:
            write_output(path, made)
        except OSError as error:
            self._tell_failure(error)
            return
        if self._refused:
            self._space.message.emit(f"Wrote {path}; {self._refused}", "warning")
        else:
            self._space.message.emit(f"Wrote {path}", "info")

    def _tell_failure(self, error: Exception) -> None:
        """Say why nothing is written, of an error that nobody foresaw with its kind."""
        name = "" if isinstance(error, OSError) else type(error).__name__
        why = ": ".join(filter(None, (name, str(error))))
        told = f"Not written: {why}"
        self._offers.say(f"{told}; {self._refused}" if self._refused else told, "error")
