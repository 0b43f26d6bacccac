"""Noise and what a room stores: by their laws."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.engine.calc import calculate
from designer.engine.subjects.floor.noise import NIOSH, OSHA, allowed_h, several_db


@pytest.mark.parametrize("limit", [OSHA, NIOSH])
@given(level=st.floats(60, 140))
def test_each_exchange_halves_the_time(limit: tuple[float, float], level: float) -> None:
    assert allowed_h(limit[0], limit) == pytest.approx(8)
    assert allowed_h(level + limit[1], limit) == pytest.approx(allowed_h(level, limit) / 2)


@given(st.floats(0, 120), st.integers(1, 1000), st.integers(1, 1000))
def test_sources_add_up_in_any_order(level: float, some: int, others: int) -> None:
    together = several_db(several_db(level, some), others)
    assert together == pytest.approx(several_db(level, some * others))


@pytest.mark.parametrize("level", [70, 85, 96, 110])
def test_what_two_authorities_allow_is_a_range(level: int) -> None:
    found = calculate("noise", {"level_db": str(level)})
    assert found.results["allowed_h"] is None
    assert set(found.bounds["allowed_h"]) == {found.results["osha_h"], found.results["niosh_h"]}


@given(st.floats(0.1, 1e5), st.floats(0, 1e5), st.floats(0, 1e4), st.floats(0, 50))
def test_what_is_stored_lasts_until_it_is_spent(
    load: float, air: float, liquid: float, rise: float
) -> None:
    asked = {"load_kw": load, "air_m3": air, "liquid_m3": liquid, "rise_k": rise}
    given_text = {name: f"{value:.15f}" for name, value in asked.items()}
    found = calculate("ride-through", given_text).results
    stored_kj = (1.2 * 1.005 * air + 997 * 4.18 * liquid) * rise
    assert found["total_s"] * load == pytest.approx(stored_kj, rel=1e-6, abs=1e-6)
