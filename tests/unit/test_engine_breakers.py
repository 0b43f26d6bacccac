"""Branch breakers and outlets of rack PDUs: where cords hang, what they carry, what rules say."""

from cmath import exp
from math import pi, sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from designer.catalog.load import load_shipped
from designer.catalog.part import Part, PduFigures
from designer.engine.dealing import breaker_limit_a
from designer.engine.electric import delta, wye
from designer.engine.evaluate import evaluate
from designer.engine.power_report import BreakerReport, InsideLossReport
from designer.engine.report import Report
from designer.engine.subjects.feeds.plugs import hidden_kva, plug_amps
from designer.engine.subjects.feeds.writing import written
from designer.model.design import Cord, Design, Site
from designer.render.sheets.rack_facts import summary_rows
from designer.wiring.power import expand_power
from designer.wiring.power_branches import branches_of, line_name
from designer.wiring.power_outlets import PlugIn
from tests.helpers import engine_designs as parts
from tests.helpers.hidden_figures import outside, results, silenced, softened
from tests.unit.test_engine_feeds import CATALOG
from tests.unit.test_engine_phases import racked, server, told


def strip(key: str, **figures: object) -> Part:
    fields = {
        "volts": 400, "amps": 32, "phases": 3, "standard": "iec", "outlets_c13": 24,
        "outlets_c19": 12, "breakers": 6, "breaker_amps": 16, "breaker_poles": 1,
    }  # fmt: skip
    return parts.PDU.evolve(id=key, name=key, pdu=PduFigures(**{**fields, **figures}))


def figures(part: Part) -> PduFigures:
    assert part.pdu is not None
    return part.pdu


IEC = strip("iec")
NEC = strip("nec", volts=208, amps=60, rated_kva=17.293, standard="nec", breaker_amps=20)
SINGLE = strip("single", volts=230, phases=1, breakers=2)
UNEVEN = strip("uneven", outlets_c13=22)
NONE_SAID = strip("none-said", breakers=None, breaker_amps=None)
SHOP = CATALOG.overlay(
    [IEC, NEC, SINGLE, UNEVEN, NONE_SAID, server("server", 3_000), server("heavy", 3_600),
     server("light", 200), server("open", None), server("six", 6_000, 6),
     server("small", 2_600).evolve(psu=server("x", 1, 2).psu.evolve(inlet="C14"))]
)  # fmt: skip


def breakers(report: Report, feed: str = "A") -> list[BreakerReport]:
    (found,) = [one.breakers for one in report.racks[0].feeds if one.id == feed]
    return list(found)


def plugged(design: Design) -> dict[tuple[int, int], PlugIn]:
    (wiring,) = expand_power(design, SHOP).places
    return {(cord.item, cord.supply): cord for cord in wiring.plugged}


def by_hand(design: Design, *ends: tuple[str, int, str]) -> Design:
    cords = (Cord(id=f"{on}-{n}", supply=f"{on}:psu{n}", outlet=at) for on, n, at in ends)
    return design.evolve(cords=tuple(cords))


# Where outlets lie.


def test_each_breaker_feeds_as_many_outlets_of_either_kind_and_each_outlet_is_fed_once() -> None:
    branches = branches_of(figures(IEC))
    assert [line_name(figures(IEC), one.line) for one in branches] == ["L1", "L2", "L3"] * 2
    fed = [at for one in branches for _, numbers in one.outlets for at in numbers]
    assert sorted(fed) == list(range(1, 37))
    assert branches[1].outlets == (("C13", range(5, 9)), ("C19", range(27, 29)))


def test_breakers_of_a_delta_are_between_two_lines() -> None:
    names = [line_name(figures(NEC), one.line) for one in branches_of(figures(NEC))]
    assert names[:3] == ["L1-L2", "L2-L3", "L3-L1"]


def test_where_outlets_do_not_divide_nobody_can_say_what_a_breaker_feeds() -> None:
    assert not any(at for one in branches_of(figures(UNEVEN)) for _, at in one.outlets)
    report = evaluate(racked("AB", "uneven", *["server"] * 2), SHOP)
    (found,) = told(report, "P08")
    assert "outlets that each breaker feeds" in found.message
    (one, *_) = breakers(report)
    figure = one.figure("load_a")
    assert (figure.low, figure.value) == (0, None)


