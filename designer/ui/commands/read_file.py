"""A command that reads a file of a year into the design as one step: weather, or a grid."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from designer.catalog.input_file import ReadError
from designer.document.document import Edit
from designer.ui.kit.banner import BannerArea
from designer.ui.state.actions import ActionSet
from designer.ui.state.workspace import Workspace


class ReadYear(Protocol):
    """A year that was read, and what was mended or taken for granted."""

    @property
    def year(self) -> Any:  # noqa: ANN401 - the edit that takes it knows what it is
        """The record of the design."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What people are told of it."""


@dataclass(frozen=True)
class FileOfYear:
    """What such a file is.

    Attributes
    ----------
    action, topic
        The action that asks for one, and the notice that tells of it.
    title, patterns
        Of the dialog that asks for one.
    read, take
        Reads a file, and makes its year the site's.
    step, taken
        The step in the history and the message after it, before the name of the year.
    """

    action: str
    topic: str
    title: str
    patterns: str
    read: Callable[[Path], ReadYear]
    take: Callable[[Any], Edit]
    step: str
    taken: str


class ReadFileCommands(QObject):
    """Asks for the file, and keeps what it says as one step.

    Signals
    -------
    refused
        Why a file was not read: for the window that asked, in front of the notice. Empty once one
        was read.
    """

    refused = Signal(str)

    def __init__(
        self,
        kind: FileOfYear,
        window: QWidget,
        workspace: Workspace,
        actions: ActionSet,
        banners: BannerArea,
    ) -> None:
        super().__init__(window)
        self._kind = kind
        self._window, self._workspace, self._banners = window, workspace, banners
        self.dialog: QFileDialog | None = None
        actions.bind(kind.action, self.ask)

    def ask(self) -> None:
        """Ask for a file."""
        patterns = f"{self._kind.patterns};;All files (*)"
        dialog = QFileDialog(self._window, self._kind.title, "", patterns)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda name: self.read(Path(name)))
        self.dialog = dialog
        dialog.open()

    def read(self, path: Path) -> bool:
        """Read a file and make it the site's; what is wrong or mended becomes a notice."""
        kind = self._kind
        try:
            found = kind.read(path)
        except ReadError as error:
            return self._refuse(f"Not read: {error.problem.line()}")
        name = found.year.name
        refusal = self._workspace.attempt(f"{kind.step} {name}", kind.take(found.year))
        if refusal:
            return self._refuse(f"Not read: {path.name}: {refusal}")
        self._banners.dismiss(kind.topic)
        self.refused.emit("")
        if found.notes:
            text = f"{path.name} was read: {'; '.join(found.notes)}."
            self._banners.show_banner(kind.topic, "info", text)
        self._workspace.message.emit(f"{kind.taken} {name}", "info")
        return True

    def _refuse(self, why: str) -> bool:
        """Say why a file was not read; return that it was not."""
        self._banners.show_banner(self._kind.topic, "error", why)
        self.refused.emit(why)
        return False
