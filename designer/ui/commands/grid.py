"""The command that reads the hourly carbon of a grid into the design."""

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QWidget

from designer.catalog.input_file import ReadError
from designer.document.edits.grid import take_grid
from designer.ui.kit.banner import BannerArea
from designer.ui.state.actions import ActionSet
from designer.ui.state.workspace import Workspace

FILTER = "Tables (*.csv *.tsv *.txt);;All files (*)"
TOPIC = "grid"


class GridCommands(QObject):
    """Asks for the file, and keeps what it says as one step."""

    def __init__(
        self, window: QWidget, workspace: Workspace, actions: ActionSet, banners: BannerArea
    ) -> None:
        super().__init__(window)
        self._window, self._workspace, self._banners = window, workspace, banners
        self.dialog: QFileDialog | None = None
        actions.bind("file.grid", self.ask)

    def ask(self) -> None:
        """Ask for a file."""
        dialog = QFileDialog(self._window, "Read grid carbon by the hour", "", FILTER)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.read(Path(name)))
        self.dialog = dialog
        dialog.open()

    def read(self, path: Path) -> bool:
        """Read a file and make it the site's grid; what is wrong or mended becomes a notice."""
        from designer.io.weather.grid_csv import read_grid  # it loads parts of the engine

        try:
            found = read_grid(path)
        except ReadError as error:
            self._banners.show_banner(TOPIC, "error", f"Not read: {error.problem.line()}")
            return False
        name = found.year.name
        refusal = self._workspace.attempt(f"Read grid carbon of {name}", take_grid(found.year))
        if refusal:
            self._banners.show_banner(TOPIC, "error", f"Not read: {path.name}: {refusal}")
            return False
        self._banners.dismiss(TOPIC)
        if found.notes:
            text = f"{path.name} was read: {'; '.join(found.notes)}."
            self._banners.show_banner(TOPIC, "info", text)
        self._workspace.message.emit(f"Carbon is summed up by the hours of {name}", "info")
        return True