def test_lines_that_the_pdu_does_not_have_are_refused() -> None:
    assert dict(PduFigures(volts=230, amps=32, phases=1, breaker_lines="L2").own_problems())
    assert dict(PduFigures(volts=230, amps=32, phases=1, breakers=2).own_problems())
    assert not dict(figures(IEC).own_problems())


# How supplies are dealt.


def test_the_supplies_of_a_device_lie_on_one_line_each() -> None:
    found = breakers(evaluate(racked("AB", "iec", "six"), SHOP))
    assert sorted(one.line for one in found if one.load_a) == ["L1", "L2", "L3"]


def test_a_device_hangs_at_the_same_place_on_two_feeds() -> None:
    cords = plugged(racked("AB", "iec", "six", "server", "heavy", "light"))
    for item, supply in cords:
        if supply % 2:
            assert cords[item, supply].outlet == cords[item, supply + 1].outlet


def test_a_cord_by_hand_stays_and_the_others_are_dealt_around_it() -> None:
    design = racked("AB", "iec", *["server"] * 4)
    laid = by_hand(design, ("d00", 1, "pdu-0:26"))
    cords = plugged(laid)
    assert cords[0, 1].outlet == 26
    found = breakers(evaluate(laid, SHOP))
    assert sum(bool(one.load_a) for one in found) == 4
    assert max(one.load_a or 0 for one in found) == pytest.approx(
        1_500 / (400 / sqrt(3) * 0.95), rel=1e-6
    )


def test_no_outlet_is_taken_twice_and_no_cord_is_lost() -> None:
    held = ["six", "server", "heavy", "light", "small", "server"]
    cords = plugged(racked("AB", "iec", *held))
    assert len(cords) == 16
    assert len({(cord.pdu, cord.outlet) for cord in cords.values()}) == 16


@settings(max_examples=25, deadline=None)
@given(st.lists(st.sampled_from(["server", "heavy", "light", "six"]), max_size=6))
def test_dealing_carries_no_more_on_the_fullest_breaker_than_a_third_and_the_heaviest(
    held: list[str],
) -> None:
    """No breaker gets more than an even share and one supply more: each goes where least is."""
    report = evaluate(racked("AB", "iec", *held), SHOP)
    found = [one.load_after_loss_a or 0.0 for one in breakers(report)]
    heaviest = {"server": 3_000, "heavy": 3_600, "light": 200, "six": 2_000}
    most = max((heaviest[one] for one in held), default=0) / (400 / sqrt(3) * 0.95)
    assert max(found, default=0) <= sum(found) / 6 + most + 1e-6


def test_a_rack_pdu_that_states_no_breaker_has_none_and_nothing_is_asked() -> None:
    report = evaluate(racked("AB", "none-said", *["server"] * 2), SHOP)
    assert breakers(report) == []
    assert not told(report, "P05")
    assert not told(report, "P08")


# Lines and neutral against a numeric solution.

AMPS = st.floats(0, 200)
ANGLES = [0.0, -2 * pi / 3, 2 * pi / 3]


def phasors(branches: list[complex], kind: str) -> tuple[list[float], float]:
    """Solve a circuit from its voltages: each branch is a resistance on a balanced supply."""
    to_neutral = np.array([exp(1j * angle) for angle in ANGLES]) * 230
    if kind == "wye":
        currents = np.array(branches) * to_neutral / 230
        return list(np.abs(currents)), abs(currents.sum())
    across = to_neutral - np.roll(to_neutral, -1)  # X−Y, Y−Z, Z−X
    through = np.array(branches) * across / np.abs(across)
    return list(np.abs(through - np.roll(through, 1))), 0.0


