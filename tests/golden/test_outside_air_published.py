"""A hall that outside air cools, against the published closed test of the model.

N. Lei and E. Masanet, Energy (2020), example of github.com/nuoaleon/Data-center-PUE-prediction-tool
(airside economizer with adiabatic cooling, water-cooled chiller): 20 °C, 40 %, 101,325 Pa, 1 kW of
IT. Of its 26 parameters six act in that hour, and the limits of the supply air; the others are of
humidifier, chiller and tower, which stand still: the air is between 10.4 and 34.2 °C and its dew
point of 6 °C between −10.5 and 15.8 °C.
"""

import pytest

from designer.engine.subjects.facility.air_calc import ECONOMIZER

CASE = {
    "dry_bulb_c": "20", "rh_pct": "40", "pressure_kpa": "101.325", "ups_efficiency": "0.980302734",
    "distribution": "0.00560546875", "lighting": "0.00181445313", "supply_min_c": "10.3671875",
    "supply_c": "34.1953125", "dew_max_c": "15.8320312", "rise_k": "14.7840712",
    "fan_pa": "685.058594", "fan_efficiency": "0.829931641",
}  # fmt: skip
PUBLISHED = 1.0746922969797756
"""As the example prints it. It takes 1.01 kJ/(kg K) for air, 1.005 is taken here: 0.0003 of PUE."""


def run(**changes: str) -> dict[str, float]:
    found = ECONOMIZER.calculate(CASE | changes, None).results
    return {name: float(one) for name, one in found.items() if isinstance(one, float | int)}


def test_the_closed_test_of_the_airside_economizer() -> None:
    found = run()
    assert found["pue"] == pytest.approx(PUBLISHED, abs=5e-4)
    assert found["losses_kw"] == pytest.approx(0.0275, abs=5e-5)
    assert found["fans_kw"] == pytest.approx(0.0472, abs=5e-4)
    assert (found["chilled"], found["chillers_kw"]) == (0, 0)


def test_a_hot_hour_and_a_humid_one_by_hand() -> None:
    """(40 − 34.195)/14.784 of the heat is left at 40 °C, all of it above the dew point."""
    calm, hot = run(), run(dry_bulb_c="40", rh_pct="20")
    assert hot["chilled"] == pytest.approx((40 - 34.1953125) / 14.7840712)
    assert hot["chillers_kw"] == pytest.approx(hot["heat_kw"] * hot["chilled"] / 2.96)
    assert run(dry_bulb_c="25", rh_pct="80")["chilled"] == 1
    # Warmer air is thinner: fans move more of it.
    assert hot["fans_kw"] > calm["fans_kw"]
    assert hot["pue"] == pytest.approx(1 + hot["losses_kw"] + hot["fans_kw"] + hot["chillers_kw"])
