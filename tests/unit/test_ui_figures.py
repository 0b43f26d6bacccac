"""Figures as the window writes them: the same decimals on both sides of a limit."""

import pytest

from designer.model.figure_words import side_of_limit
from designer.model.figures import Figure, exact, missing


@pytest.mark.parametrize(
    ("figure", "text"),
    [
        (exact(32.0, "U"), "32"),
        (exact(31.5, "U"), "31.5"),
        (exact(51.0, "kW"), "51.0"),
        (exact(98.3, "kW"), "98.3"),
        (exact(1500.4, "kg"), "1,500"),
        (missing("a", "kW", 20.0, 26.0), "20.0–26.0"),
        (missing("a", "kW"), "—"),
    ],
)
def test_a_side_of_a_limit_has_the_decimals_of_its_unit(figure: Figure, text: str) -> None:
    assert side_of_limit(figure) == text
