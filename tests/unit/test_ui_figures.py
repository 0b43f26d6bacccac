"""Figures as the window writes them: the same decimals on both sides of a limit."""

import pytest

from designer.ui.kit import figures


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (32.0, "U", "32"),
        (31.5, "U", "31.5"),
        (51.0, "kW", "51.0"),
        (98.3, "kW", "98.3"),
        (1500.4, "kg", "1,500"),
        (None, "kW", "—"),
    ],
)
def test_an_amount_has_the_decimals_of_its_unit(value: float | None, unit: str, text: str) -> None:
    assert figures.amount(value, unit) == text
