"""Published figures of the plant upstream of racks, through the design and not through `calc`."""

import pytest

from designer.catalog.load import load_shipped
from designer.catalog.part import Part, PduFigures
from designer.engine.evaluate import evaluate
from designer.engine.plant_report import NodeBalance
from designer.engine.report import Report
from designer.model.design import Design, PowerNode, Rack, Site
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_feeds import B200, NVL, design_of, feed, nodes, pdus

SHIPPED = load_shipped()
RACK_KW = 125.0


def hall(
    power: tuple[PowerNode, ...], kw: float, more: tuple[Part, ...] = (), **site: object
) -> Report:
    """Racks of 125 kW on feeds A and B, or one of less."""
    number = max(1, round(kw / RACK_KW))
    part = NVL.evolve(power_max_w=1000 * kw / number)
    racks = tuple(
        Rack(id=f"r{n}", name=f"R{n}", part=part.id, x_mm=4000 * n, y_mm=4000, feeds=("A", "B"))
        for n in range(number)
    )
    return evaluate(
        Design(power=power, racks=racks, site=Site(**site)), SHIPPED.overlay([part, *more])
    )


def feeds(parent: str, efficiency: float = 1.0, kw: float = 1e6) -> tuple[PowerNode, ...]:
    return tuple(
        PowerNode(id=key, parents=(parent,), efficiency=efficiency, capacity_kw=kw) for key in "AB"
    )


def node(report: Report, key: str) -> NodeBalance:
    return next(one for one in report.plant.nodes if one.id == key)


def test_a_ups_of_96_percent_that_carries_500_kw_loses_20_8_kw() -> None:
    """novtriq.tech, UPS efficiency example: "approximately 20.8 kW"; within 0.1 kW."""
    ups = PowerNode(id="u", kind="ups", capacity_kw=500.0, efficiency=0.96)
    found = node(hall((*feeds("u"), ups), 500.0), "u")
    assert found.loss_kw == pytest.approx(20.8, abs=0.1)
    assert found.input_kw == pytest.approx(520.8, abs=0.1)
    assert not found.bounds


def test_a_chain_has_the_product_of_its_stages() -> None:
    """acnewkirk, EfficiencyConfig: 0.98 · 0.99 · 0.94 · 0.99 · 0.99 · 0.94 = 0.8402 ± 0.0001."""
    kw, supply = 500.0, 0.94
    chain = [("c", "panel", 0.99), ("u", "ups", 0.94), ("s", "switchboard", 0.99),
             ("t", "transformer", 0.98)]  # fmt: skip
    power, through = list(feeds("c", 0.99, kw / 2)), kw / 0.99
    for (key, kind, efficiency), above in zip(chain, ("u", "s", "t", "grid"), strict=True):
        power.append(
            PowerNode.model_validate(
                {
                    "id": key,
                    "kind": kind,
                    "parents": (above,),
                    "capacity_kw": through,
                    "efficiency": efficiency,
                }
            )
        )
        through /= efficiency
    power.append(PowerNode(id="grid", kind="utility"))
    plant = hall(tuple(power), kw).plant
    assert plant.load_kw == pytest.approx(kw)
    assert plant.source_kw is not None
    assert kw * supply / plant.source_kw == pytest.approx(0.8402, abs=1e-4)
    assert plant.loss_kw == pytest.approx(plant.source_kw - kw)


@pytest.mark.parametrize(
    ("policy", "modules", "spare", "ceiling"),
    [("2N", None, None, 50.0), ("3N/2", None, None, 66.7), ("4N/3", None, None, 75.0),
     ("N+1", 4, 1, 75.0)],
)  # fmt: skip
def test_a_ups_has_the_ceiling_of_its_topology(
    policy: str, modules: int | None, spare: int | None, ceiling: float
) -> None:
    """2N 1/2, 3N/2 2/3, 4N/3 3/4, N+1 with N = 3: 3/4; within 0.1 %."""
    ups = PowerNode(id="u", kind="ups", modules=modules, spare_modules=spare, capacity_kw=2000.0)
    report = hall((*feeds("u"), ups), 500.0, feed_policy=policy)
    assert node(report, "u").ceiling_pct == pytest.approx(ceiling, abs=0.1)


@pytest.mark.parametrize(("modules", "is_enough"), [(5, True), (4, False)])
def test_80_kva_on_modules_of_20_kva_take_five_of_them_by_n_plus_1(
    modules: int, is_enough: bool
) -> None:
    """Electrical Trader UPS guide: ceil(80/20) + 1 = 5 modules."""
    ups = PowerNode(
        id="u", kind="ups", modules=modules, spare_modules=1, capacity_kva=20.0 * modules,
        efficiency=0.96,
    )  # fmt: skip
    report = hall((*feeds("u"), ups), 80.0, power_factor=1.0)
    found = [check.key for check in report.checks if check.rule == "P15"]
    assert found == ([] if is_enough else ["P15:3+1:u"])


