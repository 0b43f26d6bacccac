"""Water that the weather makes (C24), and the coldest water (C10)."""

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Assembly, Design, Rack, Site, Slot

CATALOG = load_shipped()
COLD = {"C10:coolant", "C10:facility-pipes"}
HOT_DAY = {
    "heat_rejection": "dry-cooler", "chillers": False, "design_dry_bulb_c": 35.0,
    "rejection_approach_k": 5.0,
}  # fmt: skip


def hall(*units: str, part: str = "dgx-h100", **site: object) -> Report:
    racks = [Rack(id="r1", name="R1", part="rack-48u", x_mm=0, y_mm=0, assembly="a")]
    if part != "dgx-h100":
        racks = [Rack(id="r1", name="R1", part=part, x_mm=0, y_mm=0)]
    racks += [
        Rack(id=f"u{n}", name=f"U{n}", part=unit, x_mm=3000 * n, y_mm=5000)
        for n, unit in enumerate(units)
    ]
    slots = (Slot(id="n", part="dgx-h100", half_u=2),)
    design = Design(
        site=Site.model_validate(site), racks=tuple(racks),
        assemblies=(Assembly(id="a", rack_part="rack-48u", slots=slots),),
    )  # fmt: skip
    return evaluate(design, CATALOG)


def keys(report: Report, *rules: str) -> set[str]:
    return {check.key for check in report.checks if check.rule in rules}


def test_units_get_the_water_that_the_weather_makes() -> None:
    """Planned as 18 °C, but dry coolers without chillers give 40 °C on the design day."""
    assert not keys(hall("crah", "crah"), "C24")
    assert keys(hall("crah", "crah", **HOT_DAY), "C24") == {"C24:crah"}


def test_the_coldest_water_sweats_however_warm_the_design_day() -> None:
    """Water planned as 10 °C sweats at a dew point of 15 °C on every day but the hottest."""
    cold = {"cooling_water_c": 10.0, "room_dew_point_c": 15.0}
    assert keys(hall("cdu-row", part="gb200-nvl72", **cold), "C10") == {
        "C10:coolant",
        "C10:facility-pipes",
    }
    warm = hall("cdu-row", part="gb200-nvl72", **cold, **HOT_DAY)
    assert keys(warm, "C10") == COLD


def test_of_several_units_the_smallest_approach_sweats_first() -> None:
    """12 °C and 4 K are below 17 °C, whatever the other unit adds."""
    slow = CATALOG.require("cdu-row")
    assert slow.cooling is not None
    slow = slow.evolve(id="slow", cooling=slow.cooling.evolve(approach_k=9.0))
    racks = [Rack(id="r1", name="R1", part="gb200-nvl72", x_mm=0, y_mm=0)]
    racks += [
        Rack(id=part, name=part, part=part, x_mm=3000 * n, y_mm=5000)
        for n, part in enumerate(("cdu-row", "slow"))
    ]
    design = Design(racks=tuple(racks), site=Site(cooling_water_c=12.0, room_dew_point_c=15.0))
    assert keys(evaluate(design, CATALOG.overlay([slow])), "C10") == {
        "C10:coolant",
        "C10:facility-pipes",
    }
