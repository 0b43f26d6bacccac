"""What an import from the NetBox library says, line by line, and in which order it decides."""

from pathlib import Path

import pytest

from designer.app.main import main
from designer.io.user_folders import catalogs_folder

DEVICE = "manufacturer: {maker}\nmodel: {model}\nslug: {slug}\nu_height: 1\nis_full_depth: true\n"
BAD = "a: &a 1\nb: *a\n"
ANCHOR = "uses an anchor (&); write the value out where it is used"
Printed = pytest.CaptureFixture[str]


def run(*words: object) -> int:
    return main(["catalog", "import-netbox", *map(str, words)])


def lay(root: Path, **files: str) -> Path:
    """Write device types of one maker under their names; return the checkout."""
    folder = root / "lib" / "device-types" / "Maker"
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return root / "lib"


def device(name: str, maker: str = "Maker") -> str:
    return DEVICE.format(maker=maker, model=name, slug=f"{maker.lower()}-{name}")


def lines(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.splitlines()]


def test_parts_files_and_findings_are_counted(tmp_path: Path, capsys: Printed) -> None:
    lib = lay(tmp_path, a=device("a"), b=device("b"), c=device("c", "Other"))
    assert run(lib) == 0
    said = capsys.readouterr()
    found = lines(said.out)
    assert found[0] == "3 parts of 3 files"
    assert all(" files " in line for line in found[1:-2])
    folder = catalogs_folder()
    assert found[-2:] == [
        f"wrote {folder / 'netbox-maker.toml'}: 2 new",
        f"wrote {folder / 'netbox-other.toml'}: 1 new",
    ]
    assert said.err == ""
    assert run(lib / "device-types" / "Maker" / "a.yaml") == 0
    assert lines(capsys.readouterr().out)[0] == "1 part of 1 file"


@pytest.mark.parametrize("wrong", [1, 5, 6, 8])
def test_refused_files_are_named_up_to_five(tmp_path: Path, capsys: Printed, wrong: int) -> None:
    lib = lay(tmp_path, good=device("good"), **{f"x{n}": BAD for n in range(wrong)})
    assert run(lib, "--dry-run") == 0
    said = capsys.readouterr()
    folder = catalogs_folder()
    assert lines(said.out)[-1] == f"would write {folder / 'netbox-maker.toml'}: 1 new"
    errors = said.err.splitlines()
    assert errors[:5] == [
        f"error: device-types/Maker/x{n}.yaml:1:4: {ANCHOR}" for n in range(min(wrong, 5))
    ]
    more = [f"error: and {wrong - 5} more; see --report FILE"] if wrong > 5 else []
    assert errors[5:] == more


@pytest.mark.parametrize(
    ("wrong", "more"), [(1, ""), (2, " (and 1 more file)"), (3, " (and 2 more files)")]
)
def test_nothing_to_write_says_the_first_reason(
    tmp_path: Path, capsys: Printed, wrong: int, more: str
) -> None:
    lib = lay(tmp_path, **{f"x{n}": BAD for n in range(wrong)})
    assert run(lib) == 2
    assert capsys.readouterr().err == (
        f"cluster-designer: device-types/Maker/x0.yaml:1:4: {ANCHOR}{more}; nothing imported\n"
    )


def test_kinds_that_do_not_occur_are_named(tmp_path: Path, capsys: Printed) -> None:
    lib = lay(tmp_path, a=device("a"))
    assert run(lib, "--kind", "crah", "--kind", "cdu") == 2
    assert capsys.readouterr().err == f"cluster-designer: {lib}: 1 part, none of kind crah, cdu\n"


def test_the_report_is_written_although_nothing_is_imported(
    tmp_path: Path, capsys: Printed
) -> None:
    lib = lay(tmp_path, x=BAD)
    assert run(lib, "--report", tmp_path / "said.txt") == 2
    assert "x.yaml -> nothing" in (tmp_path / "said.txt").read_text(encoding="utf-8")
    assert run(lib, "--report", "-") == 2
    assert "x.yaml -> nothing" in capsys.readouterr().out


@pytest.mark.parametrize("word", ["a", "a=", "=m", "="])
def test_a_supply_needs_part_and_model(tmp_path: Path, capsys: Printed, word: str) -> None:
    assert run(lay(tmp_path, a=device("a")), "--psu", word) == 2
    assert capsys.readouterr().err == f"cluster-designer: --psu {word}: write it as ID=MODEL\n"


