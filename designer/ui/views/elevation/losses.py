"""What a loss that is tried takes of the rack on show, and what a press on it loses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from designer.model.plural import plural

if TYPE_CHECKING:
    from PySide6.QtCore import QPointF

    from designer.model.layout import Placed
    from designer.render.failing import Target
    from designer.render.lost_in_rack import LostInRack
    from designer.ui.state.workspace import Workspace
    from designer.ui.views.elevation.faces import Faces


class RackShown(Protocol):
    """A drawing of one rack."""

    workspace: Workspace
    faces: Faces
    rack_id: str


class RackLosses:
    """Says what is lost in the rack on show, and loses more of it."""

    def __init__(self, view: RackShown) -> None:
        self._view = view

    def lost(self) -> LostInRack | None:
        """Return what a loss that is tried takes of this rack; None while nothing is lost."""
        view, space = self._view, self._view.workspace
        shown, drawing = space.what_if.shown, view.faces.drawing
        rack = space.layout().racks.get(view.rack_id)
        if shown is None or drawing is None or rack is None:
            return None
        # Not before something is lost: the wiring brings numpy.
        from designer.render.lost_in_rack import lost_in_rack
        from designer.render.supplies import cords_in

        return lost_in_rack(
            shown, drawing, lambda: cords_in(space.layout(), space.catalog, rack),
            shown.racks.get(view.rack_id),
        )  # fmt: skip

    def after_loss(self, key: str) -> str:
        """Return what a loss that is tried does to a device or a unit inside; empty of none."""
        lost = self.lost()
        if lost is None or not key:
            return ""
        felt = lost.felt.get(key)
        said = [lost.struck.get(key, ""), felt.text if felt else "", lost.told.get(key, "")]
        if numbers := lost.supplies.get(key):
            said.append(f"{plural(len(numbers), 'supply', 'supplies')} without voltage")
        return "; ".join(filter(None, said))

    def lose_besides(self, placed: Placed) -> bool:
        """Lose a device besides what is lost; return whether it could be."""
        what_if = self._view.workspace.what_if
        return what_if.lose_first_besides(self._targets(placed), placed.name)

    def _targets(self, placed: Placed) -> tuple[Target, ...]:
        """Return what may be lost of a device."""
        from designer.render.failing import targets_of_device

        space = self._view.workspace
        report, rack = space.report_store.report, space.rack_report(self._view.rack_id)
        if report is None or rack is None:
            return ()
        return targets_of_device(report, rack, placed, space.layout(), space.catalog)

    def lose_inside(self, at: QPointF, *, besides: bool) -> bool:
        """Lose the power shelf of a filled rack under a point, alone or besides what is lost.

        Returns
        -------
        bool
            Whether a unit whose loss is told was there, or none could be lost besides.
        """
        view, space = self._view, self._view.workspace
        box, rack = view.faces.inside_at(at), space.rack_report(view.rack_id)
        if box is None or rack is None:
            return False
        from designer.render.failing import targets_of_shelves

        targets, lost = targets_of_shelves(rack, box), space.what_if
        if besides:
            return lost.lose_first_besides(targets, box.name)
        if targets:
            lost.fail(targets[0].failing)
        return bool(targets)
