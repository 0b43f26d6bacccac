"""Device types with each quirk of the public library become parts that say no more than they know.

The quirks: 1 broken heights, 2 0U that is no PDU, 3 taller than a rack, 4 units of weight, 5
airflow, 6 is_powered, 7 supplies in bays, 8 no watts, 9 nameplates, 10 wrong units of watts, 11
misspelt keys, 12 legs that are banks, 13 delta, 14 old patch mappings, 15 YAML 1.1, 16 InfiniBand
filed as Ethernet, 17 cages and ports, 18 names and duplicates, 19 widths of racks, 20 children and
parents, 21 allocated above maximum, 22 files that change from commit to commit. Those of racks,
folders and commits are in `test_io_netbox_walk.py`.
"""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.catalog.part import Part
from designer.catalog.vetting import entry_problems
from designer.io.netbox.modules import ModuleShelf
from designer.io.netbox.report import CLASSES, MOST_FINDINGS, FileReport, Finding
from designer.io.netbox.schema import other_reading
from designer.io.netbox.walk import import_path

HEAD = """\
---
manufacturer: Acme
model: Box 1
slug: acme-box-1
"""
BODY = """\
u_height: 1
is_full_depth: true
airflow: front-to-rear
weight: 10
weight_unit: kg
"""


class Read:
    """One imported file: its part and its findings by class."""

    def __init__(self, part: Part | None, file: FileReport) -> None:
        self.part = part
        self.file = file

    @property
    def only(self) -> Part:
        assert self.part is not None, [p.line() for p in self.file.problems]
        return self.part

    def said(self, code: str) -> list[Finding]:
        return [problem for problem in self.file.problems if problem.code == code]

    def one(self, code: str) -> Finding:
        found = self.said(code)
        assert len(found) == 1, [p.line() for p in self.file.problems]
        return found[0]

    @property
    def codes(self) -> set[str]:
        return {problem.code for problem in self.file.problems}


@pytest.fixture
def read(tmp_path: Path):
    def import_text(
        text: str, name: str = "Box-1.yaml", folder: str = "Acme", **others: str
    ) -> Read:
        path = tmp_path / "lib" / "device-types" / folder / name
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
        for module, content in others.items():
            inside = tmp_path / "lib" / "module-types" / folder
            inside.mkdir(parents=True, exist_ok=True)
            (inside / f"{module}.yaml").write_text(content, encoding="utf-8")
        imported = import_path(path)
        part = imported.parts[0] if imported.parts else None
        if part is not None:
            assert list(entry_problems(part, lambda *_: "here")) == []
        return Read(part, imported.files[0])

    return import_text


def ports(count: int, kind: str, name: str = "Ethernet{}", extra: str = "") -> str:
    return "".join(
        f"  - name: {name.format(n)}\n    type: {kind}\n{extra}" for n in range(1, count + 1)
    )


def supplies(count: int, watts: int | None, inlet: str = "iec-60320-c20") -> str:
    draw = "" if watts is None else f"    maximum_draw: {watts}\n"
    return "power-ports:\n" + ports(count, inlet, "PSU{}", draw)


def test_a_plain_device(read):
    text = HEAD + "part_number: X-1\ndescription: A small box\n" + BODY
    part = read(text).only
    assert (part.id, part.vendor, part.name) == ("acme-box-1", "Acme", "Box 1")
    assert (part.height_half_u, part.full_depth, part.mass_kg) == (2, True, 10)
    assert part.airflow == "front-to-rear"
    assert part.summary == "A small box"
    assert "Part number X-1." in part.note
    (source,) = part.provenance
    assert source.fields == ("*",)
    assert source.source == "netbox-community/devicetype-library, Acme/Box-1.yaml"
    assert (source.kind, source.note) == (
        "guide",
        "community library; check against the maker's sheet",
    )