def test_a_supply_for_nobody_is_named_and_nothing_written(tmp_path: Path, capsys: Printed) -> None:
    lib = lay(tmp_path, a=device("a"))
    assert run(lib, "--psu", "z=1", "--psu", "b=1", "--psu", "maker-a=1") == 2
    said = "--psu: no part 'b' was imported; ids are in the report"
    assert capsys.readouterr().err == f"cluster-designer: {said}\n"
    assert list(catalogs_folder().iterdir()) == []


def test_the_head_of_a_file_names_its_maker_or_none(tmp_path: Path) -> None:
    lib = lay(tmp_path, a=device("a"), b=device("b", "Other"))
    assert run(lib, "--into", tmp_path / "all.toml") == 0
    text = (tmp_path / "all.toml").read_text(encoding="utf-8")
    assert "NetBox library: " not in text
    assert "NetBox library" in text
    assert "Imported from the NetBox community device-type library (CC0 1.0)" in text
    assert run(lib, "--into", tmp_path / "each") == 0
    assert "NetBox library: Maker" in (tmp_path / "each" / "netbox-maker.toml").read_text()
    assert "NetBox library: Other" in (tmp_path / "each" / "netbox-other.toml").read_text()


def test_a_folder_that_is_called_like_a_file_is_a_folder(tmp_path: Path) -> None:
    lib, into = lay(tmp_path, a=device("a")), tmp_path / "mine.toml"
    into.mkdir()
    assert run(lib, "--into", into) == 0
    assert [path.name for path in into.iterdir()] == ["netbox-maker.toml"]


def test_ids_of_other_files_of_the_folder_are_not_taken(tmp_path: Path) -> None:
    lib, into = lay(tmp_path, a=device("a")), tmp_path / "mine"
    into.mkdir()
    own = '[[part]]\nid = "maker-a"\nkind = "rack"\nname = "Mine"\n'
    (into / "own.toml").write_text(own)
    assert run(lib, "--into", into) == 0
    assert 'id = "nb-maker-a"' in (into / "netbox-maker.toml").read_text()
    assert run(lib, "--into", tmp_path / "single" / "all.toml") == 0
    assert 'id = "maker-a"' in (tmp_path / "single" / "all.toml").read_text()


def test_a_damaged_file_stops_the_whole_import(tmp_path: Path, capsys: Printed) -> None:
    lib, into = lay(tmp_path, a=device("a"), b=device("b", "Other")), tmp_path / "mine"
    into.mkdir()
    (into / "netbox-other.toml").write_text("[[part]\n")
    assert run(lib, "--into", into) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"cluster-designer: {into}/netbox-other.toml:1:")
    assert said.endswith("; mend it, or choose another place with --into\n")
    assert [path.name for path in into.iterdir()] == ["netbox-other.toml"]
    (into / "netbox-other.toml").write_text(
        '[[default]]\nid = "x"\nname = "X"\nvalue = 1\nsource = "X"\nkind = "assumed"\n'
    )
    assert run(lib, "--into", into) == 2
    assert f"{into}/netbox-other.toml: holds more than parts; mend it" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("stated", "said"),
    [
        ("9" * 400, f"u_height is {'9' * 39}…, no number of half units; write 0, 0.5, 1, 1.5 …"),
        ("[1]", "u_height is a list or table, no number of half units; write 0, 0.5, 1, 1.5 …"),
    ],
)
def test_a_height_that_is_no_number_is_not_called_missing(
    tmp_path: Path, capsys: Printed, stated: str, said: str
) -> None:
    lib = lay(tmp_path, a=device("a").replace("u_height: 1", f"u_height: {stated}"))
    assert run(lib) == 2
    assert said in capsys.readouterr().err


def test_a_rack_type_states_what_stands_for_its_height(tmp_path: Path, capsys: Printed) -> None:
    folder = tmp_path / "lib" / "rack-types" / "Maker"
    folder.mkdir(parents=True)
    text = "manufacturer: Maker\nmodel: a\nslug: maker-a\nform_factor: 4-post-cabinet\nwidth: 19\n"
    (folder / "a.yaml").write_text(f"{text}u_height: tall\n", encoding="utf-8")
    assert run(tmp_path / "lib") == 2
    assert "u_height tall: no rack of whole units" in capsys.readouterr().err


def test_a_place_that_is_no_file_of_parts_is_named(tmp_path: Path, capsys: Printed) -> None:
    lib, into = lay(tmp_path, a=device("a")), tmp_path / "good.yaml"
    into.write_text("kept", encoding="utf-8")
    assert run(lib, "--into", into) == 2
    said = f"--into: {into} is no .toml file; name one that ends so, or a folder"
    assert capsys.readouterr().err == f"cluster-designer: {said}\n"
    assert into.read_text(encoding="utf-8") == "kept"
