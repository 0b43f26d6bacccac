"""What the engine says of small halls, whole: read and signed, one file of text for each.

The halls stand in `tests/helpers/signed_designs.py`
and `signed_cables.py`, each drawn for some rules, their limits and
their words. A change that alters a report writes the file anew, with
`python -m tests.helpers.signed_reports`, and its difference is read before it is committed.
"""

import pytest

from tests.helpers.signed_reports import FOLDER, HALLS, file_of, told_of


@pytest.mark.parametrize("name", HALLS)
def test_a_report_is_as_it_was_read_and_signed(name: str) -> None:
    assert told_of(name) == file_of(name).read_text(encoding="utf-8")


def test_no_file_is_left_of_a_hall_that_is_gone() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {file_of(name).name for name in HALLS}


def test_every_rule_of_the_engine_speaks_somewhere() -> None:
    """A rule that no hall makes speak is signed by nobody."""
    said = {
        line.partition("rule ")[2].partition(";")[0]
        for name in HALLS
        for line in file_of(name).read_text(encoding="utf-8").splitlines()
        if line.startswith("  checks")
    }
    assert said >= {
        *(f"P{n:02}" for n in (1, 2, 3, 4, 10, 11, 12, 13, 14, 26, 27)),
        *(f"C{n:02}" for n in (1, 2, 3, 5, 6, 9, 14, 15, 18, 20, 22, 23)),
        *(f"D{n:02}" for n in (1, 2, 3, 5)), *(f"F{n:02}" for n in (1, 2, 3, 4, 6, 7, 9, 19)),
        *(f"R{n:02}" for n in (3, 4, 7, 8, 9, 10, 11)), "K01", "K07", "W01",
    }  # fmt: skip
