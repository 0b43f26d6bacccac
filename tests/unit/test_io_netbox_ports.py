"""Interfaces become groups of ports: InfiniBand told from Ethernet, cages from ports."""

from collections.abc import Callable
from pathlib import Path

import pytest

from designer.io.netbox.groups import Interfaces
from designer.io.netbox.ports import read_interfaces
from designer.io.netbox.report import Notes
from designer.io.netbox.safe_yaml import parse
from designer.io.netbox.schema import Fields
from tests.helpers.netbox_types import BODY, HEAD, Read, ports, reader


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Read]:
    return reader(tmp_path)


def twins(count: int, without: tuple[str, ...] = ()) -> str:
    names = [f"P{cage}.{port}" for cage in range(count) for port in (0, 1)]
    return "interfaces:\n" + "".join(
        f"  - name: {name}\n    type: 400gbase-x-osfp\n" for name in names if name not in without
    )


def test_quirk_16_infiniband_filed_as_ethernet(read):
    text = HEAD.replace("Acme", "Nvidia").replace("Box 1", "QM9700") + BODY + twins(32)
    found = read(text, "QM9700.yaml", "Nvidia")
    (group,) = found.only.ports
    assert found.only.kind == "switch"
    assert (group.kind, group.rate_gbps, group.count, group.purpose) == (
        "infiniband",
        400,
        64,
        "fabric",
    )
    assert "64 ports filed as 400gbase-x-osfp are InfiniBand" in found.one("infiniband").what


@pytest.mark.parametrize(
    ("generation", "gbps"),
    [("sdr", 10), ("ddr", 20), ("qdr", 40), ("fdr10", 40), ("fdr", 56), ("edr", 100),
     ("hdr", 200), ("ndr", 400), ("xdr", 800)],
)  # fmt: skip
def test_infiniband_generations_run_at_the_rate_of_four_lanes(read, generation: str, gbps: int):
    """InfiniBand Trade Association: 4× links from SDR to XDR."""
    text = HEAD + BODY + "interfaces:\n" + ports(4, f"infiniband-{generation}", "p{}")
    (group,) = read(text).only.ports
    assert (group.kind, group.rate_gbps, group.count) == ("infiniband", gbps, 4)


def test_quirk_16_ports_named_after_infiniband(read):
    text = HEAD.replace("Acme", "Mellanox").replace("Box 1", "qm8700") + BODY
    text += "interfaces:\n  - name: mgmt0\n    type: 1000base-t\n" + ports(
        40, "200gbase-x-qsfp56", "IB1/{}"
    )
    found = read(text, "qm8700.yml", "Mellanox")
    kinds = {group.name: (group.kind, group.count, group.cages) for group in found.only.ports}
    assert kinds == {"management": ("ethernet", 1, None), "fabric": ("infiniband", 40, None)}
    found.one("management")


def test_quirk_16_an_ethernet_switch_of_the_same_maker_stays_one(read):
    text = HEAD.replace("Acme", "Nvidia").replace("Box 1", "SN5600") + BODY
    found = read(
        text + "interfaces:\n" + ports(64, "800gbase-x-osfp", "swp{}"), "SN5600.yaml", "Nvidia"
    )
    assert [group.kind for group in found.only.ports] == ["ethernet"]
    assert not found.said("infiniband")


def test_quirk_17_two_ports_share_a_cage(read):
    text = HEAD.replace("Acme", "Nvidia").replace("Box 1", "QM9700") + BODY
    (group,) = read(text + twins(32), "QM9700.yaml", "Nvidia").only.ports
    assert (group.count, group.cages, group.connector) == (64, 32, "OSFP twin-port")


def test_quirk_17_a_list_with_gaps(read):
    text = HEAD.replace("Acme", "Nvidia").replace("Box 1", "QM9700") + BODY
    found = read(text + twins(32, ("P22.1", "P23.0")), "QM9700.yaml", "Nvidia")
    (group,) = found.only.ports
    assert (group.count, group.cages) == (62, 32)
    assert "P22, P23" in found.one("cage-gap").what


def test_quirk_17_cages_filed_as_one_port(read):
    found = read(HEAD + BODY + "interfaces:\n" + ports(64, "800gbase-x-osfp", "swp{}"))
    (group,) = found.only.ports
    assert (group.count, group.cages) == (64, None)
    assert "64 cages of 800 Gb/s" in found.one("cages").what


