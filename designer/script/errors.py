"""The one exception of scripts, and how everything that an edit may raise becomes it."""

from collections.abc import Iterator
from contextlib import contextmanager

from pydantic import ValidationError

from designer.model.problem import Problem


class ScriptError(Exception):
    """What a script asked for did not happen, and nothing of it was done.

    Attributes
    ----------
    where
        The call, the file or the template: `place_rack`, `hall.cluster.toml`.
    what
        What is wrong, in one line.
    mend
        What would be right; empty where `what` says it.
    """

    def __init__(self, where: str, what: str, mend: str = "") -> None:
        problem = Problem(where=where, what=" ".join(what.split()), mend=mend)
        super().__init__(problem.line())
        self.where, self.what, self.mend = problem.where, problem.what, problem.mend

    @classmethod
    def of(cls, problem: Problem) -> "ScriptError":
        """Return the error that says a problem."""
        return cls(problem.where, problem.what, problem.mend)


@contextmanager
def told(where: str, mend: str = "") -> Iterator[None]:
    """Let everything that a wrong argument brings about be a `ScriptError`.

    Raises
    ------
    ScriptError
        In place of an edit's refusal, an unknown part, a value of another type.
    """
    try:
        yield
    except ScriptError:
        raise
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        raise ScriptError(where, f"{field}: {first['msg']}" if field else first["msg"]) from error
    except KeyError as error:
        raise ScriptError(where, f"there is no {error.args[0]!r}", mend) from error
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise ScriptError(where, str(error) or type(error).__name__, mend) from error
