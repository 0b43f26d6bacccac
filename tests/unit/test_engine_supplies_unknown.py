"""What a lost feed does to supplies is said only where the supplies are known."""

from functools import cache
from typing import Any

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.limit_report import Limit
from designer.engine.report import Check, Report
from designer.engine.subjects.feeds.supplies import supplied
from designer.model.design import Cord, Design, FeedPolicy
from designer.model.figures import exact
from designer.planning.templates import build
from tests.helpers.unthrottled import unthrottled


@cache
def hall(template: str) -> Design:
    return build(template, {"scalable_units": "1"}, load_shipped())


def catalog_with(part_id: str, **fields: Any) -> Catalog:
    part = load_shipped().require(part_id)
    return load_shipped().overlay([part.evolve(**fields)])


def psu_of(part_id: str, **fields: Any) -> Catalog:
    psu = load_shipped().require(part_id).psu
    assert psu is not None
    return catalog_with(part_id, psu=psu.evolve(**fields))


def limit(report: Report, rack: str = "A01", name: str = "psu-feed-lost") -> Limit:
    report_of = next(one for one in report.racks if one.id == rack)
    return next(one for one in report_of.limits if one.name == name)


def checks(report: Report, rule: str) -> dict[str, Check]:
    return {check.key: check for check in report.checks if check.rule == rule}


def under(design: Design, policy: FeedPolicy) -> Design:
    return design.evolve(site=design.site.evolve(feed_policy=policy))


def test_a_filled_rack_without_known_supplies_leaves_open_what_a_loss_does() -> None:
    design = hall("dgx-superpod-gb200")
    assert limit(evaluate(design, load_shipped())).state == "ok"
    report = evaluate(design, catalog_with("gb200-nvl72", psu=None))
    said = limit(report)
    assert said.state == "unknown"
    why = "cannot be said, because the number of power supplies of GB200 NVL72 is not known"
    assert said.text == f"GB200 NVL72: {why}"
    assert (said.used, said.limit) == (None, None)
    check = checks(report, "P03")["P03:open:gb200-nvl72"]
    assert check.message == f"whether GB200 NVL72 outlives a lost feed {why}"
    assert "A01" in check.where


def test_supplies_on_uncounted_shelves_are_open_for_the_shelves() -> None:
    shipped = load_shipped().require("gb200-nvl72")
    assert shipped.compute is not None
    hidden = catalog_with("gb200-nvl72", compute=shipped.compute.evolve(power_shelves=None))
    report = evaluate(hall("dgx-superpod-gb200"), hidden)
    why = "because the number of power shelves of GB200 NVL72 is not known"
    assert why in limit(report).text
    assert why in checks(report, "P03")["P03:open:gb200-nvl72"].message


def test_without_redundancy_unknown_supplies_leave_open_whether_they_carry_the_device() -> None:
    design = under(hall("dgx-superpod-gb200"), "N")
    assert not checks(evaluate(design, load_shipped()), "P03")
    found = checks(evaluate(design, catalog_with("gb200-nvl72", psu=None)), "P03")
    assert "whether the supplies of GB200 NVL72 carry it" in (
        found["P03:open:normal:gb200-nvl72"].message
    )


def test_a_device_with_unknown_supplies_is_no_better_off_than_one_that_stays_up() -> None:
    design = hall("dgx-superpod-h100")
    assert limit(evaluate(design, load_shipped())).state == "ok"
    said = limit(evaluate(design, catalog_with("dgx-h100", psu=None)))
    assert said.state == "unknown"
    assert said.text.startswith("DGX H100: cannot be said, because")


def test_a_device_that_goes_down_for_certain_comes_before_one_with_unknown_supplies() -> None:
    weak = psu_of("dgx-h100", rating_w=1000.0)
    report = evaluate(hall("dgx-superpod-h100"), weak.overlay([
        weak.require("rdhx").evolve(psu=None)
    ]))  # fmt: skip
    assert limit(report).state == "error"
    assert limit(report).text.startswith("DGX H100 does not carry its highest load")


@pytest.mark.parametrize(
    ("power_w", "state"),
    [(10_200, "ok"), (13_600, "ok"), (14_800, "unknown"), (15_200, "error")],
)
def test_supplies_between_the_bounds_of_their_efficiency_are_open(
    power_w: float, state: str
) -> None:
    # 4 of 6 x 3.3 kW are left, 13.2 kW; the planning efficiency is 88 to 96.5 %.
    supplies = unthrottled("dgx-h100").require("dgx-h100").psu
    system = catalog_with("dgx-h100", power_max_w=power_w, psu=supplies)
    report = evaluate(hall("dgx-superpod-h100"), system)
    assert limit(report).state == state
    found = {check.severity for key, check in checks(report, "P03").items() if "dgx-h100" in key}
    assert found == {"ok": set(), "unknown": {"warning"}, "error": {"error"}}[state]


def test_the_makers_redundancy_stands_in_for_an_unknown_rating() -> None:
    report = evaluate(hall("dgx-superpod-h100"), psu_of("dgx-h100", rating_w=None))
    assert limit(report).state == "ok"
    neither = psu_of("dgx-h100", rating_w=None, redundancy="")
    assert limit(evaluate(hall("dgx-superpod-h100"), neither)).state == "unknown"


def one_node_on_one_pdu(design: Design) -> Design:
    """Return a hall in which all supplies of the lowest node of A01 hang on its first rack PDU."""
    rack = next(rack for rack in design.racks if rack.id == "A01")
    filling = next(one for one in design.assemblies if one.id == rack.assembly)
    node = min((s for s in filling.slots if s.part == "dgx-h100"), key=lambda s: s.half_u)
    strip = next(s for s in filling.slots if s.part.startswith("pdu-") and s.feed == "A")
    cords = (
        Cord(id=f"k{number}", supply=f"A01/{node.id}:psu{number}", outlet=f"A01/{strip.id}")
        for number in range(1, 7)
    )
    return design.evolve(cords=tuple(cords))


@pytest.mark.parametrize("policy", ["N+1", "2N"])
def test_a_node_with_all_its_cords_on_one_feed_is_an_error_everywhere(policy: FeedPolicy) -> None:
    design = under(hall("dgx-superpod-h100"), policy)
    report = evaluate(one_node_on_one_pdu(design), load_shipped())
    assert limit(report).state == "error"
    (check,) = (one for key, one in checks(report, "P13").items() if key.endswith(":dgx-h100"))
    assert check.severity == "error"
    assert "A01" in check.where
    when = {"N+1": "hangs on feed A alone", "2N": "has no supply on feed B, when only that is left"}
    assert when[policy] in check.message
    assert check.advice == "Cord its supplies to every system of feeds."


def test_feeds_that_a_room_without_feeds_lacks_leave_a_loss_open() -> None:
    design = hall("dgx-superpod-h100").evolve(power=())
    report = evaluate(design, load_shipped())
    assert any("no feed A" in check.message for check in checks(report, "P27").values())
    for name in ("power-feed-lost", "psu-feed-lost"):
        assert limit(report, name=name).state == "unknown", name
    rack = next(one for one in report.racks if one.id == "A01")
    for feed in rack.feeds:
        after = feed.figure("load_after_loss_kw")
        assert after.low < after.high
    assert any(":open:" in key for key in checks(report, "P02"))


def test_nothing_is_said_of_the_supplies_of_a_part_without_any() -> None:
    part = catalog_with("dgx-h100", psu=None).require("dgx-h100")
    with pytest.raises(ValueError, match="dgx-h100 states no power supplies"):
        supplied(part, 4, exact(10.2, "kW"), exact(0.94, ""), None)
