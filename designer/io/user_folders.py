"""Where the program keeps what belongs to the user and not to a design.

`CLUSTER_DESIGNER_HOME` moves all of it, for tests and for portable use. Folders are made when asked
for, readable by the user alone. Where one cannot be used, another among the temporary files stands
in for it, so that work is still journalled; `unusable` says so, and what was journalled there is
still looked for when the folder can be used again. May import `model`.
"""

import contextlib
import hashlib
import itertools
import os
import stat
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

import platformdirs

from designer.catalog.user_home import FOLDER_NAME, HOME_VARIABLE, placed

if TYPE_CHECKING:  # the window stands before anything of the model is imported
    from designer.model.problem import Problem

_INSIDE: Final = {"state": ("journals", "locks")}
"""Folders without which another is of no use: a disk may fill up between the two."""


def state_folder() -> Path:
    """Return the folder of journals, locks and recent files."""
    return _usable("state", _state())


def settings_folder() -> Path:
    """Return the folder of settings."""
    return _usable("settings", _settings())


def catalogs_folder() -> Path:
    """Return the folder of the user's own parts."""
    return _usable("catalogs", _catalogs())


def journals_folder() -> Path:
    """Return the folder of autosave journals."""
    return _made(state_folder() / "journals")


def locks_folder() -> Path:
    """Return the folder of locks on design files."""
    return _made(state_folder() / "locks")


def journals_folders() -> tuple[Path, ...]:
    """Return where journals may be: the folder of now first, then where they were at other times.

    A folder could not be used, or could be: what was journalled in the other is still there.
    """
    return _now_and_then(journals_folder())


def locks_folders() -> tuple[Path, ...]:
    """Return where locks may be, the folder of now first, as `journals_folders` does."""
    return _now_and_then(locks_folder())


def unusable() -> "tuple[Problem, ...]":
    """Return which folders cannot be used, why, and what stands in for them."""
    from designer.model.problem import Problem

    kinds = (
        ("state", _state(), "recovery journals and recent files"),
        ("settings", _settings(), "settings"),
        ("catalogs", _catalogs(), "your own parts"),
    )
    problems = []
    for name, folder, kept in kinds:
        reason = _why_not(name, folder)
        if reason:
            what = f"cannot be used ({reason})"
            mend = f"until it can, {kept} are kept in {_usable(name, folder)}"
            problems.append(Problem(where=str(folder), what=what, mend=mend, severity="warning"))
    return tuple(problems)


def _state() -> Path:
    return placed("state", platformdirs.user_state_path(FOLDER_NAME, appauthor=False))


def _settings() -> Path:
    return placed("settings", platformdirs.user_config_path(FOLDER_NAME, appauthor=False))


def _catalogs() -> Path:
    usual = platformdirs.user_data_path(FOLDER_NAME, appauthor=False)
    return placed("catalogs", usual / "catalogs")


def _usable(name: str, folder: Path) -> Path:
    """Return a folder that files can be made in; one of the temporary files where it cannot be.

    Raises
    ------
    OSError
        If there is no place for temporary files either.
    """
    return folder if not _why_not(name, folder) else _made(_stand_in() / _beside(name, folder))


def _now_and_then(folder: Path) -> tuple[Path, ...]:
    """Return a folder within that of the state, and the same one wherever the state is, or was."""
    usual = _state()
    places = [usual, *(top / _beside("state", usual) for top in _stand_ins() if _is_ours(top))]
    if HOME_VARIABLE not in os.environ:  # nobody knew then whose folder it would have been
        places += [top / "state" for top in _stand_ins() if _is_ours(top)]
    others = [place / folder.name for place in places if place.is_absolute()]
    return tuple(dict.fromkeys((folder, *(other for other in others if other.is_dir()))))


def _beside(name: str, folder: Path) -> str:
    """Return what the stand-in of one folder is called: each home has its own."""
    if not folder.is_absolute():
        return name
    return f"{name}-{hashlib.sha256(os.fsencode(folder)).hexdigest()[:8]}"


def _stand_in() -> Path:
    """Return a folder of this user among the temporary files, the same one as long as it is there.

    Whoever else made it before us could read and replace what is put into it: then it is another.
    """
    usual = _usual_stand_in()
    with contextlib.suppress(FileExistsError):
        usual.mkdir(mode=0o700)
    for folder in _stand_ins():
        if _is_ours(folder):
            folder.chmod(0o700)
            return folder
    return Path(tempfile.mkdtemp(prefix=f"{usual.name}-", dir=usual.parent))


def _stand_ins() -> tuple[Path, ...]:
    """Return what is there under the name of a stand-in, whoever made it."""
    usual = _usual_stand_in()
    found = (usual, *sorted(usual.parent.glob(f"{usual.name}-*")))
    return tuple(folder for folder in found if os.path.lexists(folder))


def _usual_stand_in() -> Path:
    user = os.getuid() if hasattr(os, "getuid") else "user"
    return Path(tempfile.gettempdir()) / f"{FOLDER_NAME}-{user}"


def _is_ours(folder: Path) -> bool:
    about = folder.lstat()
    return stat.S_ISDIR(about.st_mode) and (
        not hasattr(os, "getuid") or about.st_uid == os.getuid()
    )


def _why_not(name: str, folder: Path) -> str:
    """Return why no file can be made in a folder of the user; empty where one can."""
    if not folder.is_absolute():
        return "HOME is not set"  # `~` could not be followed
    for each in (folder, *(folder / inside for inside in _INSIDE.get(name, ()))):
        try:
            _made(each)
        except OSError as error:
            return error.strerror or str(error)
        if not os.access(each, os.W_OK | os.X_OK):
            return "it is write-protected"
    return ""


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def file_named(folder: Path, name: str) -> Path:
    """Return a file's place in a folder, or another beside it where that is taken by what is none.

    Whoever opened a pipe there would wait for ever for somebody who writes into it.
    """
    usual = folder / name
    others = (usual.with_stem(f"{usual.stem}-{number}") for number in itertools.count(2))
    return next(
        file
        for file in itertools.chain((usual,), others)
        if os.path.isfile(file) or not os.path.exists(file)
    )
