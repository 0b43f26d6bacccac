"""The real mouse: palette to floor, floor to engine, elevation to floor, catalogue to floor."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from designer.catalog.load import load_shipped
from designer.io.design_file import save
from designer.model.design import Design, Device, Fabric, Rack, Room
from tests.helpers.hand import Window

pytestmark = [pytest.mark.xwindow, pytest.mark.slow, pytest.mark.timeout(180)]


@pytest.fixture
def window(x_display: str, tmp_path: Path) -> Iterator[Window]:
    """Give a window on a room with two racks, one of which holds a node."""
    racks = tuple(
        Rack(id=f"A0{n}", name=f"A0{n}", part="rack-48u", x_mm=2400 + 800 * n, y_mm=3000)
        for n in (1, 2)
    )
    node = Device(id="dgx-1", name="dgx-1", part="dgx-h100", rack="A02", half_u=2)
    design = Design(name="two racks", room=Room(), racks=racks, devices=(node,))
    path = tmp_path / "two.cluster.toml"
    save(path, design, load_shipped())
    made = Window(x_display, path)
    yield made
    made.close()


def test_a_node_goes_from_the_palette_into_a_rack_and_the_dashboard_follows(
    window: Window,
) -> None:
    window.heard(lambda told: "10.2 kW" in told.get("power", ""))
    part, rack = window.point(part="dgx-h100"), window.point(rack="A01")
    window.drag(part, rack)
    words = window.heard(lambda told: "kW" in told.get("preview", ""))["preview"].splitlines()
    assert words[0] == "! DGX H100 into A01 · U1–U8"
    assert words[1].startswith(
        "in more places, 1 error: DGX H100: no power path, no rack PDU in the rack"
    )
    assert any("kg" in line for line in words), "the mass is on the card with the hand on the mouse"
    window.mouse("mouseup", 1)
    assert window.heard(lambda told: "20.4 kW" in told.get("power", ""))
    window.ask(undo=True)
    assert window.heard(lambda told: "10.2 kW" in told.get("power", ""))


def test_a_device_goes_from_the_elevation_to_another_rack_on_the_floor(window: Window) -> None:
    window.heard(lambda told: "10.2 kW" in told.get("power", ""))
    window.mouse("mousemove", "--sync", *window.point(rack="A02"))
    window.mouse("click", 1)
    window.drag(window.point(device="dgx-1"), window.point(rack="A01"))
    words = window.heard(lambda told: "dgx-1 into A01" in told.get("preview", ""))["preview"]
    assert "dgx-1 into A01 · U1–U8" in words
    window.mouse("mouseup", 1)
    assert window.heard(lambda told: told.get("message", "").startswith("Move dgx-1 into A01"))
    assert window.ask(devices=True)["devices"] == [["dgx-1", "A01", 2]]


def test_escape_lets_the_document_alone(window: Window) -> None:
    window.heard(lambda told: "10.2 kW" in told.get("power", ""))
    window.drag(window.point(part="dgx-h100"), window.point(rack="A01"))
    window.heard(lambda told: "DGX H100 into A01" in told.get("preview", ""))
    window.mouse("key", "Escape")
    window.mouse("mouseup", 1)
    assert window.ask(devices=True)["devices"] == [["dgx-1", "A02", 2]]
    # The next drag works as if nothing had happened.
    window.drag(window.point(part="dgx-h100"), window.point(rack="A02"))
    window.heard(lambda told: "DGX H100 into A02 · U9" in told.get("preview", ""))
    window.mouse("mouseup", 1)
    assert window.heard(lambda told: "20.4 kW" in told.get("power", ""))


@pytest.mark.parametrize("first_up", [3, 1])
def test_a_right_press_cancels_a_drag_and_opens_no_menu(window: Window, first_up: int) -> None:
    """Qt drops at the release of any button: the right one placed a node that nobody wanted."""
    window.heard(lambda told: "10.2 kW" in told.get("power", ""))
    rack = window.point(rack="A01")
    window.mouse("mousemove", "--sync", *window.point(rack="A02"))
    window.mouse("click", 1)
    for start in ({"device": "dgx-1"}, {"part": "dgx-h100"}, {"catalogue": "dgx-h100"}):
        window.drag(window.point(**start), rack)
        window.heard(lambda told: "into A01" in told.get("preview", ""))
        window.mouse("mousedown", 3)
        window.mouse("mouseup", first_up)
        window.mouse("mousemove_relative", "--sync", 3, 2)
        window.mouse("mouseup", 4 - first_up)
        window.mouse("mousemove_relative", "--sync", 2, 1)
        state = window.ask(state=True)["state"]
        assert (state["position"], state["menu"]) == (0, False), start
        assert window.ask(devices=True)["devices"] == [["dgx-1", "A02", 2]]
    # The next right click is one again, and so is the next drag.
    window.mouse("mousemove", "--sync", *rack)
    window.mouse("click", 3)
    window.until(lambda state: state["menu"])
    window.mouse("key", "Escape")
    window.until(lambda state: not state["menu"])
    window.drag(window.point(part="dgx-h100"), window.point(rack="A02"))
    window.heard(lambda told: "DGX H100 into A02 · U9" in told.get("preview", ""))
    window.mouse("mouseup", 1)
    assert window.heard(lambda told: "20.4 kW" in told.get("power", ""))


def test_a_node_goes_from_the_catalogue_into_a_rack(window: Window) -> None:
    window.heard(lambda told: "10.2 kW" in told.get("power", ""))
    window.drag(window.point(catalogue="dgx-h100"), window.point(rack="A01"))
    words = window.heard(lambda told: "kW" in told.get("preview", ""))["preview"].splitlines()
    assert words[0] == "! DGX H100 into A01 · U1–U8"
    assert words[1].startswith(
        "in more places, 1 error: DGX H100: no power path, no rack PDU in the rack"
    )
    window.mouse("mouseup", 1)
    assert window.heard(lambda told: "20.4 kW" in told.get("power", ""))


def test_a_ups_is_dragged_onto_the_floor_moved_lost_in_thought_and_restored(
    window: Window,
) -> None:
    window.heard(lambda told: "10.2 kW" in told.get("power", ""))
    window.drag(window.point(part="ups-galaxy-vxl"), window.point(floor=[5700, 5400]))
    window.heard(lambda told: "Galaxy VXL" in told.get("preview", ""))
    window.mouse("mouseup", 1)
    window.heard(lambda told: "feeds nothing yet" in told.get("message", ""))
    ((ups, x, y),) = window.ask(plant=True)["plant"]
    assert ups == "ups-01"
    window.drag(window.point(floor=[x + 300, y + 600]), window.point(floor=[x + 1500, y + 600]))
    window.mouse("mouseup", 1)
    window.heard(lambda told: told.get("message", "") == "Move UPS-01")
    assert window.ask(plant=True)["plant"] == [["ups-01", x + 1200, y]]
    window.ask(undo=True)
    assert window.ask(plant=True)["plant"] == [["ups-01", x, y]]
    window.mouse("mousemove", "--sync", *window.point(floor=[x + 300, y + 600]))
    window.mouse("click", 1)
    window.mouse("key", "x")
    while window.ask(lost=True)["lost"] != "UPS-01":
        pass
    window.mouse("key", "Escape")
    while window.ask(lost=True)["lost"]:
        pass
    assert len(window.ask(plant=True)["plant"]) == 1


@pytest.fixture
def wired(x_display: str, tmp_path: Path) -> Iterator[Window]:
    """Give a window on a rack with two nodes and a leaf of their fabric."""
    rack = Rack(id="A02", name="A02", part="rack-48u", x_mm=4000, y_mm=3000)
    held = (
        Device(id="dgx-1", name="dgx-1", part="dgx-h100", rack="A02", half_u=2),
        Device(id="dgx-2", name="dgx-2", part="dgx-h100", rack="A02", half_u=20),
        Device(
            id="leaf-1", name="leaf-1", part="qm9700", rack="A02", half_u=40, face="rear",
            fabric="compute", tier="leaf",
        ),
    )  # fmt: skip
    fabric = Fabric(id="compute", name="Compute", nodes=("dgx-h100",), rails=8, switch="qm9700")
    design = Design(name="one rack", room=Room(), racks=(rack,), devices=held, fabrics=(fabric,))
    path = tmp_path / "one.cluster.toml"
    save(path, design, load_shipped())
    made = Window(x_display, path)
    yield made
    made.close()


def test_a_cable_is_dragged_from_port_to_port_and_a_wrong_port_says_why(wired: Window) -> None:
    wired.heard(lambda told: "kW" in told.get("power", ""))
    wired.click(rack="A02")
    wired.mouse("key", "ctrl+2")
    begin = wired.point(socket=("dgx-1", "compute", 3))
    wired.drag(begin, wired.point(socket=("dgx-2", "compute", 0)))
    why = "it would join no switch of a fabric"
    wired.heard(lambda told: why in told.get("message", ""))
    wired.mouse("mouseup", 1)
    wired.until(lambda state: why in state["message"])
    assert wired.ask(cables=True)["cables"] == []
    wired.drag(begin, wired.point(socket=("leaf-1", "fabric", 9)))
    wired.heard(lambda told: told.get("preview", "").startswith(("✓", "!")))
    wired.mouse("mouseup", 1)
    wired.until(lambda state: state["steps"][-1].startswith("Lay a cable"))
    assert wired.ask(cables=True)["cables"] == [["dgx-1", "leaf-1"]]
