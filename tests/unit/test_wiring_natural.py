"""Names in the order that people read them in: numbers by value, in whatever script."""

from itertools import permutations

import pytest

from designer.wiring.network_line import natural


@pytest.mark.parametrize(
    "names",
    [
        ("s1", "s2", "s10"),
        ("1", "2a", "s1", "１", "１２"),
        ("", "007", "7", "a", "a1b2", "a1b10", "²"),
    ],
)
def test_any_names_can_be_ordered(names: tuple[str, ...]) -> None:
    """Digits of other scripts are letters here: `int` and text stood in one place of two keys."""
    wanted = sorted(names, key=natural)
    for mixed in permutations(names):
        assert sorted(mixed, key=natural) == wanted or len(set(map(natural, names))) < len(names)
    assert [name for name in wanted if name.startswith("s")] == [n for n in names if n[:1] == "s"]
