"""A copy of the package in which a test plants a violation, and a way to run a tool on it."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.helpers.gates import REPOSITORY

Done = subprocess.CompletedProcess[str]


def copy_package(folder: Path) -> Path:
    """Copy `designer/` and `pyproject.toml` into a folder; return the folder."""
    shutil.copytree(
        REPOSITORY / "designer", folder / "designer", ignore=shutil.ignore_patterns("__pycache__")
    )
    shutil.copy(REPOSITORY / "pyproject.toml", folder)
    return folder


@contextmanager
def planted(folder: Path, place: str, lines: str) -> Iterator[Path]:
    """Have lines at the end of a file of a copy, of one that is made if need be; then take them.

    A copy serves many tests this way: to copy took longer than to look at it.
    """
    file = folder / place
    before = file.read_bytes() if file.exists() else None
    is_new = not file.parent.exists()
    file.parent.mkdir(exist_ok=True)
    file.write_bytes((before or b"") + lines.encode())
    try:
        yield file
    finally:
        if before is not None:
            file.write_bytes(before)
        elif is_new:
            shutil.rmtree(file.parent)
        else:
            file.unlink()


def run(*command: str, cwd: Path = REPOSITORY, **environment: str) -> Done:
    """Run a command with its output captured; never raises for its exit code."""
    return subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def run_python(code: str, *arguments: str, cwd: Path = REPOSITORY) -> Done:
    """Run Python code with the package of `cwd` first on the path."""
    return run(sys.executable, "-c", code, *arguments, cwd=cwd, PYTHONPATH=str(cwd))
