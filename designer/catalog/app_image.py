"""The AppImage that the program runs from, if it does: one file, in another place at every start.

An AppImage is mounted or unpacked below a new folder each time it starts. What is written down for
later has to name the file, not that folder. Its runtime says both (`APPIMAGE`, `APPDIR`), and so it
does to whatever the program starts, so a program of another place has to be told apart.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

_HERE = Path(__file__)


@dataclass(frozen=True, slots=True)
class AppImage:
    """An AppImage that runs.

    Attributes
    ----------
    file
        The file itself.
    is_mounted
        Whether it was mounted; else it was unpacked, as on a machine without FUSE.
    """

    file: Path
    is_mounted: bool

    @property
    def command(self) -> tuple[str, ...]:
        """What starts it again as it was started."""
        return (str(self.file),) if self.is_mounted else (str(self.file), _UNPACKED)


_UNPACKED = "--appimage-extract-and-run"
"""The runtime's own option, taken before those of the program."""


def running_app_image(
    environment: Mapping[str, str] = os.environ, inside: Path = _HERE
) -> AppImage | None:
    """Return the AppImage that a file of the program is inside of; None where it is in none."""
    file, folder = environment.get("APPIMAGE", ""), environment.get("APPDIR", "")
    if not Path(file).is_absolute() or not Path(folder).is_absolute():
        return None
    if not inside.resolve().is_relative_to(Path(folder).resolve()):
        return None
    return AppImage(Path(file), is_mounted=Path(folder).is_mount())
