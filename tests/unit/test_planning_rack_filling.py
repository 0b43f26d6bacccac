"""Racks are filled until height, power, outlets or number end it; equal racks share an assembly."""

import pytest

from designer.catalog.load import load_shipped
from designer.planning.rack_filling import (
    Assemblies,
    Budget,
    Item,
    network_budget,
    packed,
)

SWITCH = Item("qm9700", "sw", "switch", "top", "rear", "compute", "leaf")
SERVER = Item("mgmt-server", "srv", "server")
STORE = Item("ddn-es400nvx2", "st", "storage")
C13, C19 = "pdu-415v-60a-3ph-c13", "pdu-415v-60a-3ph"


@pytest.mark.parametrize(
    ("item", "budget", "first"),
    [
        (SERVER, Budget(units=10, kw=100, pdu=C13), 10),
        (SWITCH, Budget(units=44, kw=17.3, pdu=C13), 10),
        (SWITCH, Budget(units=44, kw=100, pdu=C13), 36),
        (SWITCH, Budget(units=44, kw=100, pdu=C19), 6),
        (STORE, Budget(units=44, kw=100, pdu=C13), 6),
        (SERVER, Budget(units=44, kw=100, pdu=C13, most=7), 7),
    ],
    ids=["height", "power", "C13 outlets", "few C13 outlets", "C19 outlets", "number"],
)
def test_what_ends_a_rack(item, budget, first):
    racks = packed(load_shipped(), "role", [item] * 50, budget)
    assert len(racks[0].items) == first
    assert sum(len(rack.items) for rack in racks) == 50


def test_a_device_that_fits_no_rack_gets_its_own():
    racks = packed(load_shipped(), "role", [SWITCH] * 2, Budget(units=44, kw=1, pdu=C13))
    assert [len(rack.items) for rack in racks] == [1, 1]


def test_a_device_whose_power_nothing_bounds_shares_a_rack_with_nothing():
    shipped = load_shipped()
    store = shipped.require("weka-node").evolve(power_max_w=None)
    items = [SERVER, Item("weka-node", "st", "storage"), Item("weka-node", "st", "storage"), SERVER]
    racks = packed(shipped.overlay([store]), "role", items, Budget(units=44, kw=100, pdu=C13))
    assert [len(rack.items) for rack in racks] == [1, 1, 1, 1]
    together = packed(shipped, "role", items, Budget(units=44, kw=100, pdu=C13))
    assert [len(rack.items) for rack in together] == [4]


def test_either_of_two_pdus_carries_the_rack_and_air_cools_it():
    """400 V · 32 A: 22.17 kVA; contained aisles are planned with 30 kW; U3 to U46 of 48."""
    small = network_budget(load_shipped(), "rack-48u", "pdu-400v-32a-3ph", 0.95)
    assert small.kw == pytest.approx(22.17 * 0.95, abs=0.01)
    large = network_budget(load_shipped(), "rack-48u", C13, 0.95)
    assert (large.kw, large.units) == (30, 44)


def test_equal_racks_share_an_assembly_once_feeds_come_round():
    catalog = load_shipped()
    assemblies = Assemblies(catalog, "rack-48u")
    racks = packed(catalog, "net", [SWITCH] * 64, Budget(44, 100, C13, most=16))
    ids = [assemblies.of_filling(rack) for rack in racks]
    assert ids == ["net-01", "net-02", "net-03", "net-01"]
    feeds = [
        sorted(slot.feed for slot in assembly.slots if slot.feed) for assembly in assemblies.every()
    ]
    assert feeds == [["A", "B"], ["B", "C"], ["A", "C"]]


def test_switches_hang_from_the_top_servers_stand_at_the_bottom():
    catalog = load_shipped()
    assemblies = Assemblies(catalog, "rack-48u")
    (rack,) = packed(catalog, "net", [SWITCH, SERVER, SWITCH], Budget(44, 100, C13))
    assemblies.of_filling(rack)
    slots = {slot.id: slot.half_u / 2 for slot in assemblies.every()[0].slots if not slot.feed}
    assert slots == {"sw01": 46, "sw02": 45, "srv01": 3}


def test_a_rack_of_unknown_height_is_filled_as_one_of_42_units():
    """Two units stay free at the top: the first switch stands at U40."""
    catalog = load_shipped()
    bare = catalog.overlay([catalog.require("rack-48u").evolve(rack=None)])
    assemblies = Assemblies(bare, "rack-48u")
    (rack,) = packed(bare, "net", [SWITCH, SERVER], Budget(38, 100, C13))
    assemblies.of_filling(rack)
    slots = {slot.id: slot.half_u / 2 for slot in assemblies.every()[0].slots if not slot.feed}
    assert slots == {"sw01": 40, "srv01": 3}
    assert network_budget(bare, "rack-48u", C13, 0.95).units == 38
