"""What stands upstream carries what its part is rated for, where its owner does not say less."""

import pytest

from designer.catalog.figures import GeneratorFigures, UpsFigures
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, Device, PowerNode, Rack
from tests.helpers import engine_designs as parts

UPS = Part(id="ups", kind="ups", name="UPS", ups=UpsFigures(rated_kva=20, rated_kw=18))
BARE = UPS.evolve(id="bare", ups=UpsFigures(topology="double conversion"))
SET = Part(id="set", kind="generator", name="Set", generator=GeneratorFigures(prime_kw=25))
FRAME = UPS.evolve(
    id="frame", ups=UpsFigures(topology="double conversion, modular", rated_kw=15, module_kw=5)
)
MODULAR = UPS.evolve(
    id="modular", ups=UpsFigures(topology="double conversion, modular", rated_kw=18)
)
CATALOG = parts.small_catalog().overlay([UPS, BARE, SET, FRAME, MODULAR])


def report_of(part: str, capacity_kw: float | None, kind: str = "ups") -> Report:
    """Two nodes of 10.2 kW on one feed, with something upstream of it."""
    rack = Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000)
    devices = [
        Device(id=f"n{at}", name="n", part=parts.DGX.id, rack="r", half_u=half_u)
        for at, half_u in enumerate((6, 22))
    ]
    devices.append(Device(id="p", name="p", part=parts.PDU.id, rack="r", face="zero-u", feed="A"))
    power = (
        PowerNode(id="u", kind=kind, part=part, capacity_kw=capacity_kw),
        PowerNode(id="A", capacity_kw=500, parents=("u",)),
    )
    return evaluate(Design(power=power, racks=(rack,), devices=tuple(devices)), CATALOG)


def found(report: Report) -> dict[str, str]:
    return {c.key: c.severity for c in report.checks if c.rule == "P14" and "A" not in c.key}


@pytest.mark.parametrize(
    ("part", "kind", "kw", "carries"),
    [("ups", "ups", 18, False), ("set", "generator", 25, True)],
)
def test_a_part_says_what_a_node_of_no_stated_capacity_carries(
    part: str, kind: str, kw: float, carries: bool
) -> None:
    report = report_of(part, None, kind)
    assert report.power.upstream[0].capacity_kw == kw
    assert found(report) == ({} if carries else {"P14:normal:u": "error"})


@pytest.mark.parametrize("part", ["bare", "nobody-knows", ""])
def test_a_part_without_a_rating_leaves_the_capacity_open(part: str) -> None:
    report = report_of(part, None)
    assert report.power.upstream[0].capacity_kw is None
    assert report.power.upstream[0].state == "unknown"


def test_a_node_said_to_carry_more_than_its_part_is_an_error() -> None:
    report = report_of("ups", 900)
    assert found(report) == {"P14:rating:u": "error"}
    said = next(check.message for check in report.checks if check.key == "P14:rating:u")
    assert said == "UPS u is said to carry 900.0 kW, and its part is rated for 18.0 kW"


def test_an_owner_may_say_less_than_the_rating() -> None:
    report = report_of("set", 22, "generator")
    assert report.power.upstream[0].capacity_kw == 22
    assert found(report) == {}


def message(report: Report, key: str) -> str:
    return next(check.message for check in report.checks if check.key == key)


@pytest.mark.parametrize(
    ("part", "kind", "rated"),
    [
        ("frame", "ups", "15.0 kW (3 modules of 5.0 kW)"),
        ("modular", "ups", "18.0 kW (taken as one unit: how many modules are in it is not stated)"),
        ("ups", "ups", "18.0 kW"),
        ("set", "generator", "25.0 kW (its prime rating)"),
    ],
)
def test_a_finding_says_what_the_rating_of_a_part_is_taken_for(
    part: str, kind: str, rated: str
) -> None:
    """A UPS of modules is sold as a frame and by the module: which it is decides the verdict."""
    word = "UPS" if kind == "ups" else "Generator"
    said = message(report_of(part, 900, kind), "P14:rating:u")
    assert said == f"{word} u is said to carry 900.0 kW, and its part is rated for {rated}"
    if kind == "ups":
        normal = message(report_of(part, None, kind), "P14:normal:u")
        assert normal == f"{word} u carries 20.4 kW of its {rated}"


def test_a_capacity_that_the_owner_states_is_not_explained_by_its_part() -> None:
    said = message(report_of("frame", 12), "P14:normal:u")
    assert said == "UPS u carries 20.4 kW of its 12.0 kW"
