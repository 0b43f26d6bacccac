"""In-row units and immersion tanks: their capacity counts where their method is used."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.part import CoolingFigures, Part, RackFigures
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Assembly, Design, Loop, Rack, Site, Slot
from tests.helpers.engine_designs import BANDS, CRAH, DEFAULTS, DGX, DOOR, PARTS, dgx_assembly

IN_ROW = Part(
    id="irc", kind="in-row", name="In-row 40 kW", width_mm=300, depth_mm=1200, mass_kg=300,
    power_max_w=1500,
    cooling=CoolingFigures(method="in-row", capacity_kw=40, airflow_m3h=8000, water_max_c=18,
                           air_in_c=36),
)  # fmt: skip
TANK = Part(
    id="tank", kind="immersion", name="Tank 45U", width_mm=1300, depth_mm=1600, mass_kg=1200,
    rack=RackFigures(units=45),
    cooling=CoolingFigures(method="immersion", phases="single-phase", capacity_kw=35, flow_lpm=60),
)  # fmt: skip
IN_RACK = Part(
    id="cdu-4u", kind="cdu", name="CDU 4U", height_half_u=8, mass_kg=60, power_max_w=1500,
    cooling=CoolingFigures(method="direct-to-chip", capacity_kw=100, flow_lpm=200),
)  # fmt: skip
CATALOG = Catalog((*PARTS, IN_ROW, TANK, IN_RACK), BANDS, DEFAULTS)


def keys(report: Report) -> set[str]:
    return {check.key for check in report.checks}


def hall(*units: str) -> Design:
    racks = [Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0, assembly="dgx-4")]
    racks += [
        Rack(id=f"u{n}", name=f"U{n}", part=part, x_mm=4000 * n + 4000, y_mm=6000)
        for n, part in enumerate(units)
    ]
    return Design(assemblies=(dgx_assembly(),), racks=tuple(racks), site=Site(supply_air_c=24.0))


def tank_design(nodes: int) -> Design:
    slots = tuple(Slot(id=f"n{n}", part=DGX.id, half_u=2 + 16 * n) for n in range(nodes))
    tank = Assembly(id="t", rack_part=TANK.id, slots=slots)
    rack = Rack(id="r", name="R", part=TANK.id, x_mm=0, y_mm=0, assembly="t")
    return Design(assemblies=(tank,), racks=(rack,))


def test_an_in_row_unit_counts_among_the_air_units() -> None:
    facility = evaluate(hall(IN_ROW.id), CATALOG).facility
    assert facility.cooling_units == 1
    # 40.8 kW of four DGX H100 on units of 40 kW, and one to spare.
    assert facility.cooling_units_needed == 3
    assert "C23:crah" not in keys(evaluate(hall(*[IN_ROW.id] * 3), CATALOG))
    assert "C23:crah" in keys(evaluate(hall(*[IN_ROW.id] * 2), CATALOG))


@pytest.mark.parametrize(
    ("units", "met"), [((CRAH.id, CRAH.id), True), ((CRAH.id, IN_ROW.id), False),
                       ((CRAH.id, IN_ROW.id, IN_ROW.id), True)],
)  # fmt: skip
def test_unlike_units_are_judged_by_what_is_left_without_the_largest(
    units: tuple[str, ...], met: bool
) -> None:
    assert ("C23:crah" not in keys(evaluate(hall(*units), CATALOG))) is met


def test_the_air_of_in_row_units_counts() -> None:
    # Four DGX H100 draw 7,508 m³/h; of two units of 8,000 one may fail.
    assert "C02:crah-airflow" in keys(evaluate(hall(IN_ROW.id), CATALOG))
    assert "C02:crah-airflow" not in keys(evaluate(hall(IN_ROW.id, IN_ROW.id), CATALOG))


def test_a_unit_is_no_rack_and_draws_nothing_of_the_load() -> None:
    alone, with_unit = (evaluate(design, CATALOG) for design in (hall(), hall(IN_ROW.id)))
    assert alone.totals.racks == with_unit.totals.racks == 1
    assert alone.totals.power_max_kw == with_unit.totals.power_max_kw


def test_a_loop_with_less_than_a_kilowatt_needs_a_unit_and_one_to_spare() -> None:
    plate = Part(id="plate", kind="node", name="Plate", height_half_u=4, mass_kg=20,
                 power_max_w=800, power_typical_w=800, liquid_fraction=0.5)  # fmt: skip
    slots = (Slot(id="n", part=plate.id, half_u=2),)
    cold = Assembly(id="cold", rack_part="rack-48u", slots=slots)
    design = hall("cdu-row", "cdu-row")
    (rack, *units) = design.racks
    design = design.evolve(
        assemblies=(*design.assemblies, cold), racks=(rack.evolve(assembly="cold"), *units)
    )
    report = evaluate(design, CATALOG.overlay([plate]))
    assert report.facility.liquid_kw == pytest.approx(0.4)
    assert (report.facility.cdu_units, report.facility.cdu_units_needed) == (2, 2)
    # Without a unit nobody knows what one carries: how many it takes is open, and not none.
    bare = evaluate(design.evolve(racks=design.racks[:1]), CATALOG.overlay([plate]))
    assert bare.facility.cdu_units_needed is None


def test_a_tank_takes_all_heat_up_to_its_rating() -> None:
    report = evaluate(tank_design(3), CATALOG)
    (rack,) = report.racks
    assert (rack.cooling_method, rack.cooling_capacity_kw) == ("immersion", 35)
    assert (rack.air_kw, rack.airflow_m3h) == (0, 0)
    assert rack.liquid_kw == pytest.approx(30.6)
    assert rack.coolant_lpm == 60
    assert report.facility.cdu_units_needed == 0
    assert not keys(report) & {"C05:no-cdu", "C06:cdu", "C23:no-crah", "C01:immersion:beyond"}
    assert report.totals.nodes == 3


def test_a_tank_beyond_its_rating_is_said() -> None:
    assert "C01:immersion:beyond" in {
        key.partition("@")[0] for key in keys(evaluate(tank_design(4), CATALOG))
    }


def test_an_empty_tank_is_evaluated() -> None:
    (rack,) = evaluate(tank_design(0), CATALOG).racks
    assert rack.power_max_kw == 0


def test_no_door_hangs_on_a_tank() -> None:
    from designer.document.placement import can_place
    from designer.model.layout import Layout

    verdict = can_place(Layout(tank_design(1)), CATALOG, DOOR.id, "r", 0, "door")
    assert "is a tank" in verdict.reason


def test_a_coolant_unit_with_a_height_goes_into_a_rack_and_counts() -> None:
    slots = (Slot(id="a", part=IN_RACK.id, half_u=2), Slot(id="b", part=IN_RACK.id, half_u=10))
    holder = Assembly(id="c", rack_part="rack-48u", slots=slots)
    racks = (
        Rack(id="n", name="N", part="gb200-nvl72", x_mm=0, y_mm=0),
        Rack(id="c", name="C", part="rack-48u", x_mm=3000, y_mm=0, assembly="c"),
    )
    # Nothing in their rack gives them heat: a loop says what they serve.
    loops = (Loop(id="l", units=("c/a", "c/b")),)
    report = evaluate(Design(assemblies=(holder,), racks=racks, loops=loops), CATALOG)
    assert report.facility.cdu_units == 2
    assert report.facility.cdu_redundancy == "N"
    assert "C05:no-cdu" not in keys(report)
    assert not report.racks[-1].unknown
