"""Which kind of part a device is: a guess with its reason."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from designer.io.netbox.groups import Group, Interfaces
from designer.io.netbox.kinds import Looks, guess
from tests.helpers.netbox_types import BODY, HEAD, Read, ports, reader


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Read]:
    return reader(tmp_path)


def test_quirk_2_0u_without_outlets_is_no_pdu(read):
    found = read(HEAD + BODY.replace("u_height: 1", "u_height: 0"))
    assert found.only.kind == "appliance"
    assert "no PDU" in found.one("kind").what


def test_quirk_2_an_access_point_is_no_pdu(read):
    text = BODY.replace("u_height: 1", "u_height: 0") + "interfaces:\n" + ports(1, "ieee802.11ax")
    assert read(HEAD + text).only.kind == "appliance"


def test_a_server_with_the_ports_of_a_switch(read):
    text = (HEAD + BODY).replace("Box 1", "DGX A100") + "interfaces:\n"
    found = read(text + ports(28, "100gbase-x-qsfp28") + ports(8, "400gbase-x-qsfpdd", "Up{}"))
    assert "36 network ports on a node" in found.one("many-ports").what


def test_a_gpu_server_is_a_node_and_its_bays_are_counted(read):
    bays = "module-bays:\n" + "".join(
        f"  - name: GPU 0{n}\n    position: GPU Slot {n}\n" for n in range(8)
    )
    found = read(HEAD + BODY + bays)
    assert (found.only.kind, found.only.gpus, found.only.nodes) == ("node", 8, 1)
    found.one("gpu-bays")


def test_a_gpu_server_without_bays_has_no_known_gpus(read):
    found = read((HEAD + BODY).replace("Box 1", "DGX B200"))
    assert (found.only.kind, found.only.gpus) == ("node", None)
    found.one("gpus-unknown")


@pytest.mark.parametrize(
    ("maker", "model", "text", "kind"),
    [
        ("Arista", "DCS-7060X6-64PE", "", "switch"),
        ("VAST Data", "CBox SMC Gen6", "", "storage"),
        ("Dell", "PowerEdge R760", "", "server"),
        ("Dell", "PowerEdge XE9680", "", "node"),
        ("Nvidia", "DGX Spark", "", "appliance"),
        ("Nvidia", "NVLink-5-Switch", "", "switch"),
        ("Supermicro", "LCS-SCDU-250L4001", "", "appliance"),
        ("Nobody", "Console Server", "console-server-ports:\n" + ports(8, "rj-45"), "appliance"),
        ("Nobody", "X", "interfaces:\n" + ports(1, "1000base-t", "iDRAC"), "server"),
        ("Nobody", "X", "interfaces:\n" + ports(24, "10gbase-x-sfpp"), "switch"),
        ("Nobody", "X", "", "appliance"),
    ],
)
def test_kinds_are_guessed_and_the_guess_is_said(
    read, maker: str, model: str, text: str, kind: str
):
    found = read((HEAD + BODY).replace("Acme", maker, 1).replace("Box 1", model) + text)
    assert found.only.kind == kind
    article = "an" if kind == "appliance" else "a"
    assert re.match(rf"taken for {article} {kind}(?: \([a-z ]+\))?: ", found.one("kind").what)


def looks(**changed) -> Looks:
    """Return a device of which nothing is said but what is given; ports as `{names: group}`."""
    ports_of = changed.pop("ports", ())
    plain = {
        "maker": "Nobody", "words": "Box 1", "comments": "", "role": "", "half_u": 2,
        "outlets": 0, "loose": False, "consoles": 0, "gpu_bays": 0,
        "interfaces": Interfaces([*ports_of], **changed.pop("others", {})),
    }  # fmt: skip
    return Looks(**plain | changed)


def alike(count: int, name: str = "Ethernet{}", management: bool = False) -> Group:
    names = [name.format(number) for number in range(1, count + 1)]
    return Group("ethernet", 25, "SFP28", management, names)


UPS = "its outlets are a UPS's"
TRANSFER = "its outlets are a transfer switch's, which is no feed of its own"
NOTHING = "nothing says what it is"


@pytest.mark.parametrize(
    ("changed", "kind", "why"),
    [
        ({}, "appliance", NOTHING),
        # Outlets, with four network ports at most.
        ({"outlets": 1}, "rack-pdu", "it has 1 outlet"),
        ({"outlets": 24, "ports": [alike(4)]}, "rack-pdu", "it has 24 outlets"),
        ({"outlets": 24, "ports": [alike(5)]}, "appliance", NOTHING),
        ({"outlets": 24, "ports": [alike(9, management=True)]}, "rack-pdu", "it has 24 outlets"),
        ({"outlets": 2, "words": "Rack ATS"}, "appliance", TRANSFER),
        ({"outlets": 2, "comments": "a PDU with transfer switch"}, "appliance", TRANSFER),
        ({"outlets": 8, "words": "Smart-UPS"}, "ups", UPS),
        ({"outlets": 8, "comments": "with battery"}, "ups", UPS),
        ({"outlets": 8, "comments": "PDU behind a UPS"}, "rack-pdu", "it has 8 outlets"),
        ({"outlets": 8, "words": "PDU 8", "comments": "for a UPS"}, "rack-pdu", "it has 8 outlets"),
        ({"outlets": 8, "loose": True}, "appliance",
         "its inlets share its outlets: a transfer switch, no feed of its own"),
        ({"words": "Rack ATS"}, "appliance", NOTHING),
        # What a name, a port or a bay says, the earlier before the later.
        ({"words": "Row CDU, Catalyst"}, "appliance",
         "cdu says cooling, and what it removes is not filed"),
        ({"consoles": 3, "words": "Catalyst"}, "switch", "catalyst is a family of switches"),
        ({"consoles": 4, "words": "Catalyst"}, "appliance",
         "it has 4 ports for other devices' consoles"),
        ({"consoles": 8, "words": "Catalyst", "ports": [alike(8)]}, "switch",
         "catalyst is a family of switches"),
        ({"consoles": 48}, "appliance", "it has 48 ports for other devices' consoles"),
        ({"others": {"wireless": 1}, "words": "Catalyst"}, "appliance", "it has radio interfaces"),
        ({"words": "Nexus 9000 with HGX"}, "switch", "nexus is a family of switches"),
        ({"words": "HGX 1", "gpu_bays": 8}, "node", "hgx is a family of GPU servers"),
        ({"gpu_bays": 4}, "node", "it has 4 GPU bays"),
        ({"gpu_bays": 3}, "appliance", NOTHING),
        ({"gpus": 4}, "node", "its text names 4 GPUs"),
        ({"gpus": 3}, "appliance", NOTHING),
        ({"role": "child", "words": "10Gb LOM"}, "nic", "lom is an adapter in another device"),
        ({"role": "parent", "words": "10Gb LOM"}, "appliance", NOTHING),
        ({"role": "child"}, "appliance", NOTHING),
        ({"maker": "WEKA"}, "storage", "its maker or its name says storage"),
        ({"words": "PowerVault 5"}, "storage", "its maker or its name says storage"),
        ({"words": "PowerEdge 5"}, "server", "poweredge is a name of servers"),
        # Ports alike: four of a maker of switches, sixteen of anybody.
        ({"maker": "Cisco", "ports": [alike(4)]}, "switch",
         "4 ports alike from a maker of switches"),
        ({"maker": "Cisco", "ports": [alike(3)]}, "appliance", NOTHING),
        ({"ports": [alike(15)]}, "appliance", NOTHING),
        ({"ports": [alike(16)]}, "switch", "it has 16 ports alike"),
        ({"ports": [alike(16, management=True)]}, "appliance", NOTHING),
        ({"ports": [alike(24), alike(1, "iLO", management=True)]}, "server",
         "it has a management port iLO"),
        ({"others": {"fibre_channel": 16}}, "appliance",
         "its ports are Fibre Channel, of which a plan makes no fabric"),
        ({"others": {"fibre_channel": 15}}, "appliance", NOTHING),
        ({"maker": "Supermicro"}, "server", "its maker makes servers"),
        ({"half_u": 0}, "appliance",
         "0U without outlets: an access point, a desktop or a small box, no PDU"),
        ({"half_u": 1}, "appliance", NOTHING),
        ({"half_u": 0, "role": "child"}, "appliance", NOTHING),
    ],
)  # fmt: skip
def test_what_decides_a_kind(changed, kind: str, why: str):
    assert guess(looks(**changed))[:2] == (kind, why)


@pytest.mark.parametrize(
    ("bays", "kind", "gpus"),
    [
        (["GPU 1", "GPU 2", "GPU 3"], "appliance", None),
        (["GPU 1", "GPU 2", "GPU 3", "PSU 1"], "appliance", None),
        (["GPU 1", "GPU 2", "GPU 3", "gpu_4"], "node", 4),
    ],
)
def test_four_bays_named_after_gpus_make_a_node(read, bays: list[str], kind: str, gpus: int | None):
    text = "module-bays:\n" + "".join(f"  - name: {bay}\n" for bay in bays)
    part = read(HEAD + BODY + text).only
    assert (part.kind, part.gpus) == (kind, gpus)
    assert part.nodes == (1 if kind == "node" else None)


@pytest.mark.parametrize(("count", "is_doubted"), [(20, False), (21, True)])
def test_more_than_twenty_ports_on_a_server_are_doubted(read, count: int, is_doubted: bool):
    text = (HEAD + BODY).replace("Box 1", "PowerEdge 1") + "interfaces:\n"
    found = read(text + ports(count, "25gbase-x-sfp28"))
    said = [(finding.what, finding.mend) for finding in found.said("many-ports")]
    words = (f"{count} network ports on a server", "check the list; it may be a switch's")
    assert said == [words] * is_doubted


def test_a_switch_may_have_any_number_of_ports(read):
    text = (HEAD + BODY).replace("Box 1", "Nexus 1") + "interfaces:\n"
    assert not read(text + ports(64, "25gbase-x-sfp28")).said("many-ports")
    assert read(text + ports(64, "25gbase-x-sfp28")).only.gpus is None
