"""What is asked of the engine: the request in flight, and what waits for its turn."""

from dataclasses import dataclass
from typing import Literal

from designer.engine.together_report import LossAsked
from designer.model.change import Change
from designer.runtime.engine_questions import Asked

JobKind = Literal["open", "change", "preview", "together", "ask"]


@dataclass(frozen=True, slots=True)
class Job:
    """The request in flight. `session` tells apart designs that were opened one after another."""

    kind: JobKind
    session: int
    revision: int
    preview: int = 0
    asked: Asked | None = None


@dataclass(frozen=True, slots=True)
class PreviewWanted:
    """A preview that waits for its turn."""

    number: int
    revision: int
    change: Change
    rack_ids: tuple[str, ...]
    asks: bool = False
    drags: bool = True


@dataclass(frozen=True, slots=True)
class LossWanted:
    """The question for a loss of several things, which waits for its turn."""

    number: int
    revision: int
    asked: LossAsked
