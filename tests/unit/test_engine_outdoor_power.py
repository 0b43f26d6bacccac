"""P22 and P17 with the cooling plant outdoors: chillers, coolers, towers and pumps on no feed."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.report import Report
from designer.model.design import PowerNode
from tests.golden.test_plant_published import feeds, hall

HEAT_KW = 1000.0
SHIPPED = load_shipped()
PHOENIX = {
    "climate": "phoenix", "heat_rejection": "dry-cooler", "cooling_water_c": 15.0,
    "plant_cools_power": False, "feed_policy": "N",
}  # fmt: skip
"""45 °C outdoors on the design day: air-cooled chillers take all of the heat."""


def utility(kva: float | None, **fields: object) -> PowerNode:
    return PowerNode.model_validate(
        {"id": "grid", "name": "Grid", "kind": "utility", "capacity_kva": kva, **fields}
    )


def generator(kw: float, key: str = "g") -> PowerNode:
    return PowerNode(id=key, name=f"Set {key}", kind="generator", capacity_kw=kw)


def room(*power: PowerNode, parents: tuple[str, ...] = ("grid",), **site: object) -> Report:
    """1,000 kW of racks on two feeds, which hang on the first of some parents."""
    below = tuple(one.evolve(parents=parents) for one in feeds("grid"))
    return hall((*below, *power), HEAT_KW, **{**PHOENIX, "power_factor": 1.0, **site})


def keys(report: Report, rule: str) -> dict[str, str]:
    return {check.key: check.severity for check in report.checks if check.rule == rule}


def message(report: Report, key: str) -> str:
    return next(check.message for check in report.checks if check.key == key)


def figure(name: str) -> tuple[float, float]:
    found = SHIPPED.default_figure(name)
    assert found is not None
    return found.low, found.high


def test_mains_carry_chillers_that_take_all_of_the_heat() -> None:
    """1/COP and the pumps' share of 1,000 kW, at both ends of what is planned with."""
    cop, pumps, fans = (
        figure(name) for name in ("chiller-cop-air", "water-pump-share", "dry-cooler-fans")
    )
    efficiency = figure("transformer-efficiency")[0]
    least = HEAT_KW * (1 + 1 / cop[1] + pumps[0])
    most = HEAT_KW * (1 + (1 / cop[0] + pumps[1] + fans[1]) / efficiency)
    assert keys(room(utility(least - 1)), "P22") == {"P22:plant": "error"}
    assert keys(room(utility(least + 1)), "P22") == {"P22:open:plant": "warning"}
    assert keys(room(utility(most + 1)), "P22") == {}
    # Fans run fast until chillers take all: that hour draws most, and no sample of hours finds it.
    assert keys(room(utility(most - 0.5)), "P22") == {"P22:open:plant": "warning"}
    told = message(room(utility(least - 1)), "P22:plant")
    assert "dry coolers, air-cooled chillers in hot hours, outdoors" in told
    assert "kVA needed" in told
    assert "firm" in told


def test_what_the_load_alone_overloads_is_told_once() -> None:
    assert "P22:plant" not in keys(room(utility(900.0)), "P22")


def test_a_room_that_states_no_plant_outdoors_is_not_asked() -> None:
    assert keys(room(utility(1001.0), heat_rejection=""), "P22") == {}
    assert keys(room(utility(None)), "P22") == {}


def test_without_a_design_day_it_cannot_be_said_unless_there_is_room_in_any_weather() -> None:
    hidden = room(utility(1100.0), climate="")
    assert keys(hidden, "P22") == {"P22:open:plant": "warning"}
    assert "the dry bulb of the design day" in message(hidden, "P22:open:plant")
    assert keys(room(utility(2000.0), climate=""), "P22") == {}
    stated = room(utility(1100.0), climate="", design_dry_bulb_c=45.0)
    assert keys(stated, "P22") == {"P22:plant": "error"}


def test_a_plant_without_chillers_draws_fans_and_pumps() -> None:
    fans, pumps = figure("dry-cooler-fans"), figure("water-pump-share")
    efficiency = figure("transformer-efficiency")[0]
    most = HEAT_KW * (1 + (fans[1] + pumps[1]) / efficiency)
    assert keys(room(utility(most + 1), chillers=False, cooling_water_c=40.0), "P22") == {}


def test_outside_air_says_nothing_of_what_takes_the_heat_of_a_liquid() -> None:
    report = room(utility(1300.0), heat_rejection="outside-air")
    assert keys(report, "P22") == {"P22:open:plant": "warning"}


def test_utilities_that_are_up_at_once_are_asked_together_and_alone_after_a_loss() -> None:
    """Two of 1,200 kVA carry 1,300 together; the one that is left does not."""
    pair = (utility(1200.0), utility(1200.0, id="other", name="Other"))
    both = room(*pair, parents=("grid", "other"))
    assert keys(both, "P22") == {}
    after = room(*pair, parents=("grid", "other"), feed_policy="N+1")
    assert keys(after, "P22") == {"P22:plant": "error"}
    assert "after losing" in message(after, "P22:plant")


def test_a_transformer_may_carry_the_plant() -> None:
    def behind(kva: float, *more: PowerNode) -> dict[str, str]:
        one = PowerNode(id="t", kind="transformer", capacity_kva=kva, parents=("grid",))
        return keys(room(utility(4000.0), one, *more, parents=("t",)), "P22")

    assert behind(1200.0) == {"P22:open:plant-transformers": "warning"}
    assert behind(2000.0) == {}
    own = PowerNode(id="c", kind="transformer", capacity_kva=800.0, parents=("grid",))
    assert behind(1200.0, own) == {}


@pytest.mark.parametrize(("kw", "found"), [
    (1200.0, {"P17:plant": "error"}),
    (1500.0, {"P17:plant-high": "warning"}),
    (1650.0, {"P17:open:plant": "warning"}),
    (2200.0, {}),
])  # fmt: skip
def test_a_set_carries_the_plant_while_the_mains_are_out(kw: float, found: dict[str, str]) -> None:
    report = room(utility(4000.0), generator(kw), parents=("grid", "g"))
    told = keys(report, "P17")
    # Of the racks alone a set of 1,200 kW carries more than four fifths.
    told.pop("P17:high:g", None)
    assert told == found


def test_a_set_that_runs_the_plant_has_enough_to_do() -> None:
    """1,000 kW are a quarter of 4,000; with chillers they are a third."""
    alone = room(utility(5000.0), generator(4000.0), parents=("grid", "g"), heat_rejection="")
    assert keys(alone, "P17") == {"P17:low:g": "warning"}
    with_plant = room(utility(5000.0), generator(4000.0), parents=("grid", "g"))
    assert keys(with_plant, "P17") == {}
