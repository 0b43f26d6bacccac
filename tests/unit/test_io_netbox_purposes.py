"""What the ports of a host are for, by their names and types."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.helpers.netbox_types import BODY, HEAD, Read, ports, reader


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Read]:
    return reader(tmp_path)


def purposes(found: Read) -> list[tuple[str, int, float]]:
    return [(group.purpose, group.count, group.rate_gbps) for group in found.only.ports]


def node(*listed: str) -> str:
    return (HEAD + BODY).replace("Box 1", "HGX 1") + "interfaces:\n" + "".join(listed)


def test_the_fast_ports_of_a_node_are_for_compute(read):
    found = read(
        node(
            ports(8, "infiniband-ndr", "ib{}"),
            ports(2, "200gbase-x-qsfp56", "slot{}"),
            ports(2, "10gbase-t", "eno{}"),
            ports(1, "1000base-t", "bmc{}"),
        )
    )
    assert purposes(found) == [
        ("compute", 8, 400), ("other", 2, 200), ("in-band", 2, 10), ("out-of-band", 1, 1),
    ]  # fmt: skip
    assert found.one("purpose").what == (
        "ports by their names and types: 8 x 400g-infiniband for compute, 2 x 10g-rj45 for in-band"
    )


def test_names_part_ports_of_one_type(read):
    found = read(
        node(
            ports(8, "400gbase-x-osfp", "gpu{}"),
            ports(2, "400gbase-x-osfp", "storage{}"),
            ports(1, "400gbase-x-osfp", "spare{}"),
        )
    )
    assert purposes(found) == [("compute", 8, 400), ("storage", 2, 400), ("other", 1, 400)]


def test_three_fast_ports_of_a_node_stay_open(read):
    assert purposes(read(node(ports(3, "infiniband-ndr", "ib{}")))) == [("other", 3, 400)]


def test_slow_ports_of_a_node_are_not_for_compute(read):
    assert purposes(read(node(ports(8, "25gbase-x-sfp28", "p{}")))) == [("other", 8, 25)]


def test_a_server_has_no_compute_ports(read):
    text = (HEAD + BODY).replace("Box 1", "PowerEdge 1") + "interfaces:\n"
    found = read(text + ports(8, "100gbase-x-qsfp28", "p{}") + ports(4, "1000base-t", "nic{}"))
    assert purposes(found) == [("other", 8, 100), ("in-band", 4, 1)]


def test_a_storage_system_serves_over_what_is_fast(read):
    text = (HEAD + BODY).replace("Acme", "WEKA", 1) + "interfaces:\n"
    found = read(text + ports(2, "200gbase-x-qsfp56", "e{}") + ports(2, "1000base-t", "m{}"))
    assert purposes(found) == [("storage", 2, 200), ("other", 2, 1)]


@pytest.mark.parametrize("kind", ["Catalyst 1", "Box 1"])
def test_ports_of_what_is_no_host_are_not_asked(read, kind: str):
    text = (HEAD + BODY).replace("Box 1", kind) + "interfaces:\n"
    found = read(text + ports(4, "1000base-t", "storage{}"))
    assert "storage" not in [purpose for purpose, _, _ in purposes(found)]
    assert "purpose" not in found.codes
