"""A hand for tests: the window in a process of its own, and the mouse and keys of its display."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.gates import REPOSITORY
from tests.helpers.sandbox import run

_ANSWERS = {"x", "undone", "devices", "cables", "plant", "lost", "state", "absent"}
"""Names of what answers a question; other lines tell what happens by itself."""


class Window:
    """The window's process and the mouse of its display."""

    def __init__(self, display: str, design: Path | None = None) -> None:
        self._display = display
        self.process = subprocess.Popen(
            [
                sys.executable, "-m", "tests.helpers.real_window",
                *([str(design)] if design else []),
            ],
            cwd=REPOSITORY,
            env={**os.environ, "DISPLAY": display, "QT_QPA_PLATFORM": "xcb"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )  # fmt: skip

    def heard(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Return the first line that fits; lines before it are passed over."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            told: dict[str, Any] = json.loads(line)
            if wanted(told):
                return told
        assert self.process.stderr is not None
        words = self.process.stderr.read()
        self.process.wait()
        pytest.fail(f"the window ended: {words}")

    def ask(self, **question: object) -> dict[str, Any]:
        """Ask and return the answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(question) + "\n")
        self.process.stdin.flush()
        return self.heard(lambda told: told.keys() & _ANSWERS)

    def point(self, **question: object) -> tuple[int, int]:
        """Return where something is on the screen, as soon as it is there and stays there."""
        before: tuple[int, int] | None = None
        while True:
            answer = self.ask(**question)
            now = None if "absent" in answer else (answer["x"], answer["y"])
            if now is not None and now == before:
                return now
            before = now

    def until(self, wanted: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        """Look at the window until it shows what is wanted; the test's time limit ends it."""
        while True:
            state: dict[str, Any] = self.ask(state=True)["state"]
            if wanted(state):
                return state

    def click(self, **question: object) -> None:
        """Click on something."""
        self.mouse("mousemove", "--sync", *self.point(**question))
        self.mouse("click", 1)

    def write(self, text: str, **field: object) -> None:
        """Write into a field, in place of what is there, and press Enter."""
        self.click(**field)
        self.mouse("key", "ctrl+a")
        self.mouse("type", "--delay", 4, text)
        self.mouse("key", "Return")

    def mouse(self, *words: object) -> None:
        """Do something with the display's mouse."""
        done = run("xdotool", *(str(word) for word in words), DISPLAY=self._display)
        assert done.returncode == 0, done.stderr

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Press, move in steps and stay there with the button down."""
        self.mouse("mousemove", "--sync", *start)
        self.mouse("mousedown", 1)
        for part in (0.1, 0.3, 0.6, 0.9, 1.0):
            x = round(start[0] + (end[0] - start[0]) * part)
            y = round(start[1] + (end[1] - start[1]) * part)
            self.mouse("mousemove", "--sync", x, y)
        self.mouse("mousemove_relative", "--sync", 2, 1)

    def close(self) -> None:
        """End the window in good order, or at once if it will not."""
        try:
            self.process.communicate('{"quit": true}\n', timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
        except BrokenPipeError:
            self.process.communicate()
