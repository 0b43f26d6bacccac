"""The process that plans for the window: answers in, what comes of them out.

`python -m designer.app.plan_worker`. Frames come on stdin: `plan` with answers as texts, `design`
for the design that was planned last. Answers go to stdout as frames with the number of the request:
`planned` at once, `measured` when the engine has seen it, `refused` for answers that mean nothing,
`design`. Of requests that wait only the last is answered.
"""

import os
import sys
from collections.abc import Callable
from typing import Any, BinaryIO, Final

from designer.app.frames_out import frames_to_stdout
from designer.app.plan_answer import measured, planned
from designer.app.terminal import say
from designer.catalog.catalog import Catalog
from designer.catalog.load import load_shipped
from designer.engine.protocol import FrameError, FrameReader
from designer.engine.worker import ready
from designer.planning.arguments import TemplateError
from designer.planning.questions.answers import Answers, answers_of
from designer.planning.questions.outcome import Proposal
from designer.planning.questions.planner import GivenUpError, plan

_CHUNK: Final = 1 << 16

Answer = Callable[[dict[str, Any]], None]


class PlanWork:
    """What was planned last.

    Parameters
    ----------
    answer
        Takes the frames that tell of it.
    waits
        Whether another request has come meanwhile: what is told of this one is of no use then.
    """

    def __init__(
        self, answer: Answer, waits: Callable[[], bool], catalog: Catalog | None = None
    ) -> None:
        self._answer, self._waits = answer, waits
        self._catalog = catalog or load_shipped()
        self._shown: Proposal | None = None

    def take(self, frame: dict[str, Any]) -> None:
        """Do what a frame asks for."""
        match frame["type"]:
            case "plan":
                self._plan(frame["asked"], frame["answers"])
            case "design":
                self._give(frame["asked"])

    def _plan(self, asked: int, given: dict[str, str]) -> None:
        self._shown = None
        try:
            answers = answers_of(given)
            found = plan(answers, self._catalog, self._waits)
        except GivenUpError:
            return
        except TemplateError as error:
            where = error.problem.where
            told = error.problem.evolve(where="").line().removeprefix(": ")
            self._answer({"type": "refused", "asked": asked, "where": where, "message": told})
            return
        self._shown = found.proposal or found.nearest
        self._answer({"type": "planned", "asked": asked, **planned(found)})
        self._measure(asked, answers)

    def _measure(self, asked: int, answers: Answers) -> None:
        if self._shown is not None and not self._waits():
            figures = measured(self._shown, answers, self._catalog)
            self._answer({"type": "measured", "asked": asked, **figures})

    def _give(self, asked: int) -> None:
        if self._shown is not None:
            data = self._shown.design.model_dump(mode="json", exclude_defaults=True)
            self._answer({"type": "design", "asked": asked, "design": data})


def serve(source: BinaryIO, answer: Answer) -> None:
    """Do what comes in frames, until it is told to quit or who sends them goes."""
    work, reader = PlanWork(answer, lambda: ready(source.fileno())), FrameReader()
    while data := os.read(source.fileno(), _CHUNK):
        frames = list(reader.feed(data))
        if any(frame.get("type") == "quit" for frame in frames):
            return
        last = max((at for at, one in enumerate(frames) if one["type"] == "plan"), default=0)
        for frame in frames[last:]:
            work.take(frame)


def main() -> None:
    """Serve stdin and stdout. Whatever else would print goes to stderr, not into the frames."""
    try:
        serve(sys.stdin.buffer, frames_to_stdout())
    except (BrokenPipeError, KeyboardInterrupt):
        return
    except FrameError as error:
        say(str(error), error=True)


if __name__ == "__main__":
    main()
