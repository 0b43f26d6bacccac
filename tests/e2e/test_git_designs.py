"""Real git with designs: branches merge by record, true conflicts are told, diffs say what changed.

The program is called by git itself, as `git-install` has told it to; no home of anybody is touched.
"""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from designer.catalog.catalog import Catalog
from designer.io.design_file import dumps, load
from designer.model.change import Change, apply
from designer.model.design import Cable, Design, Device, Rack

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

NAME = "hall.cluster.toml"
HALL = Design(
    header="for the hall in Oulu",
    racks=tuple(
        Rack(id=f"R{at}", name=f"A0{at}", part="rack-z", x_mm=800 * at, y_mm=0)
        for at in range(1, 6)
    ),
    devices=(Device(id="d1", name="sw", part="switch-y", rack="R5", half_u=8),),
)  # fmt: skip


@dataclass(frozen=True)
class Repository:
    """A repository of its own, with a home of its own."""

    root: Path
    home: Path

    @property
    def env(self) -> dict[str, str]:
        kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
        return {**kept, "HOME": str(self.home), "GIT_CONFIG_NOSYSTEM": "1",
                "QT_QPA_PLATFORM": "offscreen"}  # fmt: skip

    def run(self, *words: str, folder: Path | None = None) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(words, cwd=folder or self.root, env=self.env, capture_output=True,
                              text=True, check=False)  # fmt: skip

    def git(self, *words: str, code: int = 0) -> str:
        done = self.run("git", *words)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def program(self, *words: str, code: int = 0, folder: Path | None = None) -> str:
        done = self.run(sys.executable, "-m", "designer", *words, folder=folder)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    def write(self, design: Design) -> None:
        (self.root / NAME).write_text(dumps(design, Catalog(())))

    def commit(self, branch: str, design: Design) -> None:
        """Commit a design on a branch, which is made of the first commit if it is new."""
        known = self.run("git", "rev-parse", "--verify", "-q", branch).returncode == 0
        self.git("checkout", "-q", *([branch] if known else ["-b", branch, "begin"]))
        self.write(design)
        self.git("commit", "-qam", f"Draw on {branch}")

    def read(self) -> Design:
        opened = load(self.root / NAME)
        assert opened.writable, opened.problems
        return opened.design


@pytest.fixture
def hall(tmp_path: Path) -> Repository:
    """A repository with a hall, which git knows how to merge."""
    found = Repository(tmp_path / "halls", tmp_path / "home")
    found.root.mkdir()
    found.home.mkdir()
    found.git("init", "-q")
    found.git("config", "user.name", "K. Lund")
    found.git("config", "user.email", "k@example.org")
    found.program("git-install")
    found.write(HALL)
    found.git("add", ".")
    found.git("commit", "-qm", "Draw a hall")
    found.git("branch", "begin")
    return found


def with_rack(design: Design, key: str, **fields: Any) -> Design:
    (rack,) = [one for one in design.racks if one.id == key]
    return apply(design, Change(put=(("racks", (rack.evolve(**fields),)),)))


def test_branches_that_moved_different_racks_merge(hall: Repository) -> None:
    hall.commit("wing", with_rack(HALL, "R1", y_mm=600))
    hall.commit("trunk", with_rack(HALL, "R2", y_mm=900))
    # Lines beside each other: by lines git could not do this.
    hall.git("merge", "wing", "-m", "Merge the wing")
    assert hall.read() == with_rack(with_rack(HALL, "R1", y_mm=600), "R2", y_mm=900)
    assert hall.git("status", "--porcelain") == ""


def test_a_true_conflict_names_the_record_and_both_values(hall: Repository) -> None:
    hall.commit("wing", with_rack(HALL, "R1", y_mm=600))
    hall.commit("trunk", with_rack(HALL, "R1", y_mm=900))
    said = hall.git("merge", "wing", code=1)
    assert re.search(rf"{NAME}: conflict: racks\.R1\.y_mm: 900 in \S+, 600 in \S+\n", said), said
    text = (hall.root / NAME).read_text()
    assert text.count("<<<<<<<") == text.count("=======") == text.count(">>>>>>>") == 1
    line = text.split("\n").index("=======") + 1
    refused = hall.program("check", NAME, code=2)
    assert refused.count("\n") == 1
    assert f"{NAME}:{line - 2}:1: an unresolved merge" in refused
    lines = text.split("\n")
    chosen = [*lines[: line - 3], lines[line - 2], *lines[line + 2 :]]
    (hall.root / NAME).write_text("\n".join(chosen))
    assert hall.read() == with_rack(HALL, "R1", y_mm=900)


