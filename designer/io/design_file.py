"""Open and save design files: tolerant when reading, atomic and careful when writing.

The text itself is `design_text`, reading plain data is `design_reader`, broken TOML is
`toml_salvage`. May import every room below `io`.
"""

import hashlib
import os
import re
from pathlib import Path
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.input_file import ReadError, no_utf8, read_input
from designer.catalog.part import Part
from designer.io.atomic_file import WriteError, replace_file
from designer.io.design_reader import design_from, header_of, parts_from, say_comments
from designer.io.design_text import dumps
from designer.io.file_kind import DESIGN_TABLES
from designer.io.migrations import migrate
from designer.io.record_repair import Findings, leave_out_depths, shown
from designer.io.references import say_dangling, say_unused_parts
from designer.io.toml_salvage import read_toml
from designer.model.design import SCHEMA_VERSION, Design
from designer.model.plural import plural
from designer.model.problem import Problem
from designer.model.record import Record
from designer.model.source_places import SourcePlaces

__all__ = [
    "FileChangedError",
    "NewerFileError",
    "Opened",
    "ReadError",
    "WriteError",
    "dumps",
    "file_digest",
    "load",
    "load_bytes",
    "load_read",
    "loads",
    "save",
]
MOST_RECORDS: Final = 200_000
"""Most records that a file may spell out; what its lines stand for is bounded in `folds`."""

_RECORD_LINE: Final = re.compile(
    r"^[ \t]*(?:\[{1,2}[A-Za-z_][\w-]*(?:\.[\w-]+){0,2}\]{1,2}[ \t]*$"
    r"|(?:\"[^\"\n]*\"|[\w'-]+)[ \t]*=[ \t]*\{)",
    re.MULTILINE,
)
"""Lines that begin a table: nearly always a record, at times a table that a record holds."""

_OTHERS: Final = (("{", "JSON"), ("---", "YAML"), ("<", "XML or HTML"))
"""How texts begin that are no TOML."""
_SHOWN_PROBLEMS: Final = 200
_VERSION_LINE: Final = re.compile(rb"^schema_version\s*=\s*(\d+)", re.MULTILINE)


class Opened(Record):
    """What opening a file gave.

    Attributes
    ----------
    parts
        Parts embedded in the file: lay them over the catalogue (`Catalog.overlay`).
    problems
        Everything that was wrong, with its place. An `error` is something of the file that the
        design does not hold; a `warning` or an `info` lost nothing.
    writable
        Whether saving to the same file loses nothing. Where it is False, ask first.
    digest
        SHA-256 of the file's bytes, for `save(expected_digest=…)`; empty for text.
    """

    design: Design
    parts: tuple[Part, ...] = ()
    problems: tuple[Problem, ...] = ()
    schema_version: int = SCHEMA_VERSION
    writable: bool = True
    digest: str = ""


class FileChangedError(WriteError):
    """The file on the disk is not the one that was opened. Nothing was written."""


class NewerFileError(WriteError):
    """The file on the disk was written by a newer version. Nothing was written."""


def loads(text: str, where: str = "design") -> Opened:
    """Return the design in a text; whatever is wrong with it is reported, never raised.

    Parameters
    ----------
    text
        A design file's text, of any schema version, whole or damaged.
    where
        What messages call it.
    """
    try:
        return _opened(text, where)
    except ReadError as error:
        return Opened(design=Design(), problems=(error.problem,), writable=False)


def load(path: str | os.PathLike[str]) -> Opened:
    """Open a design file, as far as it can be opened.

    Raises
    ------
    ReadError
        If the file cannot be read at all: missing, no regular file, no permission, too large, or
        no design by what it holds.
    """
    return load_read(path)[0]


def load_read(path: str | os.PathLike[str]) -> tuple[Opened, bytes]:
    """Open a design file as `load` does; return the bytes that were read as well.

    Who passes a file on (attached, with a digest) must not read it again: it may be another one.

    Raises
    ------
    ReadError
        As of `load`.
    """
    path = Path(path)
    raw = read_input(path)
    try:
        return load_bytes(raw, path.name), raw
    except ReadError as error:
        raise ReadError(error.problem.evolve(where=str(path))) from error


def load_bytes(raw: bytes, where: str) -> Opened:
    """Return the design in the bytes of a file, as far as it can be opened.

    Parameters
    ----------
    where
        What messages call the file.

    Raises
    ------
    ReadError
        If it is no design by what it holds, or holds more records than are read.
    """
    digest = hashlib.sha256(raw).hexdigest()
    try:
        opened, bad = _opened(raw.decode(), where), None
    except UnicodeDecodeError as error:
        opened, bad = _opened(raw.decode(errors="replace"), where), error
    if bad is None:
        return opened.evolve(digest=digest)
    problem = no_utf8(raw, bad, where).evolve(done="such bytes are shown as \ufffd")
    problems = (problem, *opened.problems)
    return opened.evolve(digest=digest, problems=problems, writable=False)


def _opened(text: str, where: str) -> Opened:
    """Return the design in a text.

    Raises
    ------
    ReadError
        If it is no design, or holds too many records.
    """
    text = text.removeprefix("\ufeff")
    _require_few_lines(text, where)
    data, problems = read_toml(text, where)
    _require_design(data, text, where, problems)
    findings = Findings(SourcePlaces(text, where).place)
    version = _version(data, findings)
    if version > SCHEMA_VERSION:
        what = (
            f"written by a newer version (schema {shown(version)}, this one knows {SCHEMA_VERSION})"
        )
        done = "opened as far as possible; save under another name"
        findings.say(("schema_version",), what, done=done)
    elif version < SCHEMA_VERSION:
        leave_out_depths(data, findings)
        data, messages = migrate(data, version, SCHEMA_VERSION)
        for message in messages:
            findings.note(where, f"schema {version} → {SCHEMA_VERSION}: {message}", "")
    design = design_from(data, header_of(text), findings)
    parts = parts_from(data, findings)
    say_dangling(design, findings)
    say_unused_parts(design, parts, findings)
    say_comments(text, findings, where)
    problems += findings.problems
    writable = all(problem.severity != "error" for problem in problems)
    return Opened.model_construct(
        design=design,
        parts=parts,
        problems=_first(problems, where),
        schema_version=version,
        writable=writable,
        digest="",
    )


