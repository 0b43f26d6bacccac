"""Feeds that are lost together: with what hangs on a feed, and with what is upstream of several."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import CoolingFigures, Part, PduFigures
from designer.engine.evaluate import evaluate
from designer.engine.limit_report import Limit
from designer.engine.report import Report
from designer.engine.subjects.feeds.limits import ANY_FEEDS
from designer.model.design import Assembly, Design, FeedPolicy, PowerNode, Rack, Site, Slot
from tests.helpers.engine_designs import BANDS, DEFAULTS, PARTS


def hall(feeds: str, power: tuple[PowerNode, ...], policy: FeedPolicy = "N+1") -> Design:
    """Return a rack of one DGX H100 (10.2 kW, six supplies of which four must run)."""
    slots = [Slot(id="n", part="dgx-h100", half_u=2)]
    slots += [
        Slot(id=f"p{n}", part="pdu-415v-60a-3ph", face="zero-u", feed=name)
        for n, name in enumerate(feeds)
    ]
    assembly = Assembly(id="r", rack_part="rack-48u", slots=tuple(slots))
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0, assembly="r")
    site = Site(feed_policy=policy)
    return Design(assemblies=(assembly,), racks=(rack,), power=power, site=site)


def feed(name: str, *parents: str) -> PowerNode:
    return PowerNode(id=name, parents=parents, capacity_kw=500)


def source(name: str, kw: float = 500) -> PowerNode:
    return PowerNode(id=name, kind="ups", capacity_kw=kw)


def limits(report: Report) -> dict[str, Limit]:
    return {limit.name: limit for limit in report.racks[0].limits}


def said(report: Report) -> dict[str, str]:
    return {check.key: check.message for check in report.checks}


CATALOG = Catalog(PARTS, BANDS, DEFAULTS)
NESTED = (feed("A"), feed("B", "A"))
SHARED = (source("u1"), source("u2"), feed("A", "u1"), feed("B", "u1"), feed("C", "u2"))


def test_a_feed_takes_with_it_what_hangs_on_it() -> None:
    report = evaluate(hall("AB", NESTED), CATALOG)
    lost, supplies = limits(report)["power-feed-lost"], limits(report)["psu-feed-lost"]
    assert (lost.state, lost.limit) == ("error", 0)
    assert lost.text == "feeds A, B are one system: losing it loses the rack"
    assert supplies.state == "error"
    assert supplies.text == (
        "DGX H100 hangs on feeds A, B alone, which are one system, and goes down with it"
    )
    assert said(report)["P02:one-feed:dgx-h100x1"] == (
        "1 × DGX H100: feeds A, B are one system, losing it loses 10.2 kW"
    )


def test_what_is_upstream_of_several_feeds_is_a_case_of_the_worst_loss() -> None:
    report = evaluate(hall("ABC", SHARED), CATALOG)
    lost, supplies = limits(report)["power-feed-lost"], limits(report)["psu-feed-lost"]
    # Two of six supplies are left, on one rack PDU of 34.5 kVA at a power factor of 0.95.
    assert (lost.state, lost.limit) == ("ok", pytest.approx(34.5 * 0.95))
    assert supplies.state == "error"
    assert "2+2+2 supplies, 2 of 6 left after losing UPS u1; 4 declared as needed" in supplies.text
    assert "2 of 6 left after losing UPS u1" in said(report)["P03:dgx-h100:2+2+2"]
    apart = evaluate(hall("ABC", (*SHARED[:3], feed("B", "u2"), feed("C"))), CATALOG)
    assert limits(apart)["psu-feed-lost"].state == "ok"
    assert "4 of 6 left after losing feed A" in limits(apart)["psu-feed-lost"].text


def test_a_second_parent_keeps_feeds_up() -> None:
    power = (*SHARED[:3], feed("B", "u1", "u2"), SHARED[4])
    assert limits(evaluate(hall("ABC", power), CATALOG))["psu-feed-lost"].state == "ok"


def test_feeds_of_the_room_carry_what_a_loss_upstream_leaves_them() -> None:
    report = evaluate(hall("ABC", SHARED), CATALOG)
    (last,) = [one for one in report.power.feeds if one.id == "C"]
    assert (last.load_after_loss_kw, last.worst_loss) == (pytest.approx(10.2), "u1")
    small = (*SHARED[:4], SHARED[4].evolve(capacity_kw=8))
    told = said(evaluate(hall("ABC", small), CATALOG))
    assert told["P14:C"] == "Feed C would carry 10.2 kW of its 8.0 kW after losing UPS u1"


@pytest.mark.parametrize("feeds", ["AA", "AB"])
def test_by_2n_a_rack_on_one_system_goes_down_when_it_is_lost(feeds: str) -> None:
    """Three supplies of six, one system's, do not carry it either: four must run."""
    report = evaluate(hall(feeds, (feed("A"), feed("B")), "2N"), CATALOG)
    text = limits(report)["psu-feed-lost"].text
    if feeds == "AA":
        assert text == "DGX H100 has no supply on feed B, when only that is left"
        assert limits(report)["power-feed-lost"].text.startswith("one feed only")
    else:
        assert "3 of 6 left with only feed A up" in text
    assert limits(report)["psu-feed-lost"].state == "error"


