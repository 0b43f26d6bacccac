"""A cooling method decided by hand: heat goes where parts can give it, and the report says so."""

from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import CoolingFigures, Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, Device, Rack
from tests.helpers import engine_designs as parts

PLATED = parts.DGX.evolve(id="plated", name="Plated", liquid_fraction=0.8)
SHARE_HIDDEN = parts.DGX.evolve(
    id="share-hidden", name="Hidden share", liquid_fraction=None, airflow_m3h=None,
    coolant_max_c=40.0,
)  # fmt: skip
TANK = Part(
    id="tank", kind="immersion", name="Tank", width_mm=1_200, depth_mm=1_000,
    rack=parts.RACK.rack, cooling=CoolingFigures(method="immersion", capacity_kw=60, flow_lpm=200),
)  # fmt: skip
HEAT_HIDDEN = parts.DGX.evolve(
    id="heat-hidden", name="Hidden heat", power_max_w=None, power_peak_w=None,
    power_typical_w=None, psu=None, airflow_m3h=None,
)  # fmt: skip
CATALOG = parts.small_catalog().overlay([PLATED, SHARE_HIDDEN, HEAT_HIDDEN, TANK])


def report_of(node: str, cooling: Any, *, stands_in: str = "rack-48u", door: str = "") -> Report:
    rack = Rack(id="r", name="R", part=stands_in, x_mm=4000, y_mm=4000, cooling=cooling)
    devices = [Device(id="n", name="n", part=node, rack="r", half_u=6)]
    if door:
        devices.append(Device(id="d", name="d", part=door, rack="r", face="door"))
    return evaluate(Design(racks=(rack,), devices=tuple(devices)), CATALOG)


def said(report: Report, rule: str) -> list[str]:
    return [f"{c.severity} {c.key}: {c.message}" for c in report.checks if c.rule == rule]


@pytest.mark.parametrize("cooling", ["direct-to-chip", "immersion"])
def test_a_liquid_that_nothing_gives_heat_to_is_an_error_and_takes_none(cooling: str) -> None:
    """It was believed: the rack was called direct-to-chip, and nobody said a word."""
    by_hand, auto = report_of("dgx-h100", cooling), report_of("dgx-h100", "auto")
    rack = by_hand.racks[0]
    assert (rack.air_kw, rack.liquid_kw) == (pytest.approx(10.2), 0)
    assert rack.cooling_method == auto.racks[0].cooling_method == "in-row"
    assert by_hand.facility.pue == auto.facility.pue
    lacking = "no part here has cold plates" if cooling == "direct-to-chip" else "no tank holds it"
    assert said(by_hand, "C20") == [
        f"error C20:{cooling}: 1 × DGX H100: {cooling} is decided by hand, and "
        f"{lacking}; 10.2 kW of heat is in air"
    ]
    assert said(auto, "C20") == []


def test_cold_plates_that_nobody_confirms_cannot_be_said() -> None:
    report = report_of("share-hidden", "direct-to-chip")
    assert report.racks[0].cooling_method == ""
    assert said(report, "C20") == [
        "warning C20:open:direct-to-chip: 1 × Hidden share: whether parts here have the cold "
        "plates that are decided by hand cannot be said, because the share of heat into liquid of "
        "Hidden share is not known"
    ]


def test_cold_plates_decided_by_hand_where_there_are_some_are_no_finding() -> None:
    report = report_of("plated", "direct-to-chip")
    assert report.racks[0].cooling_method == "direct-to-chip"
    assert said(report, "C20") == []


def test_a_part_that_no_catalogue_has_may_have_cold_plates() -> None:
    report = report_of("gone", "direct-to-chip")
    assert [line.split(":")[1:3] for line in said(report, "C20")] == [["open", "direct-to-chip"]]


def test_what_stands_in_no_known_rack_may_stand_in_a_tank() -> None:
    report = report_of("dgx-h100", "immersion", stands_in="nobody-knows")
    assert [line.split(":")[1:3] for line in said(report, "C20")] == [["open", "immersion"]]


