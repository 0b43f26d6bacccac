"""The command: `python -m tests.mutation [--room ROOM …] [--number N] [--seed N] [options]`.

`--own` asks a room's own tests only, `--record` keeps the figures in the guide, `--show` prints the
sample and runs nothing.

Which test reaches which line is measured file by file and kept in `out/mutation` until the file, or
code that it ran, changes. A test that fails with a mutant must pass without it, or it would seem to
notice everything: it judges nothing then, and is named. The command ends with 1 if more than a
tenth of a room's sample survives, with 3 if such a test was found.
"""

import argparse
import contextlib
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import Final

from tests.helpers.gates import REPOSITORY
from tests.helpers.rooms import rooms_of
from tests.mutation import covering, page
from tests.mutation.mutants import Mutant, mutants_of_room, sample
from tests.mutation.trial import Outcome, Trial

ROOMS: Final = rooms_of("mutation")
WITHOUT_WINDOW: Final = frozenset(
    {"model", "catalog", "plugins", "wiring", "engine", "document", "planning", "io", "script"}
)
"""These are judged by the tests that need no window: `unit` and `golden`. The others by `gui` too.
What needs a real X server (`e2e`), and what reads the source (`arch`), judges nobody."""

ALSO_OF: Final = {
    "model": ("ranges",),
    "planning": ("templates",),
    "catalog": ("seed",),
    "io": ("export",),
    "ui": ("canvas", "catalog_browser", "catalog_compare", "elevation"),
}
"""Tests of a room are named after it, `test_io_journal`; these are its tests as well."""

PROCESSES: Final = 2
SHARE: Final = 0.1
"""At most so many of a sample may survive."""

PAGE: Final = REPOSITORY / "resources" / "guide" / "mutation.md"
KEPT: Final = REPOSITORY / "out" / "mutation"
TOO_MANY: Final = 1
RED: Final = 3
"""How the command ends; 2 is what a wrong option ends with."""

_NAMED: Final = 5
_BUDGET_S: Final = 240.0
"""So many seconds of tests, as measured, are tried on a mutant before it counts as survived."""


def main(argv: Sequence[str] | None = None) -> int:
    """Return 1 if more than a tenth of a room's sample survives, 3 if tests fail by themselves."""
    given = _parser().parse_args(argv)
    rooms = given.room or [room for room in ROOMS if (REPOSITORY / "designer" / room).is_dir()]
    samples = {
        room: sample(mutants_of_room(REPOSITORY / "designer", room), given.number, given.seed)
        for room in rooms
    }
    if given.show:
        for mutant in (one for found in samples.values() for one in found):
            print(mutant.words)
        return 0
    os.nice(10)
    ends = {0}
    with tempfile.TemporaryDirectory(prefix="cluster-designer-mutation-") as folder:
        trials: SimpleQueue[Trial] = SimpleQueue()
        for number in range(PROCESSES):
            trials.put(Trial(REPOSITORY, Path(folder) / str(number)))
        for room, mutants in samples.items():
            outcomes = list(_tried(room, mutants, trials, only_own=given.own))
            red = list(dict.fromkeys(name for one in outcomes for name in one.red))
            if red:
                print(red_words(red), flush=True)
                ends.add(RED)
            print(summary(room, given.seed, outcomes), flush=True)
            if given.record:
                _record(_row(room, given.seed, outcomes, only_own=given.own))
            if survivors_share(outcomes) > SHARE:
                ends.add(TOO_MANY)
    return max(ends)


def red_words(tests: Sequence[str]) -> str:
    """Return which tests do not pass without a mutant either."""
    named = ", ".join(tests[:_NAMED]) + (", …" if len(tests) > _NAMED else "")
    return f"  {len(tests)} tests do not pass without a mutant and judged nothing: {named}"


def survivors_share(outcomes: Sequence[Outcome]) -> float:
    """Return which part of the mutants no test noticed."""
    if not outcomes:
        return 0.0
    return sum(not one.is_noticed for one in outcomes) / len(outcomes)


