"""The comments of a review, in a file beside the design: `NAME.comments.toml`.

A comment is a table of its own with a line for each field, in order of id: ids are random, so that
two branches that add comments add them at different places, and git merges the lines. May import
`model`, `catalog` and the reading and writing of this room.
"""

import contextlib
import os
import secrets
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pydantic import ValidationError

from designer.catalog.input_file import ReadError, read_input
from designer.catalog.plain_toml import read_plain
from designer.io import toml_text
from designer.io.atomic_file import WriteError, backup_path, replace_file
from designer.io.lockfile import DesignLock, LockedError, path_key
from designer.io.user_folders import locks_folder
from designer.model.comment_edits import CommentEdit
from designer.model.comments import (
    ID_LETTERS,
    Comment,
    Comments,
    Reply,
    in_time,
    numbered,
)
from designer.model.problem import Problem
from designer.model.record import R, Record

SUFFIX: Final = ".comments.toml"
VERSION: Final = 1
_DESIGN_ENDINGS: Final = (".cluster.toml", ".toml")
_TRIES: Final = 2_000
"""So often a lock is asked for: some tenths of a second, and who holds it needs some hundredths."""
_HEAD: Final = (
    "# Comments on the design beside this file. Written by Cluster Designer at once, not by Save.",
    f"comments_version = {VERSION}",
)


class CommentFile(Record):
    """What reading a file of comments gave.

    Attributes
    ----------
    problems
        What is wrong, a line each. An `error` is something of the file that is not in `comments`,
        so that writing it anew would lose it.
    """

    comments: Comments = ()
    problems: tuple[Problem, ...] = ()

    @property
    def writable(self) -> bool:
        """Whether writing the file anew loses nothing."""
        return all(problem.severity != "error" for problem in self.problems)


def comments_path(design: str | os.PathLike[str]) -> Path:
    """Return where the comments on a design's file stand: `hall.comments.toml` beside it."""
    path = Path(design)
    ending = next((end for end in _DESIGN_ENDINGS if path.name.endswith(end)), "")
    stem = path.name.removesuffix(ending) if ending else path.name
    return path.with_name(f"{stem or path.name}{SUFFIX}")


def fresh_id() -> str:
    """Return an id that no other comment or answer has, on whatever branch it was made."""
    return secrets.token_hex(6)


def is_comments(path: str | os.PathLike[str]) -> bool:
    """Return whether a file's name is that of comments."""
    return Path(path).name.endswith(SUFFIX)


def read_comments(path: Path) -> CommentFile:
    """Return the comments in a file; none where there is no such file.

    What is wrong is told in `problems`, and never raised.
    """
    try:
        if not path.exists():
            return CommentFile()
        raw = read_input(path)
        return loads_comments(raw.decode(), path.name)
    except UnicodeDecodeError as error:
        what = f"is no UTF-8 text (byte {error.start:,})"
        return _refused(path.name, what, "save it as UTF-8 text")
    except ReadError as error:
        return CommentFile(problems=(error.problem,))
    except OSError as error:
        return _refused(str(path), f"cannot be read: {error.strerror or error}", "")


def loads_comments(text: str, where: str) -> CommentFile:
    """Return the comments in a text, with what is wrong with it."""
    try:
        data = read_plain(text.removeprefix("\ufeff"))
    except ValueError as error:
        line, column = getattr(error, "lineno", 0), getattr(error, "colno", 0)
        place = f"{where}:{line}:{column}" if line else where
        mend = "mend the line, or take it back from git; comments are not written until then"
        return _refused(place, f"is no TOML: {getattr(error, 'msg', error)}", mend)
    version = data.get("comments_version")
    if not isinstance(version, int) or isinstance(version, bool):
        mend = f"a file of comments begins comments_version = {VERSION}"
        return _refused(where, "is no file of comments: it has no comments_version", mend)
    if version > VERSION:
        what = f"was written by a newer version (comments_version {version}, this knows {VERSION})"
        return _refused(where, what, "update Cluster Designer")
    return _read_tables(data, where)


def dumps_comments(comments: Iterable[Comment]) -> str:
    """Return the text of comments: a table each, in order of id."""
    lines = [*_HEAD]
    for comment in sorted(comments, key=lambda one: one.id):
        lines += ["", f"[comments.{toml_text.key(comment.id)}]", *_lines(comment)]
        for reply in in_time(comment.replies):
            name = f"comments.{toml_text.key(comment.id)}.replies.{toml_text.key(reply.id)}"
            lines += ["", f"[{name}]", *_lines(reply)]
    return "\n".join(lines) + "\n"


def write_comments(path: Path, comments: Comments) -> None:
    """Write comments, in one step. Of none no file is made where there is none.

    Raises
    ------
    WriteError
        If it cannot be written; what was there is untouched.
    """
    if comments or path.exists():
        replace_file(path, dumps_comments(comments).encode())


