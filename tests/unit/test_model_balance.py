"""The centre of weights of which not all are known."""

from itertools import product
from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.model.figure_cases import balance
from designer.model.figures import Figure, exact, missing

places = st.floats(0, 3000)
weights = st.tuples(st.floats(0, 500), st.floats(0, 500), places)


def test_a_lever_of_known_weights() -> None:
    """1 kg at 0 and 3 kg at 1,000 mm balance at 750 mm."""
    found = balance([(exact(1, "kg"), 0.0), (exact(3, "kg"), 1000.0)], "mm")
    assert found.exact
    assert (found.value, found.unit) == (750, "mm")


def test_an_unknown_weight_pulls_the_centre_to_itself_and_no_further() -> None:
    found = balance([(exact(100, "kg"), 500.0), (missing("x.mass_kg", "kg"), 1500.0)], "mm")
    assert (found.low, found.high, found.value) == (500, 1500, None)
    assert [gap.ref for gap in found.gaps] == ["x.mass_kg"]


def test_nothing_has_no_centre() -> None:
    with pytest.raises(ValueError, match="nothing weighs anything"):
        balance([(exact(0, "kg"), 1.0)])


@given(st.lists(weights, min_size=1, max_size=6))
def test_the_centre_is_within_its_bounds_whatever_the_weights(
    items: list[tuple[float, float, float]],
) -> None:
    """The ends are those of the worst of all corners: each weight as small or large as can be."""
    bounded = [(*sorted((a, b)), place) for a, b, place in items]
    if not any(high > 1e-6 for _, high, _ in bounded):
        return
    found = balance([(Figure(low, high, unit="kg"), x) for low, high, x in bounded], "mm")
    corners = []
    for chosen in product(*((low, high) for low, high, _ in bounded)):
        if sum(chosen) > 1e-6:
            moment = sum(w * x for w, (_, _, x) in zip(chosen, bounded, strict=True))
            corners.append(moment / sum(chosen))
    assert found.low <= min(corners) + 1e-6
    assert found.high >= max(corners) - 1e-6
    if all(low > 1e-3 for low, _, _ in bounded):
        assert found.low == pytest.approx(min(corners), abs=1e-6)
        assert found.high == pytest.approx(max(corners), abs=1e-6)


@given(st.lists(weights, min_size=2, max_size=6), st.data())
def test_hiding_a_weight_never_narrows_the_bounds(
    items: list[tuple[float, float, float]], data: st.DataObject
) -> None:
    known = [(exact(a + 1, "kg"), x) for a, _, x in items]
    at = data.draw(st.integers(0, len(items) - 1))
    hidden = [*known[:at], (missing("h.mass_kg", "kg"), known[at][1]), *known[at + 1 :]]
    before, after = balance(known), balance(hidden)
    assert after.low <= before.low + 1e-9 * max(1.0, before.low)
    assert after.high >= before.high - 1e-9 * max(1.0, before.high)
    assert after.high < inf
