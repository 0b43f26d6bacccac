"""Sums of money in words: signs, sensible digits, sizes."""

from math import inf

import pytest

from designer.model.figure_words import currency_sign, money, quantity
from designer.model.figures import Figure, exact, missing


@pytest.mark.parametrize(
    ("currency", "sign"), [("USD", "$"), ("EUR", "€"), ("GBP", "£"), ("JPY", "¥"), ("CHF", "CHF ")]
)
def test_a_currency_without_a_sign_is_written_out(currency: str, sign: str) -> None:
    assert currency_sign(currency) == sign
    assert quantity(exact(12.0, currency)) == f"{sign}12.00"
    assert quantity(exact(120.0, currency)) == f"{sign}120"


@pytest.mark.parametrize(
    ("figure", "said"),
    [
        (exact(1_234_567.4, "USD"), "1,234,567 USD"),
        (exact(0.0, "USD"), "0 USD"),
        (Figure(1_234_567, 2_345_678, None, "USD"), "1,230,000–2,350,000 USD"),
        (Figure(1_234_567, inf, None, "USD"), "≥ 1,230,000 USD"),
        (Figure(123, 456, None, "USD"), "123–456 USD"),
        (Figure(12.5, 45.6, None, "USD"), "12–46 USD"),
        (Figure(0.0, 45.6, None, "USD"), "≤ 46 USD"),
        (missing("x", "USD"), "—"),
    ],
)
def test_a_sum_that_is_not_exact_has_three_digits(figure: Figure, said: str) -> None:
    assert money(figure) == said


@pytest.mark.parametrize(
    ("amount", "said"),
    [(9_999, "$9,999"), (10_000, "$10 k"), (999_499, "$999 k"), (1e6, "$1.0 M"),
     (4.71e7, "$47.1 M"), (1e9, "$1.0 bn"), (0, "$0")],
)  # fmt: skip
def test_large_sums_are_said_in_thousands_millions_and_billions(amount: float, said: str) -> None:
    assert quantity(exact(amount, "USD")) == said
