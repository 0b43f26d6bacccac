"""Figures of which nobody knows which holds, and the shares of a limit that they use."""

from collections.abc import Callable, Sequence
from math import inf

import pytest

from designer.model.figure_cases import (
    highest,
    hull,
    lowest,
    maybe_largest,
    spanning,
    weighted,
)
from designer.model.figures import Figure, estimate, exact, missing

LOW = estimate(1.1, 1.0, 1.3, "", "a.ref", "rule a")
HIGH = estimate(1.5, 1.2, 1.8, "", "b.ref", "rule b")


def test_cases_that_agree_are_known_and_others_are_bounds_around_all() -> None:
    assert hull([exact(3.0, "kW"), exact(3.0, "kW")], "why").exact
    found = hull([exact(3.0, "kW"), Figure(1.0, 5.0, 2.0, "kW")], "why")
    assert (found.low, found.value, found.high, found.unit) == (1.0, None, 5.0, "kW")
    assert (found.known, found.basis) == (0.0, ("why",))
    assert [(gap.ref, gap.width) for gap in found.gaps] == [("why", 4.0)]
    assert hull([exact(3.0), missing("x")], "why").high == inf
    assert hull([exact(3.0), missing("x")], "why").gaps[0].width == inf


def test_shares_that_are_certain_weigh_values_and_bounds() -> None:
    mean = weighted([LOW, HIGH], [0.25, 0.75])
    assert mean.value == pytest.approx(0.25 * 1.1 + 0.75 * 1.5)
    assert (mean.low, mean.high) == (pytest.approx(1.15), pytest.approx(0.25 * 1.3 + 0.75 * 1.8))
    assert mean.estimated


def test_shares_that_are_open_let_each_figure_bound_the_mean() -> None:
    mean = weighted([LOW, HIGH], [0.25, 0.75], ["x.ref"])
    assert (mean.low, mean.value, mean.high) == (1.0, pytest.approx(1.4), 1.8)
    assert (mean.known, mean.estimated) == (0.0, True)
    widths = {gap.ref: gap.width for gap in mean.gaps}
    assert widths == {
        "x.ref": pytest.approx(0.8), "b.ref": pytest.approx(0.6), "a.ref": pytest.approx(0.3),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("used", "limit", "least", "most"),
    [
        (exact(3.0), exact(4.0), 0.75, 0.75),
        (Figure(1.0, 3.0), Figure(2.0, 4.0), 0.25, 1.5),
        (exact(3.0), missing("x"), 0.0, inf),
        (exact(3.0), exact(0.0), 0.0, inf),
        (missing("x"), exact(4.0), 0.0, inf),
    ],
)
def test_the_share_of_a_limit_that_is_used_at_least_and_at_most(
    used: Figure, limit: Figure, least: float, most: float
) -> None:
    assert used.per(limit).low == least
    assert used.per(limit).high == most


@pytest.mark.parametrize(
    ("bounds", "may_be"),
    [
        ([(1, 1), (2, 2), (1.5, 1.5)], (1,)),
        ([(1, 1), (0, inf)], (0, 1)),
        ([(0, inf), (1, 1)], (1, 0)),
        ([(0, 0.9), (1, 1), (0, 1.1)], (1, 2)),
        ([(1, 2), (2, 3)], (1,)),
        ([(1, 2.1), (2, 3)], (1, 0)),
        ([(5, 5), (5, 10)], (1,)),
        # What differs by rounding is the same.
        ([(0.1 + 0.2, 0.1 + 0.2), (0.3, 0.3)], (0,)),
        ([(0.3, 0.4), (0.1, 0.3 + 1e-12)], (0,)),
    ],
)
def test_one_is_the_largest_only_where_the_bounds_allow_no_other(
    bounds: list[tuple[float, float]], may_be: tuple[int, ...]
) -> None:
    assert maybe_largest([Figure(low, high) for low, high in bounds]) == may_be


@pytest.mark.parametrize("made", [highest, lowest, spanning])
@pytest.mark.parametrize(
    "doubt", [missing("o.x", "kW", 0.5, 2.0), estimate(1.0, 0.5, 2.0, "kW", "o.x", "rule")]
)
def test_what_leaves_one_of_many_open_is_named_before_what_is_known(
    made: Callable[[Sequence[Figure]], Figure], doubt: Figure
) -> None:
    """A figure names so many of its inputs, and not those that are certain alone."""
    sure = [exact(1.0, "kW", f"p{number}.x") for number in range(20)]
    assert made([*sure, doubt]).basis[0] == "o.x"
    assert len(made([*sure, doubt]).basis) < 20
