"""Hiding a figure never narrows what feeds carry, nor removes a finding without saying so."""

from functools import cache
from itertools import product
from math import inf

import pytest

from designer.catalog.catalog import Catalog
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, PowerNode, Rack
from designer.planning.templates import build
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_feeds import CATALOG, design_of, device, nodes, pdus

DESIGNS = {
    "three feeds": design_of(*nodes(4), device("s", "store", 76), *pdus("ABC")),
    "two feeds": design_of(*nodes(4), *pdus("AB")),
    "overloaded": design_of(*nodes(4), device("t", "single", 76), *pdus("AB", "pdu-400v-32a-3ph")),
    "one unnamed": design_of(*nodes(2), *pdus("AB-")),
    "small feeds": design_of(
        *nodes(4), *pdus("ABC"),
        power=tuple(PowerNode(id=key, capacity_kw=20) for key in "ABC"),
    ),
}  # fmt: skip
HIDDEN = (
    ("dgx-h100", "power_max_w"), ("dgx-h100", "psu"), ("store", "power_max_w"), ("store", "psu"),
    ("single", "psu"), ("pdu-415v-60a-3ph", "pdu"), ("pdu-400v-32a-3ph", "pdu"),
)  # fmt: skip


def without(part: str, field: str) -> Catalog:
    hidden = CATALOG.require(part).evolve(**{field: None})
    return CATALOG.overlay([hidden])


@cache
def reported(design: str, hidden: tuple[str, str] | None = None) -> Report:
    return evaluate(DESIGNS[design], without(*hidden) if hidden else CATALOG)


@pytest.mark.parametrize(("design", "hidden"), list(product(DESIGNS, HIDDEN)), ids=str)
def test_a_revealed_figure_lands_inside_the_bounds(design: str, hidden: tuple[str, str]) -> None:
    known, unknown = reported(design), reported(design, hidden)
    for told, open_one in (
        *zip(known.racks[0].feeds, unknown.racks[0].feeds, strict=True),
        *zip(known.power.feeds, unknown.power.feeds, strict=True),
    ):
        for name in ("capacity_kw", "load_kw", "load_after_loss_kw"):
            inside, around = told.figure(name), open_one.figure(name)
            assert around.low <= inside.low + 1e-9, name
            assert around.high == inf or around.high >= inside.high - 1e-9, name


@pytest.mark.parametrize(("design", "hidden"), list(product(DESIGNS, HIDDEN)), ids=str)
def test_a_hidden_figure_removes_no_finding_without_saying_so(
    design: str, hidden: tuple[str, str]
) -> None:
    known, unknown = reported(design), reported(design, hidden)
    left = power_rules(unknown)
    for rule, severities in power_rules(known).items():
        # Whether a lost feed leaves enough comes before half of a feed; how many supplies there
        # are comes before whether there is one.
        instead = {"P04": "P02", "P08": "P02", "P13": "P03"}.get(rule, "")
        assert {rule, instead} & set(left), f"{rule} {severities} is gone"


def power_rules(report: Report) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for check in report.checks:
        if check.rule.startswith("P"):
            found.setdefault(check.rule, set()).add(check.severity)
    return found


def test_an_empty_room_has_no_finding_on_power_and_a_unit_placed_in_it_one_open_question() -> None:
    from designer.catalog.load import load_shipped
    from designer.document.edits import place_rack

    catalog = load_shipped()
    room = build("empty-room", {}, catalog)
    assert not power_rules(evaluate(room, catalog))
    placed = place_rack(catalog, "crah", 4_200, 4_200)(room)
    assert placed.racks[0].feeds == ("A", "B")
    keys = {c.key for c in evaluate(placed, catalog).checks if c.rule.startswith("P")}
    assert keys == {"P14:open:A", "P14:open:B"}


def test_a_rack_alone_draws_from_no_feed() -> None:
    rack = Rack(id="r", name="R", part=parts.RACK.id, x_mm=0, y_mm=0)
    report = evaluate(Design(racks=(rack,)), CATALOG)
    assert not power_rules(report)
    assert report.racks[0].feeds == ()
