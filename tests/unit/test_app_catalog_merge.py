"""`catalog import-netbox --merge`: device types that the catalogue knows already."""

import tomllib
from pathlib import Path

import pytest

from designer.app.main import main
from designer.catalog.load import load_folder, load_shipped, validate
from designer.io.user_folders import catalogs_folder

KNOWN = """\
manufacturer: Mellanox
model: SN4600C
slug: mellanox-sn4600c
u_height: {units}
is_full_depth: true
weight: {mass}
weight_unit: kg
"""
NEW = KNOWN.replace("SN4600C", "SN4699Q").replace("sn4600c", "sn4699q")

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def library(tmp_path: Path) -> Path:
    root = tmp_path / "device-types" / "Mellanox"
    root.mkdir(parents=True)
    (root / "SN4600C.yaml").write_text(KNOWN.format(units=2, mass=99))
    (root / "SN4699Q.yaml").write_text(NEW.format(units=1, mass=5))
    return tmp_path


def run(*words: object) -> int:
    return main(["catalog", "import-netbox", *map(str, words)])


def written() -> dict[str, dict[str, object]]:
    path = catalogs_folder() / "netbox-mellanox.toml"
    others = catalogs_folder() / "netbox-nvidia.toml"
    return {
        part["id"]: part
        for file in (path, others)
        if file.exists()
        for part in tomllib.loads(file.read_text())["part"]
    }


def test_without_a_choice_both_are_kept_and_the_merge_is_offered(library: Path, capsys: Printed):
    assert run(library) == 0
    assert set(written()) == {"mellanox-sn4600c", "mellanox-sn4699q"}
    out = capsys.readouterr().out
    assert "1 part is known already (sn4600c): --merge keep or theirs compares it" in out


def test_keep_keeps_ours_and_tells_theirs(library: Path, capsys: Printed):
    shipped = load_shipped().require("sn4600c")
    assert shipped.mass_kg not in (None, 99)
    assert run(library, "--merge", "keep") == 0
    shown = capsys.readouterr().out
    assert set(written()) == {"sn4600c", "mellanox-sn4699q"}
    catalog, problems = load_folder(catalogs_folder())
    assert problems == []
    part = catalog.require("sn4600c")
    assert part.mass_kg == shipped.mass_kg
    source = part.source_of("mass_kg")
    assert source is not None
    assert "99 kg by netbox-community/devicetype-library, Mellanox/SN4600C.yaml" in source.other
    assert "1 new, 1 merged, 0 unchanged, 0 refused" in shown
    assert f"sn4600c: Mass: {shipped.mass_kg:g} kg" in shown
    assert "that nobody stated before" not in shown
    assert "| 99 kg: ours kept" in shown
    assert not [p for p in validate(catalogs_folder()) if p.severity == "error"]


def test_theirs_takes_theirs_and_tells_ours(library: Path, capsys: Printed):
    shipped = load_shipped().require("sn4600c")
    assert run(library, "--merge", "theirs") == 0
    part = load_folder(catalogs_folder())[0].require("sn4600c")
    assert part.mass_kg == 99
    source = part.source_of("mass_kg")
    assert source is not None
    assert source.kind == "second-hand"
    assert f"{shipped.mass_kg:g} kg by " in source.other
    assert "| 99 kg: theirs kept" in capsys.readouterr().out


def test_both_keeps_them_apart(library: Path):
    assert run(library, "--merge", "both") == 0
    assert set(written()) == {"mellanox-sn4600c", "mellanox-sn4699q"}


def test_a_part_of_which_nothing_is_new_is_left_as_it_is(library: Path, capsys: Printed):
    shipped = load_shipped().require("sn4600c")
    text = KNOWN.format(units=shipped.height_half_u / 2, mass=shipped.mass_kg)
    depth = str(shipped.full_depth).lower()
    path = library / "device-types" / "Mellanox" / "SN4600C.yaml"
    path.write_text(text.replace("is_full_depth: true", f"is_full_depth: {depth}"))
    assert run(library, "--merge", "theirs") == 0
    assert set(written()) == {"mellanox-sn4699q"}
    assert "1 new, 0 merged, 1 unchanged, 0 refused" in capsys.readouterr().out


def test_a_file_of_known_parts_alone_is_no_failure(library: Path, capsys: Printed):
    shipped = load_shipped().require("sn4600c")
    path = library / "device-types" / "Mellanox" / "SN4600C.yaml"
    depth = str(shipped.full_depth).lower()
    text = KNOWN.format(units=shipped.height_half_u / 2, mass=shipped.mass_kg)
    path.write_text(text.replace("is_full_depth: true", f"is_full_depth: {depth}"))
    assert run(path, "--merge", "keep") == 0
    assert "0 new, 0 merged, 1 unchanged, 0 refused" in capsys.readouterr().out
    assert written() == {}


