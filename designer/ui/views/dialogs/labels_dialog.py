"""Asks for labels of cables, racks, devices or ports: sheets, or a table for a printer."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from PySide6.QtWidgets import QCheckBox, QComboBox, QSpinBox, QWidget

from designer.engine.cable_report import CablesAsked
from designer.io.export_asked import LABELS, TABLE, ExportAsked, Labelled
from designer.ui.kit.form_dialog import named_rows
from designer.ui.kit.widget_edge import given_choice
from designer.ui.state.workspace import Workspace
from designer.ui.views.dialogs.output_dialog import OutputDialog, Start

PAPERS: Final = ("A4", "Letter", "A3", "Tabloid")
STOCKS: Final = (
    ("L7160", "Avery L7160: 21 labels, 63.5 × 38.1 mm"),
    ("L7163", "Avery L7163: 14 labels, 99.1 × 38.1 mm"),
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
    """The form; labels are written in a process of its own.

    Parameters
    ----------
    only
        Which cables the schedule shows, where that is not all, and in words: they may be labelled
        alone.
    file
        Returns the bytes of the design's file where it holds the design: codes bear their digest.
    """

    def __init__(
        self, workspace: Workspace, folder: str, start: Start,
        only: tuple[CablesAsked, str] | None = None, parent: QWidget | None = None,
        file: Callable[[], bytes | None] = _unsaved,
    ) -> None:  # fmt: skip
        super().__init__("Labels", "Write…", workspace, folder, start, parent, self._ask_file)
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
        """Begin to write the labels, and close; False where nothing is sized yet."""
        space = self._workspace
        if self.of is None:
            return self.begin(self.export_job(self._cables(), space.sized_design, path))
        stock, _ = STOCKS[self.stock.currentIndex()]
        # A label for each thing that is to come, whatever the stage; ports are those in use.
        design = space.sized_design if self.of == "ports" else space.document.design
        asked = ExportAsked(f"{self.of.removesuffix('s')}-labels.{self.suffix}", stock=stock)
        return self.begin(self.export_job(asked, design, path, self._file()))

    def _cables(self) -> ExportAsked:
        asked = self._only[0] if self._only is not None and self.only.isChecked() else None
        return ExportAsked(
            LABELS if self.suffix == "pdf" else TABLE, paper=given_choice(self.paper),
            text_pt=float(self.letters.value()), codes=self.codes.isChecked(), cables=asked,
        )  # fmt: skip

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
