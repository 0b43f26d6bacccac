"""Worked examples of rack PDUs with branch breakers: cords, breakers, lines, neutral, kVA.

The tool's rack PDU notes of 2026-11-22, section 6 (A: NEC 415Y/240 V, B: IEC 400/230 V, C: NEC
208 V delta). Figures are typed as they stand there. Tolerance: half of the last digit that they
show, where a figure was worked out from rounded ones one of it.
"""

import pytest

from designer.catalog.part import Part, PduFigures, Psu
from designer.engine.evaluate import evaluate
from designer.engine.power_report import BreakerReport, FeedReport
from designer.engine.report import Report
from designer.model.design import Cord, Design, Site
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_feeds import CATALOG, design_of, device, feed, pdus


def server(key: str, watts: float, count: int, inlet: str = "C20", rating: float = 9e3) -> Part:
    figures = Psu(count=count, rating_w=rating, inlet=inlet, volts_min=200, volts_max=240)
    return Part(
        id=key, kind="node", name=key, height_half_u=2, mass_kg=20, power_max_w=watts,
        airflow_m3h=100, liquid_fraction=0, psu=figures,
    )  # fmt: skip


def strip(key: str, **figures: object) -> Part:
    fields = {"phases": 3, "breaker_lines": "L1 L2 L3", **figures}
    return parts.PDU.evolve(id=key, name=key, pdu=PduFigures(**fields))


SHOP = CATALOG.overlay([
    strip("nec-wye", volts=415, amps=60, rated_kva=34.5, standard="nec", outlets_c13=0,
          outlets_c19=18, breakers=9, breaker_amps=20, breaker_poles=1),
    strip("iec-wye", volts=400, amps=32, standard="iec", outlets_c13=30, outlets_c19=12,
          breakers=6, breaker_amps=16, breaker_poles=1),
    strip("nec-delta", volts=208, amps=60, rated_kva=17.293, standard="nec", outlets_c13=18,
          outlets_c19=18, breakers=6, breaker_amps=20, breaker_poles=2),
    server("b200", 14_300, 6, rating=3_300),
    server("server", 1_070, 2), server("qm9700", 1_720, 2), server("sn5600", 2_080, 2),
    server("sn2201", 150, 2, "C14"), server("pcie", 5_400, 4),
])  # fmt: skip


def racked(strips: str, part: str, held: str, power_factor: float, volts: float) -> Design:
    devices = [device(f"d{at:02}", one, 4 + 2 * at) for at, one in enumerate(held.split())]
    power = tuple(feed(room).evolve(volts=volts) for room in sorted(set(strips)))
    site = Site(power_factor=power_factor, feed_policy="N+1")
    return design_of(*devices, *pdus(strips, part), power=power, site=site)


def fed(report: Report, room: str) -> FeedReport:
    return next(one for one in report.racks[0].feeds if one.id == room)


def lines(found: FeedReport, *, after: bool = False) -> list[float]:
    (pdu,) = found.pdus
    state = "_after_loss" if after else ""
    return [getattr(pdu, f"line_{n}{state}_a") for n in (1, 2, 3)]


def carried(found: FeedReport, *, after: bool = False) -> list[float]:
    return sorted((one.load_after_loss_a if after else one.load_a) or 0.0 for one in found.breakers)


def codes(report: Report) -> set[str]:
    return {check.rule for check in report.checks if check.rule in ("P01", "P05", "P08", "P09")}


def cord(device_id: str, supply: int, outlet: str) -> Cord:
    return Cord(id=f"{device_id}-{supply}", supply=f"{device_id}:psu{supply}", outlet=outlet)


# A: two DGX B200 on three PDUs.

A = racked("ABC", "nec-wye", "b200 b200", 0.99, 415)


def test_a_cord_of_ten_amperes_has_a_breaker_of_its_own() -> None:
    """14,300/6/(240·0.99) = 10.03 A; 239.6 V is the 415 V over √3."""
    report = evaluate(A, SHOP)
    for room in "ABC":
        assert carried(fed(report, room))[-4:] == pytest.approx([10.03] * 4, abs=0.03)
        assert {round(one.limit_a or 0, 3) for one in fed(report, room).breakers} == {16}
    assert not codes(report)


