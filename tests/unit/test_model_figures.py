"""Figures with bounds: the rules, as properties over generated figures."""

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.model.figure_cases import (
    highest,
    likely_shares,
    lowest,
    spanning,
    taken_by_one,
    total_but_largest,
)
from designer.model.figure_columns import FEW, columns
from designer.model.figure_words import change, how_many, quantity, words
from designer.model.figures import (
    Figure,
    Gap,
    at_most,
    estimate,
    exact,
    filled,
    missing,
    product,
    repeated,
    stated,
    total,
    within,
)
from designer.model.measured import Measured, fields_of
from designer.model.units import unit_of

amounts = st.integers(0, 100_000).map(float)


@st.composite
def figures(draw: st.DrawFn) -> Figure:
    low = draw(amounts)
    if draw(st.booleans()):
        return exact(low, "kW", draw(st.sampled_from("abc")))
    high = draw(st.one_of(st.just(inf), st.integers(0, 1000).map(lambda more: low + more)))
    ref = draw(st.sampled_from(["p.x", "q.x", "r.x"]))
    if draw(st.booleans()) and high < inf:
        return estimate(draw(st.floats(low, high)), low, high, "kW", ref, "rule")
    return missing(ref, "kW", low, high)


@st.composite
def inside(draw: st.DrawFn, figure: Figure) -> float:
    return float(draw(st.floats(figure.low, min(figure.high, figure.low + 1e6))))


@given(st.data())
def test_a_revealed_figure_lands_inside_the_sum_of_bounds(data: st.DataObject) -> None:
    hidden = data.draw(st.lists(figures(), min_size=1, max_size=6))
    shown = [exact(data.draw(inside(f)), "kW") for f in hidden]
    before, after = total(hidden), total(shown)
    assert after.value is not None
    assert before.low - 1e-6 <= after.value <= before.high + 1e-6
    for other in (product(before, exact(2.0)), highest(hidden), lowest(hidden)):
        assert other.low <= other.high


@given(st.lists(figures(), min_size=1, max_size=6).flatmap(lambda f: st.permutations(f)))
def test_the_order_of_a_sum_does_not_matter(mixed: list[Figure]) -> None:
    straight, turned = total(mixed), total(tuple(reversed(mixed)))
    assert straight.low == pytest.approx(turned.low)
    assert straight.high == pytest.approx(turned.high)
    assert (straight.value is None) == (turned.value is None)
    assert straight.known == pytest.approx(turned.known)
    assert {g.ref for g in straight.gaps} == {g.ref for g in turned.gaps}


@given(st.lists(st.tuples(figures(), st.integers(0, 5)), min_size=1, max_size=6))
def test_columns_sum_as_scalars_do(pairs: list[tuple[Figure, int]]) -> None:

    table = columns([f for f, _ in pairs], "kW")
    counts = np.array([float(n) for _, n in pairs])
    as_columns = table.sum(counts)
    as_scalars = total([f.times(n) for f, n in pairs if n], "kW")
    assert as_columns.low == pytest.approx(as_scalars.low)
    assert as_columns.high == pytest.approx(as_scalars.high)
    assert (as_columns.value is None) == (as_scalars.value is None)
    if as_columns.value is not None:
        assert as_columns.value == pytest.approx(as_scalars.value)
    assert as_columns.estimated == as_scalars.estimated
    assert {g.ref for g in as_columns.gaps} == {g.ref for g in as_scalars.gaps}
    assert [table.at(n) for n in range(len(table))] == [f for f, _ in pairs]


def test_many_of_the_same_unknown_do_not_average_out() -> None:
    one = missing("node.power_typical_w", "W", 2000, 6000)
    four = one.times(4)
    assert (four.low, four.high, four.value) == (8000, 24_000, None)
    assert four.gaps[0].width == 16_000
    assert one.times(0) == Figure(0, 0, None, "W", 0.0, ("node.power_typical_w",))


def test_a_value_and_an_unknown_are_a_lower_bound_and_no_value() -> None:
    both = exact(20.4, "kW", "dgx-h100.power_max_w") + missing("q3200-ra.power_max_w", "kW")
    assert (both.low, both.high, both.value) == (20.4, inf, None)
    assert both.known == 0.5
    assert [gap.ref for gap in both.gaps] == ["q3200-ra.power_max_w"]
    assert both.basis[0] == "q3200-ra.power_max_w"