def test_31452_litres_last_a_set_of_2500_kw_48_hours_at_full_load() -> None:
    """Cummins DQKAN data sheet: 173.1 US gal/h at full load; within 0.1 %."""
    generator = PowerNode(
        id="g", kind="generator", part="generator-cummins-dqkan", capacity_kw=2500.0,
        fuel_l=31452.0,
    )  # fmt: skip
    report = hall((*feeds("g"), generator), 2500.0, fuel_hours=72.0)
    assert node(report, "g").fuel_h == pytest.approx(48.0, rel=1e-3)
    assert {"P19:g"} <= {check.key for check in report.checks}


def test_a_battery_of_108_5_kwh_carries_one_megawatt_for_five_minutes() -> None:
    """Planning formula P·t / (η · depth) with η = 0.96 and depth 0.8; within 0.1 %."""
    ups = PowerNode(id="u", kind="ups", capacity_kw=1000.0, efficiency=0.96, battery_kwh=108.5)
    found = node(hall((*feeds("u"), ups), 1000.0), "u").figure("battery_min", "min")
    assert found.value == found.low == pytest.approx(5.0, rel=1e-3)
    assert found.high == pytest.approx(6.25, rel=1e-3)


def test_two_circuits_of_380_v_and_32_a_for_two_dgx_b200_are_n_provisioning() -> None:
    """NVIDIA's deck: 28.6 kW on two circuits, 3.4 kW headroom at 80 %; 16.0 kW with one lost."""
    strip = parts.PDU.evolve(
        id="pdu-380",
        pdu=PduFigures(volts=380, amps=32, phases=3, standard="nec", outlets_c19=12),
    )
    catalog = parts.small_catalog().overlay([B200, strip])
    devices = (*nodes(2, "dgx-b200"), *pdus("AB", "pdu-380"))
    design = design_of(*devices, power=(feed("A"), feed("B")), site=Site(power_factor=0.95))
    report = evaluate(design, catalog)
    limits = {limit.name: limit for limit in report.racks[0].limits}
    whole = limits["power"]
    assert whole.limit is not None
    assert whole.used is not None
    assert whole.limit - whole.used == pytest.approx(3.41, rel=0.02)
    assert whole.limit / 2 == pytest.approx(16.01, rel=0.01)
    found = {check.key: check for check in report.checks if check.rule == "P25"}
    assert {key: one.severity for key, one in found.items()} == {"P25:dgx-b200x2": "error"}
    assert "only together, which is N and not N+1" in found["P25:dgx-b200x2"].message


@pytest.mark.parametrize(("kw", "heat_kw"), [(468.75, 14.0), (937.5, 26.0)])
def test_a_ups_loses_what_its_maker_states_at_part_load(kw: float, heat_kw: float) -> None:
    """Eaton 9395XR 1,875 kW: heat of 14 kW at 25 % and 26 kW at 50 %; stated in whole kW."""
    ups = PowerNode(id="u", kind="ups", part="ups-eaton-9395xr-1875")
    found = node(hall((*feeds("u"), ups), kw), "u")
    assert found.loss_kw == pytest.approx(heat_kw, abs=0.5)
    assert not found.bound("loss_kw")


WATTS: dict[str, tuple[float, ...]] = {
    "9.6 V": (530, 410, 270, 195, 159, 112, 82.1, 65.7, 45.2, 34.9, 26.0, 20.0, 16.5),
    "10.8 V": (434, 330, 234, 180, 146, 108, 78.3, 61.8, 41.3, 31.1, 24.7, 19.3, 15.7),
}
"""Panasonic UP-PW1245P1, individual data sheet, watt table at 25 °C: W of a battery, by its end
voltage. Of 6 hours it prints more than the energy of 5 hours allows, which is left out."""
MINUTES = (3, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240, 300)


@pytest.mark.parametrize("volts", WATTS)
@pytest.mark.parametrize("full", range(0, len(MINUTES) - 1, 3))
def test_a_battery_at_part_load_lasts_as_its_maker_prints_it(volts: str, full: int) -> None:
    """Every line of a table from one that is taken for the full load: within the bounds."""
    watts = WATTS[volts]
    ups = PowerNode(
        id="u", kind="ups", capacity_kw=watts[full], efficiency=1.0, battery_minutes=MINUTES[full]
    )
    for at in range(full + 1, len(MINUTES)):
        run = node(hall((*feeds("u"), ups), watts[at]), "u").figure("battery_min")
        assert run.low * 0.999 <= MINUTES[at] <= run.high


def test_a_ups_at_half_load_lasts_as_apc_units_do() -> None:
    """upssize.com, typical run times of APC units at 100 and 50 % (second-hand), minutes."""
    for at_full, at_half in ((3, 10), (5, 15), (6, 17), (9, 24), (12, 30)):
        ups = PowerNode(
            id="u", kind="ups", capacity_kw=1000.0, efficiency=0.95, battery_minutes=at_full
        )
        run = node(hall((*feeds("u"), ups), 500.0), "u").figure("battery_min")
        assert run.low <= at_half <= run.high