def updated(path: Path, change: CommentEdit, now: float) -> CommentFile:
    """Change what a file of comments holds now, and write it; return what it holds then.

    Two windows, or a window and a script, so never write over each other: the file is read anew
    under a lock, and the change is made to what it holds. Nothing is written where that is damaged.

    Parameters
    ----------
    change
        From the comments that are there to those that are to be.
    now
        Seconds since 1970.

    Raises
    ------
    WriteError
        If the file cannot be written, or is locked for longer than a moment.
    """
    with _locked(path, now):
        there = read_comments(path)
        if not there.writable:
            raise WriteError(there.problems[0])
        made = change(there.comments)
        if made != there.comments:
            write_comments(path, made)
        return CommentFile(comments=made, problems=there.problems)


def take_along(before: Path | None, design: Path) -> Path | None:
    """Let a design that was saved under another name keep its comments; its old file keeps them.

    Parameters
    ----------
    before
        The file that the design had; None where it had none.

    Returns
    -------
    Path or None
        The backup of the comments of a design that stood under the new name; None without any.

    Raises
    ------
    WriteError
        If the comments cannot be written.
    """
    old, new = (comments_path(before) if before else None), comments_path(design)
    if old is not None and path_key(old) == path_key(new):
        return None
    kept = set_aside(new)
    with contextlib.suppress(FileNotFoundError):
        if old is not None and old.exists():
            # As they are, also where something in them cannot be read.
            replace_file(new, old.read_bytes())
    return kept


@contextlib.contextmanager
def _locked(path: Path, now: float) -> Iterator[None]:
    """Hold the lock of a file of comments, which nobody keeps for long."""
    for tries_left in reversed(range(_TRIES)):
        try:
            lock = DesignLock.acquire(path, locks_folder(), now)
        except LockedError as held:
            if not tries_left:
                problem = Problem(where=str(path), what=str(held), mend="try again in a moment")
                raise WriteError(problem) from held
        except OSError:  # a state folder that cannot be written keeps nobody from a comment
            yield
            return
        else:
            with lock:
                yield
            return


def set_aside(path: Path) -> Path | None:
    """Keep a file of comments of another design as its backup; return that, None without one.

    Raises
    ------
    WriteError
        If it can be neither renamed nor replaced.
    """
    try:
        if not path.exists():
            return None
        kept = backup_path(path)
        os.replace(path, kept)
    except OSError as error:
        what = f"cannot be set aside: {error.strerror or error}"
        raise WriteError(Problem(where=str(path), what=what), error.errno) from error
    return kept


def _lines(record: Record) -> Iterator[str]:
    for field, info in type(record).model_fields.items():
        value = getattr(record, field)
        if field not in ("id", "replies") and value != info.default:
            yield f"{field} = {toml_text.value(value)}"


def _read_tables(data: Mapping[str, Any], where: str) -> CommentFile:
    problems: list[Problem] = []
    found: list[Comment] = []
    for key in data.keys() - {"comments_version", "comments"}:
        problems.append(_problem(f"{where}: {key}", "is nothing that a file of comments has"))
    tables = data.get("comments", {})
    if not isinstance(tables, dict):
        problems.append(_problem(f"{where}: comments", "is no table of comments"))
        tables = {}
    for key, table in tables.items():
        place = f"{where}: comments.{key}"
        if not ID_LETTERS.fullmatch(key) or not isinstance(table, dict):
            problems.append(_problem(place, "is no comment"))
            continue
        replies = _replies(table.get("replies", {}), place, problems)
        comment = _record(Comment, {**table, "id": key, "replies": replies}, place, problems)
        if comment is not None:
            found.append(comment)
    comments, told = numbered(found)
    again = (Problem(severity="warning", where=where, what=words) for words in told)
    return CommentFile(comments=comments, problems=(*problems, *again))


def _replies(data: object, place: str, problems: list[Problem]) -> tuple[Reply, ...]:
    if not isinstance(data, dict):
        problems.append(_problem(f"{place}.replies", "is no table of answers"))
        return ()
    found = []
    for key, table in data.items():
        where = f"{place}.replies.{key}"
        if not ID_LETTERS.fullmatch(key) or not isinstance(table, dict):
            problems.append(_problem(where, "is no answer"))
            continue
        reply = _record(Reply, {**table, "id": key}, where, problems)
        if reply is not None:
            found.append(reply)
    return in_time(found)


def _record(
    kind: type[R], data: Mapping[str, object], place: str, problems: list[Problem]
) -> R | None:
    """Return a record; None where it cannot be read, which is told."""
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        problems.append(_problem(f"{place}.{field}", first["msg"].lower()))
        return None


def _problem(where: str, what: str) -> Problem:
    mend = "mend it; comments are not written until then"
    return Problem(where=where, what=what, done="left out", mend=mend)


def _refused(where: str, what: str, mend: str) -> CommentFile:
    return CommentFile(problems=(Problem(where=where, what=what, mend=mend),))
