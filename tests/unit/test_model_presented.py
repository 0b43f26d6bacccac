"""Numbers as a country writes them, and what a reader chooses as a whole."""

import pytest

from designer.model.local_numbers import NUMBER_SIGNS, in_numbers_of
from designer.model.phrases import PhraseBook
from designer.model.presented import METRIC, NUMBERS, Presented, presented

GERMAN = Presented("metric", "de")
IMPERIAL = Presented("imperial")


def plain(text: str) -> str:
    return text.replace("\u2060", "")


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("1,234.5 kW", "1.234,5 kW"),
        ("40.8 of 43.0 kW", "40,8 of 43,0 kW"),
        ("~$1.5 bn (1.3–2.3)", "~$1,5 bn (1,3–2,3)"),
        ("16,384 GPUs", "16.384 GPUs"),
        ("12.5%", "12,5%"),
        ("1.25", "1,25"),
        ("/ 8.6", "/ 8,6"),
        ("exact · 8.8:1", "exact · 8,8:1"),
        ("together 0.99", "together 0,99"),
        ("24.4 (24.3–24.6)U", "24,4 (24,3–24,6)U"),
        ("4U 8U", "4U 8U"),
        ("CUDA 12.4", "CUDA 12.4"),
        ("25.10-py3", "25.10-py3"),
        ("v0.4.0", "v0.4.0"),
        ("a-1.5.toml", "a-1.5.toml"),
    ],
)
def test_numbers_have_the_signs_of_a_country_and_versions_keep_theirs(
    english: str, german: str
) -> None:
    assert plain(in_numbers_of(english, "de")) == german


@pytest.mark.parametrize("key", NUMBERS)
def test_no_number_is_turned_twice(key: str) -> None:
    for text in ("1,234.5 kW", "1.125 kg", "16,384", "2.03 of 2.00 m"):
        once = in_numbers_of(text, key)
        assert in_numbers_of(once, key) == once


def test_a_message_with_a_figure_is_found_before_its_units_are_others() -> None:
    message = "10 to 25 K over devices that state no airflow"
    book = PhraseBook([(message, "")], lambda one: one.replace("over", "über"))
    chosen = Presented("imperial", book=book)
    assert chosen.text(message) == "18 to 45 °F über devices that state no airflow"


def test_every_key_has_its_signs() -> None:
    assert tuple(NUMBER_SIGNS) == NUMBERS


@pytest.mark.parametrize(
    ("chosen", "typed", "unit", "whole", "metric"),
    [
        (IMPERIAL, "23.62", "mm", True, "600"),
        (IMPERIAL, "600 mm", "mm", True, "600"),
        (IMPERIAL, "12", "kW", False, "12"),
        (METRIC, "24 in", "mm", True, "610"),
        (METRIC, "600", "mm", True, "600"),
        (METRIC, "600.5", "mm", True, "600.5"),
        (METRIC, "1,5", "mm", False, "1,5"),
        (IMPERIAL, "abc", "mm", True, "abc"),
        (IMPERIAL, "", "mm", True, ""),
        (GERMAN, "1.234,5", "kg", False, "1,234.5"),
        (GERMAN, "23.5", "kg", False, "23.5"),
    ],
)
def test_what_is_typed_becomes_a_metric_number(
    chosen: Presented, typed: str, unit: str, whole: bool, metric: str
) -> None:
    assert chosen.typed(typed, unit, whole=whole) == metric


@pytest.mark.parametrize("value", range(1, 3000, 37))
def test_every_millimetre_survives_being_shown_and_typed_again(value: int) -> None:
    for chosen in (METRIC, IMPERIAL, GERMAN, Presented("imperial", "fr")):
        assert chosen.typed(chosen.editable(value, "mm"), "mm", whole=True) == str(value)


def test_pressure_of_water_is_no_load_on_the_floor() -> None:
    assert IMPERIAL.unit("kPa", "Floor limit") == "psf"
    assert IMPERIAL.unit("kPa", "Coolant pressure, most") == "psi"
    assert METRIC.unit("kPa", "Coolant pressure, most") == "kPa"


def test_what_was_remembered_wrongly_is_the_default() -> None:
    assert presented("qqq zzz", "qqq zzz") == METRIC
    assert presented("imperial", "de") == Presented("imperial", "de")
