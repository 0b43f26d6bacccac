"""Which part of an overlay's scale is pointed at, and which part the racks are filtered by."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Signal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from designer.render.overlay_bins import Bin
    from designer.render.overlays import Overlay, Reading


class ShadesRacks(Protocol):
    """What shades the racks, and what it says of them."""

    @property
    def chosen(self) -> str:
        """The id of what was chosen; empty for none."""

    @property
    def shown(self) -> Overlay | None:
        """What shades the racks now."""

    def readings(self) -> tuple[Reading, ...]:
        """Return what it says of every rack."""

    def rack_ids(self) -> tuple[str, ...]:
        """Return the racks that it reads, in the order of the readings."""


class ScalePicks(QObject):
    """The racks that stand where the pointer is on the scale, and those outside a filter.

    Both belong to the overlay they were made of: another one has neither.

    Attributes
    ----------
    pointed
        The bin under the pointer; None if there is none.
    lit, dimmed
        Ids of the racks to outline, and of those to dim.
    """

    changed = Signal()
    """Other racks are outlined or dimmed, or the filter is another."""

    def __init__(self, overlay: ShadesRacks, parent: QObject) -> None:
        super().__init__(parent)
        self._overlay = overlay
        self._of = ""
        self._span: tuple[int, int] | None = None
        self._bins: tuple[object, Mapping[Bin, tuple[str, ...]]] | None = None
        self.pointed: Bin | None = None
        self.lit: frozenset[str] = frozenset()
        self.dimmed: frozenset[str] = frozenset()

    @property
    def span(self) -> tuple[int, int] | None:
        """The first and the last part of the scale that the filter keeps; None without one."""
        shown = self._overlay.shown
        return self._span if shown is not None and shown.id == self._of else None

    def racks_in(self, bin_: Bin) -> tuple[str, ...]:
        """Return the ids of the racks in a bin."""
        return self._all().get(bin_, ())

    def bins(self) -> tuple[Bin, ...]:
        """Return the bins that hold racks: along the scale, then those that are off it."""
        filled = self._all()
        on = sorted(one for one in filled if isinstance(one, int))
        off = [one for one in ("beyond", "over", "open", "none") if one in filled]
        return (*on, *off)

    def point(self, bin_: Bin | None) -> None:
        """Outline the racks of a bin; of none."""
        if bin_ != self.pointed:
            self.pointed = bin_
            self.follow()

    def keep(self, first: int, last: int) -> None:
        """Dim the racks that are not between two parts of the scale, both included."""
        shown = self._overlay.shown
        if shown is None:
            return
        span = min(first, last), max(first, last)
        if (self._of, self._span) != (shown.id, span):
            self._of, self._span = shown.id, span
            self.follow(always=True)

    def clear(self) -> bool:
        """End the filter; return whether there was one."""
        had, self._span = self.span is not None, None
        if had:
            self.follow(always=True)
        return had

    def follow(self, *, always: bool = False) -> None:
        """Look at the newest readings, and tell if other racks are outlined or dimmed."""
        pointed, span = self.pointed, self.span
        lit = frozenset(() if pointed is None else self.racks_in(pointed))
        dimmed: frozenset[str] = frozenset()
        if span is not None:
            kept = {key for at in range(span[0], span[1] + 1) for key in self.racks_in(at)}
            dimmed = frozenset(k for racks in self._all().values() for k in racks if k not in kept)
        if always or (lit, dimmed) != (self.lit, self.dimmed):
            self.lit, self.dimmed = lit, dimmed
            self.changed.emit()

    def on_overlay(self) -> None:
        """Let go of what belongs to another overlay."""
        if self._overlay.chosen != self._of:
            self._span = None
        self.pointed = None
        self.follow()

    def _all(self) -> Mapping[Bin, tuple[str, ...]]:
        """Return the racks of each bin; made once for what the overlay says now."""
        readings = self._overlay.readings()
        if self._bins is None or self._bins[0] is not readings:
            from designer.render.overlay_bins import bins_of  # not before one is wanted

            found: dict[Bin, list[str]] = {}
            for key, reading in zip(self._overlay.rack_ids(), readings, strict=bool(readings)):
                for bin_ in bins_of(reading):
                    found.setdefault(bin_, []).append(key)
            self._bins = readings, {bin_: tuple(keys) for bin_, keys in found.items()}
        return self._bins[1]