@given(AMPS, AMPS, AMPS)
def test_a_wye_is_as_its_phasors(a: float, b: float, c: float) -> None:
    lines, neutral = phasors([a, b, c], "wye")
    found = wye((a, b, c), 400)
    assert found.lines == pytest.approx(lines, abs=1e-6)
    assert found.neutral_a == pytest.approx(neutral, abs=1e-5)


@given(AMPS, AMPS, AMPS)
def test_a_delta_is_as_its_phasors(a: float, b: float, c: float) -> None:
    lines, _ = phasors([a, b, c], "delta")
    assert delta((a, b, c), 208).lines == pytest.approx(lines, abs=1e-6)


@settings(max_examples=20, deadline=None)
@given(st.sampled_from(["iec", "nec"]), st.lists(st.sampled_from(["server", "light"]), max_size=5))
def test_lines_of_a_report_are_the_phasors_of_its_breakers(part: str, held: list[str]) -> None:
    report = evaluate(racked("AB", part, *held), SHOP)
    (feed,) = [one for one in report.racks[0].feeds if one.id == "A"]
    (pdu,) = feed.pdus
    branches = [0j, 0j, 0j]
    for one in feed.breakers:
        branches[int(one.line[1]) - 1] += one.load_a or 0.0
    lines, neutral = phasors(branches, "wye" if part == "iec" else "delta")
    assert [pdu.line_1_a, pdu.line_2_a, pdu.line_3_a] == pytest.approx(lines, abs=1e-6)
    if part == "iec":
        assert pdu.neutral_a == pytest.approx(neutral, abs=1e-6)


# Limits.


def test_what_a_breaker_carries_continuously() -> None:
    nec, iec = figures(NEC), figures(IEC)
    assert breaker_limit_a(nec, 20, 0.8, 1) == 16
    assert breaker_limit_a(iec, 16, 0.8, 1) == 16
    assert breaker_limit_a(nec.evolve(breaker_continuous=1.0), 20, 0.8, 1) == 20
    assert breaker_limit_a(iec, 16, 0.8, 0.87) == pytest.approx(13.92)


def test_warm_air_leaves_less_of_breakers_and_plugs_and_of_a_nameplate_behind_one() -> None:
    """AS/NZS: 0.87 at 40 °C. The nameplate of 17.293 kVA is 48 of the 60 A at 208 V."""
    warm = Site(ambient_factor=0.87)
    iec = evaluate(racked("AB", "iec", "server").evolve(site=warm), SHOP).racks[0].feeds[0]
    assert iec.breakers[0].limit_a == pytest.approx(13.92)
    assert iec.pdus[0].line_limit_a == pytest.approx(32 * 0.87)
    assert iec.capacity_kw == pytest.approx(0.95 * sqrt(3) * 0.4 * 32 * 0.87)
    nec = evaluate(racked("AB", "nec", "server").evolve(site=warm), SHOP).racks[0].feeds[0]
    assert nec.breakers[0].limit_a == pytest.approx(20 * 0.8 * 0.87)
    assert nec.capacity_kw == pytest.approx(17.293 * 0.95 * 0.87)
    assert nec.pdus[0].line_limit_a == pytest.approx(48 * 0.87, rel=2e-3)
    cold = Site(ambient_factor=1.1)
    nec = evaluate(racked("AB", "nec", "server").evolve(site=cold), SHOP).racks[0].feeds[0]
    assert nec.capacity_kw == pytest.approx(17.293 * 0.95), "cold air raises no nameplate"


# P05 and P08.

CROWDED = [("d00", 1, "pdu-0:25"), ("d01", 1, "pdu-0:26")]
"""Outlets 25 and 26 are C19 on breaker 1."""


def test_a_breaker_by_nec_carries_at_most_eighty_percent() -> None:
    design = racked("AB", "nec", *["server"] * 2)
    assert not told(evaluate(design, SHOP), "P05")
    (found,) = told(evaluate(by_hand(design, *CROWDED), SHOP), "P05")
    assert found.severity == "error"
    assert found.message == (
        "2 × Server: breaker 1 (L1-L2) of the rack PDU on feed A carries 30.4 of 16.0 A after "
        "losing feed B, 80% of its 20 A (NEC 210.20)"
    )
    assert "outlet of another breaker" in found.advice


