"""What was read of shipped files, kept ready made in the user's cache beside a digest of them.

To read and check the shipped catalogue takes longer than all that a small command does. What came
of it is kept as it stands in memory, under a key of all that it was made of: the bytes of the
files, the modules of records, the versions of the program, of Python and of pydantic. With another
key, a byte that is not as it was written, a folder that cannot be written or another's file, the
files are read as ever: the cache makes nothing but time, and may be deleted at any moment.

Only records of this room and of `model` are made of a kept file: what else it names is refused.
"""

import contextlib
import hashlib
import os
import pickle
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pydantic

import designer
from designer.catalog.app_image import running_app_image
from designer.catalog.user_home import cache_place

_SHAPE: Final = "1"
"""Of the kept file itself."""
_DIGEST: Final = hashlib.sha256
_LONG: Final = _DIGEST().digest_size
_NOT_READ: Final = (
    OSError, pickle.UnpicklingError, EOFError, ImportError, AttributeError, IndexError, KeyError,
    TypeError, ValueError,
)  # fmt: skip
"""What a pickle may trip over that is none, or none of this program."""
_OURS: Final = ("designer.catalog.", "designer.model.")
_ROOMS: Final = (Path(__file__).parent, Path(__file__).parent.parent / "model")
"""Of the modules that say what a record is, and what is made of a file."""


class _Records(pickle.Unpickler):
    """Makes records and nothing else."""

    def find_class(self, module: str, name: str) -> Any:  # noqa: ANN401 - any record's class
        """Return a class of records.

        Raises
        ------
        pickle.UnpicklingError
            If it is none.
        """
        found = super().find_class(module, name) if module.startswith(_OURS) else None
        if not isinstance(found, type):
            raise pickle.UnpicklingError(f"{module}.{name} is no record")
        return found


def compiled(name: str, folder: Path, sources: Iterable[Path], read: Callable[[], Any]) -> Any:  # noqa: ANN401 - what `read` returns
    """Return what `read` makes of some files: as it was kept, where nothing of it has changed.

    Parameters
    ----------
    name
        What it is kept as; one for each reading.
    folder
        Where the files are, which their names are taken from.
    read
        Reads them; what it raises is raised, and nothing is kept.
    """
    try:
        file, key = _place(name, folder), _key(folder, sources)
    except OSError:
        return read()
    found = _kept(file, key)
    if found is None:
        found = (read(),)
        _keep(file, key, found)
    return found[0]


def _place(name: str, folder: Path) -> Path:
    """Return the file in which it is kept; that of a checkout is another than an install's.

    An AppImage is in another folder at every start: it is the file that has one.
    """
    image = running_app_image()
    of = _DIGEST(os.fsencode(image.file if image else folder)).hexdigest()[:8]
    return cache_place() / f"{name}-{of}.kept"


def _key(folder: Path, sources: Iterable[Path]) -> bytes:
    """Return a digest of all that decides what comes of the files."""
    digest = _DIGEST(repr(tuple(_versions())).encode())
    for file in sources:
        data = file.read_bytes()
        digest.update(f"{file.relative_to(folder).as_posix()}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.digest()


def _versions() -> Iterator[object]:
    yield from (_SHAPE, designer.__version__, sys.version, pydantic.VERSION)
    image = running_app_image()
    if image:  # all in it bear one date
        about = image.file.stat()
        yield about.st_size, about.st_mtime_ns
    for top in _ROOMS:
        for folder, _, _ in sorted(os.walk(top)):
            with os.scandir(folder) as entries:
                modules = [one for one in entries if one.name.endswith(".py")]
            for one in sorted(modules, key=lambda one: one.name):
                about = one.stat()
                place = one.path.removeprefix(str(top.parent.parent))
                yield place, about.st_size, about.st_mtime_ns


def _kept(file: Path, key: bytes) -> tuple[Any] | None:
    """Return what is kept under a key, in a tuple of one; None where there is nothing of use."""
    try:
        with file.open("rb") as opened:
            if not _is_ours(opened.fileno()):
                return None
            head, body = opened.read(2 * _LONG), opened.read()
        if head != key + _DIGEST(body).digest():
            return None
        found = _Records(BytesIO(body)).load()
    except _NOT_READ:
        return None
    return found if isinstance(found, tuple) and len(found) == 1 else None


def _is_ours(descriptor: int) -> bool:
    """Return whether nobody else can have written what is in a file."""
    about = os.fstat(descriptor)
    if not stat.S_ISREG(about.st_mode):
        return False
    return not hasattr(os, "getuid") or (about.st_uid == os.getuid() and not about.st_mode & 0o022)


def _keep(file: Path, key: bytes, what: tuple[Any]) -> None:
    """Keep it, whole or not at all; that it cannot be kept is nobody's concern."""
    with contextlib.suppress(OSError):
        if not file.is_absolute():  # there is no home to keep it in
            return
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        body = pickle.dumps(what, pickle.HIGHEST_PROTOCOL)
        descriptor, beside = tempfile.mkstemp(prefix=f"{file.name}-", dir=file.parent)
        try:
            with open(descriptor, "wb") as opened:
                opened.write(key + _DIGEST(body).digest() + body)
            Path(beside).replace(file)
        except OSError:
            Path(beside).unlink(missing_ok=True)