def test_by_2n_two_systems_of_three_are_enough() -> None:
    power = (feed("A"), feed("B"), feed("C"))
    assert limits(evaluate(hall("AB", power, "2N"), CATALOG))["power-feed-lost"].state == "ok"


def test_by_2n_a_room_of_one_system_is_no_redundancy() -> None:
    text = limits(evaluate(hall("A", (feed("A"),), "2N"), CATALOG))["psu-feed-lost"].text
    assert text == "DGX H100 hangs on feed A alone and goes down with it"


def test_what_stands_by_carries_what_it_takes_over_by_every_policy() -> None:
    """A UPS of 8 kW stands by for feeds that carry 10.2 kW."""
    power = (source("u1", 8), source("u2"), *(feed(name, "u2", "u1") for name in "ABC"))
    for policy in ("N", "N+1", "2N"):
        told = said(evaluate(hall("ABC", power, policy), CATALOG))
        assert told["P14:u1"] == (
            "UPS u1 would carry 10.2 kW of its 8.0 kW when it takes over what it stands by for"
        )
    enough = (source("u1", 11), *power[1:])
    assert "P14:u1" not in said(evaluate(hall("ABC", enough, "N"), CATALOG))


def test_a_rack_of_nothing_but_what_has_no_summary_is_called_a_rack() -> None:
    unit = Part(
        id="cdu-4u", kind="cdu", name="CDU 4U", height_half_u=8, mass_kg=60, power_max_w=1500,
        cooling=CoolingFigures(method="direct-to-chip", capacity_kw=200, flow_lpm=400),
    )  # fmt: skip
    design = hall("AB", (feed("A"), feed("B")))
    slots = tuple(
        slot.evolve(part=unit.id) if slot.id == "n" else slot for slot in design.assemblies[0].slots
    )
    design = design.evolve(assemblies=(design.assemblies[0].evolve(slots=slots),))
    told = said(evaluate(design, Catalog((*PARTS, unit), BANDS, DEFAULTS)))
    assert told["P26:open:rack-48u"].startswith("Rack: whether rack PDUs feed all of it")
    assert told["P10:open:rack-48u"].startswith("Rack: whether all its supplies find an outlet")
    assert not [message for message in told.values() if message.startswith((":", "whether  "))]


def beside_a(feed_id: str, power: tuple[PowerNode, ...]) -> dict[str, str]:
    """Return what is said of a DGX H100 on a large PDU on A and a small one on another feed."""
    pdu = next(part for part in PARTS if part.id == "pdu-415v-60a-3ph")
    small = pdu.evolve(
        id="small",
        pdu=PduFigures(volts=240, amps=16, phases=1, standard="nec", outlets_c13=6, outlets_c19=6),
    )
    design = hall("A", power)
    slots = (
        *design.assemblies[0].slots, Slot(id="q", part="small", face="zero-u", feed=feed_id)
    )  # fmt: skip
    design = design.evolve(assemblies=(design.assemblies[0].evolve(slots=slots),))
    report = evaluate(design, Catalog((*PARTS, small), BANDS, DEFAULTS))
    lost = limits(report)["power-feed-lost"]
    return said(report) | {"limit": f"{lost.state}: {lost.text}"}