def test_a_breaker_by_iec_carries_its_rating_where_the_pdu_carries_the_whole() -> None:
    design = racked("AB", "iec", *["server"] * 2)
    assert not told(evaluate(design, SHOP), "P08")
    report = evaluate(by_hand(design, *CROWDED), SHOP)
    (found,) = told(report, "P08")
    assert "breaker 1 (L1) of the rack PDU on feed A carries 27.3 of 16.0 A" in found.message
    assert not told(report, "P01")
    (limit,) = [one for one in report.racks[0].limits if one.name == "power-feed-lost"]
    assert (limit.state, "breaker 1" in limit.text) == ("error", True)


def test_a_breaker_is_asked_with_all_feeds_up_where_none_may_be_lost() -> None:
    design = by_hand(racked("AB", "iec", "server", "server", policy="N"), *CROWDED)
    assert not told(evaluate(design, SHOP), "P08")
    more = by_hand(racked("A", "iec", "heavy", "heavy", policy="N"), *CROWDED)
    (found,) = told(evaluate(more, SHOP), "P08")
    assert "after" not in found.message


def test_a_breaker_of_one_phase_is_asked_too() -> None:
    design = racked("AB", "single", *["server"] * 2)
    assert not told(evaluate(design, SHOP), "P08")
    crowded = by_hand(design, *CROWDED)
    (found,) = told(evaluate(crowded, SHOP), "P08")
    assert "breaker 1 (L1)" in found.message


def test_a_power_that_nobody_states_leaves_breakers_open_and_no_rule_silent() -> None:
    report = evaluate(racked("AB", "nec", "server", "open"), SHOP)
    (found,) = told(report, "P05")
    assert found.key.startswith("P05:open:")
    for one in breakers(report):
        assert one.figure("load_a").low == 0
        assert one.load_a is None


def test_what_is_said_without_a_power_holds_with_any() -> None:
    said = breakers(evaluate(racked("AB", "iec", "server", "open"), SHOP))
    for watts in (0, 500, 5_000):
        known = SHOP.overlay([server("open", watts)])
        for one, true in zip(said, breakers(evaluate(racked("AB", "iec", "server", "open"), known)),
                             strict=True):  # fmt: skip
            for name in ("load_a", "load_after_loss_a"):
                assert one.figure(name).low <= true.figure(name).low + 1e-9
                assert true.figure(name).high <= one.figure(name).high + 1e-9


def test_a_breaker_is_judged_by_every_name_that_its_rack_pdu_may_have() -> None:
    design = racked("-A", "iec", "heavy", "heavy")
    report = evaluate(design, SHOP)
    (found,) = told(report, "P08")
    assert found.key == "P08:open:breaker:heavyx2", "16.4 A on a breaker of 16 with two feeds"
    assert all(one.load_a is None for one in breakers(report))


# P09.


def test_an_outlet_carries_its_cord_and_no_more() -> None:
    """2.6 kW on one C13 of 230.9 V: 11.9 A of the 10 A of IEC 60320-1, 15 A by UL."""
    (found,) = told(evaluate(racked("AB", "iec", "small"), SHOP), "P09")
    assert found.severity == "error"
    assert "a cord of Small carries 11.9 of the 10.0 A of a C13 after losing feed B" in (
        found.message
    )
    american = SHOP.overlay([strip("iec", standard="nec")])
    assert not told(evaluate(racked("AB", "iec", "small"), american), "P09")
    assert not told(evaluate(racked("AB", "iec", "server"), SHOP), "P09")


def test_a_site_that_survives_no_loss_asks_of_outlets_with_all_feeds_up() -> None:
    """One supply carries 5.9 A then, and what a loss would put on it nobody plans for."""
    design = racked("AB", "iec", "small")
    alone = design.evolve(site=design.site.evolve(feed_policy="N"))
    assert not told(evaluate(alone, SHOP), "P09")
    heavy = server("small", 5_200, 2)
    assert heavy.psu is not None
    shop = SHOP.overlay([heavy.evolve(psu=heavy.psu.evolve(inlet="C14", rating_w=6_000))])
    (found,) = told(evaluate(alone, shop), "P09")
    assert "after losing" not in found.message


