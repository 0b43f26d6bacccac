"""Asks for labels of cables, racks, devices or ports: sheets, or a table for a printer."""

from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from designer.engine.cable_report import CablesAsked
from designer.io.output_file import write_output
from designer.model.plural import plural
from designer.ui.kit.form_dialog import named_rows
from designer.ui.kit.widget_edge import given_choice
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.output_dialog import OutputDialog

Labelled = Literal["racks", "devices", "ports"]
PAPERS: Final = ("A4", "Letter", "A3", "Tabloid")
STOCKS: Final = (
    ("L7160", "Avery L7160: 21 of 63.5 × 38.1 mm"), ("L7163", "Avery L7163: 14 of 99.1 × 38.1 mm"),
)  # fmt: skip
SUBJECTS: Final[tuple[tuple[Labelled | None, str], ...]] = (
    (None, "Cables, both ends"), ("racks", "Racks"), ("devices", "Devices"),
    ("ports", "Ports in use"),
)  # fmt: skip
FORMATS: Final = (("Sheets to print, PDF", "pdf"), ("Table for a label printer, CSV", "csv"))
_LEAST_PT: Final = 5
_MOST_PT: Final = 24
_USUAL_PT: Final = 7


def _unsaved() -> bytes | None:
    """Return no file: the digest is that of the bytes which saving would write."""
    return None


class LabelsDialog(OutputDialog):
    """The form; `written` tells the file that was made.

    Parameters
    ----------
    only
        Which cables the schedule shows, where that is not all, and in words: they may be labelled
        alone.
    file
        Returns the bytes of the design's file where it holds the design: codes bear their digest.
    """

    def __init__(
        self, workspace: Workspace, folder: str, only: tuple[CablesAsked, str] | None = None,
        parent: QWidget | None = None, file: Callable[[], bytes | None] = _unsaved,
    ) -> None:  # fmt: skip
        super().__init__("Labels", "Write…", workspace, folder, parent, self._ask_file)
        self._only, self._file = only, file
        self.subject, self.format = QComboBox(), QComboBox()
        for _, words in SUBJECTS:
            self.subject.addItem(words)
        for words, _ in FORMATS:
            self.format.addItem(words)
        self.paper, self.stock = QComboBox(), QComboBox()
        self.paper.addItems(PAPERS)
        for _, words in STOCKS:
            self.stock.addItem(words)
        self.letters = QSpinBox()
        self.letters.setRange(_LEAST_PT, _MOST_PT)
        self.letters.setValue(_USUAL_PT)
        self.letters.setSuffix(" pt")
        self.codes = QCheckBox("With a code that a camera reads")
        shows = "Only what the schedule shows"
        self.only = QCheckBox(f"Only what the schedule shows: {only[1]}" if only else shows)
        self.only.setVisible(only is not None)
        for box in (self.subject, self.format):
            box.currentIndexChanged.connect(lambda _: self._allow())
        rows = [
            ("Labels of", self.subject), ("Format", self.format), ("Paper", self.paper),
            ("Label sheet", self.stock), ("Letters", self.letters),
        ]  # fmt: skip
        self.lay_out((named_rows(rows), self.codes, self.only))
        self._allow()

    @property
    def suffix(self) -> str:
        """The ending of what is written."""
        return FORMATS[self.format.currentIndex()][1]

    @property
    def of(self) -> Labelled | None:
        """What is labelled; None for cables."""
        return SUBJECTS[self.subject.currentIndex()][0]

    def write(self, path: Path) -> bool:
        """Write the labels; a failure is said in the dialog."""
        return self.write_output(lambda _: self._written(path), "Not written") and self._tell(path)

    def _written(self, path: Path) -> str:
        return self._cables(path) if self.of is None else self._places(path, self.of)

    def _places(self, path: Path, of: Labelled) -> str:
        from designer.io.export.place_labels import place_labels, place_labels_csv

        space, catalog = self._workspace, self._workspace.catalog
        design = space.sized_design if of == "ports" else space.document.design
        labels = place_labels(design, catalog, of, self._file())
        told = plural(len(labels), "label")
        if self.suffix == "csv":
            write_output(path, place_labels_csv(labels))
            return f"Wrote {path}: {told}"
        from designer.render.place_labels import write_place_labels

        stock, _ = STOCKS[self.stock.currentIndex()]
        pages = write_place_labels(path, design, catalog, labels, of=of, stock=stock)
        return f"Wrote {path}: {told} on {plural(pages - 1, 'sheet')}, a page for calibration first"

    def _cables(self, path: Path) -> str:
        from designer.io.export.cable_labels import cable_labels, labels_text

        design, catalog = self._workspace.sized_design, self._workspace.catalog
        asked = self._only[0] if self._only is not None and self.only.isChecked() else None
        labels = cable_labels(design, catalog, asked)
        told = plural(len(labels), "label")
        if self.suffix == "csv":
            write_output(path, labels_text(labels))
            return f"Wrote {path}: {told}"
        from designer.render.cable_labels import write_labels

        pages = write_labels(
            path, design, catalog, labels, paper=given_choice(self.paper),
            text_pt=float(self.letters.value()), codes=self.codes.isChecked(),
        )  # fmt: skip
        return f"Wrote {path}: {told} on {plural(pages, 'page')}"

    def _tell(self, path: Path) -> bool:
        self.written.emit(path)
        return True

    def _allow(self) -> None:
        drawn, of_cables = self.suffix == "pdf", self.of is None
        for widget in (self.paper, self.letters, self.codes):
            widget.setEnabled(drawn and of_cables)
        self.stock.setEnabled(drawn and not of_cables)
        self.only.setEnabled(of_cables)
        self.say(self._cable_words(drawn=drawn) if of_cables else self._place_words(drawn=drawn))

    def _cable_words(self, *, drawn: bool) -> str:
        words = (
            "two labels for each cable, near end first: rack, unit and port of both ends, as "
            "TIA-606 has it"
        )
        return f"{words}; both of a cable lie side by side" if drawn else words

    def _place_words(self, *, drawn: bool) -> str:
        words = "a label for each, with a code that says its name, the revision and the digest"
        return words + ("; print at 100 %, the first page onto plain paper" if drawn else "")

    def _ask_file(self) -> None:
        self.ask_file("Labels", self.suffix, f"*.{self.suffix}", self.write)
