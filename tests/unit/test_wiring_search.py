"""The search over switches: what is ranked and what is not, line cards, reasons."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.entry import Price
from designer.catalog.figures import SwitchFigures
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, PortGroup
from designer.engine.calc import CalcError, calculate
from designer.wiring.network_request import FabricRequest
from designer.wiring.network_search import Objective, search

SHIPPED = load_shipped()
NEED = FabricRequest(
    nodes=128, rails=8, radix=1, rate_gbps=400, leaf_policy="rail-per-su", su_nodes=32
)


def switch(
    part_id: str, ports: int, dollars: int | None = None, watts: float | None = 1000, *,
    rate: float = 400, **more: object,
) -> Part:  # fmt: skip
    prices = () if dollars is None else (
        Price(amount_cents=dollars * 100, as_of="2026-01", source="test", kind="guide"),
    )  # fmt: skip
    group = PortGroup(name="fabric", purpose="fabric", kind="infiniband", rate_gbps=rate,
                      count=ports)  # fmt: skip
    return Part.model_validate(
        {"id": part_id, "kind": "switch", "name": part_id.upper(), "height_half_u": 2,
         "ports": (group,), "power_max_w": watts, "prices": prices, **more}
    )  # fmt: skip


def found(*parts: Part, need: FabricRequest = NEED, by: Objective = "cost") -> list[str]:
    return [one.words for one in search(need, "infiniband", Catalog(parts), by).ranked]


def test_the_cheapest_comes_first_and_others_say_how_far_behind() -> None:
    done = search(NEED, "infiniband", Catalog((switch("a", 64, 1000), switch("b", 64, 900))))
    assert [one.words for one in done.ranked] == [
        "32 leaf and 16 spine switches: B",
        "32 leaf and 16 spine switches: B, spines A",
        "32 leaf and 16 spine switches: A, spines B",
        "32 leaf and 16 spine switches: A",
    ]
    assert done.ranked[0].cost.value == 48 * 900
    assert done.why_behind(done.ranked[-1]) == "11 % dearer"
    assert done.ranked[0].dates == ("2026-01",)


def test_what_has_no_price_is_told_apart_and_never_counts_as_nothing() -> None:
    done = search(NEED, "infiniband", Catalog((switch("a", 64, 1000), switch("b", 64))))
    assert [one.words for one in done.ranked] == ["32 leaf and 16 spine switches: A"]
    assert len(done.unranked) == 3
    assert all(one.cost.value is None for one in done.unranked)
    mixed = next(one for one in done.unranked if one.leaf.part == "a" and one.spine is not None)
    assert mixed.cost.low == 32 * 1000


def test_power_ranks_by_the_maximum_and_leaves_open_what_states_none() -> None:
    parts = (switch("a", 64, watts=1000), switch("b", 64, watts=800), switch("c", 64, watts=None))
    done = search(NEED, "infiniband", Catalog(parts), "power")
    assert done.ranked[0].power_w.value == 48 * 800
    assert {one.leaf.part for one in done.ranked} == {"a", "b"}
    assert all("c" in (one.leaf.part, one.spine.part if one.spine else "") for one in done.unranked)


def test_the_fewest_switches_are_ranked_by_their_number() -> None:
    done = search(NEED, "infiniband", Catalog((switch("a", 64), switch("b", 256))), "switches")
    numbers = [one.switches for one in done.ranked]
    assert numbers == sorted(numbers)
    assert done.ranked[0].spine is not None
    assert (done.ranked[0].leaf.part, done.ranked[0].spine.part) == ("a", "b")
    assert done.unranked == ()
    assert "more" in done.why_behind(done.ranked[-1])


def test_switches_that_do_not_fit_say_why() -> None:
    parts = (switch("a", 64, 1), switch("slow", 64, 1, rate=200), switch("small", 4, 1))
    done = search(NEED, "infiniband", Catalog(parts))
    reasons = dict(done.refused)
    assert "run at 200 Gb/s" in reasons["slow"]
    assert "a leaf of 4 ports" in reasons["small"]


def test_a_chassis_gets_as_many_line_cards_as_are_needed() -> None:
    """504 ports of 648: 28 of 36 cards, and what the others cost and draw is not paid."""
    cards = SwitchFigures(card_slots=36, card_ports=18, card_power_w=125, card_price_cents=948_000)
    chassis = switch("chassis", 648, 603_550, rate=56, power_typical_w=9072, switch=cards)
    parts = (switch("edge", 36, 10_460, 207, rate=56), chassis)
    need = FabricRequest(nodes=1000, radix=1, rate_gbps=56, expandable=False, max_tiers=2)
    done = search(need, "infiniband", Catalog(parts))
    best = done.ranked[0]
    assert best.spine is not None
    assert (best.plan.leaf, best.plan.spine, best.spine.cards) == (56, 2, 28)
    assert best.spine.price.value == 603_550 - 8 * 9480
    assert best.spine.passive_w.value == 9072 - 8 * 125
    assert best.words == "56 leaf and 2 spine switches: EDGE, spines CHASSIS with 28 line cards"
    # Two chassis with more cards than 28 are no other fabric.
    assert sum(one.plan.spine == 2 for one in done.ranked) == 1


def test_a_card_without_a_price_leaves_all_but_the_full_chassis_open() -> None:
    cards = SwitchFigures(card_slots=4, card_ports=16)
    chassis = switch("chassis", 64, 1000, switch=cards)
    need = FabricRequest(nodes=20, radix=1, rate_gbps=400)
    done = search(need, "infiniband", Catalog((chassis,)))
    assert done.ranked == ()
    assert [one.leaf.cards for one in done.unranked] == [2]


@pytest.mark.parametrize(
    ("nodes", "edge", "core", "dollars"),
    [(128, 8, 4, 146_000), (324, 18, 9, 334_260), (500, 28, 18, 561_480)],
)
def test_a_v62_of_the_shipped_catalogue(nodes: int, edge: int, core: int, dollars: int) -> None:
    """Cluster Design Tools on its own prices; above 36 · 18 nodes its cores are chassis."""
    need = FabricRequest(nodes=nodes, radix=1, rate_gbps=56, expandable=False, max_tiers=2)
    done = search(need, "infiniband", SHIPPED, cable_price=80, only=("sx6036",))
    best = done.ranked[0]
    assert (best.plan.leaf, best.plan.spine, best.cost.value) == (edge, core, dollars)


def test_a_v62_of_a_thousand_nodes_takes_two_chassis_of_504_ports() -> None:
    """Published: 56 edge switches, 2 × SX6536 with 504 ports, $1,801,820, 27,736 W.

    A third tier of SX6036, which that program does not know, is cheaper.
    """
    need = FabricRequest(nodes=1000, radix=1, rate_gbps=56, expandable=False, max_tiers=2)
    names = ("sx6036", "sx6536", "sx6506")
    best = search(need, "infiniband", SHIPPED, cable_price=80, only=names).ranked[0]
    assert best.spine is not None
    assert (best.plan.leaf, best.plan.spine, best.spine.lanes) == (56, 2, 504)
    assert best.cost.value == 1_801_820
    assert 56 * 207 + 2 * (best.spine.passive_w.value or 0) == 27_736
    three = FabricRequest(nodes=1000, radix=1, rate_gbps=56, expandable=False)
    cheaper = search(three, "infiniband", SHIPPED, cable_price=80, only=names).ranked[0]
    assert cheaper.plan.spines.tiers == 3
    assert cheaper.cost.low < 1_801_820


def calc(**given: object) -> dict[str, object]:
    return calculate("fabric-search", {name: str(it) for name, it in given.items()}).results


def test_calc_shows_the_best_and_those_behind_it() -> None:
    shown = calc(nodes=512, rails=8, kind="ethernet")
    assert (shown["leaf"], shown["spine"], shown["cables"]) == (64, 32, 4096)
    assert shown["price_dates"]
    assert "dearer" in str(shown["runner_up_1"])


def test_calc_says_what_is_not_ranked_and_what_cannot() -> None:
    unpriced = tuple(
        part.evolve(prices=()) if part.id == "qm9790" else part for part in SHIPPED.parts
    )
    asked = {"nodes": "128", "rails": "8", "su_nodes": "32"}
    note = calculate("fabric-search", asked, Catalog(unpriced)).note
    assert (
        "more can be built and are not ranked, because the price of a switch is not known" in note
    )
    assert "cannot: " in note


def test_calc_says_why_nothing_is_found_and_what_would_make_it_possible() -> None:
    with pytest.raises(CalcError, match=r"2 allowed.*Possible with 3 tiers"):
        calc(nodes=3000, rails=8, su_nodes=32, max_tiers=2, only="qm9700")
    with pytest.raises(CalcError, match="ghost is not in the catalogue"):
        calc(nodes=8, only="ghost")
