"""What stands upstream carries what its part is rated for, where its owner does not say less."""

import pytest

from designer.catalog.figures import GeneratorFigures, UpsFigures
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, Device, PowerNode, Rack, Site
from tests.helpers import engine_designs as parts

UPS = Part(id="ups", kind="ups", name="UPS", ups=UpsFigures(rated_kva=20, rated_kw=18))
BARE = UPS.evolve(id="bare", ups=UpsFigures(topology="double conversion"))
SET = Part(id="set", kind="generator", name="Set", generator=GeneratorFigures(prime_kw=25))
FRAME = UPS.evolve(
    id="frame",
    ups=UpsFigures(topology="double conversion, modular", rated_kva=20, rated_kw=15, module_kw=5),
)
MODULAR = UPS.evolve(
    id="modular", ups=UpsFigures(topology="double conversion, modular", rated_kva=20, rated_kw=18)
)
NO_KVA = UPS.evolve(id="no-kva", ups=UpsFigures(topology="double conversion", rated_kw=22))
BY_KVA = UPS.evolve(
    id="by-kva", ups=UpsFigures(topology="double conversion", rated_kva=22, rated_kw=22)
)
STANDBY = SET.evolve(id="standby", generator=GeneratorFigures(standby_kw=24, standby_kva=30))
SET_NO_KVA = SET.evolve(id="set-no-kva", generator=GeneratorFigures(standby_kw=24))
BOTH = SET.evolve(id="both", generator=GeneratorFigures(standby_kw=24, standby_kva=30, prime_kw=20))
MORE = UPS.evolve(
    id="more",
    ups=UpsFigures(topology="double conversion, modular", rated_kva=30, rated_kw=25, module_kw=5),
)
CATALOG = parts.small_catalog().overlay(
    [MORE, UPS, BARE, SET, FRAME, MODULAR, NO_KVA, BY_KVA, STANDBY, SET_NO_KVA, BOTH]
)


def report_of(
    part: str, capacity_kw: float | None, kind: str = "ups", power_factor: float = 0.95,
    **more: object,
) -> Report:  # fmt: skip
    """Two nodes of 10.2 kW on one feed, with something upstream of it."""
    rack = Rack(id="r", name="R", part=parts.RACK.id, x_mm=4000, y_mm=4000)
    devices = [
        Device(id=f"n{at}", name="n", part=parts.DGX.id, rack="r", half_u=half_u)
        for at, half_u in enumerate((6, 22))
    ]
    devices.append(Device(id="p", name="p", part=parts.PDU.id, rack="r", face="zero-u", feed="A"))
    power = (
        PowerNode(id="u", kind=kind, part=part, capacity_kw=capacity_kw, **more),
        PowerNode(id="A", capacity_kw=500, parents=("u",)),
    )
    site = Site(power_factor=power_factor)
    design = Design(site=site, power=power, racks=(rack,), devices=tuple(devices))
    return evaluate(design, CATALOG)


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
        (
            "frame",
            "ups",
            "15.0 kW (a frame that is full: how many modules of 5.0 kW are in it is not stated)",
        ),
        (
            "modular",
            "ups",
            "18.0 kW (a frame that is full: how many modules are in it is not stated)",
        ),
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
        at_most = {"frame": "5.0–", "modular": "≤ "}.get(part, "")
        assert normal == f"{word} u carries 20.4 kW of its {at_most}{rated}"


def test_a_capacity_that_the_owner_states_is_not_explained_by_its_part() -> None:
    said = message(report_of("frame", 12), "P14:normal:u")
    assert said == "UPS u carries 20.4 kW of its 12.0 kW"


@pytest.mark.parametrize(
    ("part", "kind", "power_factor", "low", "high"),
    [
        ("by-kva", "ups", 1.0, 22, 22),
        ("by-kva", "ups", 0.8, 17.6, 17.6),
        ("no-kva", "ups", 0.8, 17.6, 22),
        ("both", "generator", 0.9, 20, 20),
        ("both", "generator", 0.7, 17.5, 17.5),
        ("standby", "generator", 0.7, 0, 21),
    ],
)
def test_a_part_carries_no_more_than_its_kva(
    part: str, kind: str, power_factor: float, low: float, high: float
) -> None:
    """By its kW alone an overload in kVA read `ok`; kVA that nobody states are no less than kW."""
    found = report_of(part, None, kind, power_factor).power.upstream[0].figure("capacity_kw")
    assert (found.low, found.high) == (pytest.approx(low), pytest.approx(high))


def test_an_overload_in_kva_is_an_error_and_open_where_the_kva_are_hidden() -> None:
    assert found(report_of("by-kva", None, power_factor=0.95)) == {}
    above = report_of("by-kva", None, power_factor=0.8)
    assert found(above) == {"P14:normal:u": "error"}
    assert message(above, "P14:normal:u") == (
        "UPS u carries 20.4 kW of its 17.6 kW (22.0 kVA at a power factor of 0.8)"
    )
    assert found(report_of("no-kva", None, power_factor=0.8)) == {"P14:open:u": "warning"}


def test_a_capacity_above_the_kva_of_a_part_is_an_error() -> None:
    said = message(report_of("by-kva", None, power_factor=0.8, capacity_kva=30), "P14:rating:u")
    assert said == (
        "UPS u is said to carry 24.0 kW, and its part is rated for 17.6 kW (22.0 kVA at a power "
        "factor of 0.8)"
    )


def test_a_load_that_one_module_does_not_carry_is_open_where_nobody_states_how_many() -> None:
    """A modular UPS counted as a frame that is full."""
    two = report_of("frame", None, modules=2)
    assert message(two, "P14:normal:u").endswith("of its 10.0 kW (2 modules of 5.0 kW)")
    many = report_of("more", None)
    assert found(many) == {"P14:open:u": "warning"}
    assert "number of modules of UPS u is not known" in message(many, "P14:open:u")
    assert found(report_of("more", 25)) == {}


def test_modules_that_are_stated_are_not_told_as_not_stated() -> None:
    said = message(report_of("modular", None, modules=9), "P14:normal:u")
    assert said.endswith("(a frame that is full: what each of its 9 modules carries is not stated)")
