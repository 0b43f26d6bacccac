"""The least efficiency of power supplies by load: 80 PLUS at 230 V, internal redundant.

Tables of Tom's Hardware (Gold, Platinum, Titanium) and TechSpot 2025 (Ruby); points are exact.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.engine.calc import CalcError, calculate
from designer.engine.psu_curve import CURVES, efficiency_at, output_kw

PUBLISHED = [
    ("gold", 20, 88), ("gold", 50, 92), ("gold", 100, 88),
    ("platinum", 20, 90), ("platinum", 50, 94), ("platinum", 100, 91),
    ("titanium", 10, 90), ("titanium", 20, 94), ("titanium", 50, 96), ("titanium", 100, 91),
    ("ruby", 5, 90), ("ruby", 10, 91), ("ruby", 20, 95), ("ruby", 50, 96.5), ("ruby", 100, 92),
]  # fmt: skip


@pytest.mark.parametrize(("grade", "load", "percent"), PUBLISHED)
def test_published_points(grade: str, load: float, percent: float) -> None:
    assert efficiency_at(grade, load / 100) == pytest.approx(percent / 100)


def test_outside_of_the_points_nothing_is_said() -> None:
    assert efficiency_at("gold", 0.1) is None
    assert efficiency_at("titanium", 1.01) is None
    assert output_kw("gold", 0.01, 3.3) is None
    assert output_kw("gold", 5.0, 3.3) is None


@given(st.sampled_from(sorted(CURVES)), st.floats(0.201, 0.999), st.floats(0.1, 20))
def test_what_a_supply_gives_and_takes_agree(grade: str, load: float, rating: float) -> None:
    share = efficiency_at(grade, load)
    assert share is not None
    given_kw = output_kw(grade, load * rating / share, rating)
    assert given_kw == pytest.approx(load * rating, rel=1e-6)


def test_a_node_on_half_loaded_supplies_loses_four_percent() -> None:
    """Six Titanium supplies of 3.3 kW at half load give 9.9 kW of 10.3125 kW."""
    asked = {"count": "6", "rating_kw": "3.3", "feeds": "6", "lost_feeds": "0",
             "load_kw": "10.3125", "grade": "titanium"}  # fmt: skip
    found = calculate("psu", asked).results
    assert found["load_pct"] == pytest.approx(50)
    assert found["efficiency_at_load"] == pytest.approx(0.96)
    assert found["loss_kw"] == pytest.approx(0.4125)


def test_a_grade_that_is_none_is_refused() -> None:
    with pytest.raises(CalcError):
        calculate("psu", {"grade": "tin"})