@pytest.mark.parametrize(
    ("written", "half_u"), [("0.5", 1), ("1.5", 3), ("0.0", 0), ("2.0", 4), ("2", 4), ("33", 66)]
)
def test_quirk_1_heights_are_whole_and_broken_numbers(read, written: str, half_u: int):
    assert (
        read(HEAD + BODY.replace("u_height: 1", f"u_height: {written}")).only.height_half_u
        == half_u
    )


@pytest.mark.parametrize("written", ["", "u_height: 0.3\n", "u_height: -1\n", "u_height: tall\n"])
def test_quirk_1_a_height_that_is_none_is_not_guessed(read, written: str):
    found = read(HEAD + BODY.replace("u_height: 1\n", written))
    assert found.part is None
    assert found.one("required").severity == "error"


def test_quirk_2_0u_without_outlets_is_no_pdu(read):
    found = read(HEAD + BODY.replace("u_height: 1", "u_height: 0"))
    assert found.only.kind == "appliance"
    assert "no PDU" in found.one("kind").what


def test_quirk_2_an_access_point_is_no_pdu(read):
    text = BODY.replace("u_height: 1", "u_height: 0") + "interfaces:\n" + ports(1, "ieee802.11ax")
    assert read(HEAD + text).only.kind == "appliance"


def test_quirk_3_taller_than_a_rack_is_said(read):
    found = read(HEAD + BODY.replace("u_height: 1", "u_height: 44"))
    assert found.only.height_half_u == 88
    assert "44U" in found.one("tall").what


@pytest.mark.parametrize(
    ("weight", "unit", "mass_kg"),
    [("10", "kg", 10), ("500", "g", 0.5), ("30.97", "lb", 14.048), ("16", "oz", 0.454)],
)
def test_quirk_4_four_units_of_weight(read, weight: str, unit: str, mass_kg: float):
    text = BODY.replace("weight: 10", f"weight: {weight}").replace(
        "weight_unit: kg", f"weight_unit: {unit}"
    )
    assert read(HEAD + text).only.mass_kg == mass_kg


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "weight"),
        ("weight: 10\n", "bad-value"),
        ("weight: 10\nweight_unit: stone\n", "bad-value"),
        ("weight: 0\nweight_unit: kg\n", "bad-value"),
        ("weight: heavy\nweight_unit: kg\n", "bad-value"),
        ("weight: 90000\nweight_unit: kg\n", "bad-value"),
    ],
)
def test_quirk_4_an_unknown_weight_is_not_zero(read, text: str, code: str):
    found = read(HEAD + BODY.replace("weight: 10\nweight_unit: kg\n", text))
    assert found.only.mass_kg is None
    assert len(found.said(code)) == 1


@pytest.mark.parametrize(
    ("said", "held"),
    [("side-to-rear", "side-to-rear"), ("left-to-right", "left-to-right"), ("mixed", "mixed"),
     ("bottom-to-top", "bottom-to-top"), ("passive", "none")],
)  # fmt: skip
def test_quirk_5_every_airflow_has_a_place(read, said: str, held: str):
    assert read(HEAD + BODY.replace("front-to-rear", said)).only.airflow == held


def test_quirk_5_a_missing_airflow_is_unknown(read):
    found = read(HEAD + BODY.replace("airflow: front-to-rear\n", ""))
    assert found.only.airflow == ""
    assert found.one("airflow").severity == "info"


def test_quirk_6_not_powered_is_not_zero(read):
    found = read(HEAD + BODY + "is_powered: false\n")
    assert found.only.power_max_w is None
    assert "not zero" in found.one("not-powered").what
    assert "busbar" in found.only.note


BAYS = (
    "module-bays:\n  - name: PSU1\n    position: '1'\n  - name: Power Supply 2\n    position: '2'\n"
)
MODULE = (
    "---\nmanufacturer: Acme\nmodel: PWS-2K70A\npart_number: 0270\npower-ports:\n"
    "  - name: PSU{module}\n    type: iec-60320-c20\n    maximum_draw: 2700\n"
)


