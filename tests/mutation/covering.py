"""Which tests reach which line: measured once per test file, and kept until something changes.

A test also counts for a line that another test of its file reached: results that fixtures or
caches keep are made in one test and looked at in another. Those come last.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from coverage import CoverageData

from tests.mutation import plugin
from tests.mutation.mutants import Mutant

_RC = """[run]
parallel = true
data_file = {folder}/data
source = {root}/designer,{root}/tests/helpers
context = ${{{context}-}}
disable_warnings = no-data-collected, module-not-imported, module-not-measured, no-sysmon
"""
_READ_BY_ALL = ("catalogs", "resources", "tests/conftest.py")


@dataclass
class FileMap:
    """What the tests of one file reach: `reached[place][line]` are names of tests.

    `loaded` are the places of which a line ran outside a test, when it was imported. `digests`
    are those of all files that the map rests on, by place. `failed` are the tests that did not pass
    when they were measured: they judge no mutant, and the map is not kept.
    """

    seconds: dict[str, float] = field(default_factory=dict)
    reached: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    loaded: list[str] = field(default_factory=list)
    digests: dict[str, str] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    @classmethod
    def from_json(cls, text: str) -> "FileMap":
        data = json.loads(text)
        reached = {
            place: {int(line): names for line, names in lines.items()}
            for place, lines in data["reached"].items()
        }
        return cls(data["seconds"], reached, data["loaded"], data["digests"])

    def is_true(self, root: Path) -> bool:
        """Return whether all that the map rests on is as it was."""
        return all(_digest(root / place) == known for place, known in self.digests.items())

    def to_json(self) -> str:
        return json.dumps(vars(self))


def measure(root: Path, files: Iterable[Path], kept: Path, processes: int) -> list[FileMap]:
    """Return the maps of test files, measuring those that are not kept or no longer true."""
    kept.mkdir(parents=True, exist_ok=True)

    def one(file: Path) -> FileMap:
        place = kept / f"{file.parent.name}-{file.stem}.json"
        if place.exists():
            known = FileMap.from_json(place.read_text(encoding="utf-8"))
            if known.is_true(root):
                return known
        made = _measured(root, file, kept)
        place.unlink(missing_ok=True)
        if not made.failed:
            place.write_text(made.to_json(), encoding="utf-8")
        return made

    with ThreadPoolExecutor(processes) as pool:
        return list(pool.map(one, files))


def covering(mutant: Mutant, maps: Sequence[FileMap], budget_s: float) -> list[tuple[str, float]]:
    """Return the tests for a mutant with their seconds: those that reach it first, quick first.

    A line that runs when its module is imported is judged by all tests that reach the module;
    if nothing of it runs in a test, as with a table of constants, by all that import it.
    """
    ranked: list[tuple[int, float, str, float]] = []
    for one in maps:
        lines = one.reached.get(mutant.place, {})
        first, last = mutant.lines
        direct = {name for n in range(first, last + 1) for name in lines.get(n, ())}
        near = {name for names in lines.values() for name in names}
        if direct:
            rank = dict.fromkeys(one.seconds, 1) | dict.fromkeys(direct, 0)
        elif not mutant.at_import:
            continue
        elif near:
            rank = dict.fromkeys(one.seconds, 1) | dict.fromkeys(near, 0)
        elif mutant.place in one.loaded:
            rank = dict.fromkeys(one.seconds, 2)
        else:
            continue
        # Tests of a file stay together: what its fixtures keep is not made again and again.
        for number in (0, 1, 2):
            names = [n for n, of in rank.items() if of == number and n in one.seconds]
            mean = sum(one.seconds[n] for n in names) / len(names) if names else 0.0
            ranked += [(number, mean, name, one.seconds[name]) for name in names]
    ranked.sort(key=lambda r: (r[0], r[1], r[2].partition("::")[0], r[3]))
    chosen, spent = [], 0.0
    for _, _, name, seconds in ranked:
        if spent + seconds <= budget_s or not chosen:
            chosen.append((name, seconds))
            spent += seconds
    return chosen


def _measured(root: Path, file: Path, kept: Path) -> FileMap:
    folder = kept / f"measuring-{file.stem}"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    rc = folder / "coveragerc"
    rc.write_text(
        _RC.format(folder=folder, root=root, context=plugin.CONTEXT),
        encoding="utf-8",
    )
    notes, results = folder / "notes.json", folder / "results.json"
    ended = subprocess.run(
        [sys.executable, *PYTEST, str(file.relative_to(root))],
        cwd=root,
        env={
            **os.environ,
            "PYTHONPATH": str(root),
            "COVERAGE_PROCESS_START": str(rc),
            plugin.NOTES: str(notes),
            plugin.RESULTS: str(results),
            plugin.CONTEXT: "",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    verdicts = json.loads(results.read_text(encoding="utf-8")) if results.exists() else {}
    made = FileMap(failed=[n for n, of in verdicts.items() if of in (plugin.FAILED, plugin.LATE)])
    if ended.returncode not in PASSED_CODES and not made.failed:
        made.failed = [file.relative_to(root).as_posix()]  # it ended before it could say what
    if notes.exists():
        seconds = json.loads(notes.read_text(encoding="utf-8"))
        made.seconds = {n: s for n, s in seconds.items() if verdicts.get(n) == plugin.PASSED}
    for data in sorted(folder.glob("data.*")):
        _add(made, root, data)
    shutil.rmtree(folder)
    beside = [file, *file.parent.glob("conftest.py"), *file.parent.glob("data")]
    rests_on = {path.relative_to(root).as_posix() for path in beside}
    rests_on.update(_READ_BY_ALL, made.reached, made.loaded)
    made.digests = {place: _digest(root / place) for place in sorted(rests_on)}
    return made


PASSED_CODES = (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)
PYTEST = (
    *(
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "-p",
        "tests.mutation.plugin",
    ),
)


def _add(made: FileMap, root: Path, file: Path) -> None:
    data = CoverageData(str(file))
    data.read()
    for name in data.measured_files():
        place = Path(name).relative_to(root).as_posix()
        lines = made.reached.setdefault(place, defaultdict(list))
        for line, contexts in data.contexts_by_lineno(name).items():
            tests = [context.strip("|") for context in contexts]
            lines[line] = sorted({*lines.get(line, ()), *(t for t in tests if t in made.seconds)})
            if "" in tests and place not in made.loaded:
                made.loaded.append(place)
        made.reached[place] = {line: names for line, names in lines.items() if names}


def _digest(path: Path) -> str:
    """Return a digest of a file, or of all files below a folder."""
    found = hashlib.sha256()
    below = sorted(path.rglob("*")) if path.is_dir() else [path]
    for one in below:
        if one.is_file() and "__pycache__" not in one.parts:
            found.update(one.name.encode() + b"\0" + one.read_bytes() + b"\0")
    return found.hexdigest()
