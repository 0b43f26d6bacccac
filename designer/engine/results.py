"""Results of subjects by key, and what stands in place of one that could not be computed.

Whatever fails in one subject leaves the others alone: its result is `Lost`, and who reads it is
told why it is not there. This is the one place where any exception is caught for that.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar

from designer.engine.report import NotComputed

T = TypeVar("T")


@dataclass(frozen=True)
class Key(Generic[T]):
    """The name of a subject together with the type of its result."""

    name: str


class NotComputedError(Exception):
    """A result that is not there, because its subject could not be computed.

    Attributes
    ----------
    subject, because
        The subject that failed first, and why.
    """

    def __init__(self, subject: str, because: str) -> None:
        super().__init__(f"{subject} cannot be computed, because {because}")
        self.subject = subject
        self.because = because


class News(Enum):
    """What later work says beside whether a result is another."""

    AT_ONCE = "at once"
    """It is, and the report is told of it before the rest is worked out."""


@dataclass(frozen=True)
class Lost:
    """Stands in place of a result that could not be computed, or of a part of what follows."""

    subject: str
    because: str
    part: str = ""

    def record(self, where: tuple[str, ...] = (), title: str = "") -> NotComputed:
        """Return what the report says of it.

        Parameters
        ----------
        title
            What people call the subject.
        """
        return NotComputed(
            subject=self.subject, because=self.because, where=where, title=title, part=self.part
        )


def found(results: Mapping[str, Any], name: str) -> Any:  # noqa: ANN401 - the key has the type
    """Return a result.

    Raises
    ------
    NotComputedError
        If its subject could not be computed.
    LookupError
        If it is not there: the subject that reads it has not declared it.
    """
    try:
        result = results[name]
    except KeyError:
        raise LookupError(f"the result of {name} is read and not declared") from None
    if isinstance(result, Lost):
        raise NotComputedError(result.subject, result.because)
    return result


def attempt(name: str, work: Callable[[], T], part: str = "") -> T | Lost:
    """Return what a subject's work gives, or why it cannot be computed.

    Parameters
    ----------
    part
        What of the subject it is, where its result stands without it.
    """
    try:
        return work()
    except NotComputedError as error:
        return Lost(name, str(error), part)
    # Whatever goes wrong in one subject must leave the others alone: that is what this is for.
    except Exception as error:  # noqa: BLE001 - said in the report, with its place in the code
        return Lost(name, _said(error), part)


def _said(error: Exception) -> str:
    """Return an error in one line, with the place in the code that raised it."""
    try:
        text = str(error).encode("utf-8", "backslashreplace").decode()
    # Whatever its words raise must not hide the error itself.
    except Exception:  # noqa: BLE001 - the error is said without its words
        text = ""
    first = (text or "no reason given").splitlines()[0]
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    if place is None:
        return f"{type(error).__name__}: {first}"
    module = str(place.tb_frame.f_globals.get("__name__", "")).rpartition(".")[2]
    return f"{type(error).__name__}: {first} ({module}, line {place.tb_lineno})"
