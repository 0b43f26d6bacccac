"""What a rack's limits show in red and what the checks call an error are one statement.

The panel, the mark of a rack on the floor and the card of a drop take their colour from limits;
the command line and the list of checks from findings.
"""

from collections.abc import Iterator

import pytest

from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.limit import beside
from designer.engine.report import RackReport, Report
from designer.model.design import Design, Device
from designer.model.figures import exact, missing
from tests.helpers.signed_designs import DESIGNS, P32, P60, hall, stand
from tests.helpers.signed_parts import CATALOG

HALLS = sorted(name for name, draw in DESIGNS.items() if draw().racks)
ADDED = ("", *(part.id for part in CATALOG.parts if not part.stands_on_floor))
"""What is put into the first rack, each in every fifth hall; of some nobody states supplies."""

RULES = {
    "power": {"P01", "P08", "P26"},
    "power-feed-lost": {"P02", "P08"},
    "psu-feed-lost": {"P02", "P03", "P13", "P21", "P26"},
    "whip": {"P05"},
    "shelf-peak": {"P20"},
    "mass": {"F02"},
    "mass-rolled": {"F03"},
    "floor": {"F04"},
    "cooling": {"C01", "C12", "C24", "C22", "C14"},
    "cooling-liquid": {"C01"},
    "units": {"F01"},
}
"""Rules that judge what a limit shows. P08 tells a line of a PDU that is too full, P26 what
has no power path, C14 racks that no contained aisle meets: their limit is that of a bare room."""

OWN = {"P01": "power", "P02": "power-feed-lost", "F02": "mass", "F03": "mass-rolled",
       "F04": "floor"}  # fmt: skip
"""Rules of which every finding stands in a limit."""


def drawn(name: str) -> Iterator[Design]:
    design = DESIGNS[name]()
    rack = design.racks[0].id
    for part in dict.fromkeys(("", "uncounted", *ADDED[HALLS.index(name) % 5 :: 5])):
        more = (Device(id="zz", name="zz", part=part, rack=rack, half_u=2),) if part else ()
        yield design.evolve(devices=(*design.devices, *more))


def found(report: Report, rack: RackReport, severity: str) -> set[str]:
    """Return the rules that say this of a rack."""
    return {
        check.rule
        for check in report.checks
        if check.severity == severity and rack.id in check.where
    }


@pytest.mark.parametrize("name", HALLS)
def test_a_limit_is_in_error_where_its_rule_finds_one_and_nowhere_else(name: str) -> None:
    # One evaluator: what a thing more in the first rack leaves alone is not computed anew.
    kept = Evaluator(CATALOG)
    for design in drawn(name):
        report = kept.whole(design)
        for rack in report.racks:
            errors = found(report, rack, "error")
            red = {limit.name for limit in rack.limits if limit.state == "error"}
            for limit in red:
                assert RULES[limit] & errors, (rack.id, limit, errors)
            has = {limit.name for limit in rack.limits}
            for rule, limit in OWN.items():
                if rule in errors and limit in has:
                    assert limit in red, (rack.id, rule)


def test_what_goes_down_with_its_feed_does_not_overload_the_others() -> None:
    """Six nodes on feed A alone: 61 kW of the 21 kW of feed B were called an overload of it."""
    nodes = [f"dgx-h100@{1 + 8 * number}" for number in range(6)]
    rack = stand("r", f"{P60}:A", f"{P60}:A", f"{P32}:B", *nodes, "dgx-h100=6+0")
    report = evaluate(hall(rack), CATALOG)
    (only,) = report.racks
    limits = {limit.name: limit for limit in only.limits}
    assert "P02" not in found(report, only, "error")
    assert limits["power-feed-lost"].state == "warning"
    assert limits["power-feed-lost"].text == "61.2 of 65.5 kW"
    assert limits["psu-feed-lost"].state == "error"
    assert found(report, only, "error") & RULES["psu-feed-lost"]


def test_more_than_a_rack_may_be_rolled_with_is_a_warning_in_limit_and_check() -> None:
    """The limit was red, and the card said so in bold, where F03 only warns."""
    report = evaluate(DESIGNS["racks too heavy"](), CATALOG)
    over = {
        rack.id: limit.state
        for rack in report.racks
        for limit in rack.limits
        if limit.name == "mass-rolled" and limit.figure("used").low > (limit.limit or 0.0)
    }
    assert over == {"a": "warning", "d": "warning"}
    warned = [check.where for check in report.checks if check.rule == "F03"]
    assert {rack for where in warned for rack in where} >= set(over)


def test_what_exceeds_a_limit_by_little_is_told_with_more_decimals() -> None:
    """F04 said that 2.0 kPa exceed 2.0 kPa."""
    limit = exact(2.0, "kPa")
    assert beside(exact(2.03, "kPa"), limit) == ("2.03", "2.00")
    assert beside(exact(3.2, "kPa"), limit) == ("3.2", "2.0")
    assert beside(exact(2.0, "kPa"), limit) == ("2.0", "2.0")
    assert beside(exact(2.000_001, "kPa"), limit) == ("2.0000", "2.0000")
    assert beside(exact(1_000.4, "kg"), exact(1_000.0, "kg")) == ("1,000.4", "1,000.0")
    assert beside(missing("a.mass_kg", "kg"), missing("b.mass_kg", "kg")) == ("—", "—")
