"""Open units that no blanking panels close (C14)."""

import pytest

from designer.catalog.part import Part
from designer.engine.evaluate import evaluate
from designer.engine.report import Check
from designer.model.design import Design, Device, Rack, Room
from tests.helpers import engine_designs as parts
from tests.unit.test_engine_delivery import catalog_with

NODE = next(one for one in parts.PARTS if one.id == "dgx-h100")


def rack_of(units: int) -> Part:
    figures = parts.RACK.rack
    assert figures is not None
    return parts.RACK.evolve(id="r", rack=figures.evolve(units=units))


def found(blanking: str, units: int = 10, node: Part = NODE, held: int = 1) -> dict[str, Check]:
    devices = tuple(
        Device(id=f"n{at}", name="n", part="dgx-h100", rack="k", half_u=2 + 16 * at)
        for at in range(held)
    )
    rack = Rack(id="k", name="K", part="r", x_mm=3_000, y_mm=3_000)
    room = Room(containment="cold", blanking=blanking)  # type: ignore[arg-type]  # a literal
    design = Design(racks=(rack,), devices=devices, room=room)
    checks = evaluate(design, catalog_with(node, rack_of(units))).checks
    return {one.key: one for one in checks if one.key.startswith(("C14:blank", "C14:open:blank"))}


def test_open_units_that_no_panels_close_are_told() -> None:
    """A node of 8 units in a rack of 10."""
    (check,) = found("no").values()
    assert (check.key, check.severity, check.where) == ("C14:blanking", "warning", ("k",))
    assert check.message.startswith("1 rack with open units that no panels close")


@pytest.mark.parametrize("blanking", ["", "yes"])
def test_closed_units_and_what_nobody_states_are_not_asked(blanking: str) -> None:
    assert not found(blanking)


def test_a_full_rack_and_one_without_heat_have_no_exhaust_that_comes_back() -> None:
    assert not found("no", units=8)
    assert found("no", units=9)
    assert not found("no", held=0)


def test_a_height_that_nobody_states_leaves_it_open() -> None:
    low = NODE.evolve(height_half_u=0)
    assert set(found("no", node=low)) == {"C14:open:blanking:dgx-h100x1"}
