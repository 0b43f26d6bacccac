"""What can be a currency: a code of three capital letters."""

import re
from collections.abc import Iterator
from typing import Final

_CURRENCY: Final = re.compile("[A-Z]{3}")
"""As ISO 4217 codes them: no price fits another spelling."""


_NO_MONEY: Final = ("XXX", "XTS")
"""Codes of ISO 4217 for no currency, and for tests."""


def no_currency(code: str) -> Iterator[tuple[str, str]]:
    """Yield the field and the problem of a currency that is no such code."""
    if not _CURRENCY.fullmatch(code):
        problem = f"currency cannot be {code!r}: give three capital letters, such as USD"
        yield "currency", problem
    elif code in _NO_MONEY:
        yield "currency", f"{code} stands for no currency in ISO 4217: give one, such as USD"
