"""Break-even, hours and writing off by published cases of owning against renting."""

import pytest

from designer.engine.subjects.ownership import answers
from designer.engine.subjects.ownership.answers import BOUGHT

HOURS = 8760


def values(capital: float, own_hour: float, rent_hour: float, **more: float) -> dict[str, float]:
    """Return the inputs of one machine: prices of an hour of the whole."""
    return {
        f"{BOUGHT}nodes": capital, "gpus": 1, "years": 4, "used": 1, "typical_kw": 0, "idle_kw": 0,
        "contract_kw": 0, "pue": 1, "energy_price": 0, "other_running": own_hour * HOURS,
        "rate": rent_hour, "extras": 0, "billed": 1, "discount": 0,
    } | more  # fmt: skip


@pytest.mark.parametrize(
    ("capital", "own", "rent", "hours", "within"),
    [
        # Lenovo LP2225 (2025), 8 × H100: 833,806 USD against 98.32 USD an hour, 0.87 to run it.
        (833_806, 0.87, 98.32, 8_556, 0.5),
        # The same machine at 33 USD an hour: computed from the page's formula.
        (833_806, 0.87, 33.0, 25_950, 5),
    ],
)
def test_hours_until_a_machine_is_paid(
    capital: float, own: float, rent: float, hours: float, within: float
) -> None:
    found = answers.months(values(capital, own, rent)) * HOURS / 12
    assert found == pytest.approx(hours, abs=within)


def test_a_dgx_of_the_course_is_paid_within_seven_months() -> None:
    """AI Infrastructure course, module O1: 475,000 USD, 8,935 USD a year, 100 USD an hour: 6.57."""
    v = values(475_000, 8_935 / HOURS, 100.0)
    assert answers.months(v) == pytest.approx(6.57, abs=0.005)


def test_energy_of_a_dgx_and_year() -> None:
    """The same course: 10.2 kW all year at 0.10 USD a kWh are 8,935.20 USD."""
    v = values(0, 0, 0, typical_kw=10.2, energy_price=0.10)
    assert answers.energy(v) == pytest.approx(8_935.20, abs=0.005)


def test_a_demand_charge_is_of_the_highest_power_of_the_building() -> None:
    """Rule K3: kW·month beside the energy; 12 months of 100 kW with a PUE of 1.25 at 15 USD.

    The PUE is that of the worst hour, whatever the mean of the year is.
    """
    v = values(0, 0, 0, contract_kw=100, pue=1.1, peak_pue=1.25, energy_price=0, demand=15)
    assert answers.energy(v) == pytest.approx(12 * 125 * 15)


def test_a_hall_is_rented_by_what_is_contracted() -> None:
    """CBRE, H2 2024: 184.06 USD for each kW and month."""
    v = values(0, 0, 0, contract_kw=1_433.5, hall_rent=184.06)
    assert answers.hall(v) == pytest.approx(1_433.5 * 12 * 184.06)


def test_a_building_loses_its_value_over_its_life() -> None:
    """Four of 12.5 years are gone: 32 % of it is the cost of owning, and the rest is sold."""
    v = values(0, 0, 0, building=12_500_000, building_years=12.5)
    assert answers.owned(v) == pytest.approx(4_000_000)
    assert answers.resale(v) == pytest.approx(8_500_000)
    assert answers.capital(v) == 12_500_000


def test_what_is_never_saved_is_never_paid_back() -> None:
    assert answers.months(values(1_000, 2.0, 2.0)) == float("inf")


def test_present_value_of_ten_thousand_a_year() -> None:
    """Σ 10,000/1.1^t over four years is 31,698.65 (annuity of 3.16987)."""
    v = values(0, 0, 10_000 / HOURS, discount=0.1)
    assert answers.worth(v) == pytest.approx(31_698.65, abs=0.01)
