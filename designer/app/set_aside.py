"""What a large design brings is set aside: no search for garbage goes through it with each edit.

A search through all that a hall of 40,000 racks brings holds the window for a second, and comes
with every other edit. What is set aside is freed as ever once nobody refers to it; only rings of
things that refer to each other and have grown old stay, until another design is opened.
"""

import gc
from typing import Final

from designer.engine.set_aside import set_aside
from designer.model.design import Design

MANY: Final = 500
"""Racks and drawn devices from which a search takes longer than a frame."""


class SetAside:
    """Sets aside what stands each time that the figures of a large design are shown."""

    def __init__(self) -> None:
        self._is_large = self._holds = self._due = False

    def on_opened(self, design: Design) -> None:
        """Look through all once more where the design before was large: it may be garbage now.

        Once the new one is on show with its figures: a search through all that a window is made of
        takes a fifth of a second, and who opens a file waits for its floor.
        """
        self._due |= self._holds
        self._holds = False
        self._is_large = len(design.racks) + len(design.devices) >= MANY

    def on_report(self) -> None:
        """Set aside what stands, but for what was needed for a moment only."""
        # While the window is built, who builds it sets all aside in the end.
        if not gc.isenabled():
            return
        if self._due:
            self._due, self._holds = False, self._is_large
            set_aside(anew=True)
        elif self._is_large:
            self._holds = True
            gc.collect(1)
            gc.freeze()