def test_quirk_7_supplies_in_bays_are_found_among_the_modules(read):
    found = read(HEAD + BODY + "comments: two PWS-2K70A\n" + BAYS, psu=MODULE)
    psu = found.only.psu
    assert psu is not None
    assert (psu.count, psu.rating_w, psu.inlet, psu.redundancy) == (2, 2700, "C20", "")
    assert "PWS-2K70A (Acme/psu.yaml)" in found.one("supply-resolved").what
    source = found.only.source_of("psu.rating_w")
    assert source is not None
    assert source.source.endswith("Acme/psu.yaml")
    assert found.only.power_max_w is None


@pytest.mark.parametrize(
    ("comments", "modules", "said"),
    [
        ("", {}, "no module types of this maker"),
        ("", {"psu": MODULE}, "PWS-2K70A is there"),
        ("comments: PWS-2K70AX\n", {"psu": MODULE}, "PWS-2K70A is there"),
        (
            "comments: PWS-2K70A or PWS-3K00A\n",
            {"psu": MODULE, "other": MODULE.replace("2K70A", "3K00A").replace("2700", "3000")},
            "PWS-3K00A, PWS-2K70A are there",
        ),
        ("comments: PWS-2K70A\n", {"psu": "power-ports: ["}, "no module types of this maker"),
    ],
)
def test_quirk_7_supplies_nobody_names_are_asked_for(
    read, comments: str, modules: dict[str, str], said: str
):
    found = read(HEAD + BODY + comments + BAYS, **modules)
    psu = found.only.psu
    assert psu is not None
    assert (psu.count, psu.rating_w) == (2, None)
    assert said in found.one("supply-asked").what


def test_quirk_7_an_answer_names_the_supply(tmp_path: Path):
    for name, text in (
        ("device-types/Acme/Box-1", HEAD + BODY + BAYS),
        ("module-types/Acme/p", MODULE),
    ):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / f"{name}.yaml").write_text(text)
    (part,) = import_path(tmp_path, answers={"acme-box-1": "pws-2k70a"}).parts
    assert part.psu is not None
    assert part.psu.rating_w == 2700
    (part,) = import_path(tmp_path, answers={"acme-box-1": "none such"}).parts
    assert part.psu is not None
    assert part.psu.rating_w is None


def test_quirk_7_modules_are_read_for_their_own_maker_only(tmp_path: Path):
    shelf = ModuleShelf(tmp_path)
    assert shelf.of("..") == shelf.of("") == shelf.of("nobody") == ()


def test_quirk_8_supplies_without_watts_are_unknown(read):
    found = read(HEAD + BODY + supplies(2, None, "iec-60320-c14"))
    psu = found.only.psu
    assert psu is not None
    assert (psu.count, psu.rating_w, psu.inlet) == (2, None, "C14")
    found.one("power-unknown")


def test_quirk_8_nothing_about_power_is_said(read):
    found = read(HEAD + BODY)
    assert found.only.psu is None
    found.one("power-unknown")


@pytest.mark.parametrize("count", [1, 6])
def test_quirk_9_nameplates_are_never_the_draw_of_the_system(read, count: int):
    found = read(HEAD + BODY + supplies(count, 3000))
    part = found.only
    assert part.psu is not None
    assert (part.psu.count, part.psu.rating_w) == (count, 3000)
    assert part.power_max_w is None
    assert "power_max_w" not in part.figures()
    assert "unknown" in found.one("nameplate").what


def test_quirk_9_supplies_that_differ_have_no_common_rating(read):
    text = supplies(1, 3000) + "  - name: PSU2\n    type: iec-60320-c14\n    maximum_draw: 800\n"
    found = read(HEAD + BODY + text)
    assert found.only.psu is not None
    assert found.only.psu.rating_w is None
    assert len(found.said("supplies-differ")) == 2


