"""A loop may name a unit of a part that no catalogue has: what C21 would say of it is open."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.model.design import Design, Device, Loop, Rack, Room, Site

LOST = "part-of-nobody"
BECAUSE = f"cannot be said, because the part {LOST} is not in the catalogue"
NO_UNIT = {"C21:L:C0": "coolant loop L: C0 is no coolant distribution unit here"}
IN_DOUBT = {"C21:open:L:C0": f"coolant loop L: whether C0 is a coolant distribution unit {BECAUSE}"}


def loops(unit: str, *units: str, plated: bool = True, devices: tuple[Device, ...] = ()) -> dict[
    str, str
]:  # fmt: skip
    """Return what C21 says of a loop, by key.

    Parameters
    ----------
    unit
        The part of C0, which stands on the floor.
    plated
        Whether a rack with cold plates stands there, too.
    """
    floor = {"C0": unit} | ({"N": "gb200-nvl72"} if plated else {})
    design = Design(
        room=Room(outline=((0, 0), (9000, 0), (9000, 9000), (0, 9000)), floor_limit_kpa=20.0),
        site=Site(supply_air_c=24.0),
        racks=tuple(
            Rack(id=key, name=key, part=part, x_mm=3000 + 3000 * at, y_mm=3000)
            for at, (key, part) in enumerate(floor.items())
        ),
        devices=devices,
        loops=(Loop(id="L", units=units),),
    )
    found = evaluate(design, load_shipped()).checks
    return {check.key: check.message for check in found if check.rule == "C21"}


def test_a_lost_unit_that_a_loop_names_may_be_none() -> None:
    """It was silent, though an air handler or a rack in its place is an error."""
    truths = {part: loops(part, "C0") for part in ("cdu-row", "crah", "rack-48u", "gb200-nvl72")}
    assert truths.pop("cdu-row") == {}
    assert set(map(str, truths.values())) == {str(NO_UNIT)}
    assert loops(LOST, "C0") == IN_DOUBT


def test_what_holds_devices_is_no_unit_for_certain() -> None:
    held = Device(id="n", name="n", part="dgx-h100", rack="C0", half_u=2)
    for part in ("rack-48u", "immersion-smartpodx", LOST):
        assert loops(part, "C0", devices=(held,)) == NO_UNIT, part


def test_a_lost_device_that_a_loop_names_may_be_a_unit_in_the_rails() -> None:
    def in_rails(part: str) -> list[str]:
        held = Device(id="q", name="q", part=part, rack="C0", half_u=2)
        return list(loops("rack-48u", "q", devices=(held,)))

    assert in_rails("cdu-in-rack-100") == []
    assert in_rails("dgx-h100") == ["C21:L:q"]
    assert in_rails(LOST) == ["C21:open:L:q"]


@pytest.mark.parametrize("units", [("C0",), ()])
def test_a_loop_of_a_lost_unit_alone_may_be_empty(units: tuple[str, ...]) -> None:
    named = NO_UNIT if units else {}
    empty = "coolant loop L has no distribution unit, and nothing gives it heat"
    for part in ("crah", "rack-48u"):
        assert loops(part, *units, plated=False) == named | {"C21:L:empty": empty}, part
    assert loops("cdu-row", *units, plated=False) == {}
    assert loops(LOST, *units, plated=False) == (IN_DOUBT if units else {}) | {
        "C21:open:L:empty": "coolant loop L: whether it has a distribution unit, or anything that "
        f"gives it heat, {BECAUSE}"
    }


def test_a_loop_that_names_no_units_has_none_in_doubt() -> None:
    assert loops(LOST) == loops("crah") == {}
