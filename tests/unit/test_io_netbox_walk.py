"""Files, folders and checkouts: what is found, what collides, which commit it is of; and racks."""

import os
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import yaml

from designer.catalog.part import Part
from designer.catalog.vetting import entry_problems
from designer.io.netbox import safe_yaml
from designer.io.netbox.report import Imported, as_text, as_toml, counts
from designer.io.netbox.walk import NothingHereError, import_path
from designer.model.problem import Problem
from tests.bench.bench_netbox import library

DEVICE = """\
manufacturer: Acme
model: {name}
slug: {slug}
u_height: 1
is_full_depth: true
airflow: passive
weight: {weight}
weight_unit: kg
"""
RACK = """\
manufacturer: Acme
model: R48
slug: acme-r48
form_factor: 4-post-cabinet
width: 19
u_height: 48
starting_unit: 1
outer_width: 30
outer_height: 90
outer_depth: 48
outer_unit: in
mounting_depth: 1048
weight: 400
max_weight: 2250
weight_unit: lb
desc_units: false
"""
SHA = "108982125f573ca32afd05c913a3f7b3ad5d9e44"

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def put(file: str, text: str = "", **fields: str) -> Path:
        path = tmp_path / "lib" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        said = {"name": "Box", "slug": "acme-box", "weight": "10", **fields}
        path.write_text(text or DEVICE.format(**said), encoding="utf-8")
        return tmp_path / "lib"

    return put


def codes(imported: Imported) -> dict[str, int]:
    return {code: findings for code, findings, _ in counts(imported.files)}


def test_a_checkout_gives_devices_and_racks(write: Write):
    write("device-types/Acme/Box.yaml")
    write("device-types/Acme/Box-2.yml", name="Box 2", slug="acme-box-2")
    write("rack-types/Acme/R48.yaml", RACK)
    write("module-types/Acme/PSU.yaml", "manufacturer: Acme\nmodel: PSU\n")
    write("elevation-images/Acme/notes.yaml", "a: 1\n")
    root = write(".github/workflow.yaml", "on: push\n")
    imported = import_path(root)
    assert [part.id for part in imported.parts] == ["acme-box-2", "acme-box", "acme-r48"]
    assert [file.path for file in imported.files] == [
        "device-types/Acme/Box-2.yml", "device-types/Acme/Box.yaml", "rack-types/Acme/R48.yaml",
    ]  # fmt: skip


def test_a_folder_and_a_file_of_it(write: Write):
    root = write("device-types/Acme/Box.yaml")
    write("device-types/Other/Thing.yaml", name="Thing", slug="other-thing")
    assert [p.id for p in import_path(root / "device-types" / "Acme").parts] == ["acme-box"]
    assert [p.id for p in import_path(root / "device-types/Acme/Box.yaml").parts] == ["acme-box"]


def test_files_outside_a_checkout_are_told_apart_by_their_fields(write: Write):
    write("r.yaml", RACK)
    write("d.yaml")
    write("m.yaml", "manufacturer: Acme\nmodel: PSU\npower-ports: []\n")
    root = write("x.yaml", "name: something else\n")
    imported = import_path(root)
    assert {part.kind for part in imported.parts} == {"rack", "appliance"}
    assert codes(imported)["skipped"] == 1
    assert codes(imported)["not-a-type"] == 1


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ("manufacturer: A\nmodel: B\nslug: a-b\n", "required"),
        ("manufacturer: A\nmodel: B\n", "required"),
        ("slug: a-b\n", "required"),
        ("u_height: 1\n", "required"),
        ("manufacturer: A\nmodel: B\ninterfaces: []\n", "skipped"),
        ("manufacturer: A\n", "not-a-type"),
        ("model: A\n", "not-a-type"),
    ],
)
def test_one_telling_field_is_enough_to_know_what_a_file_describes(
    write: Write, fields: str, code: str
):
    """A device type asks for what it lacks; a module is left aside; anything else is no type."""
    imported = import_path(write("x.yaml", fields) / "x.yaml")
    assert imported.parts == ()
    assert code in codes(imported)
    assert {"required", "skipped", "not-a-type"} & set(codes(imported)) == {code}


