"""The answers to the five questions, read from text and checked."""

import difflib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from designer.model.number_text import read_number
from designer.planning.arguments import fail
from designer.planning.questions.generations import GENERATIONS

T = TypeVar("T")
SIZED: Final = "sized"
"""A room, or feeds, that the plan is to size."""
ANY: Final = "any"
MOST_GPUS: Final = 2_000_000
COOLINGS: Final = (ANY, "air", "rear-door", "liquid")
COOLING_WORDS: Final = {
    "air": "the room's air",
    "rear-door": "rear doors",
    "liquid": "direct liquid cooling",
}


@dataclass(frozen=True)
class Question:
    """A part of the five questions that is answered by a text of its own."""

    key: str
    help: str


QUESTIONS: Final = (
    Question("gpus", "GPUs that are wanted; or, in their place, a run (the next four)"),
    Question("model", "model of the catalogue that is to be trained, such as llama-3-70b"),
    Question("parameters_b", "or its parameters that work on a token, in billions, such as 70"),
    Question("tokens", "tokens that it is trained on, such as 15e12"),
    Question("days", "days in which it is to be done"),
    Question("generation", f"which GPU: {', '.join(one.id for one in GENERATIONS)}"),
    Question("design", "reference design; any: the one that comes nearest"),
    Question(
        "room", "length x width of the room that there is, in metres, such as 24x18; or sized"
    ),
    Question("feeds", "feeds that there are and kW of each, such as 3x500; or sized"),
    Question("volts", "of these feeds, line to line: 415 or 400"),
    Question("rack_kw", "most kW of a rack; or any"),
    Question("cooling", f"how nodes are cooled: {', '.join(COOLINGS)}"),
    Question("budget", "what may be spent, with its currency, such as 20e6 USD; or any"),
)


@dataclass(frozen=True)
class Run:
    """A training run: of a named model or of so many billion parameters, by so many days."""

    model: str
    parameters_b: float | None
    tokens: float
    days: float


@dataclass(frozen=True)
class Feeds:
    """Feeds that a room has, each of so many kW."""

    count: int
    kw: float
    volts: float


@dataclass(frozen=True)
class Budget:
    """What may be spent. `currency` is an ISO code."""

    amount: float
    currency: str


@dataclass(frozen=True)
class Answers:
    """What was answered.

    Attributes
    ----------
    gpus, run
        One of both.
    design
        Id of a template; empty for the one that comes nearest.
    room_m
        Length and width of the room; None to have it sized.
    feeds
        None to have them sized.
    rack_kw
        Most power of a rack; None for what cooling and rack PDUs allow.
    cooling
        Empty for what the reference design has.
    """

    generation: str
    gpus: int | None = None
    run: Run | None = None
    design: str = ""
    room_m: tuple[float, float] | None = None
    feeds: Feeds | None = None
    rack_kw: float | None = None
    cooling: str = ""
    budget: Budget | None = None


def answers_of(given: Mapping[str, str]) -> Answers:
    """Return the answers that texts mean; an empty text is no answer.

    Parameters
    ----------
    given
        Texts by the keys of `QUESTIONS`.

    Raises
    ------
    TemplateError
        If a key is unknown, a text means nothing, or what is needed is not answered.
    """
    known = [question.key for question in QUESTIONS]
    for key in given:
        if key not in known:
            near = difflib.get_close_matches(key, known)
            mend = f"did you mean {near[0]}?" if near else f"questions: {', '.join(known)}"
            raise fail(key, f"there is no question {key!r}", mend)
    texts = {key: text.strip() for key, text in given.items() if text.strip()}
    if "generation" not in texts:
        raise fail("generation", "which GPU is not answered", "for instance h100")
    run = _run(texts)
    if ("gpus" in texts) == (run is not None):
        what = "GPUs and a run are both asked for" if run else "how many GPUs is not answered"
        raise fail("gpus", what, "a number of GPUs, or a training run")
    return Answers(
        generation=texts["generation"].casefold(),
        gpus=_whole(texts, "gpus", MOST_GPUS) if run is None else None,
        run=run,
        design="" if texts.get("design", ANY) == ANY else texts["design"].casefold(),
        room_m=_unless(texts, "room", SIZED, _room),
        feeds=_unless(texts, "feeds", SIZED, lambda text: _feeds(text, _volts(texts))),
        rack_kw=_unless(texts, "rack_kw", ANY, lambda text: _number("rack_kw", text, 1, 1000)),
        cooling=_cooling(texts.get("cooling", ANY)),
        budget=_unless(texts, "budget", ANY, _budget),
    )


