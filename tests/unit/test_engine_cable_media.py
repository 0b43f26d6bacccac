"""Media of cables in a design: chosen by way and price, pinned by hand, refused with a reason."""

from math import inf

import pytest

from designer.catalog.cable_figures import CableFigures
from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, Price
from designer.engine.evaluate import Evaluator, evaluate
from designer.engine.network_report import Cables, TrayReport
from designer.engine.report import Check, Report
from designer.engine.subjects.cables.questions import table_of
from designer.engine.subjects.cables.writing import written
from designer.model.design import Cable, Design, PriceOverride, Tray
from designer.model.figure_words import lead_time
from tests.helpers.cable_halls import PARTS, STATED, at, hall, leaf, node


def cable(key: str, medium: str, reach: float | None, cents: int = 0, **more: object) -> Part:
    figures = {"medium": medium, "rate_gbps": 100, "length_max_m": reach, **more}
    if "fibre" not in more:
        figures = {"connector": "QSFP28", **figures}
    prices = (Price(amount_cents=cents, as_of="2026", source="test", kind="assumed"),)
    return Part(
        id=key, kind="cable", name=key, cable=CableFigures.model_validate(figures),
        prices=prices if cents else (), power_max_w=1.0,
    )  # fmt: skip


def module(key: str, medium: str, reach: float, cents: int = 0) -> Part:
    return cable(
        key, medium, reach, cents, connector="QSFP28", optics="SR4", fibre="MPO-12"
    ).evolve(power_max_w=4.0)


COPPER = cable("copper-3", "DAC", 3, 2000, lengths_m=(1, 3))
THICK = cable("thick-7", "AEC", 7)
GLASS = module("glass", "MMF", 50, 10_000)
CORD = cable("cord", "MMF", 50, 1000, fibre="MPO-12", diameter_mm=10, kg_per_m=0.5)
THIN = cable("thin", "MMF", 6, fibre="MPO-12", grade="OM3")
MEDIA = Catalog((*PARTS.parts, COPPER, THICK, GLASS, CORD, THIN))
NEAR = (at("a", 1000, 1000), at("b", 1600, 1000))
FAR = (at("a", 1000, 1000), at("b", 21_000, 1000))
LINE = Tray(id="t", name="Main", corners=((0, 1000), (70_000, 1000)), height_mm=2100)


def design(racks: tuple[object, ...] = NEAR, *cables: Cable, **fields: object) -> Design:
    held = (node("n", "a", 38), leaf("leaf", "b", 38))
    return hall(racks, held, (LINE,), cables=cables, **fields)


def report(found: Design, catalog: Catalog = MEDIA) -> Report:
    return evaluate(found, catalog)


def cables(found: Design, catalog: Catalog = MEDIA) -> Cables:
    return report(found, catalog).cables


def said(found: Report, *rules: str) -> list[Check]:
    return [check for check in found.checks if check.rule in rules]


ENDS = {"a_port": "1", "b_port": "1"}


def by_hand(part: str = "", **fields: object) -> Cable:
    return Cable.model_validate({"id": "c1", "a": "n", "b": "leaf", "part": part, **ENDS, **fields})


def test_the_cheapest_that_reaches_is_chosen() -> None:
    near = cables(design())
    assert near.by_medium == (("DAC", 1),)
    assert [(line.part, line.stock_m, line.count) for line in near.bill] == [("copper-3", 3.0, 1)]
    assert near.price == 20
    far = cables(design(FAR))
    assert far.by_medium == (("MMF", 1),)
    assert far.price == 2 * 100 + 10
    assert [(line.part, line.count) for line in far.bill] == [("cord", 1), ("glass", 2)]
    assert far.optics_w == 8


def test_what_has_no_price_is_chosen_only_where_nothing_else_reaches() -> None:
    racks = (at("a", 1000, 1000), at("b", 6000, 1000))
    assert cables(design(racks)).by_medium == (("MMF", 1),)
    without = Catalog((*PARTS.parts, COPPER, THICK))
    found = cables(design(racks), without)
    assert found.by_medium == (("AEC", 1),)
    assert (found.price, found.unpriced) == (None, 1)
    assert found.figure("price").low == 0


