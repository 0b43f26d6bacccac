"""The table of features: forty of them, each with a state, and with what shows it or what lacks."""

import re

import pytest

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


WORDS: dict[int, dict[str, str]] = {
    12: {
        "power": "test_the_fullest_line_is_the_gravest_of_all",
        "cooling": "test_the_margin_of_inlet_air_fills_up_towards_the_limit",
        "mass": "test_pressure_under_a_footprint_stands_on_a_scale_of_its_own",
        "losses": "test_the_fullest_feed_after_a_loss_is_told",
    },
    15: {
        "Front, rear and side": "test_any_sides_can_be_shown_and_one_stays",
        "conflicts of depth": "test_a_conflict_of_depth_is_said_and_drawn",
    },
    20: {
        "one-line": "test_each_thing_says_its_load_and_what_the_worst_loss_adds",
        "balance of phases": "test_imbalance_is_that_of_the_worst_rack_pdu",
    },
    31: {
        "canvas": "test_racks_are_children_in_reading_order",
        "screen reader walks": "test_devices_are_children_from_top_to_bottom",
    },
    33: {
        "Small map": "test_no_rack_lies_under_the_minimap_when_the_elevation_opens",
        "zoom to selection": "test_f_shows_the_selection_and_shift_f_the_room",
        "fit": "test_a_design_is_shown_whole_when_it_comes",
        "back and forward": "test_views_and_selections_are_gone_back_and_forward_through",
    },
    36: {
        "racks": "test_labels_of_racks_and_devices_say_where_they_stand",
        "ports": "test_every_port_in_use_has_one_label_with_cable_and_far_end",
        "cables": "test_each_end_has_a_label_that_begins_with_it",
        "codes": "test_cable_labels_bear_their_own_words_as_a_code",
    },
}
"""Which test shows a word of a feature: of those that promise several things at once."""


@pytest.mark.parametrize("number", WORDS)
def test_what_a_row_promises_is_shown_word_by_word(number: int) -> None:
    _, feature, _, shown, missing = _rows()[number - 1]
    files = [REPOSITORY / "tests" / name for name in re.findall(r"`([^`]+)`", shown)]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    for word, test in WORDS[number].items():
        assert word in feature, word
        assert f"def {test}(" in text, test
        assert word not in missing, word
