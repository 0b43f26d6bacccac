"""A UPS in the rails of a rack: devices are plugged into it, and its loss is heat in the rack."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.figures import PduFigures, UpsFigures
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, Psu
from designer.engine.evaluate import evaluate
from designer.engine.reasons import input_in_words
from designer.engine.report import Report
from designer.model.design import Cord, Design, Device, PowerNode, Rack, Site
from designer.wiring.power import expand_power

UPS = "ups-eaton-9px3000"
LOAD = Part(
    id="load", kind="server", name="Load", height_half_u=2, depth_mm=500, mass_kg=10,
    power_max_w=1000, power_typical_w=800, power_idle_w=200, airflow="front-to-rear",
    psu=Psu(count=1, inlet="C14", volts_min=200, volts_max=240, rating_w=1200),
)  # fmt: skip


def report_of(*parts: str, feeds: str = "A", catalog: Catalog | None = None) -> Report:
    """Return the report of a rack with these parts from below, a UPS on feed A."""
    known, held, half_u = catalog or load_shipped().overlay([LOAD]), [], 2
    for at, part in enumerate(parts):
        beside = not known.require(part).height_half_u
        held.append(Device(
            id=f"d{at}", name=f"D{at}", part=part, rack="r", half_u=0 if beside else half_u,
            face="zero-u" if beside else "front",
            feed="" if part == "load" else "B" if beside else "A",
        ))  # fmt: skip
        half_u += known.require(part).height_half_u
    design = Design(
        power=tuple(PowerNode(id=feed, capacity_kw=100, volts=400) for feed in feeds),
        racks=(Rack(id="r", name="R", part="rack-42u", x_mm=3000, y_mm=3000),),
        devices=tuple(held), site=Site(feed_policy="N"),
    )  # fmt: skip
    report = evaluate(design, known)
    assert not report.not_computed
    return report


def test_devices_are_plugged_into_it_and_it_counts_in_the_rack() -> None:
    """9PX of 2U between 19 and 38 kg; of its 3 kVA it loses at least 0.16 %, at most 6.5 %."""
    report = report_of(UPS, "load", "load")
    (rack,) = report.racks
    assert [check for check in report.checks if check.rule in ("P01", "P10", "P26")] == []
    assert next(one.used for one in rack.limits if one.name == "units") == 4
    drawn, air = rack.figure("power_max_kw"), rack.figure("air_kw")
    assert (drawn.low, drawn.high) == (pytest.approx(2 + 0.0048), pytest.approx(2 + 0.195))
    assert (air.low, air.high) == (drawn.low, drawn.high)
    (feed,) = rack.feeds
    assert (feed.load_kw, feed.pdu_count) == (2, 1)
    total = report.totals.figure("power_max_kw")
    assert (total.low, total.high) == (drawn.low, drawn.high)


def test_its_feed_carries_what_it_loses_and_its_outlets_do_not() -> None:
    report = report_of(UPS, "load", "load")
    node = next(one for one in report.power.feeds if one.id == "A").figure("load_kw")
    assert (node.low, node.high) == (pytest.approx(2.0048), pytest.approx(2.195))


def test_kilowatts_that_nobody_states_are_no_more_than_its_kilovolt_amperes() -> None:
    part = load_shipped().require(UPS)
    assert part.ups is not None
    silent = part.evolve(ups=part.ups.evolve(rated_kw=None))
    (rack,) = report_of(UPS, "load", "load", catalog=load_shipped().overlay([silent, LOAD])).racks
    drawn = rack.figure("power_max_kw")
    assert (drawn.low, drawn.high) == (pytest.approx(2), pytest.approx(2 + 0.195))


def test_more_than_it_is_rated_for_is_an_error() -> None:
    report = report_of(UPS, "load", "load", "load", "load")
    assert [check.severity for check in report.checks if check.rule == "P01"] == ["error"]


def test_its_loss_in_the_report_calls_it_a_ups() -> None:
    (rack,) = report_of(UPS, "load").racks
    assert "rack UPS on feed A" in {loss.name for loss in rack.losses}


def test_a_ups_of_no_stated_rating_loses_nobody_knows_how_much() -> None:
    silent = (
        load_shipped()
        .require(UPS)
        .evolve(ups=UpsFigures(), pdu=PduFigures(volts=230, amps=16, phases=1, outlets_c13=8))
    )
    (rack,) = report_of(UPS, "load", catalog=load_shipped().overlay([LOAD, silent])).racks
    drawn = rack.figure("power_max_kw")
    assert (drawn.low, drawn.high) == (1.0, float("inf"))


def test_one_that_is_a_record_of_the_room_is_a_ups_as_before() -> None:
    design = Design(
        power=(PowerNode(id="A", parents=("U",)), PowerNode(id="M", kind="utility"),
               PowerNode(id="U", kind="ups", part=UPS, parents=("M",))),
    )  # fmt: skip
    report = evaluate(design, load_shipped())
    assert next(one for one in report.power.upstream if one.id == "U").capacity_kw == (
        pytest.approx(2.85)
    )


def rack_with(*feeds: str, cords: tuple[Cord, ...] = (), loads: int = 3) -> Design:
    """Return a rack with a UPS on feed A, rack PDUs on some feeds and loads of two supplies."""
    pdus = [
        Device(id=f"p{at}", name=f"P{at}", part="pdu-400v-32a-3ph", rack="r", half_u=0,
               face="zero-u", feed=feed)
        for at, feed in enumerate(feeds)
    ]  # fmt: skip
    held = [
        Device(id=f"n{at}", name=f"N{at}", part="twice", rack="r", half_u=10 + 4 * at)
        for at in range(loads)
    ]
    ups = Device(id="u", name="U", part=UPS, rack="r", half_u=2, feed="A")
    return Design(
        power=tuple(PowerNode(id=feed, capacity_kw=100, volts=400) for feed in "AB"),
        racks=(Rack(id="r", name="R", part="rack-42u", x_mm=3000, y_mm=3000),),
        devices=(ups, *pdus, *held), cords=cords, site=Site(feed_policy="N"),
    )  # fmt: skip


TWICE = LOAD.evolve(id="twice", psu=Psu(count=2, inlet="C14", volts_min=200, volts_max=240))


def plugged(design: Design) -> dict[str, set[str]]:
    """Return into what the supplies of each load are plugged."""
    found: dict[str, set[str]] = {}
    for one, other in expand_power(design, load_shipped().overlay([LOAD, TWICE])).links():
        ends = [end.partition(":")[0] for end in (one, other)]
        load = next((end for end in ends if end.startswith("n")), "")
        if load:
            found.setdefault(load, set()).update(end for end in ends if end != load)
    return found


def test_beside_rack_pdus_of_its_feed_it_has_what_is_plugged_by_hand_alone() -> None:
    """It was dealt 4.0 kW of nodes, of the 2.8 kW that it carries, as soon as it stood there."""
    assert plugged(rack_with("A", "B")) == {name: {"p0", "p1"} for name in ("n0", "n1", "n2")}
    by_hand = rack_with("A", "B", cords=(Cord(id="c", supply="n1:psu1", outlet="u"),))
    assert plugged(by_hand)["n1"] == {"u", "p1"}
    assert plugged(by_hand)["n0"] == {"p0", "p1"}


def test_alone_on_its_feed_it_has_all_that_the_rule_deals_to_that_feed() -> None:
    assert plugged(rack_with("B")) == {name: {"u", "p0"} for name in ("n0", "n1", "n2")}
    assert plugged(rack_with()) == {name: {"u"} for name in ("n0", "n1", "n2")}


def test_what_it_loses_has_a_likely_value_and_leaves_the_rack_one() -> None:
    """An empty one made `≤ 30.0 kW` of `~21 kW (0–30)`: by default 1.3 and 3.09 % of its rating."""
    report = report_of(UPS, "load")
    (rack,) = report.racks
    drawn, idle = rack.figure("power_max_kw"), rack.figure("power_idle_kw")
    assert drawn.estimated
    assert drawn.value == pytest.approx(1 + 0.0309 * 3)
    assert idle.value == pytest.approx(0.2 + 0.013 * 3)
    assert report.power.feeds[0].figure("load_kw").value == pytest.approx(1 + 0.0309 * 3)


def test_without_estimates_only_its_bounds_are_said() -> None:
    design = rack_with("A", "B", loads=1)
    site = design.site.evolve(estimates=False)
    report = evaluate(design.evolve(site=site), load_shipped().overlay([LOAD, TWICE]))
    drawn = report.racks[0].figure("power_max_kw")
    assert drawn.value is None
    assert drawn.high == pytest.approx(1.195)


@pytest.mark.parametrize(("kw", "answer"), [(None, "open"), (1.9, "error"), (2.5, ""), (3.0, "")])
def test_of_its_kilowatts_and_kilovolt_amperes_the_lower_counts(
    kw: float | None, answer: str
) -> None:
    """3 kVA at 0.95 give 2.85 kW; a maker who states fewer kW, or none, promises no more."""
    shipped = load_shipped()
    ups = shipped.require(UPS)
    assert ups.ups is not None
    catalog = shipped.overlay([LOAD, ups.evolve(ups=ups.ups.evolve(rated_kw=kw))])
    report = report_of(UPS, "load", "load", catalog=catalog)
    found = [check for check in report.checks if check.rule == "P01"]
    told = ["open" if ":open:" in check.key else check.severity for check in found]
    assert told == ([answer] if answer else [])
    if answer == "open":
        assert "rating in kW of 9PX3000iRT2U" in found[0].message


def test_no_message_names_a_planning_figure_by_its_id() -> None:
    words = input_in_words("default dry-cooler-approach", str)
    assert words == "approach of dry coolers to the outdoor air"
    assert input_in_words("default qqq-zzz", str) == "planning figure of qqq zzz"
    assert input_in_words("x.psu.efficiency", str) == "efficiency of the power supplies of x"
    assert input_in_words("x.ups.rated_kw", str) == "rating in kW of x"


@pytest.mark.parametrize(("site", "keys"), [
    ({"currency": "EUR"}, {"D03:no-electricity-price"}),
    ({"currency": "EUR", "electricity_price": 0.2}, set()),
    ({}, {"D03:electricity-price"}),
])  # fmt: skip
def test_energy_without_a_price_in_the_currency_of_the_site_is_told(
    site: dict[str, object], keys: set[str]
) -> None:
    rack = Rack(id="r", name="R", part="gb200-nvl72", x_mm=3000, y_mm=3000)
    report = evaluate(Design(racks=(rack,), site=Site.model_validate(site)), load_shipped())
    assert {one.key for one in report.checks if "electricity" in one.key} == keys
    assert report.cost.figure("opex_per_year").unknown is ("D03:no-electricity-price" in keys)
