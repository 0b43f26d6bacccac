"""What cools the air of a hall, taken away unit by unit: no verdict becomes better by that."""

from collections.abc import Callable, Iterator

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.limit_report import Limit
from designer.engine.reasons import is_open
from designer.engine.report import RackReport, Report
from designer.model.cooling_words import SHOWN_SHORT_NAMES
from designer.model.design import Assembly, Design, Rack, Room, Site, Slot
from designer.planning.templates import TEMPLATES, build

CATALOG = load_shipped()
WORSE = {"ok": 0, "unknown": 1, "info": 1, "warning": 2, "error": 3}
INSTEAD = {"C02": {"C23"}, "C06": {"C05", "C23"}, "C12": {"C06", "C22"}}
"""Rules that fall silent with the last unit or door, and those that speak in their place."""
OF_THE_UNIT = {"C24", "C04"}
"""Rules that judge a unit itself: what does not stand there breaks none."""


def hall(
    nodes: int,
    *,
    node: str = "dgx-h100",
    door: str = "",
    units: tuple[str, ...] = (),
    racks: int = 2,
) -> Design:
    slots = [Slot(id=f"n{n}", part=node, half_u=2 + 16 * n) for n in range(nodes)]
    slots += [Slot(id="door", part=door, face="door")] if door else []
    filling = Assembly(id="a", rack_part="rack-48u", slots=tuple(slots))
    # Racks by turns above and below a cold aisle of 1.2 m, which the room's containment closes.
    stand = [
        Rack(id=f"r{n}", name=f"R{n}", part="rack-48u", x_mm=900 * (n // 2),
             y_mm=2400 * (n % 2), rotation=0 if n % 2 else 180, assembly="a")
        for n in range(racks)
    ]  # fmt: skip
    stand += [
        Rack(id=f"u{n}", name=f"U{n}", part=unit, x_mm=1500 * n, y_mm=6000)
        for n, unit in enumerate(units)
    ]
    return Design(assemblies=(filling,), racks=tuple(stand), room=Room(containment="cold"),
                  site=Site(supply_air_c=24.0, cooling_water_c=12.0))  # fmt: skip


def keys(report: Report) -> set[str]:
    return {check.key for check in report.checks}


def cooling_limit(rack: RackReport) -> Limit:
    return next(limit for limit in rack.limits if limit.name == "cooling")


def test_a_hall_without_air_units_has_nothing_that_takes_its_air_heat() -> None:
    (said,) = [check for check in evaluate(hall(2), CATALOG).checks if check.rule == "C23"]
    assert (said.key, said.severity) == ("C23:no-crah", "error")
    assert "no air unit stands, and no capacity of the building is stated" in said.message
    assert "41 kW" in said.message
    with_door = evaluate(hall(2, door="rdhx"), CATALOG)
    assert not {key for key in keys(with_door) if key.startswith("C23")}


@pytest.mark.parametrize(
    ("nodes", "state", "severity", "key"),
    [(2, "ok", "", ""), (4, "warning", "warning", "C22:no-door"),
     (5, "error", "error", "C22:no-door:beyond")],
)  # fmt: skip
def test_a_door_that_does_not_hang_lends_its_capacity_to_no_limit(
    nodes: int, state: str, severity: str, key: str
) -> None:
    report = evaluate(hall(nodes), CATALOG)
    rack = report.racks[0]
    assert cooling_limit(rack).state == state
    assert rack.cooling_capacity_kw == 45
    found = [check for check in report.checks if check.rule == "C22"]
    assert [(check.severity, check.key) for check in found] == ([(severity, key)] if key else [])
    assert rack.door_missing is bool(key)
    if key:
        assert cooling_limit(rack).label == "Cooling, needs a rear door"
        assert "none hangs" in cooling_limit(rack).text
        assert SHOWN_SHORT_NAMES[rack.cooling_shown] == "needs rear door"


def test_a_door_that_hangs_is_the_method_and_gives_its_capacity() -> None:
    rack = evaluate(hall(4, door="rdhx"), CATALOG).racks[0]
    assert (rack.cooling_shown, rack.door_missing) == ("rear-door", False)
    assert (cooling_limit(rack).state, rack.cooling_capacity_kw) == ("ok", 55)


def test_a_rack_that_needs_a_door_needs_a_contained_aisle_until_it_hangs() -> None:
    bare = hall(4).evolve(room=Room(containment="none"))
    assert "C14:containment:beyond" in keys(evaluate(bare, CATALOG))


def without_rack(design: Design, rack_id: str) -> Design:
    return design.evolve(racks=tuple(rack for rack in design.racks if rack.id != rack_id))


def without_doors(design: Design) -> Design:
    fillings = tuple(
        filling.evolve(slots=tuple(slot for slot in filling.slots if slot.face != "door"))
        for filling in design.assemblies
    )
    return design.evolve(assemblies=fillings)


def poorer(design: Design) -> Iterator[Design]:
    """Yield a design without each of its units, and without its doors.

    A door that must take more than it is rated for is itself the error, so no case has one.
    """
    for rack in design.racks:
        if rack.part in ("crah", "cdu-row"):
            yield without_rack(design, rack.id)
    if without_doors(design) != design:
        yield without_doors(design)


def states(report: Report) -> dict[str, int]:
    """Return the gravest state of each rule of cooling."""
    found: dict[str, int] = {}
    for check in report.checks:
        if check.rule[0] == "C":
            grave = WORSE["unknown" if is_open(check.key) else check.severity]
            found[check.rule] = max(grave, found.get(check.rule, 0))
    return found


CASES: tuple[Callable[[], Design], ...] = (
    lambda: hall(2, units=("crah",)),
    lambda: hall(4, units=("crah", "crah"), racks=6),
    lambda: hall(4, door="rdhx", units=("crah",), racks=3),
    lambda: hall(4, door="rdhx", units=("cdu-row",), racks=3),
    lambda: hall(2, door="rdhx"),
    lambda: hall(1, units=("gb200-nvl72", "cdu-row", "crah")),
    lambda: hall(1, units=("gb200-nvl72", "cdu-row", "cdu-row", "crah", "crah")),
    lambda: hall(4, door="rdhx", units=("cdu-row", "cdu-row"), racks=3),
)


@pytest.mark.parametrize("case", range(len(CASES)))
def test_nothing_becomes_better_by_taking_a_unit_or_a_door_away(case: int) -> None:
    before = CASES[case]()
    report = evaluate(before, CATALOG)
    for after in poorer(before):
        less = evaluate(after, CATALOG)
        said, now = states(report), states(less)
        better = {
            rule
            for rule, grave in said.items()
            if max(now.get(one, 0) for one in {rule, *INSTEAD.get(rule, ())}) < grave
        }
        assert not better - OF_THE_UNIT, (better, said, now)
        for rack in less.racks:
            had = next(one for one in report.racks if one.id == rack.id)
            for limit in (one for one in had.limits if one.name == "cooling"):
                assert WORSE[cooling_limit(rack).state] >= WORSE[limit.state], rack.id


@pytest.mark.parametrize(
    ("kw", "units", "found"),
    [
        (None, 0, {"C23:no-crah"}), (0.0, 0, {"C23:no-crah"}), (40.0, 0, {"C23:no-crah"}),
        (41.0, 0, set()), (41.0, 1, set()), (30.0, 1, {"C02:open:crah-airflow", "C23:crah"}),
        (30.0, 2, set()),
    ],
)  # fmt: skip
def test_what_the_building_takes_is_stated(kw: float | None, units: int, found: set[str]) -> None:
    """Two racks of two DGX H100, 40.8 kW; what the building leaves is for units."""
    design = hall(2, units=("crah",) * units)
    site = design.site.evolve(building_air_kw=kw, feed_policy="N", supply_air_c=24.0)
    report = evaluate(design.evolve(site=site), CATALOG)
    assert {one.key for one in report.checks if one.rule in ("C02", "C23")} == found


def test_losses_and_growth_count_what_the_building_takes() -> None:
    """30 of 40.8 kW leave 10.8, and with 20 % more 19: two units of 15 kW, less one."""
    crah = CATALOG.require("crah")
    assert crah.cooling is not None
    small = CATALOG.overlay([crah.evolve(cooling=crah.cooling.evolve(capacity_kw=15.0))])
    design = hall(2, units=("crah", "crah"))
    for kw, state, grows in ((None, "error", True), (30.0, "ok", True), (35.0, "ok", False)):
        site = design.site.evolve(building_air_kw=kw, feed_policy="N", growth_pct=20.0)
        report = evaluate(design.evolve(site=site), small)
        (loss,) = [one for one in report.cooling.losses if one.kind == "air unit"]
        assert (loss.figure("over_kw").low > 0) is (state == "error")
        assert ("R06:air" in keys(report)) is grows


@pytest.mark.parametrize("name", [template.id for template in TEMPLATES])
def test_no_reference_leaves_its_air_to_a_building_that_nobody_describes(name: str) -> None:
    assert "C23:no-crah" not in keys(evaluate(build(name, {}, CATALOG), CATALOG))
