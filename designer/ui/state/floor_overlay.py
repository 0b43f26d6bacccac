"""Which overlay shades the racks of the floor, and what it says of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from designer.ui.state.alike_readings import AlikeReadings
from designer.ui.state.scale_picks import ScalePicks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from designer.engine.report import RackReport, Report
    from designer.render.overlays import Overlay, Reading
    from designer.runtime.report_store import ReportStore


class FloorOverlay(QObject):
    """At most one overlay at a time; a preview takes its place while something points at it.

    What can be shown follows the report: an overlay that was chosen and is not there comes back
    with it.

    Attributes
    ----------
    picks
        Which part of the scale is pointed at, and which one the racks are filtered by.
    """

    changed = Signal()
    """Another overlay shades the racks, or none."""
    postponed = Signal(str)
    """An overlay was chosen that shades nothing as long as a loss is tried: its title."""

    def __init__(self, store: ReportStore, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = store
        self._chosen = self._last = ""
        self._preview: str | None = None
        self._of: Report | None = None
        self._all: tuple[Overlay, ...] = ()
        self._readings: tuple[Overlay, tuple[Reading, ...]] | None = None
        self._shown: tuple[tuple[Overlay, ...], str, Overlay | None] = (), "", None
        self.alike = AlikeReadings()
        self._gives_way = False
        self.picks = ScalePicks(self, self)
        self.changed.connect(self.picks.on_overlay)

    def all(self) -> tuple[Overlay, ...]:
        """Return what racks can be shaded by, group by group."""
        report = self._store.report
        if report is not self._of or not self._all:
            from designer.render.overlays import overlays_of  # not before one is wanted

            self._of, self._readings = report, None
            self.alike.follow(report)
            self._all = overlays_of(report) if report else ()
        return self._all

    @property
    def chosen(self) -> str:
        """The id of what was chosen; empty for none."""
        return self._chosen

    @property
    def shown(self) -> Overlay | None:
        """What shades the racks now; none while a loss is tried, of which they bear the marks."""
        if self._gives_way:
            return None
        wanted = self._chosen if self._preview is None else self._preview
        if not wanted:
            return None
        known = self.all()
        if self._shown[0] is not known or self._shown[1] != wanted:
            found = next((overlay for overlay in known if overlay.id == wanted), None)
            self._shown = known, wanted, found
        return self._shown[2]

    def reading(self, report: RackReport | None) -> Reading | None:
        """Return what the overlay says of a rack; None where none is shown."""
        shown = self.shown
        if shown is None:
            return None
        if report is None:
            from designer.render.overlays import NOT_SIZED

            return NOT_SIZED
        return self.alike.of(shown, report)

    def readings(self) -> tuple[Reading, ...]:
        """Return what it says of every rack on the floor; of cooling units nothing."""
        shown, report = self.shown, self._store.report
        if shown is None or report is None:
            return ()
        if self._readings is None or self._readings[0] is not shown:
            self._readings = shown, self.readings_of(shown)
        return self._readings[1]

    def readings_of(self, overlay: Overlay) -> tuple[Reading, ...]:
        """Return what any overlay says of every rack."""
        return tuple(self.alike.of(overlay, rack) for rack in self._racks())

    def rack_ids(self) -> tuple[str, ...]:
        """Return the racks that it reads, in the order of the readings."""
        return tuple(rack.id for rack in self._racks())

    def _racks(self) -> Iterator[RackReport]:
        from designer.catalog.kinds import kind_of

        report = self._store.report
        racks = report.racks if report else ()
        return (rack for rack in racks if not kind_of(rack).is_cooling_unit)

    def choose(self, overlay_id: str) -> None:
        """Shade the racks by an overlay; by none if it is empty."""
        self._preview = None
        self._last = overlay_id or self._chosen or self._last
        self._chosen = overlay_id
        self.changed.emit()
        if self._gives_way and overlay_id:
            titles = [overlay.title for overlay in self.all() if overlay.id == overlay_id]
            self.postponed.emit(titles[0] if titles else overlay_id)

    def give_way(self, *, to_loss: bool) -> None:
        """Shade nothing while a loss is tried: overlays read the hall with nothing lost."""
        if to_loss != self._gives_way:
            self._gives_way = to_loss
            if self._chosen or self._preview:
                self.changed.emit()

    def preview(self, overlay_id: str | None) -> None:
        """Show an overlay while something points at it; None ends that."""
        if overlay_id != self._preview:
            self._preview = overlay_id
            self.changed.emit()

    def toggle(self) -> None:
        """Show the last overlay, or none."""
        known = [overlay.id for overlay in self.all()]
        first = self._last if self._last in known else next(iter(known), "")
        self.choose("" if self._chosen else first)

    def step(self, by: int = 1) -> None:
        """Show the next overlay, the first one after the last."""
        known = [overlay.id for overlay in self.all()]
        if known:
            at = known.index(self._chosen) + by if self._chosen in known else 0
            self.choose(known[at % len(known)])
