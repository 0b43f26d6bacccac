"""Figures with bounds, rule by rule on small numbers (interval arithmetic, R. E. Moore, 1966)."""

from math import inf, nan

import numpy as np
import pytest

from designer.model import units
from designer.model.counting import counted, member_id
from designer.model.figure_cases import highest, lowest
from designer.model.figure_columns import columns
from designer.model.figure_words import amount, number, quantity, words
from designer.model.figures import (
    Figure,
    Gap,
    estimate,
    exact,
    merged,
    missing,
    product,
    stated,
    total,
    within,
)
from designer.model.measured import Bound, Measured, fields_of

NODE = missing("node.x", "kW", 4, 10)
RACK = exact(20, "kW", "rack.x")
GUESS = estimate(6, 4, 10, "kW", "node.x", "70 %")


def ends(figure):
    return figure.low, figure.value, figure.high


@pytest.mark.parametrize(
    ("figure", "width", "is_exact", "unknown"),
    [
        (RACK, 0, True, False),
        (NODE, 6, False, False),
        (GUESS, 6, False, False),
        (missing("a", "kW"), inf, False, True),
        (missing("a", "kW", 1), inf, False, False),
        (missing("a", "kW", 0, 5), 5, False, False),
        (Figure(5, 5, 5, "kW", estimated=True), 0, False, False),
        (exact(0, "kW"), 0, True, False),
    ],
)
def test_what_a_figure_says_of_itself(figure, width, is_exact, unknown):
    assert (figure.width, figure.exact, figure.unknown) == (width, is_exact, unknown)


@pytest.mark.parametrize(
    ("low", "high", "value"),
    [(2, 1, None), (inf, inf, None), (nan, 1, None), (0, nan, None), (0, 1, 1.5), (0, 1, -0.5)],
)
def test_what_is_no_interval_is_refused(low, high, value):
    with pytest.raises(ValueError, match=r"is no interval|is outside"):
        Figure(low, high, value)
    assert Figure(0, 1, 0).value == 0
    assert Figure(0, 1, 1).value == 1


def test_a_sum_adds_bounds_and_names_what_is_open_first():
    both = total((RACK, NODE, NODE))
    assert ends(both) == (28, None, 40)
    assert (both.unit, both.known, both.estimated) == ("kW", pytest.approx(1 / 3), False)
    assert both.basis == ("node.x", "rack.x")
    assert both.gaps == (Gap("node.x", 12),)
    guessed = RACK + GUESS
    assert ends(guessed) == (24, 26, 30)
    assert (guessed.known, guessed.estimated) == (pytest.approx(20 / 26), True)
    assert ends(total((), "kW")) == (0, 0, 0)
    assert total((exact(0), missing("a", "", 0, 0))).known == 1


def test_the_widest_gaps_are_kept_and_equal_ones_ordered_by_name():
    gaps = merged([Gap("b", 2), Gap("a", 2), Gap("c", 1), Gap("c", 4), Gap("none", 0)])
    assert gaps == (Gap("c", 5), Gap("a", 2), Gap("b", 2))
    assert len(merged(Gap(str(n), 1) for n in range(9))) == 6


def test_a_factor_scales_bounds_gaps_and_keeps_the_share():
    four = NODE.times(4)
    assert ends(four) == (16, None, 40)
    assert (four.unit, four.gaps, four.known) == ("kW", (Gap("node.x", 24),), 0)
    assert GUESS.times(0.5, "MW").value == 3
    assert GUESS.times(0.5, "MW").unit == "MW"
    none = missing("a", "kW").times(0)
    assert (ends(none), none.gaps) == ((0, 0, 0), ())
    for wrong in (-1, inf, nan):
        with pytest.raises(ValueError, match="no factor"):
            NODE.times(wrong)


def test_a_difference_has_the_bounds_of_independent_figures():
    left = RACK.minus(NODE)
    assert ends(left) == (10, None, 16)
    assert (left.known, left.basis, left.gaps) == (0.5, ("rack.x", "node.x"), NODE.gaps)
    guessed = RACK.minus(GUESS)
    assert (ends(guessed), guessed.estimated) == ((10, 14, 16), True)
    assert ends(exact(1).minus(exact(3))) == (-2, -2, -2)
    assert not exact(3).minus(exact(1)).estimated
    assert RACK.minus(missing("a", "kW")).low == -inf


