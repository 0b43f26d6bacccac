"""What of the worst cut of a fabric is shown on the floor: racks, and a sentence over them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from designer.engine.fabric_map import FabricCut
from designer.model.figure_words import number
from designer.render.cut_racks import racks_of_cut
from designer.render.fabric_things import FabricIndex
from designer.render.fabric_words import (
    cut_figure,
    cut_in_words,
    in_tb_s,
    sides_in_words,
    state_of_proof,
    which_cut,
)
from designer.ui.state.fabric_state import FabricState


class CutOnFloor(QObject):
    """Follows the cut that the fabric view draws.

    Signals
    -------
    changed
        Another cut is drawn, or none any more.
    """

    changed = Signal()

    def __init__(self, state: FabricState, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._state = state
        self._of: tuple[FabricIndex, FabricCut] | None = None
        self._shares: Mapping[str, float] = {}
        state.changed.connect(self._look)

    @property
    def shares(self) -> Mapping[str, float]:
        """Which racks stand on the tinted side of the cut, and how much of each."""
        return self._shares

    def said(self) -> tuple[str, str, bool]:
        """Return what is cut, how and how that shows, and whether it is proven to be the worst."""
        cuts = self._state.cuts
        if self._of is None or cuts is None:
            return "", "", False
        index, cut = self._of
        proof, proven = state_of_proof(cuts, cut)
        rate = in_tb_s(cut_figure(cuts, cut))
        heading = (
            f"Worst balanced cut of {index.map.name}: {number(cut.links, 0)} links cross, "
            f"{rate} each way"
        )
        which = which_cut(index, cuts, self._state.cut_number)
        told = "; ".join(filter(None, (proof, cut_in_words(index, cut), which)))
        tinted = f"Racks are tinted as far as they stand on one side: {sides_in_words(index, cut)}."
        return heading, f"{told[0].upper()}{told[1:]}. {tinted}", proven

    @property
    def is_one_of_several(self) -> bool:
        """Whether other cuts cut as few links."""
        cuts = self._state.cuts
        return cuts is not None and len(cuts.cuts) > 1

    def step(self, by: int) -> None:
        """Draw another of the equal cuts."""
        self._state.step_cut(by)

    def end(self) -> bool:
        """Draw the cut no longer; return whether it was wanted."""
        return self._state.end_cut()

    def _look(self) -> None:
        index, cut = self._state.index, self._state.cut
        if index is None or cut is None:
            if self._of is not None:
                self._of, self._shares = None, {}
                self.changed.emit()
            return
        if self._of is not None and self._of[0] is index and self._of[1] is cut:
            return
        self._of, self._shares = (index, cut), racks_of_cut(index, cut)
        self.changed.emit()
