"""How the benches measure: two things in turn, so that a busy machine slows both alike."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

PATIENCE_S = 90
REPOSITORY = Path(__file__).parents[2]


def seconds(work: Callable[[], object]) -> float:
    """Return how long one call takes."""
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def in_turn(
    first: Callable[[], float], second: Callable[[], float], times: int
) -> tuple[float, float]:
    """Return the medians of two measurements taken in turn."""
    pairs = [(first(), second()) for _ in range(times)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def processor_seconds(work: Callable[[], object]) -> float:
    """Return how much time of a processor one call takes in this process."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def least_in_turn(
    first: Callable[[int], float], second: Callable[[int], float], times: int
) -> tuple[float, float]:
    """Return the least of two measurements taken in turn; each is told its number.

    Other work on the machine only ever adds to a measurement.
    """
    pairs = [(first(number), second(number)) for number in range(times)]
    return min(a for a, _ in pairs), min(b for _, b in pairs)


def percentile(values: Sequence[float], part: float) -> float:
    """Return the value below which `part` (0…1) of the values lie."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def child(module: str, *arguments: str, patience_s: float = PATIENCE_S) -> dict[str, Any]:
    """Run `python -m module`, offscreen; return what it printed as JSON, plus `spawned`.

    `spawned` is the value of `time.monotonic()`, one clock for all processes, at the start.
    """
    spawned = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=REPOSITORY,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(REPOSITORY)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=patience_s,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{module}: {done.stderr.strip().splitlines()[-1:]}")
    return {**json.loads(done.stdout.strip().splitlines()[-1]), "spawned": spawned}


def resident_mb(process_id: int) -> float:
    """Return a process's proportional share of memory, in MB: what ending it would give back."""
    for line in Path(f"/proc/{process_id}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("this kernel tells no proportional share")


def processor_ms_of(process_id: int) -> float:
    """Return the processor time that a process took so far, of all threads it still has."""
    said = Path(f"/proc/{process_id}/task").glob("*/schedstat")
    return sum(int(one.read_text(encoding="ascii").split()[0]) for one in said) / 1e6
