"""Device types become parts: id, height, weight, airflow, parents and children.

What a part does not know, it does not say. The quirks of the public library, and where they are
tested: 1 broken heights, 3 taller than a rack, 4 units of weight, 5 airflow, 18 names, 20 children
and parents here; 2 0U that is no PDU in `test_io_netbox_kinds.py`; 6 is_powered, 7 supplies in
bays, 8 no watts, 9 nameplates, 10 wrong units of watts, 21 allocated above maximum in
`test_io_netbox_supplies.py`; 11 misspelt keys, 14 old patch mappings, 15 YAML 1.1 in
`test_io_netbox_fields.py`; 12 legs that are banks, 13 delta in `test_io_netbox_pdus.py`; 16
InfiniBand filed as Ethernet, 17 cages and ports in `test_io_netbox_ports.py`; 19 widths of racks,
22 files that change from commit to commit in `test_io_netbox_walk.py`.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from designer.io.netbox.draft import Origin
from tests.helpers.netbox_types import BODY, HEAD, Read, ports, reader


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Read]:
    return reader(tmp_path)


def test_a_plain_device(read):
    text = HEAD + "part_number: X-1\ndescription: A small box\n" + BODY
    part = read(text).only
    assert (part.id, part.vendor, part.name) == ("acme-box-1", "Acme", "Box 1")
    assert (part.height_half_u, part.full_depth, part.mass_kg) == (2, True, 10)
    assert part.airflow == "front-to-rear"
    assert part.summary == "A small box"
    assert "Part number X-1." in part.note
    assert part.aliases == ("X-1",)
    (source,) = part.provenance
    assert source.cited.document == source.source
    assert source.cited.address == "github.com/netbox-community/devicetype-library"
    assert source.fields == ("*",)
    assert source.source == "netbox-community/devicetype-library, Acme/Box-1.yaml"
    assert (source.kind, source.note) == (
        "second-hand",
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


def test_quirk_20_no_bays_are_no_parent(read):
    assert not read(HEAD + BODY + "device-bays: []\nmodule-bays:\n").said("parent")


def test_a_missing_depth_is_said(read):
    found = read(HEAD + BODY.replace("is_full_depth: true\n", ""))
    assert found.only.full_depth is True
    assert found.one("depth").severity == "warning"


@pytest.mark.parametrize(("units", "is_tall"), [("42", False), ("42.5", True), ("50", True)])
def test_more_than_42_units_are_taller_than_a_usual_rack(read, units: str, is_tall: bool):
    found = read(HEAD + BODY.replace("u_height: 1", f"u_height: {units}"))
    assert [f.what for f in found.said("tall")] == [f"{units}U is taller than a 42U rack"] * is_tall


@pytest.mark.parametrize(
    ("weight", "unit", "mass_kg"),
    [
        ("1", "lb", 0.454),
        ("1", "oz", 0.028),
        ("1", "g", 0.001),
        ("0.4", "g", 0.0),
        ("2.00049", "kg", 2.0),
        ("2.0006", "kg", 2.001),
        ("10000", "lb", 4535.924),
    ],
)
def test_a_mass_is_kept_to_the_gram(read, weight: str, unit: str, mass_kg: float):
    """1 lb = 0.45359237 kg, 1 oz = 28.349523125 g (International Yard and Pound Agreement)."""
    text = BODY.replace("weight: 10\nweight_unit: kg", f"weight: {weight}\nweight_unit: {unit}")
    assert read(HEAD + text).only.mass_kg == mass_kg


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("weight: 10\n", "weight 10 without unit in no known unit; unknown"),
        ("weight: 10\nweight_unit: stone\n", "weight 10 stone in no known unit; unknown"),
        ("weight: 90000\nweight_unit: kg\n", "weight 90000 kg cannot be; unknown"),
        ("weight: heavy\n", "weight is 'heavy', no number; left out"),
    ],
)
def test_why_a_weight_is_not_taken(read, text: str, what: str):
    found = read(HEAD + BODY.replace("weight: 10\nweight_unit: kg\n", text))
    assert [f.what for f in found.said("bad-value")] == [what]
    assert not found.said("weight")


@pytest.mark.parametrize(
    ("written", "full", "is_said"),
    [("is_full_depth: true\n", True, False), ("is_full_depth: false\n", False, False),
     ("", True, True)],
)  # fmt: skip
def test_a_depth_is_asked_for_where_there_is_a_height(
    read, written: str, full: bool, is_said: bool
):
    found = read(HEAD + BODY.replace("is_full_depth: true\n", written))
    assert found.only.full_depth is full
    assert bool(found.said("depth")) == is_said
    flat = BODY.replace("is_full_depth: true\n", written).replace("u_height: 1", "u_height: 0")
    assert not read(HEAD + flat).said("depth")


@pytest.mark.parametrize(
    ("airflow", "held", "what"),
    [
        ("Rear-To-Front", "rear-to-front", None),
        ("sideways", "", "airflow 'sideways' is not known; left out"),
    ],
)
def test_an_airflow_is_one_of_the_known(read, airflow: str, held: str, what: str | None):
    found = read(HEAD + BODY.replace("front-to-rear", airflow))
    assert found.only.airflow == held
    assert [f.what for f in found.said("bad-value")] == ([what] if what else [])
    assert not found.said("airflow")


@pytest.mark.parametrize(
    ("model", "slug", "file", "fits"),
    [
        ("Box 1", "acme-box-1", "Box-1.yaml", True),
        ("Box 1", "acme-box-1", "box_1.v2.yaml", True),
        ("Box 1", "acme-box-1", "Acme-Box-1.yaml", True),
        ("Box 1", "acme-box-1", "Acme-Box-1-rev2.yaml", True),
        ("Box 1", "acme-box-1", "Box.yaml", True),
        ("Box 1", "x-y", "x-y.yaml", True),
        ("Box 1", "x-y", "z.yaml", False),
    ],
)
def test_a_file_is_named_after_the_model_or_the_slug(
    read, model: str, slug: str, file: str, fits: bool
):
    text = (HEAD + BODY).replace("Box 1", model).replace("acme-box-1", slug)
    found = [f.what for f in read(text, file).said("file-name")]
    assert found == ([] if fits else [f"{file} holds {model}"])


@pytest.mark.parametrize(
    ("lines", "what", "mend"),
    [
        ("model: Box 1\n", "has no manufacturer", "add manufacturer: …"),
        ("manufacturer: Acme\n", "has no model", "add model: …"),
        ("u_height: 1\n", "has no manufacturer", "add manufacturer: …"),
        ("manufacturer: ☃\nmodel: ☃\n", "neither slug nor model makes an id ('☃')",
         "add slug: in small letters"),
        ("manufacturer: ☃\nmodel: ☃\nslug: --\n", "neither slug nor model makes an id ('--')",
         "add slug: in small letters"),
    ],
)  # fmt: skip
def test_a_part_needs_a_maker_a_model_and_letters_for_an_id(read, lines: str, what: str, mend: str):
    found = read(lines + BODY)
    assert found.part is None
    assert (found.one("required").what, found.one("required").mend) == (what, mend)


@pytest.mark.parametrize(
    ("slug", "part_id", "what"),
    [
        ("acme-box-1", "acme-box-1", None),
        ("Acme_Box", "acme-box", "slug 'Acme_Box' became acme-box"),
        ("''", "acme-box-1", "no slug: made acme-box-1"),
    ],
)
def test_where_an_id_is_from(read, slug: str, part_id: str, what: str | None):
    found = read((HEAD + BODY).replace("slug: acme-box-1", f"slug: {slug}"))
    assert found.only.id == part_id
    assert [f.what for f in found.said("slug")] == ([what] if what else [])


@pytest.mark.parametrize(
    ("role", "units", "bays", "said", "note"),
    [
        ("", "1", [], {}, ""),
        ("parent", "1", ["Node 1"], {
            "parent": "1 bays for other devices: ports and heat are theirs"},
         "Parent of 1 bays: ports and heat of what sits in them lack."),
        ("", "1", ["Node 1", "Node 2"], {
            "parent": "2 bays for other devices: ports and heat are theirs"},
         "Parent of 2 bays: ports and heat of what sits in them lack."),
        ("parent", "1", ["Disk 1", "SSD 2"], {
            "drive-bays": "2 device bays are for drives, not for devices"}, ""),
        ("parent", "1", ["Disk 1", "Node 2"], {
            "parent": "2 bays for other devices: ports and heat are theirs"},
         "Parent of 2 bays: ports and heat of what sits in them lack."),
        ("child", "0", [], {
            "child": "sits in another device, which has the space; ports and heat are here"},
         "Child: sits in another device, takes no rack space of its own."),
        ("child", "1", ["Node 1"], {
            "child": "sits in another device, which has the space; ports and heat are here",
            "bad-value": "a child must have u_height 0; kept as filed"},
         "Child: sits in another device, takes no rack space of its own."),
        ("uncle", "1", [], {
            "bad-value": "subdevice_role 'uncle' is neither parent nor child"}, ""),
    ],
)  # fmt: skip
def test_parents_and_children(
    read, role: str, units: str, bays: list[str], said: dict[str, str], note: str
):
    text = BODY.replace("u_height: 1", f"u_height: {units}") + "is_powered: true\n"
    text += f"subdevice_role: {role}\n" if role else ""
    text += "device-bays:\n" + "".join(f"  - name: {bay}\n" for bay in bays) if bays else ""
    found = read(HEAD + text)
    codes = ("parent", "child", "drive-bays", "bad-value")
    assert {f.code: f.what for code in codes for f in found.said(code)} == said
    assert found.only.note == note
    assert found.only.height_half_u == 2 * int(units)


@pytest.mark.parametrize(("length", "kept"), [(120, 120), (121, 120)])
def test_a_description_is_kept_to_120_letters(read, length: int, kept: int):
    summary = read(f"{HEAD}description: {'x' * length}\n{BODY}").only.summary
    assert len(summary) == kept
    assert summary.endswith("…") == (length > kept)


@pytest.mark.parametrize(("at", "kind"), [(1990, "node"), (2010, "server")])
def test_two_thousand_letters_of_comments_are_read(read, at: int, kind: str):
    """The text after them is not: `8x GPUs` is told in the finding, or it is not."""
    text = (HEAD + BODY).replace("Box 1", "HGX 1")
    comments = "x " * (at // 2) + "8 GPUs"
    what = read(f"{text}comments: {comments}\n").one("gpus-unknown").what
    assert what.endswith("names 8") == (kind == "node")


def test_the_source_names_the_commit_in_twelve_letters():
    sha = "108982125f573ca32afd05c913a3f7b3ad5d9e44"
    library = "netbox-community/devicetype-library"
    assert Origin("A", "b.yaml", sha).cited() == f"{library}, A/b.yaml, commit 108982125f57"
    assert Origin("A", "b.yaml").cited("A/psu.yaml") == f"{library}, A/psu.yaml"


@pytest.mark.parametrize(("weight", "held"), [("5000", 5000), ("5001", None)])
def test_a_device_of_more_than_five_tonnes_is_a_slip_of_the_unit(
    read, weight: str, held: float | None
):
    found = read(HEAD + BODY.replace("weight: 10", f"weight: {weight}"))
    assert found.only.mass_kg == held
