"""What a part fits into, and what fits into it: yes by what is stated, no, or open."""

import pytest

from designer.catalog.cable_figures import CableFigures
from designer.catalog.catalog import Catalog
from designer.catalog.figures import PduFigures, PortGroup, Psu, RackFigures
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.document.placement import can_place
from designer.model.design import Design, Rack
from designer.model.layout import Layout
from designer.wiring.fits import fits_of, joins, pdu_feeds, plugs_into, rack_takes

NODE = Part(
    id="n", name="N", kind="node", height_half_u=16, depth_mm=897, mass_kg=130,
    psu=Psu(count=6, inlet="C20", volts_min=200, volts_max=240),
    ports=(
        PortGroup(
            name="compute", purpose="compute", kind="infiniband", rate_gbps=400, count=8, cages=4,
            connector="OSFP",
        ),
    ),
)  # fmt: skip
RACK = Part(
    id="r", name="R", kind="rack", depth_mm=1200,
    rack=RackFigures(units=48, static_kg=1500, usable_depth_mm=1000),
)  # fmt: skip
PDU = Part(
    id="p", name="P", kind="rack-pdu",
    pdu=PduFigures(volts=415, amps=60, phases=3, outlets_c13=6, outlets_c19=18),
)  # fmt: skip
SWITCH = Part(
    id="s", name="S", kind="switch", height_half_u=2,
    ports=(
        PortGroup(
            name="fabric", purpose="fabric", kind="infiniband", rate_gbps=400, count=64, cages=32,
            connector="OSFP",
        ),
    ),
)  # fmt: skip
MODULE = Part(
    id="m", name="M", kind="transceiver",
    cable=CableFigures(
        medium="MMF", rate_gbps=400, links=2, connector="OSFP", fibre="MPO-12", shell="finned"
    ),
)  # fmt: skip


def test_a_rack_takes_what_its_depth_units_and_load_take() -> None:
    assert rack_takes(RACK, NODE) is True
    assert rack_takes(RACK, NODE.evolve(depth_mm=1001)) is False
    assert rack_takes(RACK, NODE.evolve(mass_kg=1501)) is False
    wide = NODE.evolve(width_mm=537)
    assert rack_takes(RACK, wide) is False, "rails of 19 inches"
    assert RACK.rack is not None
    assert rack_takes(RACK.evolve(rack=RACK.rack.evolve(rails="21-inch")), wide) is True
    assert rack_takes(RACK, NODE.evolve(depth_mm=None)) is None
    assert rack_takes(RACK, NODE.evolve(depth_mm=None, height_half_u=97)) is False, "surely not"


@pytest.mark.parametrize(
    ("change", "answer"),
    [
        ({}, True),
        ({"outlets_c19": 0}, False),
        ({"outlets_c19": None}, None),
        ({"volts": 480.0}, False),  # 277 V to neutral
        ({"volts": 208.0}, True),  # between two lines
        ({"volts": 120.0, "phases": 1}, False),
    ],
)
def test_a_pdu_feeds_by_outlet_and_voltage(change: dict[str, object], answer: bool | None) -> None:
    assert PDU.pdu is not None
    assert pdu_feeds(PDU.evolve(pdu=PDU.pdu.evolve(**change)), NODE) is answer


def test_what_sits_on_a_bus_bar_has_no_cord() -> None:
    assert pdu_feeds(PDU, NODE.evolve(psu=Psu(count=1, inlet="busbar 50 V"))) is False
    assert pdu_feeds(PDU, NODE.evolve(psu=None)) is None


def test_a_module_goes_into_cages_of_its_form_rate_and_side() -> None:
    assert plugs_into(SWITCH, MODULE) is True
    assert plugs_into(NODE, MODULE) is False, "finned modules are for switches"
    assert MODULE.cable is not None
    flat = MODULE.evolve(cable=MODULE.cable.evolve(shell="flat"))
    assert plugs_into(NODE, flat) is True
    fast = MODULE.evolve(cable=MODULE.cable.evolve(rate_gbps=800, shell=""))
    assert plugs_into(NODE, fast) is False
    other = MODULE.evolve(cable=MODULE.cable.evolve(connector="QSFP112", shell=""))
    assert plugs_into(NODE, other) is False


