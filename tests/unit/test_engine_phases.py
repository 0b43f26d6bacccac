"""Lines of three-phase rack PDUs: what they carry, and what P07 and P08 say of it.

The founding figure: four servers of 4 kW on two rack PDUs of 208 V and 60 A read "16.0 of 16.4 kW"
while a line carried 53.6 A of 48 A.
"""

from math import pi, sqrt
from random import Random

import numpy as np
import pytest

from designer.catalog.part import Part, PduFigures, Psu
from designer.engine.dealing import dealt, fullest_line_a, highest_line, line_limit_a
from designer.engine.electric import delta, wye
from designer.engine.evaluate import evaluate
from designer.engine.power_report import PduReport
from designer.engine.report import Check, Report
from designer.model.design import Design, Site
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_feeds import CATALOG, design_of, device, feed, pdus


def strip(key: str, **figures: object) -> Part:
    fields = {"volts": 208, "amps": 60, "phases": 3, "outlets_c13": 24, "outlets_c19": 24}
    return parts.PDU.evolve(id=key, name=key, pdu=PduFigures(**{**fields, **figures}))


def server(key: str, power_w: float | None, supplies: int = 2, **psu: object) -> Part:
    figures = Psu(count=supplies, rating_w=9_000, inlet="C20", **psu)
    return Part(
        id=key, kind="node", name=key.title(), height_half_u=2, mass_kg=20, power_max_w=power_w,
        airflow_m3h=100, liquid_fraction=0, psu=figures,
    )  # fmt: skip


DELTA = strip("delta", rated_kva=17.293)
WYE = strip("wye", volts=415, rated_kva=34.5)
SINGLE = strip("single", phases=1)
UNRATED = parts.PDU.evolve(id="unrated", name="Unrated", pdu=None)
FOUR_KW = server("server", 4_000)
LIGHT = server("light", 200)
OPEN = server("open", None)
UNCOUNTED = server("uncounted", 900).evolve(psu=None)
SHOP = CATALOG.overlay(
    [DELTA, WYE, SINGLE, UNRATED, FOUR_KW, LIGHT, OPEN, UNCOUNTED, server("two-each", 4_000, 4),
     server("half", 2_000)]
)  # fmt: skip


RATED = {one.id: one.pdu.volts for one in (DELTA, WYE, SINGLE) if one.pdu is not None}
RATED |= {"nec": 208.0, "single": 230.0}


def racked(strips: str, part: str, *held: str, policy: str = "N+1") -> Design:
    devices = [device(f"d{at:02}", one, 4 + 2 * at) for at, one in enumerate(held)]
    rooms = sorted(set(strips) - {"-"} | {"A", "B"})
    return design_of(
        *devices, *pdus(strips, part),
        power=tuple(feed(room, volts=RATED.get(part, 400.0)) for room in rooms),
        site=Site(feed_policy=policy),
    )  # fmt: skip


def told(report: Report, rule: str) -> list[Check]:
    return [check for check in report.checks if check.key.startswith(f"{rule}:")]


def lines(pdu: PduReport, *, after: bool = True) -> list[float | None]:
    of = "_after_loss" if after else ""
    return [getattr(pdu, f"line_{number}{of}_a") for number in (1, 2, 3)]


def pdu_on(report: Report, feed_id: str) -> PduReport:
    (found,) = next(one.pdus for one in report.racks[0].feeds if one.id == feed_id)
    return found


# What lines carry.


def test_four_servers_on_two_deltas_put_more_on_a_line_than_it_carries() -> None:
    """20.24 A on a pair of lines each, two of them on one: √(40.48² + 20.24² + 40.48·20.24)."""
    report = evaluate(racked("AB", "delta", *["server"] * 4), SHOP)
    for room in "AB":
        pdu = pdu_on(report, room)
        assert pdu.connection == "delta"
        assert pdu.line_limit_a == pytest.approx(48, rel=1e-4)
        assert lines(pdu) == pytest.approx([53.56, 53.56, 35.06], abs=0.01)
        assert lines(pdu, after=False) == pytest.approx([26.78, 26.78, 17.53], abs=0.01)
    (found,) = told(report, "P08")
    assert (found.key, found.severity, found.where) == ("P08:serverx4", "error", ("r",))
    assert found.message == (
        "4 × Server: line L1 of the rack PDU on feed A carries 53.6 of 48.0 A after losing feed B "
        "(L1 53.6, L2 53.6, L3 35.1 A), though its 16.0 kW fit"
    )
    assert "larger PDUs" in found.advice
    assert not told(report, "P01")
    assert not told(report, "P02")
    (limit,) = [one for one in report.racks[0].limits if one.name == "power-feed-lost"]
    assert (limit.state, limit.used) == ("error", 16.0)
    assert limit.text.startswith("line L1 of the rack PDU on feed A carries 53.6 of 48.0 A")