def test_a_price_of_the_owner_decides() -> None:
    dear = PriceOverride(id="copper-3", amount_cents=90_000)
    assert cables(design(prices=(dear,))).by_medium == (("MMF", 1),)


def test_the_longest_lead_time_of_a_medium_is_that_of_its_quotations() -> None:
    quoted = (
        PriceOverride(id="cord", amount_cents=1000, lead_weeks=3),
        PriceOverride(id="glass", amount_cents=10_000, lead_weeks=12),
    )
    assert cables(design(FAR, prices=quoted)).media[0].lead_weeks == 12
    assert cables(design(FAR)).media[0].lead_weeks is None


def test_a_lead_time_that_one_part_states_is_the_least_of_the_whole() -> None:
    quoted = (PriceOverride(id="cord", amount_cents=1000, lead_weeks=3),)
    found = cables(design(FAR, prices=quoted))
    lead = found.figure("lead_weeks", "weeks")
    assert (lead.low, lead.value, lead.high, found.lead_unstated) == (3, None, inf, 1)
    assert lead_time(lead, found.lead_unstated) == "≥ 3 weeks, 1 part not stated"
    assert [line.lead_weeks for line in found.bill] == [3, None]
    silent = cables(design(FAR))
    assert silent.figure("lead_weeks").unknown
    assert (silent.lead_unstated, lead_time(silent.figure("lead_weeks"))) == (2, "not stated")


def test_a_part_states_its_lead_time_and_a_quotation_goes_before_it() -> None:
    assert CORD.cable is not None
    slow = CORD.evolve(cable=CORD.cable.evolve(lead_weeks=20))
    stock = Catalog((*PARTS.parts, GLASS, slow))
    module_quoted = PriceOverride(id="glass", amount_cents=10_000, lead_weeks=12)
    found = cables(design(FAR, prices=(module_quoted,)), stock)
    assert (found.lead_weeks, found.media[0].lead_weeks, found.lead_unstated) == (20, 20, 0)
    quoted = (module_quoted, PriceOverride(id="cord", amount_cents=1000, lead_weeks=2))
    assert cables(design(FAR, prices=quoted), stock).lead_weeks == 12


def by_length(key: str, reach: float, *prices: tuple[float, int], **more: object) -> Part:
    part = cable(key, "DAC", reach, lengths_m=(1, 2, 3), **more)
    return part.evolve(
        prices=tuple(
            Price(amount_cents=cents, length_m=metres, as_of="2026", source="test", kind="guide")
            for metres, cents in prices
        )
    )


def test_what_is_priced_by_length_is_chosen_by_the_price_of_its_length() -> None:
    # From 38 U of one rack to the next: less than 2 m.
    rising = by_length("rising", 3, (1, 1000), (2, 5000))
    flat = cable("flat", "DAC", 3, 3000, lengths_m=(3,))
    near = cables(design(NEAR), Catalog((*PARTS.parts, rising, flat)))
    assert [(line.part, line.stock_m, line.price) for line in near.bill] == [("flat", 3.0, 30)]
    dear = Catalog((*PARTS.parts, rising, flat.evolve(prices=(flat.prices[0].evolve(
        amount_cents=6000),))))  # fmt: skip
    found = cables(design(NEAR), dear)
    assert [(line.part, line.stock_m, line.price) for line in found.bill] == [("rising", 2.0, 50)]
    assert (found.price, found.unpriced) == (50, 0)


def test_a_length_between_two_prices_is_an_estimate_in_all_sums() -> None:
    rising = by_length("rising", 7, (1, 1000), (5, 5000))
    found = cables(design(NEAR), Catalog((*PARTS.parts, rising)))
    price = found.figure("price")
    assert (price.low, price.value, price.high, price.estimated) == (10, 20, 50, True)
    cost = evaluate(design(NEAR), Catalog((*PARTS.parts, rising))).cost
    (line,) = (one for one in cost.by_category if one.category == "optics and cables")
    assert line.figure("amount").value == 20


