"""Assumed figures with bounds: schema, checks, and what is computed with them."""

from math import inf

import pytest

from designer.catalog.entry import Provenance
from designer.catalog.fact_words import origin_lines
from designer.catalog.part import Part
from designer.catalog.part_bounds import (
    ASSUMED,
    EFFICIENCY,
    mass_figure,
    power_figures,
    supply_limit,
)
from designer.catalog.vetting import entry_problems
from designer.engine.subjects.cooling.inlet_limit import LEAST_C, highest_inlet
from designer.model.ranges import out_of_range


def _said(field: str, low: float | None, high: float | None, kind: str = "assumed") -> dict:
    return {"fields": [field], "source": "x", "kind": kind, "low": low, "high": high}


def _part(**fields: object) -> Part:
    return Part.model_validate({"id": "box", "kind": "switch", "name": "Box", **fields})


def test_an_assumed_mass_lies_between_its_bounds() -> None:
    part = _part(mass_kg=15, provenance=[_said("mass_kg", 8, 25)])
    mass = mass_figure(part)
    assert (mass.low, mass.value, mass.high, mass.estimated) == (8, 15, 25, True)
    assert ASSUMED in mass.basis


def test_a_mass_that_a_maker_states_is_exact() -> None:
    part = _part(mass_kg=15, provenance=[{"fields": ["mass_kg"], "source": "x", "kind": "vendor"}])
    assert mass_figure(part).exact


def test_an_assumed_power_lies_between_its_bounds_and_bounds_the_lower_ones() -> None:
    part = _part(power_max_w=150, provenance=[_said("power_max_w", 98, 480)])
    power = power_figures(part)
    assert (power["power_max_w"].low, power["power_max_w"].value) == (98, 150)
    assert power["power_max_w"].high == 480
    assert power["power_idle_w"].high == 480


def test_an_assumed_rating_bounds_by_its_upper_end() -> None:
    psu = {"count": 2, "redundancy": "1+1", "rating_w": 1200, "efficiency": 1.0}
    stated = _part(psu=psu, provenance=[])
    assumed = _part(psu=psu, provenance=[_said("psu.rating_w", 900, 2400)])
    assert supply_limit(stated, EFFICIENCY, 0)[0] == pytest.approx(1200)
    assert supply_limit(assumed, EFFICIENCY, 0)[0] == pytest.approx(2400)


@pytest.mark.parametrize(
    ("record", "wrong"),
    [
        (_said("mass_kg", 1, 2, "vendor"), "low and high bound assumptions: the kind is vendor"),
        (_said("mass_kg", 1, None), "an assumption is bounded on both sides: give low and high"),
        (_said("mass_kg", 2, 1), "high of 1 is below low of 2"),
        (
            _said("mass_kg", 1, 2) | {"fields": ["mass_kg", "depth_mm"]},
            "low and high are of one figure: write a record for each",
        ),
        (_said("*", 1, 2), "low and high are of one figure: write a record for each"),
    ],
)
def test_bounds_that_bound_nothing_are_told(record: dict, wrong: str) -> None:
    said = Provenance.model_validate(record)
    assert [text for _, text in out_of_range(said)] == [wrong]


def test_a_value_outside_of_its_own_bounds_is_told() -> None:
    part = _part(mass_kg=30, provenance=[_said("mass_kg", 8, 25)])
    told = [problem.what for problem in entry_problems(part, lambda *_: "a.toml:1:1")]
    assert told == ["box: mass_kg 30 is not between the 8 and 25 that it is assumed to lie between"]


def test_the_catalogue_tells_what_an_assumption_lies_between() -> None:
    said = Provenance.model_validate(_said("mass_kg", 8, 25))
    assert "Assumed to lie between 8 and 25 kg" in origin_lines(said)


def test_an_inlet_that_nobody_publishes_lies_between_the_classes() -> None:
    looked = {"fields": ["inlet_max_c"], "looked_in": "x", "bound": "y", "low": 32, "high": 45}
    bounded = highest_inlet(_part(unpublished=[looked]), 0)
    assert (bounded.low, bounded.high, bounded.value) == (32, 45, None)
    high_up = highest_inlet(_part(unpublished=[looked]), 2100)
    assert high_up.low < 32
    silent = highest_inlet(_part(), 0)
    assert (silent.low, silent.high) == (LEAST_C, inf)
