"""Hiding a figure of a UPS or a generator narrows nothing of the plant and silences no rule."""

from collections.abc import Iterator
from functools import cache

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, PowerNode, Rack, Site
from tests.helpers.hidden_figures import Case, cases_of, outside, results, silenced
from tests.unit.test_engine_feeds import NVL

NAMED = ("ups-eaton-9395xr-1875", "ups-trinergy-1500", "ups-module-20", "generator-cummins-dqkan")
"""With four efficiencies, with modules, with a battery; a set that burns what its maker states."""
MODULE = load_shipped().require(NAMED[2])
assert MODULE.ups is not None
FRAME = MODULE.evolve(ups=MODULE.ups.evolve(module_kw=None))
"""A frame of which nobody states what a module of it carries."""


def design() -> Design:
    """Racks of 132 kW behind a UPS of each part, all too full, and a set with too little fuel."""
    power = (
        *(
            PowerNode(id=f"f{n}", parents=(f"u{n}",), capacity_kw=1e6) for n in range(3)
        ),
        PowerNode(id="u0", kind="ups", part=NAMED[0], parents=("grid", "g"), battery_minutes=0.05),
        PowerNode(id="u1", kind="ups", part=NAMED[1], parents=("grid", "g"), modules=3,
                  spare_modules=2),
        PowerNode(id="u2", kind="ups", part=NAMED[2], parents=("grid", "g"), modules=60),
        PowerNode(id="grid", kind="utility", capacity_kva=3500.0),
        PowerNode(id="g", kind="generator", part=NAMED[3], parents=(), capacity_kw=3300.0,
                  fuel_l=2000.0),
    )  # fmt: skip
    racks = tuple(
        Rack(id=f"r{n}", name="R", part=NVL.id, x_mm=1000 * n, y_mm=0, feeds=(f"f{n % 3}",))
        for n in range(24)
    )
    return Design(power=power, racks=racks, site=Site(feed_policy="N", fuel_hours=48.0))


def reported(*parts: Part) -> Report:
    return evaluate(design(), load_shipped().overlay([NVL, FRAME, *parts]))


@cache
def true() -> Report:
    return reported()


def cases() -> Iterator[object]:
    for part_id in NAMED:
        for case in cases_of(load_shipped().overlay([FRAME]).require(part_id)):
            yield pytest.param(case, id=f"{part_id}-{case.field}")


def test_the_hall_has_something_to_say() -> None:
    said = {check.rule for check in true().checks}
    assert {"P15", "P18", "P19"} <= said


@pytest.mark.parametrize("case", list(cases()))
def test_a_figure_that_nobody_states_narrows_nothing(case: Case) -> None:
    said = reported(case.hidden)
    assert not list(outside(results(true()), results(said)))
    assert not list(silenced(true(), said))