def summary(room: str, seed: int, outcomes: Sequence[Outcome]) -> str:
    """Return the figures of a room in a line."""
    row = _row(room, seed, outcomes, only_own=True)
    return (
        f"{room}: seed {seed}, {row.number} mutants, {row.killed} killed, "
        f"{row.late} ended by a time limit, {row.survived} survived"
    )


def _row(room: str, seed: int, outcomes: Sequence[Outcome], *, only_own: bool) -> page.Row:
    return page.Row(
        room=room,
        seed=seed,
        asked="own" if only_own else "all",
        number=len(outcomes),
        killed=sum(one.verdict == "killed" for one in outcomes),
        late=sum(one.verdict == "timeout" for one in outcomes),
        survived=sum(not one.is_noticed for one in outcomes),
        tree=page.tree_digest(REPOSITORY),
    )


def _record(row: page.Row) -> None:
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page.with_row(text, row, ROOMS), encoding="utf-8")


def test_files(room: str) -> tuple[list[Path], list[Path]]:
    """Return the room's own test files, and the others that may notice a mutant of it."""
    folders = ("unit", "golden") if room in WITHOUT_WINDOW else ("unit", "golden", "gui")
    own, others = [], []
    starts = tuple(f"test_{name}" for name in (room, *ALSO_OF.get(room, ())))
    for folder in folders:
        for file in sorted((REPOSITORY / "tests" / folder).glob("test_*.py")):
            if file.stem != "test_mutation":  # tests this command, and takes long
                (own if file.stem.startswith(starts) else others).append(file)
    return own, others


def _tried(
    room: str, mutants: list[Mutant], trials: "SimpleQueue[Trial]", *, only_own: bool
) -> Iterator[Outcome]:
    """Yield what became of each mutant: the room's own tests first, the others for what is left."""
    own, others = test_files(room)
    left = mutants
    for files in (own,) if only_own else (own, others):
        if not left:
            break
        maps = covering.measure(REPOSITORY, files, KEPT, PROCESSES)
        red = [name for one in maps for name in one.failed]
        outcomes = [replace(one, red=(*one.red, *red)) for one in _attempted(left, maps, trials)]
        survivors = [one for one in outcomes if not one.is_noticed]
        is_last = only_own or files is others
        yield from outcomes if is_last else [one for one in outcomes if one.is_noticed]
        left = [one.mutant for one in survivors]
        for outcome in survivors if is_last else ():
            words = outcome.mutant.words
            print(f"  {outcome.verdict} ({outcome.tests} tests): {words}", flush=True)


def _attempted(
    mutants: list[Mutant], maps: list[covering.FileMap], trials: "SimpleQueue[Trial]"
) -> list[Outcome]:
    """Return what became of each mutant."""

    def attempt(mutant: Mutant) -> Outcome:
        with _one_of(trials) as trial:
            return trial.run(mutant, covering.covering(mutant, maps, _BUDGET_S))

    with ThreadPoolExecutor(PROCESSES) as pool:
        return list(pool.map(attempt, mutants))


@contextlib.contextmanager
def _one_of(trials: "SimpleQueue[Trial]") -> Iterator[Trial]:
    trial = trials.get()
    try:
        yield trial
    finally:
        trials.put(trial)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("--room", action="append", choices=ROOMS, help="may be given repeatedly")
    parser.add_argument("--number", type=int, default=20, help="mutants a room (default 20)")
    parser.add_argument("--seed", type=int, default=1, help="which sample (default 1)")
    parser.add_argument(
        "--own",
        action="store_true",
        help="ask the room's own tests only: quicker, and never kinder to the room",
    )
    parser.add_argument(
        "--record", action="store_true", help="put the figures of each room into the guide"
    )
    parser.add_argument("--show", action="store_true", help="print the sample, run nothing")
    return parser


if __name__ == "__main__":
    sys.exit(main())
