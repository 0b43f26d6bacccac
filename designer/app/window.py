"""The window's door: what it needs of the machine is looked for before Qt is imported."""

import ctypes
import gc
import os
import sys
from pathlib import Path

from designer.app.command_error import CommandError
from designer.app.exit_codes import BAD_INPUT
from designer.app.painting import require_libraries
from designer.app.qt_import import import_qt
from designer.app.system_libraries import display_group

_BLIND = ("offscreen", "minimal", "vnc")


def run(path: Path | None, language: str = "") -> int:
    """Open the window and return its exit code.

    Parameters
    ----------
    path
        The design to open; `None` shows the start page.
    language
        Of all texts; empty for the one that is remembered.

    Raises
    ------
    CommandError
        If there is no display, or a library that Qt needs is missing.
    """
    if language:
        _require_language(language)
    if sys.platform.startswith("linux"):
        _require_display()
    # What is imported now stays; the composition collects again when the window stands.
    gc.disable()
    import_qt()
    from designer.app.composition import open_window  # imports QtWidgets

    return open_window(path, language)


def _require_language(language: str) -> None:
    from designer.io.languages import languages, languages_folder

    known = languages(languages_folder())
    if language not in known:
        there = ", ".join(known)
        raise CommandError(f"--language: no language {language!r}; there are {there}", BAD_INPUT)


def _require_display() -> None:
    group = display_group(dict(os.environ))
    if group:
        require_libraries(group)
        if group == "x11" and not _x_server_answers():
            raise CommandError(
                f"the display {os.environ.get('DISPLAY', '')!r} cannot be opened; start a desktop "
                "session, or use report, check, print and export, which need none",
                1,
            )
        return
    if os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0] not in _BLIND:
        raise CommandError(
            "there is no display (DISPLAY and WAYLAND_DISPLAY are empty), so no window; "
            "report, check, print and export need none: see cluster-designer --help",
            1,
        )
    require_libraries("offscreen")


def _x_server_answers() -> bool:
    """Return whether the X server lets us in; Qt would end the program without a word for us."""
    xlib = ctypes.CDLL("libX11.so.6")
    xlib.XOpenDisplay.restype = ctypes.c_void_p
    connection = xlib.XOpenDisplay(None)
    if not connection:
        return False
    xlib.XCloseDisplay(ctypes.c_void_p(connection))
    return True
