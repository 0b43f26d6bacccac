"""Rack types become racks: sizes, loads, and what is no 19-inch cabinet."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.netbox_types import Read, reader

RACK = """\
manufacturer: Acme
model: Box 1
slug: acme-box-1
u_height: 42
"""


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Read]:
    return reader(tmp_path, "rack-types")


def what(found: Read, code: str) -> list[str]:
    return [finding.what for finding in found.said(code)]


def test_a_rack_of_which_only_the_height_is_known(read):
    found = read(RACK + "description: A rack\n")
    part = found.only
    assert (part.kind, part.summary, part.mass_kg) == ("rack", "A rack", None)
    assert (part.width_mm, part.height_mm, part.depth_mm) == (None, None, None)
    figures = part.rack
    assert figures is not None
    assert (figures.units, figures.static_kg, figures.usable_depth_mm) == (42, None, None)
    assert what(found, "rack") == what(found, "bad-value") == what(found, "rack-load") == []
    assert (part.note, found.codes) == ("", {"weight"})


@pytest.mark.parametrize(
    ("height", "units", "said"),
    [
        ("42", 42, None),
        ("1", 1, None),
        ("42.0", 42, None),
        ("42.5", None, "u_height 42.5: no rack of whole units"),
        ("0", None, "u_height 0: no rack of whole units"),
        ("-1", None, "u_height -1: no rack of whole units"),
        ("~", None, "no u_height: no rack of whole units"),
    ],
)
def test_a_rack_has_whole_units(read, height: str, units: int | None, said: str | None):
    found = read(RACK.replace("42", height))
    assert (found.part.rack.units if found.part and found.part.rack else None) == units
    assert what(found, "required") == ([said] if said else [])


@pytest.mark.parametrize(
    ("size", "unit", "held", "said"),
    [
        ("600", "mm", 600, None),
        ("600.5", "mm", 600, None),
        ("600.6", "mm", 601, None),
        ("24", "in", 610, None),
        ("30", "in", 762, None),
        ("30", "", None, "outer_width 30 without unit in no known unit; unknown"),
        ("30", "feet", None, "outer_width 30 feet in no known unit; unknown"),
        ("0", "mm", None, "outer_width 0 mm cannot be; unknown"),
        ("1e9", "mm", None, "outer_width 1e+09 mm cannot be; unknown"),
    ],
)
def test_outer_sizes_are_millimetres_or_inches(
    read, size: str, unit: str, held: int | None, said: str | None
):
    """One inch is 25.4 mm."""
    found = read(f"{RACK}outer_width: {size}\nouter_unit: '{unit}'\n")
    assert found.only.width_mm == held
    assert what(found, "bad-value") == ([said] if said else [])


def test_each_outer_size_has_its_place(read):
    sizes = "outer_width: 600\nouter_height: 2000\nouter_depth: 1200\nouter_unit: mm\n"
    part = read(RACK + sizes).only
    assert (part.width_mm, part.height_mm, part.depth_mm) == (600, 2000, 1200)


LEAST = "mounting_depth {} mm in a rack 1200 mm deep is the least its rails can be set to; usable "


@pytest.mark.parametrize(
    ("depth", "outer", "usable", "said"),
    [
        ("600", "1200", 600, None),
        ("599", "1200", None, LEAST.format(599) + "depth unknown"),
        ("740.6", "1200", 741, None),
        ("300", "", 300, None),
        ("0", "1200", None, None),
    ],
)
def test_rails_stand_at_half_the_depth_at_least(
    read, depth: str, outer: str, usable: int | None, said: str | None
):
    outside = f"outer_depth: {outer}\nouter_unit: mm\n" if outer else ""
    found = read(f"{RACK}{outside}mounting_depth: {depth}\n")
    assert found.only.rack is not None
    assert found.only.rack.usable_depth_mm == usable
    assert what(found, "bad-value") == ([said] if said else [])


@pytest.mark.parametrize(
    ("load", "unit", "held", "said"),
    [
        ("1000", "kg", 1000, None),
        ("2250", "lb", 1020.6, None),
        ("16000", "oz", 453.6, None),
        ("900000", "g", 900, None),
        ("1", "kg", 1, None),
        ("1000", "stone", None, "max_weight 1000 in no known unit; unknown"),
        ("0", "kg", None, None),
        ("-5", "stone", None, None),
    ],
)
def test_a_load_is_taken_for_the_standing_one(
    read, load: str, unit: str, held: float | None, said: str | None
):
    found = read(f"{RACK}max_weight: {load}\nweight_unit: {unit}\n")
    assert found.only.rack is not None
    assert found.only.rack.static_kg == held
    assert what(found, "bad-value") == ([said] if said else [])
    words = "max_weight taken for the standing load; whether it may be rolled so is not filed"
    assert what(found, "rack-load") == [words] * (held is not None)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ("width: 19\n", None),
        ("width: 10\n", "10-inch rails: 19-inch devices do not fit"),
        ("width: 23\n", "23-inch rails: 19-inch devices do not fit"),
        ("width: 20\n", "20-inch rails: 19-inch devices do not fit; NetBox refuses this width"),
        ("form_factor: 4-post-cabinet\n", None),
        ("form_factor: wall-cabinet\n", "form wall-cabinet: no cabinet with doors"),
        ("desc_units: false\n", None),
        ("desc_units: true\n", "units are counted from above; here they are counted from below"),
        ("starting_unit: 1\n", None),
        ("starting_unit: 0\n", "the lowest unit is 0; here it is 1"),
        ("starting_unit: 2\n", "the lowest unit is 2; here it is 1"),
    ],
)
def test_what_is_no_usual_cabinet(read, lines: str, said: str | None):
    found = read(RACK + lines)
    assert what(found, "rack") == ([said] if said else [])
    assert found.only.note == ("Form: wall-cabinet." if "wall" in lines else "")


@pytest.mark.parametrize(("depth", "held"), [("5000", 5000), ("5001", None)])
def test_a_rack_of_more_than_five_metres_is_a_slip_of_the_unit(read, depth: str, held: int | None):
    found = read(f"{RACK}outer_depth: {depth}\nouter_unit: mm\n")
    assert found.only.depth_mm == held
    assert what(found, "bad-value") == ([] if held else ["outer_depth 5001 mm cannot be; unknown"])


def test_rails_of_21_inches_are_those_of_open_racks(read):
    found = read(RACK + "width: 21\n")
    figures = found.only.rack
    assert figures is not None
    assert figures.rails == "21-inch"
    assert what(found, "rack") == []