def test_known_is_weighted_by_value_where_there_is_one() -> None:
    mixed = total((exact(30.0, "kW"), estimate(10.0, 5.0, 12.0, "kW", "a.x", "rule")))
    assert mixed.known == pytest.approx(0.75)
    assert mixed.estimated
    assert mixed.value == 40


def test_the_largest_of_several_needs_only_those_that_may_be_it() -> None:
    worst = highest((exact(5.0), missing("a.x", "", 0, 3), exact(4.0)))
    assert (worst.value, worst.known) == (5.0, 1.0)
    open_ = highest((exact(5.0), missing("a.x", "", 0, 30)))
    assert (open_.low, open_.high, open_.value) == (5, 30, None)
    least = lowest((exact(5.0), missing("a.x", "", 0, 3)))
    assert (least.low, least.high, least.value) == (0, 3, None)


def test_a_verdict_is_yes_no_or_open_with_the_widest_causes() -> None:
    load = total((exact(10.0), missing("a.x", "", 0, 5), missing("b.x", "", 0, 50)))
    load = load + missing("c.x", "", 0, 7)
    assert within(load, exact(100.0)).answer == "yes"
    assert within(load, exact(9.0)).answer == "no"
    open_ = within(load, exact(60.0))
    assert (open_.answer, open_.because) == ("open", ("b.x", "c.x"))
    assert within(exact(1.0), stated(None, "pdu.amps")).because == ("pdu.amps",)
    assert within(exact(95.0), exact(100.0), near=0.9).near
    assert not within(exact(90.0), exact(100.0), near=0.9).near
    assert within(exact(0.1 + 0.2), exact(0.3)).answer == "yes"


def test_products_and_ratios_of_bounds() -> None:
    load, pue = missing("a.x", "kW", 10, 20), estimate(1.3, 1.2, 1.5, "", "site.pue", "guide")
    assert (product(load, pue).low, product(load, pue).high) == (12, 30)
    assert product(load, pue).value is None
    assert product(exact(0.0), missing("a.x")).high == 0
    assert exact(10.0).per(missing("a.x", "", 0, 5)).high == inf
    assert exact(10.0).per(exact(4.0)).value == 2.5
    with pytest.raises(ValueError, match="never negative"):
        product(exact(1.0).minus(exact(2.0)), exact(1.0))


@pytest.mark.parametrize(("low", "high", "value"), [(2, 1, None), (0, 1, 2), (inf, inf, None)])
def test_no_interval_is_refused(low: float, high: float, value: float | None) -> None:
    with pytest.raises(ValueError, match=r"interval|outside"):
        Figure(low, high, value)


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (exact(40.8, "kW"), "40.8 kW"),
        (exact(20.4, "kW") + missing("a", "kW"), "≥ 20.4 kW"),
        (missing("a", "kW", 20.4, 26.0), "20.4–26.0 kW"),
        (missing("a", "kW", 20.44, 26.01), "20.4–26.1 kW"),
        (missing("a", "kW", 0, 26.0), "≤ 26.0 kW"),
        (estimate(24.2, 20.0, 26.0, "kW", "a", "r"), "~24 kW (20–26)"),
        (estimate(11_700.3, 9_000, 15_000, "MWh", "a", "r"), "~12,000 MWh (9,000–15,000)"),
        (estimate(24.0, 20.0, inf, "kW", "a", "r"), "~24 kW (≥ 20)"),
        (missing("a", "kW"), "—"),
    ],
)
def test_words(figure: Figure, text: str) -> None:
    assert words(figure) == text


@given(figures())
def test_printed_bounds_hold(figure: Figure) -> None:
    text = words(figure, 0)
    if text.startswith("≥ "):
        assert float(text[2:-3].replace(",", "")) <= figure.low + 1e-6


class _Power(Measured):
    power_max_kw: float | None = None
    power_typical_kw: float | None = None