def test_a_cable_to_a_rack_that_the_other_branch_removed_is_a_conflict(hall: Repository) -> None:
    cable = Cable(id="c1", a="R1", b="R2")
    hall.commit("wing", apply(HALL, Change(put=(("cables", (cable,)),))))
    hall.commit("trunk", apply(HALL, Change(drop=(("racks", ("R1",)),))))
    said = hall.git("merge", "wing", code=1)
    assert "conflict: cables.c1: there is no device 'R1' after the merge" in said
    text = (hall.root / NAME).read_text()
    assert 'c1 = {a = "R1", b = "R2"}' in text
    assert 'R1 = {name = "A01"' in text


def test_what_is_no_design_is_merged_by_lines_and_told(hall: Repository) -> None:
    hall.commit("wing", with_rack(HALL, "R1", y_mm=600))
    hall.commit("trunk", HALL.evolve(note="more"))
    text = (hall.root / NAME).read_text()
    (hall.root / NAME).write_text(text.replace("y_mm = 0", "y_mm = = 0"))
    hall.git("commit", "-qam", "Break it")
    said = hall.git("merge", "wing", code=1)
    assert f"{NAME}: merged line by line, because" in said


def test_git_diff_says_what_changed(hall: Repository) -> None:
    hall.write(with_rack(HALL, "R1", y_mm=600))
    said = hall.git("diff")
    assert "→ moved  Rack A01" in said
    assert "0 mm → 600 mm" in said
    assert "+R1 = {" in hall.git("diff", "--no-ext-diff", "--no-textconv")
    hall.git("commit", "-qam", "Move a rack")
    assert "+racks.R1 = {" in hall.git("show")


def test_git_diff_of_a_broken_file_shows_lines(hall: Repository) -> None:
    text = (hall.root / NAME).read_text()
    (hall.root / NAME).write_text(text.replace("schema_version = 3", "schema_version = = 3"))
    said = hall.git("diff")
    assert "+schema_version = = 3" in said


def test_what_was_set_is_not_set_twice_and_is_taken_away_again(hall: Repository) -> None:
    config, attributes = hall.root / ".git/config", hall.root / ".gitattributes"
    before = config.read_text()
    assert "already" in hall.program("git-install")
    assert config.read_text() == before
    assert attributes.read_text().count("cluster-design") == 3
    said = hall.program("git-install", "--uninstall", folder=hall.root / ".git/..")
    assert "removed merge.cluster-design.driver" in said
    assert "cluster-design" not in config.read_text() + attributes.read_text()
    assert "nothing of it is set" in hall.program("git-install", "--uninstall")


def test_what_somebody_else_set_stays(hall: Repository) -> None:
    hall.git("config", "merge.cluster-design.driver", "other %O %A %B")
    said = hall.program("git-install", code=2)
    assert said.count("\n") == 1
    assert "merge.cluster-design.driver is set to 'other %O %A %B'" in said
    hall.program("git-install", "--uninstall")
    assert hall.git("config", "merge.cluster-design.driver").strip() == "other %O %A %B"


def test_other_attributes_of_designs_are_not_written_over(hall: Repository) -> None:
    attributes = hall.root / ".gitattributes"
    attributes.write_text("*.md text\n*.cluster.toml merge=union\n")
    said = hall.program("git-install", code=2)
    assert ".gitattributes:2: says '*.cluster.toml merge=union' already" in said
    attributes.write_text("*.md text\n*.cluster.toml text eol=lf")
    hall.program("git-install")
    lines = attributes.read_text().splitlines()
    assert lines[:2] == ["*.md text", "*.cluster.toml text eol=lf"]
    assert lines[2:] == [
        "*.cluster.toml diff=cluster-design merge=cluster-design",
        "*.comments.toml merge=cluster-design",
    ]


def test_all_repositories_of_a_user_can_be_told_at_once(hall: Repository) -> None:
    hall.program("git-install", "--uninstall")
    said = hall.program("git-install", "--global")
    attributes = hall.home / ".config/git/attributes"
    assert str(attributes) in said
    assert "cluster-design" in attributes.read_text()
    hall.commit("wing", with_rack(HALL, "R1", y_mm=600))
    hall.commit("trunk", with_rack(HALL, "R2", y_mm=900))
    hall.git("merge", "wing", "-m", "Merge the wing")
    hall.program("git-install", "--global", "--uninstall")
    assert attributes.read_text() == ""


def test_outside_of_a_work_tree_it_says_so(hall: Repository, tmp_path: Path) -> None:
    said = hall.program("git-install", code=2, folder=tmp_path)
    assert said.count("\n") == 1
    assert "in no work tree of git" in said
