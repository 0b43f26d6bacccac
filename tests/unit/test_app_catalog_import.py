"""`catalog import-netbox`: from files of the library to a catalogue that the program reads."""

import tomllib
from pathlib import Path

import pytest

from designer.app.main import main
from designer.catalog.load import load_folder, load_shipped, validate
from designer.io.user_folders import catalogs_folder

QM9700 = """\
manufacturer: Nvidia
model: QM9700
slug: {slug}
u_height: 1
is_full_depth: true
weight: 14.8
weight_unit: kg
interfaces:
""" + "".join(f"  - name: P{c}.{p}\n    type: 400gbase-x-osfp\n" for c in range(32) for p in (0, 1))
PDU = """\
manufacturer: APC
model: AP0
slug: apc-ap0
u_height: 0
is_full_depth: false
power-ports:
  - name: Inlet
    type: nema-l6-30p
power-outlets:
  - name: '1'
    type: iec-60320-c13
"""
BAYS = """\
manufacturer: APC
model: Box
slug: apc-box
u_height: 1
is_full_depth: true
module-bays:
  - name: PSU1
    position: '1'
"""
SUPPLY = """\
manufacturer: APC
model: PWR-500
power-ports:
  - name: P
    type: iec-60320-c14
    maximum_draw: 500
"""

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "devicetype-library"
    files = {
        "device-types/Nvidia/QM9700.yaml": QM9700.format(slug="nvidia-qm9700"),
        "device-types/APC/AP0.yaml": PDU,
        "device-types/APC/Box.yaml": BAYS,
        "device-types/APC/bad.yaml": "a: &a 1\nb: *a\n",
        "module-types/APC/PWR-500.yaml": SUPPLY,
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root


def run(*words: object) -> int:
    return main(["catalog", "import-netbox", *map(str, words)])


def test_a_checkout_becomes_files_of_the_users_catalogue(checkout: Path, capsys: Printed):
    assert run(checkout) == 0
    shown = capsys.readouterr()
    folder = catalogs_folder()
    assert sorted(p.name for p in folder.iterdir()) == ["netbox-apc.toml", "netbox-nvidia.toml"]
    assert "3 parts of 4 files" in shown.out
    assert "InfiniBand filed as Ethernet, mended" in shown.out
    assert f"wrote {folder / 'netbox-apc.toml'}: 2 new" in shown.out
    assert shown.err == (
        "error: device-types/APC/bad.yaml:1:4: uses an anchor (&); "
        "write the value out where it is used\n"
    )
    assert validate(folder) == []
    catalog, _ = load_folder(folder)
    assert catalog.require("nvidia-qm9700").ports[0].kind == "infiniband"
    assert main(["catalog", "show", "apc-ap0", "--folder", str(folder)]) == 0


def test_a_further_import_replaces_its_own_parts_and_keeps_the_others(
    checkout: Path, capsys: Printed
):
    assert run(checkout) == 0
    assert run(checkout / "device-types/APC/AP0.yaml") == 0
    path = catalogs_folder() / "netbox-apc.toml"
    assert f"wrote {path}: 0 new, 1 replaced" in capsys.readouterr().out
    assert [part["id"] for part in tomllib.loads(path.read_text())["part"]] == [
        "apc-box",
        "apc-ap0",
    ]
    assert path.with_name("netbox-apc.toml.bak").exists()


def test_one_file_for_all(checkout: Path, tmp_path: Path):
    path = tmp_path / "mine" / "all.toml"
    assert run(checkout, "--into", path) == 0
    assert len(tomllib.loads(path.read_text())["part"]) == 3
    assert list(catalogs_folder().iterdir()) == []


def test_another_folder_and_only_some_kinds(checkout: Path, tmp_path: Path):
    assert run(checkout, "--into", tmp_path / "mine", "--kind", "switch", "--kind", "rack-pdu") == 0
    catalog, problems = load_folder(tmp_path / "mine")
    assert problems == []
    assert [part.id for part in catalog.parts] == ["nvidia-qm9700", "apc-ap0"]


def test_a_dry_run_writes_nothing(checkout: Path, capsys: Printed):
    assert run(checkout, "--dry-run") == 0
    assert "would write" in capsys.readouterr().out
    assert list(catalogs_folder().iterdir()) == []


def test_a_shipped_id_is_not_overwritten_in_silence(checkout: Path, capsys: Printed):
    assert load_shipped().get("qm9700") is not None
    path = checkout / "device-types/Nvidia/QM9700.yaml"
    path.write_text(QM9700.format(slug="qm9700"))
    assert run(path, "--report", "-") == 0
    shown = capsys.readouterr().out
    assert "qm9700 is the id of another part of the catalogue; imported as nb-qm9700" in shown
    assert load_folder(catalogs_folder())[0].get("nb-qm9700") is not None


def test_an_id_of_the_users_own_parts_is_not_taken(checkout: Path):
    own = '[[part]]\nid = "apc-ap0"\nkind = "rack-pdu"\nname = "Mine"\n'
    (catalogs_folder() / "own.toml").write_text(own)
    assert run(checkout) == 0
    assert load_folder(catalogs_folder())[1] == []


def test_the_report_as_toml_and_as_text(checkout: Path, tmp_path: Path):
    assert run(checkout, "--report", tmp_path / "report.toml") == 0
    files = tomllib.loads((tmp_path / "report.toml").read_text())["file"]
    assert {file["path"]: file["ids"] for file in files}["device-types/APC/AP0.yaml"] == ["apc-ap0"]
    assert run(checkout, "--report", tmp_path / "report.txt") == 0
    assert "device-types/APC/bad.yaml -> nothing" in (tmp_path / "report.txt").read_text()


def test_the_user_names_a_supply(checkout: Path):
    assert run(checkout, "--psu", "apc-box=PWR-500") == 0
    psu = load_folder(catalogs_folder())[0].require("apc-box").psu
    assert psu is not None
    assert (psu.count, psu.rating_w) == (1, 500)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("{lib}/none",), "no such file or folder"),
        (("{lib}/module-types",), "a module type: read where a device's bay asks for it"),
        (("{lib}/device-types/APC/bad.yaml",), "bad.yaml:1:4: uses an anchor (&)"),
        (("{lib}", "--kind", "crah"), "3 parts, none of kind crah"),
        (("{lib}", "--kind", "toaster"), "invalid choice"),
        (("{lib}", "--psu", "apc-box"), "write it as ID=MODEL"),
        (("{lib}", "--psu", "nobody=PWR-500"), "no part 'nobody' was imported"),
        (("{lib}", "--into", "{lib}/damaged.toml"), "damaged.toml:1:"),
        (("{lib}", "--into", "{lib}/bands.toml"), "holds more than parts"),
        (("{lib}", "--into", "{lib}/damaged.toml/x"), "cannot be made"),
        (("{lib}", "--report", "{lib}/no/such/folder.txt"), "cannot be written"),
        ((), "the following arguments are required: PATH"),
    ],
)
def test_what_cannot_be_done_is_one_line(
    checkout: Path, capsys: Printed, words: tuple[str, ...], said: str
):
    (checkout / "damaged.toml").write_text("[[part]\n")
    (checkout / "bands.toml").write_text(
        '[[default]]\nid = "x"\nname = "X"\nvalue = 1\nsource = "X"\nkind = "assumed"\n'
    )
    assert run(*(word.format(lib=checkout) for word in words)) == 2
    shown = capsys.readouterr()
    assert shown.err.count("\n") == 1
    assert said in shown.err
    assert not list(catalogs_folder().glob("*.toml"))
