"""`git-diff PATH OLD HEX MODE NEW HEX MODE`: what `git diff` asks for, the records that differ.

Git takes every exit code but 0 for a failure: what cannot be read as a design is shown by lines.
"""

import argparse
import os
from difflib import unified_diff
from pathlib import Path
from typing import Final

from designer.app.command_error import CommandError
from designer.app.commands.compared_input import Read, read_text
from designer.app.output import deliver
from designer.app.terminal import say
from designer.catalog.catalog import Catalog
from designer.document.comparison import compare
from designer.io.export.comparison import comparison_text
from designer.io.export.comparison_content import Compared
from designer.model.design import Design

_BLOB_LETTERS: Final = 7


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("path", metavar="PATH", help="the file's name")
    parser.add_argument(
        "versions", nargs="*", metavar="VERSION",
        help="what git gives: file, hash and mode, of before and of after",
    )  # fmt: skip
    parser.epilog = "git-install tells git to call it; git diff --no-ext-diff shows the lines."


def run(arguments: argparse.Namespace) -> int:
    """Write what differs between two versions of a design."""
    path, versions = arguments.path, arguments.versions
    if len(versions) < 6:
        deliver(f"{path}: not merged yet", None)
        return 0
    (old, old_hash), (new, new_hash) = versions[:2], versions[3:5]
    names = (_named(path, "a", old_hash), _named(path, "b", new_hash))
    datas = (_bytes(old), _bytes(new))
    try:
        before, after = (_read(data, name) for data, name in zip(datas, names, strict=True))
    except CommandError as error:
        say(str(error), error=True)
        was, now = (data.decode(errors="replace").splitlines(keepends=True) for data in datas)
        deliver("".join(unified_diff(was, now, *names)) or f"{path}: no line differs", None)
        return 0
    catalogs = (Catalog(before.parts), Catalog(after.parts))
    comparison = compare(before.design, after.design, catalogs)
    deliver(comparison_text(Compared(names, comparison, catalogs)), None)
    return 0


def _named(path: str, side: str, blob: str) -> str:
    known = blob.strip("0.")
    return f"{side}/{path}{f' ({blob[:_BLOB_LETTERS]})' if known else ''}"


def _bytes(file: str) -> bytes:
    """Return a version's bytes; nothing for one that is not there."""
    if file == os.devnull:
        return b""
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"{file}: cannot be read: {error.strerror or error}") from error


def _read(data: bytes, name: str) -> Read:
    return read_text(data, name) if data.strip() else Read(name, Design())