def test_what_a_loss_takes_down_asks_nothing_of_outlets() -> None:
    """P03 says that its supplies are too few."""
    weak = server("small", 2_600, 2)
    assert weak.psu is not None
    shop = SHOP.overlay([weak.evolve(psu=weak.psu.evolve(inlet="C14", rating_w=1_300))])
    report = evaluate(racked("AB", "iec", "small"), shop)
    assert told(report, "P03")
    assert not told(report, "P09")


def test_a_plug_that_does_not_fit_its_outlet_is_told() -> None:
    design = by_hand(racked("AB", "iec", "server", "server"), ("d00", 1, "pdu-0:1"))
    report = evaluate(design, SHOP)
    (found,) = told(report, "P09")
    assert found.message.endswith("supply 1: outlet 1 is a C13, the plug needs a C19")
    uncounted = SHOP.overlay([strip("iec", outlets_c19=None)])
    (found,) = told(evaluate(design, uncounted), "P09")
    assert found.key == "P09:open:plug:server", "it may be beyond the last outlet"


def test_a_cord_of_unknown_load_is_open_where_p01_is_not() -> None:
    half = server("open", None).evolve(
        psu=server("x", 1).psu.evolve(inlet="C14", rating_w=2_600, efficiency=0.94)
    )
    report = evaluate(racked("AB", "none-said", "open"), SHOP.overlay([half]))
    found = [check for check in report.checks if check.rule in ("P01", "P09")]
    assert any(":open:" in check.key for check in found)


# P06.


@pytest.mark.parametrize(
    ("plug", "amps"),
    [("L6-30P", 30), ("L21-30", 30), ("CS8365C", 50), ("IEC 60309 60 A 3P+N+E", 60), ("C14", None)],
)
def test_plugs_tell_their_rating(plug: str, amps: float | None) -> None:
    assert plug_amps(plug) == amps


def test_a_rating_that_is_derated_already_is_not_derated_again() -> None:
    twice = strip("twice", volts=208, amps=24, standard="nec", plug="L21-30P")
    shop = SHOP.overlay([twice])
    (found,) = told(evaluate(racked("AB", "twice", "light"), shop), "P06")
    assert found.severity == "warning"
    assert "the 24 A of twice on a plug L21-30P are derated already" in found.message
    assert "hides 1.7 kVA" in found.message
    assert hidden_kva(figures(twice), 0.8) == pytest.approx(sqrt(3) * 0.208 * 24 * 0.2)
    assert not hidden_kva(figures(twice), 1.0)
    assert not hidden_kva(figures(twice).evolve(amps=30), 0.8)
    assert not hidden_kva(figures(twice).evolve(standard="iec"), 0.8)


def test_a_nameplate_that_holds_the_derate_twice_hides_power_too() -> None:
    """√3 · 208 V · 30 A · 0.8 = 8.646 kVA, and 6.917 where 0.8 is taken twice."""
    plate = strip("plate", volts=208, amps=30, rated_kva=6.917, standard="nec", plug="L21-30P")
    assert hidden_kva(figures(plate), 0.8) == pytest.approx(8.646 - 6.917, abs=1e-3)
    assert not hidden_kva(figures(plate).evolve(rated_kva=8.646), 0.8)


def test_no_rack_pdu_of_the_catalogue_is_derated_twice() -> None:
    pdus = [part for part in load_shipped().parts if part.pdu is not None]
    assert len(pdus) > 20
    assert not [part.id for part in pdus if part.pdu and hidden_kva(part.pdu, 0.8)]


# The loss of a breaker.


def losses(report: Report) -> dict[str, InsideLossReport]:
    return {one.name: one for one in report.racks[0].losses if one.kind == "breaker"}


