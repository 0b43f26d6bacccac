"""`git-merge BASE OURS THEIRS`: what git asks for where two branches changed a design.

The result replaces OURS, as git wants it. Where something clashes the exit code is 1, the file has
git's markers, and a line for each conflict names the record and both values. What cannot be read
as a design is merged line by line, as git would have done, and told.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from designer.app.command_error import CommandError
from designer.app.commands.compared_input import Read, read_text
from designer.app.exit_codes import CONFLICTS
from designer.app.git_program import git, said
from designer.app.output import write_failed
from designer.app.terminal import say
from designer.io.atomic_file import WriteError, replace_file
from designer.io.comments_file import (
    CommentFile,
    dumps_comments,
    is_comments,
    loads_comments,
)
from designer.io.design_file import loads
from designer.io.merge.designs import Kept
from designer.io.merge.text import MARKER_LETTERS, Markers, MergedText, Side, merged_text
from designer.model.comments import merged
from designer.model.design import Design
from designer.model.plural import plural

_NO_WORD: Final = "%"
"""Begins a placeholder that an older git does not know and hands on as it stands."""
_ERROR_OF_GIT: Final = 128


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("base", metavar="BASE", type=Path, help="what both began with: %%O of git")
    parser.add_argument("ours", metavar="OURS", type=Path, help="%%A; it becomes the result")
    parser.add_argument("theirs", metavar="THEIRS", type=Path, help="%%B")
    parser.add_argument("--path", default="", help="%%P, the file's name for messages")
    parser.add_argument(
        "--marker-size", metavar="LETTERS", type=int, default=MARKER_LETTERS,
        help=f"%%L, letters of the markers of a conflict; default: {MARKER_LETTERS}",
    )  # fmt: skip
    parser.add_argument(
        "--ours-name", default="ours", help="%%X, what OURS is called; default: ours"
    )
    parser.add_argument(
        "--theirs-name", default="theirs", help="%%Y, what THEIRS is called; default: theirs"
    )
    parser.epilog = "git-install tells git to call it. The exit code is 1 where something clashes."


def run(arguments: argparse.Namespace) -> int:
    """Merge; tell by the exit code whether something clashes."""
    called = arguments.path or str(arguments.ours)
    markers = Markers(
        _name(arguments.ours_name, "ours"), _name(arguments.theirs_name, "theirs"),
        max(1, arguments.marker_size),
    )  # fmt: skip
    files = (arguments.ours, arguments.base, arguments.theirs)
    try:
        if is_comments(called):
            _write(arguments.ours, _comments(files, called))
            return 0
        found = _merged([_bytes(path) for path in files], markers, called)
    except CommandError as error:
        return _by_lines(files, markers, called, str(error))
    except Exception:
        _by_lines(files, markers, called, "of a fault of the program")
        raise
    _write(arguments.ours, found.data)
    for line in found.conflicts:
        say(f"{called}: conflict: {line}", error=True)
    if found.conflicts:
        number = plural(len(found.conflicts), "conflict")
        say(f"{called}: {number}; keep one side of each marked block, then git add", error=True)
    return CONFLICTS if found.conflicts else 0


def _merged(datas: Sequence[bytes], markers: Markers, called: str) -> MergedText:
    """Return what our version, that of both, and theirs make together."""
    names = (markers.ours, "their common ancestor", markers.theirs)
    reads = [_read(data, f"{called} of {name}") for data, name in zip(datas, names, strict=True)]
    ours, base, theirs = (Kept(one.design, one.parts) for one in reads)
    return merged_text(base, Side(ours, datas[0]), Side(theirs, datas[2]), markers)


def _comments(files: Sequence[Path], called: str) -> bytes:
    """Return what two versions of a file of comments make together: nothing of them clashes."""
    texts = [_bytes(path).decode(errors="replace") for path in files]
    # Git gives an empty file where both branches began one.
    reads = [loads_comments(text, called) if text.strip() else CommentFile() for text in texts]
    for read in reads:
        if not read.writable:
            raise CommandError(read.problems[0].evolve(done="").line())
    ours, base, theirs = (read.comments for read in reads)
    return dumps_comments(merged(base, ours, theirs)).encode()


def _name(given: str, usual: str) -> str:
    return usual if not given or given.startswith(_NO_WORD) else given


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path}: cannot be read: {error.strerror or error}") from error


def _read(data: bytes, name: str) -> Read:
    """Return a version of a design; git gives an empty file where both branches began one."""
    return read_text(data, name) if data.strip() else Read(name, Design())


def _write(path: Path, data: bytes) -> None:
    try:
        replace_file(path, data, backup=False)
    except WriteError as error:
        raise write_failed(error) from error


def _by_lines(files: Sequence[Path], markers: Markers, called: str, why: str) -> int:
    """Merge as git does without this program."""
    ours, base, theirs = map(str, files)
    labels = ["-L", markers.ours, "-L", "base", "-L", markers.theirs]
    done = git(["merge-file", *labels, f"--marker-size={markers.length}", ours, base, theirs])
    say(f"{called}: merged line by line, because {why}", error=True)
    if done.returncode >= _ERROR_OF_GIT:
        raise CommandError(f"{called}: git cannot merge it: {said(done)}")
    text = files[0].read_bytes().decode(errors="replace")
    read = loads_comments(text, called) if is_comments(called) else loads(text, called)
    if done.returncode or not read.writable:
        say(f"{called}: read it through before you add it", error=True)
        return CONFLICTS
    return 0