def test_quirk_17_a_fabric_manager_port_is_no_fabric(read):
    text = HEAD + BODY + "interfaces:\n  - name: fnm1\n    type: infiniband-xdr\n"
    text += "".join(
        f"  - name: sw{c}p{p}\n    type: infiniband-xdr\n" for c in range(1, 73) for p in (1, 2)
    )
    groups = {group.name: (group.count, group.cages) for group in read(text).only.ports}
    assert groups == {"fabric-manager": (1, None), "fabric": (144, 72)}


def test_interfaces_become_groups(read):
    text = (
        "interfaces:\n"
        + ports(1, "1000base-t", "eth{}", "    mgmt_only: true\n")
        + ports(48, "25gbase-x-sfp28", "swp{}")
        + ports(8, "100gbase-x-qsfp28", "up{}")
        + ports(2, "virtual", "vlan{}")
        + ports(3, "warpdrive", "w{}")
    )
    found = read(HEAD + BODY + text)
    groups = {g.name: (g.purpose, g.rate_gbps, g.count, g.connector) for g in found.only.ports}
    assert groups == {
        "management": ("out-of-band", 1, 1, "RJ45"),
        "fabric": ("fabric", 25, 48, "SFP28"),
        "uplink": ("uplink", 100, 8, "QSFP28"),
    }
    assert "2 x virtual" in found.one("ports-left-out").what
    assert "'warpdrive'" in found.one("interface-type").what


def test_what_ports_of_a_server_are_for_stays_open(read):
    text = "interfaces:\n" + ports(1, "1000base-t", "BMC") + ports(8, "400gbase-x-qsfp112", "eth{}")
    purposes = {group.purpose for group in read(HEAD + BODY + text).only.ports}
    assert purposes == {"out-of-band", "other"}


@pytest.mark.parametrize(
    ("kind", "gbps", "connector"),
    [
        ("100base-tx", 0.1, "RJ45"),
        ("100base-t1", 0.1, "RJ45"),
        ("100base-fx", 0.1, "LC"),
        ("100base-lfx", 0.1, "LC"),
        ("1000base-t", 1, "RJ45"),
        ("1000base-x-sfp", 1, "SFP"),
        ("1000base-x-gbic", 1, "GBIC"),
        ("2.5gbase-t", 2.5, "RJ45"),
        ("10gbase-x-sfpp", 10, "SFP+"),
        ("10gbase-x-xfp", 10, "XFP"),
        ("25gbase-x-sfp28", 25, "SFP28"),
        ("40gbase-x-qsfpp", 40, "QSFP+"),
        ("50gbase-x-sfp56", 50, "SFP56"),
        ("100gbase-x-cfp2", 100, "CFP2"),
        ("100gbase-x-cxp", 100, "CXP"),
        ("100gbase-x-cpak", 100, "CPAK"),
        ("100gbase-x-dsfp", 100, "DSFP"),
        ("100gbase-x-sfpdd", 100, "SFP-DD"),
        ("400gbase-x-cdfp", 400, "CDFP"),
        ("400gbase-x-qsfpdd", 400, "QSFP-DD"),
        ("400gbase-x-osfp-rhs", 400, "OSFP-RHS"),
        ("800gbase-x-osfp", 800, "OSFP"),
        ("1.6tbase-x-osfp1600", 1600, "OSFP1600"),
        ("infiniband-ndr", 400, ""),
    ],
)
def test_a_type_says_rate_and_connector(read, kind: str, gbps: float, connector: str):
    (group,) = read(HEAD + BODY + "interfaces:\n" + ports(1, kind)).only.ports
    assert (group.rate_gbps, group.connector) == (gbps, connector)
    assert group.kind == ("infiniband" if kind.startswith("inf") else "ethernet")


@pytest.mark.parametrize(
    ("kind", "code", "said"),
    [
        *((kind, "ports-left-out", f"interfaces left out: 2 x {kind}") for kind in (
            "virtual", "bridge", "lag", "other", "other-wireless", "ieee802.11ax", "lte", "5g",
            "sonet-oc3", "32gfc-sfp28", "t1", "xdsl", "gpon", "cisco-stackwise", "10gbase-cx4",
            "10gbase-kr", "100gbase-kp4", "25gbase-kr")),
        *((kind, "interface-type", f"interface type {kind!r} is not known; left out") for kind in (
            "warpdrive", "infiniband-zdr", "100gbase-x-nothing", "10gbase-zx9")),
    ],
)  # fmt: skip
def test_a_type_that_is_no_network_port_is_left_out(read, kind: str, code: str, said: str):
    found = read(HEAD + BODY + "interfaces:\n" + ports(2, kind))
    assert found.only.ports == ()
    assert found.one(code).what == said
    other = {"ports-left-out", "interface-type"} - {code}
    assert not other & found.codes


