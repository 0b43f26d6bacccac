"""What Qt needs of the system: found by loading, named for each package manager."""

import ast
import sys
from pathlib import Path

import pytest

from designer.app import system_libraries
from designer.app.system_libraries import (
    GROUPS,
    LIBRARIES,
    SystemLibrary,
    apt_packages,
    display_group,
    install_line,
    loads,
    missing,
)

CURSOR = next(lib for lib in LIBRARIES if lib.soname == "libxcb-cursor.so.0")
GLIB = next(lib for lib in LIBRARIES if lib.soname == "libglib-2.0.so.0")
GTHREAD = next(lib for lib in LIBRARIES if lib.soname == "libgthread-2.0.so.0")


def test_a_library_that_is_not_there_is_missing() -> None:
    assert not loads("libnot-there-at-all.so.9")
    assert loads("libc.so.6")


def test_only_the_groups_asked_for_are_looked_at() -> None:
    tried: list[str] = []

    def loads_nothing(soname: str) -> bool:
        tried.append(soname)
        return False

    gone = missing(("wayland",), loads_nothing)
    assert {lib.group for lib in gone} == {"wayland"}
    assert tried == [lib.soname for lib in gone]


def test_every_library_has_a_group_and_a_package_everywhere() -> None:
    for library in LIBRARIES:
        assert library.group in GROUPS
        assert library.apt
        assert library.dnf
        assert library.pacman
    assert len({lib.soname for lib in LIBRARIES}) == len(LIBRARIES)


@pytest.mark.parametrize(
    ("known", "expected"),
    [({"libglib2.0-0t64"}, "libglib2.0-0t64"), ({"libglib2.0-0"}, "libglib2.0-0")],
)
def test_the_name_that_this_release_knows_is_taken(known: set[str], expected: str) -> None:
    assert apt_packages([GLIB, GTHREAD], known.__contains__) == [expected]


def test_without_package_lists_the_name_of_debian_12_is_taken() -> None:
    assert apt_packages([GLIB], lambda name: False) == ["libglib2.0-0"]


@pytest.mark.parametrize(
    ("manager", "line"),
    [
        ("apt-get", "sudo apt-get install -y libxcb-cursor0"),
        ("dnf", "sudo dnf install -y xcb-util-cursor"),
        ("pacman", "sudo pacman -S --needed xcb-util-cursor"),
        ("none", "install the packages that bring libxcb-cursor.so.0"),
    ],
)
def test_the_line_fits_the_package_manager(manager: str, line: str) -> None:
    def which(name: str) -> str | None:
        return name if name == manager else None

    assert install_line([CURSOR], which, lambda name: True) == line


@pytest.mark.parametrize(
    ("environment", "group"),
    [
        ({}, None),
        ({"DISPLAY": ":0"}, "x11"),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, "x11"),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "wayland"),
        ({"QT_QPA_PLATFORM": "wayland;xcb", "DISPLAY": ":0"}, "wayland"),
        ({"QT_QPA_PLATFORM": "offscreen", "DISPLAY": ":0"}, None),
    ],
)
def test_the_display_decides_the_group(environment: dict[str, str], group: str | None) -> None:
    assert display_group(environment) == group


def test_the_module_runs_before_anything_is_installed() -> None:
    source = Path(system_libraries.__file__).read_text(encoding="utf-8")
    imported = {
        (node.module or "").partition(".")[0] if isinstance(node, ast.ImportFrom) else name.name
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert imported <= sys.stdlib_module_names


def test_main_prints_the_packages(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    library = SystemLibrary("libnot-there.so.1", "x11", ("libnot-there1",), "n", "n")
    monkeypatch.setattr(system_libraries, "LIBRARIES", (library,))
    assert system_libraries.main(["x11"]) == 0
    assert capsys.readouterr().out == "libnot-there1\n"
