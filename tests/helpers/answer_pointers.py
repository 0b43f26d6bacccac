"""Pointers that ask the engine: `answer/<calculation> inputs : figure = value`.

The calculation runs with these inputs, and its figure is compared with what is written:

`answer/kv model=llama-3-70b tokens=4096 : gb = 1.34`
    Within half of the last digit that is written and 0.5 %, or within `± 2 %` where that is
    written. Of a figure with bounds its likely value is compared, which is what the command prints.
    A unit may follow the number: `weights_gib = 140 GB ± 1 %`; the answer is turned into it.
`… : tokens_per_s = 2920 holds 4500`
    The document's figure is another, and lies within the bounds of the answer.
`… : gb = 1.34 printed 2 conflict/c-043`
    It is another and cannot be meant: it lies outside the bounds (of an answer without any, more
    than 1 % away), and the entry of the disagreement names the printed figure among its claims, or
    the words that mean it: `printed 10 as 'tens of seconds' conflict/c-029`.
`answer/kv model=llama-3-70b tokens=4096 | sequences=1 > sequences=2 : gb × 2`
    The second answer is so many times the first; `holds` and `printed` may follow, of the factor.
`… : refuses leave no memory`
    The calculation says that it cannot be, with these words.

A figure may be one of the inputs that the calculation worked out (`tp` of the best plan), or a part
of a ledger, `ledger.tensor_s`. `true`, `false`, `unknown` and words are compared as such.
"""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.guidance import Conflict
from designer.engine.calc import CALCULATIONS, CalcError, CalcResult, calculate

_POINTER = re.compile(r"answer/(?P<calc>[a-z-]+)(?P<given>[^:]*?) : (?P<asked>.+)")
_ASKED = re.compile(
    r"(?P<figure>[\w.]+) (?P<sign>[=×]) (?P<value>.+?)(?: ± (?P<percent>[\d.]+) %)?"
    r"(?: (?P<how>holds|printed) (?P<other>[\d.e+-]+)(?: as '(?P<words>[^']+)')?"
    r"(?: conflict/(?P<conflict>c-\d{3}))?)?"
)
_NUMBER = re.compile(r"(?P<number>-?[\d_]+(?:\.\d+)?(?:e[+-]?\d+)?)(?: (?P<unit>[A-Za-z/%]+))?")
_DATE = re.compile(r"\(\d{4}-\d\d-\d\d\)")
_CLAIMED = re.compile(
    r"(?<![A-Za-z\d.])(?P<base>\d[\d,]*(?:\.\d+)?)(?:\^(?P<power>\d+))?(?P<million> million)?"
)
_GIB = 2.0**30 / 1e9
_UNITS = {("GB", "GiB"): 1 / _GIB, ("TB", "GB"): 1e3, ("s", "ms"): 1e3, ("ms", "s"): 1e-3}
_APART = 0.01
_ROUNDED = 0.005
_WORDS = {"true": True, "false": False, "unknown": None}


@dataclass(frozen=True)
class Answer:
    """What the engine says: a value, and the bounds that it lies in."""

    value: object
    low: float
    high: float
    unit: str = ""


@cache
def _calculated(calc: str, given: str) -> CalcResult:
    arguments = dict(part.split("=", 1) for part in given.split())
    return calculate(calc, arguments, load_shipped())


def _answer(calc: str, given: str, figure: str) -> Answer:
    found = _calculated(calc, given)
    name, _, part = figure.partition(".")
    value = found.results.get(name, found.inputs.get(name, "")) if name else ""
    if name not in found.results and name not in found.inputs:
        raise KeyError(f"{calc} has no {name}")
    if part:
        if not isinstance(value, dict) or part not in value:
            raise KeyError(f"{name} of {calc} has no {part}")
        value = value[part]
    unit = dict(CALCULATIONS[calc].results).get(name, "")
    if isinstance(value, bool) or not isinstance(value, int | float):
        return Answer(value, math.nan, math.nan, unit)
    low, high = found.bounds.get(figure, (value, value))
    return Answer(value, low, math.inf if high is None else high, unit)


def _ratio(first: Answer, second: Answer) -> Answer:
    if not isinstance(first.value, int | float) or not isinstance(second.value, int | float):
        raise KeyError("only numbers have a ratio")
    # One profile's error is common to both: a factor has no bounds of its own.
    found = second.value / first.value
    return Answer(found, found, found)


def _rounding(number: str) -> float:
    """Return half of the last digit that is written, and no more than 0.5 %: "2" is no 2.4."""
    mantissa, _, power = number.replace("_", "").partition("e")
    decimals = len(mantissa.partition(".")[2])
    return min(0.5 * 10.0 ** (int(power or 0) - decimals), _ROUNDED * abs(float(number)))