def test_a_part_of_the_users_own_files_is_refused_with_where_it_stands(
    library: Path, capsys: Printed
):
    own = (
        '[[part]]\nid = "mine"\nkind = "switch"\nvendor = "NVIDIA"\nname = "SN4699Q"\n'
        "mass_kg = 4\n"
        '[[part.provenance]]\nfields = ["*"]\nsource = "Mine"\nkind = "assumed"\n'
    )
    (catalogs_folder() / "own.toml").write_text(own)
    assert run(library, "--merge", "keep") == 0
    shown = capsys.readouterr()
    assert "0 new, 1 merged, 0 unchanged, 1 refused" in shown.out
    path = catalogs_folder() / "own.toml"
    assert (
        f"mine is your own part, in {path}: not merged; merge into that file: --into {path}"
        in shown.err
    )
    assert path.read_text() == own
    # Named, that file is merged into.
    assert run(library, "--merge", "keep", "--into", path) == 0
    parts = {part["id"]: part for part in tomllib.loads(path.read_text())["part"]}
    assert set(parts) == {"mine", "sn4600c"}
    assert "  1 figure that nobody stated before; see --report FILE" in capsys.readouterr().out
    assert parts["mine"]["mass_kg"] == 4
    assert parts["mine"]["height_half_u"] == 2


def test_figures_that_gainsay_the_part_are_refused(library: Path, capsys: Printed):
    own = (
        '[[part]]\nid = "mine"\nkind = "appliance"\nvendor = "Acme"\nname = "X9999"\n'
        "power_typical_w = 900\n"
        '[[part.provenance]]\nfields = ["*"]\nsource = "Mine"\nkind = "assumed"\n'
    )
    path = library / "mine.toml"
    path.write_text(own)
    text = NEW.format(units=1, mass=5).replace("Mellanox", "Acme").replace("SN4699Q", "X9999")
    box = library / "device-types" / "Mellanox" / "SN4699Q.yaml"
    box.write_text(f"{text}comments: Maximum power draw 300 W\n")
    assert run(box, "--merge", "keep", "--into", path) == 2
    assert "cannot be merged with mine: mine: power_typical_w 900 W exceeds power_max_w 300 W" in (
        capsys.readouterr().err
    )
    assert path.read_text() == own


def test_a_supply_is_named_for_a_part_that_is_known(library: Path):
    modules = library / "module-types" / "Mellanox"
    modules.mkdir(parents=True)
    (modules / "P9.yaml").write_text(
        "manufacturer: Mellanox\nmodel: PSU-900\npower-ports:\n  - name: P\n"
        "    type: iec-60320-c14\n    maximum_draw: 900\n"
    )
    path = library / "device-types" / "Mellanox" / "SN4600C.yaml"
    bays = "module-bays:\n  - name: PSU1\n  - name: PSU2\n"
    path.write_text(KNOWN.format(units=2, mass=99) + bays)
    assert run(library, "--merge", "theirs", "--psu", "mellanox-sn4600c=PSU-900") == 0
    psu = load_folder(catalogs_folder())[0].require("sn4600c").psu
    assert psu is not None
    assert (psu.count, psu.rating_w) == (2, 900)


def test_a_dry_run_shows_what_would_be_kept_and_writes_nothing(library: Path, capsys: Printed):
    assert run(library, "--merge", "theirs", "--dry-run") == 0
    assert "| 99 kg: theirs kept" in capsys.readouterr().out
    assert list(catalogs_folder().iterdir()) == []


@pytest.mark.parametrize("name", ["report.toml", "report.txt"])
def test_the_report_holds_every_figure_of_the_merge(library: Path, tmp_path: Path, name: str):
    assert run(library, "--merge", "keep", "--report", tmp_path / name) == 0
    text = (tmp_path / name).read_text()
    assert "merged with sn4600c" in text
    if name.endswith("toml"):
        (merge,) = tomllib.loads(text)["merge"]
        figures = {figure["field"]: figure for figure in merge["figures"]}
        assert (merge["part"], figures["mass_kg"]["kept"]) == ("sn4600c", "ours")
        assert figures["mass_kg"]["theirs"] == "99 kg"
    else:
        assert "| 99 kg: ours kept" in text


def test_a_second_run_merges_with_the_same_part_again(library: Path):
    assert run(library, "--merge", "keep") == 0
    first = written()
    assert run(library, "--merge", "keep") == 0
    assert written() == first


def test_a_choice_that_is_none_is_one_line(library: Path, capsys: Printed):
    assert run(library, "--merge", "mine") == 2
    assert "invalid choice: 'mine'" in capsys.readouterr().err
