"""Supplies for direct and for alternating current, banks of rack PDUs, UPS for racks."""

import pytest

from designer.catalog.figures import PduFigures
from designer.catalog.load import load_shipped
from designer.catalog.part import Part, Psu
from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.model.design import Design, Device, PowerNode, Rack
from designer.model.ranges import out_of_range
from designer.wiring.fits import pdu_feeds
from designer.wiring.power_branches import branches_of
from tests.helpers import engine_designs as parts


def node(current: str) -> Part:
    psu = parts.DGX.psu
    assert psu is not None
    return parts.DGX.evolve(id="node", name="Node", psu=psu.evolve(current=current))


def p11(part: Part, *, dc: bool = False) -> list[Check]:
    return [check for check in checks_of(part, dc=dc) if check.rule == "P11"]


def checks_of(part: Part, *, dc: bool = False) -> list[Check]:
    rack = Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000)
    devices = [
        Device(id="n", name="n", part=part.id, rack="r", half_u=6),
        *(
            Device(id=f"p{on}", name="p", part=parts.PDU.id, rack="r", face="zero-u", feed=on)
            for on in "AB"
        ),
    ]
    power = tuple(PowerNode(id=on, capacity_kw=500, volts=415, dc=dc) for on in "AB")
    design = Design(power=power, racks=(rack,), devices=tuple(devices))
    return list(evaluate(design, parts.small_catalog().overlay([part])).checks)


@pytest.mark.parametrize(
    ("rating_w", "inlet", "amps_max", "asked"),
    # 20 A of a C19 by UL 498 at 240 V, line to neutral of 415 V.
    [(6600, "", None, True), (4800, "", None, True), (4700, "", None, False),
     (6600, "C20", None, False), (6600, "", 16, False), (3200, "", 25, True)],
)  # fmt: skip
def test_a_supply_that_no_outlet_carries_has_another_plug(
    rating_w: int, inlet: str, amps_max: float | None, asked: bool
) -> None:
    """Its rating at the voltage of the outlets tells, where nobody states its inlet."""
    psu = parts.DGX.psu
    assert psu is not None
    changed = psu.evolve(rating_w=rating_w, inlet=inlet, amps_max=amps_max)
    checks = checks_of(parts.DGX.evolve(id="node", name="Node", psu=changed))
    found = [check for check in checks if check.key == "P09:rating:node"]
    assert len(found) == asked
    if rating_w == 6600 and asked:
        assert found[0].severity == "warning"
        assert "supplies of 6600 W in Node take 27.5 A" in found[0].message
        assert "more than 20 A (C19)" in found[0].message


@pytest.mark.parametrize(
    ("watts", "psu", "because"),
    [(10_200, None, "number"), (10_200, Psu(count=6), "rating"), (2000, None, ""),
     (10_200, Psu(count=6, inlet="C20"), ""), (10_200, Psu(count=6, amps_max=16), "")],
)  # fmt: skip
def test_supplies_that_nobody_rates_may_be_too_large_for_an_outlet(
    watts: float, psu: Psu | None, because: str
) -> None:
    """Of what draws less than the 4.8 kW of a C19 no outlet carries too much."""
    node = parts.DGX.evolve(id="node", name="Node", power_max_w=watts, psu=psu)
    found = [one for one in checks_of(node) if one.key == "P09:open:rating:node"]
    assert [f"the {because} of" in one.message for one in found] == [True] * bool(because)


@pytest.mark.parametrize(("current", "errors"), [("", 0), ("ac", 0), ("both", 0), ("dc", 1)])
def test_supplies_for_direct_current_hang_on_no_rack_pdu(current: str, errors: int) -> None:
    found = p11(node(current))
    assert [check.severity for check in found] == ["error"] * errors
    if errors:
        assert found[0].key.startswith("P11:dc:node")
        assert "1 × Node with supplies for direct current" in found[0].message
    assert pdu_feeds(parts.PDU, node(current)) is (
        False if errors else pdu_feeds(parts.PDU, node(""))
    )


