"""What a rack, a row or the design draws as cabled, beside what it draws at most."""

from designer.model.figures import Figure
from designer.model.measured import Measured


def told_powers(highest: Figure, cabled: Figure) -> dict[str, Figure]:
    """Return what a report tells of both: what is drawn as cabled only where that is another.

    Most racks have no switch whose cables decide it, and would tell the same twice.
    """
    told = {"power_max_kw": highest, "power_cabled_kw": cabled}
    if (cabled.low, cabled.high) == (highest.low, highest.high):
        del told["power_cabled_kw"]
    return told


def tells_cabled(report: Measured) -> bool:
    """Return whether cables of switches decide what something draws."""
    cabled = report.figure("power_cabled_kw")
    return cabled.value is not None or any(b.name == "power_cabled_kw" for b in report.bounds)


def cabled_kw(report: Measured) -> Figure:
    """Return what something draws as cabled; its maximum where cables decide nothing."""
    return report.figure("power_cabled_kw" if tells_cabled(report) else "power_max_kw")