@pytest.mark.parametrize("cooling", ["room-air", "in-row", "rear-door"])
def test_air_that_is_decided_where_a_tank_may_stand_cannot_be_said(cooling: str) -> None:
    """In a tank it is an error, and nothing was said where nobody knows what it stands in."""
    tank = report_of("dgx-h100", cooling, stands_in="tank")
    assert [line.split(": ")[0] for line in said(tank, "C20")] == ["error C20:tank"]
    (found,) = said(report_of("dgx-h100", cooling, stands_in="nobody-knows"), "C20")
    name = cooling.replace("-", " ") if cooling != "in-row" else "in-row"
    assert found == (
        f"warning C20:open:tank: 1 × DGX H100: {name} is decided by hand: whether it stands in a "
        "tank, which takes all of its heat, cannot be said, because the part nobody-knows is not "
        "in the catalogue"
    )
    assert said(report_of("dgx-h100", cooling), "C20") == []
    rack = Rack(id="r", name="R", part="nobody-knows", x_mm=4000, y_mm=4000, cooling="in-row")
    assert said(evaluate(Design(racks=(rack,)), CATALOG), "C20") == []


def test_a_tank_takes_all_heat_whatever_is_decided_by_hand() -> None:
    assert said(report_of("dgx-h100", "immersion", stands_in="tank"), "C20") == []
    report = report_of("dgx-h100", "room-air", stands_in="tank")
    assert report.racks[0].cooling_method == "immersion"
    assert said(report, "C20") == [
        "error C20:tank: 1 × DGX H100: room air is decided by hand, and it stands in Tank, which "
        "takes all of its heat"
    ]


def test_heat_of_cold_plates_does_not_go_into_air_by_a_decision() -> None:
    """A rack with cold plates that was decided to be cooled by air was called room air."""
    rack = report_of("plated", "room-air").racks[0]
    assert rack.cooling_method == "direct-to-chip"
    assert rack.cooling_air_method == "room-air"
    assert rack.liquid_kw == pytest.approx(0.8 * 10.2)


def test_a_door_that_is_decided_by_hand_and_does_not_hang_is_an_error() -> None:
    (found,) = said(report_of("dgx-h100", "rear-door"), "C22")
    assert found == (
        "error C22:no-door:by-hand: 1 × DGX H100: a rear door is decided by hand for 10.2 kW, and "
        "none hangs"
    )
    assert said(report_of("dgx-h100", "rear-door", door="rdhx"), "C22") == []


def test_an_empty_rack_needs_nothing_of_what_is_decided() -> None:
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=4000, y_mm=4000, cooling="immersion")
    assert said(evaluate(Design(racks=(rack,)), CATALOG), "C20") == []


def test_a_door_decided_by_hand_is_advised_without_deciding_by_hand_again() -> None:
    report = report_of("dgx-h100", "rear-door")
    (advice,) = [c.advice for c in report.checks if c.rule == "C22"]
    assert advice == "Place a rear door on the rack, or let the design choose the method."


@pytest.mark.parametrize(
    ("cooling", "rule", "said_of_it"),
    [
        ("rear-door", "C22", "a rear door is decided by hand for an unknown amount of heat, and "),
        ("immersion", "C20", "no tank holds it; an unknown amount of heat is in air"),
    ],
)
def test_heat_that_nobody_knows_is_no_dash_in_a_sentence(
    cooling: str, rule: str, said_of_it: str
) -> None:
    found = said(report_of("heat-hidden", cooling), rule)[0]
    assert said_of_it in found


IN_RAILS = ("cdu-in-rack-100", "dgx-h100", "mgmt-server")


def decided(
    cooling: Any, *held: str, stands_in: str = "rack-48u", face: str = "zero-u", **more: str
) -> Report:
    """Return the report of a rack whose cooling is decided by hand, of the shipped catalogue."""
    rack = Rack(id="r", name="R", part=stands_in, x_mm=4000, y_mm=4000, cooling=cooling)
    devices = tuple(
        Device.model_validate(
            {"id": f"d{at}", "name": "d", "part": part, "rack": "r", "face": face,
             "half_u": 0 if face == "zero-u" else 2 + 20 * at} | more
        )
        for at, part in enumerate(held)
    )  # fmt: skip
    return evaluate(Design(racks=(rack,), devices=devices), load_shipped())


