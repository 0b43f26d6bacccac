"""Which revision is the newest: by date and order of entry, never by spelling."""

import itertools

import pytest

from designer.model.design import Revision
from designer.model.revisions import in_order, next_entry


def ordered(*named: tuple[str, str, int]) -> list[str]:
    """Return the ids in order, whatever the order in which the revisions stand."""
    revisions = [Revision(id=i, date=date, text="", entry=entry) for i, date, entry in named]
    found = {tuple(r.id for r in in_order(some)) for some in itertools.permutations(revisions)}
    assert len(found) == 1
    return list(found.pop())


def test_the_date_comes_first() -> None:
    assert ordered(("A", "2026-11-22", 1), ("B", "2026-11-03", 2)) == ["B", "A"]


def test_on_one_day_the_order_of_entry_tells() -> None:
    assert ordered(("C", "2026-11-22", 1), ("A", "2026-11-22", 2)) == ["C", "A"]


@pytest.mark.parametrize(
    "ids",
    [
        ["1", "2", "9", "10", "11"],
        ["A", "B", "Z", "AA", "AB"],
        ["P1", "P2", "P10", "C0", "C1"],
        ["P01.1", "P01.2", "P02", "C01"],
        ["0", "A", "B"],
        ["A", "N", "P", "R"],
        ["A1", "A2", "A10", "B1"],
    ],
    ids=lambda ids: " ".join(ids),
)
def test_names_count_up_where_nothing_else_tells(ids: list[str]) -> None:
    assert ordered(*((i, "2026-11-22", 0) for i in ids)) == ids


def test_what_is_no_date_is_older_than_what_is() -> None:
    assert ordered(("B", "soon", 0), ("A", "2020-01-01", 0)) == ["B", "A"]


def test_entries_count_up() -> None:
    assert next_entry([]) == 1
    assert next_entry([Revision(id="A", date="", text="", entry=7)]) == 8
