"""The table of features: forty of them, each with a state, and with what shows it or what lacks."""

import re

from tests.helpers.gates import REPOSITORY

PAGE = REPOSITORY / "resources/features.md"
STATES = ("works", "partly", "not yet")


def _rows() -> list[list[str]]:
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:2] == "| "]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in cells if row[0].isdigit()]


def test_all_forty_stand_there_in_order() -> None:
    assert [int(row[0]) for row in _rows()] == list(range(1, 41))


def test_each_is_shown_or_says_what_is_missing() -> None:
    for _, feature, state, shown, missing in _rows():
        assert state in STATES, feature
        assert bool(shown) == (state != "not yet"), feature
        assert bool(missing) == (state != "works"), feature


def test_what_shows_them_is_there() -> None:
    shown = " ".join(row[3] for row in _rows())
    tests = [REPOSITORY / "tests" / name for name in re.findall(r"`([^`]+)`", shown)]
    pages = [PAGE.parent / name for name in re.findall(r"\]\(([^)]+)\)", shown)]
    assert len(tests) > 40
    assert len(pages) > 5
    assert [path for path in (*tests, *pages) if not path.is_file()] == []