def test_a_record_holds_values_and_says_beside_them_what_is_not_exact() -> None:
    open_ = exact(20.4, "kW") + missing("q3200-ra.power_max_w", "kW")
    record = _Power(**fields_of({"power_max_kw": open_, "power_typical_kw": exact(7.3, "kW")}))
    assert (record.power_max_kw, record.power_typical_kw) == (None, 7.3)
    assert [bound.name for bound in record.bounds] == ["power_max_kw"]
    assert record.bounds[0].high is None
    back = record.figure("power_max_kw")
    assert (back.low, back.high, back.unit) == (20.4, inf, "kW")
    assert record.figure("power_typical_kw") == exact(7.3, "kW")
    assert _Power().figure("power_max_kw").unknown
    with pytest.raises(AttributeError):
        record.figure("power_kw")


def test_units_are_read_from_names() -> None:
    assert unit_of("airflow_m3h") == "m³/h"
    assert unit_of("energy_mwh_per_year") == "MWh a year"
    assert unit_of("gpus") == ""


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (exact(0.75, "kW"), "0.75 kW"),
        (exact(0.0, "kW"), "0.0 kW"),
        (exact(40.8, "kW"), "40.8 kW"),
        (exact(1430.2, "kW"), "1.43 MW"),
        (exact(1069.0, "kW") + missing("a", "kW"), "≥ 1.06 MW"),
        (missing("a", "kW", 900, 1600), "0.90–1.60 MW"),
        (missing("a", "kW", 0, 1600), "≤ 1.60 MW"),
        (exact(940.0, "MWh a year"), "940 MWh a year"),
        (estimate(0.0, 0, 0, "MWh a year", "a", "r"), "0 MWh a year"),
        (estimate(0.42, 0.2, 0.6, "MWh a year", "a", "r"), "~0.42 MWh a year (0.20–0.60)"),
        (exact(0.0, "MWh a year"), "0 MWh a year"),
        (estimate(11_700.0, 9_000, 15_000, "MWh a year", "a", "r"), "~12 GWh a year (9–15)"),
        (exact(47_100_000.0, "USD"), "$47.1 M"),
        (exact(45_130_000.0, "USD") + missing("a", "USD"), "≥ $45.1 M"),
        (missing("a", "USD", 40.1e6, 52.3e6), "$40.1–52.3 M"),
        (estimate(47e6, 40e6, 52e6, "USD", "a", "r"), "~$47 M (40–52)"),
        (exact(310_400.0, "EUR"), "€310 k"),
        (exact(9_400.0, "CHF"), "CHF 9,400"),
        (exact(203_200.0, "Gb/s"), "25.4 TB/s"),
        (exact(400.0, "Gb/s"), "50 GB/s"),
        (exact(12.5, "K"), "12.5 K"),
        (missing("a", "USD"), "—"),
    ],
)
def test_quantities_choose_unit_and_digits_by_size(figure: Figure, text: str) -> None:
    assert quantity(figure) == text


@pytest.mark.parametrize(
    ("figure", "beside", "alone"),
    [
        (Figure(101.6, 1433.5, None, "kW"), "0.10–1.43 MW", "0.10–1.44 MW"),
        (Figure(0.0, 1433.5, None, "kW"), "≤ 1.43 MW", "≤ 1.44 MW"),
        (Figure(1432.0, 1433.5, None, "kW"), "1.43 MW", "1.43–1.44 MW"),
        (Figure(101.6, 1433.6, None, "kW"), "0.10–1.44 MW", "0.10–1.44 MW"),
        (Figure(101.6, 1431.0, None, "kW"), "0.10–1.43 MW", "0.10–1.44 MW"),
        (Figure(101.6, 1424.0, None, "kW"), "0.10–1.43 MW", "0.10–1.43 MW"),
        (Figure(101.6, 1414.0, None, "kW"), "0.10–1.42 MW", "0.10–1.42 MW"),
        (Figure(101.6, inf, None, "kW"), "≥ 101.6 kW", "≥ 101.6 kW"),
    ],
)
def test_a_figure_that_ends_at_another_reads_as_no_more_than_that(
    figure: Figure, beside: str, alone: str
) -> None:
    """Bounds are rounded outwards, the exact maximum of 1.43 MW beside them is not."""
    most = exact(1433.5, "kW")
    assert quantity(most) == "1.43 MW"
    assert quantity(figure, most) == beside
    assert quantity(figure) == alone
    assert quantity(figure, Figure(1400.0, 1433.5, None, "kW")) == alone


