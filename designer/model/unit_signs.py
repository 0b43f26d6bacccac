"""Signs of units that a language writes in another way than English does."""

import re
from typing import Final

_RACK_UNITS: Final = re.compile(
    r"(?<=[0-9]) U(?![\w/-])|(?<=[a-zäöüß]) U$|(?<=^[0-9])U(?= ·|,|$)|(?<=^[0-9]{2})U(?= ·|,|$)"
)
_NUMBER: Final = r"([0-9]{1,2}(?:[.,]\u2060?5)?)"
_PLACES: Final = re.compile(rf"(?:HE )?(?<![\w./-])U{_NUMBER}(?:–U{_NUMBER})?(?![\w./-])")
_PERCENT: Final = re.compile("(?<=[0-9])%")


def german_signs(text: str) -> str:
    """Return a text with rack units as `HE` and a space in front of `%`, as DIN 5008 writes them.

    `Rack 48U 800 × 1200` is the name of a part and stays.
    """
    if "U" in text:
        text = _PLACES.sub(_place, _RACK_UNITS.sub(" HE", text))
    return _PERCENT.sub("\u00a0%", text) if "%" in text else text


def _place(found: re.Match[str]) -> str:
    return " ".join(("HE", "–".join(filter(None, found.groups()))))