def test_a_lines_and_neutral_of_one_pdu_and_of_all_three() -> None:
    report = evaluate(A, SHOP)
    each = [lines(fed(report, room)) for room in "ABC"]
    for at, one in enumerate(each):
        assert sorted(one) == pytest.approx([10.03, 10.03, 20.06], abs=0.05)
        assert one.index(max(one)) == at, "each PDU begins with another line"
        (pdu,) = fed(report, "ABC"[at]).pdus
        assert pdu.neutral_a == pytest.approx(10.03, abs=0.03)
        assert pdu.line_limit_a == pytest.approx(48, rel=1e-3)
    together = [sum(three) for three in zip(*each, strict=True)]
    assert together == pytest.approx([40.1] * 3, abs=0.1)


def test_a_one_pdu_lost_asks_more_of_the_supplies_than_they_give() -> None:
    """14.3/4 = 3.575 kW > 3.3: the node is capped, P03 says; 13.89 A is the cord at 3.3 kW."""
    report = evaluate(A, SHOP)
    assert {check.key for check in report.checks if check.rule == "P03"}
    uncapped = carried(fed(report, "A"), after=True)[-1]
    assert uncapped * 3.3 / 3.575 == pytest.approx(13.89, abs=0.03)


def test_a_two_cords_on_one_breaker_are_too_much() -> None:
    """20.06 A of 16 A: by hand both cords of A hang on outlets of breaker 1."""
    by_hand = A.evolve(cords=(cord("d00", 1, "pdu-0:1"), cord("d00", 4, "pdu-0:2")))
    report = evaluate(by_hand, SHOP)
    first = fed(report, "A").breakers[0]
    assert first.load_a == pytest.approx(20.06, abs=0.05)
    (found,) = [check for check in report.checks if check.rule == "P05"]
    assert "breaker 1 (L1)" in found.message
    assert "80% of its 20 A (NEC 210.20)" in found.message.replace(" %", "%")


# B: an IEC rack of 19.9 kW, feed B lost.

B_HELD = " ".join(["server"] * 8 + ["qm9700"] * 4 + ["sn5600"] * 2 + ["sn2201"] * 2)
B = racked("AB", "iec-wye", B_HELD, 0.98, 400)
SERVERS, QM, SN56, SN22 = (0, 8), (8, 12), (12, 14), (14, 16)


def b_by_hand() -> Design:
    """The banks of the example: breaker n of six feeds 5 C13 from 5n−4 and 2 C19 from 2n+29 on.

    Three servers on a bank need three C19, so that servers have C14 inlets here.
    """
    laid = {
        1: ("d12", "d00", "d14"), 4: ("d13", "d01", "d15"),
        2: ("d08", "d09"), 5: ("d10", "d11"),
        3: ("d02", "d03", "d04"), 6: ("d05", "d06", "d07"),
    }  # fmt: skip
    cords = []
    for bank, held in laid.items():
        c13, c19 = 5 * bank - 4, 2 * bank + 29
        for one in held:
            big = one in {"d08", "d09", "d10", "d11", "d12", "d13"}
            for supply, pdu in ((1, "pdu-0"), (2, "pdu-1")):
                cords.append(cord(one, supply, f"{pdu}:{c19 if big else c13}"))
            c19, c13 = (c19 + 1, c13) if big else (c19, c13 + 1)
    return B.evolve(cords=tuple(cords))


C14_SHOP = SHOP.overlay([server("server", 1_070, 2, "C14")])


def bank(found: FeedReport, number: int) -> BreakerReport:
    return found.breakers[number - 1]


def test_b_banks_and_lines_as_dealt_by_hand() -> None:
    found = fed(evaluate(b_by_hand(), C14_SHOP), "A")
    for banks, amps in (((1, 4), 14.64), ((2, 5), 15.26), ((3, 6), 14.24)):
        for number in banks:
            # 230.9 V where the notes say 230.
            assert bank(found, number).load_after_loss_a == pytest.approx(amps, rel=5e-3)
    assert lines(found, after=True) == pytest.approx([29.28, 30.52, 28.48], rel=5e-3)
    assert lines(found) == pytest.approx([14.64, 15.26, 14.24], rel=5e-3)
    (pdu,) = found.pdus
    assert pdu.neutral_after_loss_a == pytest.approx(1.78, rel=0.02)
    assert pdu.neutral_a == pytest.approx(0.89, rel=0.02)
    assert [one.line for one in found.breakers] == ["L1", "L2", "L3"] * 2


