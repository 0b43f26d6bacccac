"""What is asked of a fabric that takes seconds: an exact bisection, and what routes make of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QElapsedTimer, QObject, Signal

from designer.engine.fabric_map import FabricProof, ProofAsked
from designer.engine.network_report import Routing, RoutingAsked
from designer.ui.state.live_answer import PatientAnswer

if TYPE_CHECKING:
    from designer.render.fabric_losses import LossRow
    from designer.render.fabric_things import FabricIndex
    from designer.ui.state.workspace import Workspace

MOST_SWITCHES: Final = 60
"""Switches of a fabric of which an exact program is offered."""
MOST_ENDPOINTS: Final = 4096
"""Of larger fabrics routes are computed where somebody asks for it."""


class FabricProofs(QObject):
    """Asks for proofs and routes of the fabric that is shown.

    Signals
    -------
    changed
        There is more to tell.
    """

    changed = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        asks = workspace.client, workspace.report_store, "fabrics"
        # Asked once: what another edit leaves is another question.
        self._proofs = PatientAnswer(
            *asks, "proof", FabricProof, lambda one: one.working, self, lambda _: True
        )
        self._routes = PatientAnswer(*asks, "routing", Routing, lambda one: one.working, self)
        self._asked: ProofAsked | None = None
        self._routes_of = ""
        self._since, self._took = QElapsedTimer(), 0.0
        self._proofs.changed.connect(self._on_proof)
        self._routes.changed.connect(self.changed)

    def prove(self, fabric: str, row: LossRow | None) -> None:
        """Ask for the exact bisection of a fabric, or of what a loss leaves."""
        self._asked = _asked(fabric, row)
        self._since.start()
        self._took = 0.0
        self._proofs.look_at(self._asked)
        self.changed.emit()

    def proof(self, fabric: str, row: LossRow | None) -> FabricProof | None:
        """Return what is proven; None where nobody asked."""
        asked = _asked(fabric, row)
        if asked is None or asked != self._asked:
            return None
        waits = FabricProof(fabric=fabric, what=asked.what, ids=asked.ids, working=True)
        return self._proofs.found or waits

    @property
    def seconds(self) -> float:
        """How long the proof took, or takes so far."""
        return self._took

    def _on_proof(self) -> None:
        self._took = self._since.elapsed() / 1000 if self._since.isValid() else 0.0
        self.changed.emit()

    def ask_again(self) -> None:
        """Ask at once for what is worked on."""
        for answer in (self._proofs, self._routes):
            answer.ask_again()

    def forget(self) -> None:
        """Ask nothing more of what was drawn before an edit."""
        self._asked, self._routes_of = None, ""
        self._proofs.look_at(None)

    def route(self, fabric: str) -> None:
        """Ask what routes make of a fabric, however large."""
        self._routes_of = fabric
        self.look(fabric, None)
        self.changed.emit()

    def look(self, fabric: str, index: FabricIndex | None) -> None:
        """Ask for routes of a fabric that is looked at, if they are quickly found."""
        few = index is not None and len(index.map.nodes) * index.map.rails <= MOST_ENDPOINTS
        wanted = bool(fabric) and (few or fabric == self._routes_of)
        self._routes.look_at(RoutingAsked(fabric=fabric) if wanted else None)

    def routing(self, fabric: str) -> Routing | None:
        """Return what routes make of a fabric; None where nobody asked."""
        found = self._routes.found
        return found if found is not None and found.fabric == fabric else None

    @property
    def is_routing(self) -> bool:
        """Whether routes are being found."""
        found = self._routes.found
        return self._routes.is_stale or (found is not None and found.working)


def _asked(fabric: str, row: LossRow | None) -> ProofAsked | None:
    if row is None:
        return ProofAsked(fabric=fabric)
    if row.form == "switch":
        return ProofAsked(fabric=fabric, what="switch", ids=row.ids[:1]) if row.ids else None
    if row.form == "cable":
        return ProofAsked(fabric=fabric, what="cable", ids=row.joins) if row.joins else None
    if row.form == "rack":
        return ProofAsked(fabric=fabric, what="rack", ids=row.ids[:1])
    return ProofAsked(fabric=fabric, what="feed", ids=row.ids[:1]) if row.form == "feed" else None