def test_bounds_are_cut_at_a_floor_and_a_ceiling():
    assert ends(GUESS.clipped(5)) == (5, 6, 10)
    assert ends(GUESS.clipped(7)) == (7, 7, 10)
    assert ends(GUESS.clipped(20)) == (20, 20, 20)
    assert ends(GUESS.clipped(most=8)) == (4, 6, 8)
    assert ends(GUESS.clipped(most=5)) == (4, 5, 5)
    assert ends(NODE.clipped(most=3)) == (3, 3, 3)
    assert ends(NODE.clipped(5)) == (5, None, 10)


def test_a_ratio_is_unbounded_where_the_divisor_may_be_nothing():
    assert ends(RACK.per(NODE)) == (2, None, 5)
    assert ends(RACK.per(GUESS, "x")) == (2, pytest.approx(20 / 6), 5)
    assert (RACK.per(GUESS, "x").unit, RACK.per(GUESS).estimated) == ("x", True)
    assert ends(RACK.per(missing("a", "", 0, 5))) == (4, None, inf)
    assert ends(RACK.per(exact(0))) == (0, None, inf)
    assert not RACK.per(exact(4)).estimated
    assert RACK.per(NODE).known == 0


def test_a_product_multiplies_bounds():
    pue = estimate(1.3, 1.2, 1.5, "", "site.pue", "guide")
    both = product(NODE, pue)
    assert ends(both) == (pytest.approx(4.8), None, 15)
    assert both.unit == "kW"
    assert ends(product(RACK, pue, "kWh")) == (24, 26, 30)
    assert product(RACK, pue).estimated
    assert product(RACK, pue, "kWh").unit == "kWh"
    assert ends(product(exact(0), missing("a"))) == (0, 0, 0)
    assert product(RACK, pue).gaps == (Gap("site.pue", pytest.approx(6)),)
    for pair in ((exact(-1), exact(1)), (exact(1), exact(-1))):
        with pytest.raises(ValueError, match="never negative"):
            product(*pair)
    assert ends(product(exact(0), exact(0))) == (0, 0, 0)


def test_the_largest_and_the_smallest_rest_on_those_that_may_be_it():
    most = highest((exact(3, "kW", "a"), NODE, exact(5, "kW", "b")))
    assert ends(most) == (5, None, 10)
    assert most.basis == ("node.x", "b")
    assert ends(highest((exact(12, "kW"), NODE))) == (12, 12, 12)
    assert highest((exact(12, "kW"), NODE)).gaps == ()
    least = lowest((exact(12, "kW", "a"), NODE, exact(5, "kW", "b")))
    assert ends(least) == (4, None, 5)
    assert ends(lowest((exact(3, "kW"), NODE))) == (3, 3, 3)
    assert ends(highest((GUESS, exact(5)))) == (5, 6, 10)
    assert highest((GUESS, exact(5))).estimated
    assert not highest((GUESS, exact(11))).estimated
    assert ends(lowest((GUESS, exact(5)))) == (4, 5, 5)
    assert most.gaps == least.gaps == NODE.gaps
    assert highest((exact(10), missing("n", "", 4, 10))).gaps == ()
    # A figure that only touches the bound may still be the one.
    assert highest((exact(10, "", "a"), missing("n", "", 4, 10))).basis == ("n", "a")
    assert lowest((exact(4, "", "a"), missing("n", "", 4, 10))).basis == ("n", "a")


@pytest.mark.parametrize(
    ("load", "capacity", "answer"),
    [
        (exact(10), exact(10), "yes"),
        (exact(10.1), exact(10), "no"),
        (missing("a", "", 4, 10), exact(10), "yes"),
        (missing("a", "", 4, 11), exact(10), "open"),
        (missing("a", "", 11, 12), exact(10), "no"),
        (exact(10), missing("c", "", 10, 20), "yes"),
        (exact(11), missing("c", "", 10, 20), "open"),
        (exact(20), missing("c", "", 10, 20), "open"),
        (exact(21), missing("c", "", 10, 20), "no"),
        (exact(0.1 + 0.2), exact(0.3), "yes"),
        (exact(0), exact(0), "yes"),
        (missing("a"), exact(10), "open"),
    ],
)
def test_a_limit_holds_fails_or_cannot_be_said(load, capacity, answer):
    assert within(load, capacity).answer == answer


def test_an_open_limit_names_the_two_widest_inputs():
    load = total((missing("a", "", 0, 3), missing("b", "", 0, 9), missing("c", "", 0, 5)))
    assert within(load, exact(10)).because == ("b", "c")
    assert within(exact(1), exact(10)).because == ()


@pytest.mark.parametrize(
    ("load", "near", "is_near"),
    [(9.1, 0.9, True), (9, 0.9, False), (8.9, 0.9, False), (9.9, 1.0, False), (11, 0.9, False)],
)
def test_near_is_above_a_share_of_the_capacity_and_within_it(load, near, is_near):
    assert within(exact(load), exact(10), near).near is is_near