def test_a_maximum_that_is_rounded_up_leaves_bounds_as_they_are() -> None:
    most, peak = exact(1438.0, "kW"), Figure(101.6, 1438.0, None, "kW")
    assert (quantity(most), quantity(peak, most)) == ("1.44 MW", "0.10–1.44 MW")


@pytest.mark.parametrize(
    ("before", "after", "text"),
    [
        (exact(162.4, "kW"), exact(167.9, "kW"), "162.4 → 167.9 kW"),
        (exact(990.0, "kW"), exact(1010.0, "kW"), "0.99 → 1.01 MW"),
        (exact(1010.0, "kW"), exact(0.0, "kW"), "1.01 → 0.00 MW"),
        (exact(2, ""), exact(3, ""), "2 → 3"),
        (exact(12_268.7, "kg"), exact(12_269.3, "kg"), ""),
        (exact(12_268.4, "kg"), exact(12_268.6, "kg"), "12,268 → 12,269 kg"),
        (missing("a", "kW", 20.4), exact(40.8, "kW"), "≥ 20.4 → 40.8 kW"),
        (missing("a", "kW", 20.4, 26), missing("a", "kW", 30, 36.2), "20.4–26.0 → 30.0–36.2 kW"),
        (estimate(24, 20, 26, "kW", "a", "r"), estimate(30, 25, 33, "kW", "a", "r"),
         "~24 kW (20–26) → ~30 kW (25–33)"),
        (exact(12.1e6, "USD"), estimate(12.6e6, 12.1e6, 13.4e6, "USD", "a", "r"),
         "$12.1 → ~$13 M (12–14)"),
        (missing("a", "USD"), exact(9_400.0, "USD"), "— → $9,400"),
        (exact(704.0, "kg"), missing("a", "kg"), "704 kg → —"),
        (missing("a", "kg"), missing("b", "kg"), ""),
    ],
)  # fmt: skip
def test_a_change_is_in_one_unit_and_empty_where_both_read_the_same(
    before: Figure, after: Figure, text: str
) -> None:
    assert change(before, after) == text


def test_bounds_that_meet_are_a_value() -> None:
    open_ended = missing("a.x", "kW", 10, 45)
    left = open_ended.minus(exact(55.0, "kW")).clipped(0.0)
    assert (left.low, left.value, left.high) == (0, 0, 0)
    assert left.exact
    assert open_ended.value is None


@given(st.lists(st.tuples(figures(), st.integers(0, 40)), max_size=8))
def test_repeated_figures_are_those_times_their_number_added_up(
    pairs: list[tuple[Figure, int]],
) -> None:
    found = repeated(pairs, "kW")
    added = total((figure.times(n) for figure, n in pairs if n), "kW")
    assert (found.low, found.high) == pytest.approx((added.low, added.high))
    assert (found.value is None) == (added.value is None)
    assert found.value == (None if added.value is None else pytest.approx(added.value))
    assert {gap.ref for gap in found.gaps} == {gap.ref for gap in added.gaps}
    assert found.basis == added.basis
    assert found.estimated == added.estimated


def exact_figures() -> st.SearchStrategy[Figure]:
    """Return figures that are known exactly, each with a source of its own or a shared one."""
    values = st.floats(0, 1e6, allow_nan=False)
    return st.builds(
        lambda value, ref: exact(value, "kW", f"{ref}.power_max_w"),
        values,
        st.sampled_from("abcdefgh"),
    )


@given(
    st.lists(st.tuples(exact_figures(), st.integers(0, 9), st.integers(0, 9)), max_size=12),
    st.booleans(),
)
def test_columns_of_exact_figures_sum_as_repeated_does(
    entries: list[tuple[Figure, int, int]], one_is_open: bool
) -> None:
    """To the last digit and with the same basis, also when the same entries are asked again."""
    figures = [figure for figure, _, _ in entries]
    if one_is_open and figures:
        figures[-1] = missing("open.power_max_w", "kW", 1.0, 2.0)
    held = columns(figures, "kW")
    for counts in ([n for _, n, _ in entries], [n for _, _, n in entries]):
        pairs = zip(figures, counts, strict=True)
        expected = repeated(((figure, n) for figure, n in pairs if n), "kW")
        assert held.sum(np.array(counts, dtype=float)) == expected


