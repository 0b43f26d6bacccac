"""Which shared libraries of the system Qt needs, which are missing, and what installs them.

The wheels of PySide6 bring Qt itself, not the libraries of the window system below it. A missing
one ends a program without a word, so it is looked for before Qt is imported. Standard library
only: `packaging/prepare.sh` runs this module with the system's Python before anything is installed.

The table is the link list (`ldd`) of QtGui, QtWidgets and the platform plugins `offscreen`, `xcb`
and `wayland` of PySide6 6.11, proven in a minimal Debian 12. A new library is one line here.
"""

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

GROUPS = ("offscreen", "x11", "wayland")
"""`offscreen`: everything, pictures included; `x11`, `wayland`: the window on that system."""


@dataclass(frozen=True, slots=True)
class SystemLibrary:
    """A shared library, what needs it, and the package that brings it.

    Attributes
    ----------
    apt
        Names on Debian and Ubuntu, in order of preference: Ubuntu 24.04 renamed some to `…t64`.
    """

    soname: str
    group: str
    apt: tuple[str, ...]
    dnf: str
    pacman: str


LIBRARIES = (
    SystemLibrary("libGL.so.1", "offscreen", ("libgl1",), "libglvnd-glx", "libglvnd"),
    SystemLibrary("libEGL.so.1", "offscreen", ("libegl1",), "libglvnd-egl", "libglvnd"),
    SystemLibrary(
        "libxkbcommon.so.0", "offscreen", ("libxkbcommon0",), "libxkbcommon", "libxkbcommon"
    ),
    SystemLibrary(
        "libfontconfig.so.1", "offscreen", ("libfontconfig1",), "fontconfig", "fontconfig"
    ),
    SystemLibrary("libfreetype.so.6", "offscreen", ("libfreetype6",), "freetype", "freetype2"),
    SystemLibrary("libX11.so.6", "offscreen", ("libx11-6",), "libX11", "libx11"),
    SystemLibrary(
        "libglib-2.0.so.0", "offscreen", ("libglib2.0-0t64", "libglib2.0-0"), "glib2", "glib2"
    ),
    SystemLibrary(
        "libgthread-2.0.so.0", "offscreen", ("libglib2.0-0t64", "libglib2.0-0"), "glib2", "glib2"
    ),
    SystemLibrary("libdbus-1.so.3", "offscreen", ("libdbus-1-3",), "dbus-libs", "dbus"),
    SystemLibrary("libzstd.so.1", "offscreen", ("libzstd1",), "libzstd", "zstd"),
    SystemLibrary(
        "libxkbcommon-x11.so.0", "x11", ("libxkbcommon-x11-0",), "libxkbcommon-x11",
        "libxkbcommon-x11",
    ),
    SystemLibrary(
        "libxcb-cursor.so.0", "x11", ("libxcb-cursor0",), "xcb-util-cursor", "xcb-util-cursor"
    ),
    SystemLibrary("libxcb.so.1", "x11", ("libxcb1",), "libxcb", "libxcb"),
    SystemLibrary("libxcb-icccm.so.4", "x11", ("libxcb-icccm4",), "xcb-util-wm", "xcb-util-wm"),
    SystemLibrary(
        "libxcb-keysyms.so.1", "x11", ("libxcb-keysyms1",), "xcb-util-keysyms", "xcb-util-keysyms"
    ),
    SystemLibrary(
        "libxcb-image.so.0", "x11", ("libxcb-image0",), "xcb-util-image", "xcb-util-image"
    ),
    SystemLibrary(
        "libxcb-render-util.so.0", "x11", ("libxcb-render-util0",), "xcb-util-renderutil",
        "xcb-util-renderutil",
    ),
    SystemLibrary("libxcb-util.so.1", "x11", ("libxcb-util1",), "xcb-util", "xcb-util"),
    SystemLibrary("libxcb-shape.so.0", "x11", ("libxcb-shape0",), "libxcb", "libxcb"),
    SystemLibrary("libxcb-randr.so.0", "x11", ("libxcb-randr0",), "libxcb", "libxcb"),
    SystemLibrary("libxcb-shm.so.0", "x11", ("libxcb-shm0",), "libxcb", "libxcb"),
    SystemLibrary("libxcb-sync.so.1", "x11", ("libxcb-sync1",), "libxcb", "libxcb"),
    SystemLibrary("libxcb-xfixes.so.0", "x11", ("libxcb-xfixes0",), "libxcb", "libxcb"),
    SystemLibrary("libxcb-render.so.0", "x11", ("libxcb-render0",), "libxcb", "libxcb"),
    SystemLibrary("libxcb-xkb.so.1", "x11", ("libxcb-xkb1",), "libxcb", "libxcb"),
    SystemLibrary("libX11-xcb.so.1", "x11", ("libx11-xcb1",), "libX11-xcb", "libx11"),
    SystemLibrary(
        "libwayland-client.so.0", "wayland", ("libwayland-client0",), "libwayland-client",
        "wayland",
    ),
    SystemLibrary(
        "libwayland-cursor.so.0", "wayland", ("libwayland-cursor0",), "libwayland-cursor",
        "wayland",
    ),
    SystemLibrary(
        "libwayland-egl.so.1", "wayland", ("libwayland-egl1",), "libwayland-egl", "wayland"
    ),
)  # fmt: skip


