"""`doctor`: what this machine lacks, and the exact line that installs it."""

import argparse
import importlib.metadata
import os
import platform

from designer.app.system_libraries import SystemLibrary, display_group, install_line, missing
from designer.app.terminal import say
from designer.catalog.data_files import data_folder

_TITLES = {
    "offscreen": "pictures and sheets",
    "x11": "the window on X11",
    "wayland": "the window on Wayland",
}


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments: there are none."""
    parser.epilog = "The exit code is 1 where something is missing that this session needs."


def run(arguments: argparse.Namespace) -> int:
    """Print what is there and what is not; the last line mends it."""
    del arguments
    say(f"Python {platform.python_version()} on {platform.platform(terse=True)}")
    for package in ("PySide6-Essentials", "pyqtgraph", "numpy", "pydantic"):
        say(f"{package} {importlib.metadata.version(package)}")
    healthy = _data_is_there()
    shown = display_group(dict(os.environ))
    say(f"display: {shown or 'none; the window needs one, everything else does not'}")
    lacking: list[SystemLibrary] = []
    for group, title in _TITLES.items():
        gone = missing((group,))
        needed = group == "offscreen" or group == (shown or "x11")
        state = "ready" if not gone else "missing " + ", ".join(lib.soname for lib in gone)
        say(f"{title}: {state}{'' if needed else ' (not needed here)'}")
        if needed:
            lacking += gone
    if lacking:
        say(install_line(lacking))
    return 0 if healthy and not lacking else 1


def _data_is_there() -> bool:
    try:
        say(f"catalogues: {data_folder('catalogs')}")
        say(f"resources: {data_folder('resources')}")
    except FileNotFoundError as error:
        say(f"data: {error}")
        return False
    return True
