"""What a desktop needs to know of the program: entry, icon, type of file, description.

Files and places are those of the freedesktop.org specifications (Desktop Entry 1.5, Icon Theme,
Shared MIME-info, AppStream). A new file is a line in `FILES`.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from designer.catalog.app_image import running_app_image
from designer.catalog.data_files import data_folder
from designer.io.atomic_file import WriteError
from designer.io.output_file import write_output
from designer.model.problem import Problem

PROGRAM: Final = "cluster-designer"
ENTRY: Final = "applications/cluster-designer.desktop"
FILES: Final[tuple[tuple[str, str], ...]] = (
    ("cluster-designer.desktop", ENTRY),
    ("cluster-designer.svg", "icons/hicolor/scalable/apps/cluster-designer.svg"),
    (
        "cluster-designer.svg",
        "icons/hicolor/scalable/mimetypes/application-x-cluster-designer+toml.svg",
    ),
    ("cluster-designer.mime.xml", "mime/packages/cluster-designer.xml"),
    (
        "cluster-designer.metainfo.xml",
        "metainfo/internal.cluster_designer.ClusterDesigner.metainfo.xml",
    ),
)
"""Each file of `resources/desktop`, and where it goes below the folder of shared data."""

_NEEDS_QUOTES: Final = re.compile(r"[\s\"'\\><~|&;$*?#()`]")
_ESCAPED: Final = re.compile(r"([\"`$\\])")
_PATIENCE_S: Final = 60


@dataclass(frozen=True)
class Index:
    """A program that makes a desktop read its folder anew.

    Attributes
    ----------
    folder
        Below the folder of shared data; the last word of its command.
    kept_in
        The file that it keeps there; where that is missing, the desktop reads the folder itself.
    """

    words: tuple[str, ...]
    folder: str
    kept_in: str = ""


INDICES: Final = (
    Index(("update-mime-database",), "mime"),
    Index(("update-desktop-database", "--quiet"), "applications"),
    Index(
        ("gtk-update-icon-cache", "--quiet", "--force", "--ignore-theme-index"),
        "icons/hicolor",
        "icon-theme.cache",
    ),
)


def install(share: Path, command: tuple[str, ...]) -> list[Path]:
    """Put every file in place; return them.

    Parameters
    ----------
    share
        The folder of shared data, such as `~/.local/share`.
    command
        What starts the program, its first word an absolute path.

    Raises
    ------
    WriteError
        If one cannot be written; those before it are there.
    """
    written = []
    for name, place in FILES:
        data = (data_folder("resources") / "desktop" / name).read_text(encoding="utf-8")
        path = share / place
        _make(path.parent)
        write_output(path, entry_for(data, command) if place == ENTRY else data)
        written.append(path)
    return written


def uninstall(share: Path) -> list[Path]:
    """Remove what `install` put there; return what was there."""
    removed = []
    for _, place in FILES:
        path = share / place
        if path.is_file() or path.is_symlink():
            path.unlink()
            removed.append(path)
    return removed


def refresh(
    share: Path,
    which: Callable[[str], str | None] = shutil.which,
    run: Callable[..., "subprocess.CompletedProcess[str]"] = subprocess.run,
) -> Iterator[str]:
    """Make the desktop read its folders anew; yield a line for what could not be done."""
    for index in INDICES:
        program, folder = which(index.words[0]), share / index.folder
        if not folder.is_dir() or (index.kept_in and not (folder / index.kept_in).is_file()):
            continue
        if program is None:
            yield f"{index.words[0]} is not installed; a new session may find what is in {folder}"
            continue
        try:
            done = run(
                [program, *index.words[1:], str(folder)],
                capture_output=True,
                text=True,
                check=False,
                timeout=_PATIENCE_S,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            yield f"{index.words[0]}: {error}"
            continue
        if done.returncode:
            said = (done.stderr or done.stdout).strip().splitlines()
            yield f"{index.words[0]}: {said[-1] if said else f'exit code {done.returncode}'}"


def start_command(executable: str = sys.executable) -> tuple[str, ...]:
    """Return what starts this installation of the program from anywhere."""
    image = running_app_image()
    if image:
        return image.command
    script = Path(executable).with_name(PROGRAM)
    if script.is_file():
        return (str(script),)
    found = shutil.which(PROGRAM)
    return (found,) if found else (executable, "-m", "designer")


def entry_for(text: str, command: tuple[str, ...]) -> str:
    """Return the desktop entry with the command of this installation, which need not be on PATH."""
    lines = []
    for line in text.splitlines():
        key, equals, _ = line.partition("=")
        if key == "Exec":
            line = f"{key}{equals}{' '.join(_quoted(word) for word in command)} %f"
        elif key == "TryExec":
            line = f"{key}{equals}{_value(command[0])}"
        lines.append(line)
    return "\n".join(lines) + "\n"


def _quoted(word: str) -> str:
    """Return a word of `Exec`: quoted where it must be, and no `%` of it read as a field."""
    word = word.replace("%", "%%")
    if _NEEDS_QUOTES.search(word):
        word = '"' + _ESCAPED.sub(r"\\\1", word) + '"'
    return _value(word)


def _value(text: str) -> str:
    """Return a text as the value of a key: a backslash begins an escape there."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\t", "\\t")


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        why = error.strerror or str(error)
        raise WriteError(
            Problem(where=str(folder), what=f"cannot be made: {why}", mend="name another --prefix"),
            error.errno,
        ) from error
