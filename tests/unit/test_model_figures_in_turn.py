"""Sums of figures of which many that follow one another are alike: to the last digit as any sum."""

from hypothesis import given
from hypothesis import strategies as st

from designer.model.figures import Figure, Gap, exact, in_turn, missing, repeated, repeated_in_turn

AMOUNTS = st.floats(0.0, 1e6, allow_nan=False)
GAPS = st.sampled_from(("a.kw", "b.kw", "c.kw"))


@st.composite
def figures(draw: st.DrawFn) -> Figure:
    """Return an exact figure, an open one, or an estimate."""
    low, wide = draw(AMOUNTS), draw(AMOUNTS)
    sort = draw(st.sampled_from(("exact", "open", "estimated", "missing")))
    if sort == "exact":
        return exact(low, "kW", draw(GAPS))
    if sort == "missing":
        return missing(draw(GAPS), "kW", low, low + wide)
    gaps = (Gap(draw(GAPS), wide),) if sort == "open" else ()
    return Figure(low, low + wide, low, "kW", 0.5, ("x",), gaps, sort == "estimated")


@given(st.lists(st.tuples(figures(), st.integers(0, 9), st.integers(0, 40)), max_size=6))
def test_a_sum_in_turn_is_the_sum_of_each_pair(runs: list[tuple[Figure, int, int]]) -> None:
    pairs = [(figure, times) for figure, times, number in runs for _ in range(number)]
    assert repeated_in_turn(runs, "kW") == repeated(pairs, "kW")


@given(st.lists(st.tuples(figures(), st.integers(0, 9)), max_size=8))
def test_a_sum_adds_term_by_term(pairs: list[tuple[Figure, int]]) -> None:
    low = high = 0.0
    for figure, times in pairs:
        low, high = low + figure.low * times, high + figure.high * times
    found = repeated(pairs, "kW")
    assert (found.low, found.high) == (low, high)


def test_terms_in_turn_round_at_each_step() -> None:
    assert in_turn(0.0, [(0.1, 10)]) != 0.1 * 10
    assert in_turn(0.0, [(0.1, 10)]) == in_turn(0.0, [(0.1, 1)] * 10)
