"""What each line of owning contains, and which field states what is in no sum."""

from typing import Final

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.ownership_report import Ownership, Paid
from designer.engine.subjects.ownership.writing import written
from designer.model.design import Design, Device, PowerNode, PriceOverride, Rack, Site

RACK: Final = Rack(id="r", name="R", part="rack-48u", x_mm=3_000, y_mm=3_000)
NODE: Final = Device(id="n", name="N", part="dgx-h100", rack="r", half_u=2)
STATED: Final = {
    "installation_share": 0.05, "delivery_share": 0.02, "spares_share": 0.03,
    "software_at_first": 1_000, "land_and_design": 2_000, "insurance_share": 0.004,
    "licences_per_gpu_year": 4_500, "residual_share": 0.2, "demand_charge_per_kw_month": 15,
}  # fmt: skip
UPSTREAM: Final = (
    PowerNode(id="t", kind="transformer"),
    PowerNode(id="u1", kind="ups", part="ups-galaxy-vxl", parents=("t",)),
    PowerNode(id="u2", kind="ups", part="ups-galaxy-vxl", parents=("t",)),
    PowerNode(id="g", kind="generator", part="generator-cat-3516c"),
    PowerNode(id="f", parents=("u1", "u2")),
)


def design(power: tuple[PowerNode, ...] = (), **site: object) -> Design:
    stated = Site.model_validate({"currency": "USD"} | site)
    return Design(racks=(RACK,), devices=(NODE,), power=power, site=stated)


def owned(power: tuple[PowerNode, ...] = (), **site: object) -> Ownership:
    return evaluate(design(power, **site), load_shipped()).ownership


def line(found: Ownership, name: str) -> Paid:
    return next(one for one in (*found.bought, *found.each_year) if one.name == name)


@pytest.mark.parametrize(
    "site",
    [
        {}, {"hall": "built"}, {"hall": "stands"}, STATED, STATED | {"hall": "built"},
        STATED | {"other_opex_per_year": 100_000},
    ],
)  # fmt: skip
def test_each_line_says_what_it_contains(site: dict[str, object]) -> None:
    found = owned(UPSTREAM, **site)
    assert all(one.scope for one in (*found.bought, *found.each_year))
    table = next(one for one in written(evaluate(design(UPSTREAM, **site), load_shipped()))
                 if one.title == "What owning consists of").table  # fmt: skip
    assert table is not None
    assert [row[2] for row in table.rows] == [
        one.scope for one in (*found.bought, *found.each_year)
    ]


def test_what_is_drawn_of_the_plant_is_named_and_costs_nothing_beside_it() -> None:
    bare = owned(hall="built")
    drawn = owned(
        UPSTREAM, hall="built", heat_rejection="dry-cooler", rejection_units=4, chillers=True
    )
    power, cooling = line(drawn, "Power plant"), line(drawn, "Cooling plant")
    assert power.scope.endswith("As drawn: 2 UPS, 1 generator, 1 transformer")
    assert cooling.scope.endswith("As drawn: chillers, 4 dry coolers")
    assert "As drawn" not in line(drawn, "Building").scope
    assert "As drawn" not in line(bare, "Power plant").scope
    assert [one.figure("amount") for one in drawn.bought] == [
        one.figure("amount") for one in bare.bought
    ]


def test_a_price_of_one_ups_replaces_nothing_of_the_plant() -> None:
    """Whoever has offers for the plant states the whole of it, for each MW."""
    priced = design(UPSTREAM, hall="built").evolve(
        prices=(PriceOverride(id="ups-galaxy-vxl", amount_cents=50_000_000),)
    )
    found = evaluate(priced, load_shipped()).ownership
    assert found.figure("capital") == owned(UPSTREAM, hall="built").figure("capital")


def test_a_rented_hall_is_colocation_and_says_where_its_plant_is() -> None:
    found = owned(UPSTREAM)
    assert "power plant" in line(found, "Colocation, rent of the hall").scope
    assert "power plant and cooling plant, which are in the rent of the hall" in found.not_counted
    assert not {"Power plant", "Cooling plant", "Building"} & {one.name for one in found.bought}


def test_what_is_not_drawn_is_said_to_be_in_no_sum() -> None:
    assert "network, optics and cables, storage, of which none is drawn" in owned().not_counted


def test_what_is_left_out_names_the_fields_that_state_it() -> None:
    bare, whole = owned(), owned(hall="built", refresh_years=3, **STATED)
    assert set(bare.left_to) == {"hall", "refresh_years", *STATED}
    assert set(bare.left_to) <= set(Site.model_fields)
    assert not whole.left_to
    rows = dict(fact for section in written(evaluate(design(), load_shipped()))
                for fact in section.facts)  # fmt: skip
    assert rows["Counted once the site states"] == ", ".join(bare.left_to)


def test_energy_says_whether_a_demand_charge_is_in_it() -> None:
    assert "demand charge" in line(owned(demand_charge_per_kw_month=15), "Energy").scope
    assert "demand charge" not in line(owned(), "Energy").scope


def test_without_shares_what_is_built_is_one_line() -> None:
    shipped = load_shipped()
    defaults = [one for one in shipped.defaults if "plant" not in one.id]
    bare = Catalog(
        shipped.parts, shipped.bands, defaults, offers=shipped.offers,
        guidelines=shipped.guidelines,
    )  # fmt: skip
    found = evaluate(design(hall="built"), bare).ownership
    whole = line(found, "Building with its power and cooling plant")
    assert whole.scope
    assert whole.figure("amount").likely == pytest.approx(11.7e6 * 10.2e-3)
