"""What would make a fabric possible: each change that is named can be built, as it says."""

from dataclasses import replace

import pytest

from designer.engine.calc import CalcError, calculate
from designer.engine.evaluate import evaluate
from designer.wiring.network_remedies import in_words, remedies
from designer.wiring.network_request import FabricError, FabricRequest
from designer.wiring.network_size import plan_fabric
from tests.unit.test_engine_fabrics import SWITCH, group, hall

IMPOSSIBLE = [
    FabricRequest(nodes=3000, rails=8, radix=64, rate_gbps=400, leaf_policy="rail-per-su",
                  max_tiers=2),
    FabricRequest(nodes=100, rails=8, radix=64, rate_gbps=400, leaf_policy="rail-per-su",
                  su_nodes=40),
    FabricRequest(nodes=100_000, rails=8, radix=64, rate_gbps=400),
    FabricRequest(nodes=128, rails=8, radix=64, rate_gbps=400, leaf_policy="rail-per-su",
                  su_nodes=32, spines=20),
    FabricRequest(nodes=64, rails=4, radix=64, rate_gbps=400, leaf_policy="rail-per-rack",
                  racks=1),
    FabricRequest(nodes=18 * 64, rails=4, radix=64, rate_gbps=400, leaf_policy="rail-per-rack",
                  racks=64, su_nodes=18 * 40),
]  # fmt: skip


@pytest.mark.parametrize("asked", IMPOSSIBLE, ids=str)
def test_each_change_that_is_named_can_be_built(asked: FabricRequest) -> None:
    with pytest.raises(FabricError):
        plan_fabric(asked)
    found = remedies(asked)
    assert found
    for remedy in found:
        assert plan_fabric(remedy.plan.request) == remedy.plan
        assert f"{remedy.plan.leaf:,} leaf" in remedy.words


def test_a_third_tier_larger_switches_and_fewer_nodes_are_named_with_their_counts() -> None:
    words = in_words(IMPOSSIBLE[0])
    assert "3 tiers: 752 leaf, 752 spine and 376 core switches" in words
    assert "switches of 256 ports: 192 leaf and 128 spine switches" in words
    assert "256 nodes instead of 3,000: 64 leaf and 32 spine switches" in words


def test_the_most_nodes_are_the_most() -> None:
    fewer = next(it for it in remedies(IMPOSSIBLE[0]) if "instead of 3,000" in it.change)
    assert fewer.plan.request.nodes == 256
    with pytest.raises(FabricError):
        plan_fabric(replace(IMPOSSIBLE[0], nodes=257))


def test_a_unit_that_no_leaf_holds_is_offered_smaller_or_pooled() -> None:
    changes = [it.change for it in remedies(IMPOSSIBLE[1])]
    assert "scalable units of 32 nodes" in changes
    assert "pooled leaves" in changes
    assert "switches of 80 ports" in changes


def test_spines_that_do_not_divide_are_offered_the_next_that_do() -> None:
    changes = [it.change for it in remedies(IMPOSSIBLE[3])]
    assert changes[:3] == ["32 spines", "16 spines", "as many spines as the rule needs"]


def test_what_nothing_makes_possible_is_told_by_nothing() -> None:
    assert in_words(FabricRequest(nodes=0, radix=64, rate_gbps=400)) == ""


def test_calc_says_what_would_make_it_possible() -> None:
    asked = {"nodes": "3000", "rails": "8", "radix": "64", "rate_gbps": "400", "max_tiers": "2"}
    with pytest.raises(CalcError, match=r"2 allowed.*Possible with 3 tiers: 752 leaf"):
        calculate("fabric", asked)


def test_a_fabric_of_a_design_says_it_too() -> None:
    design, catalog = hall(48, 16, 8, su_nodes=40)
    (check,) = [one for one in evaluate(design, catalog).checks if one.rule == "R03"]
    assert "a rail must not be split over leaves" in check.message
    assert "scalable units of 32 nodes: 16 leaf and 8 spine switches" in check.advice
    assert "Of the catalogue" not in check.advice  # it has one switch, which does not do


def test_a_fabric_of_a_design_names_switches_of_the_catalogue_that_do() -> None:
    wide = SWITCH.evolve(id="wide", name="WIDE", ports=(group("fabric", 128),))
    design, catalog = hall(48, 16, 8, wide, su_nodes=40)
    (check,) = [one for one in evaluate(design, catalog).checks if one.rule == "R03"]
    assert check.advice.endswith("Of the catalogue: 16 leaf and 5 spine switches: WIDE.")