def test_a_switch_joins_ports_of_its_protocol_and_rate() -> None:
    assert joins(SWITCH, NODE) is True
    ports = SWITCH.ports[0]
    assert joins(SWITCH.evolve(ports=(ports.evolve(kind="ethernet"),)), NODE) is False
    assert joins(SWITCH.evolve(ports=(ports.evolve(rate_gbps=200),)), NODE) is False
    faster = ports.evolve(rate_gbps=800)
    assert joins(SWITCH.evolve(ports=(faster,)), NODE) is False
    assert joins(SWITCH.evolve(ports=(faster.evolve(breakout=2),)), NODE) is True
    assert joins(SWITCH.evolve(ports=(ports.evolve(connector=""),)), NODE) is None


def test_each_side_is_told_and_what_is_open_beside_what_fits() -> None:
    unsaid = RACK.evolve(id="q", name="Q", rack=RackFigures(units=42))
    catalog = Catalog([NODE, RACK, unsaid, PDU, SWITCH, MODULE])
    told = {fit.title: fit for fit in fits_of(NODE, catalog)}
    racks = told["Racks that take it"]
    assert [part.id for part in racks.parts] == ["r"]
    assert [part.id for part in racks.perhaps] == ["q"]
    assert racks.words(1) == "1: R; open, a figure is not stated: 1: Q"
    assert [part.id for part in told["Rack PDUs for its supplies"].parts] == ["p"]
    assert [part.id for part in told["Switches for its compute ports"].parts] == ["s"]
    back = {fit.title: [one.id for one in fit.parts] for fit in fits_of(RACK, catalog)}
    assert back["Devices that it takes"] == ["n"]
    assert [one.title for one in fits_of(MODULE, catalog)] == ["Devices that it plugs into"]


def test_shipped_parts_meet_as_their_reference_architecture_joins_them() -> None:
    """RA-11333-001 V11 cables DGX H100 to QM9700 leaves, and its supplies to C19 outlets."""
    catalog = load_shipped()
    node, switch = catalog.get("dgx-h100"), catalog.get("qm9700")
    pdu = catalog.get("pdu-415v-60a-3ph")
    assert node is not None
    assert switch is not None
    assert pdu is not None
    assert joins(switch, node) is True
    assert pdu_feeds(pdu, node) is True
    ethernet = catalog.get("sn2201")
    assert ethernet is not None
    titles = {fit.title: {one.id for one in fit.parts} for fit in fits_of(node, catalog)}
    assert "qm9700" in titles["Switches for its compute ports"]
    assert "sn2201" not in titles["Switches for its compute ports"]
    assert "sn2201" in titles["Switches for its out-of-band ports"]


def test_a_wide_device_is_refused_by_rails_of_nineteen_inches() -> None:
    """EIA-310-D: 482.6 mm; a device of an Open Rack V3 is 537 mm wide."""
    shipped = load_shipped()

    def refusal(rack: str) -> str:
        layout = Layout(Design(racks=(Rack(id="a", name="A", part=rack, x_mm=0, y_mm=0),)))
        return can_place(layout, shipped, "hgx-b300-2ou", "a", 2).reason

    assert refusal("rack-orv3") == ""
    assert refusal("rack-48u").endswith("is for rails of 21 inches, A has those of 19")


@pytest.mark.parametrize(("figures", "answer"), [
    ({"bus_bar": True}, True), ({"bus_a": 1400.0}, True), ({"bus_bar": False}, False), ({}, None),
])  # fmt: skip
def test_what_hangs_on_a_bus_bar_goes_where_there_is_one(
    figures: dict[str, object], answer: bool | None
) -> None:
    """As P26 has it of a rack with power shelves: one that says nothing leaves it open."""
    assert RACK.rack is not None
    assert NODE.psu is not None
    rack = RACK.evolve(rack=RACK.rack.evolve(**figures))
    on_bar = NODE.evolve(psu=NODE.psu.evolve(inlet="busbar"))
    assert rack_takes(rack, on_bar) is answer
    assert rack_takes(rack, NODE) is True


def test_cabinets_without_a_stated_bus_bar_are_open_for_dgx_b300_on_its_bus_bar() -> None:
    shipped = load_shipped()
    fit = next(one for one in fits_of(shipped.require("dgx-b300-busbar"), shipped)
               if one.title == "Racks that take it")  # fmt: skip
    assert all(part.rack and part.rack.joins_by_bus for part in fit.parts)
    assert shipped.require("rack-48u") in fit.perhaps
