"""What a large design brings is set aside: no search for garbage goes through it with each edit.

A search through all that a hall of 40,000 racks brings holds the window for a second, and comes
with every other edit. What is set aside is freed as ever once nobody refers to it; only rings of
things that refer to each other stay, until another design is opened.
"""

import gc
from collections.abc import Callable
from typing import Final

from designer.model.design import Design

MANY: Final = 500
"""Racks and drawn devices from which a search takes longer than a frame."""


class SetAside:
    """Sets aside what stands once a design is open and its first figures are shown.

    Parameters
    ----------
    shown
        Returns the design as it stands where its figures are on show, else None.
    """

    def __init__(self, shown: Callable[[], Design | None]) -> None:
        self._shown = shown
        self._opened: Design | None = None
        self._holds = False

    def on_opened(self, design: Design) -> None:
        """Look through all once more where the design before was large: it may be garbage now."""
        if self._holds:
            self._holds = False
            gc.unfreeze()
            gc.collect()
            gc.freeze()
        large = len(design.racks) + len(design.devices) >= MANY
        self._opened = design if large else None

    def on_report(self) -> None:
        """Set aside what stands, as long as nobody has edited the design."""
        if self._opened is None:
            return
        shown = self._shown()
        if shown is self._opened:
            self._holds = True
            # While the window is built, who builds it sets all aside in the end.
            if gc.isenabled():
                gc.freeze()
