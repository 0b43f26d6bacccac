"""What files of the public library write beside its schema, and what is made of it.

Each test holds one habit of its files in a device of our own: null for what is unset, amps in
comments, outlets that take two plugs, ports of a switch's own Linux, parents without bays.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from designer.catalog.part import Part
from designer.catalog.vetting import entry_problems
from designer.io.netbox.gpus import GpuNames, gpus_in
from designer.io.netbox.inlets import inlet_of, plausible_w
from designer.io.netbox.walk import import_path

PLAIN = "airflow: front-to-rear\nweight: 10\nweight_unit: kg\n"
FULL = f"u_height: 1\nis_full_depth: true\n{PLAIN}"

Import = Callable[..., tuple[Part, dict[str, list[str]]]]


def device(maker: str = "Acme", model: str = "Box 1", body: str = FULL) -> str:
    return f"manufacturer: {maker}\nmodel: {model}\nslug: box-1\n{body}"


def ports(count: int, kind: str, name: str, extra: str = "") -> str:
    return "".join(
        f"  - name: {name.format(n)}\n    type: {kind}\n{extra}" for n in range(1, count + 1)
    )


def strip(inlet: str, outlets: str, text: str = "", draw: str = "") -> str:
    return (
        device(body=f"u_height: 0\nis_full_depth: false\n{PLAIN}{text}")
        + f"power-ports:\n  - name: In\n    type: {inlet}\n{draw}power-outlets:\n{outlets}"
    )


C13 = ports(6, "iec-60320-c13", "Out {}")


@pytest.fixture
def read(tmp_path: Path) -> Import:
    def import_text(text: str, folder: str = "device-types") -> tuple[Part, dict[str, list[str]]]:
        path = tmp_path / folder / "Acme" / "Box-1.yaml"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        imported = import_path(path)
        (part,) = imported.parts
        assert list(entry_problems(part, lambda *_: "here")) == []
        said: dict[str, list[str]] = {}
        for problem in imported.files[0].problems:
            said.setdefault(problem.code, []).append(problem.what)
        return part, said

    return import_text


def test_null_is_unset_and_no_bad_value(read: Import) -> None:
    unset = "u_height: 2\nis_full_depth: null\nairflow: null\nweight: null\nweight_unit: ''\n"
    supply = "power-ports:\n  - name: A\n    type: iec-60320-c14\n    maximum_draw: null\n"
    supply += "    allocated_draw: ~\nconsole-ports: null\n"
    part, said = read(device(body=unset) + supply)
    assert "bad-value" not in said
    assert (part.mass_kg, part.psu.rating_w if part.psu else 0) == (None, None)
    assert {"weight", "airflow", "depth", "power-unknown"} <= set(said)


def test_null_in_quotes_is_a_text(read: Import) -> None:
    _, said = read(device(body=FULL.replace("weight: 10", "weight: 'null'")))
    assert said["bad-value"] == ["weight is 'null', no number; left out"]


def test_a_child_without_a_height_takes_no_space(read: Import) -> None:
    part, said = read(device(body=f"subdevice_role: child\n{PLAIN}"))
    assert part.height_half_u == 0
    assert "child" in said
    assert "depth" not in said, "what takes no space has no depth to ask for"


def test_a_parent_without_bays_is_a_device_of_its_own(read: Import) -> None:
    part, said = read(device(body=f"{FULL}subdevice_role: parent\n"))
    assert said["parent"] == [
        "filed as a parent, but has no bays for devices: taken for a device of its own"
    ]
    assert "Parent" not in part.note


def test_bays_for_drives_are_known_by_their_labels(read: Import) -> None:
    bays = "".join(f"  - name: {n}\n    label: NVMe Slot {n}\n" for n in range(1, 5))
    _, said = read(device(body=f"{FULL}subdevice_role: parent\ndevice-bays:\n{bays}"))
    assert said["drive-bays"] == ["4 device bays are for drives, not for devices"]
    assert "parent" not in said


@pytest.mark.parametrize("model", ["SN3999", "QM9799", "Q3499-RA", "NVLink 9 Switch"])
def test_eth0_of_nvidias_switches_is_no_port_of_the_fabric(read: Import, model: str) -> None:
    listed = "interfaces:\n  - name: eth0\n    type: 1000base-t\n"
    part, said = read(device("Nvidia", model) + listed + ports(8, "1000base-t", "swp{}"))
    assert {group.name: group.count for group in part.ports} == {"management": 1, "fabric": 8}
    assert said["management"][0].startswith("eth0 taken for management by name")


def test_eth0_of_a_node_stays_a_port(read: Import) -> None:
    part, _ = read(
        device("Nvidia", "DGX X1") + "interfaces:\n  - name: eth0\n    type: 1000base-t\n"
    )
    assert [group.purpose for group in part.ports] == ["in-band"]


def test_plus_in_a_type_is_a_p(read: Import) -> None:
    listed = "interfaces:\n" + ports(12, "56gbase-x-qsfp+", "IB1/{}")
    part, said = read(device("Mellanox", "SX6099") + listed)
    (group,) = part.ports
    assert (group.kind, group.rate_gbps, group.connector) == ("infiniband", 56, "QSFP+")
    assert "interface-type" not in said


def test_ports_named_after_sas_and_fibre_channel_are_no_network(read: Import) -> None:
    listed = "interfaces:\n" + ports(2, "10gbase-x-sfpp", "ETH {}")
    listed += ports(4, "40gbase-x-qsfpp", "SAS {}") + ports(2, "10gbase-x-sfpp", "FC 0/{}")
    part, said = read(device("Pure Storage") + listed)
    assert [(group.rate_gbps, group.count) for group in part.ports] == [(10, 2)]
    assert said["ports-left-out"] == [
        "interfaces left out: 4 x 40gbase-x-qsfpp named SAS, 2 x 10gbase-x-sfpp named FC"
    ]


@pytest.mark.parametrize(
    ("maker", "model", "kind"),
    [
        ("Lenovo", "ThinkSystem SR680a V9", "node"),
        ("Lenovo", "ThinkSystem SR675 V9", "node"),
        ("Lenovo", "ThinkSystem SD650-N V9", "node"),
        ("Lenovo", "ThinkSystem SR650 V9", "server"),
        ("Lenovo", "ThinkSystem DE4999H", "storage"),
        ("Dell", "EMC MD1499", "storage"),
        ("HPE", "Alletra 6999", "storage"),
        ("Supermicro", "AS-4125GS-X", "node"),
        ("Supermicro", "SYS-4029GP-X", "node"),
        ("Supermicro", "SYS-1029P-X", "server"),
    ],
)
def test_families_met_in_the_library(read: Import, maker: str, model: str, kind: str) -> None:
    part, _ = read(device(maker, model))
    assert part.kind == kind


def test_an_adapter_in_a_server_is_no_server(read: Import) -> None:
    body = f"u_height: 0\nsubdevice_role: child\n{PLAIN}interfaces:\n"
    part, _ = read(
        device("Lenovo", "ThinkSystem 10Gb LOM", body) + ports(2, "10gbase-x-sfpp", "{}")
    )
    assert part.kind == "nic"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("8U server, 8x Instinct OAM GPUs, two CPUs", 8),
        ("4x B999 GPU", 4),
        ("GPUs: 8 Acme A9 GPUs, 80GB each", 8),
        ("holds 4 GPUs or 8 GPUs", None),
        ("a server", None),
        ("HGX 1 8x SXM9 GPUs", 8),
        ("12 drives. GPUs on request", None),
    ],
)
def test_gpus_that_a_text_names(text: str, number: int | None) -> None:
    assert gpus_in(text, GpuNames()).named == number


def test_gpus_that_a_text_names_are_told_but_not_taken(read: Import) -> None:
    part, said = read(device("Acme", "HGX 1", f"description: 8x SXM9 GPUs\n{FULL}"))
    assert part.gpus is None
    assert said["gpus-unknown"] == ["how many GPUs it holds is not filed; its text names 8"]


@pytest.mark.parametrize(
    ("inlet", "text", "volts", "amps", "phases"),
    [
        ("iec-60309-p-n-e-6h", "comments: PDU, 7.4kW 230V 32A, 12 C13", 230, 32, 1),
        ("iec-60309-2p-e-6h", "comments: Rack PDU, 7.4kVA, 230V, (18) C13", 230, 32, 1),
        ("iec-60309-3p-n-e-6h", "description: 400V 3 phase, 11kVA, 230V output", 400, 16, 3),
        ("iec-60309-3p-e-9h", "comments: Switched, 60A, 208V", 208, 60, 3),
        ("iec-60320-c20", "comments: Metered, 16A, 230V", 230, 16, 1),
    ],
)  # fmt: skip
def test_amps_and_volts_in_comments(
    read: Import, inlet: str, text: str, volts: float, amps: float, phases: int
) -> None:
    part, said = read(strip(inlet, C13, f"{text}\n"))
    assert part.pdu is not None
    assert (part.pdu.volts, part.pdu.amps, part.pdu.phases) == (volts, amps, phases)
    assert "and its own text" in said["pdu-derived"][0]
    assert part.provenance[0].kind == "derived"


@pytest.mark.parametrize(
    "text",
    [
        "comments: 16A, 120-248V",
        "comments: 16A, 200/208V",
        "comments: 208V in, 230V at choice",
        "comments: see https://example.org/pdu/16A/230V/page",
    ],
)
def test_several_voltages_and_links_fix_nothing(read: Import, text: str) -> None:
    part, said = read(strip("iec-60320-c20", C13, f"{text}\n"))
    assert part.pdu is None
    assert "does not fix the volts" in said["pdu-unrated"][0]


def test_outlets_for_both_plugs_leave_the_counts_open(read: Import) -> None:
    part, said = read(strip("nema-l6-30p", C13 + ports(4, "HDOT-Cx", "Both {}")))
    assert part.pdu is not None
    assert (part.pdu.outlets_c13, part.pdu.outlets_c19) == (None, None)
    assert "Outlets: 6 x C13, 4 x for C14 and C20 plugs alike." in part.note
    assert said["outlets"] == ["4 outlets take C14 and C20 plugs alike; no count of each"]


@pytest.mark.parametrize(
    ("inlet", "amps", "differs"),
    [
        ("nema-5-15p", 16, True),
        ("nema-5-20p", 16, False),  # 80 % of 20 A
        ("nema-l6-30p", 30, False),
    ],
)
def test_a_text_that_gainsays_the_inlet(read: Import, inlet: str, amps: int, differs: bool) -> None:
    part, said = read(strip(inlet, C13, f"comments: Switched, {amps}A\n"))
    assert part.pdu is not None
    assert ("pdu-differs" in said) == differs


def test_watts_that_the_inlet_of_a_pdu_cannot_carry(read: Import) -> None:
    _, said = read(strip("iec-60320-c20", C13, draw="    maximum_draw: 7360\n"))
    assert said["pdu-differs"] == ["maximum_draw 7,360 W, but C20 carries at most 4,000 W"]


def test_watts_that_fit_no_plug_at_the_volts_of_the_inlet(read: Import) -> None:
    part, said = read(strip("iec-60309-p-n-e-4h", C13, draw="    maximum_draw: 7360\n"))
    assert part.pdu is None
    assert said["pdu-unrated"][0].endswith("7360 W at 120 V are no size of plug")


@pytest.mark.parametrize(
    ("comments", "why"),
    [
        ("Acme UPS, 3000 VA", "a UPS's"),
        ("Battery-backed power supply", "a UPS's"),
        ("RACK ATS, 230V, 10A, C14 IN", "a transfer switch's"),
        ("Rack Transfer Switch PDU, 16A", "a transfer switch's"),
    ],
)
def test_outlets_that_are_no_feed(read: Import, comments: str, why: str) -> None:
    part, said = read(strip("iec-60320-c20", C13, f"comments: {comments}\n"))
    assert part.kind == ("ups" if "UPS" in why else "appliance")
    assert why in said["kind"][0]


@pytest.mark.parametrize(("name", "why"), [("Source", "a transfer"), ("Battery", "a UPS's")])
def test_several_inlets_for_outlets_that_name_none(read: Import, name: str, why: str) -> None:
    inlets = "power-ports:\n" + ports(2, "iec-60320-c20", f"{name} {{}}")
    part, said = read(device(body=FULL) + f"{inlets}power-outlets:\n{C13}")
    assert part.kind == ("ups" if "UPS" in why else "appliance")
    assert why in said["kind"][0]


def test_several_inlets_each_with_its_outlets_are_a_pdu(read: Import) -> None:
    inlets = "power-ports:\n" + ports(2, "iec-60320-c20", "In {}")
    outlets = ports(4, "iec-60320-c13", "Out {}", "    power_port: In 1\n")
    part, _ = read(device(body=FULL) + f"{inlets}power-outlets:\n{outlets}")
    assert part.kind == "rack-pdu"


def test_bays_for_supplies_called_psm(read: Import) -> None:
    _, said = read(device(body=FULL) + "module-bays:\n  - name: PSM 0\n  - name: PSM 1\n")
    assert said["supply-asked"][0].startswith("2 bays for supplies")


def test_the_batteries_of_a_ups_are_no_supply(read: Import) -> None:
    inlets = "power-ports:\n  - name: Battery connector\n    type: other\n"
    inlets += "  - name: In\n    type: iec-60320-c20\n    maximum_draw: 3000\n"
    part, said = read(device(body=FULL) + inlets)
    assert part.psu is not None
    assert (part.psu.count, part.psu.inlet, part.psu.rating_w) == (1, "C20", 3000)
    assert "supplies-differ" not in said


def test_fibre_channel_is_named_as_the_reason(read: Import) -> None:
    part, said = read(device() + "interfaces:\n" + ports(24, "32gfc-sfp28", "FC port {}"))
    assert part.kind == "appliance"
    assert "Fibre Channel" in said["kind"][0]


def test_faster_copper_beside_copper_is_no_uplink(read: Import) -> None:
    listed = "interfaces:\n" + ports(32, "1000base-t", "ge{}") + ports(16, "2.5gbase-t", "mge{}")
    part, _ = read(device("Juniper", "EX4999") + listed + ports(4, "25gbase-x-sfp28", "et{}"))
    assert [(g.rate_gbps, g.purpose) for g in part.ports] == [
        (1, "fabric"),
        (2.5, "other"),
        (25, "uplink"),
    ]


def test_a_pdu_that_hangs_on_a_ups_is_a_pdu(read: Import) -> None:
    part, _ = read(strip("iec-60320-c20", C13, "comments: Rack PDU behind a UPS\n"))
    assert part.kind == "rack-pdu"


def test_an_inlet_called_by_its_connector_is_the_inlet() -> None:
    assert inlet_of("iec-60320-c13") == inlet_of("iec-60320-c14")
    assert plausible_w("iec-60320-c19") == 4000


@pytest.mark.parametrize(
    ("inlet", "watts"),
    [("nema-5-15p", 1950), ("nema-l6-30p", 7500), ("iec-60320-c14", 2500), ("cs8265c", 12500)],
)
def test_what_an_inlet_can_carry_goes_by_its_own_volts(inlet: str, watts: float) -> None:
    assert plausible_w(inlet) == watts


@pytest.mark.parametrize(("depth", "usable"), [(190, None), (900, 900)])
def test_the_least_depth_of_rails_is_no_usable_depth(
    read: Import, depth: int, usable: int | None
) -> None:
    rack = f"u_height: 42\nouter_depth: 1070\nouter_unit: mm\nmounting_depth: {depth}\n"
    part, said = read(device(body=rack), "rack-types")
    assert part.rack is not None
    assert part.rack.usable_depth_mm == usable
    assert ("bad-value" in said) == (usable is None)