def test_a_breaker_takes_its_cords_and_the_others_carry_the_load() -> None:
    report = evaluate(racked("AB", "iec", "server", "server"), SHOP)
    found = losses(report)
    assert set(found) == {
        f"breaker {number} (L{number}) of the rack PDU on feed {feed}"
        for number in (1, 2)
        for feed in "AB"
    }
    for one in found.values():
        assert (one.dark, one.number, one.overloaded) == (False, 1, False)
        assert one.text == "takes supplies: 1 of Server"


def test_a_breaker_may_take_all_that_a_device_hangs_on() -> None:
    report = evaluate(racked("A", "iec", "server"), SHOP)
    assert all(one.dark is False for one in losses(report).values())
    crowded = by_hand(racked("A", "iec", "server"), ("d00", 1, "pdu-0:25"), ("d00", 2, "pdu-0:26"))
    (one,) = losses(evaluate(crowded, SHOP)).values()
    assert (one.dark, one.state) == (True, "error")
    assert one.text == "takes supplies: 2 of Server"


def test_a_breaker_leaves_too_much_to_another() -> None:
    """Supplies 1 of both servers on breaker 1 of A, supplies 2 of both on breaker 1 of B."""
    ends = [(f"d0{at}", n, f"pdu-{n - 1}:{25 + at}") for at in (0, 1) for n in (1, 2)]
    found = losses(evaluate(by_hand(racked("AB", "iec", "server", "server"), *ends), SHOP))
    one = found["breaker 1 (L1) of the rack PDU on feed A"]
    assert one.overloaded is True
    assert one.text == (
        "takes supplies: 2 of Server; breaker 1 (L1) of the rack PDU on feed B carries "
        "27.3 of 16.0 A"
    )


def test_a_breaker_is_as_its_supplies_unplugged_by_hand() -> None:
    """What is said of the loss is what unplugging its cords gives."""
    design = racked("AB", "iec", "server", "six", "light", policy="N")
    said = losses(evaluate(design, SHOP))
    keys = ["d00", "d01", "d02"]
    (wiring,) = expand_power(design, SHOP).places
    branches = branches_of(figures(IEC))
    for branch in branches:
        mine = [cord for cord in wiring.plugged if branch.feeds(cord.outlet)]
        gone = [cord for cord in mine if wiring.filling.held[cord.pdu].feed == "A"]
        if not gone:
            continue
        loss = said[f"breaker {branch.number} (L{branch.line + 1}) of the rack PDU on feed A"]
        stay = [cord for cord in wiring.plugged if cord not in gone]
        ends = [(keys[one.item], one.supply, "") for one in gone]
        ends += [(keys[one.item], one.supply, f"pdu-{one.pdu - 3}:{one.outlet}") for one in stay]
        report = evaluate(by_hand(design, *ends), SHOP)
        over = any(told(report, rule) for rule in ("P01", "P08"))
        assert loss.overloaded is over
        dark = {one.item for one in gone} - {one.item for one in stay}
        assert loss.dark is bool(dark)


def test_what_cannot_be_said_of_loads_cannot_be_said_of_a_lost_breaker() -> None:
    found = losses(evaluate(racked("AB", "iec", "server", "open"), SHOP))
    assert found
    for one in found.values():
        assert (one.dark, one.overloaded, one.state) == (None, None, "unknown")


# What is written.


def test_breakers_are_written_with_their_racks() -> None:
    report = evaluate(racked("AB", "iec", "server"), SHOP)
    (section,) = [one for one in written(report) if one.title == "Breakers of rack PDUs"]
    assert section.table is not None
    assert section.table.rows[0] == (
        "1 of iec, feed A", "L1", "R", "6.8 A", "13.7 A", "16.0 A", "16 A"
    )  # fmt: skip
    none = evaluate(racked("AB", "none-said", "server"), SHOP)
    assert not [one for one in written(none) if one.title == "Breakers of rack PDUs"]


def test_a_rack_sheet_names_the_fullest_breaker_of_each_feed() -> None:
    (rack,) = evaluate(racked("AB", "iec", "server", "light"), SHOP).racks
    rows = {label: (text, of) for label, text, of in summary_rows(rack)}
    assert rows["Fullest breaker, A"] == ("1 on L1: 13.7 A", "of 16.0 A")


