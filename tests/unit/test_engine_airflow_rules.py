"""C03 and C15, the rise and the bypass that a site states.

Air: 3.16 CFM for each watt and °F; at 6,000 ft it carries 0.80 of that (APC, Application Note 126).
DGX H100: 10.2 kW, 1,105 CFM.
"""

import pytest

from designer.catalog.entry import Provenance
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.cooling.thermal import airflow_m3h
from designer.model.design import Design, Device, Rack, Site
from designer.planning.templates import build

SEEN = (Provenance(fields=("*",), source="invented", kind="assumed"),)
FT_M = 0.3048


def node(kw: float | None, flow: float | None, **more: object) -> Part:
    fields = {"liquid_fraction": 0, **more}
    return Part(
        id="load", kind="node", name="Load", height_half_u=2, provenance=SEEN, airflow_m3h=flow,
        power_max_w=None if kw is None else kw * 1000, **fields,
    )  # type: ignore[arg-type]  # fmt: skip  # fields by name


def said_of(
    part: str = "load", made: Part | None = None, face: str = "front", **site: object
) -> Report:
    design = Design(
        site=Site(**site),  # type: ignore[arg-type]  # fields by name
        racks=(Rack(id="r", name="R", part="rack-48u", x_mm=4000, y_mm=4000),),
        devices=(Device(id="d", name="d", part=part, rack="r", half_u=4, face=face),),  # type: ignore[arg-type]  # one of two
    )
    catalog = load_shipped()
    return evaluate(design, catalog.overlay([made]) if made else catalog)


def keys(report: Report, rule: str) -> set[str]:
    return {check.key for check in report.checks if check.rule == rule}


def test_air_through_a_dgx_warms_as_published() -> None:
    """29.2 °F at sea level by 3.16 CFM, 36.5 °F at 6,000 ft by the factor 0.80; ± 1.5 %."""
    for feet, rise_f in ((0, 29.2), (6000, 36.5)):
        carries = airflow_m3h(10.2, 1.0, feet * FT_M)
        assert carries / 1877 * 1.8 == pytest.approx(rise_f, rel=0.015)


def test_thin_air_warms_more_than_servers_are_planned_with() -> None:
    assert not keys(said_of("dgx-h100"), "C03")
    assert not keys(said_of("dgx-h100", altitude_m=300.0), "C03")
    report = said_of("dgx-h100", altitude_m=1829.0)
    assert keys(report, "C03") == {"C03:dgx-h100"}
    (told,) = [check for check in report.checks if check.rule == "C03"]
    assert told.severity == "warning"
    assert "air warms by 20." in told.message
    assert "at 1,829 m" in told.message
    assert not keys(said_of("dgx-a100", altitude_m=300.0), "C03")


def test_a_maker_may_state_more_for_sea_level() -> None:
    assert not keys(said_of(made=node(2.0, 200.0)), "C03")
    assert keys(said_of(made=node(2.0, 200.0), altitude_m=1500.0), "C03") == {"C03:load"}


def test_more_air_than_the_heat_asks_for_is_told() -> None:
    assert keys(said_of(made=node(1.0, 1000.0)), "C03") == {"C03:load:low"}
    assert not keys(said_of(made=node(1.0, 400.0)), "C03")


def test_a_heat_that_is_not_known_leaves_the_rise_open_only_where_air_is_thin() -> None:
    hidden = node(None, 400.0)
    assert not keys(said_of(made=hidden), "C03")
    assert keys(said_of(made=hidden, altitude_m=1500.0), "C03") == {"C03:open:load"}
    assert not keys(said_of(made=node(5.0, None), altitude_m=1500.0), "C03")


@pytest.mark.parametrize(
    ("rise", "told"), [(None, False), (12.0, False), (4.0, True), (20.0, True), (16.6, False)]
)
def test_a_rise_that_a_site_states_is_within_what_servers_take(
    rise: float | None, told: bool
) -> None:
    assert ("C03:planned" in keys(said_of("dgx-h100", air_rise_k=rise), "C03")) is told


def test_a_stated_rise_settles_the_air_of_parts_that_state_none() -> None:
    """5 kW at 10 K: 3600·5/(1.2·1.005·10) m³/h."""
    made = node(5.0, None)
    open_flow = said_of(made=made).racks[0].figure("airflow_m3h")
    stated = said_of(made=made, air_rise_k=10.0).racks[0].figure("airflow_m3h")
    assert stated.exact
    assert stated.value == pytest.approx(1492.5, rel=1e-3)
    assert open_flow.low <= stated.low <= open_flow.high


def test_a_bypass_asks_more_of_the_air_units() -> None:
    design = build("dgx-superpod-h100", {"scalable_units": "1", "cooling": "air"}, load_shipped())
    said = []
    for bypass in (None, 0.0, 0.5, 2.0):
        site = design.site.evolve(air_bypass=bypass)
        report = evaluate(design.evolve(site=site), load_shipped())
        said.append(keys(report, "C02"))
    assert said[0] == said[1] == set()
    assert said[3] != set()


@pytest.mark.parametrize(
    ("part", "face", "told"),
    [
        ("qm9700", "rear", False), ("qm9700", "front", True),
        ("dgx-h100", "front", False), ("dgx-h100", "rear", True),
        ("arista-7060dx5-64s", "front", False), ("arista-7060dx5-64s", "rear", True),
        ("sn3420", "front", False),
    ],
)  # fmt: skip
def test_air_that_leaves_at_the_front_is_told(part: str, face: str, told: bool) -> None:
    # A switch whose part does not say the way of its air leaves it open.
    open_ = {"C15:open:sn3420"} if part == "sn3420" else set()
    assert keys(said_of(part, face=face), "C15") == ({f"C15:{part}"} if told else open_)


def test_what_a_liquid_cools_blows_no_air() -> None:
    wet = node(5.0, None, airflow="rear-to-front", liquid_fraction=1)
    assert not keys(said_of(made=wet), "C15")
    assert keys(said_of(made=node(5.0, None, airflow="rear-to-front")), "C15") == {"C15:load"}