def test_quirk_18_a_file_without_extension_is_not_lost_in_silence(write: Write):
    write("device-types/Acme/Box.yaml")
    root = write("device-types/Acme/QM8790")
    imported = import_path(root / "device-types")
    assert len(imported.parts) == 1
    assert imported.files[1].path == "Acme/QM8790"
    assert imported.files[1].problems[0].code == "skipped"


def test_quirk_18_the_same_device_in_two_files_is_taken_once(write: Write):
    write("device-types/Acme/FA-X90R3-Chassis.yaml")
    root = write("device-types/Acme/FA-X90R3_Chassis.yaml")
    imported = import_path(root)
    assert len(imported.parts) == 1
    assert "same figures" in imported.files[1].problems[-1].what


def test_quirk_18_the_same_slug_with_other_figures_gets_an_id_of_its_own(write: Write):
    write("device-types/Acme/a.yaml")
    write("device-types/Acme/b.yaml", weight="11")
    root = write("device-types/Acme/c.yaml", weight="12")
    imported = import_path(root)
    assert [(part.id, part.mass_kg) for part in imported.parts] == [
        ("acme-box", 10), ("acme-box-2", 11), ("acme-box-3", 12),
    ]  # fmt: skip
    assert codes(imported)["duplicate"] == 2


def test_slugs_that_become_the_same_id(write: Write):
    write("device-types/Acme/a.yaml", slug="acme_box")
    root = write("device-types/Acme/b.yaml", slug="acme-box", name="Another")
    assert [part.id for part in import_path(root).parts] == ["acme-box", "acme-box-2"]


def test_an_id_of_the_catalogue_is_not_taken(write: Write):
    root = write("device-types/Acme/Box.yaml", slug="qm9700")
    other = Part(id="qm9700", name="QM9700", kind="switch")
    imported = import_path(root, others=[other])
    assert [part.id for part in imported.parts] == ["nb-qm9700"]
    assert codes(imported)["shipped-id"] == 1


def test_a_name_of_the_catalogue_is_said(write: Write):
    root = write("device-types/Acme/Box.yaml", name="qm9700")
    imported = import_path(root, others=[Part(id="qm9700", name="QM9700", kind="switch")])
    assert imported.parts[0].id == "acme-box"
    assert "as qm9700 already" in next(
        p.what for p in imported.files[0].problems if p.code == "shipped-name"
    )


@pytest.mark.parametrize(
    "files",
    [
        {"HEAD": f"{SHA}\n"},
        {"HEAD": "ref: refs/heads/main\n", "refs/heads/main": f"{SHA}\n"},
        {"HEAD": "ref: refs/heads/main\n", "packed-refs": f"# pack\n{SHA} refs/heads/main\n"},
    ],
)
def test_quirk_22_the_commit_stands_in_the_source(write: Write, files: dict[str, str]):
    root = write("device-types/Acme/Box.yaml")
    for name, text in files.items():
        write(f".git/{name}", text)
    imported = import_path(root / "device-types" / "Acme")
    assert imported.commit == SHA
    assert imported.parts[0].provenance[0].source == (
        f"netbox-community/devicetype-library, Acme/Box.yaml, commit {SHA[:12]}"
    )


@pytest.mark.parametrize(
    "head", ["", "nonsense", "ref: refs/heads/gone", "ref: refs/../../x", "ref: /x"]
)
def test_quirk_22_no_commit_is_no_fault(write: Write, head: str):
    root = write("device-types/Acme/Box.yaml")
    write(".git/HEAD", head or " ")
    imported = import_path(root)
    assert (imported.commit, len(imported.parts)) == ("", 1)


def test_a_rack(write: Write):
    (rack,) = import_path(write("rack-types/Acme/R48.yaml", RACK)).parts
    assert (rack.kind, rack.width_mm, rack.height_mm, rack.depth_mm) == ("rack", 762, 2286, 1219)
    assert rack.mass_kg == 181.437
    assert rack.rack is not None
    assert (rack.rack.units, rack.rack.static_kg, rack.rack.dynamic_kg) == (48, 1020.6, None)
    assert rack.rack.usable_depth_mm == 1048
    assert list(entry_problems(rack, lambda *_: "here")) == []


