"""Asks what to print: sheets, paper, racks; writes one vector PDF or prints on paper."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.model.plural import plural
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace

PAPERS: Final = ("A3", "A4", "Letter", "Tabloid")
SHEETS: Final = (("floor", "Floor plan"), ("racks", "Rack elevations"))


class PrintDialog(QDialog):
    """The form; `written` tells the file that was made."""

    written = Signal(object)

    def __init__(
        self, workspace: Workspace, folder: str, file_name: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._workspace, self._folder, self._file_name = workspace, folder, file_name
        self.setWindowTitle("Print")
        self.setAccessibleName("Print")
        self.setMinimumWidth(400)
        self.paper = QComboBox()
        self.paper.addItems(PAPERS)
        from designer.ui.views.dialogs.printer_output import printer_names

        self.printer = QComboBox()
        self.printer.addItems(printer_names())
        if not self.printer.count():
            self.printer.addItem("no printer is set up on this machine")
            self.printer.setEnabled(False)
        self.sheets = {key: QCheckBox(words) for key, words in SHEETS}
        for box in self.sheets.values():
            box.setChecked(True)
            box.toggled.connect(lambda _: self._allow())
        self.only_selected = QCheckBox("Only the selected racks")
        chosen = workspace.selected_rack_ids()
        self.only_selected.setEnabled(bool(chosen))
        self.only_selected.setToolTip("" if chosen else "no rack is selected")
        self.words = QLabel("")
        self.words.setWordWrap(True)
        set_role(self.words, "dim")
        self.only_selected.toggled.connect(lambda _: self._allow())
        self._lay_out()
        self._allow()

    def chosen_sheets(self) -> tuple[str, ...]:
        """Return the sheets asked for."""
        return tuple(key for key, box in self.sheets.items() if box.isChecked())

    def chosen_racks(self) -> tuple[str, ...] | None:
        """Return the racks asked for; None for all."""
        return self._workspace.selected_rack_ids() if self.only_selected.isChecked() else None

    def write(self, path: Path) -> bool:
        """Write the PDF; a failure is said in the dialog."""
        from designer.render.output import write_pdf

        report = self._workspace.report_store.report
        if report is None:
            self._say("The design is not sized yet; try again in a moment.", "warning")
            return False
        try:
            write_pdf(
                path,
                self._workspace.document.design,
                self._workspace.catalog,
                report,
                sheets=self.chosen_sheets(),
                paper=self.paper.currentText(),
                racks=self.chosen_racks(),
                file_name=self._file_name,
            )
        except (OSError, ValueError) as error:
            self._say(f"Not printed: {error}", "error")
            return False
        self._workspace.message.emit(f"Wrote {path}", "info")
        self.written.emit(path)
        self.accept()
        return True

    def print_out(self) -> bool:
        """Print on the chosen printer; a failure is said in the dialog."""
        from PySide6.QtPrintSupport import QPrinter

        from designer.ui.views.dialogs.printer_output import print_sheets

        report = self._workspace.report_store.report
        if report is None:
            self._say("The design is not sized yet; try again in a moment.", "warning")
            return False
        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setPrinterName(self.printer.currentText())
        try:
            count = print_sheets(
                printer,
                self._workspace.document.design,
                self._workspace.catalog,
                report,
                sheets=self.chosen_sheets(),
                paper=self.paper.currentText(),
                racks=self.chosen_racks(),
                file_name=self._file_name,
            )
        except OSError as error:
            self._say(f"Not printed: {error}", "error")
            return False
        done = f"Sent {plural(count, 'sheet')} to {printer.printerName()}"
        self._workspace.message.emit(done, "info")
        self.accept()
        return True

    def _lay_out(self) -> None:
        heading = QLabel("Print")
        set_role(heading, "heading")
        form = QFormLayout()
        form.setVerticalSpacing(8)
        form.setHorizontalSpacing(16)
        self.paper.setAccessibleName("Paper")
        form.addRow("Paper", self.paper)
        self.printer.setAccessibleName("Printer")
        form.addRow("Printer", self.printer)
        boxes = QVBoxLayout()
        for box in (*self.sheets.values(), self.only_selected):
            boxes.addWidget(box)
        form.addRow("Sheets", boxes)
        self.to_pdf = self._button("Write PDF…", self._ask_file, primary=True)
        self.to_printer = self._button("Print", self.print_out)
        cancel = self._button("Cancel", self.reject)
        row = QHBoxLayout()
        row.addWidget(self.to_printer)
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self.to_pdf)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(10)
        column.addWidget(heading)
        column.addLayout(form)
        column.addWidget(self.words)
        column.addLayout(row)

    def _button(
        self, text: str, slot: Callable[[], object], *, primary: bool = False
    ) -> QPushButton:
        button = QPushButton(text)
        button.clicked.connect(lambda: slot())
        button.setAutoDefault(primary)
        if primary:
            set_role(button, "primary")
        return button

    def _ask_file(self) -> None:
        name = f"{self._workspace.document.design.name or 'design'}.pdf"
        dialog = QFileDialog(self, "Write PDF", str(Path(self._folder) / name), "PDF (*.pdf)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("pdf")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.write(Path(path)))
        dialog.open()

    def _allow(self) -> None:
        sheets = self.chosen_sheets()
        self.to_pdf.setEnabled(bool(sheets))
        self.to_printer.setEnabled(bool(sheets) and self.printer.isEnabled())
        racks = self.chosen_racks()
        if not sheets:
            self._say("Choose at least one kind of sheet.", "dim")
            return
        groups = self._groups(racks) if "racks" in sheets else 0
        alike = "; racks that are alike share one" if groups else ""
        self._say(plural(("floor" in sheets) + groups, "sheet") + alike, "dim")

    def _groups(self, racks: tuple[str, ...] | None) -> int:
        """Return how many sheets the racks take."""
        from designer.render.sheets.sheet_list import rack_groups

        workspace = self._workspace
        report = workspace.report_store.report
        return len(rack_groups(workspace.layout(), workspace.catalog, report, racks))

    def _say(self, text: str, role: str) -> None:
        set_role(self.words, role)
        self.words.setText(text)