def test_prices_that_come_and_go_are_those_of_now() -> None:
    engine = Evaluator(MEDIA)
    dear = (PriceOverride(id="copper-3", amount_cents=90_000, lead_weeks=5),)
    seen = [
        engine.report(design(prices=prices)).cables
        for prices in ((), dear, (), dear, (dear[0].evolve(amount_cents=1),))
    ]
    assert [found.by_medium[0][0] for found in seen] == ["DAC", "MMF", "DAC", "MMF", "DAC"]
    assert [found.media[0].lead_weeks for found in seen] == [None, None, None, None, 5]


def test_prices_in_another_currency_are_not_known() -> None:
    engine = Evaluator(MEDIA)
    dollars = engine.report(design()).cables
    site = design().site.evolve(currency="EUR")
    euros = engine.report(design().evolve(site=site)).cables
    assert (dollars.price, dollars.currency) == (20, "USD")
    assert (euros.price, euros.currency, euros.unpriced) == (None, "EUR", 1)


def test_media_of_the_line_say_how_far_they_go() -> None:
    (line,) = cables(design(FAR)).media
    assert (line.medium, line.count, line.reach_m) == ("MMF", 1, 50)
    assert line.longest_m == line.shortest_m == pytest.approx(line.length_m)


def test_a_cable_that_nothing_reaches_is_an_error() -> None:
    far = (at("a", 1000, 1000), at("b", 61_000, 1000))
    found = report(design(far))
    (check,) = said(found, "F10")
    assert (check.severity, check.key) == ("error", "F10:net:node:switch")
    assert "50 m" in check.message
    assert found.cables.too_far == 1
    assert found.cables.by_medium == (("out of reach", 1),)
    assert said(report(design(FAR)), "F10") == []


def test_where_the_way_is_open_it_cannot_be_said() -> None:
    racks = (at("a", 1000, 1000), at("b", 46_800, 1000))
    room = STATED.evolve(cable_slack_pct=None)
    planned = Catalog(MEDIA.parts, defaults=_defaults())
    found = report(design(racks, room=room), planned)
    (check,) = said(found, "F10")
    assert check.key == "F10:open:net:node:switch"
    assert "slack of cables" in check.message
    assert said(report(design(racks, room=room.evolve(cable_slack_pct=0)), planned), "F10") == []


def _defaults() -> tuple[object, ...]:
    from designer.catalog.load import load_shipped

    return tuple(load_shipped().defaults)


def test_a_part_that_is_pinned_stays_and_must_reach() -> None:
    short = report(design(FAR, by_hand("copper-3")))
    assert short.cables.by_medium == (("DAC", 1),)
    (check,) = said(short, "F10")
    assert (check.severity, check.key) == ("error", "F10:c1:reach")
    assert "20.6 m" in check.message or "m, and copper-3 reaches 3 m" in check.message
    assert said(report(design(NEAR, by_hand("copper-3"))), "F10", "F11") == []
    assert said(report(design(FAR, by_hand("cord"))), "F10", "F11") == []


def test_a_fibre_that_is_pinned_beyond_its_reach_is_told_by_its_own_rule() -> None:
    (check,) = said(report(design(FAR, by_hand("thin"))), "F10", "F11")
    assert (check.severity, check.key) == ("error", "F11:c1:reach")


def test_a_part_that_is_pinned_and_does_not_fit_is_told() -> None:
    slow = cable("slow", "DAC", 3, connector="SFP28")
    found = report(design(NEAR, by_hand("slow")), Catalog((*MEDIA.parts, slow)))
    (check,) = said(found, "F10")
    assert check.key == "F10:c1:misfit"
    assert "its SFP28 does not go into the cage" in check.message
    assert (found.cables.too_far, found.cables.misfits) == (0, 1)


def test_a_pinned_part_that_is_too_short_counts_as_out_of_reach() -> None:
    short = design(FAR, by_hand("copper-3"))
    assert cables(short).too_far == 1
    assert [row.state for row in table_of(short, MEDIA).rows()] == ["too far"]
    fits = design(NEAR, by_hand("copper-3"))
    assert cables(fits).too_far == 0
    assert [row.state for row in table_of(fits, MEDIA).rows()] == ["reached"]


def test_a_length_that_is_stated_goes_before_the_way() -> None:
    found = cables(design(FAR, by_hand("copper-3", length_m=2.5)))
    assert found.figure("length_m", "m").exact
    assert found.length_m == 2.5
    assert said(report(design(FAR, by_hand("copper-3", length_m=2.5))), "F10") == []


