"""A copy of the tree in which one mutant after another is tried."""

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.mutation import covering, plugin
from tests.mutation.mutants import Mutant

_COPIED = ("designer", "catalogs", "resources", "packaging", "tests", "pyproject.toml", "README.md")
_LEAST_S = 60.0
_LEAST_WITHOUT_S = 600.0
"""Without a mutant nothing is endless, and a machine that is busy refuses no room."""

_PATIENCE = 20.0
"""The limit for a mutant on the clock: so many times the processor time that its tests took. It has
to be generous, because what ends by it counts as noticed, and other programs run as well."""


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: `killed`, `timeout`, `survived`, `not reached`.

    `red` are tests that do not pass without it either: they judged nothing.
    """

    mutant: Mutant
    verdict: str
    tests: int
    red: tuple[str, ...] = ()

    @property
    def is_noticed(self) -> bool:
        """Whether a test failed, or did not come to its end."""
        return self.verdict in ("killed", "timeout")


class Trial:
    """One copy of the tree. Not for two threads at once."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.tree = folder / "tree"
        self.choice = folder / "choice.json"
        self.results = folder / "results.json"
        self.tree.mkdir(parents=True)
        for name in _COPIED:
            source = root / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, self.tree / name, ignore=ignored)
            elif source.exists():
                shutil.copy(source, self.tree / name)

    def run(self, mutant: Mutant, tests: list[tuple[str, float]]) -> Outcome:
        """Put the mutant in, run its tests until one fails, take it out again.

        What failed is run again without the mutant, after the same tests as before: where it does
        not pass then, it judges nothing, and the others are asked.
        """
        red: list[str] = []
        left = tests
        while left:
            verdict = self._verdict(mutant, left)
            found = [] if verdict == "survived" else self.not_passing(self._asked(left))
            if not found:
                return Outcome(mutant, verdict, len(left), tuple(red))
            red += found
            rest = [test for test in left if test[0] not in found]
            left = rest if len(rest) < len(left) else []
        return Outcome(mutant, "not reached", 0, tuple(red))

    def _verdict(self, mutant: Mutant, tests: list[tuple[str, float]]) -> str:
        place = self.tree / mutant.place
        try:
            place.write_text(mutant.mutated(), encoding="utf-8")
            code = self._pytest(tests, _LEAST_S, "-x")
        finally:
            place.write_text(mutant.text, encoding="utf-8")
        if code in covering.PASSED_CODES:
            return "survived"
        is_late = code is None or plugin.LATE in self._results().values()
        return "timeout" if is_late else "killed"

    def _asked(self, tests: list[tuple[str, float]]) -> list[tuple[str, float]]:
        """Return the tests that ran up to the failure; of a file that did not load, the first."""
        ran = self._results()
        asked, files = [], set()
        for test in tests:
            file = test[0].partition("::")[0]
            if test[0] in ran or (file in ran and file not in files):
                asked.append(test)
                files.add(file)
        return asked or tests

    def not_passing(self, tests: list[tuple[str, float]]) -> list[str]:
        """Run tests without a mutant; return what fails, does not end, or is not there.

        Such a test would notice every mutant, whether or not it has to do with it.
        """
        if not tests:
            return []
        code = self._pytest(tests, _LEAST_WITHOUT_S)
        results = self._results()
        failed = [name for name, of in results.items() if of not in (plugin.PASSED, plugin.SKIPPED)]
        missing = [name for name, _ in tests if name not in results]
        found = list(dict.fromkeys(failed + missing))
        if code is None:
            found.insert(0, "no end within the time limit")
        elif not found and code not in covering.PASSED_CODES:
            found.insert(0, f"pytest ended with {code}")
        return found

    def _results(self) -> dict[str, str]:
        """Return what became of each test, nothing if pytest did not come to its end."""
        if not self.results.exists():
            return {}
        found: dict[str, str] = json.loads(self.results.read_text(encoding="utf-8"))
        return found

    def _pytest(self, tests: list[tuple[str, float]], least_s: float, *options: str) -> int | None:
        """Return the exit code, None if the time was over: at least `least_s`."""
        names = [name for name, _ in tests]
        limit_s = max(least_s, _PATIENCE * sum(seconds for _, seconds in tests))
        self.choice.write_text(json.dumps(names), encoding="utf-8")
        self.results.unlink(missing_ok=True)
        files = list(dict.fromkeys(name.partition("::")[0] for name in names))
        child = subprocess.Popen(
            [sys.executable, *covering.PYTEST, *options, *files],
            cwd=self.tree,
            env={
                **os.environ,
                "PYTHONPATH": str(self.tree),
                "PYTHONDONTWRITEBYTECODE": "1",
                plugin.CHOICE: str(self.choice),
                plugin.RESULTS: str(self.results),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return child.wait(limit_s)
        except subprocess.TimeoutExpired:
            return None
        finally:
            _end_group(child)  # and with it the processes that the tests started


def _end_group(child: "subprocess.Popen[bytes]") -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()