@pytest.mark.parametrize(
    ("width", "said"), [("20", "NetBox refuses"), ("23", "23-inch"), ("10", "10-inch")]
)
def test_quirk_19_widths_of_racks(write: Write, width: str, said: str):
    imported = import_path(
        write("rack-types/A/R.yaml", RACK.replace("width: 19", f"width: {width}", 1))
    )
    assert len(imported.parts) == 1
    (finding,) = (p for p in imported.files[0].problems if p.code == "rack")
    assert said in finding.what


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("4-post-cabinet", "2-post-frame", "rack"),
        ("desc_units: false", "desc_units: true", "rack"),
        ("starting_unit: 1", "starting_unit: 5", "rack"),
        ("outer_unit: in", "outer_unit: feet", "bad-value"),
        ("weight_unit: lb", "weight_unit: stone", "bad-value"),
        ("u_height: 48", "u_height: 4.5", "required"),
        ("u_height: 48", "uheight: 48", "required"),
        ("model: R48", "modell: R48", "required"),
    ],
)
def test_racks_that_are_no_usual_ones(write: Write, old: str, new: str, code: str):
    imported = import_path(write("rack-types/A/R48.yaml", RACK.replace(old, new)))
    assert code in codes(imported)
    assert len(imported.parts) == (0 if code == "required" else 1)


@pytest.mark.parametrize(
    ("old", "new", "said", "remark"),
    [
        ("4-post-cabinet", "2-post-frame", "form 2-post-frame: no cabinet", "Form: 2-post-frame."),
        ("desc_units: false", "desc_units: true", "units are counted from above", ""),
        ("starting_unit: 1", "starting_unit: 5", "the lowest unit is 5; here it is 1", ""),
    ],
)
def test_what_is_unusual_about_a_rack_is_said_once_and_kept(
    write: Write, old: str, new: str, said: str, remark: str
):
    usual = import_path(write("rack-types/A/R48.yaml", RACK))
    assert not [p for p in usual.files[0].problems if p.code == "rack"]
    imported = import_path(write("rack-types/A/R48.yaml", RACK.replace(old, new)))
    (finding,) = (p for p in imported.files[0].problems if p.code == "rack")
    assert said in finding.what
    assert remark in imported.parts[0].note
    assert "Form:" not in usual.parts[0].note


def test_a_path_that_is_not_there(tmp_path: Path):
    with pytest.raises(NothingHereError, match="no such file or folder; name a YAML file"):
        import_path(tmp_path / "none")


def test_a_folder_without_yaml(tmp_path: Path):
    (tmp_path / "README.md").write_text("nothing")
    with pytest.raises(NothingHereError, match=r"no \.yaml or \.yml file"):
        import_path(tmp_path)


