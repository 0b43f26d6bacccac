"""A Qt application for commands that paint: no display, no widgets, the program's own fonts."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from designer.app.command_error import CommandError
from designer.app.system_libraries import install_line, missing


def require_libraries(group: str) -> None:
    """Look for the system's libraries before Qt does, which would end the program silently.

    Raises
    ------
    CommandError
        If one is missing; the message is the line that installs it.
    """
    gone = missing(("offscreen", group))
    if gone:
        names = ", ".join(lib.soname for lib in gone)
        raise CommandError(f"system libraries are missing ({names}); run: {install_line(gone)}", 1)


@contextmanager
def painting() -> Iterator[None]:
    """Keep a `QGuiApplication` alive while painting; one that exists already is used.

    Raises
    ------
    CommandError
        If a library that Qt needs is missing.
    """
    require_libraries("offscreen")
    # A command must work the same with a display, with none and with a broken one.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtGui import QGuiApplication  # not before the libraries are known to be there

    from designer.render.fonts import load_fonts

    application = QGuiApplication.instance() or QGuiApplication(["cluster-designer"])
    load_fonts()
    yield
    del application
