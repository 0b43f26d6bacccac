"""Distribution units that cool their liquid with the room's air: the heat stays in the room."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.catalog.part import CoolingFigures
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, Rack, Site
from tests.helpers.engine_designs import BANDS, CDU, CRAH, DEFAULTS, NVL72, PARTS

SIDECAR = CDU.evolve(
    id="sidecar", name="Sidecar",
    cooling=CoolingFigures(
        method="direct-to-chip", capacity_kw=70, flow_lpm=110, approach_k=11, rejects_to="room-air"
    ),
)  # fmt: skip
PLATED = NVL72.evolve(coolant_max_c=45)
CATALOG = Catalog((*(p for p in PARTS if p.id != NVL72.id), PLATED, SIDECAR), BANDS, DEFAULTS)


def report_of(*units: str, **site: float) -> Report:
    racks = [Rack(id="n", name="N", part=NVL72.id, x_mm=0, y_mm=0)]
    racks += [
        Rack(id=f"u{at}", name=f"U{at}", part=part, x_mm=4000 * at + 4000, y_mm=6000)
        for at, part in enumerate(units)
    ]
    return evaluate(Design(racks=tuple(racks), site=Site(**site)), CATALOG)


def severities(report: Report, key: str) -> list[str]:
    return [check.severity for check in report.checks if check.key == key]


def test_all_heat_of_the_rack_reaches_the_air_of_the_room() -> None:
    """132 kW on two units of 100 kW: one lost leaves 100, so three are needed."""
    report = report_of(*["sidecar"] * 3, CRAH.id, CRAH.id, supply_air_c=24.0)
    facility = report.facility
    assert facility.figure("air_kw").value == pytest.approx(132)
    assert facility.figure("air_kw").exact
    assert facility.figure("liquid_kw").high == pytest.approx(0)
    assert facility.cooling_units_needed == 3
    assert severities(report, "C23:crah") == ["error"]
    assert not severities(
        report_of(*["sidecar"] * 3, *[CRAH.id] * 3, supply_air_c=24.0), "C23:crah"
    )


def test_a_unit_on_facility_water_takes_the_heat_out_of_the_room() -> None:
    facility = report_of(CDU.id, CDU.id, CRAH.id, CRAH.id).facility
    assert facility.figure("air_kw").value == pytest.approx(132 * 0.13)
    assert facility.figure("liquid_kw").value == pytest.approx(132 * 0.87)


def test_units_of_both_sorts_leave_open_how_they_share_the_heat() -> None:
    """The one on water carries 1,300 kW: it may take all, or leave the other its 70 kW."""
    air = report_of(CDU.id, "sidecar").facility.figure("air_kw")
    assert (air.low, air.high) == pytest.approx((132 * 0.13, 132 * 0.13 + 70))


@pytest.mark.parametrize(
    ("air_c", "state"), [(33.0, []), (35.0, ["error"])],
)  # fmt: skip
def test_its_coolant_is_as_warm_as_the_room_and_its_approach(air_c: float, state: list) -> None:
    """33 + 11 K is within 45 °C, 35 + 11 K is not, however cold the facility water is."""
    report = report_of(*["sidecar"] * 3, supply_air_c=air_c, cooling_water_c=10)
    assert severities(report, f"C09:{NVL72.id}") == state


def test_coolant_in_a_room_of_unknown_temperature_is_left_open() -> None:
    report = report_of(*["sidecar"] * 3, cooling_water_c=10)
    assert severities(report, f"C09:open:{NVL72.id}") == ["warning"]


def test_the_shipped_sidecar_gives_its_heat_to_the_room() -> None:
    """Vertiv, CoolChip CDU 70: liquid to air."""
    cooling = load_shipped().require("cdu-sidecar-70").cooling
    assert cooling is not None
    assert cooling.rejects_to == "room-air"
