"""Published rates as units that fail: at the low, the likely and the high figure of each.

Formulas on plain numbers. The low figures of all rates make the best case, the high ones the worst.
"""

from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.failures import HOURS_OF, FailureRate
from designer.engine.subjects.facility.reliability import Sets, Unit, any_down

CASES: Final = (0, 1, 2)
"""The best, the likely and the worst case."""
BEST, LIKELY, WORST = CASES

NEVER: Final = Unit(0.0, 0.0)
"""What nobody rates takes nothing of what is computed: it is named, and left open."""


def rated(catalog: Catalog, name: str) -> FailureRate | None:
    """Return the published rate of a kind of thing; None where nobody publishes one."""
    found = catalog.failure(name)
    return found if found is not None and found.is_rated else None


def unit_of(rate: FailureRate, case: int) -> Unit:
    """Return a thing as it fails in one of the cases."""
    common = rate.common[case] if rate.common else 0.0
    return Unit(rate.failures[case] / HOURS_OF[rate.per], rate.repair_h[case], common)


def share_down(catalog: Catalog, name: str, case: int, number: int = 1) -> float:
    """Return the share of time in which any of some things is down."""
    rate = rated(catalog, name)
    return any_down(NEVER if rate is None else unit_of(rate, case), number)


def share_of(rate: FailureRate, case: int) -> float:
    """Return the share of time in which a thing is down."""
    return any_down(unit_of(rate, case), 1)


def alone(unit: Unit) -> Unit:
    """Return what of a unit's failures takes no other of its kind."""
    return Unit(unit.rate * (1 - unit.common), unit.repair_h)


def together(unit: Unit) -> Unit:
    """Return what of a unit's failures takes all of its kind."""
    return Unit(unit.rate * unit.common, unit.repair_h)


def sets_of(catalog: Catalog, number: int, case: int, needed: int = 1) -> Sets | None:
    """Return standby sets of which some are enough; None where the catalogue rates none."""
    names = ("generator-out", "generator-start", "generator-run")
    rates = [rated(catalog, name) for name in names]
    out, start, run = rates
    if out is None or start is None or run is None:
        return None
    return Sets(
        number, needed, out.failures[case], start.failures[case], start.common[case],
        run.failures[case] / HOURS_OF[run.per], run.common[case],
    )  # fmt: skip
