"""Where the program is when it runs from an AppImage, whose folder is another at every start."""

import os
import shutil
from pathlib import Path

import pytest

from designer.app.desktop import start_command
from designer.catalog import compiled as keeping
from designer.catalog.app_image import AppImage, running_app_image
from designer.catalog.compiled import compiled
from designer.catalog.part import Part
from designer.catalog.user_home import HOME_VARIABLE, cache_place


def started(folder: Path, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program be one that an AppImage has unpacked into a folder."""
    inside = folder / "usr/designer/catalog/app_image.py"
    inside.parent.mkdir(parents=True)
    inside.touch()
    monkeypatch.setenv("APPIMAGE", str(file))
    monkeypatch.setenv("APPDIR", str(folder))
    monkeypatch.setattr(running_app_image, "__defaults__", (os.environ, inside))


def test_a_program_inside_is_known_by_its_file(tmp_path: Path) -> None:
    inside, file = tmp_path / "mount/usr/x.py", tmp_path / "C.AppImage"
    told = {"APPIMAGE": str(file), "APPDIR": str(tmp_path / "mount")}
    assert running_app_image(told, inside) == AppImage(file, is_mounted=False)
    (tmp_path / "link").symlink_to(tmp_path / "mount")
    told["APPDIR"] = str(tmp_path / "link")
    assert running_app_image(told, inside) is not None


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"APPIMAGE": "/x/Editor.AppImage", "APPDIR": "/tmp/.mount_Editor"},
        {"APPDIR": "/"},
        {"APPIMAGE": "C.AppImage", "APPDIR": "/"},
        {"APPIMAGE": "/C.AppImage", "APPDIR": "."},
    ],
)
def test_one_that_another_app_image_has_started_is_in_none(told: dict[str, str]) -> None:
    assert running_app_image(told) is None


def test_it_is_started_again_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "C.AppImage"
    started(tmp_path / "mount", file, monkeypatch)
    assert start_command() == (str(file), "--appimage-extract-and-run")
    monkeypatch.setattr(Path, "is_mount", lambda self: self == tmp_path / "mount")
    assert start_command() == (str(file),)
    monkeypatch.delenv("APPIMAGE")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert start_command("/x/python") == ("/x/python", "-m", "designer")


def test_what_is_kept_serves_the_next_start_but_not_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path / "home"))
    file, readings = tmp_path / "C.AppImage", []
    file.write_text("first")

    def start(name: str) -> None:
        folder = tmp_path / name
        started(folder, file, monkeypatch)
        for top in ("catalog", "model"):
            (folder / "usr/designer" / top).mkdir(exist_ok=True)
        module = folder / "usr/designer/catalog/app_image.py"
        os.utime(module, (0, 0))
        monkeypatch.setattr(
            keeping, "_ROOMS", (folder / "usr/designer/catalog", folder / "usr/designer/model")
        )
        source = folder / "parts.toml"
        source.write_text("parts")

        def read() -> tuple[Part, ...]:
            readings.append(name)
            return (Part(id="a", name="A", kind="switch"),)

        compiled("shelf", folder, [source], read)

    start("mount_1")
    start("mount_2")
    assert readings == ["mount_1"]
    file.write_text("second, with modules of the same sizes and dates")
    start("mount_3")
    assert readings == ["mount_1", "mount_3"]
    assert len(list(cache_place().iterdir())) == 1, "the older one is written over"