# The loss of a supply.


def of_supplies(report: Report) -> InsideLossReport:
    (one,) = [one for one in report.racks[0].losses if one.kind == "supply"]
    return one


def test_a_lost_supply_leaves_its_load_to_the_breakers_of_the_others() -> None:
    """Four supplies of 1.5 kW, two on one breaker: 13.7 A, and 18.2 A with another lost."""
    shop = SHOP.overlay([server("four", 6_000, 4)])
    design = racked("AB", "iec", "four", policy="N")
    assert of_supplies(evaluate(design, shop)).overloaded is False
    crowded = by_hand(design, ("d00", 1, "pdu-0:25"), ("d00", 3, "pdu-0:26"))
    assert not told(evaluate(crowded, shop), "P08")
    assert of_supplies(evaluate(crowded, shop)).overloaded is True


def test_a_device_with_one_supply_leaves_nothing_to_carry() -> None:
    shop = SHOP.overlay([server("one", 2_000, 1)])
    assert of_supplies(evaluate(racked("AB", "iec", "one"), shop)).overloaded is False


def test_what_a_lost_supply_leaves_is_open_where_loads_are() -> None:
    report = evaluate(racked("AB", "iec", "open"), SHOP)
    assert of_supplies(report).overloaded is None


# Hidden figures.


@pytest.mark.parametrize("seed", range(12))
def test_what_is_said_without_a_figure_holds_with_it(seed: int) -> None:
    """Of racks by chance with cords by hand; a power, an inlet or a number is hidden in turn."""
    dice = Random(seed)
    kinds = ["server", "heavy", "light", "six", "small"]
    held = dice.choices(kinds, k=dice.randint(1, 5))
    strips = dice.choice(["AB", "AAB", "ABC", "-A"])
    design = racked(strips, dice.choice(["iec", "nec", "single"]), *held,
                    policy=dice.choice(["N", "N+1", "2N"]))  # fmt: skip
    ends = {
        (f"d{dice.randrange(len(held)):02}", dice.randint(1, 2)): f"pdu-0:{dice.randint(25, 36)}"
        for _ in range(dice.randint(0, 3))
    }
    design = by_hand(design, *((on, n, at) for (on, n), at in ends.items()))
    truth = evaluate(design, SHOP)
    for kind in dict.fromkeys(held):
        part = next(one for one in SHOP.parts if one.id == kind)
        assert part.psu is not None
        for hidden in (
            part.evolve(power_max_w=None),
            part.evolve(psu=part.psu.evolve(inlet="")),
            part.evolve(psu=None),
        ):
            said = evaluate(design, SHOP.overlay([hidden]))
            wrong = [
                text for text in outside(results(truth), results(said))
                if ".feeds[" in text or ".losses[" in text
            ]  # fmt: skip
            wrong += silenced(truth, said)
            wrong += softened(truth, said)
            assert not wrong, f"{kind} {hidden}: " + "\n".join(wrong)


# What states no breakers.


def test_rack_pdus_that_state_no_breakers_are_told_where_losses_are_listed() -> None:
    both = racked("AB", "iec", "server", "server")
    devices = [one.evolve(part="none-said") if one.id == "pdu-1" else one for one in both.devices]
    report = evaluate(both.evolve(devices=tuple(devices)), SHOP)
    said = "1 of 2 rack PDUs states no breakers (none-said): what the loss of one of these does"
    assert report.breakers_not_judged().startswith(said)
    assert any(line.startswith(said) for section in written(report) for line in section.lines)
    row = ("PDUs that state no breakers", "1 of 2", "losses not judged")
    assert row in summary_rows(report.racks[0])
    assert not any("state no breakers" in check.message for check in report.checks)


def test_where_all_rack_pdus_state_their_breakers_nothing_is_said_of_it() -> None:
    report = evaluate(racked("AB", "iec", "server", "server"), SHOP)
    assert report.breakers_not_judged() == ""
    assert not any("no breakers" in line for section in written(report) for line in section.lines)
    assert not any("no breakers" in label for label, _, _ in summary_rows(report.racks[0]))