def test_quirk_9_six_supplies_in_eight_bays(read):
    bays = "module-bays:\n" + "".join(
        f"  - name: PSU 0{n}\n    position: PSU Slot {n}\n" for n in range(8)
    )
    found = read(HEAD + BODY + supplies(6, 3000) + bays)
    assert "6 power ports, but 8 bays" in found.one("supplies-differ").what


@pytest.mark.parametrize(
    ("watts", "inlet", "kept", "said"),
    [
        (2500, "iec-60320-c14", True, ""),
        (3000, "iec-60320-c14", True, "kept, but doubtful"),
        (6100, "iec-60320-c14", False, "left out"),
        (4000, "iec-60320-c20", True, ""),
        (6600, "iec-60320-c20", True, "kept, but doubtful"),
        (36_000, "dc-terminal", False, "milliwatts?"),
        (180_000, "iec-60320-c14", False, "milliwatts?"),
        (36_000, "usb-c", False, "milliwatts?"),
        (33_000, "hardwired", True, ""),
        (0, "iec-60320-c14", False, None),
    ],
)
def test_quirk_10_watts_an_inlet_cannot_carry(
    read, watts: int, inlet: str, kept: bool, said: str | None
):
    found = read(HEAD + BODY + supplies(1, watts, inlet))
    assert found.only.psu is not None
    assert found.only.psu.rating_w == (watts if kept else None)
    assert [said in f.what for f in found.said("implausible-power")] == ([True] if said else [])


@pytest.mark.parametrize("key", ["maxium_draw", "maximum-draw", "Maximum_draw"])
def test_quirk_11_misspelt_keys_are_not_ignored_in_silence(read, key: str):
    found = read(HEAD + BODY + supplies(2, 650).replace("maximum_draw", key))
    finding = found.one("unknown-key")
    assert (finding.what, finding.mend) == (
        f"nobody reads {key!r} in power-ports (2 times)", "did you mean maximum_draw?"
    )  # fmt: skip
    assert finding.where == "Box-1.yaml:13:5"
    assert found.only.psu is not None
    assert found.only.psu.rating_w is None


@pytest.mark.parametrize(("watts", "known"), [("0", False), ("-5", False), ("1", True)])
def test_a_supply_of_no_watts_is_unknown_not_zero(read, watts: str, known: bool):
    text = supplies(1, 1).replace("maximum_draw: 1", f"maximum_draw: {watts}")
    found = read(HEAD + BODY + text)
    assert bool(found.said("bad-value")) is not known
    psu = found.only.psu
    assert (psu is not None and psu.rating_w == 1) is known


def test_quirk_11_other_misspelt_keys(read):
    text = (
        "interfaces:\n  - name: a\n    type: 1000base-t\n    poe-mode: pd\nweigth: 3\n"
        + "x" * 90
        + ": 1\n"
    )
    mends = {f.mend for f in read(HEAD + BODY + text).said("unknown-key")}
    assert mends == {"did you mean poe_mode?", "did you mean weight?", "remove it"}


def pdu(inlet: str, legs: str, outlets: int = 6, head: str = "", inlets: int = 1) -> str:
    text = HEAD + head + BODY.replace("u_height: 1", "u_height: 0")
    text += "power-ports:\n" + ports(inlets, inlet, "Inlet {}") + "power-outlets:\n"
    for n in range(outlets):
        leg = f"    feed_leg: {legs[n % len(legs)]}\n" if legs else ""
        text += f"  - name: '{n:02}'\n    type: iec-60320-{'c19' if n % 3 == 0 else 'c13'}\n{leg}"
    return text


