"""What cooling units draw becomes heat: of fans from liquid to air in the room (C23, C13)."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, PowerNode, Rack, Site

SHIPPED = load_shipped()
SIDECAR = SHIPPED.require("cdu-sidecar-70")


def report_of(typical_w: float | None, max_w: float | None, units: int = 3) -> Report:
    """Return one GB200 NVL72 rack of 132 kW on units to air of 70 kW, with two air units."""
    racks = [Rack(id="r", name="R", part="gb200-nvl72", x_mm=0, y_mm=3000, feeds=("A", "B"))]
    racks += [
        Rack(
            id=f"s{at}",
            name=f"S{at}",
            part=SIDECAR.id,
            x_mm=2000 * (at + 1),
            y_mm=3000,
            feeds=("A", "B"),
        )
        for at in range(units)
    ]
    racks += [
        Rack(id=f"x{at}", name=f"X{at}", part="own-crah", x_mm=2000 * (at + 1), y_mm=9000,
             feeds=("A", "B"))
        for at in range(2)
    ]  # fmt: skip
    crah = SHIPPED.require("crah")
    assert crah.cooling is not None
    cooling = crah.cooling.evolve(capacity_kw=136.0, airflow_m3h=90_000.0, rejects_to="outdoor-air")
    catalog = SHIPPED.overlay([
        SIDECAR.evolve(power_typical_w=typical_w, power_max_w=max_w),
        crah.evolve(id="own-crah", cooling=cooling),
    ])  # fmt: skip
    design = Design(
        site=Site(supply_air_c=24.0, cooling_water_c=14.0), racks=tuple(racks),
        power=tuple(PowerNode(id=feed, capacity_kw=900.0) for feed in "AB"),
    )  # fmt: skip
    return evaluate(design, catalog)


def keys(report: Report) -> set[str]:
    return {check.key for check in report.checks if check.rule == "C23"}


@pytest.mark.parametrize(
    ("typical_w", "max_w", "said"),
    [(0.0, 0.0, set()), (1500.0, 1500.0, {"C23:crah"}), (100.0, 1500.0, {"C23:open:crah"}),
     (None, None, {"C23:open:crah"})],
)  # fmt: skip
def test_fans_that_heat_the_room_count(
    typical_w: float | None, max_w: float | None, said: set[str]
) -> None:
    """132 kW of the rack and 4.5 kW of three units are more than one unit of 136 kW takes."""
    report = report_of(typical_w, max_w)
    assert keys(report) == said
    lost = [one for one in report.cooling.losses if one.kind == "air unit"]
    states = {True: "error", False: "unknown"}
    assert lost[0].state == (states["C23:crah" in said] if said else "ok")
