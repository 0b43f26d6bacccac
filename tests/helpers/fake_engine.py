"""A stand-in for the engine process: speaks its frames, computes nothing, misbehaves on request.

The name of the design says what to do: `slow=<ms>` answers later, `crash` ends with code 3,
`hang` never answers, `garbage` writes what is no frame, `fail` answers `failed`, `stubborn`
ends neither for a quit frame nor for SIGTERM.
"""

import json
import os
import signal
import struct
import sys
import time
from typing import Any


def read_frame() -> dict[str, Any] | None:
    head = sys.stdin.buffer.read(4)
    if len(head) < 4:
        return None
    (length,) = struct.unpack(">I", head)
    return json.loads(sys.stdin.buffer.read(length))


def write_frame(frame: dict[str, Any]) -> None:
    body = json.dumps(frame).encode()
    sys.stdout.buffer.write(struct.pack(">I", len(body)) + body)
    sys.stdout.buffer.flush()


def misbehave(name: str) -> None:
    if "crash" in name:
        print("the fake engine gives up", file=sys.stderr, flush=True)
        sys.exit(3)
    if "garbage" in name:
        os.write(1, b"\xff\xff\xff\xff no frame at all")
    if "hang" in name:
        while read_frame() is not None:
            pass
        sys.exit(0)
    for word in name.split():
        if word.startswith("slow="):
            compute(int(word[5:]) / 1000)


def compute(seconds: float) -> None:
    """Keep the processor busy, as a calculation does."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def report(revision: int, name: str) -> None:
    if "fail" in name:
        write_frame({"type": "failed", "revision": revision, "message": "asked to fail"})
    else:
        write_frame(
            {"type": "report", "revision": revision, "base": None, "patch": {"design": name}}
        )


def main() -> None:
    held, name = None, ""
    while (frame := read_frame()) is not None:
        kind = frame["type"]
        if kind == "quit":
            if "stubborn" not in name:
                return
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True:
                signal.pause()
        elif kind == "open":
            held, name = frame["revision"], frame["design"].get("name", "")
            misbehave(name)
            report(held, name)
        elif kind == "change" and frame["base"] != held:
            write_frame({"type": "reopen", "reason": f"holds {held}, not {frame['base']}"})
        elif kind == "change":
            held = frame["revision"]
            name = frame["change"]["single"].get("name", name)
            misbehave(name)
            report(held, name)
        elif kind == "preview":
            misbehave(frame["change"]["single"].get("name", ""))
            write_frame({"type": "preview", "preview": frame["preview"], "racks": []})


if __name__ == "__main__":
    main()
