"""The share of heat that goes into a liquid, where nobody states it: neither 0 nor 1."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.catalog.part_bounds import liquid_figure
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Assembly, Design, Loop, Rack, Row, Site, Slot
from designer.planning.hall import liquid_and_air
from designer.wiring.coolant import expand_coolant
from tests.helpers.engine_designs import BANDS, CDU, CRAH, DEFAULTS, NVL72, PARTS, RACK

REF = "gb200-nvl72.liquid_fraction"
SILENT = NVL72.evolve(liquid_fraction=None)
KNOWN = Catalog(PARTS, BANDS, DEFAULTS)
HIDDEN = KNOWN.overlay([SILENT])


def stand(*parts: str, loops: tuple[Loop, ...] = (), **site: object) -> Design:
    racks = tuple(
        Rack(id=f"u{n}", name=f"U{n}", part=part, x_mm=2000 * n, y_mm=0, row="a")
        for n, part in enumerate(parts)
    )
    return Design(rows=(Row(id="a"),), racks=racks, loops=loops, site=Site(**site))  # type: ignore[arg-type]  # fields of a site


def keys(report: Report) -> set[str]:
    return {check.key for check in report.checks}


def node(**figures: object) -> Part:
    table = {"id": "n", "kind": "node", "name": "N", "power_max_w": 1000.0, "height_half_u": 4}
    return Part.model_validate(table | figures)


@pytest.mark.parametrize(
    ("figures", "low", "high", "basis"),
    [
        ({"liquid_fraction": 0.87}, 0.87, 0.87, "n.liquid_fraction"),
        ({"liquid_fraction": 0.0}, 0, 0, "n.liquid_fraction"),
        ({"airflow": "front-to-rear"}, 0, 0, "n.airflow"),
        ({"airflow": "front-to-rear", "coolant_max_c": 45}, 0, 1, "n.liquid_fraction"),
        ({"airflow": "none"}, 0, 1, "n.liquid_fraction"),
        ({}, 0, 1, "n.liquid_fraction"),
    ],
)
def test_what_a_part_says_bounds_its_share_in_liquid(
    figures: dict[str, object], low: float, high: float, basis: str
) -> None:
    share = liquid_figure(node(**figures))
    assert (share.low, share.high, share.basis) == (low, high, (basis,))


def test_heat_of_an_unknown_share_is_open_both_ways_though_their_sum_is_not() -> None:
    rack = evaluate(stand(NVL72.id), HIDDEN).racks[0]
    for name in ("air_kw", "liquid_kw"):
        figure = rack.figure(name)
        assert (figure.low, figure.value, figure.high) == (0, None, pytest.approx(132))
        assert [gap.ref for gap in figure.gaps] == [REF]
    assert rack.power_max_kw == pytest.approx(132)
    assert rack.cooling_method == ""
    assert rack.cooling_reason == "how much of 132.0 kW of heat goes into a liquid is not known"
    assert rack.figure("coolant_lpm").low == 0
    assert rack.figure("coolant_lpm").high == pytest.approx(132 * 1.5083, rel=1e-3)
    assert not rack.complete


def test_the_building_is_open_where_a_share_is() -> None:
    design = stand(NVL72.id, NVL72.id, CDU.id, CDU.id, CRAH.id, CRAH.id)
    design = design.evolve(site=design.site.evolve(supply_air_c=24.0))
    known, said = evaluate(design, KNOWN).facility, evaluate(design, HIDDEN).facility
    for name in ("air_kw", "liquid_kw", "coolant_lpm", "cdu_units_needed", "cooling_units_needed"):
        inside, around = known.figure(name), said.figure(name)
        assert around.low < inside.low <= inside.high < around.high or name == "cdu_units_needed"
        assert REF in {gap.ref for gap in around.gaps}, name
    assert (said.figure("cdu_units_needed").low, said.figure("cdu_units_needed").high) == (0, 2)


def test_rules_of_liquid_and_air_say_that_they_cannot_say() -> None:
    bare = keys(evaluate(stand(NVL72.id), HIDDEN))
    assert {"C05:open:no-cdu", "C01:open:room-air", "C22:open:no-door"} <= bare
    assert not {"C05:no-cdu", "C22:no-door"} & bare
    fed = keys(evaluate(stand(*[NVL72.id] * 12, CDU.id, CDU.id, CRAH.id, CRAH.id), HIDDEN))
    assert {"C06:open:cdu", "C23:open:crah", "C09:open:gb200-nvl72"} <= fed


def test_coolant_is_asked_of_cold_plates_not_of_what_air_cools_beside_them() -> None:
    plated = node(liquid_fraction=0.9, coolant_max_c=10.0)
    aired = node(id="a", name="A", liquid_fraction=0.0)
    slots = (Slot(id="n", part="n", half_u=2), Slot(id="a", part="a", half_u=8))
    racks = (
        Rack(id="r", name="R", part=RACK.id, assembly="both", x_mm=0, y_mm=0, row="a"),
        Rack(id="u", name="U", part=CDU.id, x_mm=2000, y_mm=0, row="a"),
    )
    design = Design(
        rows=(Row(id="a"),),
        racks=racks,
        assemblies=(Assembly(id="both", rack_part=RACK.id, slots=slots),),
    )
    found = keys(evaluate(design, KNOWN.overlay([plated, aired])))
    assert {key for key in found if key.startswith("C09")} == {"C09:n"}


def test_a_rack_that_may_need_a_loop_is_on_one_or_is_asked_about() -> None:
    beyond = Loop(id="L", units=("u1",), racks=("none-of-them",))
    served = Loop(id="L", units=("u1",), racks=("u0",))
    design = stand(NVL72.id, CDU.id, loops=(served,))
    assert expand_coolant(design, HIDDEN).loops[0].racks == ("u0",)
    assert not {key for key in keys(evaluate(design, HIDDEN)) if key.startswith("C05")}
    design = stand(NVL72.id, CDU.id, loops=(beyond,))
    assert "C05:no-loop" in keys(evaluate(design, KNOWN))
    found = {c.key: c for c in evaluate(design, HIDDEN).checks}
    assert "C05:no-loop" not in found
    assert found["C05:open:no-loop"].where == ("u0",)
    assert "the share of heat into liquid of GB200 NVL72" in found["C05:open:no-loop"].message


def test_pue_is_open_between_what_may_take_the_heat() -> None:
    from designer.catalog.load import load_shipped

    shipped = load_shipped()
    silent = shipped.overlay([shipped.require("gb200-nvl72").evolve(liquid_fraction=None)])
    design = stand(NVL72.id, CDU.id, CDU.id)
    known, said = evaluate(design, shipped).facility, evaluate(design, silent).facility
    inside, around = known.figure("pue"), said.figure("pue")
    assert around.low < inside.low
    assert around.high > inside.high
    assert REF in {gap.ref for gap in around.gaps}


def test_a_part_in_no_catalogue_may_give_its_heat_to_a_liquid_too() -> None:
    filling = Assembly(id="a", rack_part="rack-48u", slots=(Slot(id="x", part="gone", half_u=2),))
    racks = (Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0, assembly="a"),)
    rack = evaluate(Design(assemblies=(filling,), racks=racks), KNOWN).racks[0]
    assert rack.figure("liquid_kw").unknown
    assert rack.figure("air_kw").unknown


def test_a_hall_is_planned_with_the_most_of_both() -> None:
    assert liquid_and_air(SILENT, 100.0) == (100.0, 100.0)
    assert liquid_and_air(NVL72, 100.0) == (pytest.approx(87), pytest.approx(13))
    assert liquid_and_air(node(airflow="front-to-rear"), 100.0) == (0.0, 100.0)


def test_what_would_settle_it_names_the_share() -> None:
    report = evaluate(stand(NVL72.id, CDU.id, CDU.id), HIDDEN)
    assert REF in {entry.ref for entry in report.settle}
    assert any(c.rule == "D01" and "share of heat into liquid" in c.message for c in report.checks)