_BY_SONAME = {library.soname: library for library in LIBRARIES}


def lacks(soname: str) -> str:
    """Return the name of what the system's loader does not find: a library, or one that it needs.

    Empty where it loads. A library that is there may need one that is not, as those that an
    AppImage brings do; where that one is not in the table, it is the library itself that is named.
    """
    try:
        ctypes.CDLL(soname)
    except OSError as error:
        named = str(error).partition(":")[0]
        return named if named in _BY_SONAME else soname
    return ""


def missing(
    groups: Iterable[str], lacks: Callable[[str], str] = lacks
) -> tuple[SystemLibrary, ...]:
    """Return what has to be there for the libraries of some groups and is not, in table order."""
    wanted = set(groups)
    gone = {lacks(library.soname) for library in LIBRARIES if library.group in wanted}
    return tuple(library for library in LIBRARIES if library.soname in gone)


def apt_knows(package: str) -> bool:
    """Return whether apt can install a package of this name (not a merely virtual one)."""
    if shutil.which("apt-cache") is None:
        return False
    done = subprocess.run(
        ["apt-cache", "show", "--no-all-versions", package],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode == 0 and f"Package: {package}\n" in done.stdout


def apt_packages(
    libraries: Iterable[SystemLibrary], knows: Callable[[str], bool] = apt_knows
) -> list[str]:
    """Return the packages that bring some libraries, by the names this release gives them."""
    chosen = (next((n for n in lib.apt if knows(n)), lib.apt[-1]) for lib in libraries)
    return list(dict.fromkeys(chosen))


def install_line(
    libraries: Sequence[SystemLibrary],
    which: Callable[[str], str | None] = shutil.which,
    knows: Callable[[str], bool] = apt_knows,
) -> str:
    """Return the one line that installs some libraries on this machine.

    Where no known package manager is found, the line names the libraries themselves.
    """
    if which("apt-get"):
        return f"sudo apt-get install -y {' '.join(apt_packages(libraries, knows))}"
    if which("dnf"):
        return f"sudo dnf install -y {' '.join(dict.fromkeys(lib.dnf for lib in libraries))}"
    if which("pacman"):
        return f"sudo pacman -S --needed {' '.join(dict.fromkeys(x.pacman for x in libraries))}"
    return "install the packages that bring " + ", ".join(lib.soname for lib in libraries)


def display_group(environment: dict[str, str]) -> str | None:
    """Return the group that the window needs here: `x11`, `wayland`, or None without a display.

    `QT_QPA_PLATFORM` decides where it is set; else Wayland is used only when there is no X server,
    as Qt itself does when both libraries are there.
    """
    platform = environment.get("QT_QPA_PLATFORM", "").partition(":")[0].partition(";")[0]
    if platform in ("offscreen", "minimal", "vnc"):
        return None
    if platform.startswith("wayland"):
        return "wayland"
    if platform == "xcb" or environment.get("DISPLAY"):
        return "x11"
    return "wayland" if environment.get("WAYLAND_DISPLAY") else None


def main(groups: Sequence[str]) -> int:
    """Print the apt packages that bring what is missing of some groups, separated by blanks."""
    print(*apt_packages(missing(groups)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
