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


def test_two_casters_of_an_uneven_rack_may_stand_on_one_tile() -> None:
    """NVL72, 1,360 kg: 340 kg a caster, 442 where it is uneven, 884 on one tile at most."""
    found = calculate("rolling", {"devices_kg": "1360", "rack_kg": "0"})
    assert found.results["caster_kg"] == pytest.approx(340)
    assert found.bounds["caster_kg"] == pytest.approx((340, 442))
    assert found.results["tile_kg"] is None
    assert found.bounds["tile_kg"] == pytest.approx((340, 884))
    assert "rolls_filled" not in found.results


def test_coolant_counts_where_it_is_rolled_filled() -> None:
    dry = {"devices_kg": "1360", "rack_kg": "0", "static_kg": "1400", "dynamic_kg": "1380"}
    assert calculate("rolling", dry).results["rolls_filled"] is True
    filled = calculate("rolling", dry | {"coolant_kg": "42"}).results
    assert filled["rolls_filled"] is False
    assert filled["left_behind_kg"] == pytest.approx(22)
    assert filled["static_use_pct"] == pytest.approx(100 * 1402 / 1400)
