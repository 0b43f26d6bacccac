"""What all of the window may ask of the files of building plans."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import SignalInstance

from designer.model.design import Underlay
from designer.render.underlay import Picture


class PlanFiles(Protocol):
    """Reads the files of building plans, and knows what is wrong with them."""

    changed: SignalInstance
    folder: Callable[[], Path | None]

    def picture_of(self, one: Underlay) -> tuple[Picture | None, str]:
        """Return the picture of a record, or why there is none: for a print of the window."""

    def words_of(self, one: Underlay) -> str:
        """Return what its file is like: what is wrong with it, its layers, what is not drawn."""
