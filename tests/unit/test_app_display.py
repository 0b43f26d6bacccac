"""What the window and painting commands need of the machine, and what is said where it lacks."""

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtGui import QFontDatabase, QGuiApplication

from designer.app import painting, system_libraries, window
from designer.app.command_error import CommandError
from designer.app.painting import paint_file, prepare_painting, require_libraries
from designer.app.system_libraries import LIBRARIES, display_group, install_line, lacks, missing

pytestmark = pytest.mark.usefixtures("qapp")
FIRST = LIBRARIES[0]
X11 = next(lib for lib in LIBRARIES if lib.group == "x11")
LINE = partial(install_line, which=lambda name: f"/bin/{name}", knows=lambda _: True)
"""The machine's own package manager is not asked: under load that takes a test's whole time."""


@pytest.fixture
def lacking(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[tuple[str, ...]]]:
    """Let libraries be missing; return which groups were asked for."""

    def lack(*libraries: object) -> list[tuple[str, ...]]:
        asked: list[tuple[str, ...]] = []

        def gone(groups: tuple[str, ...]) -> tuple[object, ...]:
            asked.append(groups)
            return tuple(lib for lib in libraries if lib.group in groups)  # type: ignore[attr-defined]  # a library

        monkeypatch.setattr(painting, "missing", gone)
        monkeypatch.setattr(painting, "install_line", LINE)
        return asked

    return lack


def test_missing_libraries_are_named_with_the_line_that_installs_them(
    lacking: Callable[..., list[tuple[str, ...]]],
) -> None:
    asked = lacking(FIRST, X11)
    with pytest.raises(CommandError) as caught:
        require_libraries("x11")
    assert asked == [("offscreen", "x11")]
    assert caught.value.code == 1
    assert str(caught.value) == (
        f"system libraries are missing ({FIRST.soname}, {X11.soname}); run: {LINE([FIRST, X11])}"
    )
    lacking()
    require_libraries("x11")