def _in_unit(answer: Answer, written: str) -> Answer:
    """Return an answer in the unit of what is written, as it is where that states none.

    Raises
    ------
    KeyError
        If it cannot be stated in that unit.
    """
    number = _NUMBER.fullmatch(written)
    if number is None or not number["unit"] or number["unit"] == answer.unit:
        return answer
    factor = _UNITS.get((number["unit"], answer.unit))
    if factor is None or not isinstance(answer.value, int | float):
        raise KeyError(f"is in {answer.unit or 'no unit'}, not in {number['unit']}")
    low, high = answer.low / factor, answer.high / factor
    return Answer(answer.value / factor, low, high, number["unit"])


def _differs(answer: Answer, written: str, percent: str | None) -> str:
    """Return why an answer is not what is written, or nothing."""
    number, value = _NUMBER.fullmatch(written), answer.value
    if number is None or isinstance(value, bool) or not isinstance(value, int | float):
        same = value == _WORDS.get(written, written)
        return "" if same else f"is {value}, not {written}"
    text = number["number"]
    wanted = float(text)
    allowed = abs(wanted) * float(percent) / 100 if percent else _rounding(text)
    near = abs(value - wanted) <= allowed * (1 + 1e-9)
    return "" if near else f"is {value:.6g} {answer.unit}".rstrip() + f", not {written}"


def _claimed(conflict: Conflict) -> Iterator[float]:
    """Yield the numbers that claims name: not their dates, nor those in names such as FP16."""
    for claim in conflict.claims:
        for said in _CLAIMED.finditer(_DATE.sub("", claim)):
            number = float(said["base"].replace(",", ""))
            number = number ** int(said["power"]) if said["power"] else number
            yield number * 1e6 if said["million"] else number
            if "%" in claim:
                yield number / 100


def _other(answer: Answer, parts: re.Match[str]) -> str:
    """Return what is wrong with the document's own figure beside the answer, or nothing."""
    how, other, conflict = parts["how"], parts["other"], parts["conflict"]
    printed = float(other)
    outside = printed < answer.low or printed > answer.high
    if how == "holds":
        exact = answer.low == answer.high
        if conflict or exact:
            return "holds is for an answer with bounds, and for no conflict"
        return f"holds {answer.low:.6g} to {answer.high:.6g}, not {other}" if outside else ""
    if not conflict:
        return f"which entry says that {other} is wrong?"
    if not outside or math.isclose(printed, float(str(answer.value)), rel_tol=_APART):
        return f"agrees with the printed {other}: that is no conflict"
    entry = shipped_library().get("conflict", conflict)
    if not isinstance(entry, Conflict):
        return f"no conflict {conflict!r}"
    if parts["words"]:
        said = any(parts["words"] in claim for claim in entry.claims)
        return "" if said else f"{conflict} does not claim {parts['words']!r}"
    if not any(math.isclose(printed, claimed, rel_tol=1e-9) for claimed in _claimed(entry)):
        return f"{conflict} does not claim {other}"
    return ""


def answer_problem(text: str) -> str:
    """Return why the engine does not answer so, or an empty string."""
    pointer = _POINTER.fullmatch(text)
    if pointer is None:
        return f"{text!r} is no question to the engine"
    calc, given, asked = pointer["calc"], pointer["given"].strip(), pointer["asked"]
    if calc not in CALCULATIONS:
        return f"no calculation {calc!r}"
    common, bar, pair = given.partition("|")
    try:
        if asked.startswith("refuses "):
            _calculated(calc, given)
            return f"{calc} does not refuse"
        parts = _ASKED.fullmatch(asked)
        if parts is None or (parts["sign"] == "×") != bool(bar):
            return f"{asked!r} asks for nothing"
        if bar:
            first, _, second = pair.partition(">")
            answer = _ratio(
                _answer(calc, f"{common}{first}", parts["figure"]),
                _answer(calc, f"{common}{second}", parts["figure"]),
            )
        else:
            answer = _in_unit(_answer(calc, given, parts["figure"]), parts["value"])
    except CalcError as error:
        wanted = asked.removeprefix("refuses ")
        refused = asked.startswith("refuses ") and wanted in str(error)
        return "" if refused else str(error)
    except KeyError as error:
        return str(error.args[0])
    wrong = _differs(answer, parts["value"], parts["percent"])
    if wrong:
        return f"{parts['figure']} of {calc} {wrong}"
    if not parts["how"]:
        return ""
    wrong = _other(answer, parts)
    return f"{parts['figure']} of {calc} {wrong}" if wrong else ""
