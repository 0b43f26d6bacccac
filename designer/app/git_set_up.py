"""What git has to know so that it compares and merges designs by their records.

Settings name the commands; a line of an attributes file says which files they are for. What
somebody else has set is never written over.
"""

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from designer.app.command_error import CommandError
from designer.app.git_program import git, said
from designer.io.atomic_file import replace_file
from designer.io.comments_file import SUFFIX

DRIVER: Final = "cluster-design"
PATTERN: Final = "*.cluster.toml"
ATTRIBUTES: Final = f"{PATTERN} diff={DRIVER} merge={DRIVER}"
COMMENTS: Final = f"*{SUFFIX} merge={DRIVER}"
"""Comments of a review are merged by record as well; their lines can be read as they are."""
_LINES: Final = (ATTRIBUTES, COMMENTS)
_NAME: Final = "designs of Cluster Designer, by record"
_DRIVERS: Final = {
    f"diff.{DRIVER}.command": "git-diff",
    f"diff.{DRIVER}.textconv": "git-textconv",
    f"merge.{DRIVER}.driver": (
        "git-merge %O %A %B --path=%P --marker-size=%L --ours-name=%X --theirs-name=%Y"
    ),
}
"""Settings, and what follows the program in them."""
_NAME_KEY: Final = f"merge.{DRIVER}.name"


_PLAIN_WORD: Final = re.compile(r"[\w@%+=:,./-]+", re.ASCII)


@dataclass(frozen=True)
class Place:
    """Where git is told: for one repository, or for all of a user.

    Attributes
    ----------
    scope
        `--local` or `--global`, as git has it.
    attributes
        The file with the attributes.
    """

    scope: str
    attributes: Path

    @property
    def words(self) -> str:
        """What messages call its settings."""
        return "this repository" if self.scope == "--local" else "all repositories of this user"


def local_place() -> Place:
    """Return the repository that one is in.

    Raises
    ------
    CommandError
        If one is in no work tree.
    """
    top = git(["rev-parse", "--show-toplevel"])
    if top.returncode:
        raise CommandError(
            "git-install: this folder is in no work tree of git; go to one, or use --global"
        )
    return Place("--local", Path(os.fsdecode(top.stdout).removesuffix("\n")) / ".gitattributes")


def global_place() -> Place:
    """Return the user's own place: the file that git is told of, else the usual one.

    Raises
    ------
    CommandError
        If there is no home folder.
    """
    told = git(["config", "--global", "--type=path", "--get", "core.attributesFile"])
    if told.returncode == 0:
        return Place("--global", Path(os.fsdecode(told.stdout).removesuffix("\n")))
    folder = os.environ.get("XDG_CONFIG_HOME", "")
    try:
        base = Path(folder) if folder else Path.home() / ".config"
    except RuntimeError as error:
        raise CommandError("git-install: there is no home folder; use --local") from error
    return Place("--global", base / "git/attributes")


def install(place: Place, command: tuple[str, ...]) -> Iterator[str]:
    """Tell git; yield what was written, or stood there already.

    Parameters
    ----------
    command
        What starts the program.

    Raises
    ------
    CommandError
        If something of the same name is set that is not of this program: nothing is written then.
    WriteError
        If the attributes cannot be written.
    """
    program = " ".join(map(_shell_word, command))
    wanted = {key: f"{program} {words}" for key, words in _DRIVERS.items()}
    wanted[_NAME_KEY] = _NAME
    found = {key: _setting(place, key) for key in wanted}
    lines = _lines(place.attributes)
    _refuse_foreign(place, found, lines)
    for key, value in wanted.items():
        if found[key] == value:
            yield f"{key} is set already for {place.words}"
            continue
        _run(["config", place.scope, key, value])
        yield f"set {key} for {place.words}"
    for line in _LINES:
        if line in lines:
            yield f"{place.attributes} has the line already: {line}"
        else:
            lines.append(line)
            _write(place.attributes, lines)
            yield f"wrote to {place.attributes}: {line}"


def _shell_word(word: str) -> str:
    """Return a word as a shell of POSIX reads it, by which git runs what it is told."""
    if _PLAIN_WORD.fullmatch(word):
        return word
    quoted = word.replace("'", "'\\''")
    return f"'{quoted}'"


def uninstall(place: Place) -> Iterator[str]:
    """Take all of that away again; yield what was removed. What is not of this program stays.

    Raises
    ------
    CommandError
        If git refuses.
    WriteError
        If the attributes cannot be written.
    """
    for key in (*_DRIVERS, _NAME_KEY):
        value = _setting(place, key)
        if value and _is_own(key, value):
            _run(["config", place.scope, "--unset-all", key])
            yield f"removed {key} for {place.words}"
    for section in (f"diff.{DRIVER}", f"merge.{DRIVER}"):
        # Git leaves the empty section behind; where something is in it, it refuses, and it stays.
        left = git(["config", place.scope, "--get-regexp", f"^{section}\\."])
        if left.returncode:
            git(["config", place.scope, "--remove-section", section])
    lines = _lines(place.attributes)
    for own in _LINES:
        if own in lines:
            lines = [line for line in lines if line != own]
            _write(place.attributes, lines)
            yield f"removed from {place.attributes}: {own}"


def _refuse_foreign(place: Place, found: dict[str, str], lines: Iterable[str]) -> None:
    """Refuse settings and attributes of the same name that somebody else has written."""
    for key, value in found.items():
        if value and not _is_own(key, value):
            raise CommandError(
                f"git-install: {key} is set to {value!r}, which is not of this program; nothing "
                f"was written; remove it with: git config {place.scope} --unset-all {key}"
            )
    for number, line in enumerate(lines, start=1):
        words = line.split()
        other = [word for word in words[1:] if word.lstrip("-!").partition("=")[0] in _TOLD]
        if words[:1] == [PATTERN] and line != ATTRIBUTES and other:
            raise CommandError(
                f"{place.attributes}:{number}: says {line.strip()!r} already; nothing was written; "
                f"make it {ATTRIBUTES!r}, or remove it"
            )


_TOLD: Final = ("diff", "merge", "binary")


def _is_own(key: str, value: str) -> bool:
    """Return whether a setting is one that this program has written, from wherever it was."""
    if key == _NAME_KEY:
        return value == _NAME
    words = _DRIVERS[key].split()
    return words[0] in value.split() and value.split()[-len(words) :] == words


def _setting(place: Place, key: str) -> str:
    done = git(["config", place.scope, "--get", key])
    return os.fsdecode(done.stdout).removesuffix("\n") if done.returncode == 0 else ""


def _run(words: list[str]) -> None:
    done = git(words)
    if done.returncode:
        raise CommandError(f"git-install: git {' '.join(words[:3])}: {said(done)}")


def _lines(file: Path) -> list[str]:
    """Return the lines of an attributes file; none where it is not there."""
    try:
        return file.read_bytes().decode(errors="surrogateescape").splitlines()
    except FileNotFoundError:
        return []
    except OSError as error:
        raise CommandError(f"{file}: cannot be read: {error.strerror or error}") from error


def _write(file: Path, lines: Iterable[str]) -> None:
    text = "".join(f"{line}\n" for line in lines)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"{file}: cannot be written: {error.strerror or error}") from error
    replace_file(file, text.encode(errors="surrogateescape"), backup=False)
