"""The bus bar of a rack with power shelves: what hangs on it, and on which feeds shelves hang."""

from typing import Any

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part, Psu, RackFigures
from designer.catalog.surge_figures import ShelfFigures
from designer.document.edits.devices import place_device
from designer.model.design import Design, Device, PowerNode, Rack
from designer.wiring.power import expand_power
from designer.wiring.power_bus import bus_of
from designer.wiring.power_rack import RackWiring

SHELF = Part(
    id="shelf", kind="power-shelf", name="Shelf", height_half_u=2,
    psu=Psu(count=6, rating_w=3000), shelf=ShelfFigures(bus_volts_min=48, bus_volts_max=51),
)  # fmt: skip
SPARE = SHELF.evolve(id="spare", psu=Psu(count=12, rating_w=3000, redundancy="10+2"))
TRAY = Part(
    id="tray", kind="node", name="Tray", height_half_u=2, gpus=4,
    psu=Psu(count=0, inlet="busbar"),
)  # fmt: skip
RACK = Part(id="rack", kind="rack", name="Rack", rack=RackFigures(units=48))
FILLED = Part(
    id="filled", kind="rack-system", name="Filled", psu=Psu(count=4, inlet="busbar shelf"),
    compute={"power_shelves": 2},
)  # fmt: skip
PARTS = Catalog((SHELF, SPARE, TRAY, RACK, FILLED))


def design_of(*held: tuple[str, str], feeds: tuple[str, ...] = (), rack: str = "rack") -> Design:
    devices = tuple(
        Device(id=f"d{at}", name=f"D{at}", part=part, rack="R", half_u=2 + 2 * at, feed=feed)
        for at, (part, feed) in enumerate(held)
    )
    return Design(
        power=tuple(PowerNode(id=feed) for feed in "AB"), devices=devices,
        racks=(Rack(id="R", name="R", part=rack, x_mm=0, y_mm=0, feeds=feeds),),
    )  # fmt: skip


def wiring_of(*held: tuple[str, str], **more: Any) -> RackWiring:
    (found,) = expand_power(design_of(*held, **more), PARTS).racks
    return found


def test_a_shelf_has_a_whip_and_what_hangs_on_the_bus_bar_a_link() -> None:
    found = expand_power(design_of(("shelf", "A"), ("shelf", "B"), ("tray", "")), PARTS)
    links = {(start.split(":")[0], end) for start, end in found.links()}
    assert {("A", "R:shelf1"), ("B", "R:shelf2"), ("R", "d2:psu")} <= {
        (start, end.removesuffix("0")) for start, end in links
    }
    assert list(found.problems()) == []


def test_what_the_shelves_are_together_counts_supplies_and_gpus() -> None:
    bus = wiring_of(("shelf", ""), ("shelf", ""), ("tray", ""), feeds=("A", "B")).bus
    assert bus is not None
    assert bus.part.id == "shelf"  # the figures of the part are those of a shelf
    assert bus.part.psu is not None
    assert (bus.part.psu.count, bus.part.psu.rating_w, bus.part.gpu_count) == (12, 3000, 4)
    assert (bus.called, bus.weights, bus.devices) == ("2 × Shelf", (6, 6), (2,))


def test_spare_supplies_of_a_shelf_give_nothing_more() -> None:
    bus = bus_of(RACK, (SPARE, TRAY))
    assert bus is not None
    assert bus.part.psu is not None
    assert (bus.part.psu.count, bus.part.psu.rating_w) == (10, 3000)


def test_shelves_of_two_sizes_are_counted_in_shares() -> None:
    bus = bus_of(RACK, (SHELF, SPARE, TRAY))
    assert bus is not None
    assert bus.part.psu is not None
    assert (bus.weights, bus.part.psu.rating_w) == ((6, 10), 3000)  # 18 and 30 kW


def test_what_is_sold_filled_or_in_no_catalogue_has_no_bus_bar_of_its_own() -> None:
    assert bus_of(FILLED, (SHELF, TRAY)) is bus_of(None, (SHELF, TRAY)) is None
    assert bus_of(RACK, (TRAY, None)) is None


def test_a_new_shelf_names_the_feed_that_fewest_of_its_shelves_name() -> None:
    design = design_of(("shelf", "A"))
    for _ in range(2):
        design = place_device(PARTS, "shelf", "R")(design)
    assert sorted(device.feed for device in design.devices) == ["A", "A", "B"]
    named = place_device(PARTS, "shelf", "R")(design_of(feeds=("A", "B")))
    assert [device.feed for device in named.devices] == [""]