def test_a_pdu_of_which_the_type_fixes_everything(read):
    found = read(pdu("nema-l21-30p", "ABC"))
    part = found.only
    assert part.kind == "rack-pdu"
    assert part.psu is None
    figures = part.pdu
    assert figures is not None
    assert (figures.volts, figures.amps, figures.phases) == (208, 30, 3)
    assert (figures.standard, figures.plug) == ("nec", "NEMA L21-30P")
    assert (figures.outlets_c13, figures.outlets_c19) == (4, 2)
    assert part.power_max_w is None
    source = part.source_of("pdu.volts")
    assert source is not None
    assert source.kind == "derived"
    assert "ANSI/NEMA WD 6" in source.source


@pytest.mark.parametrize(
    ("inlet", "text", "amps", "standard"),
    [
        ("iec-60309-3p-n-e-6h", "description: 0U, 400V 32A\n", 32, "iec"),
        ("iec-60309-3p-n-e-6h", "description: 415 V, 60 A input\n", 60, "nec"),
        ("iec-60309-3p-n-e-6h", "description: 400V 23kVA\n", None, ""),
        ("iec-60309-3p-n-e-6h", "description: 16A or 32A\n", None, ""),
        ("iec-60320-c20", "description: 16A\n", None, ""),
        ("nema-l6-30p", "", 30, "nec"),
        ("cs8365c", "", 50, "nec"),
        ("hardwired", "", None, ""),
    ],
)
def test_a_pdu_as_far_as_type_and_text_fix_it(
    read, inlet: str, text: str, amps: float | None, standard: str
):
    found = read(pdu(inlet, "", head=text))
    if amps is None:
        assert found.only.pdu is None
        found.one("pdu-unrated")
    else:
        assert found.only.pdu is not None
        assert (found.only.pdu.amps, found.only.pdu.standard) == (amps, standard)
    assert "2 x C19" in found.only.note


def test_a_pdu_whose_watts_are_a_standard_current(read):
    text = pdu("iec-60309-p-n-e-6h", "").replace(
        "power-outlets", "    maximum_draw: 7360\npower-outlets"
    )
    figures = read(text).only.pdu
    assert figures is not None
    assert (figures.volts, figures.amps, figures.phases) == (230, 32, 1)


def test_a_pdu_with_two_inlets_is_not_rated(read):
    found = read(pdu("nema-l6-30p", "", inlets=2) + "    power_port: Inlet 2\n")
    assert found.only.pdu is None
    assert "2 inlets" in found.one("pdu-unrated").what


def test_quirk_12_legs_of_one_phase_are_banks(read):
    found = read(pdu("nema-l6-30p", "AB"))
    assert "breaker banks" in found.one("legs-are-banks").what
    assert found.only.pdu is not None
    assert found.only.pdu.phases == 1


def test_quirk_12_all_outlets_of_three_phases_on_one_leg(read):
    assert "all 42 outlets on leg A" in read(pdu("nema-l21-30p", "A", 42)).one("one-leg").what


def test_quirk_13_a_delta_pdu_has_no_legs_of_its_own(read):
    found = read(pdu("nema-l15-30p", "ABC"))
    assert "between two lines" in found.one("delta").what
    assert not found.said("legs-are-banks")


def test_a_ups_with_outlets_is_no_rack_pdu(read):
    assert (
        read(pdu("iec-60320-c20", "", head="description: Smart-UPS 3000\n")).only.kind
        == "appliance"
    )


def test_quirk_14_patch_mappings_of_the_old_form(read):
    text = (
        "front-ports:\n  - name: '1'\n    type: lc\n    rear_port: A\n    rear_port_position: 1\n"
    )
    found = read(HEAD + BODY + text)
    assert "1 front ports" in found.one("front-ports").what
    assert not found.said("unknown-key")


def test_quirk_15_a_part_number_stays_as_it_is_written(read):
    found = read(HEAD + "part_number: 0123\n" + BODY)
    assert "Part number 0123." in found.only.note
    finding = found.one("yaml-number")
    assert "YAML 1.1 reads 83" in finding.what
    assert finding.where == "Box-1.yaml:5:1"


