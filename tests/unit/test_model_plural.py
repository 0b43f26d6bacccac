"""Numbers of things in words."""

import pytest

from designer.model.plural import plural


@pytest.mark.parametrize(
    ("number", "text"), [(0, "0 racks"), (1, "1 rack"), (2, "2 racks"), (1234, "1,234 racks")]
)
def test_one_is_singular_and_all_else_is_plural(number: int, text: str):
    assert plural(number, "rack") == text


def test_a_plural_of_its_own_is_used_as_given():
    assert plural(1, "entry", "entries") == "1 entry"
    assert plural(3, "entry", "entries") == "3 entries"