def test_a_pdu_of_an_unnamed_feed_is_told_to_be_on_one_path_only_where_it_is() -> None:
    """On A, all of it is lost with A; on B, its 16 A carry 2.9 kW of the 10.2 after losing A.

    Without a name nobody can say which of the two it is, but that it is one of them.
    """
    both = (feed("A"), feed("B"))
    assert "P02:one-feed:dgx-h100x1" in beside_a("A", both)
    assert "P02:dgx-h100x1" in beside_a("B", both)
    told = beside_a("", both)
    assert "P02:one-feed:dgx-h100x1" not in told
    assert told["P02:dgx-h100x1"] == f"1 × DGX H100: {ANY_FEEDS}"
    assert told["limit"] == f"error: {ANY_FEEDS}"


def test_an_unnamed_feed_is_called_by_the_feeds_that_it_may_be() -> None:
    told = beside_a("", (feed("A"),))
    assert told["P02:one-feed:dgx-h100x1"].startswith("1 × DGX H100: one feed only, ")
    assert told["limit"] == "error: one feed only: losing it loses the rack"
    told = beside_a("", (source("u1"), feed("A", "u1"), feed("B", "u1")))
    assert "feeds A, B are one system, " in told["P02:one-feed:dgx-h100x1"]
    assert told["limit"] == "error: feeds A, B are one system: losing it loses the rack"


def test_feeds_of_one_system_are_told_a_second_parent_and_no_more_rack_pdus() -> None:
    """A rack that is sold filled has whips: no rack PDU hangs in it."""
    power = (source("u1"), feed("A", "u1"), feed("B", "u1"))
    rack = Rack(id="r", name="R", part="gb200-nvl72", x_mm=4000, y_mm=4000, feeds=("A", "B"))
    report = evaluate(Design(power=power, racks=(rack,)), load_shipped())
    (found,) = (c for c in report.checks if c.key.startswith("P02:one-feed:"))
    assert "a second parent in Design settings › Feeds" in found.advice
    assert "rack PDU" not in found.advice
    alone = evaluate(Design(power=(feed("A"), feed("B")), racks=(rack.evolve(feeds=("A",)),)),
                     load_shipped())  # fmt: skip
    (found,) = (c for c in alone.checks if c.key.startswith("P02:one-feed:"))
    assert "in the design file" in found.advice
    assert "rack PDU" not in found.advice


@pytest.mark.parametrize("third", ["", "A", "B"])
def test_what_a_loss_overloads_by_every_name_is_no_matter_of_names(third: str) -> None:
    """Three PDUs have two supplies of a node each; of two feeds one has the third's, too.

    The limit was green then and P02 silent, though with either name one PDU carries 8.0 of 7.0 kW.
    """
    slots = (
        Slot(id="n", part="hgx-h200-8u", half_u=2),
        *(
            Slot(id=f"q{number}", part=part, face="zero-u", feed=name)
            for number, (part, name) in enumerate(
                (
                    ("pdu-380v-32a-3ph", "B"),
                    ("pdu-380v-32a-3ph", "A"),
                    ("pdu-230v-32a-1ph", third),
                )
            )
        ),
    )
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=4000, y_mm=4000, assembly="a")
    design = Design(
        power=(feed("A"), feed("B")),
        assemblies=(Assembly(id="a", name="a", rack_part="rack-48u", slots=slots),),
        racks=(rack,),
    )
    catalog = load_shipped()
    node = catalog.require("hgx-h200-8u").evolve(power_max_w=12_000, unpublished=())
    report = evaluate(design, catalog.overlay([node]))
    limit = limits(report)["power-feed-lost"]
    assert limit.state == "error"
    told = said(report)["P02:hgx-h200-8ux1"]
    assert told.endswith(ANY_FEEDS) == (not third)
