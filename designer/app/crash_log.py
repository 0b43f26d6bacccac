"""Where an unexpected error is written down, so that it can be reported and mended."""

import datetime
import traceback
from pathlib import Path
from types import TracebackType

from designer import __version__
from designer.io.system_calls import open_regular


def log_crash(
    folder: Path,
    kind: type[BaseException],
    error: BaseException,
    trace: TracebackType | None,
) -> Path:
    """Append an error with its traceback to `crashes.log`; return the file's path.

    Raises
    ------
    OSError
        If the log cannot be written.
    """
    path = folder / "crashes.log"
    now = datetime.datetime.now(tz=datetime.UTC).isoformat(timespec="seconds")
    text = "".join(traceback.format_exception(kind, error, trace))
    with open(path, "a", encoding="utf-8", opener=open_regular) as file:
        file.write(f"{now} cluster-designer {__version__}\n{text}\n")
    return path