def test_a_pipe_is_no_path(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(NothingHereError, match="neither a file nor a folder"):
        import_path(tmp_path / "pipe")


def test_hostile_files_among_good_ones_cost_only_themselves(write: Write):
    write("device-types/Acme/bomb.yaml", "a: &a [x, x]\nb: &b [*a, *a]\n")
    write("device-types/Acme/deep.yaml", "[" * 100_000)
    root = write("device-types/Acme/good.yaml")
    folder = root / "device-types/Acme"
    (folder / "binary.yaml").write_bytes(os.urandom(64) + b"\0")
    with (folder / "huge.yaml").open("wb") as file:
        file.truncate(100_000_000)
    os.mkfifo(folder / "pipe.yaml")
    (folder / "loop.yaml").symlink_to(folder / "loop.yaml")
    (folder / "folder.yaml").mkdir()
    imported = import_path(root)
    assert [part.id for part in imported.parts] == ["acme-box"]
    refused = {
        p.where.partition(":")[0]: p
        for f in imported.files
        for p in f.problems
        if p.code == "refused"
    }
    names = {"binary", "bomb", "deep", "huge", "loop", "pipe"}
    assert set(refused) == {f"device-types/Acme/{name}.yaml" for name in names}
    assert all(problem.severity == "error" and problem.mend for problem in refused.values())


@pytest.fixture
def deep_folder(tmp_path: Path) -> Iterator[Path]:
    """Make folders in folders by steps, and remove them so: pytest itself would call too deep."""
    here, levels = os.open(".", os.O_RDONLY), 1200
    os.chdir(tmp_path)
    try:
        for _ in range(levels):
            os.mkdir("d")
            os.chdir("d")
        yield tmp_path
        for _ in range(levels):
            os.chdir("..")
            os.rmdir("d")
    finally:
        os.fchdir(here)
        os.close(here)


def test_folders_nested_deeper_than_python_may_call(deep_folder: Path):
    text = DEVICE.format(name="Box", slug="acme-box", weight="1")
    (deep_folder / "Box.yaml").write_text(text)
    assert [part.id for part in import_path(deep_folder).parts] == ["acme-box"]


def test_names_of_files_that_are_no_text(tmp_path: Path):
    name = os.fsdecode(b"bo\xffx\x1b[31m\n.yaml")
    (tmp_path / name).write_text(DEVICE.format(name="Box", slug="acme-box", weight="1"))
    imported = import_path(tmp_path)
    source = imported.parts[0].provenance[0].source
    assert source.endswith("/bo?x [31m .yaml")
    as_text(imported).encode()
    as_toml(imported).encode()


def test_the_report_says_per_file_what_is_missing_or_doubtful(write: Write):
    write("device-types/Acme/Box.yaml")
    root = write("device-types/Acme/bad.yaml", "a: [")
    imported = import_path(root)
    read = tomllib.loads(as_toml(imported))["file"]
    assert [(file["path"], file["ids"]) for file in read] == [
        ("device-types/Acme/Box.yaml", ["acme-box"]),
        ("device-types/Acme/bad.yaml", []),
    ]
    assert read[1]["problems"][0]["where"] == "device-types/Acme/bad.yaml:2:1"
    text = as_text(imported)
    assert "device-types/Acme/Box.yaml -> acme-box" in text
    assert "error [refused] device-types/Acme/bad.yaml:2:1: is not YAML" in text


def test_without_the_fast_parser_the_same_comes_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    library(tmp_path, 12)
    fast = import_path(tmp_path)
    monkeypatch.setattr(safe_yaml, "_Parser", yaml.SafeLoader)
    assert import_path(tmp_path) == fast


def test_a_library_of_made_up_devices(tmp_path: Path):
    library(tmp_path, 60)
    imported = import_path(tmp_path)
    assert len(imported.parts) == 60
    problems: list[Problem] = []
    for part in imported.parts:
        problems += entry_problems(part, lambda *_: "here")
    assert problems == []
    assert "supply-resolved" in codes(imported)


@pytest.mark.parametrize(("levels", "commit"), [(1, SHA), (4, SHA), (5, "")])
def test_a_checkout_is_looked_for_four_folders_up(write: Write, levels: int, commit: str):
    inside = "/".join(["device-types", *"abcd"][:levels])
    root = write(f"{inside}/Box.yaml")
    write(".git/HEAD", f"{SHA}\n")
    imported = import_path(root / inside)
    assert (imported.commit, len(imported.parts)) == (commit, 1)


@pytest.mark.parametrize("folder", ["device-types", "module-types", "rack-types"])
def test_any_folder_of_the_library_makes_a_checkout(write: Write, folder: str):
    root = write("Box.yaml")
    write(f"{folder}/Acme/other.txt", "nothing")
    write(".git/HEAD", f"{SHA}\n")
    assert import_path(root / "Box.yaml").commit == SHA


def what(imported: Imported, code: str) -> list[tuple[str, str]]:
    found = [problem for file in imported.files for problem in file.problems]
    return [(one.what, one.mend) for one in found if one.code == code]


def test_every_finding_of_a_duplicate_names_the_first_file(write: Write):
    write("device-types/Acme/a.yaml")
    write("device-types/Acme/b.yaml")
    root = write("device-types/Acme/c.yaml", weight="11")
    assert what(import_path(root), "duplicate") == [
        ("acme-box is in device-types/Acme/a.yaml already, with the same figures; left out",
         "remove one of the files"),
        ("acme-box is in device-types/Acme/a.yaml already, with other figures; imported as "
         "acme-box-2", "see which of the two is right"),
    ]  # fmt: skip


def test_a_second_id_gives_way_to_ids_of_the_catalogue(write: Write):
    write("device-types/Acme/a.yaml")
    root = write("device-types/Acme/b.yaml", weight="11")
    others = [Part(id="acme-box-2", name="Other", kind="node")]
    assert [p.id for p in import_path(root, others=others).parts] == ["acme-box", "acme-box-3"]


def test_what_is_said_of_the_catalogues_own_ids_and_names(write: Write):
    others = [Part(id="acme-box", name="Other", kind="node")]
    root = write("device-types/Acme/a.yaml")
    taken = import_path(root, others=others)
    assert what(taken, "shipped-id") == [
        ("acme-box is the id of another part of the catalogue; imported as nb-acme-box",
         "compare the two")
    ]  # fmt: skip
    assert what(taken, "shipped-name") == []
    named = import_path(root, others=[Part(id="x", name="BOX", kind="node")])
    assert what(named, "shipped-name") == [
        ("the catalogue has Box as x already", "prefer the one with the better sources")
    ]
    assert named.files[0].ids == ("acme-box",)


def test_a_part_that_is_none_and_a_figure_that_cannot_be(write: Write):
    root = write("device-types/Acme/a.yaml", DEVICE.format(
        name="Box", slug="acme-box", weight="10"
    ) + "power-ports:\n- {name: A, type: hardwired, maximum_draw: 1e12}\n")  # fmt: skip
    imported = import_path(root)
    (part,) = imported.parts
    assert part.psu is not None
    assert part.psu.rating_w is None
    ((said, mend),) = what(imported, "bad-value")
    assert said.startswith("acme-box.psu: rating_w cannot be 1e+12: give ")
    assert mend == "write what the maker's sheet says"


@pytest.mark.parametrize(
    ("name", "is_read", "is_said"),
    [
        ("a.yaml", True, False),
        ("a.YML", True, False),
        ("a.txt", False, True),
        (".a.yaml", False, False),
    ],
)
def test_which_files_of_a_checkout_are_read(write: Write, name: str, is_read: bool, is_said: bool):
    root = write(f"device-types/Acme/{name}")
    write("device-types/Acme/good.yaml", slug="good", name="Good")
    write("device-types/module-types/m.yaml", slug="in-between")
    imported = import_path(root)
    assert ("acme-box" in {part.id for part in imported.parts}) == is_read
    said = [("its name ends neither in .yaml nor in .yml", "")]
    assert what(imported, "skipped") == said * is_said
    assert "in-between" not in {part.id for part in imported.parts}


def test_other_files_outside_a_checkout_are_passed_over(write: Write):
    root = write("Acme/Box.yaml")
    write("Acme/readme.txt", "nothing")
    imported = import_path(root)
    assert [file.path for file in imported.files] == ["Acme/Box.yaml"]


def test_a_folder_that_cannot_be_read_is_said(write: Write, monkeypatch: pytest.MonkeyPatch):
    write("device-types/Acme/Box.yaml")
    root = write("device-types/Secret/Thing.yaml", name="Thing", slug="thing")
    listed = os.scandir

    def refusing(path: Path) -> object:
        if Path(path).name == "Secret":
            raise PermissionError(13, "Permission denied")
        return listed(path)

    monkeypatch.setattr(os, "scandir", refusing)
    imported = import_path(root)
    assert [part.id for part in imported.parts] == ["acme-box"]
    assert what(imported, "refused") == [("cannot be read: Permission denied", "allow reading it")]
    with pytest.raises(NothingHereError, match="cannot be read: Permission denied; allow reading"):
        import_path(root / "device-types" / "Secret")
