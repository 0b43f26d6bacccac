"""What may take a part's place: the likest first, and what changes with it."""

from functools import cache

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.document.equivalents import candidates, fabric_ports, lines
from designer.document.replace_scopes import replace_scopes
from designer.model.design import Design
from designer.model.figure_words import UNKNOWN
from designer.model.layout import Layout
from designer.planning.templates import build


@cache
def hall() -> Design:
    return build("dgx-superpod-h100", {"scalable_units": "1"}, catalog())


@cache
def catalog() -> Catalog:
    return load_shipped()


def mounted(part_id: str) -> int:
    return replace_scopes(Layout(hall()), part_id, ())[0].number


def told(part_id: str, by: str) -> dict[str, tuple[str, str, bool]]:
    number = mounted(part_id)
    return {
        line.title: (line.now, line.then, line.differs)
        for line in lines(hall(), catalog(), part_id, by, number)
    }


def test_copies_of_assemblies_are_counted() -> None:
    """RA-11333: a scalable unit of 32 has 31 nodes where UFM takes one's place."""
    assert mounted("dgx-h100") == 31
    assert mounted("no-such-part") == 0


def test_the_likest_come_first_and_are_of_the_kind() -> None:
    found = candidates(catalog(), "dgx-h100")
    assert found[0].id == "dgx-h200"
    assert {part.kind for part in found} == {"node"}
    assert all(part.gpu_count == 8 for part in found[:5])
    assert candidates(catalog(), "no-such-part") == []


def test_what_changes_is_told_for_one_and_for_all() -> None:
    found = told("dgx-h100", "dgx-b200")
    assert found["Height"] == ("8 U", "10 U", True)
    assert found["Power, maximum, each"] == ("10.2 kW", "14.3 kW", True)
    assert found["Power, maximum, all 31"] == ("316.2 kW", "443.3 kW", True)
    assert found["GPUs"][2]
    assert found["Fabric Compute"][0] == "8 ports reach it"


def test_what_stays_is_no_difference() -> None:
    found = told("dgx-h100", "dgx-h200")
    assert found["Height"] == ("8 U", "8 U", False)
    assert not found["Power, maximum, each"][2]


def test_what_does_not_reach_a_fabric_is_told() -> None:
    found = told("dgx-h100", "l4-pcie-node")
    assert found["Fabric Compute"][1] == "no port of its purpose and protocol"
    assert found["Fabric Compute"][2]


def test_of_what_nobody_states_no_difference_is_claimed() -> None:
    bare = catalog().overlay(
        (catalog().get("dgx-h200").evolve(id="bare", mass_kg=None, depth_mm=None, ports=()),)  # type: ignore[union-attr]  # shipped
    )
    found = {line.title: line for line in lines(hall(), bare, "dgx-h100", "bare", 31)}
    assert found["Depth"].then == UNKNOWN
    assert not found["Depth"].differs
    assert not found["Mass, each"].differs
    assert not found["Fabric Compute"].differs


def test_a_part_that_is_not_there_is_refused() -> None:
    with pytest.raises(LookupError, match="nothing"):
        list(lines(hall(), catalog(), "dgx-h100", "nothing", 31))


def lost(part_id: str, by: str) -> set[str]:
    found = lines(hall(), catalog(), part_id, by, mounted(part_id))
    return {line.title for line in found if line.lost}


def test_a_switch_tells_what_its_fabrics_lose() -> None:
    """QM9700 has 64 ports of 400 Gb/s InfiniBand, SN4700 32 of Ethernet, the NVLink tray none."""
    assert lost("qm9700", "sn4700") >= {"Fabric Compute", "Fabric Storage"}
    assert lost("qm9700", "nvlink5-switch-tray") >= {"Fabric Compute", "Fabric Storage"}
    assert lost("qm9700", "qm9790") == {"Fabric Out-of-band"}, "it is not managed"
    assert told("qm9700", "sn4700")["Fabric Compute"][:2] == (
        "64 ports of 400 Gb/s InfiniBand", "no port for 400 Gb/s InfiniBand",
    )  # fmt: skip


def test_a_rack_pdu_tells_volts_amperes_and_outlets_that_are_lost() -> None:
    assert "Carries" in lost("pdu-415v-60a-3ph", "pdu-400v-32a-3ph")
    assert told("pdu-415v-60a-3ph", "pdu-400v-32a-3ph")["Carries"][:2] == (
        "415 V, 60 A, 3 phases", "400 V, 32 A, 3 phases",
    )  # fmt: skip
    assert lost("pdu-415v-60a-3ph", "pdu-415v-60a-3ph") == set()


def test_storage_tells_what_it_delivers_and_the_fabric_that_it_loses() -> None:
    found = told("ddn-es400nvx2", "netapp-afx-1k")
    assert found["Reads, writes"][0] == "90, 65 GB/s"
    assert "Fabric Storage" in lost("ddn-es400nvx2", "netapp-afx-1k")


def test_a_switch_splits_no_further_than_its_logical_ports_and_unknown_ports_lose_nothing() -> None:
    """Spectrum-4 has 256 logical ports: 64 cages split in eight are no 512."""
    base = catalog().get("sn5610")
    assert base is not None
    assert base.switch is not None
    fabric = hall().fabrics[0].evolve(kind="ethernet", rate_gbps=100.0)
    assert fabric_ports(base, fabric)[0] == base.switch.logical_ports == 256
    assert fabric_ports(base.evolve(ports=()), fabric)[1] == UNKNOWN


def test_what_no_rack_pdu_feeds_comes_late_and_is_told() -> None:
    """A switch on a bus bar in place of one with cords: nothing in the rack feeds it."""
    by = "q3401-rd"
    order = [one.id for one in candidates(catalog(), "q3400-ra")]
    assert by not in order[:8], "alike in all but what feeds it"
    (line,) = [
        line for line in lines(hall(), catalog(), "q3400-ra", by, 1) if line.title == "Supplies"
    ]
    assert line.lost
    assert line.then.endswith("on a bus bar, which takes no cord")
