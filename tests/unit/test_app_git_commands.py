"""What git calls: the merge, the diff and the lines of a design; what it is told about them."""

import os
import shutil
from pathlib import Path

import pytest

from designer.app import git_set_up
from designer.app.command_error import CommandError
from designer.app.main import main
from designer.catalog.catalog import Catalog
from designer.io.design_file import dumps, loads
from designer.io.design_lines import design_lines
from designer.model.design import SCHEMA_VERSION, Assembly, Design, Device, Rack, Site, Slot
from tests.helpers.designs import small_catalog

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
RACKS = tuple(Rack(id=f"R{at}", name=f"A{at}", part="rack-z", x_mm=at, y_mm=0) for at in (1, 2, 3))
HALL = Design(racks=RACKS)


def moved(at: int, y_mm: int) -> Design:
    racks = [*RACKS]
    racks[at] = racks[at].evolve(y_mm=y_mm)
    return HALL.evolve(racks=tuple(racks))


class Files:
    """Three versions of a file, as git writes them."""

    def __init__(self, folder: Path) -> None:
        self.paths = [folder / name for name in ("base", "ours", "theirs")]

    def write(self, *versions: Design | str) -> list[str]:
        for path, version in zip(self.paths, versions, strict=True):
            text = dumps(version, Catalog(())) if isinstance(version, Design) else version
            path.write_text(text)
        return list(map(str, self.paths))

    @property
    def result(self) -> str:
        return self.paths[1].read_text()


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def test_a_merge_replaces_ours_and_says_nothing(
    files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    words = files.write(HALL, moved(0, 600), moved(2, 900))
    assert main(["git-merge", *words, "--path", "hall.cluster.toml"]) == 0
    assert [rack.y_mm for rack in loads(files.result).design.racks] == [600, 0, 900]
    captured = capsys.readouterr()
    assert captured.out + captured.err == ""


def test_a_conflict_ends_with_1_and_is_named(
    files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    words = files.write(HALL, HALL.evolve(site=Site(pue=1.2)), HALL.evolve(site=Site(pue=1.3)))
    more = ["--path=hall.cluster.toml", "--marker-size=9", "--ours-name=%X", "--theirs-name=wing"]
    assert main(["git-merge", *words, *more]) == 1
    assert capsys.readouterr().err.splitlines() == [
        "hall.cluster.toml: conflict: site.pue: 1.2 in ours, 1.3 in wing",
        "hall.cluster.toml: 1 conflict; keep one side of each marked block, then git add",
    ]
    block = "<<<<<<<<< ours\npue = 1.2\n=========\npue = 1.3\n>>>>>>>>> wing\n"
    assert block in files.result


def test_two_files_that_began_apart_merge_by_record(files: Files) -> None:
    words = files.write("", HALL, HALL.evolve(racks=RACKS[:2]))
    assert main(["git-merge", *words]) == 0
    assert loads(files.result).design == HALL
    words = files.write("", HALL, moved(1, 5))
    assert main(["git-merge", *words]) == 1


@needs_git
@pytest.mark.parametrize(
    "theirs",
    [
        "schema_version = = 3\n",
        "no design\n",
        f'schema_version = {SCHEMA_VERSION + 1}\nname = "later"\n',
        "<<<<<<< a\n=======\n>>>>>>> b\n",
    ],
)
def test_what_is_no_design_to_us_is_merged_by_lines(
    theirs: str, files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    words = files.write(HALL, moved(0, 600), theirs)
    assert main(["git-merge", *words, "--path=hall.cluster.toml"]) == 1
    said = capsys.readouterr().err
    assert "hall.cluster.toml: merged line by line, because hall.cluster.toml of theirs" in said
    assert "y_mm = 600" in files.result
    assert theirs.splitlines()[0] in files.result


@needs_git
def test_a_fault_of_the_program_loses_neither_side(
    files: Files, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("designer.app.commands.git_merge_command.merged_text", fails)
    words = files.write(HALL, moved(0, 600), moved(0, 900))
    assert main(["git-merge", *words]) == 70
    assert "y_mm = 600" in files.result
    assert "y_mm = 900" in files.result


def git_diff(capsys: pytest.CaptureFixture[str], *files: str) -> str:
    words = ["hall.cluster.toml"]
    for file in files:
        words += [file, "0" * 40 if file == os.devnull else "1234567890", "100644"]
    assert main(["git-diff", *words]) == 0
    return capsys.readouterr().out


def test_a_diff_for_git_always_ends_with_0(
    files: Files, capsys: pytest.CaptureFixture[str]
) -> None:
    base, ours, broken = files.write(HALL, moved(0, 600), "schema_version = = 3\n")
    assert "→ moved  Rack A1" in git_diff(capsys, base, ours)
    assert "Both designs are the same." in git_diff(capsys, base, base)
    new = git_diff(capsys, os.devnull, base)
    assert "+ added  3 racks" in new
    assert "a/hall.cluster.toml → b/hall.cluster.toml (1234567)" in new
    assert "+schema_version = = 3" in git_diff(capsys, base, broken)
    assert main(["git-diff", "hall.cluster.toml"]) == 0
    assert capsys.readouterr().out == "hall.cluster.toml: not merged yet\n"


def test_lines_say_what_they_are_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    slots = tuple(Slot(id=f"n{at}", part="node-x", half_u=4 * at) for at in (1, 2, 3))
    devices = tuple(
        Device(id=f"d{at}", name="s", part="switch-y", rack="R1", half_u=at) for at in (1, 2)
    )
    design = HALL.evolve(
        site=Site(pue=1.2), devices=devices,
        assemblies=(Assembly(id="two of", rack_part="rack-z", slots=slots),),
    )  # fmt: skip
    node = small_catalog().get("node-x")
    assert node is not None
    lines = list(design_lines(design, (node,)))
    assert 'name = "untitled"' in lines
    assert "site.pue = 1.2" in lines
    assert 'racks.R2 = {name = "A2", part = "rack-z", x_mm = 2, y_mm = 0}' in lines
    assert 'assemblies."two of".slots.n2 = {part = "node-x", u = 4}' in lines
    assert 'devices.d1 = {name = "s", part = "switch-y", rack = "R1", u = 0.5}' in lines
    assert "parts.node-x.mass_kg = 130.0" in lines
    for text, wanted in ((dumps(HALL, Catalog(())), "racks.R1 = {"), ("no design\n", "no design")):
        file = tmp_path / "blob"
        file.write_text(text)
        assert main(["git-textconv", str(file)]) == 0
        assert wanted in capsys.readouterr().out


def test_without_git_it_is_said_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert main(["git-install"]) == 2
    said = capsys.readouterr().err
    assert said == "cluster-designer: git is not installed, or not on the search path\n"


@needs_git
def test_a_program_of_any_name_is_written_for_a_shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    place = git_set_up.global_place()
    assert place.attributes == tmp_path / "config/git/attributes"
    list(git_set_up.install(place, ("/opt/it's here/cluster designer",)))
    written = (tmp_path / ".gitconfig").read_text()
    assert "= '/opt/it'\\\\''s here/cluster designer' git-diff\n" in written
    text = (tmp_path / "config/git/attributes").read_text()
    assert text == f"{git_set_up.ATTRIBUTES}\n{git_set_up.COMMENTS}\n"
    moved_to = list(git_set_up.install(place, ("/usr/bin/cluster-designer",)))
    assert [line.split()[0] for line in moved_to].count("set") == 3
    removed = list(git_set_up.uninstall(place))
    assert len(removed) == 6
    assert list(git_set_up.uninstall(place)) == []


@needs_git
def test_an_attributes_file_that_git_is_told_of_is_the_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    (tmp_path / ".gitconfig").write_text("[core]\n\tattributesFile = ~/my attributes\n")
    place = git_set_up.global_place()
    assert place.attributes == tmp_path / "my attributes"
    place.attributes.mkdir()
    with pytest.raises(CommandError, match="cannot be read"):
        list(git_set_up.install(place, ("/usr/bin/cluster-designer",)))