def test_six_types_are_named_and_the_others_not(read):
    left = ("virtual", "bridge", "lag", "other", "lte", "4g", "5g")
    text = "".join(ports(9 - n, kind) for n, kind in enumerate(left))
    text += "".join(ports(1, f"x-drive-{n}") for n in range(8))
    found = read(HEAD + BODY + "interfaces:\n" + text)
    assert found.one("ports-left-out").what == (
        "interfaces left out: 9 x virtual, 8 x bridge, 7 x lag, 6 x other, 5 x lte, 4 x 4g"
    )
    assert [f.what[16:25] for f in found.said("interface-type")] == [
        f"x-drive-{n}" for n in range(6)
    ]


@pytest.mark.parametrize(
    ("name", "kind", "extra", "is_management", "is_by_name"),
    [
        ("mgmt0", "1000base-t", "", True, True),
        ("mgmt0", "10gbase-x-sfpp", "", True, True),
        ("mgmt0", "25gbase-x-sfp28", "", False, False),
        ("mgmt0", "25gbase-x-sfp28", "    mgmt_only: true\n", True, False),
        ("mgmt0", "25gbase-x-sfp28", "    mgmt_only: false\n", False, False),
        ("mgmt0", "1000base-t", "    mgmt_only: true\n", True, False),
        ("eth0", "1000base-t", "    mgmt_only: true\n", True, False),
        ("eth0", "1000base-t", "", False, False),
        ("managementish", "1000base-t", "", False, False),
        ("iDRAC 9", "1000base-t", "", True, True),
    ],
)
def test_management_is_what_the_file_says_or_a_slow_port_of_that_name(
    read, name: str, kind: str, extra: str, is_management: bool, is_by_name: bool
):
    found = read(HEAD + BODY + "interfaces:\n" + ports(1, kind, name, extra))
    (group,) = found.only.ports
    assert (group.purpose == "out-of-band") == is_management
    said = f"{name} taken for management by name; mgmt_only is not filed"
    assert [f.what for f in found.said("management")] == [said] * is_by_name


def test_four_management_ports_are_named(read):
    found = read(HEAD + BODY + "interfaces:\n" + ports(5, "1000base-t", "ma{}"))
    assert found.one("management").what == (
        "ma1, ma2, ma3, ma4 taken for management by name; mgmt_only is not filed"
    )


@pytest.mark.parametrize(
    ("maker", "model", "kind", "is_management"),
    [
        ("Nvidia", "SN5600", "1000base-t", True),
        ("Nvidia", "SN5600", "1000base-x-sfp", False),
        ("Nvidia", "Box", "1000base-t", False),
        ("Acme", "SN5600", "1000base-t", False),
    ],
)
def test_eth0_is_management_on_copper_of_nvidias_switches(
    read, maker: str, model: str, kind: str, is_management: bool
):
    text = HEAD.replace("Acme", maker).replace("Box 1", model) + BODY + "interfaces:\n"
    (group,) = read(text + ports(1, kind, "eth0")).only.ports
    assert (group.purpose == "out-of-band") == is_management


@pytest.mark.parametrize(
    ("maker", "model", "name", "kind", "extra", "held"),
    [
        ("Nvidia", "QM9700", "p1", "400gbase-x-osfp", "", "infiniband"),
        ("Nvidia", "QM9700", "p1", "1000base-t", "", "ethernet"),
        ("Nvidia", "QM9700", "p1", "400gbase-x-osfp", "    mgmt_only: true\n", "ethernet"),
        ("Acme", "QM9700", "p1", "400gbase-x-osfp", "", "ethernet"),
        ("Acme", "Box", "ib0", "200gbase-x-qsfp56", "", "infiniband"),
        ("Acme", "Box", "ib0", "1000base-t", "", "ethernet"),
    ],
)
def test_ports_are_infiniband_by_the_switch_or_by_their_name(
    read, maker: str, model: str, name: str, kind: str, extra: str, held: str
):
    text = HEAD.replace("Acme", maker).replace("Box 1", model) + BODY + "interfaces:\n"
    found = read(text + ports(1, kind, name, extra))
    assert [group.kind for group in found.only.ports] == [held]
    known_by = model if model == "QM9700" else "their names"
    said = f"1 ports filed as {kind} are InfiniBand by {known_by}"
    assert [f.what for f in found.said("infiniband")] == [said] * (held == "infiniband")


