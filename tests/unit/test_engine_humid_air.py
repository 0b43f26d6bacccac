"""Dew point, wet bulb, classes of inlet air and rear doors: against physics and each other."""

from math import exp, log
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.engine.calc import calculate
from designer.engine.subjects.cooling.air_classes import (
    AIR_CLASSES,
    DERATE_FROM_M,
    derate_k,
)
from designer.engine.subjects.cooling.humid_air import (
    dew_point_c,
    saturation_hpa,
    stull_holds,
    wet_bulb_c,
)


def hyland_wexler_hpa(c: float) -> float:
    """Saturation over water by R. W. Hyland and A. Wexler (1983), as the ASHRAE Handbook has it."""
    t = c + 273.15
    return 0.01 * exp(
        -5.8002206e3 / t + 1.3914993 - 4.8640239e-2 * t + 4.1764768e-5 * t**2
        - 1.4452093e-8 * t**3 + 6.5459673 * log(t)
    )  # fmt: skip


@pytest.mark.parametrize("c", range(0, 51, 5))
def test_saturation_agrees_with_the_ashrae_handbook(c: int) -> None:
    assert saturation_hpa(c) == pytest.approx(hyland_wexler_hpa(c), rel=4e-3)


@given(st.floats(-20, 50), st.floats(1, 100))
def test_at_its_dew_point_air_is_saturated(dry: float, rh: float) -> None:
    at = dew_point_c(dry, rh)
    assert saturation_hpa(at) == pytest.approx(saturation_hpa(dry) * rh / 100)
    assert at <= dry + 1e-9


@given(st.floats(0, 50), st.floats(5, 99))
def test_the_wet_bulb_lies_between_dew_point_and_dry_bulb(dry: float, rh: float) -> None:
    """Within the error that Stull states."""
    assert stull_holds(dry, rh)
    assert dew_point_c(dry, rh) - 1.0 <= wet_bulb_c(dry, rh) <= dry + 0.65


@pytest.mark.parametrize(("dry", "rh"), [(-20.1, 50), (50.1, 50), (20, 4.9), (20, 99.1)])
def test_a_wet_bulb_beyond_the_formula_is_unknown_and_the_answer_says_so(
    dry: float, rh: float
) -> None:
    found = calculate("dew-point", {"dry_bulb_c": str(dry), "rh_pct": str(rh)})
    assert found.results["wet_bulb_c"] is None
    assert "5 to 99 %" in found.note
    assert found.results["dew_point_c"] is not None


@pytest.mark.parametrize(("water", "safe"), [(16.9, False), (17.0, True), (40.0, True)])
def test_water_is_safe_from_2_k_above_the_dew_point_on(water: float, safe: bool) -> None:
    asked = {"dew_point_c": "15", "water_c": str(water)}
    assert calculate("dew-point", asked).results["safe"] is safe
    door = {"load_kw": "1", "rated_kw": "30", "dew_point_c": "15", "water_c": str(water)}
    assert calculate("door", door).results["safe"] is safe


@given(low=st.floats(-500, 5000), more=st.floats(0, 5000), metres=st.floats(1, 1000))
def test_air_may_be_no_warmer_higher_up(low: float, more: float, metres: float) -> None:
    at, above = (derate_k(m, DERATE_FROM_M, metres) for m in (low, low + more))
    assert 0 <= at <= above
    if low <= DERATE_FROM_M:
        assert at == 0


@pytest.mark.parametrize(
    "name", [name for name, one in AIR_CLASSES.items() if not one.metres_per_k]
)
def test_a_derate_that_is_not_known_is_not_guessed(name: str) -> None:
    """H1: warmer than at sea level is refused, cooler is open until metres for 1 K are given."""
    chosen, asked = AIR_CLASSES[name], {"air_class": name, "altitude_m": "2400"}
    found = calculate("derate", asked | {"inlet_c": str(chosen.high_c)})
    for unknown in ("max_inlet_c", "derate_k", "headroom_k", "allowed"):
        assert found.results[unknown] is None
    assert "metres_per_k" in found.note
    for inlet in (chosen.high_c + 0.1, chosen.low_c - 0.1):
        assert calculate("derate", asked | {"inlet_c": str(inlet)}).results["allowed"] is False
    given_metres = calculate("derate", asked | {"metres_per_k": "500"})
    assert given_metres.bounds["max_inlet_c"] == pytest.approx(
        (chosen.high_c - 3, chosen.high_c - 2.9)
    )
    low = calculate("derate", asked | {"altitude_m": "900"})
    assert (low.results["max_inlet_c"], low.note) == (chosen.high_c, "")


def test_no_more_is_recommended_than_is_allowed() -> None:
    """A1 at 3,050 m: 32 − 2,150/300 = 24.83 °C from 900 m, 25 °C from 950 m, below 27 °C."""
    found = calculate("derate", {"air_class": "A1", "altitude_m": "3050"})
    assert found.results["recommended_high_c"] == found.results["max_inlet_c"]
    assert found.bounds["recommended_high_c"] == pytest.approx((24.8333333, 25))
    assert found.note == "what is recommended ends where the highest inlet does at this altitude"
    lower = calculate("derate", {"air_class": "A1", "altitude_m": "2400"})
    assert (lower.results["max_inlet_c"], lower.results["recommended_high_c"]) == (27, 27)
    assert lower.note == ""


