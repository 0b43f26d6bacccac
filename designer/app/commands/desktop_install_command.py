"""`desktop-install [--prefix DIR] [--uninstall]`: the program on the desktop of one user."""

import argparse
import os
import sys
from pathlib import Path
from typing import Final

from designer.app.command_error import CommandError
from designer.app.desktop import install, refresh, start_command, uninstall
from designer.app.output import write_failed
from designer.app.terminal import say
from designer.io.atomic_file import WriteError

_NO_ENTRIES: Final = ("win32", "darwin")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--prefix",
        metavar="DIR",
        type=Path,
        help="files go below DIR/share, such as /usr/local; default: your own, $XDG_DATA_HOME "
        "or ~/.local/share",
    )
    parser.add_argument("--uninstall", action="store_true", help="remove them again")
    parser.epilog = "Run it again after the program has moved: the entry names its place."


def run(arguments: argparse.Namespace) -> int:
    """Put entry, icon, type of file and description in place, or remove them."""
    if sys.platform in _NO_ENTRIES:
        raise CommandError(
            "desktop-install: this system has no desktop entries of freedesktop.org; start the "
            "program from a terminal, or make a shortcut to it"
        )
    share = _share(arguments.prefix)
    try:
        files = uninstall(share) if arguments.uninstall else install(share, start_command())
    except WriteError as error:
        raise write_failed(error) from error
    except OSError as error:
        raise CommandError(f"{error.filename}: cannot be removed: {error.strerror}") from error
    for path in files:
        say(f"{'removed' if arguments.uninstall else 'wrote'} {path}")
    if arguments.uninstall and not files:
        say(f"nothing of it is in {share}")
    for line in refresh(share):
        say(f"desktop-install: {line}", error=True)
    return 0


def _share(prefix: Path | None) -> Path:
    """Return the folder of shared data: that of a prefix, or the user's own."""
    if prefix is not None:
        return prefix.expanduser().absolute() / "share"
    named = os.environ.get("XDG_DATA_HOME", "")
    # The specification: a relative path there is to be ignored.
    if named and Path(named).is_absolute():
        return Path(named)
    try:
        return Path.home() / ".local/share"
    except RuntimeError as error:
        raise CommandError(
            "desktop-install: there is no home folder; name a place with --prefix"
        ) from error
