"""What the window remembers between two runs, each with its default, in one file."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray

from designer.ui.state.settings import RECENT_ENTRIES, RECENT_PARTS, SHOWN_FILES, Settings


@pytest.fixture
def reopen(tmp_path: Path) -> Callable[[], Settings]:
    """Settings as another run finds them: in a copy of the file, which Qt has not read yet."""
    folders = [tmp_path / "config"]
    made: list[Settings] = []
    (tmp_path / "state").mkdir()

    def again() -> Settings:
        if made:
            made[-1].sync()
            folders.append(tmp_path / f"config-{len(folders)}")
            if folders[-2].exists():
                shutil.copytree(folders[-2], folders[-1])
        made.append(Settings(folders[-1], tmp_path / "state"))
        return made[-1]

    return again


def test_at_first_everything_has_its_default(reopen: Callable[[], Settings]) -> None:
    settings = reopen()
    assert settings.theme() == "dark"
    assert settings.split() == (0, 0)
    assert settings.bytes("columns") == QByteArray()
    assert settings.flag("show_left", default=True)
    assert not settings.flag("show_left", default=False)
    lists = (settings.recent_parts(), settings.recent_entries(), settings.favourites())
    assert lists == ([], [], [])
    assert settings.recent_files() == []


def test_what_is_chosen_is_there_in_the_next_run(reopen: Callable[[], Settings]) -> None:
    settings = reopen()
    settings.set_theme("light")
    settings.set_split(530, 400)
    settings.set_bytes("columns", QByteArray(b"\x00\xff\x01"))
    settings.set_bytes("geometry", QByteArray(b"other"))
    settings.set_flag("show_left", value=False)
    settings.set_flag("show_right", value=True)
    settings.add_recent_part("dgx-h100")
    settings.set_favourite("part/dgx-h100", on=True)
    for _ in range(2):  # from memory, then from the file
        assert settings.theme() == "light"
        assert settings.split() == (530, 400)
        assert settings.bytes("columns") == QByteArray(b"\x00\xff\x01")
        assert settings.bytes("geometry") == QByteArray(b"other")
        assert not settings.flag("show_left", default=True)
        assert settings.flag("show_right", default=False)
        assert settings.recent_parts() == ["dgx-h100"], "one is a list, too"
        assert settings.favourites() == ["part/dgx-h100"]
        settings = reopen()
    settings.set_theme("dark")
    assert reopen().theme() == "dark"


@pytest.mark.parametrize(
    "written", ["window/split=wide\n", "window/split=1, 2, 3\n", "window/split=-1, 2\n"]
)
def test_a_file_that_somebody_changed_falls_back_on_the_default(
    reopen: Callable[[], Settings], tmp_path: Path, written: str
) -> None:
    (tmp_path / "config").mkdir()
    section, _, line = written.partition("/")
    (tmp_path / "config" / "window.ini").write_text(f"[General]\ntheme=pink\n[{section}]\n{line}")
    settings = reopen()
    assert settings.split() == (0, 0)
    assert settings.theme() == "dark"
    assert settings.bytes("split") == QByteArray()


def test_the_last_parts_stand_first_and_only_so_many(reopen: Callable[[], Settings]) -> None:
    settings = reopen()
    for number in range(RECENT_PARTS + 2):
        settings.add_recent_part(f"p{number}")
    last = [f"p{number}" for number in range(RECENT_PARTS + 1, 1, -1)]
    assert settings.recent_parts() == last
    settings.add_recent_part(last[3])
    assert settings.recent_parts() == [last[3], *last[:3], *last[4:]]
    assert settings.recent_entries()[0] == f"part/{last[3]}", "also in the catalogue"
    assert len(settings.recent_entries()) == RECENT_PARTS + 2
    for number in range(RECENT_ENTRIES + 1):
        settings.add_recent_entry(f"rule/{number}")
    newest_first = [f"rule/{number}" for number in range(RECENT_ENTRIES, 0, -1)]
    assert settings.recent_entries() == newest_first
    assert settings.recent_parts()[0] == last[3], "looking at an entry places no part"


def test_favourites_stand_in_the_order_of_choice_each_once(reopen: Callable[[], Settings]) -> None:
    settings = reopen()
    for key in ("part/b", "part/a", "rule/x", "part/b"):
        settings.set_favourite(key, on=True)
    assert settings.favourites() == ["part/a", "rule/x", "part/b"]
    settings.set_favourite("rule/x", on=False)
    settings.set_favourite("rule/x", on=False)
    assert settings.favourites() == ["part/a", "part/b"]


def test_recent_files_are_the_newest_first_until_forgotten(
    reopen: Callable[[], Settings], tmp_path: Path
) -> None:
    settings = reopen()
    paths = [tmp_path / f"{number}.toml" for number in range(SHOWN_FILES + 2)]
    for path in paths:
        path.touch()
        settings.add_recent_file(path)
    newest = paths[::-1][:SHOWN_FILES]
    assert settings.recent_files() == newest
    settings.forget_recent_file(newest[0])
    assert reopen().recent_files() == [*newest[1:], paths[1]]


def test_a_list_that_cannot_be_kept_stops_nobody(tmp_path: Path) -> None:
    settings = Settings(tmp_path, tmp_path / "no such folder")
    settings.add_recent_file(tmp_path / "a.toml")
    settings.forget_recent_file(tmp_path / "a.toml")
    assert settings.recent_files() == []


def test_a_pipe_under_the_name_of_the_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "window.ini")
    settings = Settings(tmp_path, tmp_path)
    settings.set_theme("light")
    settings.sync()
    assert settings.theme() == "light"
    assert (tmp_path / "window-2.ini").is_file()
