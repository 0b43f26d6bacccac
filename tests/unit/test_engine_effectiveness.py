"""PUE and water: losses close, part load and what is not known stay between their bounds."""

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.engine.calc import CalcResult, calculate
from designer.engine.subjects.climate.effectiveness import (
    evaporation_l_per_kwh,
    latent_heat_kj_kg,
    loss_at,
    makeup_factor,
)

LOSSES = {"it_kw": "1000", "ups_kw": "30", "distribution_kw": "10", "cooling_kw": "160"}


def pue(**more: str) -> CalcResult:
    return calculate("pue", LOSSES | more)


@given(
    load=st.floats(0.01, 1), fixed=st.floats(0, 1), exponent=st.floats(0, 3),
)  # fmt: skip
def test_a_known_part_load_lies_within_the_bounds_of_an_unknown_one(
    load: float, fixed: float, exponent: float
) -> None:
    open_one = pue(load=str(load))
    low, high = open_one.bounds.get("pue", (open_one.results["pue"],) * 2)
    known = pue(load=str(load), fixed=str(fixed), exponent=str(exponent)).results
    assert low * (1 - 1e-9) <= known["pue"] <= high * (1 + 1e-9)
    assert known["facility_kw"] == pytest.approx(1000 * load + known["loss_kw"])
    assert known["pue"] == pytest.approx(known["facility_kw"] / (1000 * load))


@given(st.floats(0.01, 1), st.floats(0, 1), st.floats(0, 3))
def test_losses_shrink_with_load_and_what_is_fixed_stays(
    load: float, fixed: float, exponent: float
) -> None:
    assert 100 * fixed - 1e-9 <= loss_at(100, load, fixed, exponent) <= 100 + 1e-9
    assert loss_at(100, 1, fixed, exponent) == pytest.approx(100)


def test_at_full_load_nothing_is_open() -> None:
    assert pue().results["pue"] == pytest.approx(1.2)
    assert pue().bounds == {}
    assert pue().note == ""


@pytest.mark.parametrize("missing", ["ups_kw", "distribution_kw", "cooling_kw"])
def test_a_loss_that_is_not_known_leaves_pue_without_value_and_upper_bound(missing: str) -> None:
    found = calculate("pue", {name: kw for name, kw in LOSSES.items() if name != missing})
    known = sum(float(kw) for name, kw in LOSSES.items() if name not in ("it_kw", missing))
    assert found.results["pue"] is None
    assert found.bounds["pue"] == (pytest.approx(1 + known / 1000), None)
    assert found.note == f"without {missing} there is no upper bound"


def test_heat_of_evaporation_falls_to_that_of_the_steam_tables() -> None:
    """2,442 kJ/kg at 25 °C, 2,406 at 40 °C (IAPWS, as steam tables have it)."""
    assert latent_heat_kj_kg(25) == pytest.approx(2442, rel=1e-3)
    assert latent_heat_kj_kg(40) == pytest.approx(2406, rel=1e-3)
    assert evaporation_l_per_kwh(40) > evaporation_l_per_kwh(20)


@given(st.floats(1.01, 99), st.floats(0, 1))
def test_more_cycles_take_less_water_and_never_less_than_evaporates(
    cycles: float, more: float
) -> None:
    assert makeup_factor(cycles) >= makeup_factor(cycles + more) > 1


@given(st.floats(0, 1), st.floats(0, 1))
def test_water_follows_the_heat_that_evaporates(some: float, heat: float) -> None:
    found = calculate("wue", {"evaporated": str(some), "heat": str(heat)}).results
    assert found["wue"] == pytest.approx(found["makeup_l_per_kwh"] * some * heat)
    assert found["m3_per_year"] == pytest.approx(found["litres_per_day"] * 0.365)
    assert found["wue"] < inf


def test_it_says_that_a_tower_which_evaporates_all_is_the_most() -> None:
    assert "all heat evaporates" in calculate("wue", {}).note
    assert calculate("wue", {"evaporated": "0.8"}).note == ""
    assert calculate("wue", {"wue": "0.2"}).note == ""