def test_quirk_15_names_that_are_words_of_yaml(read):
    text = (HEAD + BODY).replace("Box 1", "NO").replace("Acme", "1:30", 1)
    part = read(text, folder="x").only
    assert (part.name, part.vendor) == ("NO", "1:30")


def test_quirk_15_a_leading_zero_in_a_number_is_decimal_and_said(read):
    found = read(HEAD + BODY.replace("u_height: 1", "u_height: 010"))
    assert found.only.height_half_u == 20
    assert "YAML 1.1 reads 8" in found.one("yaml-number").what


@pytest.mark.parametrize(
    ("text", "other"),
    [
        *(("0123", "83"), ("1:30", "90"), ("-1:30", "-90"), ("on", "true"), ("No", "false")),
        *(("~", "nothing"), ("09", None), ("123", None), ("X1", None), ("", None)),
    ],
)
def test_quirk_15_what_others_read(text: str, other: str | None):
    assert other_reading(text) == other


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


def test_quirk_18_a_file_name_that_does_not_fit(read):
    text = (HEAD + BODY).replace("Box 1", "DGX A100").replace("acme-box-1", "nvidia-dgx-a100-640gb")
    found = read(text, "DGC-A100.yaml")
    assert "DGC-A100.yaml holds DGX A100" in found.one("file-name").what


@pytest.mark.parametrize(
    ("slug", "part_id"),
    [
        ("acme_box_1", "acme-box-1"),
        ("Acme Box--1", "acme-box-1"),
        ("", "acme-box-1"),
        ("0123", "0123"),
    ],
)
def test_quirk_18_slugs_become_ids(read, slug: str, part_id: str):
    found = read((HEAD + BODY).replace("slug: acme-box-1", f"slug: {slug}"))
    assert found.only.id == part_id
    assert bool(found.said("slug")) == (slug != part_id)


def test_quirk_20_a_child_keeps_its_own_heat_and_ports(read):
    text = BODY.replace("u_height: 1", "u_height: 0") + "subdevice_role: child\ninterfaces:\n"
    found = read(HEAD + text + ports(2, "infiniband-hdr", "ib{}"))
    assert found.only.height_half_u == 0
    assert found.only.ports[0].kind == "infiniband"
    found.one("child")
    assert "Child" in found.only.note


def test_quirk_20_a_parent_says_that_ports_and_heat_are_elsewhere(read):
    text = "subdevice_role: parent\ndevice-bays:\n  - name: DNode 0\n  - name: DNode 1\n"
    found = read(HEAD + BODY + text)
    assert "2 bays" in found.one("parent").what
    assert "heat" in found.only.note


def test_quirk_20_bays_for_drives_are_no_children(read):
    bays = "device-bays:\n  - name: Drive bay-0/SFF\n  - name: Drive bay-1/SFF\n"
    found = read(HEAD + BODY + "subdevice_role: parent\n" + bays)
    found.one("drive-bays")
    assert not found.said("parent")


def test_a_server_with_the_ports_of_a_switch(read):
    text = (HEAD + BODY).replace("Box 1", "DGX A100") + "interfaces:\n"
    found = read(text + ports(28, "100gbase-x-qsfp28") + ports(8, "400gbase-x-qsfpdd", "Up{}"))
    assert "36 network ports on a node" in found.one("many-ports").what


def test_quirk_20_no_bays_are_no_parent(read):
    assert not read(HEAD + BODY + "device-bays: []\nmodule-bays:\n").said("parent")


def test_quirk_21_allocated_above_the_maximum(read):
    text = supplies(1, 650).replace("650\n", "650\n    allocated_draw: 700\n")
    found = read(HEAD + BODY + text)
    assert "700 W exceeds maximum_draw 650 W" in found.one("allocated-above").what
    found.one("allocated")
    assert found.only.power_typical_w is None