def test_what_is_recommended_is_at_most_the_classes_own() -> None:
    """A1 at 2,410 m: 26.97 °C from 900 m, 27.13 °C from 950 m; 27 °C are recommended."""
    found = calculate("derate", {"air_class": "A1", "altitude_m": "2410"})
    assert found.bounds["recommended_high_c"] == pytest.approx((26.9666667, 27))


def test_where_too_little_is_allowed_nothing_is_recommended() -> None:
    asked = {"air_class": "A1", "altitude_m": "2100", "metres_per_k": "80"}
    found = calculate("derate", asked)
    assert found.results["max_inlet_c"] == pytest.approx(17)
    assert found.results["recommended_low_c"] is found.results["recommended_high_c"] is None
    assert found.note == "nothing that is recommended is allowed at this altitude"


@pytest.mark.parametrize("air_class", ["A1", "A4", "H1"])
def test_the_classes_end_at_3050_metres(air_class: str) -> None:
    asked = {"air_class": air_class}
    above = calculate("derate", asked | {"altitude_m": "3051"})
    assert above.note.endswith("the classes end at 3,050 m")
    assert "3,050" not in calculate("derate", asked | {"altitude_m": "3050"}).note


def test_an_altitude_of_the_equipment_replaces_that_of_its_class() -> None:
    asked = {"air_class": "A2", "altitude_m": "1900", "metres_per_k": "100"}
    assert calculate("derate", asked).results["max_inlet_c"] == pytest.approx(25)


@pytest.mark.parametrize(
    ("inlet", "allowed"), [(32.0, True), (32.1, None), (32.2, False), (9.9, False)]
)
def test_makers_that_differ_leave_open_what_lies_between_them(
    inlet: float, allowed: bool | None
) -> None:
    """A2 at 1,800 m: 32 °C from 900 m (Lenovo), 32.17 °C from 950 m (Microsoft)."""
    found = calculate("derate", {"altitude_m": "1800", "inlet_c": str(inlet)})
    assert found.results["allowed"] is allowed
    assert found.bounds["max_inlet_c"] == pytest.approx((32, 35 - 850 / 300))
    low, high = found.bounds["headroom_k"]
    assert (low, high) == pytest.approx((32 - inlet, 35 - 850 / 300 - inlet))


def door(**asked: float) -> dict[str, Any]:
    given = {name: str(value) for name, value in asked.items()}
    return calculate("door", given).results


@given(
    load=st.floats(1, 100), rated=st.floats(1, 100), water=st.floats(5, 60),
    rise=st.floats(5, 30), warmer=st.floats(0, 20), flow=st.floats(1, 300),
)  # fmt: skip
def test_a_door_closes_its_heat_and_takes_less_with_warmer_water(
    load: float, rated: float, water: float, rise: float, warmer: float, flow: float
) -> None:
    fixed = {
        "load_kw": load, "rated_kw": rated, "rated_air_c": 41.0, "delta_t_k": rise,
        "flow_lpm": flow,
    }  # fmt: skip
    at, above = door(**fixed, water_c=water), door(**fixed, water_c=water + warmer)
    assert at["caught_kw"] + at["to_room_kw"] == pytest.approx(load)
    assert 0 <= above["caught_kw"] <= at["caught_kw"] * (1 + 1e-9)
    if at["caught_kw"] > 0:
        # Neither end passes the other's entry.
        assert at["leaving_air_c"] >= water - 1e-6
        assert at["leaving_water_c"] <= at["exhaust_c"] + 1e-6


def test_water_of_45_c_leaves_a_door_of_55_kw_nothing() -> None:
    """Its rating is for 18 °C; the air of 41 °C that it is rated with is colder than the water."""
    found = door(load_kw=55, rated_kw=55, rated_air_c=41, delta_t_k=17, water_c=45)
    assert (found["caught_kw"], found["to_room_kw"]) == (0, 55)
    assert door(load_kw=55, rated_kw=55, rated_air_c=41, delta_t_k=17)["to_room_kw"] == 0


def test_a_door_takes_half_at_half_the_difference() -> None:
    asked = {"load_kw": 55, "rated_kw": 55, "rated_air_c": 41, "delta_t_k": 17}
    assert door(**asked, water_c=29.5)["caught_kw"] == pytest.approx(55 / 2)


def test_little_water_takes_no_more_than_it_can_warm() -> None:
    """1 L/min from 18 to at most 36 °C: 0.997 · 4.18 / 60 · 18 kW."""
    found = door(load_kw=40, rated_kw=55, flow_lpm=1)
    assert found["caught_kw"] == pytest.approx(0.997 * 4.18 / 60 * 18)
    assert found["leaving_water_c"] == pytest.approx(36)
