"""A rack that rolls: what must come out, and what one tile carries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.engine.calc import calculate


@given(st.floats(0, 3000), st.floats(1, 3000))
def test_what_is_left_behind_makes_it_roll(devices: float, rating: float) -> None:
    asked = {"devices_kg": str(devices), "rack_kg": "0", "dynamic_kg": str(rating)}
    found = calculate("rolling", asked).results
    assert found["mass_kg"] - found["left_behind_kg"] <= rating * (1 + 1e-9)
    assert found["rolls_filled"] is (found["left_behind_kg"] == 0)


def test_half_of_a_rack_may_stand_on_one_caster_and_on_one_tile() -> None:
    """NVL72, 1,360 kg: 340 kg a caster, half of it at most (IBM, POWER8 floor loading)."""
    found = calculate("rolling", {"devices_kg": "1360", "rack_kg": "0"})
    assert found.results["caster_kg"] == pytest.approx(340)
    assert found.bounds["caster_kg"] == pytest.approx((340, 680))
    assert found.results["tile_kg"] is None
    assert found.bounds["tile_kg"] == pytest.approx((340, 680))
    assert "rolls_filled" not in found.results


def test_two_casters_that_share_may_carry_more_than_half() -> None:
    asked = {"devices_kg": "900", "rack_kg": "0", "casters": "3"}
    found = calculate("rolling", asked)
    assert found.bounds["caster_kg"] == pytest.approx((300, 450))
    assert found.bounds["tile_kg"] == pytest.approx((300, 600))


@given(st.floats(1, 3000), st.integers(3, 20))
def test_no_caster_and_no_tile_carries_more_than_the_rack(mass: float, casters: int) -> None:
    asked = {"devices_kg": str(mass), "rack_kg": "0", "casters": str(casters)}
    found = calculate("rolling", asked)
    low, most = found.bounds["caster_kg"]
    assert low * casters == pytest.approx(mass)
    assert low < most <= found.bounds["tile_kg"][1] <= mass


def test_coolant_counts_where_it_is_rolled_filled() -> None:
    dry = {"devices_kg": "1360", "rack_kg": "0", "static_kg": "1400", "dynamic_kg": "1380"}
    assert calculate("rolling", dry).results["rolls_filled"] is True
    filled = calculate("rolling", dry | {"coolant_kg": "42"}).results
    assert filled["rolls_filled"] is False
    assert filled["left_behind_kg"] == pytest.approx(22)
    assert filled["static_use_pct"] == pytest.approx(100 * 1402 / 1400)
