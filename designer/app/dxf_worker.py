"""The process that reads drawings for the window: a path in, its lines out.

`python -m designer.app.dxf_worker`. A frame `read` comes on stdin with the number of a request and
a path. Answers go to stdout: `lines` with as many of them as a frame holds, then `plan` with all
else; `refused` for what cannot be read. A plan of 10 MB takes some seconds.
"""

import gc
import os
import sys
from base64 import b64encode
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

import numpy as np

from designer.app.frames_out import frames_to_stdout
from designer.app.terminal import say
from designer.engine.protocol import FrameError, FrameReader
from designer.io.dxf_plan import DxfError, Line, read_dxf

_CHUNK: Final = 1 << 16
_LINES: Final = 20_000
"""Lines in a frame."""

Answer = Callable[[dict[str, Any]], None]


def read(asked: int, path: Path, answer: Answer) -> None:
    """Answer with the lines of a drawing, or why there are none."""
    try:
        plan = read_dxf(path)
    except DxfError as error:
        answer({"type": "refused", "asked": asked, "message": str(error)})
        return
    numbers = {name: at for at, name in enumerate(plan.layers)}
    for begin in range(0, len(plan.lines), _LINES):
        piece = plan.lines[begin : begin + _LINES]
        answer({
            "type": "lines", "asked": asked, "layers": [numbers[layer] for layer, _ in piece],
            "counts": [len(line) for _, line in piece],
            "points": _packed([line for _, line in piece]),
        })  # fmt: skip
    answer({
        "type": "plan", "asked": asked, "wide": plan.wide, "high": plan.high,
        "mm_per_unit": plan.mm_per_unit, "layers": plan.layers, "off": plan.off,
        "undrawn": plan.undrawn,
    })  # fmt: skip


def _packed(lines: Sequence[Line]) -> str:
    """Return corners as numbers of eight bytes, x and y of each."""
    flat = np.array([at for line in lines for point in line for at in point], dtype="<f8")
    return b64encode(flat.tobytes()).decode()


def serve(source: BinaryIO, answer: Answer) -> None:
    """Do what comes in frames, until it is told to quit or who sends them goes."""
    reader = FrameReader()
    while data := os.read(source.fileno(), _CHUNK):
        for frame in reader.feed(data):
            if frame.get("type") == "quit":
                return
            read(frame["asked"], Path(frame["path"]), answer)


def main() -> None:
    """Serve stdin and stdout. Whatever else would print goes to stderr, not into the frames."""
    # A drawing makes many things and no cycle: looking for these takes a third of the time.
    gc.disable()
    try:
        serve(sys.stdin.buffer, frames_to_stdout())
    except (BrokenPipeError, KeyboardInterrupt):
        return
    except FrameError as error:
        say(str(error), error=True)


if __name__ == "__main__":
    main()
