"""One table says what a figure can be, for every figure of designs and parts."""

from math import inf

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.model.design import Design, Room, Site
from designer.model.figure_range import Range
from designer.model.ranges import out_of_range, problem, range_of
from designer.model.record import Record

NUMBERS = ("int", "float")


def records_below(cls, found=None):
    """Return a record's class and those of all records that it can hold."""
    found = {} if found is None else found
    found[cls.__name__] = cls
    for field in cls.model_fields.values():
        pending = [field.annotation]
        while pending:
            kind = pending.pop()
            pending += getattr(kind, "__args__", ())
            if isinstance(kind, type) and issubclass(kind, Record) and kind.__name__ not in found:
                records_below(kind, found)
    return found


@pytest.mark.parametrize("top", [Design, Part])
def test_every_number_that_a_design_or_a_part_can_hold_has_a_range(top):
    for name, cls in records_below(top).items():
        for field, info in cls.model_fields.items():
            kinds = str(info.annotation).replace("'", " ").replace("[", " ").replace(",", " ")
            words = set(kinds.replace("]", " ").replace("<", " ").replace(">", " ").split())
            numeric = words & set(NUMBERS)
            if numeric and "Literal" not in kinds:
                bounds = range_of(name, field)
                assert bounds is not None, f"{name}.{field}"
                assert bounds.low < bounds.high, f"{name}.{field}"


def test_defaults_and_the_shipped_catalogue_are_in_range():
    assert list(out_of_range(Site())) == []
    everything = Room.model_validate(Room().model_dump())
    assert list(out_of_range(everything)) == []
    for part in load_shipped().parts:
        assert list(out_of_range(part)) == [], part.id
    for name, cls in records_below(Design).items():
        for field, info in cls.model_fields.items():
            assert problem(name, field, info.default) == "", f"{name}.{field}"


@pytest.mark.parametrize(
    ("record", "field", "wrong", "fine"),
    [
        ("Site", "pue", (0.6, 0.99, 11), (1, 1.0, 1.55, 10)),
        ("Site", "power_factor", (1.3, 0, -0.1), (0.95, 1)),
        ("Site", "continuous_derate", (0, 1.25), (0.8, 1.0)),
        ("Site", "utilisation", (2, 1e308, -0.01), (0, 0.5, 1)),
        ("Site", "altitude_m", (10_001, -501, 1e6), (-430, 0, 5_100)),
        ("Site", "electricity_price", (-0.01,), (0, 0.0859, 1_900)),
        ("Obstacle", "width_mm", (10**30, 0, -5), (1, 10_000_000)),
        ("Obstacle", "x_mm", (10**30, -(10**8)), (-10_000_000, 0)),
        ("Room", "outline", (((0, 0), (10**30, 0)),), (((0, 0), (12_000, 9_000)),)),
        ("Part", "mass_kg", (-1, -1e-9), (0, 20_000)),
        ("Part", "power_max_w", (-1,), (0, 132_000)),
        ("Part", "liquid_fraction", (1.01, -0.1), (0, 0.87, 1)),
        ("Psu", "count", (2.9, -1), (0, 6)),
        ("Psu", "efficiency", (0, 1.2), (0.96, 1)),
        ("PortGroup", "count", (-8,), (64,)),
        ("Fabric", "oversubscription", (0.005, 0), (0.5, 1, 14.5)),
        ("Fabric", "rails", (0, -1), (1, 8)),
        ("Device", "half_u", (-1, 201), (0, 93)),
        ("Cable", "length_m", (-1,), (0, 50)),
        ("PriceOverride", "amount_cents", (-1, 10**30), (0, 40_000_000)),
        ("calc", "feeds", ((2.9, 2.9), (3.0, -1.0)), ((3.0, 3.0), (2, 2, 2))),
    ],
)
def test_what_cannot_be_has_one_line_and_what_can_has_none(record, field, wrong, fine):
    for value in wrong:
        line = problem(record, field, value)
        assert line.startswith(f"{field} cannot be "), value
        assert "give " in line
        assert "\n" not in line
    for value in fine:
        assert problem(record, field, value) == "", value


def test_a_line_says_what_the_range_is_its_unit_and_why():
    assert problem("Site", "pue", 0.6) == (
        "pue cannot be 0.6: give 1 to 10 (the building's power contains that of the IT)"
    )
    assert problem("Part", "mass_kg", -3.5) == "mass_kg cannot be -3.5: give 0 to 1,000,000 kg"
    assert problem("Site", "power_factor", 1.3).endswith("give above 0, to 1 (kW for each kVA)")
    assert "a whole number from 1 to 512" in problem("Device", "repeat", 0)
    assert "1e+30" in problem("Obstacle", "width_mm", 10**30)
    assert "hundreds of digits" in problem("Obstacle", "width_mm", 10**400)
    assert "nan" in problem("Site", "pue", float("nan"))
    assert "inf" in problem("Part", "mass_kg", float("inf"))


def test_what_is_not_known_or_no_number_is_no_problem():
    assert problem("Site", "pue", None) == ""
    assert problem("Site", "name", "0.6") == ""
    assert problem("Part", "full_depth", True) == ""
    assert range_of("Site", "note") is None


def test_figures_inside_records_are_found_with_their_place():
    room = Room.model_validate(
        {
            "tile_mm": -600,
            "obstacles": (
                {"id": "a", "x_mm": 0, "y_mm": 0, "width_mm": 1, "depth_mm": 1},
                {"id": "b", "x_mm": 0, "y_mm": 0, "width_mm": 1, "depth_mm": 0},
            ),
        }
    )
    assert [path for path, _ in out_of_range(room)] == [("tile_mm",), ("obstacles", 1, "depth_mm")]


def test_ends_of_a_range_are_in_it_unless_it_says_above():
    assert Range(0, 1).holds(0)
    assert Range(0, 1).holds(1)
    assert not Range(0, 1, above=True).holds(0)
    assert not Range(0, 5, whole=True).holds(2.5)
    assert Range(0, 5, whole=True).holds(2.0)


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        (Range(0, inf), "0 or more"),
        (Range(0.5, inf, "kW"), "0.5 kW or more"),
        (Range(0, inf, "kW", above=True), "above 0 kW"),
        (Range(-inf, 2, "m"), "2 m or less"),
        (Range(0, 2, "m", above=True), "above 0, to 2 m"),
    ],
)
def test_a_range_with_one_end_names_that_end(bounds: Range, words: str) -> None:
    assert bounds.words() == words
    assert bounds.problem("X", -9 if bounds.high == inf else 9).endswith(f"give {words}")
