"""What is typed above the schedule, as a question: words, and tokens such as `rack:A10`.

Tokens are those of the search for parts: a name, a colon, a value, in quotes where it has blanks.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from designer.engine.cable_report import CablesAsked
from designer.model.layout import Layout

_PIECE: Final = re.compile(r'(?:([a-zA-Z]+):)?(?:"([^"]*)"|(\S+))')
IS_WRONG: Final = "is:wrong"
NAMES: Final = ("rack", "fabric", "medium", "tray", "device", "is")
"""Tokens that are known."""


@dataclass(frozen=True, slots=True)
class ScheduleSearch:
    """A filter of the schedule.

    Attributes
    ----------
    asked
        What is asked of the engine; its page and order are for who asks.
    doubt
        What of it says nothing, and why; empty where all says something.
    """

    asked: CablesAsked
    doubt: str = ""


def parse(text: str, layout: Layout) -> ScheduleSearch:
    """Return the filter that a text means in a design."""
    words: list[str] = []
    tokens: dict[str, str] = {}
    doubt = ""
    for match in _PIECE.finditer(text):
        name, value = (match[1] or "").casefold(), match[2] if match[2] is not None else match[3]
        if not name:
            words.append(value)
        elif name not in NAMES:
            doubt = doubt or f"{name}: is no filter; there are {', '.join(NAMES)}"
        elif name in tokens:
            doubt = doubt or f"{name}: stands twice; the last one holds"
            tokens[name] = value
        else:
            tokens[name] = value
    found: dict[str, object] = {"text": " ".join(words)}
    for name, value in tokens.items():
        if name == "medium":
            found["medium"] = _medium(value)
        elif name == "is":
            found["wrong"] = value.casefold() == "wrong"
            doubt = doubt or ("" if found["wrong"] else f"is:{value} is no filter; is:wrong is one")
        else:
            key = _ids(layout)[name]().get(value.casefold(), "")
            found[name] = key or _NOTHING
            doubt = doubt or ("" if key else f"there is no {name} {value}")
    return ScheduleSearch(CablesAsked.model_validate(found), doubt)


_NOTHING: Final = "\x00"
"""An id that nothing has: what is not there has no cables."""


def _medium(value: str) -> str:
    """Return a medium as the report writes it."""
    return "copper" if value.casefold() == "copper" else value.upper()


def _ids(layout: Layout) -> Mapping[str, Callable[[], dict[str, str]]]:
    """Return how values of tokens are found: ids by id and by name, without capitals."""
    design = layout.design
    return {
        "rack": lambda: _named((rack.id, rack.name) for rack in design.racks),
        "fabric": lambda: _named((fabric.id, fabric.name) for fabric in design.fabrics),
        "tray": lambda: _named((tray.id, tray.name) for tray in design.trays),
        "device": lambda: _named((placed.key, placed.name) for placed in layout.every()),
    }


def _named(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    named: dict[str, str] = {}
    for key, name in pairs:
        found[key.casefold()] = key
        if name:
            named.setdefault(name.casefold(), key)
    return found | named


def with_token(text: str, name: str, value: str) -> str:
    """Return a text with a token put in, or taken out where it is there already."""
    token = f'{name}:"{value}"' if " " in value else f"{name}:{value}"
    pieces = [match[0] for match in _PIECE.finditer(text)]
    others = [one for one in pieces if not one.casefold().startswith(f"{name}:")]
    had = any(one.casefold() == token.casefold() for one in pieces)
    return " ".join(others if had else [*others, token])


def has_token(text: str, name: str, value: str) -> bool:
    """Return whether a token stands in a text."""
    token = f"{name}:{value}".casefold()
    return any(match[0].replace('"', "").casefold() == token for match in _PIECE.finditer(text))
