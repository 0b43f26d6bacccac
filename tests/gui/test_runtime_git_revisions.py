"""Revisions of a file in git: newest first, read as it was, none where there is no git."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from designer.catalog.load import load_shipped
from designer.document.edits import rename
from designer.io import design_file
from designer.model.design import Design
from designer.runtime.git_revisions import GitRevisions, Revision
from designer.ui.state.compared_sides import Choice
from designer.ui.state.comparing import Comparing
from tests.helpers.ui_desk import Desk, small_design
from tests.helpers.variants import FakeAside, variants_of

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
NAME = "hall.cluster.toml"


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=N", "-c", "user.email=n@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(
        ["git", *who, *words], cwd=folder, check=True, capture_output=True,
        env={**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull},
    )  # fmt: skip


def commit(folder: Path, design: Design | str, subject: str) -> None:
    path = folder / NAME
    if isinstance(design, str):
        path.write_text(design)
    else:
        design_file.save(path, design, load_shipped(), None)
    git(folder, "add", NAME)
    git(folder, "commit", "-q", "-m", subject)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Three commits: a design that was broken for a while."""
    folder = tmp_path / "repository"
    folder.mkdir()
    git(folder, "init", "-q")
    commit(folder, rename("A01", "old")(small_design()), "First\tdraft")
    commit(folder, "schema_version = 3\nname = [", "Break it")
    (folder / NAME).unlink()
    commit(folder, small_design(), "Mend it")
    return folder


@pytest.fixture
def revisions(qtbot: QtBot) -> Iterator[GitRevisions]:
    made = GitRevisions()
    yield made
    made.close()


def listed(revisions: GitRevisions, path: Path | None, qtbot: QtBot) -> tuple[Revision, ...]:
    with qtbot.waitSignal(revisions.listed) as caught:
        revisions.look_at(path)
    assert caught.args is not None
    found: tuple[Revision, ...] = caught.args[0]
    return found


def test_they_are_listed_newest_first_and_read_as_they_were(
    repository: Path, revisions: GitRevisions, qtbot: QtBot
) -> None:
    found = listed(revisions, repository / NAME, qtbot)
    assert [one.subject for one in found] == ["Mend it", "Break it", "First\tdraft"]
    assert found[0].short == found[0].id[:7]
    with qtbot.waitSignal(revisions.found) as caught:
        revisions.read(repository / NAME, found[1])
    assert caught.args == [found[1], b"schema_version = 3\nname = ["]


def test_a_revision_that_is_not_there_is_told(
    repository: Path, revisions: GitRevisions, qtbot: QtBot
) -> None:
    (newest, *_) = listed(revisions, repository / NAME, qtbot)
    lost = Revision("0" * 40, newest.at, "never")
    with qtbot.waitSignal(revisions.failed) as caught:
        revisions.read(repository / NAME, lost)
    assert caught.args is not None
    assert caught.args[0] is lost
    assert caught.args[1].startswith("git cannot show it: ")


def test_without_a_repository_a_file_or_git_there_are_none(
    tmp_path: Path, revisions: GitRevisions, qtbot: QtBot
) -> None:
    assert listed(revisions, tmp_path / NAME, qtbot) == ()
    assert listed(revisions, None, qtbot) == ()
    without = GitRevisions(revisions, program=str(tmp_path / "no-git"))
    assert listed(without, tmp_path / NAME, qtbot) == ()


def test_the_comparison_takes_one_and_tells_of_a_broken_one(
    repository: Path, qtbot: QtBot, tmp_path: Path
) -> None:
    desk = Desk(tmp_path, small_design())
    desk.session.open(repository / NAME)
    variants = variants_of(desk)
    comparing = Comparing(desk.workspace, desk.session, variants, FakeAside(), GitRevisions())  # type: ignore[arg-type] # stands for the engine
    comparing.setParent(variants)
    refusals: list[str] = []
    comparing.refused.connect(refusals.append)
    comparing.look(shown=True)
    qtbot.waitUntil(lambda: len(comparing.past.every) == 3)
    newest, broken, first = comparing.past.choices()
    assert newest.about.endswith(" · Mend it")
    comparing.show_before(first)
    qtbot.waitUntil(lambda: [row.how for row in comparing.rows] == ["name: old → A01"])
    assert comparing.before is not None
    assert comparing.before.choice == first
    comparing.show_before(broken)
    qtbot.waitUntil(lambda: bool(refusals) and refusals[-1] != "")
    assert refusals[-1].startswith(f"Not compared: {broken.name}:{NAME}:2:8: ")
    assert [row.how for row in comparing.rows] == ["name: old → A01"]
    comparing.show_before(Choice("revision", "0" * 40, "0000000"))
    assert refusals[-1] == "Not compared: 0000000: there is no such revision any more"
    comparing.close()
    desk.close()
