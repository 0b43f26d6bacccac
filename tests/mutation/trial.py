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
_PATIENCE = 20.0
"""The limit for a mutant on the clock: so many times the processor time that its tests took. It has
to be generous, because what ends by it counts as killed, and other programs run as well."""


@dataclass(frozen=True)
class Outcome:
    """What became of a mutant: `killed`, `timeout` (killed as well), `survived`, `not reached`."""

    mutant: Mutant
    verdict: str
    tests: int

    @property
    def is_killed(self) -> bool:
        return self.verdict in ("killed", "timeout")


class Trial:
    """One copy of the tree. Not for two threads at once."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.tree = folder / "tree"
        self.choice = folder / "choice.json"
        self.tree.mkdir(parents=True)
        for name in _COPIED:
            source = root / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, self.tree / name, ignore=ignored)
            elif source.exists():
                shutil.copy(source, self.tree / name)

    def run(self, mutant: Mutant, tests: list[tuple[str, float]]) -> Outcome:
        """Put the mutant in, run its tests until one fails, take it out again."""
        if not tests:
            return Outcome(mutant, "not reached", 0)
        place = self.tree / mutant.place
        try:
            place.write_text(mutant.mutated(), encoding="utf-8")
            limit = max(_LEAST_S, _PATIENCE * sum(seconds for _, seconds in tests))
            code = self._pytest([name for name, _ in tests], limit)
        finally:
            place.write_text(mutant.text, encoding="utf-8")
        verdict = {None: "timeout", 0: "survived"}.get(code, "killed")
        return Outcome(mutant, verdict, len(tests))

    def _pytest(self, tests: list[str], limit_s: float) -> int | None:
        """Return the exit code, None if the time was over."""
        self.choice.write_text(json.dumps(tests), encoding="utf-8")
        files = list(dict.fromkeys(name.partition("::")[0] for name in tests))
        child = subprocess.Popen(
            [sys.executable, *covering.PYTEST, "-x", *files],
            cwd=self.tree,
            env={
                **os.environ,
                "PYTHONPATH": str(self.tree),
                "PYTHONDONTWRITEBYTECODE": "1",
                plugin.CHOICE: str(self.choice),
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
