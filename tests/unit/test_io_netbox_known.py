"""Which part of a catalogue a device type is: by maker and by model or part number."""

from typing import Any

import pytest

from designer.catalog.part import Part
from designer.io.netbox.known import Known, KnownParts, maker_key, model_key


def part(part_id: str, vendor: str, name: str, **fields: Any) -> Part:
    return Part.model_validate(
        {"id": part_id, "kind": "switch", "vendor": vendor, "name": name, **fields}
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("NVIDIA", "Mellanox"),
        ("NVIDIA", "Nvidia Corporation"),
        ("HPE", "Hewlett Packard Enterprise"),
        ("Dell", "Dell EMC"),
        ("DDN", "DataDirect Networks"),
        ("Palo Alto Networks", "Palo Alto"),
        ("Acme", "ACME, Inc."),
    ],
)
def test_makers_of_several_names(one: str, other: str):
    assert maker_key(one) == maker_key(other)


def test_other_makers_are_others():
    assert maker_key("Acme") != maker_key("Acme Networks")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("AP9999 400 V 32 A 3-phase", "AP9999"),
        ("7060X9-64PE", "DCS-7060X9-64PE"),
        ("Nexus 9999D-GX9", "N9K-C9999D-GX9"),
        ("PowerSwitch Z9999F-ON", "Z9999F-ON"),
        ("SN9999", "MSN9999"),
        ("NetShelter SX AR9999", "AR9999"),
        ("Quantum-X800 Q9999-RA", "Q9999-RA"),
        ("MX999 (MX999-PREM)", "MX999"),
        ("FortiGate 9999F", "FG-9999F"),
        ("PDU C9WG 208 V 30 A, 2U".replace("PDU ", ""), "c9wg"),
    ],
)
def test_models_with_and_without_what_stands_beside_them(one: str, other: str):
    assert model_key(one) == model_key(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ThinkSystem SR999 V4", "ThinkSystem SR999 V3"),
        ("ProLiant DL999 Gen12", "ProLiant DL999 Gen9"),
        ("PowerEdge R999", "PowerEdge R999xd"),
        ("SN9999", "SN9999C"),
    ],
)
def test_models_that_differ_by_a_letter_are_others(one: str, other: str):
    assert model_key(one) != model_key(other)


@pytest.mark.parametrize("name", ["Rack 42U 600 × 1200", "Lustre", "UPS", "R9"])
def test_what_is_no_model_is_known_by_nothing(name: str):
    assert model_key(name) == ""


def test_a_device_is_a_part_by_model_alias_or_part_number():
    parts = [
        part("a", "NVIDIA", "SN9999", aliases=["PN-1234"]),
        part("b", "Acme", "SN9999"),
        part("c", "generic", "SN9999"),
    ]
    index = KnownParts(parts)
    assert index.of(part("x", "Mellanox", "MSN9999")) == Known(parts[0], by_name=True)
    assert index.of(part("x", "Nvidia", "Switch", aliases=["SN9999"])) == Known(parts[0])
    assert index.of(part("x", "Nvidia", "PN-1234")) == Known(parts[0], by_name=True)
    assert index.of(part("x", "Nobody", "SN9999")) == Known()
    assert index.of(part("x", "generic", "SN9999")) == Known()


def test_what_is_several_parts_is_none_of_them():
    parts = [part("a", "Acme", "X9999"), part("b", "Acme", "X9999 400 V")]
    assert KnownParts(parts).of(part("x", "Acme", "X9999")) == Known(near=("a", "b"))


def test_a_chassis_is_not_what_is_sold_with_gpus_in_it():
    parts = [part("a", "Acme", "X9999 with HGX H100"), part("b", "Acme", "X8888 with 8 × L40S")]
    index = KnownParts(parts)
    assert index.of(part("x", "Acme", "X9999")) == Known(near=("a",))
    assert index.of(part("x", "Acme", "X8888")) == Known(near=("b",))