@pytest.mark.parametrize(
    ("current", "dc", "wrong"),
    [("ac", False, False), ("ac", True, True), ("dc", False, True), ("dc", True, False),
     ("both", True, False), ("", True, False)],
)  # fmt: skip
def test_power_shelves_take_the_current_of_their_feed(current: str, dc: bool, wrong: bool) -> None:
    shelved = load_shipped().require("gb300-nvl72")
    assert shelved.psu is not None
    part = shelved.evolve(psu=shelved.psu.evolve(current=current, volts_min=None, volts_max=None))
    power = tuple(PowerNode(id=on, capacity_kw=500, volts=480, dc=dc) for on in "AB")
    rack = Rack(id="r", name="R", part=part.id, x_mm=4000, y_mm=4000, feeds=("A", "B"))
    report = evaluate(Design(power=power, racks=(rack,)), load_shipped().overlay([part]))
    keys = [check.key for check in report.checks if check.key.startswith("P11:current")]
    assert keys == [f"P11:current:gb300-nvl72:{on}" for on in "AB" if wrong]


def test_shipped_parts_say_which_current_they_take() -> None:
    """A bus bar of a rack is direct current; shelves of the NVL72 stand on 200 to 277 V."""
    found = {
        part.id: (part.psu.inlet, part.psu.current)
        for part in load_shipped().parts if part.psu is not None and part.psu.current
    }  # fmt: skip
    assert found["sn5600d"] == ("busbar", "dc")
    assert found["gb300-nvl72"] == ("busbar shelf", "ac")
    assert {current for inlet, current in found.values() if inlet == "busbar"} == {"dc"}


def test_banks_of_unlike_size_feed_their_own_outlets() -> None:
    """APC AP8888: banks of 4 + 2 and 6 + 2 outlets (C13 + C19) on each line."""
    pdu = load_shipped().require("pdu-apc-ap8888").pdu
    assert pdu is not None
    assert list(out_of_range(pdu)) == []
    told = [(one.line, *(len(numbers) for _, numbers in one.outlets)) for one in branches_of(pdu)]
    assert told == [(0, 4, 2), (0, 6, 2), (1, 4, 2), (1, 6, 2), (2, 4, 2), (2, 6, 2)]
    every = [at for one in branches_of(pdu) for _, numbers in one.outlets for at in numbers]
    assert sorted(every) == list(range(1, 43)), "each outlet is fed once"


def test_outlets_that_do_not_divide_are_told_by_their_banks() -> None:
    pdu = PduFigures(
        volts=208, amps=30, phases=1, outlets_c13=5, outlets_c19=1, breakers=2, breaker_amps=20
    )
    assert all(not numbers for one in branches_of(pdu) for _, numbers in one.outlets)
    banks = pdu.evolve(bank_c13=(2, 3), bank_c19=(0, 1))
    assert [[len(n) for _, n in one.outlets] for one in branches_of(banks)] == [[2, 0], [3, 1]]
    wrong = [path for path, _ in out_of_range(pdu.evolve(bank_c13=(2, 2), bank_c19=(1,)))]
    assert wrong == [("bank_c13",), ("bank_c19",)]


def test_eaton_deals_its_sections_over_the_legs_in_turn() -> None:
    """EMAB33: sections A to F of three C13 and one C19, on the legs A, B, C, A, B, C."""
    pdu = load_shipped().require("pdu-eaton-emab33").pdu
    assert pdu is not None
    assert [one.line for one in branches_of(pdu)] == [0, 1, 2, 0, 1, 2]


def test_a_ups_for_a_rack_has_a_height_and_outlets() -> None:
    """Vertiv GXT5-3000IRT2UXL: 3,000 VA, 28.5 kg; Eaton 9PX3000iRT2U: at most 3,000 W."""
    gxt, eaton = (load_shipped().require(k) for k in ("ups-vertiv-gxt5-3000", "ups-eaton-9px3000"))
    assert gxt.ups is not None
    assert eaton.ups is not None
    assert (gxt.mass_kg, gxt.ups.rated_kva, gxt.ups.rated_kw) == (28.5, 3, None)
    assert (eaton.ups.rated_kva, eaton.ups.rated_kw) == (3, 3)
    assert (gxt.height_half_u, eaton.height_half_u) == (4, 4)
    assert [one.pdu and (one.pdu.outlets_c13, one.pdu.outlets_c19) for one in (gxt, eaton)] == [
        (6, 1), (8, 2),
    ]  # fmt: skip
