"""A disk that is full for a time while a design is edited and saved.

No edit fails, no handle stays open, and once there is space again what is given back after a crash
is the last edit; the file is whole and is the one last saved.
"""

import random
from pathlib import Path
from typing import Final

from tests.hardening.kills import Lives, Story
from tests.hardening.lives import Life

LIVES: Final = 3
MOST_HANDLES: Final = 14
"""Descriptors of a session with its file, journal and locks; no more after a hundred failures."""


class FullDisk(Lives):
    """Three sessions an attack, one after the other, each on a disk that fills up and empties."""

    amount = LIVES
    things = "sessions"

    def __init__(self) -> None:
        self._refused = self._edits = self._handles = 0

    def attack(self, chance: random.Random, folder: Path) -> str:
        """Tell one design's story; return what was lost, damaged or left open."""
        story = Story(folder, with_file=chance.random() < 0.6)
        for number in range(LIVES):
            life = Life(
                home=str(folder / "home"),
                said=str(folder / f"said-{number}"),
                file=story.file,
                seed=f"{chance.random()}",
                begin=1_000 * (number + 1),
                full_from=chance.randint(1, 60),
                full_for=chance.choice((1, 2, 5, 20, 1_000)),
                open_first=chance.random() < 0.3,
                takes_files=chance.random() < 0.5,
            )
            wrong = story.lived(self.live(life))
            if not wrong and story.handles > MOST_HANDLES:
                wrong = f"{story.handles} handles are open"
            if not wrong:
                said = str(folder / f"look-{number}")
                look = life.evolve(full_from=0, full_for=0, said=said, file=story.file)
                wrong = story.looked(self.live(look))
            if wrong:
                at = f"full from call {life.full_from} for {life.full_for}"
                return f"{wrong} (session {number + 1}, {at})"
            self._refused += story.refused
            self._edits += story.edits
            self._handles = max(self._handles, story.handles)
        return ""

    def figures(self) -> str:
        """Return how much was refused, and how many handles were open at most."""
        return (
            f"{self._edits} edits seen done, {self._refused} calls refused, at most "
            f"{self._handles} handles"
        )
