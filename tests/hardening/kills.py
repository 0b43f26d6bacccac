"""`kill -9` at any system call of an editing session, of its recovery and of the recovery of that.

Each attack is the story of one design over several lives of the program, each of which is killed.
After every kill what a person is given at the next start is the last edit that they saw done, or
the one that was under way; the file is whole and is the one last saved, or being saved.
"""

import json
import random
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from designer.catalog.catalog import Catalog
from designer.io.design_file import save
from designer.model.design import Design
from tests.hardening.kind import Kind
from tests.hardening.lives import Life, state_of
from tests.helpers.gates import REPOSITORY

KILLS: Final = 5
KILLED: Final = -9
_FIRST: Final = Design(name="edit 0")
_LOOKED_AFTER: Final = 0.6


class Lives(Kind):
    """Attacks on sessions, each in a process of its own that one process forks."""

    def __enter__(self) -> Self:
        """Start the process that forks the lives."""
        self._lives = subprocess.Popen(
            [sys.executable, "-m", "tests.hardening.lives"],
            cwd=REPOSITORY,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """End it."""
        self._lives.communicate()

    def live(self, life: Life) -> list[dict[str, Any]]:
        """Return what a life said until it ended, and how it ended."""
        assert self._lives.stdin is not None
        assert self._lives.stdout is not None
        print(life.model_dump_json(), file=self._lives.stdin, flush=True)
        ended = int(self._lives.stdout.readline())
        said = Path(life.said)
        lines = said.read_text(encoding="utf-8").splitlines() if said.exists() else []
        return [*map(json.loads, lines), {"ended": ended}]


class Kills(Lives):
    """Five kills an attack."""

    amount = KILLS
    things = "kills"

    def __init__(self) -> None:
        self._inside_recovery = self._edits = 0

    def attack(self, chance: random.Random, folder: Path) -> str:
        """Tell one design's story; return what was lost or damaged."""
        story = Story(folder, with_file=chance.random() < 0.6)
        for kill in range(KILLS):
            when = chance.choice(("before", "after", "middle"))
            life = Life(
                home=str(folder / "home"),
                said=str(folder / f"said-{kill}"),
                file=story.file,
                seed=f"{chance.random()}",
                begin=1_000 * (kill + 1),
                kill_at=chance.choice((chance.randint(1, 25), chance.randint(1, 150))),
                when=when,
                open_first=chance.random() < 0.3,
            )
            wrong = story.lived(self.live(life))
            if not wrong and (kill == KILLS - 1 or chance.random() < _LOOKED_AFTER):
                look = life.evolve(kill_at=0, said=str(folder / f"look-{kill}"), file=story.file)
                wrong = story.looked(self.live(look))
            if wrong:
                at = f"kill {kill + 1}, {when} call {life.kill_at}"
                return f"{wrong} ({at})"
            self._inside_recovery += story.was_recovering
            self._edits += story.edits
        return ""

    def figures(self) -> str:
        """Return how much was done before the kills, and where they came."""
        return f"{self._edits} edits seen done, {self._inside_recovery} kills inside of a recovery"


class Story:
    """What a person knows of a design: what they saw done, what was under way, what was saved.

    Attributes
    ----------
    file
        The design's file; empty while it has none.
    """

    def __init__(self, folder: Path, *, with_file: bool) -> None:
        self.file = ""
        self.was_recovering = False
        self.edits = self.handles = self.refused = 0
        self._saving = ""
        self._seen = {state_of(_FIRST)}
        self._saved: dict[str, set[str]] = {}
        if with_file:
            self.file = str(folder / "pod.toml")
            save(Path(self.file), _FIRST, Catalog(()))
            self._saved[self.file] = set(self._seen)

    def lived(self, said: list[dict[str, Any]]) -> str:
        """Follow a life; return what was wrong with it."""
        self.was_recovering, self.edits, self._saving = True, 0, ""
        for words in said:
            wrong = self._follow(words)
            if wrong:
                return wrong
        return ""

    def _follow(self, words: dict[str, Any]) -> str:
        if "raised" in words:
            return f"raised {words['raised']}"
        if "opened" in words:
            self.was_recovering = False
            if words["opened"] not in self._seen:
                return f"was given {words['opened']} and not {sorted(self._seen)}"
            self._seen = {words["opened"]}
            self.file = words["file"]
        elif "about" in words:
            self._seen.add(words["about"])
        elif "done" in words:
            self.edits += 1
            self._seen = {words["done"]}
        elif "saving" in words:
            self._saved.setdefault(words["file"], set()).add(words["saving"])
            self._saving = words["file"]
        elif "saved" in words:
            self.file, self._saving = words["file"], ""
            self._saved[self.file] = {words["saved"]}
        elif "not_saved" in words:
            self._saving = ""  # the file may hold it: only what came after was refused
        elif "handles" in words:
            self.handles, self.refused = words["handles"], words["refused"]
        elif words["ended"] != KILLED:
            return f"ended by itself: {words['ended']}"
        elif self._saving and Path(self._saving).exists():
            self.file = self._saving  # saved under this name, though nobody saw it said
        return ""

    def looked(self, said: list[dict[str, Any]]) -> str:
        """Return what is wrong with what a person is given at the next start."""
        look = said[0]
        if "raised" in look or "offered" not in look:
            return f"looking raised {look}"
        if look["problems"]:
            return f"the file is damaged: {look['problems'][0]}"
        if len(look["offered"]) > 1:
            return f"more than one thing is offered: {look['offered']}"
        if self.file and look["on_disk"] not in self._saved[self.file]:
            return f"the file holds {look['on_disk']}, not {sorted(self._saved[self.file])}"
        given = look["offered"][0] if look["offered"] else look["on_disk"] or state_of(_FIRST)
        if given not in self._seen:
            return f"given back is {given}, not {sorted(self._seen)}"
        return ""
