"""The film strip of `packaging/film.py`: its frames, its page, and that each view is reached."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from designer.ui.window.main_window import MainWindow
from tests.helpers.scripts import load_script
from tests.helpers.ui_desk import Desk, small_report

film = load_script("packaging/film.py")


def test_frames_are_chosen_by_words_of_theirs() -> None:
    size = film.SIZES[1]
    every = film.frames("huge", size, [])
    assert len(every) == len(film.VIEWS) * len(film.THEMES)
    (one,) = film.frames("huge", size, ["power", "LIGHT"])
    assert one.file == "power-huge-light-2560x1440@2.png"
    assert film.frames("huge", size, ["qqq zzz"]) == []


def test_the_page_has_what_was_pictured_and_what_stands_beside(tmp_path: Path) -> None:
    mocked = tmp_path / "mocked"
    mocked.mkdir()
    for path in ("fabric-empty-dark-1280x800.png", "mocked/fabric-light.png", "mocked/cost.png"):
        (tmp_path / path).touch()
    page = film.strip(tmp_path, mocked)
    assert page.index("mocked/fabric-light.png") < page.index("src='fabric-empty-dark-1280x800")
    assert "empty, dark, 1280x800" in page
    assert "<h2>Cost</h2>" in page
    assert "<h2>Power</h2>" not in page


def test_each_view_is_reached_and_left(
    window: MainWindow, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(film, "REST_MS", 0)
    desk.report(small_report())
    camera = film.Camera(SimpleNamespace(window=window, workspace=desk.workspace, store=desk.store))
    for view in film.VIEWS:
        before = window.grab().toImage()
        shown = camera.of(view)
        is_new = shown is not window or window.grab().toImage() != before
        assert is_new or view == "Floor", view
        camera.back()
        assert (window.centre.view, window.centre.on_start_page()) == ("Floor", False), view
