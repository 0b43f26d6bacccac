"""What overlays say of racks: those that are alike share their records, and are read once."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from designer.engine.report import RackReport, Report
    from designer.render.overlays import Overlay, Reading

_Key = tuple[object, ...]
_Kept = dict[_Key, tuple[tuple[object, ...], "Reading"]]


class AlikeReadings:
    """Keeps readings by what they rest on, of the report on show and of the one before.

    Attributes
    ----------
    made
        How many readings were made so far.
    """

    def __init__(self) -> None:
        self._of: Report | None = None
        self._kept: dict[str, _Kept] = {}
        self._before: dict[str, _Kept] = {}
        self.made = 0

    def follow(self, report: Report | None) -> None:
        """Keep the readings of another report, and of the one before only what it shares."""
        if report is not self._of:
            self._of = report
            self._before, self._kept = self._kept, {}

    def of(self, overlay: Overlay, rack: RackReport) -> Reading:
        """Return what an overlay says of a rack."""
        kept = self._kept.get(overlay.id)
        if kept is None:
            kept = self._kept[overlay.id] = {}
        rests_on = overlay.rests_on(rack)
        # Records by identity: to compare them would take longer than to read them.
        key = tuple([id(one) if one.__class__ is tuple else one for one in rests_on])
        found = kept.get(key)
        if found is None:
            found = self._before.get(overlay.id, {}).get(key)
            if found is None:
                self.made += 1
                found = rests_on, overlay.reading(rack)
            kept[key] = found
        return found[1]
