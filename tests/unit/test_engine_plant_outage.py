"""All mains lost together: sets behind several utilities run and are asked for everything."""

import pytest

from designer.engine.report import Report
from designer.model.design import PowerNode
from tests.golden.test_plant_published import feeds, hall, node
from tests.unit.test_engine_plant_rules import said, told


def plant(*, utilities: int, kw: float = 875.0, sets: int = 1, **of_set: object) -> Report:
    """One UPS behind transformers of several utilities, then sets; it charges with 100 kW."""
    grids = [PowerNode(id=f"grid{n}", kind="utility") for n in range(utilities)]
    mains = [
        PowerNode(id=f"t{n}", kind="transformer", parents=(f"grid{n}",), capacity_kw=2000.0,
                  efficiency=1.0)
        for n in range(utilities)
    ]  # fmt: skip
    made = [
        PowerNode.model_validate(
            {"id": f"g{n}", "name": f"Set {n}", "kind": "generator", "capacity_kw": 1200.0,
             "fuel_hours": 6.0, "start_s": 9.0, **of_set}
        )
        for n in range(sets)
    ]  # fmt: skip
    ups = PowerNode(
        id="u", name="UPS 1", kind="ups", capacity_kw=875.0, efficiency=0.96, recharge_kw=100.0,
        battery_minutes=5.0, parents=tuple(one.id for one in (*mains, *made)),
    )  # fmt: skip
    return hall((*feeds("u"), ups, *mains, *grids, *made), kw, fuel_hours=24.0)


@pytest.mark.parametrize("utilities", [1, 2, 3])
def test_a_set_is_asked_for_everything_behind_any_number_of_utilities(utilities: int) -> None:
    report = plant(utilities=utilities, capacity_kw=900.0)
    assert node(report, "g0").running_kw == pytest.approx(875 / 0.96 + 100)
    assert node(report, "g0").fuel_h == pytest.approx(6.0, rel=0.2)
    assert said(report, "P17")["P17:cover:g0"] == "error"
    assert said(report, "P19") == {"P19:g0": "warning"}
    after = next(one for one in report.power.upstream if one.id == "g0")
    assert after.load_after_loss_kw == pytest.approx(875 / 0.96 + 100)
    assert (after.takes_over, after.state) == (True, "error")
    enough = plant(utilities=utilities, capacity_kw=1500.0)
    assert not said(enough, "P17")


def test_the_second_of_two_sets_runs_when_the_first_is_lost_with_the_mains() -> None:
    for utilities in (1, 2):
        report = plant(utilities=utilities, sets=2)
        for key in ("g0", "g1"):
            assert node(report, key).running_kw == pytest.approx(875 / 0.96 + 100)


def test_what_carries_less_without_a_set_is_told_of_all_mains() -> None:
    """A panel between sets and UPS carries nothing but in an outage."""
    grids = tuple(PowerNode(id=f"grid{n}", kind="utility") for n in range(2))
    board = PowerNode(
        id="b", name="Board 1", kind="switchboard", parents=("g",), capacity_kw=900.0,
        efficiency=1.0,
    )  # fmt: skip
    generator = PowerNode(id="g", name="Set 1", kind="generator", capacity_kw=2000.0)
    ups = PowerNode(
        id="u", kind="ups", parents=("grid0", "grid1", "b"), capacity_kw=1000.0, efficiency=0.96
    )
    report = hall((*feeds("u"), ups, board, generator, *grids), 875.0)
    assert said(report, "P14")["P14:losses:b"] == "error"
    assert "after losing all mains" in told(report, "P14:losses:b")


def test_what_charges_a_battery_that_nobody_states_is_between_none_and_a_quarter() -> None:
    """It counted as none, so that a set covered what nobody had asked for."""

    def run(capacity_kw: float = 1500.0, **fields: object) -> Report:
        ups = PowerNode.model_validate({
            "id": "u", "name": "UPS 1", "kind": "ups", "capacity_kw": 1000.0, "efficiency": 1.0,
            "parents": ("grid", "g"), **fields,
        })  # fmt: skip
        made = PowerNode(id="g", kind="generator", capacity_kw=capacity_kw)
        return hall((*feeds("u"), ups, PowerNode(id="grid", kind="utility"), made), 875.0)

    figure = node(run(battery_minutes=5.0), "g").figure("running_kw")
    assert (figure.low, figure.value, figure.high) == pytest.approx((875, 875 + 150, 875 + 250))
    assert said(run(battery_minutes=5.0), "P17") == {}
    short = run(1100.0, battery_minutes=5.0)
    assert set(said(short, "P17")) == {"P17:open:cover:g"}
    assert "the charging power of UPS 1 is not known" in told(short, "P17:open:cover:g")
    # Of the load alone it is above 80 % already: that hides nothing.
    assert {"P17:high:g", "P17:open:cover:g"} == set(said(run(1050.0, battery_minutes=5.0), "P17"))
    # Stated, of a UPS that nobody gives a battery, and of none: as it says.
    for fields, more in (
        ({"battery_minutes": 5.0, "recharge_kw": 100.0}, 100.0), ({}, 0.0),
        ({"battery_minutes": 0.0}, 0.0), ({"battery_minutes": 5.0, "recharge_kw": 0.0}, 0.0),
    ):  # fmt: skip
        assert node(run(**fields), "g").running_kw == pytest.approx(875 + more)
    of_part = node(run(part="ups-eaton-9395xr-1875"), "g").figure("running_kw")
    assert of_part.high > of_part.low
