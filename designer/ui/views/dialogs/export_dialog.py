"""Asks what to write and where: pictures of the floor and of a rack, the report, the parts list."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from designer.engine.report import Report
from designer.io.output_file import write_output
from designer.ui.kit.style import set_role
from designer.ui.state.workspace import Workspace

Writer = Callable[[Path, Workspace, Report], None]


@dataclass(frozen=True)
class ExportFormat:
    """One way to write: words, suffix, what it says, and whether it needs a selected rack."""

    key: str
    words: str
    suffix: str
    about: str
    write: Writer
    needs_rack: bool = False


def _floor(path: Path, workspace: Workspace, report: Report) -> None:
    from designer.render.output import write_floor

    write_floor(path, workspace.document.design, workspace.catalog, report)


def _elevation(path: Path, workspace: Workspace, report: Report) -> None:
    from designer.render.output import write_elevation

    rack_id = workspace.selected_rack_ids()[0]
    write_elevation(path, workspace.document.design, workspace.catalog, report, rack_id)


def _data(kind: str) -> Writer:
    def write(path: Path, workspace: Workspace, report: Report) -> None:
        from designer.io.export import EXPORT_FORMATS, REPORT_FORMATS

        write_text = EXPORT_FORMATS.get(kind) or REPORT_FORMATS[kind]
        text = write_text(workspace.document.design, workspace.catalog, report)
        write_output(path, text)

    return write


FORMATS: Final = (
    ExportFormat("floor.svg", "Floor plan, SVG", "svg", "vector drawing to scale", _floor),
    ExportFormat("floor.png", "Floor plan, PNG", "png", "picture", _floor),
    ExportFormat(
        "rack.svg", "Elevation of the selected rack, SVG", "svg", "front and rear", _elevation,
        needs_rack=True,
    ),
    ExportFormat(
        "rack.png", "Elevation of the selected rack, PNG", "png", "front and rear", _elevation,
        needs_rack=True,
    ),
    ExportFormat(
        "bom.csv", "Bill of materials, CSV", "csv", "parts, quantities, prices and their dates",
        _data("bom.csv"),
    ),
    ExportFormat("html", "Report, HTML", "html", "one page for a browser", _data("html")),
    ExportFormat("md", "Report, Markdown", "md", "for notes and reviews", _data("md")),
    ExportFormat(
        "json", "Report as data, JSON", "json", "every figure; unknown is null", _data("json")
    ),
)  # fmt: skip


class ExportDialog(QDialog):
    """The form; `written` tells the file that was made."""

    written = Signal(object)

    def __init__(self, workspace: Workspace, folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace, self._folder = workspace, folder
        self.setWindowTitle("Export")
        self.setAccessibleName("Export")
        self.setMinimumWidth(420)
        heading = QLabel("Export")
        set_role(heading, "heading")
        self.format = QComboBox()
        self.format.setAccessibleName("Format")
        for each in FORMATS:
            self.format.addItem(each.words)
        self.format.currentIndexChanged.connect(lambda _: self._allow())
        self.words = QLabel("")
        self.words.setWordWrap(True)
        self.export = QPushButton("Export…")
        set_role(self.export, "primary")
        self.export.setDefault(True)
        self.export.clicked.connect(lambda: self._ask_file())
        cancel = QPushButton("Cancel")
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        row = QHBoxLayout()
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self.export)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(10)
        for widget in (heading, self.format, self.words):
            column.addWidget(widget)
        column.addLayout(row)
        self._allow()

    def chosen(self) -> ExportFormat:
        """Return the format asked for."""
        return FORMATS[self.format.currentIndex()]

    def write(self, path: Path) -> bool:
        """Write the file; a failure is said in the dialog."""
        report = self._workspace.report_store.report
        if report is None:
            self._say("The design is not sized yet; try again in a moment.", "warning")
            return False
        try:
            self.chosen().write(path, self._workspace, report)
        except (OSError, ValueError) as error:
            self._say(f"Not exported: {error}", "error")
            return False
        self._workspace.message.emit(f"Wrote {path}", "info")
        self.written.emit(path)
        self.accept()
        return True

    def _allow(self) -> None:
        chosen = self.chosen()
        lacks = chosen.needs_rack and not self._workspace.selected_rack_ids()
        self.export.setEnabled(not lacks)
        if lacks:
            self._say("Select a rack first.", "warning")
        else:
            self._say(chosen.about, "dim")

    def _ask_file(self) -> None:
        chosen = self.chosen()
        stem = self._workspace.document.design.name or "design"
        name = Path(self._folder) / f"{stem}.{chosen.suffix}"
        dialog = QFileDialog(self, "Export", str(name), f"*.{chosen.suffix}")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(chosen.suffix)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda path: self.write(Path(path)))
        dialog.open()

    def _say(self, text: str, role: str) -> None:
        set_role(self.words, role)
        self.words.setText(text)
