"""Git as the program uses it: a file of a revision, settings, and a merge of lines.

Its output is read in its own words, whatever language it speaks to people.
"""

import io
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from designer.app.command_error import CommandError
from designer.catalog.input_file import MOST_BYTES, read_at_most

_PATIENCE_S: Final = 60
_NO_GIT: Final = "git is not installed, or not on the search path"


def git(words: Sequence[str], folder: Path | None = None) -> "subprocess.CompletedProcess[bytes]":
    """Run git to its end; its exit code is for the caller to judge.

    Raises
    ------
    CommandError
        If there is no git, or it does not end.
    """
    program = shutil.which("git")
    if program is None:
        raise CommandError(_NO_GIT)
    try:
        return subprocess.run(
            [program, *words],
            cwd=folder,
            env={**os.environ, "LC_ALL": "C"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise CommandError(f"git {words[0]}: no answer in {_PATIENCE_S} s") from error
    except OSError as error:
        raise CommandError(f"git: cannot be run: {error.strerror or error}") from error


def said(done: "subprocess.CompletedProcess[bytes]") -> str:
    """Return the first line of what git said was wrong, without what it begins with."""
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    first = lines[0] if lines else f"ended with {done.returncode}"
    return first.removeprefix("fatal: ").removeprefix("error: ")


def file_of_revision(name: str) -> bytes:
    """Return a file as it is in a revision: `HEAD~2:hall.cluster.toml`, `:hall.cluster.toml`.

    Its path is one from the top of the work tree, or from the folder that one is in.

    Raises
    ------
    CommandError
        If there is no such revision or file, or git is missing.
    ReadError
        If it is too large for a design.
    """
    revision, _, path = name.partition(":")
    if name.startswith("-"):
        raise CommandError(f"{name}: a revision does not begin with -")
    size = git(["cat-file", "-s", name])
    if size.returncode and not path.startswith("."):
        here = f"{revision}:./{path}"
        near = git(["cat-file", "-s", here])
        name, size = (here, near) if near.returncode == 0 else (name, size)
    if size.returncode:
        raise CommandError(f"{name}: no such file, and none of a revision: {said(size)}")
    if int(size.stdout) > MOST_BYTES:
        what = f"is larger than {MOST_BYTES >> 20} MiB; not read"
        raise CommandError(f"{name}: {what}; check that it is the right file")
    return _blob(name)


def _blob(name: str) -> bytes:
    done = git(["cat-file", "blob", name])
    if done.returncode:
        raise CommandError(f"{name}: git cannot show it: {said(done)}")
    return read_at_most(io.BytesIO(done.stdout), name)
