"""Addresses of ends: `dgx-B08-1:psu3`, `pdu-B08-A:24`, `leaf-03:17.2`, `cdu-02:secondary`.

An address is a device's key (its id, or `rack/slot` for a device of an assembly), a colon, and the
end at that device. It holds no running number over the design, so edits elsewhere never change it.
"""

import re
from dataclasses import dataclass
from typing import Final, Literal

EndKind = Literal[
    "device",
    "supply",
    "outlet",
    "input",
    "output",
    "breaker",
    "whip",
    "shelf",
    "busbar",
    "port",
    "primary",
    "secondary",
    "coolant",
    "air",
]
"""What an end is; `device` names the thing without one of its ends."""

_WORDS: Final[dict[str, EndKind]] = {
    "psu": "supply",
    "in": "input",
    "out": "output",
    "breaker": "breaker",
    "whip": "whip",
    "shelf": "shelf",
    "bus": "busbar",
    "primary": "primary",
    "secondary": "secondary",
    "coolant": "coolant",
    "air": "air",
}
_WORD_OF: Final[dict[EndKind, str]] = {kind: word for word, kind in _WORDS.items()}
_WORDED: Final = re.compile(rf"({'|'.join(_WORDS)})([1-9][0-9]{{0,8}})?")
_NUMBERED: Final = re.compile(r"([1-9][0-9]{0,8})(?:\.([1-9][0-9]{0,8}))?")


class EndError(ValueError):
    """An address that names no end; the message is one line."""


@dataclass(frozen=True, slots=True)
class End:
    """One end of a link.

    Attributes
    ----------
    device
        Key of the device: its id, or `rack/slot` for a device of an assembly.
    number
        Which of the ends of this kind, from 1; 0 where it has one only, or any will do.
    lane
        Logical port of a cage, from 1; 0 for the whole cage.
    """

    device: str
    kind: EndKind = "device"
    number: int = 0
    lane: int = 0

    def __str__(self) -> str:
        if self.kind == "device" or (self.kind in ("outlet", "port") and not self.number):
            return self.device
        if self.kind in ("outlet", "port"):
            lane = f".{self.lane}" if self.lane else ""
            return f"{self.device}:{self.number}{lane}"
        return f"{self.device}:{_WORD_OF[self.kind]}{self.number or ''}"


def parse_end(text: str, bare: Literal["outlet", "port"] = "port") -> End:
    """Return the end that an address names.

    Parameters
    ----------
    bare
        What a number without a word is: an outlet at a rack PDU, a cage at anything else.

    Raises
    ------
    EndError
        If it is no address; the message says in one line what would be one.
    """
    device, colon, end = text.strip().rpartition(":")
    if not colon:
        device, end = end, ""
    if not device or any(character.isspace() for character in text.strip()):
        raise EndError(f"{_shown(text)} names no device: write device:end, such as dgx-1:psu3")
    if not colon:
        return End(device)
    if worded := _WORDED.fullmatch(end):
        return End(device, _WORDS[worded[1]], int(worded[2] or 0))
    numbered = _NUMBERED.fullmatch(end)
    if numbered is None or (bare == "outlet" and numbered[2]):
        expected = "an outlet such as 24" if bare == "outlet" else "a port such as 17 or 17.2"
        words = ", ".join(_WORDS)
        raise EndError(f"{_shown(text)}: {_shown(end)} is no end; write {expected}, or {words}")
    return End(device, bare, int(numbered[1]), int(numbered[2] or 0))


def _shown(text: str) -> str:
    """Return a text as an error quotes it: on one line and of bounded length."""
    quoted = repr(text.strip())
    return quoted if len(quoted) <= 60 else f"{quoted[:57]}…'"
