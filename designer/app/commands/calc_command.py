"""`calc SUBJECT key=value … [--json]`: one calculation with its formula, inputs and sources.

The names of parameters and results carry their unit; `calc SUBJECT --help` lists them.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict

from designer.app.command_error import CommandError
from designer.app.commands.key_values import key_values
from designer.app.terminal import say
from designer.engine.calc import (
    CALCULATIONS,
    CalcError,
    CalcResult,
    Calculation,
    Parameter,
    Result,
    calculate,
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments; `--help` explains the subject it stands behind."""
    parser.add_argument("subject", metavar="SUBJECT", nargs="?", help="none lists the subjects")
    parser.add_argument(
        "values", metavar="key=value", nargs="*", default=(), help="see SUBJECT --help"
    )
    parser.add_argument("--json", action="store_true", help="the calculation as JSON")
    parser.add_argument("-h", "--help", action="store_true", help="a subject's parameters")


def run(arguments: argparse.Namespace) -> int:
    """List the subjects, explain one, or calculate."""
    if arguments.subject is None:
        say("usage: cluster-designer calc SUBJECT key=value … [--json]\n\nsubjects:")
        wide = max(len(name) for name in CALCULATIONS)
        for subject in CALCULATIONS.values():
            say(f"  {subject.name:<{wide}}  {subject.summary}")
        return 0
    if arguments.help and arguments.subject in CALCULATIONS:
        say("\n".join(_explained(CALCULATIONS[arguments.subject])))
        return 0
    try:
        result = calculate(arguments.subject, key_values(arguments.values))
    except CalcError as error:
        raise CommandError(f"calc: {error}") from error
    if arguments.json:
        say(json.dumps(asdict(result), indent=2, ensure_ascii=False))
    else:
        say("\n".join(_shown(result)))
    return 0


def _explained(subject: Calculation) -> Iterator[str]:
    yield f"usage: cluster-designer calc {subject.name} key=value … [--json]"
    yield f"\n{subject.name}: {subject.summary}\n\nparameters:"
    wide = max(len(parameter.name) for parameter in subject.parameters)
    for parameter in subject.parameters:
        about = "; ".join(text for text in (parameter.help, _span(parameter)) if text)
        unit = f"[{parameter.unit}] " if parameter.unit else ""
        yield f"  {parameter.name:<{wide}}  {unit}{about}"
    yield "\nresults:"
    for name, unit in subject.results:
        yield f"  {name}" + (f"  [{unit}]" if unit else "")
    yield f"\nformula: {subject.formula}"
    yield from (f"source: {source}" for source in subject.sources)


def _span(parameter: Parameter) -> str:
    """Return what a parameter may be and is when it is not given."""
    if parameter.default is not None:
        default = f"default {_text(parameter.default)}"
    else:
        default = "optional" if parameter.optional else "required"
    choices = f"one of {', '.join(parameter.choices)}" if parameter.choices else ""
    bounds = parameter.bounds.words() if parameter.bounds else ""
    return "; ".join(text for text in (choices, bounds, default) if text)


def _shown(result: CalcResult) -> Iterator[str]:
    units = dict(CALCULATIONS[result.subject].results)
    wide = max((len(name) for name in result.results), default=0)
    for name, value in result.results.items():
        unit = f" {units[name]}" if units.get(name) else ""
        yield f"{name:<{wide}} = {_figure(result, name, value, unit)}"
    if result.note:
        yield result.note
    yield f"formula: {result.formula}"
    yield "inputs: " + ", ".join(f"{k}={_text(value)}" for k, value in result.inputs.items())
    yield from (f"source: {source}" for source in result.sources)


def _figure(result: CalcResult, name: str, value: Result, unit: str) -> str:
    """Return a result for people: with its bounds where it is not exact, and what they rest on."""
    if name not in result.bounds:
        return _text(value) + (unit if value is not None else "")
    low, high = result.bounds[name]
    # A dash before or after a minus would not be read.
    to = " to " if low < 0 else "–"
    span = f"≥ {_text(low)}" if high is None else f"{_text(low)}{to}{_text(high)}"
    rests = "; ".join(result.basis.get(name, ()))
    if value is None:
        return f"{span}{unit}" + (f" ({rests})" if rests else "")
    return f"{_text(value)}{unit} ({span}{': ' if rests else ''}{rests})"


def _text(value: object) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, tuple):
        return "+".join(_text(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {_text(part)}" for name, part in value.items())
    return str(value)
