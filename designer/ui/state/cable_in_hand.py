"""The cable that somebody holds by one end, from view to view, until it is laid or let go."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from designer.ui.state.mode_hint import ModeHint, Telling

if TYPE_CHECKING:
    from designer.wiring.hand_cables import Socket


class CableInHand(QObject):
    """Where a cable begins that has no other end yet; it is no part of the design.

    Parameters
    ----------
    space
        Where it is told how a held cable is laid.

    Signals
    -------
    changed
        Another cable is held, or none any more.
    """

    changed = Signal()

    def __init__(self, space: Telling, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.hint = ModeHint(space)
        self._begins: Socket | None = None
        self.keeps = False
        """Whether it stays in the hand when a drag ends, for a click on a port."""

    @property
    def begins(self) -> Socket | None:
        """The socket at which it begins; None while no cable is held."""
        return self._begins

    def take(self, socket: Socket, *, keeps: bool = False) -> None:
        """Hold a cable by the end that is not in this socket."""
        self.keeps = keeps
        if socket != self._begins:
            self._begins = socket
            self.changed.emit()

    def let_go(self) -> bool:
        """Hold no cable; return whether one was held."""
        held, self.keeps = self._begins is not None, False
        if held:
            self._begins = None
            self.hint.end()
            self.changed.emit()
        return held
