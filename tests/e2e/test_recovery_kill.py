"""`kill -9` at random moments: at most a second of work is lost, the file is never damaged."""

import os
import random
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.io.design_file import load, save
from designer.model.design import Design
from designer.runtime.session import scan
from tests.helpers.edit_at_full_speed import number_of
from tests.helpers.gates import REPOSITORY

KILLS = 24
LOSS_ALLOWED_S = 1.0


@dataclass(frozen=True)
class Life:
    """What one process said of its edits before it was killed: number and time of each."""

    edits: tuple[tuple[int, float], ...]

    @property
    def last(self) -> int:
        return self.edits[-1][0]

    def due(self) -> int:
        """Return the newest edit that must not be lost: the last one older than a second."""
        end = self.edits[-1][1]
        old = [number for number, time in self.edits if time <= end - LOSS_ALLOWED_S]
        return old[-1] if old else 0


def live_and_die(path: Path, edits: int, save_every: int) -> Life:
    """Start a process, wait until it said so many edits, kill it at that very moment."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.helpers.edit_at_full_speed", str(path), str(save_every)],
        cwd=REPOSITORY,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY), "QT_QPA_PLATFORM": "offscreen"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        if len(lines) >= edits:
            break
    process.send_signal(signal.SIGKILL)
    # What it had said and we had not read yet counts as well; a last half line does not.
    lines += [line for line in process.stdout if line.endswith("\n")]
    process.stdout.close()
    assert process.wait() == -signal.SIGKILL
    said = [line.split() for line in lines]
    return Life(tuple((int(number), float(time)) for number, time in said))


@pytest.mark.slow
@pytest.mark.parametrize("save_every", [0, 7, 60])
def test_killed_at_random_moments_nothing_but_the_last_second_is_lost(
    tmp_path: Path, save_every: int
) -> None:
    chance = random.Random(save_every)
    path = tmp_path / "pod.toml"
    save(path, Design(name="edit 0"), Catalog(()))
    reached = 0
    for _ in range(KILLS // 3):
        life = live_and_die(path, chance.randint(1, 400), save_every)
        on_disk = load(path)
        assert (on_disk.problems, on_disk.writable) == ((), True)
        found = [f for f in scan() if f.file == path]
        assert len(found) <= 1
        design = found[0].design if found else on_disk.design
        # Every edit is on its way to the disk before the next one begins, so in fact none of
        # those that were seen is lost; the promise to people is the weaker one.
        assert number_of(design) >= life.due()
        assert life.last <= number_of(design) <= life.last + 1
        if found:
            assert found[0].labels
            assert not found[0].difference.is_empty()
            found[0].discard()
        reached = number_of(load(path).design)
        assert scan() == []
    assert reached >= 0 if not save_every else reached > 0
