"""What the power plot draws, taken from a report. No Qt, no numpy, so that it is tested without."""

from dataclasses import dataclass
from math import isfinite

from designer.engine.report import RackReport, Report

FLOOR_UNITS = frozenset({"cdu", "crah"})


@dataclass(frozen=True)
class PowerBars:
    """Bars and limits, one entry a rack, the highest first; limits are None where not known.

    Attributes
    ----------
    kw
        Maximum power; 0 where it is not known (such a rack is in `unknown`).
    cooling_kw, feed_kw
        What cooling, and the feeds with one lost, permit.
    """

    ids: tuple[str, ...]
    names: tuple[str, ...]
    kw: tuple[float, ...]
    methods: tuple[str, ...]
    cooling_kw: tuple[float | None, ...]
    feed_kw: tuple[float | None, ...]
    unknown: tuple[str, ...]

    def top(self) -> float:
        """Return the upper end of the scale in kW: all bars, and limits that are not far away."""
        highest = max(self.kw, default=0.0)
        limits = [limit for limit in (*self.cooling_kw, *self.feed_kw) if limit is not None]
        near = [limit for limit in limits if limit <= max(highest * 2.2, 1.0)]
        return max([highest, *near, 1.0]) * 1.18


def limit_of(rack: RackReport, *names: str) -> float | None:
    """Return the first known limit of these names."""
    for name in names:
        for limit in rack.limits:
            if limit.name == name and limit.limit is not None and isfinite(limit.limit):
                return limit.limit
    return None


def power_bars(report: Report) -> PowerBars:
    """Return what to draw: racks that hold something, highest power first, then by name."""
    racks = [rack for rack in report.racks if rack.kind not in FLOOR_UNITS]
    racks.sort(key=lambda rack: (-(rack.power_max_kw or 0.0), rack.name or rack.id))
    return PowerBars(
        ids=tuple(rack.id for rack in racks),
        names=tuple(rack.name or rack.id for rack in racks),
        kw=tuple(rack.power_max_kw or 0.0 for rack in racks),
        methods=tuple(rack.cooling_method for rack in racks),
        cooling_kw=tuple(limit_of(rack, "cooling") or rack.cooling_capacity_kw for rack in racks),
        feed_kw=tuple(limit_of(rack, "power-feed-lost", "power") for rack in racks),
        unknown=tuple(rack.name or rack.id for rack in racks if rack.power_max_kw is None),
    )