def test_columns_add_up_alike_one_by_one_and_as_arrays() -> None:
    entries = [
        estimate(3.0, 1.0, 4.0 + n, "W", f"p{n}.x", "rule r") if n % 3 else exact(float(n), "W")
        for n in range(3 * FEW)
    ]
    held = columns(entries, "W")
    counts = np.arange(3 * FEW, dtype=float)
    as_arrays = held.sum(counts)
    one_by_one = repeated(zip(entries, counts, strict=True), "W")
    assert as_arrays.low == pytest.approx(one_by_one.low)
    assert as_arrays.high == pytest.approx(one_by_one.high)
    assert as_arrays.value == pytest.approx(one_by_one.value)
    assert as_arrays.known == pytest.approx(one_by_one.known)
    assert [gap.ref for gap in as_arrays.gaps] == [gap.ref for gap in one_by_one.gaps]


@pytest.mark.parametrize(
    ("used", "limit", "shares"),
    [
        (exact(30), exact(40), (0.75, 0.75)),
        (Figure(10, 30), exact(40), (0.25, 0.75)),
        (exact(20), Figure(25, 40), (0.5, 0.8)),
        (Figure(10, inf), exact(40), (0.25, 1)),
        (exact(50), exact(40), (1, 1)),
        (exact(10), missing("x"), (0, 1)),
    ],
)
def test_a_limit_is_filled_between_the_least_and_the_most(
    used: Figure, limit: Figure, shares: tuple[float, float]
) -> None:
    assert filled(used, limit) == shares


def test_the_likely_size_is_the_value_or_what_is_certain() -> None:
    assert Figure(10, 30, 20).likely == 20
    assert Figure(10, 30).likely == 10
    assert missing("x").likely == 0


def test_likely_shares_add_up_and_are_none_of_nothing() -> None:
    assert likely_shares([Figure(10, 30, 20), Figure(20, inf), exact(40)]) == [0.25, 0.25, 0.5]
    assert likely_shares([missing("x"), exact(0)]) == [0, 0]


def test_bounds_that_span_figures_hold_each_of_them() -> None:
    both = spanning([Figure(10, 30, 20, "kW", 0.5, ("a",), (Gap("a", 20),)), exact(40, "kW", "b")])
    assert (both.low, both.high, both.value, both.unit, both.known) == (10, 40, None, "kW", 0.5)
    assert both.basis == ("a", "b")
    assert both.gaps == (Gap("a", 20),)
    assert spanning([exact(3)]).value == 3


@pytest.mark.parametrize(
    ("load", "capacity", "over"),
    [
        (exact(50), exact(40), 10),
        (Figure(45, 60), Figure(30, 40), 5),
        (Figure(30, 60), Figure(30, 40), -10),
        (exact(50), missing("x"), -inf),
    ],
)
def test_what_a_load_is_above_a_capacity(load: Figure, capacity: Figure, over: float) -> None:
    assert load.minus(capacity).low == over


def test_what_must_be_enough_counts_by_its_upper_bound() -> None:
    assert (at_most(5, "kW").low, at_most(5).high, at_most(5, "kW").unit) == (0, 5, "kW")
    assert at_most(5).value is None


@pytest.mark.parametrize(
    ("figure", "raised"),
    [
        (exact(101, "kW"), exact(150, "kW")),
        (exact(150, "kW"), exact(150, "kW")),
        (exact(0.1 + 0.2 + 149.7, "kW"), exact(150, "kW")),
        (Figure(0, 51, 20, "kW"), Figure(0, 100, 50, "kW")),
        (missing("x", "kW", 60), missing("x", "kW", 100)),
    ],
)
def test_a_figure_in_steps_is_the_next_that_holds_it(figure: Figure, raised: Figure) -> None:
    assert figure.in_steps(50) == raised


def test_a_figure_counted_as_one_end_keeps_its_bounds() -> None:
    counted = Figure(10, 30, 20, "kW", 0.5, ("a",)).counted_as(30)
    assert (counted.low, counted.value, counted.high, counted.basis) == (10, 30, 30, ("a",))
    with pytest.raises(ValueError, match="outside"):
        Figure(10, 30).counted_as(31)


