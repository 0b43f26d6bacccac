"""The page of the guide that shows the newest sample of each room.

The command keeps it with `--record`; each row names the tree and the rules of `mutants.py` by the
start of a digest, so that a reader sees whether a figure is of today.
"""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HEAD: Final = (
    "| room | seed | tests asked | mutants | killed | ended by a time limit | survived | tree |\n"
    "|---|---|---|---|---|---|---|---|\n"
)
_ROW: Final = re.compile(
    r"^\| (?P<room>\w+) \| (?P<seed>\d+) \| (?P<asked>own|all) \| (?P<number>\d+) \| "
    r"(?P<killed>\d+) \| (?P<late>\d+) \| (?P<survived>\d+) \| (?P<tree>\w+) \|$",
    re.MULTILINE,
)
_TREE_DIGITS: Final = 8


@dataclass(frozen=True)
class Row:
    """What a sample of a room came to."""

    room: str
    seed: int
    asked: str
    number: int
    killed: int
    late: int
    survived: int
    tree: str

    @property
    def text(self) -> str:
        cells = (
            self.room, self.seed, self.asked, self.number, self.killed, self.late, self.survived,
            self.tree,
        )  # fmt: skip
        return "| " + " | ".join(map(str, cells)) + " |\n"


def rows(text: str) -> list[Row]:
    """Return the rows of the table on a page."""
    return [
        Row(
            found["room"], int(found["seed"]), found["asked"], int(found["number"]),
            int(found["killed"]), int(found["late"]), int(found["survived"]), found["tree"],
        )
        for found in _ROW.finditer(text)
    ]  # fmt: skip


def with_row(text: str, new: Row, order: Iterable[str]) -> str:
    """Return a page with a room's row replaced or added.

    Raises
    ------
    ValueError
        If the page has no table of this form.
    """
    begin = text.find(HEAD)
    if begin < 0:
        raise ValueError("the page has no table of mutation figures: put its two head lines back")
    known = {row.room: row for row in rows(text)} | {new.room: new}
    table = "".join(known[room].text for room in order if room in known)
    after = _ROW.sub("", text[begin + len(HEAD) :]).lstrip("\n")
    return f"{text[:begin]}{HEAD}{table}\n{after}"


def tree_digest(root: Path) -> str:
    """Return the start of a digest of the program and its tests, by names and bytes."""
    digest = hashlib.sha256()
    for folder in ("designer", "tests"):
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:_TREE_DIGITS]
