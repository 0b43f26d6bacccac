"""Supplies in domains: each domain keeps what it needs after a loss, and bounds what is drawn."""

import pytest

from designer.catalog.fact_words import label_of
from designer.catalog.figures import Psu, SupplyDomain
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.part_bounds import EFFICIENCY, supply_limit
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.model.design import Design, Device, PowerNode, Rack
from designer.model.ranges import out_of_range
from tests.helpers import engine_designs as parts

DOMAINS = (
    SupplyDomain(name="system", count=2, redundancy="1+1"),
    SupplyDomain(name="cards A", count=3, redundancy="2+1"),
    SupplyDomain(name="cards B", count=3, redundancy="2+1"),
)
SUPPLIES = Psu(count=8, rating_w=3200, redundancy="5+3", inlet="C20", domains=DOMAINS)
NODE = parts.DGX.evolve(id="node", name="Node", power_max_w=10_000, psu=SUPPLIES)


def report(part: Part, feeds: str, cording: str = "") -> Report:
    design = Design(
        power=tuple(PowerNode(id=key, capacity_kw=1e6, volts=415.0) for key in feeds),
        racks=(Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000),),
        devices=(
            Device(id="n", name="n", part=part.id, rack="r", half_u=6, cording=cording),
            *(
                Device(
                    id=f"pdu-{at}", name="pdu", part=parts.PDU.id, rack="r", face="zero-u", feed=on
                )
                for at, on in enumerate(feeds)
            ),
        ),
    )
    return evaluate(design, parts.small_catalog().overlay([part]))


def p03(found: Report) -> dict[str, Check]:
    return {check.key: check for check in found.checks if check.rule == "P03"}


def test_three_feeds_leave_each_domain_what_it_needs() -> None:
    """One supply of each domain at most hangs on the same feed: 1+1 and 2+1 outlive each."""
    found = p03(report(NODE, "ABC"))
    assert [key for key, one in found.items() if one.severity == "error"] == []
    assert {loss.short_gpus for loss in report(NODE, "ABC").power.losses if loss.feeds} == {0}


def test_a_feed_that_holds_a_whole_domain_takes_it_down_though_enough_are_left_in_all() -> None:
    """By side 3+3+2: feed A has both of the system; 5 of 8 are left, as declared in all."""
    found = p03(report(NODE, "ABC", "by-side"))
    (lost,) = [one for one in found.values() if one.severity == "error"]
    assert lost.key == "P03:node:3+3+2"
    assert "5 of 8 left" in lost.message
    assert "too few left for system" in lost.message
    plain = NODE.evolve(psu=SUPPLIES.evolve(domains=()))
    assert p03(report(plain, "ABC", "by-side")) == {}, "without domains five of eight are enough"


def test_two_feeds_leave_a_domain_of_two_and_one_short() -> None:
    found = p03(report(NODE, "AB"))
    (lost,) = [one for one in found.values() if one.severity == "error"]
    assert "too few left for cards" in lost.message


def test_a_domain_that_throttles_runs_on_capped() -> None:
    cards = tuple(one if one.name == "system" else one.evolve(throttles_from=1) for one in DOMAINS)
    capped = p03(report(NODE.evolve(psu=SUPPLIES.evolve(domains=cards)), "AB"))
    states = {key: one.severity for key, one in capped.items() if ":capped" in key}
    assert states == {"P03:node:4+4:capped": "warning"}
    system = p03(report(NODE.evolve(psu=SUPPLIES.evolve(domains=cards)), "ABC", "by-side"))
    assert {one.severity for key, one in system.items() if "domains" not in key} == {"error"}


def test_loads_of_domains_that_hang_unevenly_are_said_to_be_unknown() -> None:
    uneven = p03(report(NODE, "AB"))
    (warning,) = [one for key, one in uneven.items() if key.startswith("P03:domains:node")]
    assert warning.severity == "warning"
    assert "system 1+1, cards A 2+1, cards B 2+1" in warning.message
    pair = (
        SupplyDomain(name="54 V", count=4, redundancy="2+2"),
        SupplyDomain(name="12 V", count=4, redundancy="2+2", rating_w=1600),
    )
    even = NODE.evolve(psu=SUPPLIES.evolve(redundancy="4+4", domains=pair))
    assert [key for key in p03(report(even, "AB")) if key.startswith("P03:domains")] == []


def test_each_domain_bounds_what_is_drawn() -> None:
    """2 × 3.2 kW and 2 × 1.6 kW at their output, over the least efficiency."""
    weaker = (
        SupplyDomain(name="54 V", count=4, redundancy="2+2"),
        SupplyDomain(name="12 V", count=4, redundancy="2+2", rating_w=1600),
    )
    mixed = NODE.evolve(power_max_w=None, psu=SUPPLIES.evolve(redundancy="4+4", domains=weaker))
    assert supply_limit(mixed, EFFICIENCY, 0.0)[0] == pytest.approx(9600 / EFFICIENCY.low)
    assert supply_limit(mixed, EFFICIENCY, 12_000)[0] == pytest.approx(19_200 / EFFICIENCY.low)
    assert supply_limit(NODE, EFFICIENCY, 0.0)[0] == pytest.approx(5 * 3200 / EFFICIENCY.low)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"count": 9, "redundancy": "5+4"}, "domains"),
        ({"redundancy": "4+4"}, "redundancy"),
        ({"rating_w": None, "domains": (DOMAINS[0].evolve(rating_w=1), *DOMAINS[1:])}, "rating_w"),
    ],
)
def test_domains_that_contradict_their_supplies_are_told(
    change: dict[str, object], field: str
) -> None:
    assert list(out_of_range(SUPPLIES)) == []
    assert [path for path, _ in out_of_range(SUPPLIES.evolve(**change))] == [(field,)]


def test_figures_of_a_domain_are_called_by_it() -> None:
    assert label_of("psu.domains.cards A.count") == "Power supplies, cards A"
    assert label_of("psu.domains.cards A.redundancy") == "Power supply, needed + spare, cards A"


def test_dl380a_has_three_domains_each_with_a_spare_supply() -> None:
    """HPE QuickSpecs a00047453enw: system 1+1, cards 2+1 and 2+1, eight supplies of 3.2 kW."""
    psu = load_shipped().require("hpe-dl380a-gen12-rtx-pro-6000").psu
    assert psu is not None
    assert [(one.count, one.redundancy) for one in psu.domains] == [
        (2, "1+1"), (3, "2+1"), (3, "2+1"),
    ]  # fmt: skip
    assert (psu.least_spare, psu.given_w) == (1, (16_000, 25_600))
    assert [psu.domain_of(supply) for supply in range(1, 9)] == [0, 0, 1, 1, 1, 2, 2, 2]
