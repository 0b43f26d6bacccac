"""What the design would be if what is dragged were released here: for panels beside the drawing."""

from PySide6.QtCore import QObject, Signal

from designer.engine.preview import Preview


class Released(QObject):
    """The engine's answer to the drop under the pointer, while there is one.

    Attributes
    ----------
    preview
        What the engine said last of the drag under way; None while nothing is dragged, or where it
        may not be dropped.
    is_stale
        Whether the pointer has gone on since, and the next answer is not there yet.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.preview: Preview | None = None
        self.is_stale = False

    def show(self, preview: Preview) -> None:
        """Show what the drop under the pointer does."""
        self.preview, self.is_stale = preview, False
        self.changed.emit()

    def wait(self) -> None:
        """Say that what is shown is of another place by now."""
        if self.preview is not None and not self.is_stale:
            self.is_stale = True
            self.changed.emit()

    def clear(self) -> None:
        """Show the design as it is."""
        if self.preview is not None:
            self.preview, self.is_stale = None, False
            self.changed.emit()
