"""Power shelves that a finding asks for are built in one step, of what rack and bus bar need."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.document.document import Document
from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.model.design import Assembly, Design, Device, PowerNode, Rack, Site, Slot
from designer.model.layout import Layout
from designer.planning.remedies import remedy_plan
from designer.planning.remedies.cooling import RemedyPlan

CATALOG: Catalog = load_shipped()
NODE, PDU = "dgx-b300-busbar", "pdu-415v-60a-3ph"
OLD, SHELF = "hgx-b300-2ou", "power-shelf-orv3-18"
HIGH = "power-shelf-nvl72-110"


def rack_of(
    *held: tuple[str, str], part: str = "rack-mgx-48u", feeds: str = "AB", dc: bool = False,
    nodes: int = 1, node: str = NODE, **site: object,
) -> Design:  # fmt: skip
    """Return a rack with nodes on a bus bar, and more, each with the feed that it names."""
    at, devices = 50, []
    for number in range(nodes):
        devices.append(Device(id=f"n{number}", name=f"N{number}", part=node, rack="r", half_u=at))
        at += CATALOG.require(node).height_half_u
    for number, (one, feed) in enumerate(held):
        beside = one == PDU
        devices.append(Device(
            id=f"x{number}", name=f"X{number}", part=one, rack="r", feed=feed,
            half_u=0 if beside else 2 + 6 * number, face="zero-u" if beside else "front",
        ))  # fmt: skip
    return Design(
        power=tuple(PowerNode(id=f, volts=54 if dc else 415.0, dc=dc) for f in feeds),
        racks=(Rack(id="r", name="R1", part=part, x_mm=3000, y_mm=3000),),
        devices=tuple(sorted(devices, key=lambda one: one.id)), site=Site.model_validate(site),
    )  # fmt: skip


def offered(design: Design, rule: str) -> Check:
    found = evaluate(design, CATALOG).checks
    (check,) = (one for one in found if one.rule == rule and one.severity == "error")
    return check


def plan_of(design: Design, check: Check) -> RemedyPlan:
    assert check.remedy is not None
    return remedy_plan(check.remedy, check.where, design, CATALOG)


def built(design: Design, rule: str) -> tuple[Design, list[tuple[str, str]]]:
    """Return a design in which what a rule asks for is built, and what is new, with its feed."""
    plan = plan_of(design, offered(design, rule))
    assert plan.edit is not None, plan.reason
    document = Document(design)
    document.apply(plan.label, plan.edit)
    after = document.design
    before = {placed.key for placed in Layout(design).in_rack("r")}
    new = [one for one in Layout(after).in_rack("r") if one.key not in before]
    document.undo()
    assert document.design == design
    return after, sorted((one.part, one.feed) for one in new)


def faults(design: Design, *rules: str) -> list[str]:
    found = evaluate(design, CATALOG).checks
    return [one.key for one in found if one.severity == "error" and one.rule in rules]


def test_shelves_of_the_volts_of_a_bus_bar_stand_on_two_feeds() -> None:
    after, new = built(rack_of(), "P26")
    assert new == [(HIGH, "A"), (HIGH, "B")]
    assert faults(after, "P02", "P11", "P21", "P26") == []


def test_shelves_carry_all_that_hangs_on_the_bus_bar_after_a_loss() -> None:
    after, new = built(rack_of(part="rack-orv3-meta", node=OLD, nodes=3), "P26")
    part = CATALOG.require(new[0][0])
    assert {one for one, _ in new} == {part.id}
    assert part.psu is not None
    assert part.shelf is not None
    assert 48 <= (part.shelf.bus_volts_max or 0) <= 52
    node = CATALOG.require(OLD).power_max_w or 0
    assert len(new) / 2 * part.psu.carrying * (part.psu.rating_w or 0) >= 3 * node
    assert faults(after, "P02", "P11", "P21", "P26") == []


def test_a_rack_on_one_feed_gets_the_like_on_a_second() -> None:
    held = [(SHELF, "A"), (SHELF, "A")]
    after, new = built(rack_of(*held, part="rack-orv3-meta", node=OLD), "P02")
    assert set(new) == {(SHELF, "B")}
    assert faults(after, "P02", "P21", "P26") == []


def test_too_few_shelves_become_enough_on_each_feed() -> None:
    held = [(SHELF, "A"), (SHELF, "B")]
    after, new = built(rack_of(*held, part="rack-orv3-meta", node=OLD, nodes=2), "P21")
    assert {part for part, _ in new} == {SHELF}
    assert faults(after, "P02", "P21", "P26") == []


def test_a_rack_with_rack_pdus_besides_gets_both_in_one_step() -> None:
    after, new = built(rack_of((HIGH, "A"), (PDU, "A"), ("mgmt-server", "")), "P02")
    assert new == [(PDU, "B"), (HIGH, "B")]
    assert faults(after, "P02", "P21", "P26") == []


def test_copies_of_an_assembly_stay_copies() -> None:
    slots = (Slot(id="n", part=NODE, half_u=50),)
    racks = tuple(
        Rack(id=key, name=key, part="rack-mgx-48u", assembly="a", x_mm=3000 + at * 900, y_mm=3000)
        for at, key in enumerate(("p", "r"))
    )
    alike = Assembly(id="a", rack_part="rack-mgx-48u", slots=slots)
    design = rack_of(nodes=0).evolve(devices=(), racks=racks, assemblies=(alike,))
    after, new = built(design, "P26")
    assert len(new) == 2
    assert after.devices == ()
    assert faults(after, "P02", "P11", "P21", "P26") == []


@pytest.mark.parametrize(("feeds", "why"), [("", "the room has no feed"), ("A", "has one feed")])
def test_a_room_without_two_feeds_is_asked_for_them(feeds: str, why: str) -> None:
    design = rack_of(feeds=feeds)
    plan = plan_of(design, offered(design, "P26"))
    assert plan.edit is None
    assert why in plan.reason


def test_where_no_feed_need_be_lost_one_more_than_the_load_needs() -> None:
    _, new = built(rack_of(feed_policy="N", feeds="A"), "P26")
    assert new == [(HIGH, "A")] * 2


def test_where_nothing_fits_it_says_why() -> None:
    design = rack_of(dc=True)
    plan = plan_of(design, offered(design, "P26"))
    assert plan.edit is None
    assert "no power shelf of the catalogue carries" in plan.reason


def test_a_rack_without_a_bus_bar_is_offered_no_shelf() -> None:
    rack = CATALOG.require("rack-42u")
    assert rack.rack is not None
    none = rack.evolve(rack=rack.rack.evolve(bus_bar=False))
    found = evaluate(rack_of(part="rack-42u"), CATALOG.overlay([none])).checks
    (check,) = (one for one in found if one.rule == "P26")
    assert check.remedy is None