def test_passive_copper_of_200_gbps_lanes_is_told() -> None:
    def of(rate: float, made: Design) -> list[tuple[str, str]]:
        fabric = made.fabrics[0].evolve(kind="infiniband", rate_gbps=rate)
        ports = [
            part.evolve(
                ports=tuple(p.evolve(kind="infiniband", rate_gbps=rate) for p in part.ports)
            )
            for part in PARTS.parts
        ]
        copper = COPPER.evolve(
            id="copper-x", cable=COPPER.cable and COPPER.cable.evolve(rate_gbps=rate)
        )
        found = report(made.evolve(fabrics=(fabric,)), Catalog((*ports, copper)))
        return [(check.severity, check.key) for check in said(found, "F12")]

    inside = hall(NEAR[:1], (node("n", "a", 30), leaf("leaf", "a", 33)))
    inside = inside.evolve(cables=(by_hand("copper-x"),))
    assert of(800, design(FAR, by_hand("copper-x"))) == [("error", "F12:c1:long")]
    assert of(800, inside) == [("warning", "F12:c1")]
    assert of(400, design(FAR, by_hand("copper-x"))) == []


def test_panels_beyond_two_are_told() -> None:
    found = report(design(FAR, room=STATED.evolve(patch_panels=3)))
    assert [(c.severity, c.key) for c in said(found, "F10")] == [("warning", "F10:panels")]
    assert found.cables.patch_ports == 3
    assert said(report(design(FAR, room=STATED.evolve(patch_panels=2))), "F10") == []
    assert said(report(design(NEAR, room=STATED.evolve(patch_panels=3))), "F10") == []


def filled(width: int, depth: int, **fields: object) -> Report:
    tray = LINE.evolve(width_mm=width, depth_mm=depth, **fields)
    return report(design(FAR).evolve(trays=(tray,)))


def test_trays_are_filled_by_the_sections_of_their_cables() -> None:
    """One cable of 10 mm: 78.5 mm², half of the section is usable."""
    found = filled(20, 10)
    (tray,) = found.cables.trays
    assert tray.usable_mm2 == 100
    assert tray.fill_pct == pytest.approx(78.54, rel=1e-3)
    assert tray.kg_per_m == 0.5
    assert said(found, "F15") == []
    (near,) = said(filled(19, 10), "F15")
    assert (near.severity, near.key) == ("warning", "F15:t:near")
    (full,) = said(filled(15, 10), "F15")
    assert (full.severity, full.key) == ("error", "F15:t:full")
    assert said(filled(15, 10, fill_pct=100), "F15") == []


def test_a_tray_carries_its_cables() -> None:
    (heavy,) = said(filled(100, 100, carries_kg_per_m=0.4), "F15")
    assert (heavy.severity, heavy.key) == ("error", "F15:t:load")
    assert said(filled(100, 100, carries_kg_per_m=0.5), "F15") == []


def test_what_nobody_states_of_cables_leaves_a_tray_open() -> None:
    thin = Catalog((*PARTS.parts, GLASS, CORD.evolve(cable=CORD.cable and CORD.cable.evolve(
        diameter_mm=None, kg_per_m=None))))  # fmt: skip
    tray = LINE.evolve(width_mm=100, depth_mm=100, carries_kg_per_m=4)
    found = report(design(FAR).evolve(trays=(tray,)), thin)
    assert {c.key: "diameter of cord" in c.message for c in said(found, "F15")} == {
        "F15:open:t:fill": True,
        "F15:open:t:weight": False,
    }
    assert found.cables.trays[0].fill_pct is None
    assert said(report(design(FAR), thin), "F15") == [], "a tray of no stated size is not asked"


def test_a_tray_tells_in_how_many_bundles_its_cables_lie() -> None:
    line = TrayReport(id="t", cables=97)
    assert (line.bundles, line.evolve(cables=96).bundles, line.evolve(cables=0).bundles) == (
        3,
        2,
        0,
    )
    told = [
        row
        for section in written(filled(100, 100))
        if section.title == "Cable trays" and section.table is not None
        for row in section.table.rows
    ]
    assert [row[1:3] for row in told] == [("1", "1")]