@pytest.mark.parametrize(
    ("kind", "names", "cages"),
    [
        ("400gbase-x-osfp", ["1/1", "1/2", "2/1", "2/2"], 2),
        ("200gbase-x-osfp", ["1/1", "1/2", "2/1", "2/2"], 2),
        ("100gbase-x-osfp", ["1/1", "1/2", "2/1", "2/2"], None),
        ("400gbase-x-qsfpdd", ["1p1", "1p2", "2p1", "2p2"], None),
        ("400gbase-x-osfp", ["1p1", "1p2", "2p1"], None),
        ("400gbase-x-osfp", ["1p1", "1p2", "2p1", "3p1"], 3),
        ("400gbase-x-osfp", ["1p1", "1p2", "1p3", "2p1"], None),
        ("400gbase-x-osfp", ["1p1", "2p1", "3p1", "4p1"], None),
        ("400gbase-x-osfp", ["1p1", "1p2", "2p1", "x"], None),
        ("infiniband-ndr", ["1p1", "1p2", "2p1", "2p2"], 2),
        ("infiniband-edr", ["1p1", "1p2", "2p1", "2p2"], None),
    ],
)
def test_two_ports_to_a_cage_by_their_names(read, kind: str, names: list[str], cages: int | None):
    listed = "".join(f"  - name: {name}\n    type: {kind}\n" for name in names)
    found = read(HEAD + BODY + "interfaces:\n" + listed)
    (group,) = found.only.ports
    assert (group.count, group.cages) == (len(names), cages)
    assert (group.connector == "OSFP twin-port") == (cages is not None)
    said = f"{len(names)} ports in {cages} twin-port cages"
    assert [f.what for f in found.said("cages")] == ([said] if cages else [])


@pytest.mark.parametrize(
    ("kind", "is_said"),
    [("800gbase-x-osfp", True), ("400gbase-x-osfp", False), ("800gbase-x-qsfpdd", False),
     ("infiniband-xdr", False)],
)  # fmt: skip
def test_cages_of_800g_filed_as_one_port_each_are_said(read, kind: str, is_said: bool):
    found = read(HEAD + BODY + "interfaces:\n" + ports(4, kind, "swp{}"))
    said = "4 cages of 800 Gb/s filed as one port each; a twin-port module makes two of each"
    assert [f.what for f in found.said("cages")] == [said] * is_said


@pytest.mark.parametrize(
    ("single", "said"),
    [(0, None), (1, "P0"), (4, "P0, P1, P2, P3"), (5, "P0, P1, P2, P3 and 1 more")],
)
def test_four_cages_with_a_gap_are_named(read, single: int, said: str | None):
    found = read(HEAD + BODY + twins(8, tuple(f"P{n}.1" for n in range(single))))
    words = f"only one of two ports filed for {said}: the list has gaps"
    assert [f.what for f in found.said("cage-gap")] == ([words] if said else [])


def test_the_most_numerous_ports_of_a_switch_are_its_fabric_the_faster_of_equals(read):
    text = HEAD.replace("Box 1", "Nexus 1") + BODY + "interfaces:\n"
    text += ports(8, "25gbase-x-sfp28", "a{}") + ports(8, "100gbase-x-qsfp28", "b{}")
    text += ports(8, "10gbase-x-sfpp", "c{}") + ports(
        9, "1000base-t", "d{}", "    mgmt_only: yes\n"
    )
    groups = {g.name: (g.purpose, g.rate_gbps, g.count) for g in read(text).only.ports}
    assert groups == {
        "management": ("out-of-band", 1, 9),
        "fabric": ("fabric", 100, 8),
        "25g-sfp28": ("other", 25, 8),
        "10g-sfp": ("other", 10, 8),
    }


def test_groups_of_one_name_are_numbered(read):
    text = "interfaces:\n" + ports(1, "1000base-t", "mgmt{}") + ports(1, "100base-tx", "mgmt{}")
    names = [group.name for group in read(HEAD + BODY + text).only.ports]
    assert names == ["management", "management-2"]


def test_what_else_a_device_connects_is_counted():
    table = parse(
        b"interfaces:\n- {name: a, type: ieee802.11ax}\n- {name: b, type: other-wireless}\n"
        b"- {name: c, type: 32gfc-sfp28}\n- {name: d, type: virtual}\n"
        b"- {name: e, type: 1000base-t, mgmt_only: true}\n- {name: f, type: 1000base-t}\n"
    )
    found = read_interfaces(Fields(table, Notes("x")), "Acme", "Box")
    assert (found.wireless, found.fibre_channel, found.data_ports) == (2, 1, 1)
    assert [group.names for group in found.groups] == [["e"], ["f"]]
    assert found.most() is found.groups[1]
    assert Interfaces().most() is None
