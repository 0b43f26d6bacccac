"""C04 in thin air: whether supply air suits parts whose limit falls by what nobody states."""

import pytest

from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.engine.subjects.cooling.air_classes import AIR_CLASSES, derate_k, most_derate_k
from designer.model.design import Site
from tests.helpers import engine_designs as parts
from tests.helpers.one_rack import CATALOG, device, drawn


def report(supply_c: float, altitude_m: float, most: float | None = 35) -> Report:
    node = parts.DGX.evolve(inlet_min_c=5, inlet_max_c=most)
    site = Site(supply_air_c=supply_c, altitude_m=altitude_m)
    return evaluate(drawn(device("d", "dgx-h100"), site=site), CATALOG.overlay([node]))


def found(supply_c: float, altitude_m: float, most: float | None = 35) -> list[Check]:
    return [one for one in report(supply_c, altitude_m, most).checks if one.rule == "C04"]


@pytest.mark.parametrize(
    ("supply_c", "altitude_m", "key"),
    [
        # 1,800 m take (1,800 − 900)/125 = 7.2 K from 35 °C at most.
        (27.8, 1800, ""), (27.9, 1800, "C04:open:altitude"), (35, 1800, "C04:open:altitude"),
        (35.1, 1800, "C04:dgx-h100"), (4.9, 1800, "C04:dgx-h100"),
        (35, 0, ""), (35, 900, ""), (35, 901, "C04:open:altitude"), (35.1, 0, "C04:dgx-h100"),
        # Nothing bounds the fall above the altitude where the classes end.
        (22, 3050, "C04:open:altitude"), (10, 3050, ""), (10, 3051, "C04:open:altitude"),
    ],
)  # fmt: skip
def test_a_limit_falls_with_altitude_by_what_lies_in_bounds(
    supply_c: float, altitude_m: float, key: str
) -> None:
    assert [one.key for one in found(supply_c, altitude_m)] == ([key] if key else [])


def test_the_finding_names_the_limit_its_place_and_what_to_do() -> None:
    (one,) = found(30, 1800)
    assert one.where == ("r",)
    assert one.message == (
        "whether supply air of 30 °C suits DGX H100 at 1,800 m, where 27.8–35.0 °C is the limit, "
        "cannot be said, because the fall of the highest inlet temperature with altitude of DGX "
        "H100 is not known"
    )
    assert one.advice == (
        "Ask the vendor for the limit at this altitude, or lower the supply air. At most 27 °C "
        "suits them anyway."
    )
    (higher,) = found(30, 4000)
    assert "where ≤ 35.0 °C is the limit" in higher.message
    assert "anyway" not in higher.advice


def test_a_part_without_a_limit_is_asked_for_that_alone() -> None:
    assert [one.key for one in found(30, 1800, None)] == ["C04:open:inlets"]


def test_the_margin_of_a_rack_holds_the_same_bounds() -> None:
    rack = report(30, 1800).racks[0]
    bound = rack.bound("inlet_margin_k")
    assert bound is not None
    assert (bound.low, bound.high) == (pytest.approx(-2.2), pytest.approx(5.0))
    assert report(30, 0).racks[0].inlet_margin_k == 5.0


def test_no_class_falls_by_more_than_the_bound() -> None:
    """ASHRAE TC 9.9 as makers state it: A2 at 1,800 m takes 32.0 °C, 3 K less (Lenovo SR650 V2)."""
    for altitude in (0, 900, 950, 1800, 3050):
        most = most_derate_k(altitude)
        assert most is not None
        falls = [derate_k(altitude, 900, one.metres_per_k) for one in AIR_CLASSES.values()]
        assert all(fall is None or 0 <= fall <= most for fall in falls)
    assert derate_k(1800, 900, AIR_CLASSES["A2"].metres_per_k) == 3.0
    assert most_derate_k(3051) is None
