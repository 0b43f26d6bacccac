"""How far supply air is below the warmest that a rack's parts take; ASHRAE's classes are theirs."""

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.report import RackReport
from designer.model.design import Site
from tests.unit.test_engine_feeds import CATALOG, design_of, feed, nodes, pdus


def rack(supply_c: float | None, inlet_max_c: float | None) -> RackReport:
    part = next(one for one in CATALOG.parts if one.id == nodes(1)[0].part)
    catalog = CATALOG.overlay([part.evolve(inlet_max_c=inlet_max_c)])
    design = design_of(
        *nodes(2), *pdus("AB"), power=(feed("A", 100), feed("B", 100)),
        site=Site(supply_air_c=supply_c),
    )  # fmt: skip
    return evaluate(design, catalog).racks[0]


@pytest.mark.parametrize(("supply", "margin"), [(24.0, 6.0), (30.0, 0.0), (33.0, -3.0)])
def test_the_margin_is_the_lowest_limit_less_the_supply_air(supply: float, margin: float) -> None:
    found = rack(supply, 30.0)
    assert found.inlet_margin_k == pytest.approx(margin)
    assert found.bound("inlet_margin_k") is None


def test_a_limit_that_nobody_states_leaves_the_margin_open() -> None:
    found = rack(24.0, None)
    assert found.inlet_margin_k is None
    bound = found.bound("inlet_margin_k")
    assert bound is not None
    assert bound.gaps == (f"{nodes(1)[0].part}.inlet_max_c",)
    assert bound.high is None


def test_a_site_without_supply_air_has_no_margin() -> None:
    found = rack(None, 30.0)
    assert found.inlet_margin_k is None
    assert found.bound("inlet_margin_k") is None
