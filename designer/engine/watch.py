"""How long each stage of an evaluation took."""

from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Final

from pydantic import TypeAdapter

from designer.engine.report import Timing

_TIMINGS: Final = TypeAdapter(tuple[Timing, ...])
"""Reads all stages at once: one by one they took as long as a small subject."""


@dataclass
class Watch:
    """Times the stages of one evaluation, one after another."""

    stages: list[dict[str, Any]] = field(default_factory=list)
    began: float = field(default_factory=perf_counter)

    def goes_on(self) -> None:
        """Begin the stage at hand now: what lay between it and the last one belongs to neither."""
        self.began = perf_counter()

    def stage(self, name: str) -> None:
        """End a stage; the next begins."""
        now = perf_counter()
        ms = round((now - self.began) * 1000, 3)
        self.stages.append({"stage": name, "ms": ms})
        self.began = now

    @property
    def timings(self) -> tuple[Timing, ...]:
        """How long each stage took."""
        return _TIMINGS.validate_python(self.stages)