def test_a_missing_depth_is_said(read):
    found = read(HEAD + BODY.replace("is_full_depth: true\n", ""))
    assert found.only.full_depth is True
    assert found.one("depth").severity == "warning"


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
    assert found.one("kind").what.startswith(f"taken for {article} {kind}: ")


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


def test_what_is_no_list_or_no_table_is_said(read):
    found = read(HEAD + BODY + "interfaces: many\npower-ports:\n  - text\nmodule-bays: {a: b}\n")
    assert len(found.said("bad-value")) == 3
    assert found.only.ports == ()


@pytest.mark.parametrize("word", ["perhaps", "2", "true", "No"])
def test_a_switch_that_is_neither_is_unknown_and_said(read, word: str):
    found = read(HEAD + BODY.replace("is_full_depth: true", f"is_full_depth: {word}"))
    wrong = [finding.what for finding in found.said("bad-value")]
    is_neither = word in ("perhaps", "2")
    assert wrong == ["is_full_depth is neither true nor false; left out"] * is_neither


def test_a_key_written_twice(read):
    found = read(HEAD + BODY + "weight: 11\n")
    assert found.only.mass_kg == 11
    assert found.one("repeated-key").where == "Box-1.yaml:10:1"


def test_texts_cannot_break_lines_terminals_or_files(read):
    text = HEAD.replace("Box 1", '"Box\\e[31m\\n1\\0 ☃ ' + "x" * 5000 + '"') + BODY
    name = read(text).only.name
    assert name.startswith("Box [31m 1 ☃ xxx")
    assert len(name) == 200


def test_findings_of_one_file_are_bounded(read):
    text = "".join(
        f"  - name: p{n}\n    type: other\n    maximum_draw: {n + 1}x\n" for n in range(3000)
    )
    found = read(HEAD + BODY + "power-ports:\n" + text)
    assert len(found.file.problems) <= MOST_FINDINGS


def test_every_class_of_finding_has_its_words():
    assert all(
        severity in ("info", "warning", "error") and title for severity, title in CLASSES.values()
    )


VALUES = st.one_of(
    st.sampled_from(
        ["", "~", "0", "-1", "1e9", "0x1", "true", "[]", "{}", "[1, {}]", "'a'", "C14", "☃"]
    ),
    st.text("ab01:.-_ é", max_size=8).map(lambda text: f"'{text}'"),
)
KEYS = st.sampled_from(
    ["manufacturer", "model", "slug", "u_height", "weight", "weight_unit", "airflow", "is_powered",
     "width", "power-ports", "power-outlets", "interfaces", "module-bays", "device-bays",
     "front-ports", "subdevice_role", "form_factor", "outer_width", "max_weight", "comments", "xyz"]
)  # fmt: skip
PORT = st.dictionaries(
    st.sampled_from(["name", "type", "maximum_draw", "allocated_draw", "mgmt_only", "feed_leg"]),
    st.sampled_from(
        ["PSU1", "iec-60320-c14", "nema-l21-30p", "100", "-3", "true", "A", "400gbase-x-osfp"]
    ),
    max_size=4,
).map(lambda port: "{" + ", ".join(f"{k}: {v}" for k, v in port.items()) + "}")
LISTS = st.lists(PORT, max_size=4).map(lambda found: f"[{', '.join(found)}]")


@given(st.dictionaries(KEYS, st.one_of(VALUES, LISTS), max_size=14))
def test_any_fields_give_a_valid_part_or_a_reason(tmp_path_factory, fields: dict[str, str]):
    path = tmp_path_factory.mktemp("any") / "any.yaml"
    path.write_text("".join(f"{key}: {value}\n" for key, value in {"model": "M", **fields}.items()))
    imported = import_path(path)
    for part in imported.parts:
        assert Part.model_validate(part.model_dump()) == part
        assert list(entry_problems(part, lambda *_: "here")) == []
    assert imported.parts or any(p.mend or p.what for file in imported.files for p in file.problems)
