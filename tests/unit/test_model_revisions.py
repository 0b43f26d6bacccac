"""Which revision is the newest: by date and order of entry, never by spelling."""

import itertools

import pytest

from designer.model.design import Design, Revision, TitleBlock
from designer.model.revisions import in_order, next_entry, not_issued


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
        # A raised digit is no number that counts, and thousands of digits are still a name.
        ["²", "1", "A"],
        ["1", "2", "9" * 5000],
    ],
    ids=lambda ids: " ".join(ids)[:20],
)
def test_names_count_up_where_nothing_else_tells(ids: list[str]) -> None:
    assert ordered(*((i, "2026-11-22", 0) for i in ids)) == ids


@pytest.mark.parametrize("date", ["", "soon", "22.11.2026"])
def test_what_has_no_readable_date_stands_where_it_was_entered(date: str) -> None:
    """Were it older than what has one, a sheet would say ISSUED of a drawing still in work."""
    assert ordered(("B", "2026-01-01", 1), ("C", date, 2)) == ["B", "C"]
    assert ordered(("C01", "2026-01-01", 1), ("P02", date, 2)) == ["C01", "P02"]
    first, last = ("A", "2026-01-01", 1), ("C", "2026-02-01", 3)
    assert ordered(first, ("B", date, 2), last) == ["A", "B", "C"]
    assert ordered(("A", date, 1), ("B", "2026-01-01", 2)) == ["A", "B"]
    later = ("D", "2026-04-15", 4)
    assert ordered(("A", "2026-05-01", 1), ("B", "2026-04-01", 2), ("C", date, 3), later) == [
        "B", "D", "A", "C",
    ]  # fmt: skip


def test_without_date_and_entry_the_names_tell() -> None:
    assert ordered(("B", "soon", 0), ("A", "2020-01-01", 0)) == ["A", "B"]
    assert ordered(("A", "", 0), ("B", "2020-01-01", 0), ("C", "", 0)) == ["A", "B", "C"]


def test_one_written_by_hand_among_counted_ones_stands_where_its_name_does() -> None:
    assert ordered(("B", "2026-01-01", 1), ("C", "", 0)) == ["B", "C"]


@pytest.mark.parametrize("blank", ["", " ", "\t", "\x07\u200b", "\u00a0", "\u3164", "\u2800", "–"])
def test_nobody_approves_with_a_name_that_cannot_be_read(blank: str) -> None:
    revision = Revision(id="B", date="2026-01-01", text="", entry=1)
    design = Design(name="x", revisions=(revision,))
    named = design.evolve(title_block=TitleBlock(approved_by="李"))
    assert not_issued(named) == ""
    unnamed = design.evolve(title_block=TitleBlock(approved_by=blank))
    assert not_issued(unnamed) == "nobody approved revision B"


def test_entries_count_up() -> None:
    assert next_entry([]) == 1
    assert next_entry([Revision(id="A", date="", text="", entry=7)]) == 8
