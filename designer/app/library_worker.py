"""The process that imports for the window: reads a library, merges it, and writes when told to.

`python -m designer.app.library_worker`. Frames come on stdin: `read` with a path, `merge` with a
choice and which parts, `write`. Answers go to stdout as frames: `merged`, `written` or `failed`.
What was read is kept, so that another choice takes no second reading. Nothing is written before
`write` asks for it.
"""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from designer.app.command_error import CommandError
from designer.app.commands.netbox_merge import merge_outcome
from designer.app.commands.netbox_target import Target, write_held
from designer.app.frames_out import frames_to_stdout
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.engine.protocol import FrameError, FrameReader
from designer.io.netbox.merge import Outcome, PartMerge, known_of
from designer.io.netbox.report import Imported
from designer.io.netbox.walk import NothingHereError, import_path

_CHUNK: Final = 1 << 16
_MOST_LINES: Final = 200
KNOWN: Final = "known"
"""Chooses the parts that the catalogue knows already; a kind chooses those of it."""

Answer = Callable[[dict[str, Any]], None]


class LibraryWork:
    """One import into the user's own catalogue, as far as it has come.

    Parameters
    ----------
    answer
        Takes the frames that tell of it.
    """

    def __init__(self, answer: Answer) -> None:
        self._answer = answer
        self._target = Target(None)
        self._imported = Imported((), ())
        self._catalog: list[Part] = []
        self._known: frozenset[str] = frozenset()
        self._parts: list[Part] = []

    def take(self, frame: dict[str, Any]) -> None:
        """Do what a frame asks for; what cannot be done is answered by `failed`."""
        try:
            match frame["type"]:
                case "read":
                    self._read(Path(frame["path"]))
                    self._merge("keep", "")
                case "merge":
                    self._merge(frame["choice"], frame["only"])
                case "write":
                    self._write()
        except NothingHereError as error:
            self._answer({"type": "failed", "message": error.problem.line()})
        except (CommandError, OSError, ValueError, KeyError) as error:
            self._answer({"type": "failed", "message": str(error)})

    def _read(self, path: Path) -> None:
        self._target = Target(None)
        others = [*load_shipped().parts, *self._target.other_parts()]
        self._imported = import_path(path, others=others)
        self._catalog = self._target.known()
        self._known = frozenset(known_of(self._imported, self._catalog))

    def _merge(self, choice: Any, only: str) -> None:  # noqa: ANN401 - of a frame
        wanted = self._wanted(only)
        outcome = merge_outcome(wanted, choice, self._catalog, self._target.own_files())
        self._parts = [*outcome.imported.parts]
        self._answer({"type": "merged", "choice": choice, "only": only} | self._told(outcome))

    def _wanted(self, only: str) -> Imported:
        """Return what was read, of it the known parts or those of a kind."""
        read = self._imported
        if not only:
            return read
        parts = tuple(
            part
            for part in read.parts
            if (part.id in self._known if only == KNOWN else part.kind == only)
        )
        return Imported(parts, read.files, read.commit)

    def _told(self, outcome: Outcome) -> dict[str, Any]:
        changed = {one.ours.id for one in outcome.changed}
        errors = [p.line() for f in self._imported.files for p in f.problems
                  if p.severity == "error"]  # fmt: skip
        refused = [problem.line() for problem in outcome.refused]
        return {
            "files": len(self._imported.files),
            "read": len(self._imported.parts),
            "known": len(self._known),
            "kinds": dict(Counter(part.kind for part in self._imported.parts)),
            "new": sum(part.id not in changed for part in self._parts),
            "merged": len(changed),
            "unchanged": len(outcome.unchanged),
            "refused": (refused + errors)[:_MOST_LINES],
            "refusals": len(refused) + len(errors),
            "figures": [line for one in outcome.changed for line in figure_frames(one)],
        }

    def _write(self) -> None:
        # All is judged before anything is written.
        held = self._target.merged(self._parts)
        for path, file in held.items():
            write_held(path, file.parts)
        self._answer({"type": "written", "parts": len(self._parts), "files": len(held)})


def figure_frames(one: PartMerge) -> Iterator[dict[str, str]]:
    """Yield the figures of a merge that are new or differ, as a frame carries them."""
    for figure in one.merge.figures:
        if figure.kept != "same":
            yield {
                "part": f"{one.ours.vendor} {one.ours.name}".strip(),
                "figure": figure.label,
                "ours": figure.ours,
                "theirs": figure.theirs,
                "kept": figure.kept,
                "ours_source": figure.ours_source,
                "theirs_source": figure.theirs_source,
            }


def _frames(source: BinaryIO) -> Iterator[dict[str, Any]]:
    reader = FrameReader()
    while data := os.read(source.fileno(), _CHUNK):
        yield from reader.feed(data)


def serve(source: BinaryIO, answer: Answer) -> None:
    """Do what comes in frames, until it is told to quit or who sends them goes."""
    work = LibraryWork(answer)
    try:
        for frame in _frames(source):
            if frame.get("type") == "quit":
                return
            work.take(frame)
    except FrameError as error:
        answer({"type": "failed", "message": str(error)})


def main() -> None:
    """Serve stdin and stdout. Whatever else would print goes to stderr, not into the frames."""
    try:
        serve(sys.stdin.buffer, frames_to_stdout())
    except (BrokenPipeError, KeyboardInterrupt):
        return


if __name__ == "__main__":
    main()
