"""Making room in a rack: things move as little as they must, in their order, at whole units."""

import pytest

from designer.catalog.load import load_shipped
from designer.document.restack import restacked
from designer.model.design import Design, Device, Rack
from designer.model.layout import Layout

CATALOG = load_shipped()
NODE, SWITCH = "dgx-h100", "sn2201"  # 8U; 1U of half depth or full


def layout(*devices: tuple[str, str, float, str]) -> Layout:
    return Layout(
        Design(
            racks=(Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0),),
            devices=tuple(
                Device(id=key, name=key, part=part, rack="r", half_u=int(u * 2), face=face)  # type: ignore[arg-type] # a face by its name
                for key, part, u, face in devices
            ),
        )
    )


def moved(of: Layout, **units: float) -> dict[str, float] | None:
    found = restacked(of, CATALOG, "r", {key: int(2 * u) for key, u in units.items()})
    return None if found is None else {key: half_u / 2 for key, half_u in found.items()}


def test_only_what_is_in_the_way_moves_up() -> None:
    held = layout(("a", NODE, 3, "front"), ("b", NODE, 11, "front"), ("c", NODE, 30, "front"))
    assert moved(held, a=10) == {"b": 13}
    assert moved(held, a=8) == {}


def test_at_the_top_things_move_down() -> None:
    held = layout(("a", NODE, 30, "front"), ("b", NODE, 41, "front"))
    assert moved(held, b=10) == {"b": 39}
    assert moved(held, a=10, b=10) == {"a": 29, "b": 39}


def test_half_units_leave_whole_units_whole() -> None:
    held = layout(("a", NODE, 1, "front"), ("b", NODE, 9, "front"))
    assert moved(held, a=8.5) == {"b": 10}


def test_what_shares_a_height_moves_together() -> None:
    held = layout(("a", NODE, 1, "front"), ("f", SWITCH, 9, "front"), ("r", SWITCH, 9, "rear"))
    assert moved(held, a=10) == {"f": 11, "r": 11}


@pytest.mark.parametrize("units", [9, 40])
def test_without_room_there_is_no_place(units: float) -> None:
    held = layout(*((f"n{at}", NODE, 1 + 8 * at, "front") for at in range(6)))
    assert moved(held, n0=units) is None


def test_what_stands_beside_the_rails_is_in_nobodys_way() -> None:
    held = layout(("a", NODE, 1, "front"), ("p", "pdu-415v-60a-3ph", 0, "zero-u"))
    assert moved(held, a=48) == {}
