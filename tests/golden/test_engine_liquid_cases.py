"""Published cases of liquid cooling, computed by way of a design."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design, Loop, Rack, Site

CATALOG = load_shipped()
LIQUID_KW = 132 * 0.87
"""Heat to liquid of a GB200 NVL72 in this catalogue (HPE: 115 of 132 kW)."""


def report(loop: Loop, **site: float) -> Report:
    racks = (
        Rack(id="r", name="R", part="gb200-nvl72", x_mm=0, y_mm=0),
        Rack(id="u", name="U", part="cdu-row", x_mm=0, y_mm=4000),
        Rack(id="v", name="V", part="cdu-row", x_mm=2000, y_mm=4000),
    )
    return evaluate(Design(racks=racks, loops=(loop,), site=Site.model_validate(site)), CATALOG)


@pytest.mark.parametrize(
    ("fluid", "rise_k", "lpm_per_kw", "within"),
    [
        ("water", 10.0, 1.44, 0.005),  # density 0.997 kg/L, 4.18 kJ/(kg·K)
        ("pg25", 10.0, 1.508, 0.01),  # 1.02 kg/L, 3.9 kJ/(kg·K)
        ("pg25", 10.0, 1.5, 0.01),  # OCP: 150 L/min for 100 kW (ProphetStor)
        ("pg25", 11.2, 1.35, 0.01),  # Vertiv plans with 1.35 L/min a kW (ProphetStor)
    ],
)
def test_flow_by_heat(fluid: str, rise_k: float, lpm_per_kw: float, within: float) -> None:
    loop = Loop.model_validate({"id": "L", "fluid": fluid, "delta_t_k": rise_k})
    flow = report(loop).racks[0].coolant_lpm
    assert flow == pytest.approx(LIQUID_KW * lpm_per_kw, rel=within)


def test_flow_of_water_in_us_units() -> None:
    """3,840,000 BTU/h from 66 to 40 °F are 295.4 gpm (mosg-portal): 26 °F are 14.44 K."""
    flow = report(Loop(id="L", fluid="water", delta_t_k=26 / 1.8)).racks[0].coolant_lpm
    gpm_per_btu_h = 295.4 / 3_840_000
    assert flow == pytest.approx(LIQUID_KW * 3412.14 * gpm_per_btu_h * 3.78541, rel=0.005)


@pytest.mark.parametrize(("supply_c", "sweats"), [(16.9, True), (17.0, False)])
def test_water_of_17_degrees_at_a_dew_point_of_15(supply_c: float, sweats: bool) -> None:
    """HPE and Motivair door QuickSpecs, by coolnetpower.com: 2 K above the highest dew point."""
    found = report(Loop(id="L", supply_c=supply_c), room_dew_point_c=15.0).checks
    assert ("C10" in {check.rule for check in found}) is sweats
