"""Numbers as a reader's country writes them: `1,234.5 kW` is `1.234,5 kW` in German.

Within the program numbers have a decimal point and commas between thousands; this is for what
people read and type. A number is turned where it is one beyond doubt: grouped, in front of a unit
or a percent sign, behind a currency, or alone. `CUDA 12.4` is a version and stays.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

_JOINER: Final = "\u2060"
"""Has no width and follows every sign that was turned: no text is turned twice."""


@dataclass(frozen=True, slots=True)
class NumberSigns:
    """How a country writes numbers.

    Attributes
    ----------
    title
        What people choose, with an example.
    """

    title: str
    point: str
    group: str


NUMBER_SIGNS: Final[dict[str, NumberSigns]] = {
    "en": NumberSigns("1,234.5", ".", ","),
    "de": NumberSigns("1.234,5", ",", "."),
    "fr": NumberSigns("1\u202f234,5", ",", "\u202f"),
    "ch": NumberSigns("1’234.5", ".", "’"),
}
"""By key: English, German and Spanish, French and Nordic, Swiss; of CLDR 46, `numbers.symbols`."""

_GROUPED: Final = r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?"
_DECIMAL: Final = r"[0-9]+\.[0-9]+"
_ANY: Final = rf"(?:{_GROUPED}|[0-9]+\.[0-9]+|[0-9]+)"
_UNIT: Final = (
    r"(?: ?(?:%|°|×|‰)|U(?![\w/-])"
    r"|[ \u00a0\u202f](?:k|M|G|T|P)?(?:W|VA|V|A|Wh|B|b|b/s|B/s|FLOPS|pps|bn|Hz)"
    r"(?:/s)?\b|[ \u00a0\u202f](?:mm|cm|km|m|in|ft|mi|kg|lb|kPa|psf|psi|m²|ft²|m³|ft³|m³/h|cfm"
    r"|L|L/min|gpm|gal|°C|°F|K|U|s|ms|µs|ns|h|d|M|k|bn|T|USD|EUR|GBP|days|hours|years|weeks"
    r"|g|t|dB)(?![\w])|[ \u00a0\u202f](?:L/|gal/|kg/|g/|W/|kW/|USD|EUR|GBP|CHF))"
)
_RANGE: Final = rf"(?: \([≥≤~]?{_ANY}(?:–{_ANY})?\))?"
"""What is likely at least and at most, between a figure and its unit."""
_JOINS: Final = rf"(?:{_RANGE} of |{_RANGE} to | and |–|{_RANGE} → | × | / )"
_RUN: Final = rf"[+−-]?{_ANY}(?:{_JOINS}(?:[≥≤~] ?)?{_ANY}){{0,5}}"
_WORDS_BEHIND: Final = "(?= (?:without|by default|proven|exact|likely|at least|at most)\\b)"
_LEAD: Final = r"(?<![\w.,/:\u2060’-])"
_NUMBERS: Final = re.compile(
    rf"{_LEAD}(?:{_RUN}(?={_RANGE}{_UNIT})|{_GROUPED}(?![\w,]))"
    rf"|{_LEAD}{_RUN}(?={_RANGE}, [a-z ]+ [≥≤~]?{_RUN}{_RANGE}{_UNIT})|^{_ANY}{_WORDS_BEHIND}"
    rf"|(?:(?<=[$€£¥~≥≤])|(?<=[≥≤~] )|(?<=PUE )|(?<=together )|(?<=[a-z] × )){_RUN}"
    rf"|(?<=^){_RUN}(?=$)|(?<=\()[≥≤~ ]*{_RUN}(?=\))"
    rf"|(?<=^/ ){_RUN}(?=$)|{_LEAD}{_ANY}(?= ?: ?1\b)"
)
_SIGNS: Final = re.compile(r"(?<=[0-9])([.,])(?=[0-9])")


def in_numbers_of(text: str, key: str) -> str:
    """Return a text with its numbers as a country writes them."""
    if key == "en" or not any(map(str.isdigit, text)):
        return text
    return _turned(text, key)


@lru_cache(maxsize=16384)
def _turned(text: str, key: str) -> str:
    signs = NUMBER_SIGNS[key]
    wanted = {".": signs.point + _JOINER, ",": signs.group + _JOINER}
    return _NUMBERS.sub(lambda run: _SIGNS.sub(lambda sign: wanted[sign[1]], run[0]), text)


def english_number(text: str, key: str) -> str:
    """Return what was typed with the signs of a country as the program reads it.

    A point that cannot stand between thousands is a decimal point everywhere: `23.5` is meant.
    """
    text = text.replace(_JOINER, "")
    signs = NUMBER_SIGNS[key]
    if key == "en" or not text:
        return text
    if signs.group == "." and re.fullmatch(r"[−-]?[0-9]+\.(?:[0-9]{1,2}|[0-9]{4,})\D*", text):
        return text
    turned = {signs.group: "," if signs.group != "\u202f" else "\u202f", signs.point: "."}
    return "".join(turned.get(letter, letter) for letter in text)
