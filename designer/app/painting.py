"""A Qt application for commands that paint: no display, no widgets, the program's own fonts."""

import os
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from designer.app.command_error import CommandError
from designer.app.output import deliver, write_failed
from designer.app.qt_import import import_qt
from designer.app.system_libraries import install_line, missing
from designer.io.atomic_file import WriteError

if TYPE_CHECKING:
    from PySide6.QtGui import QGuiApplication


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


def prepare_painting() -> None:
    """Make sure that there is a `QGuiApplication` with the program's fonts.

    Raises
    ------
    CommandError
        If a library that Qt needs is missing.
    """
    require_libraries("offscreen")
    _application()


@cache
def _application() -> "QGuiApplication":
    """Return the process's application; one that exists already is used.

    Kept until the process ends: fonts and everything else that Qt caches die with it.
    """
    import_qt()
    from PySide6.QtGui import QGuiApplication  # not before the libraries are known to be there

    from designer.render.fonts import load_fonts

    running = QGuiApplication.instance()
    if isinstance(running, QGuiApplication):
        application = running
    else:
        # A command must work the same with a display, with none and with a broken one.
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        application = QGuiApplication(["cluster-designer"])
    load_fonts()
    return application


def paint_file(
    output: Path, suffix: str, paint: Callable[[Path], None], inputs: Sequence[Path] = ()
) -> None:
    """Paint a file, whole or not at all, whatever its name ends in.

    Parameters
    ----------
    output
        Where to; `-` is the standard output.
    suffix
        What tells the painter the format: `.svg`.
    paint
        Writes the file whose path it is given.
    inputs
        The files that the command reads, which are never written over; the first is the design.

    Raises
    ------
    CommandError
        If a library that Qt needs is missing, if what is asked for cannot be drawn, or if the file
        cannot be written.
    """
    prepare_painting()
    from designer.render.output import OutputError  # QtGui: its libraries are there

    with tempfile.TemporaryDirectory(prefix="cluster-designer-") as folder:
        painted = Path(folder) / f"painted{suffix}"
        try:
            paint(painted)
        except WriteError as error:
            raise write_failed(error) from error
        except OutputError as error:
            place = f"{inputs[0]}: " if inputs else ""
            raise CommandError(f"{place}{error}") from error
        deliver(painted.read_bytes(), output, inputs=inputs)