def _require_design(data: dict[str, Any], text: str, where: str, problems: list[Problem]) -> None:
    """Refuse what does not claim to be a design, and what holds too much to be one."""
    tables = [name for name in DESIGN_TABLES if isinstance(data.get(name), dict | list)]
    if "schema_version" not in data and not tables:
        other = next((kind for mark, kind in _OTHERS if text.lstrip().startswith(mark)), "")
        what = "is no design: it has no schema_version and none of a design's tables"
        if other:
            what = f"is {other}, no design in TOML"
            problems = []
        mend = f"check that it is the right file; a design begins schema_version = {SCHEMA_VERSION}"
        if problems:
            what += f" ({problems[0].evolve(done='').line()})"  # nothing of the file is used
        raise ReadError(Problem(where=where, what=what, mend=mend))
    records = sum(map(_records_in, (data[name] for name in tables)))
    if records > MOST_RECORDS:
        raise _too_many(f"{records:,}", where)


def _require_few_lines(text: str, where: str) -> None:
    """Refuse what begins more tables than records are read: to parse it would take a while."""
    if text.count("\n") < MOST_RECORDS or "schema_version" not in text:
        return
    if '"""' in text or "'''" in text:  # a line may be one of a text
        return
    tables = sum(1 for _ in _RECORD_LINE.finditer(text))
    if tables - len(DESIGN_TABLES) > MOST_RECORDS:
        raise _too_many(f"{tables:,} tables and", where)


def _too_many(records: str, where: str) -> ReadError:
    what = f"holds {records} records; at most {MOST_RECORDS:,} are read"
    mend = "split the design, or let lines stand for several records (repeat, assemblies)"
    return ReadError(Problem(where=where, what=what, mend=mend))


def _records_in(table: dict[str, Any] | list[Any]) -> int:
    """Return how many records a table holds, with the slots and devices inside of them."""
    records = table.values() if isinstance(table, dict) else table
    inner = (
        held
        for one in records
        if type(one) is dict
        for held in one.values()
        if type(held) is list or type(held) is dict
    )
    return len(table) + sum(map(len, inner))


def save(
    path: str | os.PathLike[str],
    design: Design,
    catalog: Catalog,
    expected_digest: str | None = None,
    *,
    replace_newer: bool = False,
) -> str:
    """Save a design: in one step, with the previous file kept as `NAME.bak`.

    Parameters
    ----------
    path
        Where to; a symbolic link is followed.
    expected_digest
        Digest of the file as it was opened or last saved; empty if there was none. `None` saves
        over whatever is there.
    replace_newer
        Whether to replace a file of a newer schema.

    Returns
    -------
    str
        Digest of the file as it is now.

    Raises
    ------
    FileChangedError
        If the file on the disk is not the expected one.
    NewerFileError
        If the file is of a newer schema and `replace_newer` is not set.
    WriteError
        If it cannot be written. In all cases the old file is untouched.
    """
    path = Path(path)
    data = dumps(design, catalog).encode()
    digest = hashlib.sha256(data).hexdigest()
    there = _bytes_at(path)
    found = hashlib.sha256(there).hexdigest() if there is not None else ""
    if expected_digest is not None and found not in (expected_digest, digest):
        what = "the file was changed by someone else" if found else "the file is gone"
        mend = "open it again, or save under another name"
        raise FileChangedError(Problem(where=str(path), what=what, mend=mend))
    version = _VERSION_LINE.search(there or b"")
    if version and int(version[1]) > SCHEMA_VERSION and not replace_newer:
        what = f"the file there was written by a newer version (schema {int(version[1])})"
        raise NewerFileError(Problem(where=str(path), what=what, mend="save under another name"))
    replace_file(path, data, backup=found != digest)
    return digest


def file_digest(path: str | os.PathLike[str]) -> str:
    """Return the SHA-256 of a file's bytes; empty if there is no such file."""
    there = _bytes_at(Path(path))
    return hashlib.sha256(there).hexdigest() if there is not None else ""


def _first(problems: list[Problem], where: str) -> tuple[Problem, ...]:
    """Return so many problems as a person reads, and how many more there are."""
    if len(problems) <= _SHOWN_PROBLEMS:
        return tuple(problems)
    rest = problems[_SHOWN_PROBLEMS:]
    severity = "error" if any(problem.severity == "error" for problem in rest) else "warning"
    are = "is" if len(rest) == 1 else "are"
    what = f"{plural(len(rest), 'more problem')} {are} not listed"
    return (*problems[:_SHOWN_PROBLEMS], Problem(severity=severity, where=where, what=what))


def _bytes_at(path: Path) -> bytes | None:
    try:
        return path.read_bytes() if path.is_file() else None
    except OSError as error:
        problem = Problem(where=str(path), what=f"cannot be read: {error.strerror or error}")
        raise WriteError(problem) from error


def _version(data: dict[str, Any], findings: Findings) -> int:
    version = data.get("schema_version")
    if isinstance(version, int) and not isinstance(version, bool) and version >= 0:
        return version
    what = "schema_version is missing" if version is None else f"schema_version: {shown(version)}"
    findings.say(("schema_version",), what, f"{SCHEMA_VERSION} was taken", "warning")
    return SCHEMA_VERSION
