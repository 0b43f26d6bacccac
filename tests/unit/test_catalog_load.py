"""The catalogue's files: they load, they are sourced, and what is wrong in one is said exactly."""

from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog, UnknownPartError
from designer.catalog.data_files import data_folder
from designer.catalog.load import load_folder, load_shipped, shipped_library, validate
from designer.catalog.part import Part, Price

PROMISED = [
    *("dgx-h100", "dgx-a100", "dgx-b200", "gb200-nvl72"),
    *("qm9700", "sn5600", "sn4600c", "sn2201"),
    *("weka-node", "ddn-es400nvx2", "mgmt-server", "ufm-appliance"),
    *("rack-42u", "rack-48u", "rack-52u"),
    *("pdu-415v-60a-3ph", "pdu-400v-32a-3ph", "pdu-400v-63a-3ph"),
    *("cdu-row", "rdhx", "crah"),
]

GOOD = """
[sources]
guide = "A guide"

[[part]]
id = "box"
kind = "node"
name = "Box"
power_max_w = 100
provenance = [{ fields = ["power_max_w"], source = "guide", kind = "vendor" }]
"""


def folder(tmp_path: Path, **files: str) -> Path:
    for name, text in files.items():
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    return tmp_path


def test_the_shipped_catalogue_has_nothing_to_object_to():
    assert [p.line() for p in validate(data_folder("catalogs"))] == []


def test_the_shipped_catalogue_holds_the_promised_parts():
    catalog = load_shipped()
    assert [part_id for part_id in PROMISED if catalog.get(part_id) is None] == []


def test_every_shipped_figure_names_its_source():
    for part in load_shipped().parts:
        for name in part.figures():
            if name.partition(".")[0] in part.model_fields_set:
                assert part.source_of(name) is not None, f"{part.id}.{name}"


def test_short_source_names_become_citations(tmp_path: Path):
    catalog, problems = load_folder(folder(tmp_path, a=GOOD))
    assert problems == []
    assert catalog.require("box").provenance[0].source == "A guide"