def test_three_of_them_are_balanced_and_fit() -> None:
    report = evaluate(racked("AB", "delta", *["server"] * 3), SHOP)
    assert lines(pdu_on(report, "A")) == pytest.approx([20.243 * sqrt(3)] * 3, rel=1e-4)
    assert not told(report, "P08")
    assert not told(report, "P07")


def test_a_wye_carries_the_current_of_its_branches() -> None:
    report = evaluate(racked("AB", "wye", *["server"] * 4), SHOP)
    pdu = pdu_on(report, "A")
    each = 4_000 / (415 / sqrt(3) * 0.95)
    assert pdu.connection == "wye"
    assert lines(pdu) == pytest.approx([2 * each, each, each])
    assert not told(report, "P08")


def test_a_device_of_several_cords_on_a_pdu_is_spread_over_its_lines() -> None:
    report = evaluate(racked("AB", "wye", *["two-each"] * 3), SHOP)
    each = 2_000 / (415 / sqrt(3) * 0.95)
    assert lines(pdu_on(report, "A")) == pytest.approx([2 * each] * 3)


def test_a_lower_power_factor_takes_more_amperes() -> None:
    design = racked("AB", "delta", *["server"] * 3)
    at = [evaluate(design.evolve(site=Site(power_factor=pf)), SHOP) for pf in (1.0, 0.8)]
    first, second = (pdu_on(report, "A").line_1_after_loss_a for report in at)
    assert first is not None
    assert second == pytest.approx(first / 0.8)


def test_a_plug_rating_is_derated_by_nec_and_not_by_iec() -> None:
    nec, iec = strip("nec").pdu, strip("iec", standard="iec", amps=63).pdu
    assert nec is not None
    assert iec is not None
    assert line_limit_a(nec, 0.8) == pytest.approx(48)
    assert line_limit_a(iec, 0.8) == 63


def test_a_single_phase_has_no_lines_to_deal_over() -> None:
    report = evaluate(racked("AB", "single", "server"), SHOP)
    assert all(feed.pdus == () for feed in report.racks[0].feeds)
    assert not told(report, "P08")


def test_with_nothing_to_lose_only_what_runs_is_asked() -> None:
    report = evaluate(racked("AB", "delta", *["server"] * 4, policy="N"), SHOP)
    assert not told(report, "P08")
    over = evaluate(racked("A", "delta", *["server"] * 4, policy="N"), SHOP)
    (found,) = told(over, "P08")
    assert found.key == "P08:normal:serverx4"
    assert "after" not in found.message


def test_what_does_not_fit_as_a_whole_is_not_told_twice() -> None:
    report = evaluate(racked("AB", "delta", *["server"] * 5), SHOP)
    assert told(report, "P02")
    assert not told(report, "P08")


def test_names_and_places_of_devices_change_no_current() -> None:
    held = ["server", "light", "server", "half", "half", "server", "light"]
    seen = set()
    for seed in range(6):
        order = Random(seed).sample(held, len(held))
        report = evaluate(racked("AB", "delta", *order), SHOP)
        seen.add(tuple(lines(pdu_on(report, "A"))))
    assert len(seen) == 1


# What is open.


def test_a_load_that_nobody_states_leaves_lines_open_where_the_rack_is() -> None:
    report = evaluate(racked("AB", "delta", "server", "open"), SHOP)
    figure = pdu_on(report, "A").figure("line_1_after_loss_a")
    assert figure.value is None
    assert figure.low == 0
    assert all(one.key.startswith("P02:open:") for one in told(report, "P02"))
    assert told(report, "P02")
    assert not told(report, "P08"), "P02 says it of the whole"


def test_what_fits_as_a_whole_may_still_be_too_much_for_a_line() -> None:
    """A device whose supplies nobody counted may hang on any one pair of lines."""
    report = evaluate(racked("AB", "delta", *["server"] * 3, "uncounted"), SHOP)
    assert not told(report, "P02")
    (found,) = told(report, "P08")
    assert found.key.startswith("P08:open:")
    assert "cannot be said" in found.message


def test_a_line_that_is_full_for_certain_is_told_though_the_whole_is_open() -> None:
    """12 kW on one cord take 60.7 A of two lines, whatever else hangs on the PDU."""
    shop = SHOP.overlay([server("heavy", 12_000)])
    report = evaluate(racked("AB", "delta", "heavy", "open"), shop)
    assert any(one.key.startswith("P02:open:") for one in told(report, "P02"))
    (found,) = told(report, "P08")
    assert found.severity == "error"
    assert "carries 60.7–148.3 of 48.0 A" in found.message
    assert "fit" not in found.message


def test_a_rack_pdu_of_no_known_rating_is_left_to_the_rule_of_the_whole() -> None:
    report = evaluate(racked("AB", "unrated", *["server"] * 4), SHOP)
    assert [one.pdus for one in report.racks[0].feeds] == [(), ()]
    assert any(one.key.startswith("P01:open:") for one in told(report, "P01"))


