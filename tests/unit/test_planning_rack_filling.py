"""Racks are filled until height, power, outlets or number end it; equal racks share an assembly."""

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.model.design import Assembly
from designer.planning.rack_filling import (
    Assemblies,
    Budget,
    Item,
    feed_kw,
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


def test_a_line_of_a_pdu_ends_a_rack_that_it_would_carry_as_a_whole():
    """13 systems of 2.2 kW are 28.6 of 32.8 kW, and five of them 48.3 A on a line of 48 A."""
    catalog = load_shipped()
    asked = network_budget(catalog, "rack-48u", C19, 0.95)
    unasked = Budget(asked.units, asked.kw, C19)
    racks = [packed(catalog, "x", [STORE] * 13, budget) for budget in (asked, unasked)]
    assert [[len(rack.items) for rack in found] for found in racks] == [[12, 1], [13]]


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
    assert (large.kw, large.units) == (30, 43)


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
    (rack,) = packed(catalog, "net", [SWITCH, *[SERVER] * 3, SWITCH], Budget(44, 100, C13))
    assemblies.of_filling(rack)
    slots = {slot.id: slot.half_u / 2 for slot in assemblies.every()[0].slots if not slot.feed}
    assert slots == {"sw01": 46, "sw02": 45, "srv01": 3, "srv02": 4, "srv03": 5}


def test_switches_above_too_little_weight_stand_lower():
    """Two of 14.8 kg above one server of 23.1 kg, 5 kg of cables each: the middle is at U24.5."""
    catalog = load_shipped()
    assemblies = Assemblies(catalog, "rack-48u")
    (rack,) = packed(catalog, "net", [SWITCH, SERVER, SWITCH], Budget(44, 100, C13))
    assemblies.of_filling(rack)
    slots = {slot.id: slot.half_u / 2 for slot in assemblies.every()[0].slots if not slot.feed}
    assert slots["srv01"] == 3
    centre = (28.1 * 3.5 + 19.8 * (slots["sw01"] + 0.5) + 19.8 * (slots["sw02"] + 0.5)) / 67.7
    assert 24 < centre <= 25


def test_a_rack_is_filled_to_what_it_may_be_rolled_with():
    """1,020 kg on casters: 27 servers of 28.1 kg and 7 switches were heavier, at 127 SU."""
    catalog = load_shipped()
    assert network_budget(catalog, "rack-48u", C13, 0.95).rolled == ("rack-48u", 1020)
    rack, pdu = catalog.require("rack-48u"), catalog.require(C13)
    assert rack.mass_kg is not None
    assert pdu.mass_kg is not None
    own = rack.mass_kg + 2 * pdu.mass_kg + 3 * 5
    light = Budget(44, 100, C13, rolled=("rack-48u", own + 100))
    assert [len(one.items) for one in packed(catalog, "m", [SERVER] * 7, light)] == [3, 3, 1]


def test_a_rack_of_unknown_height_is_filled_as_one_of_42_units():
    """Two units stay free at the top: the first switch stands at U40."""
    catalog = load_shipped()
    bare = catalog.overlay([catalog.require("rack-48u").evolve(rack=None)])
    assemblies = Assemblies(bare, "rack-48u")
    (rack,) = packed(bare, "net", [SWITCH, SERVER], Budget(38, 100, C13))
    assemblies.of_filling(rack)
    slots = {slot.id: slot.half_u / 2 for slot in assemblies.every()[0].slots if not slot.feed}
    assert slots == {"sw01": 40, "srv01": 3}
    assert network_budget(bare, "rack-48u", C13, 0.95).units == 37


@pytest.mark.parametrize(
    ("units", "count", "fits"), [(10, 10, True), (9, 10, False), (1, 1, True), (1, 2, False)]
)
def test_a_rack_is_full_to_its_last_unit(units: int, count: int, fits: bool):
    racks = packed(load_shipped(), "role", [SERVER] * count, Budget(units, kw=1000, pdu=C13))
    assert [len(rack.items) for rack in racks] == ([count] if fits else [units, count - units])


def test_a_rack_is_full_to_its_last_watt():
    each = load_shipped().require("qm9700").power_max_w
    exactly = Budget(units=44, kw=4 * each / 1000, pdu=C13)
    less = Budget(units=44, kw=(4 * each - 1) / 1000, pdu=C13)
    assert [len(r.items) for r in packed(load_shipped(), "x", [SWITCH] * 5, exactly)] == [4, 1]
    assert [len(r.items) for r in packed(load_shipped(), "x", [SWITCH] * 5, less)] == [3, 2]


@pytest.mark.parametrize(
    ("changed", "first"),
    [({"outlets_c13": 3}, 3), ({"outlets_c13": 2}, 2), ({"outlets_c13": None}, 10)],
)
def test_both_pdus_give_outlets_and_an_unknown_count_limits_nothing(changed, first: int):
    """A switch of two supplies takes one outlet of each PDU."""
    catalog = load_shipped()
    part = catalog.require(C13)
    catalog = catalog.overlay([part.evolve(pdu=part.pdu.evolve(**changed))])
    racks = packed(catalog, "role", [SWITCH] * 10, Budget(units=44, kw=100, pdu=C13))
    assert len(racks[0].items) == first


def test_a_rack_of_another_pdu_than_a_rack_pdu_has_no_outlets_to_count():
    racks = packed(load_shipped(), "role", [SWITCH] * 40, Budget(units=44, kw=100, pdu="qm9700"))
    assert [len(rack.items) for rack in racks] == [40]


def test_nothing_fills_no_rack():
    assert packed(load_shipped(), "role", [], Budget(44, 100, C13)) == []


def test_a_rack_is_labelled_with_what_it_holds():
    (rack,) = packed(load_shipped(), "net", [SWITCH, SERVER, SWITCH], Budget(44, 100, C13))
    assert (rack.role, rack.label, rack.pdu) == ("net", "2 switch, 1 server", C13)
    assert rack.items == (SWITCH, SERVER, SWITCH)


def test_an_assembly_says_what_it_holds_and_where_it_hangs():
    catalog = load_shipped()
    assemblies = Assemblies(catalog, "rack-48u")
    for _ in range(2):
        (rack,) = packed(catalog, "net", [SWITCH, STORE], Budget(44, 100, C19))
        assemblies.of_filling(rack)
    first, second = assemblies.every()
    assert (first.id, first.name) == ("net-01", "1 switch, 1 storage, feeds A+B")
    assert (second.id, second.name) == ("net-02", "1 switch, 1 storage, feeds B+C")
    assert [slot.id for slot in first.slots] == ["pdu-a", "pdu-b", "st01", "sw01"]
    switch, store = first.slots[3], first.slots[2]
    assert (switch.name, switch.face, switch.fabric, switch.tier) == (
        "switch-{rack}-01", "rear", "compute", "leaf"
    )  # fmt: skip
    assert (store.name, store.face, store.fabric, store.tier) == (
        "storage-{rack}-01", "front", "", ""
    )  # fmt: skip
    # A switch of one unit ends at U46 of 48, storage of two begins at U3.
    assert (switch.half_u, store.half_u) == (92, 6)
    assert [(s.id, s.part, s.face, s.feed) for s in first.slots[:2]] == [
        ("pdu-a", C19, "zero-u", "A"), ("pdu-b", C19, "zero-u", "B")
    ]  # fmt: skip


def test_an_assembly_made_elsewhere_is_kept_by_id():
    assemblies = Assemblies(load_shipped(), "rack-48u")
    made = Assembly(id="a", name="A", rack_part="rack-48u")
    assert assemblies.add(made) == "a"
    (rack,) = packed(load_shipped(), "net", [SWITCH], Budget(44, 100, C13))
    assemblies.of_filling(rack)
    assert [assembly.id for assembly in assemblies.every()] == ["a", "net-01"]
    assert assemblies.every()[0] is made


@pytest.mark.parametrize(
    ("figures", "kw"),
    [
        ({"rated_kva": 10}, 9.5),
        ({"rated_kva": None, "volts": 230, "amps": 32, "phases": 1}, 230 * 32 * 0.95 / 1000),
        ({"rated_kva": None, "volts": 400, "amps": 32, "phases": 3}, 22.1703 * 0.95),
    ],
)
def test_a_pdu_carries_its_rating_or_volts_times_amps(figures, kw: float):
    part = load_shipped().require(C13)
    assert feed_kw(part.evolve(pdu=part.pdu.evolve(**figures)), 0.95) == pytest.approx(kw, abs=1e-3)


def test_a_band_that_warns_of_nothing_limits_nothing():
    shipped = load_shipped()
    bands = [band.evolve(warn_kw=None) for band in shipped.bands]
    for catalog in (Catalog(shipped.parts, bands), Catalog(shipped.parts)):
        budget = network_budget(catalog, "rack-48u", C13, 0.95)
        assert budget.kw == feed_kw(catalog.require(C13), 0.95)
        assert (budget.units, budget.pdu, budget.most) == (43, C13, 10_000)
