"""Which cables the floor shows, and what of them is looked at: fabrics, a tray, a filter.

Shared by the drawing on the floor, the schedule below it and the panel beside it. Nothing of it is
saved, and nothing an undo step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from designer.engine.cable_ways import CableWays, WaysAsked
from designer.model.network_keys import tray_of
from designer.ui.state.live_answer import LiveAnswer

if TYPE_CHECKING:
    from designer.engine.network_report import TrayReport
    from designer.engine.preview import CablesMoved, ChangedCables
    from designer.ui.state.workspace import Workspace


class CablesShown(QObject):
    """The state of all that shows cables.

    Signals
    -------
    changed
        Other cables are shown, or none; or their ways are others.
    filter_changed
        The schedule is to show other cables: what it is filtered by.
    """

    changed = Signal()
    filter_changed = Signal(str)
    pointed = Signal()
    """Another cable is pointed at in the schedule, or none."""
    moved_changed = Signal()
    """A drag would do something else to cables, or nothing is dragged any more."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._space = workspace
        self._is_on = False
        self._hidden: frozenset[str] = frozenset()
        self._filter = self._by_tray = ""
        self._way: tuple[tuple[int, int], ...] = ()
        self._moved: CablesMoved | None = None
        self._rows: ChangedCables | None = None
        self._ways = LiveAnswer(
            workspace.client, workspace.report_store, "cables", "ways", CableWays, self
        )
        self._ways.changed.connect(self.changed)
        workspace.filter.changed.connect(self._on_chip)
        workspace.document_changed.connect(lambda _: self._ask())
        workspace.report_changed.connect(self.changed)
        workspace.selection_changed.connect(self._on_selection)

    @property
    def is_on(self) -> bool:
        """Whether cables are shown."""
        return self._is_on

    @property
    def ways(self) -> CableWays | None:
        """Their ways; None until the engine answered, and while none are shown."""
        return self._ways.found if self._is_on else None

    @property
    def why(self) -> str:
        """Why there are no ways; empty while they may come."""
        return self._ways.why

    @property
    def filter(self) -> str:
        """What the schedule is filtered by."""
        return self._filter

    def is_shown(self, fabric: str) -> bool:
        """Return whether the cables of a fabric are shown."""
        return fabric not in self._hidden

    def show_fabric(self, fabric: str, *, on: bool) -> None:
        """Show the cables of a fabric, or do not."""
        self._hidden = self._hidden - {fabric} if on else self._hidden | {fabric}
        self._ask()
        self.changed.emit()

    def set_filter(self, text: str) -> None:
        """Filter the schedule."""
        if text != self._filter:
            self._filter = text
            self.filter_changed.emit(text)

    @property
    def way(self) -> tuple[tuple[int, int], ...]:
        """The corners of the cable that is pointed at, mm; none of none."""
        return self._way if self._is_on else ()

    def point(self, way: tuple[tuple[int, int], ...] | None) -> None:
        """Show the way of one cable on the floor; None shows none."""
        if (way or ()) != self._way:
            self._way = way or ()
            self.pointed.emit()

    @property
    def moved(self) -> CablesMoved | None:
        """What the drag under way would do to cables; None of none."""
        return self._moved

    @property
    def rows(self) -> ChangedCables | None:
        """What the drag under way would make of lines of the schedule; None of none, or so far."""
        return self._rows

    def show_moved(self, moved: CablesMoved | None, rows: ChangedCables | None = None) -> None:
        """Show what a drag would do to cables, and to their lines; None shows none any more."""
        if moved is not self._moved or rows is not self._rows:
            self._moved, self._rows = moved, rows
            self.moved_changed.emit()

    def tray(self, tray_id: str) -> TrayReport | None:
        """Return what the report says of a tray."""
        report = self._space.report_store.report
        trays = report.cables.trays if report is not None else ()
        return next((tray for tray in trays if tray.id == tray_id), None)

    def _on_chip(self, kind: str) -> None:
        on = self._space.filter.allows("cables")
        if kind == "cables" and on != self._is_on:
            self._is_on = on
            self._ask()
            self.changed.emit()

    def _ask(self) -> None:
        fabrics = self._space.document.design.fabrics
        shown = tuple(one.id for one in fabrics if self.is_shown(one.id))
        if not self._is_on:
            self._ways.look_at(None)
        elif len(shown) == len(fabrics):
            self._ways.look_at(WaysAsked())
        else:
            self._ways.look_at(WaysAsked(fabrics=shown or ("-",)))

    def _on_selection(self) -> None:
        """Filter the schedule by the tray that is pressed while cables are shown."""
        keys = self._space.selection
        tray = tray_of(keys[0]) if len(keys) == 1 else ""
        if self._is_on and tray:
            self._by_tray = f"tray:{_word(self._space.layout().name_of(tray))}"
            self.set_filter(self._by_tray)
        elif self._by_tray and self._filter == self._by_tray:
            self._by_tray = ""
            self.set_filter("")


def _word(name: str) -> str:
    """Return a name as one word of a search."""
    return f'"{name}"' if " " in name else name
