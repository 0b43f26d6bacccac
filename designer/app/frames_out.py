"""The way of a worker's answers: frames to who started it, and nothing else among them."""

import os
import sys
from collections.abc import Callable
from typing import Any

from designer.engine.protocol import encode


def frames_to_stdout() -> Callable[[dict[str, Any]], None]:
    """Return what writes frames to stdout; whatever else would print there goes to stderr."""
    target = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())

    def answer(frame: dict[str, Any]) -> None:
        view = memoryview(encode(frame))
        while view:
            view = view[os.write(target, view) :]

    return answer