def filed(report: Report, rule: str) -> list[str]:
    return [check.key for check in report.checks if check.rule == rule]


@pytest.mark.parametrize(
    ("cooling", "stands_in", "sure", "unsaid"),
    [
        ("in-row", "immersion-aic24", "C20:tank", "C20:open:tank"),
        ("immersion", "rack-48u", "C20:immersion", "C20:open:immersion"),
        ("rear-door", "rack-48u", "C22:no-door:by-hand", "C22:open:no-door"),
    ],
)
def test_what_is_decided_where_a_lost_part_may_give_no_heat_cannot_be_said(
    cooling: str, stands_in: str, sure: str, unsaid: str
) -> None:
    """It was an error for certain; two rack PDUs, or a CDU in the rails, give no heat."""

    rule = sure[:3]

    def beside(*held: str) -> list[str]:
        return filed(decided(cooling, *held, stands_in=stands_in), rule)

    def in_rails(*held: str, **more: str) -> list[str]:
        return filed(decided(cooling, *held, stands_in=stands_in, face="front", **more), rule)

    assert beside("pdu-415v-60a-3ph", "pdu-415v-60a-3ph") == in_rails("cdu-in-rack-100") == []
    assert in_rails("dgx-h100") == [sure]
    # With what may give any heat, a door that is lacking may be an error beyond the room's air.
    beyond = ["C22:open:no-door:beyond"] if rule == "C22" else []
    assert in_rails("dgx-h100", "gone") == [sure, *beyond]
    assert beside("gone", "gone") == in_rails("gone") == [unsaid]
    # A switch of a fabric gives heat, but it may be all into a liquid.
    fabric = {"fabric": "f", "tier": "leaf"}
    assert in_rails("gone", **fabric) == [unsaid if cooling == "rear-door" else sure]


def test_a_door_decided_by_hand_for_what_may_give_all_heat_to_a_liquid_cannot_be_said() -> None:
    (found,) = said(report_of("share-hidden", "rear-door"), "C22")
    assert found == (
        "warning C22:open:no-door: 1 × Hidden share: a rear door is decided by hand, and none "
        "hangs: whether there is heat in air for it cannot be said, because the share of heat "
        "into liquid of Hidden share is not known"
    )


def test_what_cannot_be_said_of_a_decision_is_a_sentence() -> None:
    because = " cannot be said, because the part gone is not in the catalogue"
    (tank,) = said(decided("in-row", "gone", stands_in="immersion-aic24"), "C20")
    assert tank == (
        "warning C20:open:tank: gone: in-row is decided by hand, and it stands in AIC24, "
        f"single-phase 32 kW: whether it has any heat, which the tank would take,{because}"
    )
    (held,) = said(decided("immersion", "gone"), "C20")
    assert held == (
        "warning C20:open:immersion: gone: immersion is decided by hand, and no tank holds it: "
        f"whether there is heat for one{because}"
    )


@pytest.mark.parametrize("face", ["zero-u", "front"])
def test_a_tank_moves_nothing_where_nothing_in_it_may_give_heat(face: str) -> None:
    """It moved 30 L/min for certain."""

    def flow(part: str) -> tuple[float, float]:
        figure = (
            decided("auto", part, stands_in="immersion-aic24", face=face)
            .racks[0]
            .figure("coolant_lpm")
        )
        return figure.low, figure.high

    truths = ("pdu-415v-60a-3ph",) if face == "zero-u" else IN_RAILS
    found = {flow(part) for part in truths}
    assert flow("gone") == (0.0, 30.0)
    assert found == ({(0.0, 0.0)} if face == "zero-u" else {(0.0, 0.0), (30.0, 30.0)})
