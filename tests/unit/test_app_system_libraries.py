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
    lacks,
    missing,
)

CURSOR = next(lib for lib in LIBRARIES if lib.soname == "libxcb-cursor.so.0")
GLIB = next(lib for lib in LIBRARIES if lib.soname == "libglib-2.0.so.0")
GTHREAD = next(lib for lib in LIBRARIES if lib.soname == "libgthread-2.0.so.0")


def test_a_library_that_is_not_there_is_missing() -> None:
    assert lacks("libnot-there-at-all.so.9") == "libnot-there-at-all.so.9"
    assert lacks("libc.so.6") == ""


def test_only_the_groups_asked_for_are_looked_at() -> None:
    tried: list[str] = []

    def lacks_it(soname: str) -> str:
        tried.append(soname)
        return soname

    gone = missing(("wayland",), lacks_it)
    assert {lib.group for lib in gone} == {"wayland"}
    assert tried == [lib.soname for lib in gone]


@pytest.mark.parametrize(
    ("said", "named"),
    [
        # What dlopen says (glibc 2.36, musl 1.2) where a library is there and not all it needs.
        ("libX11.so.6: cannot open shared object file: No such file or directory", "libX11.so.6"),
        ("libnobody.so.1: cannot open shared object file: No such", CURSOR.soname),
        ("Error loading shared library libX11.so.6: No such file (needed by x)", CURSOR.soname),
        ("/lib/libX11.so.6: version `X_2' not found (required by x)", CURSOR.soname),
    ],
)
def test_what_a_library_needs_is_named_in_its_place(
    monkeypatch: pytest.MonkeyPatch, said: str, named: str
) -> None:
    def refuse(soname: str) -> None:
        raise OSError(said)

    monkeypatch.setattr(system_libraries.ctypes, "CDLL", refuse)
    assert lacks(CURSOR.soname) == named


def test_one_that_others_need_is_asked_for_once() -> None:
    """As in an AppImage on a bare machine: it brings libxcb-cursor, and not what that needs."""
    needs = {"libxcb-cursor.so.0": "libxcb.so.1", "libxcb-icccm.so.4": "libxcb.so.1"}
    gone = missing(("x11",), lambda soname: needs.get(soname, ""))
    assert [library.soname for library in gone] == ["libxcb.so.1"]
    of_another_group = missing(
        ("x11",), lambda soname: "libX11.so.6" * (soname == "libX11-xcb.so.1")
    )
    assert [library.soname for library in of_another_group] == ["libX11.so.6"]


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