def test_columns_give_back_and_sum_what_was_put_in():
    held = columns([RACK, NODE, GUESS, missing("a", "kW")], "kW")
    assert len(held) == 4
    assert [held.at(n) for n in range(4)] == [
        RACK,
        NODE,
        GUESS,
        missing("a", "kW"),
    ]
    three = held.sum(np.array([1.0, 2.0, 0.0, 0.0]))
    assert (ends(three), three.gaps) == ((28, None, 40), (Gap("node.x", 12),))
    assert (three.known, three.basis) == (pytest.approx(1 / 3), ("node.x", "rack.x"))
    guessed = held.sum(np.array([1.0, 0.0, 3.0, 0.0]))
    assert (ends(guessed), guessed.estimated) == ((32, 38, 50), True)
    assert guessed.known == pytest.approx(20 / 38)
    assert ends(held.sum(np.zeros(4))) == (0, 0, 0)
    assert held.sum(np.array([0.0, 0.0, 0.0, 1.0])).high == inf
    assert not held.sum(np.array([1.0, 0.0, 0.0, 0.0])).estimated
    with pytest.raises(ValueError, match="inputs, not results"):
        columns([total((NODE, missing("b", "kW", 0, 1)))], "kW")


def test_an_estimate_stays_inside_its_bounds():
    assert ends(estimate(12, 4, 10, "kW", "a", "r")) == (4, 10, 10)
    assert ends(estimate(1, 4, 10, "kW", "a", "r")) == (4, 4, 10)
    sure = estimate(7, 5, 5, "kW", "a", "r")
    assert (ends(sure), sure.estimated, sure.known) == ((5, 5, 5), False, 1)
    guessed = estimate(6, 4, 10, "kW", "a", "r")
    assert (guessed.gaps, guessed.known, guessed.basis) == ((Gap("a", 6),), 0, ("a", "r"))


def test_what_is_stated_is_exact_and_what_is_not_is_open():
    assert stated(3.0, "a", "kW").exact
    assert stated(None, "a", "kW").unknown
    assert stated(0.0, "a", "kW").value == 0
    sure = missing("a", "kW", 5, 5)
    assert (ends(sure), sure.known, sure.gaps) == ((5, 5, 5), 1, ())
    assert RACK.rest_on("more", "rack.x").basis == ("rack.x", "more")


@pytest.mark.parametrize(
    ("figure", "decimals", "text"),
    [
        (exact(1234.56), 1, "1,234.6"),
        (missing("a", "", 1.01, 1.09), 1, "1.0–1.1"),
        (missing("a", "", 2.0, 2.0), 1, "2.0"),
        (missing("a", "", -inf, 3), 1, "≤ 3.0"),
        (Figure(-inf, 3, 2, ""), 1, "−∞–3.0"),
        (missing("a", "", 20.4, 20.40001), 1, "20.4–20.5"),
        (Figure(0.1 + 0.2, 0.3 + 1e-12, None), 1, "0.3"),
        (estimate(24.0, 24.0 - 1e-9, 24.0 + 1e-9, "", "a", "r"), 1, "~24.0 (24.0)"),
        (Figure(100, 100, 100, "", estimated=True), 1, "100.0"),
        (Figure(0, inf, 24, "", estimated=True), 1, "~24"),
        (estimate(0.52, 0.41, 0.83, "", "a", "r"), 2, "~0.52 (0.41–0.83)"),
    ],
)
def test_printed_bounds_are_rounded_outwards(figure, decimals, text):
    assert words(figure, decimals) == text


def test_numbers_have_separators_and_may_be_rounded_to_tens():
    assert [number(12_345.678, d) for d in (2, 0, -1, -3)] == [
        "12,345.68", "12,346", "12,350", "12,000",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (999.9, "kW", "999.9 kW"),
        (1000, "kW", "1.00 MW"),
        (0.999, "kW", "1.00 kW"),
        (1, "kW", "1.0 kW"),
        (999, "W", "1.00 kW"),
        (500, "W", "0.50 kW"),
        (1000, "W", "1.0 kW"),
        (1_000_000, "W", "1.00 MW"),
        (999, "MWh", "999 MWh"),
        (1000, "MWh", "1.0 GWh"),
        (1000, "MWh a year", "1.0 GWh a year"),
        (7992, "Gb/s", "999 GB/s"),
        (8000, "Gb/s", "1.00 TB/s"),
        (1234.4, "kg", "1,234 kg"),
        (12.4, "L/min", "12 L/min"),
        (12.4, "m³/h", "12 m³/h"),
        (42, "U", "42 U"),
        (7, "", "7"),
        (9_999, "USD", "$9,999"),
        (10_000, "USD", "$10 k"),
        (999_000, "USD", "$999 k"),
        (1_000_000, "USD", "$1.0 M"),
        (1_000_000_000, "GBP", "£1.0 bn"),
        (12.34, "K", "12.3 K"),
    ],
)
def test_units_and_digits_change_at_round_sizes(value, unit, text):
    assert quantity(exact(value, unit)) == text


