"""Units by the ends of field names: one table for parts and results."""

import pytest

from designer.catalog import fact_words
from designer.model.figure_words import part_of_one, percent, quantity
from designer.model.figures import exact
from designer.model.units import UNITS_BY_ENDING, unit_of


@pytest.mark.parametrize(
    ("name", "unit"),
    [
        ("power_max_kw", "kW"),
        ("power_max_w", "W"),
        ("coolant_lpm", "L/min"),
        ("energy_mwh_per_year", "MWh a year"),
        ("read_gb_s", "GB/s"),
        ("rate_gbps", "Gb/s"),
        ("smem_kb_per_sm", "KB"),
        ("racks", ""),
    ],
)
def test_a_name_ends_in_its_unit(name: str, unit: str):
    assert unit_of(name) == unit


def test_no_ending_is_hidden_by_a_shorter_one_before_it():
    ends = [end for end, _ in UNITS_BY_ENDING]
    hidden = [
        (end, before) for at, end in enumerate(ends) for before in ends[:at] if end.endswith(before)
    ]
    assert hidden == []
    assert len(set(ends)) == len(ends)


def test_facts_of_parts_and_printed_results_have_the_same_units():
    assert fact_words.unit_of("cooling.flow_lpm") == unit_of("coolant_lpm")
    assert quantity(exact(1500, unit_of("coolant_lpm"))) == "1,500 L/min"


def test_less_than_a_whole_is_never_printed_as_the_whole() -> None:
    told = [percent(exact(share)) for share in (0.994, 0.9951, 0.998, 0.99996, 1.0, 1.004)]
    parts = [part_of_one(exact(share)) for share in (0.99, 0.998, 0.99996, 1.0, 1.14)]
    assert parts == ["0.99", "0.998", "0.999", "1.00", "1.14"]
    assert told == ["99%", "99.5%", "99.8%", "99.9%", "100%", "100%"]
