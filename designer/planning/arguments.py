"""Parameters of a template: what they are called, what they may be, and what a text means."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from designer.catalog.catalog import Catalog
from designer.model.design import Design
from designer.model.problem import Problem


class TemplateError(ValueError):
    """A template cannot be built; `problem` says where and what would be right."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.line())
        self.problem = problem


@dataclass(frozen=True)
class Parameter:
    """One parameter of a template.

    Attributes
    ----------
    kind
        `int`, or `choice` among `choices`.
    minimum, maximum
        Bounds of an `int`, both allowed.
    """

    name: str
    kind: Literal["int", "choice"]
    default: str
    minimum: int | None = None
    maximum: int | None = None
    help: str = ""
    choices: tuple[str, ...] = ()

    def allowed(self) -> str:
        """Return in words what a value may be."""
        if self.kind == "choice":
            return ", ".join(self.choices)
        return f"a whole number from {self.minimum} to {self.maximum}"


@dataclass(frozen=True)
class Arguments:
    """Checked values of a template's parameters."""

    values: Mapping[str, str]

    def number(self, name: str) -> int:
        """Return an `int` parameter."""
        return int(self.values[name])

    def having(self, name: str, value: int) -> "Arguments":
        """Return the same arguments but for an `int`."""
        return Arguments({**self.values, name: str(value)})

    def racks_per_row(self) -> int:
        """Return the racks of a row, 0 for as many as make the room about square.

        Raises
        ------
        TemplateError
            If rows would be of one rack: what stands beside such a row is no aisle that closes.
        """
        number = self.number("racks_per_row")
        if number == 1:
            raise fail("racks_per_row", "a row of one rack closes no aisle", "0, or 2 and more")
        return number

    def choice(self, name: str) -> str:
        """Return a `choice` parameter."""
        return self.values[name]


@dataclass(frozen=True)
class Template:
    """A reference design that can be built at any size."""

    id: str
    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    builder: Callable[[Arguments, Catalog], Design]


def fail(where: str, what: str, mend: str = "") -> TemplateError:
    """Return the error for one thing that is wrong."""
    return TemplateError(Problem(where=where, what=what, mend=mend))


def check(template: Template, arguments: Mapping[str, str]) -> Arguments:
    """Return all parameters of a template, given ones checked, others by default.

    Raises
    ------
    TemplateError
        If a name is unknown or a value is not allowed.
    """
    known = {p.name: p for p in template.parameters}
    for name in arguments:
        if name not in known:
            near = difflib.get_close_matches(name, known)
            mend = f"did you mean {near[0]}?" if near else f"parameters: {', '.join(known)}"
            raise fail(name, f"{template.id} has no parameter {name!r}", mend)
    values = {}
    for name, parameter in known.items():
        values[name] = _checked(parameter, arguments.get(name, parameter.default).strip())
    return Arguments(values)


def _checked(parameter: Parameter, text: str) -> str:
    """Return a value in its plain form."""
    if parameter.kind == "choice":
        if text not in parameter.choices:
            raise fail(parameter.name, f"{text!r} is not allowed", f"one of {parameter.allowed()}")
        return text
    try:
        number = int(text)
    except ValueError as error:
        raise fail(
            parameter.name, f"{text!r} is not a whole number", parameter.allowed()
        ) from error
    low, high = parameter.minimum, parameter.maximum
    if (low is not None and number < low) or (high is not None and number > high):
        raise fail(parameter.name, f"{number} is out of range", parameter.allowed())
    return str(number)