def test_without_an_upper_end_nothing_is_estimated() -> None:
    least = estimate(20, 10, 30, "kW", "x", "rule x").without_upper_end()
    assert (least.low, least.value, least.high, least.estimated) == (10, None, inf, False)


def test_ports_that_nobody_states_may_leave_nothing() -> None:
    open_ = exact(8, "links", "rule").perhaps_none(["a.ports", "b.ports"])
    assert (open_.low, open_.high, open_.value, open_.known) == (0, 8, None, 0)
    assert open_.gaps == (Gap("a.ports", 8), Gap("b.ports", 8))
    assert open_.basis == ("a.ports", "b.ports")
    assert exact(0, "links", "rule").perhaps_none(["a.ports"]) == exact(0, "links", "rule")


def test_what_left_a_figure_open_before_leaves_it_open_still() -> None:
    unit = missing("cdu.cooling.capacity_kw", "kW", 50, 80).perhaps_none(["rule feeds"])
    assert (unit.low, unit.high, unit.basis) == (0, 80, ("rule feeds",))
    assert unit.gaps == (Gap("rule feeds", 80), Gap("cdu.cooling.capacity_kw", 30))


def test_nothing_of_an_estimate_is_an_exact_nothing() -> None:
    assert estimate(20, 10, 30, "kW", "x", "rule x").times(0).exact


@given(sizes=st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100)), min_size=1, max_size=5))
def test_without_the_largest_holds_what_is_left_whatever_the_sizes_are(
    sizes: list[tuple[float, float]],
) -> None:
    figures = [Figure(low, low + more) for low, more in sizes]
    left = total_but_largest(figures)
    true = sorted(low + more / 2 for low, more in sizes)
    assert left.low - 1e-9 <= sum(true[:-1]) <= left.high + 1e-9


def test_the_sum_without_the_largest_of_nothing_is_nothing() -> None:
    assert total_but_largest([], "kW") == exact(0.0, "kW")
    assert total_but_largest([exact(3), exact(5), exact(4)]).value == 7


@pytest.mark.parametrize(
    ("load", "one", "other", "bounds"),
    [
        (exact(100), exact(60), exact(70), (30, 60)),
        (exact(50), exact(60), exact(70), (0, 50)),
        (exact(100), exact(60), exact(10), (60, 60)),
    ],
)
def test_one_of_two_takes_what_the_other_must_leave_and_no_more_than_it_can(
    load: Figure, one: Figure, other: Figure, bounds: tuple[float, float]
) -> None:
    taken = taken_by_one(load, one, other, "rule of sharing")
    assert (taken.low, taken.high) == bounds
    assert taken.basis == ("rule of sharing",)


@pytest.mark.parametrize(
    ("low", "high", "told"),
    [(1, 1, "1 switch"), (2, 2, "2 switches"), (0, 1, "≤ 1 switch"), (1, 2, "1–2 switches"),
     (1, inf, "≥ 1 switches"), (0, inf, "— switches")],
)  # fmt: skip
def test_how_many_there_are_is_told_with_bounds(low: float, high: float, told: str) -> None:
    figure = exact(low) if low == high else missing("x", "", low, high)
    assert how_many(figure, "switch", "switches") == told


@pytest.mark.parametrize(
    "figure",
    [
        exact(3.0, "kW", "a"),
        missing("a", "kW", 1.0, 3.0),
        estimate(2.0, 1.0, 3.0, "kW", "a", "rule"),
        Figure(3.0, 3.0, 3.0, "kW", 0.5, ("a",)),
    ],
)
def test_a_sum_of_one_figure_says_what_the_figure_says(figure: Figure) -> None:
    assert total((figure,)) == figure
    assert repeated(((figure, 1),)) == figure
    assert total((figure,), "W").unit == repeated(((figure, 1),), "W").unit == "W"
    assert total((figure,), "W").low == figure.low


def test_raising_and_lowering_leave_what_is_within_as_it_is() -> None:
    figure = Figure(1.0, 3.0, 2.0, "kW")
    assert figure.clipped(1.0, 3.0) is figure
    assert figure.clipped(2.5) == Figure(2.5, 3.0, 2.5, "kW")
    assert figure.clipped(most=1.5) == Figure(1.0, 1.5, 1.5, "kW")