def test_painting_looks_for_libraries_first_and_brings_the_fonts(
    lacking: Callable[..., list[tuple[str, ...]]], monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking(FIRST)
    with pytest.raises(CommandError):
        prepare_painting()
    asked = lacking()
    monkeypatch.setenv("QT_QPA_PLATFORM", "xcb")
    painting._application.cache_clear()
    prepare_painting()
    assert asked == [("offscreen", "offscreen")]
    assert painting._application() is QGuiApplication.instance()
    assert os.environ["QT_QPA_PLATFORM"] == "xcb", "an application that runs is not touched"
    assert "Inter" in QFontDatabase.families()


def test_a_file_is_painted_aside_and_put_in_place_whole(tmp_path: Path) -> None:
    seen: list[Path] = []

    def paint(path: Path) -> None:
        seen.append(path)
        path.write_bytes(b"painted")

    paint_file(tmp_path / "no-ending", ".svg", paint)
    assert (tmp_path / "no-ending").read_bytes() == b"painted"
    assert seen[0].suffix == ".svg"
    assert not seen[0].exists()
    with pytest.raises(CommandError, match="cannot be written") as caught:
        paint_file(tmp_path / "none" / "x.svg", ".svg", paint)
    assert caught.value.code == 2


Environment = Callable[..., None]


@pytest.fixture
def environment(monkeypatch: pytest.MonkeyPatch) -> Environment:
    def be(**names: str) -> None:
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
            monkeypatch.delenv(name, raising=False)
        for name, value in names.items():
            monkeypatch.setenv(name, value)

    return be


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[Path | None]:
    """Which paths the window was opened on."""
    paths: list[Path | None] = []
    monkeypatch.setattr(
        "designer.app.composition.open_window", lambda path, _: (paths.append(path), 7)[1]
    )
    return paths


@pytest.mark.parametrize("platform", ["offscreen", "minimal", "vnc:size=1x1"])
def test_a_platform_without_a_display_opens_the_window(
    environment: Environment, opened: list[Path | None], platform: str,
    lacking: Callable[..., list[tuple[str, ...]]],
) -> None:  # fmt: skip
    environment(QT_QPA_PLATFORM=platform)
    asked = lacking()
    assert window.run(Path("pod.toml")) == 7
    assert opened == [Path("pod.toml")]
    assert asked == [("offscreen", "offscreen")]


def test_without_a_display_there_is_no_window(
    environment: Environment, opened: list[Path | None]
) -> None:
    environment()
    with pytest.raises(CommandError) as caught:
        window.run(None)
    assert caught.value.code == 1
    assert str(caught.value) == (
        "there is no display (DISPLAY and WAYLAND_DISPLAY are empty), so no window; report, "
        "check, print and export need none: see cluster-designer --help"
    )
    assert opened == []


@pytest.mark.parametrize(
    ("names", "group"),
    [({"DISPLAY": ":5"}, "x11"), ({"WAYLAND_DISPLAY": "w"}, "wayland")],
)
def test_a_display_asks_for_its_libraries(
    environment: Environment, opened: list[Path | None], names: dict[str, str], group: str,
    lacking: Callable[..., list[tuple[str, ...]]], monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    environment(**names)
    monkeypatch.setattr(window, "_x_server_answers", lambda: True)
    asked = lacking()
    assert window.run(None) == 7
    assert asked == [("offscreen", group)]
    monkeypatch.setattr(window, "_x_server_answers", lambda: False)
    if group == "wayland":
        assert window.run(None) == 7, "only X is asked"
        return
    with pytest.raises(CommandError) as caught:
        window.run(None)
    assert caught.value.code == 1
    assert str(caught.value) == (
        "the display ':5' cannot be opened; start a desktop session, or use report, check, print "
        "and export, which need none"
    )
    assert opened == [None]


def test_other_systems_are_not_asked_for_a_display(
    environment: Environment, opened: list[Path | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    environment()
    monkeypatch.setattr(window.sys, "platform", "darwin")
    assert window.run(None) == 7
    assert opened == [None]


class Xlib:
    def __init__(self, connection: int) -> None:
        self.connection = connection
        self.closed: list[int] = []
        self.XOpenDisplay = lambda name: self.connection
        # ctypes sets the type of what a function returns on the function itself.

    def XCloseDisplay(self, connection: object) -> None:
        self.closed.append(connection.value)  # type: ignore[attr-defined]  # a c_void_p


@pytest.mark.parametrize("connection", [0, 11])
def test_the_x_server_is_asked_and_left_alone(
    monkeypatch: pytest.MonkeyPatch, connection: int
) -> None:
    xlib = Xlib(connection)
    monkeypatch.setattr(window.ctypes, "CDLL", lambda name: xlib)
    assert window._x_server_answers() == (connection != 0)
    assert xlib.closed == ([connection] if connection else [])
    assert xlib.XOpenDisplay.restype is window.ctypes.c_void_p  # type: ignore[attr-defined]  # ctypes'


@pytest.mark.parametrize(
    ("environment_is", "group"),
    [
        ({"QT_QPA_PLATFORM": "minimal", "DISPLAY": ":0"}, None),
        ({"QT_QPA_PLATFORM": "vnc:size=10x10", "DISPLAY": ":0"}, None),
        ({"QT_QPA_PLATFORM": "xcb"}, "x11"),
        ({"QT_QPA_PLATFORM": "xcb:x"}, "x11"),
        ({"QT_QPA_PLATFORM": "wayland-egl"}, "wayland"),
        ({"QT_QPA_PLATFORM": "eglfs"}, None),
        ({"QT_QPA_PLATFORM": "eglfs", "WAYLAND_DISPLAY": "w"}, "wayland"),
    ],
)
def test_the_platform_that_is_set_decides(
    environment_is: dict[str, str], group: str | None
) -> None:
    assert display_group(environment_is) == group


def test_what_loads_is_not_missing() -> None:
    first = FIRST.soname
    assert missing(("offscreen",), lambda soname: first if soname == first else "") == (FIRST,)
    assert missing((), lambda soname: soname) == ()
    assert lacks("libc.so.6") == ""
    assert lacks("libqqq-zzz.so.1") == "libqqq-zzz.so.1"


class Done:
    def __init__(self, code: int, out: str) -> None:
        self.returncode, self.stdout = code, out


@pytest.mark.parametrize(
    ("there", "code", "out", "known"),
    [
        (True, 0, "Package: libgl1\nVersion: 1\n", True),
        (True, 100, "Package: libgl1\n", False),
        (True, 0, "Package: libgl1-other\n", False),
        (False, 0, "Package: libgl1\n", False),
    ],
)
def test_apt_is_asked_what_it_can_install(
    monkeypatch: pytest.MonkeyPatch, there: bool, code: int, out: str, known: bool
) -> None:
    asked: list[list[str]] = []

    def run(words: list[str], **_: object) -> Done:
        asked.append(words)
        return Done(code, out)

    monkeypatch.setattr(
        system_libraries.shutil,
        "which",
        lambda name: name if there and name == "apt-cache" else None,
    )
    monkeypatch.setattr(system_libraries.subprocess, "run", run)
    assert system_libraries.apt_knows("libgl1") == known
    words = ["apt-cache", "show", "--no-all-versions", "libgl1"]
    assert asked == ([words] if there else [])


def test_the_window_is_opened_on_the_file_and_its_code_is_the_programs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[Path | None, str]] = []

    def opened(path: Path | None, language: str) -> int:
        asked.append((path, language))
        return 7

    monkeypatch.setattr("designer.app.composition.open_window", opened)
    monkeypatch.setattr(window, "_require_display", lambda: None)
    assert window.run(Path("a.toml")) == 7
    assert window.run(None, "en") == 7
    assert asked == [(Path("a.toml"), ""), (None, "en")]


def test_on_linux_the_display_is_looked_for_before_the_window_is_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none() -> None:
        raise CommandError("no display", 1)

    monkeypatch.setattr("designer.app.composition.open_window", lambda *_: 7)
    monkeypatch.setattr(window, "_require_display", none)
    monkeypatch.setattr("sys.platform", "linux")
    with pytest.raises(CommandError, match="no display"):
        window.run(None)
    monkeypatch.setattr("sys.platform", "darwin")
    assert window.run(None) == 7