def test_a_figure_without_source_is_named_with_its_line(tmp_path: Path):
    text = GOOD.replace("power_max_w = 100", "power_max_w = 100\nmass_kg = 7")
    problems = validate(folder(tmp_path, a=text))
    assert [p.line() for p in problems] == [
        "a.toml:10:1: box: mass_kg has no source; add 'mass_kg' to the fields of a provenance "
        'entry (kind "assumed" if so)'
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("kind = 'node", ": is not TOML"),
        (GOOD.replace("Box", "Box'").replace('name = "Box\'"', "nmae = 1"), "box: name: Field req"),
        (GOOD.replace('name = "Box"', 'name = "Box"\nwatts = 3'), "a.toml:9:1: box: watts: Extra"),
        (GOOD.replace('"node"', '"toaster"'), "a.toml:7:1: box: kind:"),
        (GOOD + GOOD.partition("[[part]]")[1] + GOOD.partition("[[part]]")[2], "is already in"),
        (GOOD + "\n[spare]\nx = 1\n", "unknown table 'spare'"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, text: str, said: str):
    _, problems = load_folder(folder(tmp_path, a=text))
    assert any(said in p.line() for p in problems), [p.line() for p in problems]


def test_a_bad_part_leaves_the_others(tmp_path: Path):
    bad = GOOD.replace('id = "box"', 'id = "other"').replace('"node"', '"toaster"')
    catalog, problems = load_folder(folder(tmp_path, a=GOOD, b=bad))
    assert [p.id for p in catalog.parts] == ["box"]
    assert len(problems) == 1


def test_a_part_that_is_nested_too_deeply_is_told_and_the_others_load(tmp_path: Path):
    deep = '[[part]]\nid = "deep"\nkind = "node"\n' + ".".join(["psu"] * 150) + " = 1\n"
    catalog, problems = load_folder(folder(tmp_path, a=GOOD + deep))
    assert [p.id for p in catalog.parts] == ["box"]
    assert [p.line() for p in problems] == [
        "a.toml:11:1: is nested too deeply; write it with fewer levels"
    ]


def test_a_key_of_thousands_of_steps_is_told_by_its_line(tmp_path: Path):
    deep = '[[part]]\nid = "deep"\n' + ".".join(["psu"] * 3000) + " = 1\n"
    problems = validate(folder(tmp_path, a=GOOD, b=deep))
    assert (
        "b.toml:3:1: a key of 3,000 steps is nested too deeply; at most 200 are read; "
        "write it with fewer levels"
    ) in [p.line() for p in problems]


def test_an_empty_folder_is_said(tmp_path: Path):
    assert "no catalogue here" in validate(tmp_path)[0].line()


@pytest.mark.parametrize(
    ("price", "said"),
    [
        ('{ amount_cents = 1, as_of = "soon", source = "x", kind = "guide" }', "not a date"),
        (
            '{ amount_cents = 9, low_cents = 10, as_of = "2026", source = "x", kind = "guide" }',
            "outside its own band",
        ),
        ('{ amount_cents = 9, as_of = "2026-13", source = "x", kind = "guide" }', "not a date"),
        ('{ amount_cents = 9, as_of = "2026", source = "", kind = "guide" }', "without a source"),
    ],
)
def test_a_price_needs_date_source_and_sense(tmp_path: Path, price: str, said: str):
    text = GOOD.replace("provenance", f"prices = [{price}]\nprovenance")
    assert any(said in p.line() for p in validate(folder(tmp_path, a=text)))


def test_power_figures_must_be_in_order(tmp_path: Path):
    text = GOOD.replace("power_max_w = 100", "power_max_w = 100\npower_typical_w = 200").replace(
        '["power_max_w"]', '["power_max_w", "power_typical_w"]'
    )
    assert any("exceeds" in p.what for p in validate(folder(tmp_path, a=text)))


@pytest.mark.parametrize(
    ("architecture", "fields", "said"),
    [
        ("Blackwell", "fp4_dense_tflops = 9000\nfp4_sparse_tflops = 18000", ""),
        ("Blackwell", "fp4_dense_tflops = 13500\nfp4_sparse_tflops = 18000", "not double"),
        ("Blackwell Ultra", "fp4_dense_tflops = 13500\nfp4_sparse_tflops = 18000", ""),
        ("Blackwell Ultra", "fp4_dense_tflops = 15000\nfp4_sparse_tflops = 30000", "not 4/3 of"),
        ("Blackwell Ultra", "fp8_dense_tflops = 4500\nfp8_sparse_tflops = 6000", "not double"),
    ],
)
def test_sparsity_raises_peaks_as_makers_print(
    tmp_path: Path, architecture: str, fields: str, said: str
):
    text = GOOD.replace('["power_max_w"]', '["*"]')
    text += f'[part.accelerator]\narchitecture = "{architecture}"\n{fields}\n'
    problems = [p.what for p in validate(folder(tmp_path, a=text))]
    assert [said in what for what in problems] == [True] * bool(said), problems


def test_an_unknown_part_names_the_nearest():
    with pytest.raises(UnknownPartError, match="did you mean dgx-h100"):
        load_shipped().require("dgx-h10")


def test_a_files_own_parts_win():
    mine = Part(id="dgx-h100", kind="node", name="Mine")
    catalog = load_shipped().overlay([mine])
    assert catalog.require("dgx-h100") is mine
    assert len(catalog.parts) == len(load_shipped().parts)
    assert catalog.bands == load_shipped().bands


def test_the_newest_purchase_price_counts():
    prices = (
        Price(amount_cents=1, as_of="2024-01", source="a", kind="guide"),
        Price(amount_cents=2, as_of="2026-06", source="b", kind="guide"),
        Price(amount_cents=3, as_of="2027", source="c", kind="guide", scope="spot", per="gpu-hour"),
        Price(amount_cents=4, as_of="2027", source="d", kind="guide", currency="EUR"),
    )
    catalog = Catalog([Part(id="x", kind="node", name="X", prices=prices)])
    price = catalog.price("x")
    assert price is not None
    assert price.amount_cents == 2
    assert catalog.price("x", "CHF") is None
    assert catalog.price("nothing") is None


def test_a_digest_changes_with_any_figure_only():
    catalog = load_shipped()
    part = catalog.require("dgx-h100")
    digest = catalog.digest(part)
    assert len(digest) == 12
    assert catalog.digest(part.evolve(mass_kg=131.0)) != digest
    assert catalog.digest(Part.model_validate(part.model_dump())) == digest


def test_bands_are_found_by_method_and_containment():
    catalog = load_shipped()
    open_room, contained = catalog.band("room-air"), catalog.band("in-row", contained=True)
    assert open_room is not None
    assert contained is not None
    assert (open_room.warn_kw, open_room.error_kw) == (15, 20)
    assert (contained.warn_kw, contained.error_kw) == (30, 45)
    door, chip = catalog.band("rear-door", contained=True), catalog.band("direct-to-chip")
    assert door is not None
    assert (door.warn_kw, door.error_kw) == (50, 75)
    assert chip is not None
    assert chip.error_kw is None
    assert catalog.band("wishes") is None


def test_defaults_are_found_by_id():
    default = load_shipped().default("pue")
    assert default is not None
    assert default.value == 1.58
    assert load_shipped().default("nothing") is None


def test_nodes_come_first_and_cables_last():
    kinds = [part.kind for part in load_shipped().parts]
    assert kinds[0] == "node"
    assert kinds[-1] == "transceiver"
    assert kinds.index("switch") < kinds.index("rack") < kinds.index("cable")


def test_own_files_may_refer_to_the_shipped_catalogue(tmp_path: Path):
    text = GOOD.replace(
        'id = "box"', 'id = "box"\ngpus = 8\ncompute = { gpu = "h100-sxm" }'
    ).replace('["power_max_w"]', '["*"]')
    alone = validate(folder(tmp_path, a=text))
    assert any("compute.gpu 'h100-sxm' is no part" in p.what for p in alone)
    assert validate(tmp_path, load_shipped(), shipped_library()) == []