@pytest.mark.parametrize(
    ("first", "index", "member"),
    [
        ("leaf-03", 0, "leaf-03"),
        ("leaf-03", 7, "leaf-10"),
        ("leaf-99", 1, "leaf-100"),
        ("n1-a", 2, "n3-a"),
        ("door", 0, "door"),
        ("door", 1, "door-2"),
    ],
)
def test_ids_of_a_fold_count_on(first, index, member):
    assert member_id(first, index) == member
    assert counted(first, 0) == first


def test_a_gap_weighs_in_a_product_as_much_as_the_other_factor_lets_it():
    """By the other's value, else by its lower bound, else as it is; not at all beside nothing."""
    open_factor = missing("f", "", 0, 5)
    assert product(NODE, exact(3)).gaps == (Gap("node.x", 18),)
    assert product(NODE, missing("f", "", 2, 5)).gaps == (Gap("f", 12), Gap("node.x", 12))
    assert product(NODE, open_factor).gaps == (Gap("f", 20), Gap("node.x", 6))
    assert product(NODE, exact(0)).gaps == ()


def test_what_a_record_says_of_a_figure_comes_back():
    class Power(Measured):
        power_max_kw: float | None = None
        spare_kw: float | None = None

    record = Power(**fields_of({"power_max_kw": NODE, "spare_kw": RACK}))
    back = record.figure("power_max_kw")
    assert (ends(back), back.known, back.basis) == ((4, None, 10), 0, ("node.x",))
    assert back.gaps == NODE.gaps
    assert record.figure("power_max_kw", "MW").unit == "MW"
    assert record.bound("spare_kw") is None
    assert record.bound("power_max_kw").gaps == ("node.x",)
    assert (Bound(name="x", low=0).known, Bound(name="x", low=0).estimated) == (0, False)


def test_constants_are_what_their_definitions_say():
    assert pytest.approx(1.75 * 25.4) == units.RACK_UNIT_MM
    assert units.HOURS_PER_YEAR == 365 * units.HOURS_PER_DAY == 365 * 24
    assert units.HOURS_PER_MONTH * 12 == units.HOURS_PER_YEAR
    assert units.CONTEXT_TOKENS_PER_K == 131_072 / 128
    assert units.TOKENS_PER_QUERY == 1000


@pytest.mark.parametrize(
    ("low", "value", "high", "decimals", "text"),
    [
        (0, 1234, inf, 1, "~1,200"),
        (0, 12.34, inf, 1, "~12"),
        (0, 1.234, inf, 1, "~1.2"),
        (0, 0.1234, inf, 2, "~0.12"),
        (0, 0.1234, inf, 3, "~0.12"),
        (0, 0, inf, 2, "~0.00"),
        (1230, 1234, 1240, 1, "~1,230 (1,230–1,240)"),
        (1233, 1234, 1235, 1, "~1,234 (1,233–1,235)"),
        (1200, 1234, 1900, 1, "~1,200 (1,200–1,900)"),
        (0, 0, 40, 1, "~0 (0–40)"),
        (0.34, 29, 41, 1, "~29 (0.3–41)"),
        (0.1, 29, 41, 1, "~29 (0.1–41)"),
        (0.034, 29, 41, 1, "~29 (0–41)"),
        (0.034, 29, 41, 2, "~29 (0.03–41)"),
        (10, 29, 41, 1, "~29 (10–41)"),
        (134_000, 1_000_000, 2_460_000, -5, "~1,000,000 (100,000–2,500,000)"),
        (34_000, 1_000_000, 2_460_000, -5, "~1,000,000 (0–2,500,000)"),
        (-40, 0, 0, 1, "~0 (-40–0)"),
    ],
)
def test_an_estimate_has_the_digits_of_its_width_or_two_of_its_value(
    low: float, value: float, high: float, decimals: int, text: str
):
    figure = Figure(low, high, value, "kW", 0.5, ("a",), (), True)
    assert amount(figure, decimals) == text