def test_pdus_that_name_no_feed_are_told_where_every_name_gives_it() -> None:
    """On one feed together, or on two: after a loss one of them carries all."""
    report = evaluate(racked("A-", "delta", *["server"] * 4), SHOP)
    errors = {one.key for one in report.checks if one.severity == "error"}
    assert not {one for one in errors if one.startswith("P08")}
    assert [one.key for one in told(report, "P08")] == ["P08:open:serverx4"]


# Imbalance.


def test_a_nearly_full_pdu_out_of_balance_is_told() -> None:
    """Four of 3.26 kW: 16.5 A on a pair, 43.6 A of 48 A on two lines and 28.6 A on the third."""
    some = SHOP.overlay([server("some", 3_260, 1)])
    report = evaluate(racked("A", "delta", *["some"] * 4, policy="N"), some)
    (found,) = told(report, "P07")
    assert (found.key, found.severity) == ("P07:far:somex4", "error")
    assert "carries L1 43.6, L2 43.6, L3 28.6 A with all feeds up, 26% off" in found.message
    assert not told(report, "P08")


def test_a_little_out_of_balance_is_a_warning() -> None:
    some = SHOP.overlay([server("some", 2_100, 1)])
    report = evaluate(racked("A", "delta", *["some"] * 7, policy="N"), some)
    (found,) = told(report, "P07")
    assert (found.key, found.severity) == ("P07:somex7", "warning")


@pytest.mark.parametrize(("part", "number"), [("light", 1), ("light", 4), ("server", 1)])
def test_loads_that_are_far_from_full_raise_no_alarm(part: str, number: int) -> None:
    report = evaluate(racked("A", "delta", *[part] * number, policy="N"), SHOP)
    assert not told(report, "P07")


def test_what_a_loss_does_to_the_balance_passes() -> None:
    """16 switches after a loss: 45.3, 37.8 and 37.8 A of 48 A, with all feeds up half of it."""
    some = SHOP.overlay([server("switch", 1_720)])
    report = evaluate(racked("AB", "wye", *["switch"] * 16), some)
    assert lines(pdu_on(report, "A")) == pytest.approx([45.3, 37.8, 37.8], abs=0.1)
    assert not told(report, "P07")


# The rule of dealing.


def test_the_heaviest_go_first_each_to_the_emptiest() -> None:
    """Example C of the tool's rack PDU notes: 13.25 A four times, 5.25 A four times."""
    branches = dealt([((5.25,), 4), ((13.25,), 4)], 1)
    assert sorted(one[0] for one in branches) == pytest.approx([23.75, 23.75, 26.5])
    found = delta((branches[0][0], branches[1][0], branches[2][0]), 208)
    assert sorted(found.lines) == pytest.approx([41.1, 43.5, 43.5], abs=0.05)


def test_supplies_that_are_never_heavy_together_share_a_branch() -> None:
    """What one loss makes heavy and what another does are never so at once."""
    first, second = dealt([((9.0, 1.0), 3), ((1.0, 9.0), 3)], 2)[:2]
    assert first == second == (10.0, 10.0)


@pytest.mark.parametrize("seed", range(40))
def test_bounds_hold_however_loads_turn_out(seed: int) -> None:
    """Whatever loads and states are, the fullest line lies within what is said of them all."""
    dice = Random(seed)
    states = dice.randint(1, 3)
    kinds = [
        (tuple(dice.choice((0.3, 1.0, 2.0, dice.random() * 5)) for _ in range(states)),
         dice.randint(1, 5))
        for _ in range(dice.randint(1, 6))
    ]  # fmt: skip
    branches = dealt(kinds, states)
    weights = [(max(loads), number) for loads, number in kinds]
    for state in range(states):
        on = (branches[0][state], branches[1][state], branches[2][state])
        for to_neutral in (False, True):
            highest = max((wye if to_neutral else delta)(on, 208).lines)
            low, high = highest_line(
                to_neutral=to_neutral, least=sum(on),
                largest=max(loads[state] for loads, _ in kinds), most=sum(on),
                weights=sum(each * number for each, number in weights),
                heaviest=max(each for each, _ in weights),
            )  # fmt: skip
            assert low - 1e-9 <= highest <= high + 1e-9


@pytest.mark.parametrize("seed", range(25))
def test_lines_are_those_of_a_sum_of_phasors(seed: int) -> None:
    """Each branch is a current of its own phase; a line carries the difference of two."""
    dice = Random(seed)
    supplies = [(dice.uniform(0.1, 4), dice.randint(1, 6)) for _ in range(dice.randint(1, 6))]
    branches = np.array(dealt([((kw,), number) for kw, number in supplies], 1))[:, 0]
    turn = np.exp(-2j * pi / 3 * np.arange(3))
    for volts, to_neutral in ((208, False), (415, True)):
        at_outlet = volts / sqrt(3) if to_neutral else volts
        currents = branches * 1000 / (at_outlet * 0.95) * turn
        summed = currents if to_neutral else currents - np.roll(currents, 1)
        found = fullest_line_a(volts, tuple(supplies), 0.95)
        assert found == pytest.approx(float(np.abs(summed).max()))