def test_b_at_380_volts_a_bank_is_full() -> None:
    low = b_by_hand()
    low = low.evolve(power=tuple(one.evolve(volts=380) for one in low.power))
    found = fed(evaluate(low, C14_SHOP), "A")
    assert bank(found, 2).load_after_loss_a == pytest.approx(16.00, abs=0.02)
    assert lines(found, after=True) == pytest.approx([30.70, 32.00, 29.86], abs=0.04)


def test_b_dealt_by_the_design_carries_no_more_on_any_bank() -> None:
    """Longest first alone puts 17.1 A on a bank; exchanging supplies finds a dealing that fits."""
    report = evaluate(B, C14_SHOP)
    for room in "AB":
        assert max(carried(fed(report, room), after=True)) <= 16.0
        assert max(lines(fed(report, room), after=True)) <= 32.0
    assert not codes(report)


# C: an NEC delta rack, the other feed lost.

C = racked("AB", "nec-delta", "pcie pcie server server server server", 0.98, 208)


def test_c_lines_of_a_delta_after_a_loss_and_before() -> None:
    report = evaluate(C, SHOP)
    found = fed(report, "A")
    assert carried(found, after=True) == pytest.approx([10.5, 10.5, *[13.25] * 4], abs=0.01)
    assert sorted(lines(found, after=True)) == pytest.approx([41.1, 43.5, 43.5], abs=0.05)
    assert sorted(lines(found)) == pytest.approx([20.6, 21.8, 21.8], abs=0.06)
    assert 208 * sum(carried(found, after=True)) / 1000 == pytest.approx(15.39, abs=0.01)
    assert not codes(report)


def test_c_all_heavy_cords_on_one_pair_are_too_much_at_the_same_kva() -> None:
    """Bad 1: both breakers of a pair carry 26.5 of 16 A, two lines 58.96 of 48 A, 15.39 kVA."""
    # Breakers 1 and 4 are on L1-L2: C19 outlets 19–21 and 28–30.
    laid = [
        ("d00", 1, "pdu-0:19"),
        ("d00", 3, "pdu-0:20"),
        ("d01", 1, "pdu-0:28"),
        ("d01", 3, "pdu-0:29"),
    ]
    laid += [
        ("d02", 1, "pdu-0:22"),
        ("d03", 1, "pdu-0:23"),
        ("d04", 1, "pdu-0:25"),
        ("d05", 1, "pdu-0:26"),
    ]
    report = evaluate(C.evolve(cords=tuple(cord(*one) for one in laid)), SHOP)
    found = fed(report, "A")
    assert bank(found, 1).load_after_loss_a == pytest.approx(26.5, abs=0.02)
    assert sorted(lines(found, after=True)) == pytest.approx([18.2, 58.96, 58.96], abs=0.05)
    (pdu,) = found.pdus
    assert pdu.neutral_a is None
    assert {"P05", "P08"} <= codes(report)


def test_c_every_breaker_may_be_full_and_a_line_too_much() -> None:
    """Bad 2: 16 A on both breakers of XY and ZX, none on YZ: I_X = √3·32 = 55.4 A of 48 A."""
    watts = 16 * 208 * 0.98
    shop = SHOP.overlay([server("full", 2 * watts, 2)])
    design = racked("AB", "nec-delta", "full full full full", 0.98, 208).evolve(
        site=Site(power_factor=0.98, feed_policy="N")
    )
    laid = [(f"d0{at}", 1, f"pdu-0:{at_outlet}") for at, at_outlet in enumerate((19, 28, 25, 34))]
    report = evaluate(design.evolve(cords=tuple(cord(*one) for one in laid)), shop)
    found = fed(report, "A")
    assert carried(found)[-4:] == pytest.approx([16.0] * 4)
    assert max(lines(found)) == pytest.approx(55.4, abs=0.05)
    assert "P05" not in codes(report)
    assert "P08" in codes(report)
