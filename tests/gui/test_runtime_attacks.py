"""A share of every attack on the running program, always the same; `tests.hardening` draws more."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.hardening.endurance import Endurance
from tests.hardening.kills import Kills, Story
from tests.hardening.kinds import KINDS, attack_once

NUMBER = {"kills": 8, "full-disk": 6, "engine-kills": 2, "monkey": 1, "endurance": 2}
SEED = 20261122
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.mark.expect_log("autosave|engine|pyqtgraph|plugin")
@pytest.mark.parametrize("name", NUMBER)
def test_nothing_is_lost_damaged_or_wrong(name: str, qapp: QApplication) -> None:
    with KINDS[name]() as kind:
        failed = [attack_once(name, kind, SEED, number) for number in range(NUMBER[name])]
    assert [words for words in failed if words] == []


def test_the_kills_come_where_they_hurt() -> None:
    with Kills() as kind:
        for number in range(3):
            assert attack_once("kills", kind, 1, number) == ""
        edits, inside = (int(word) for word in kind.figures().split() if word.isdigit())
    assert edits > 30
    assert inside > 0


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ((1_000_000, 9, 12, 6), ""),
        ((100, 9, 13, 6), "the window holds 13 descriptors, 10 at first"),
        ((100, 9, 10, 9), "the engine holds 9 descriptors, 6 at first"),
    ],
)
def test_what_grows_is_told(now: tuple[int, int, int, int], said: str) -> None:
    kind = Endurance()
    kind._noted.append((100, 9, 10, 6))
    assert kind._grown(now) == said
    kind._full = (100, 9, 10, 6)
    if not said:
        assert kind._grown(now) == "the window holds 1000000 kB, 100 with a full history"
        assert "full history: window 0 MB, 10 descriptors, engine 0 MB" in kind.figures()


def test_what_is_lost_or_damaged_is_told(tmp_path: Path) -> None:
    story = Story(tmp_path, with_file=True)
    first, second, third = "edit 0:9c16c41f", "edit 1:a", "edit 2:b"
    opened = {"opened": first, "file": story.file}
    assert story.lived([opened, {"about": second}, {"done": second}, {"ended": -9}]) == ""
    whole = {"offered": [second], "on_disk": first, "problems": [], "lost": []}
    assert story.looked([whole]) == ""
    assert "given back is edit 0" in story.looked([{**whole, "offered": []}])
    assert "more than one thing" in story.looked([{**whole, "offered": [second, first]}])
    assert "the file is damaged: torn" in story.looked([{**whole, "problems": ["torn"]}])
    assert "the file holds edit 2:b" in story.looked([{**whole, "on_disk": third}])
    assert "was given edit 0" in story.lived([opened])
    assert "ended by itself: 1" in story.lived([{"ended": 1}])
    assert "raised OSError" in story.lived([{"raised": "OSError: x"}])
