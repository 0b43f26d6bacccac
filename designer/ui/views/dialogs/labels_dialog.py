"""Asks for labels of cables: as sheets to print and cut, or as a table for a label printer."""

from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from designer.engine.cable_report import CablesAsked
from designer.io.output_file import write_output
from designer.model.plural import plural
from designer.ui.kit.form_dialog import named_rows
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.output_dialog import OutputDialog

PAPERS: Final = ("A4", "Letter", "A3", "Tabloid")
FORMATS: Final = (("Sheets to print, PDF", "pdf"), ("Table for a label printer, CSV", "csv"))
_LEAST_PT: Final = 5
_MOST_PT: Final = 24
_USUAL_PT: Final = 7


class LabelsDialog(OutputDialog):
    """The form; `written` tells the file that was made.

    Parameters
    ----------
    only
        Which cables the schedule shows, where that is not all, and in words: they may be labelled
        alone.
    """

    def __init__(
        self, workspace: Workspace, folder: str, only: tuple[CablesAsked, str] | None = None,
        parent: QWidget | None = None,
    ) -> None:  # fmt: skip
        super().__init__("Cable labels", "Write…", workspace, folder, parent, self._ask_file)
        self._only = only
        self.format = QComboBox()
        for words, _ in FORMATS:
            self.format.addItem(words)
        self.paper = QComboBox()
        self.paper.addItems(PAPERS)
        self.letters = QSpinBox()
        self.letters.setRange(_LEAST_PT, _MOST_PT)
        self.letters.setValue(_USUAL_PT)
        self.letters.setSuffix(" pt")
        self.only = QCheckBox(f"Only what the schedule shows: {only[1]}" if only else "")
        self.only.setVisible(only is not None)
        self.format.currentIndexChanged.connect(lambda _: self._allow())
        rows = [("Format", self.format), ("Paper", self.paper), ("Letters", self.letters)]
        self.lay_out((named_rows(rows), self.only))
        self._allow()

    @property
    def suffix(self) -> str:
        """The ending of what is written."""
        return FORMATS[self.format.currentIndex()][1]

    def write(self, path: Path) -> bool:
        """Write the labels of both ends; a failure is said in the dialog."""
        return self.write_output(lambda _: self._written(path), "Not written") and self._tell(path)

    def _written(self, path: Path) -> str:
        from designer.io.export.cable_labels import cable_labels, labels_text

        design, catalog = self._workspace.document.design, self._workspace.catalog
        asked = self._only[0] if self._only is not None and self.only.isChecked() else None
        labels = cable_labels(design, catalog, asked)
        told = plural(len(labels), "label")
        if self.suffix == "csv":
            write_output(path, labels_text(labels))
            return f"Wrote {path}: {told}"
        from designer.render.cable_labels import write_labels

        pages = write_labels(
            path, design, catalog, labels,
            paper=self.paper.currentText(), text_pt=float(self.letters.value()),
        )  # fmt: skip
        return f"Wrote {path}: {told} on {plural(pages, 'page')}"

    def _tell(self, path: Path) -> bool:
        self.written.emit(path)
        return True

    def _allow(self) -> None:
        drawn = self.suffix == "pdf"
        self.paper.setEnabled(drawn)
        self.letters.setEnabled(drawn)
        self.say(
            "two labels for each cable, near end first: rack, unit and port of both ends, as "
            "TIA-606 has it" + ("; both of a cable lie side by side" if drawn else "")
        )

    def _ask_file(self) -> None:
        self.ask_file("Cable labels", self.suffix, f"*.{self.suffix}", self.write)
