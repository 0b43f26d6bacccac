"""Published corrections of air units for altitude lie within the bounds that the engine takes.

Carrier, Engineering Guide for Altitude Effects, as excerpted in a design manual (Table 4-2,
"Altitude Correction Factors", second-hand); Carrier, 42BH series fan coils, "Altitude cooling
correction factors" (product data, p. 8). Both print two decimals.
"""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.subjects.facility.air_units import HallAir, taken_with
from designer.model.figures import exact

ROUNDED = 0.005
UNIT = load_shipped().require("crah")


def share(metres: float) -> tuple[float, float]:
    """Return the least and the most of its rating that a unit takes."""
    taken = taken_with(UNIT, exact(18.0, "°C"), HallAir(exact(24.0, "°C"), altitude_m=metres))
    return taken.low / 100, taken.high / 100


@pytest.mark.parametrize(
    ("metres", "factors"),
    [
        # Fan coils: sensible at a sensible ratio of 0.40–0.95, total at 0.95–1.00; packaged units
        # with a condenser outdoors, total at 0.95–1.00 (0.82 at 1,525 m is a misprint of 0.92).
        (762, (0.92, 0.93, 0.96)),
        (1525, (0.85, 0.86)),
        (2285, (0.78, 0.79, 0.88)),
        (3050, (0.71, 0.73, 0.84)),
    ],
)  # fmt: skip
def test_published_corrections_lie_within_the_bounds(
    metres: float, factors: tuple[float, ...]
) -> None:
    least, most = share(metres)
    for factor in factors:
        assert least - ROUNDED <= factor <= most, (metres, factor, least)


@pytest.mark.parametrize(
    ("feet", "sensible"),
    [(1000, 0.96), (2000, 0.93), (3000, 0.89), (4000, 0.86), (5000, 0.83), (6000, 0.80)],
)
def test_the_strictest_published_correction_is_the_lower_bound(feet: int, sensible: float) -> None:
    """That of a coil which loses as much as the mass of its air."""
    assert share(feet * 0.3048)[0] == pytest.approx(sensible, abs=ROUNDED + 0.002)