def _unless(texts: Mapping[str, str], key: str, word: str, read: Callable[[str], T]) -> T | None:
    """Return what a text means; None where it is not given, or is the word for none."""
    text = texts.get(key, word)
    return None if text.casefold() == word else read(text)


_TIMES: Final = {"k": 1e3, "M": 1e6, "bn": 1e9, "B": 1e9, "G": 1e9, "T": 1e12}
"""What stands behind a number for thousands, millions, and so on: 4k GPUs, 15T tokens."""


def _run(texts: Mapping[str, str]) -> Run | None:
    """Return the run that is asked for; None for none."""
    asked = [key for key in ("model", "parameters_b", "tokens", "days") if key in texts]
    if not asked:
        return None
    if ("model" in texts) == ("parameters_b" in texts):
        raise fail("parameters_b", "a run is of a model or of parameters", "give one of both")
    for key in ("tokens", "days"):
        if key not in texts:
            raise fail(
                key,
                f"{key} of the run are not answered",
                "for instance 15e12" if key == "tokens" else "for instance 60",
            )
    parameters = texts.get("parameters_b")
    return Run(
        model=texts.get("model", ""),
        parameters_b=None
        if parameters is None
        else _number("parameters_b", parameters.strip().removesuffix("B"), 1e-3, 1e6),
        tokens=_number("tokens", texts["tokens"], 1, 1e18),
        days=_number("days", texts["days"], 1e-2, 1e5),
    )


def _number(key: str, text: str, least: float, most: float) -> float:
    span = f"a number from {least:g} to {most:,.0f}"
    bare = text.strip()
    sign = next((sign for sign in _TIMES if bare.endswith(sign) and bare != sign), "")
    try:
        number = read_number(bare.removesuffix(sign)) * _TIMES.get(sign, 1)
    except ValueError as error:
        raise fail(key, str(error), span) from error
    if not least <= number <= most:
        raise fail(key, f"{text.strip()} is out of range", span)
    return number


def _whole(texts: Mapping[str, str], key: str, most: int) -> int:
    number = _number(key, texts[key], 1, most)
    if number != int(number):
        raise fail(key, f"{texts[key]!r} is not a whole number", f"from 1 to {most:,}")
    return int(number)


def _room(text: str) -> tuple[float, float]:
    length, sign, width = text.casefold().replace("×", "x").partition("x")
    if not sign:
        raise fail("room", f"{text!r} is no room", "length x width in metres, such as 24x18")
    return _number("room", length, 2, 1000), _number("room", width, 2, 1000)


def _feeds(text: str, volts: float) -> Feeds:
    count, sign, each = text.casefold().replace("×", "x").partition("x")
    if not sign:
        raise fail("feeds", f"{text!r} are no feeds", "how many x kW of each, such as 3x500")
    return Feeds(_whole({"feeds": count}, "feeds", 12), _number("feeds", each, 1, 1e6), volts)


def _volts(texts: Mapping[str, str]) -> float:
    return _number("volts", texts.get("volts", "415"), 100, 1000)


def _cooling(text: str) -> str:
    if text.casefold() not in COOLINGS:
        raise fail("cooling", f"{text!r} is not known", f"one of {', '.join(COOLINGS)}")
    return "" if text.casefold() == ANY else text.casefold()


def _budget(text: str) -> Budget:
    amount, _, currency = text.rpartition(" ")
    if not amount or len(currency) != 3 or not currency.isalpha():
        raise fail("budget", f"{text!r} names no currency", "a sum and a code, such as 20e6 USD")
    return Budget(_number("budget", amount, 1, 1e15), currency.upper())
