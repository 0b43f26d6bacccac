"""How old a price is on a day that is handed in, and whether it should be asked for again. Pure."""

from datetime import date
from typing import Final

OLD_MONTHS: Final = 12
"""A price that is older has to be asked for again."""


def age_months(as_of: str, today: date) -> int | None:
    """Return the age of a date in months; None of none. Of a year alone its middle counts.

    Parameters
    ----------
    as_of
        `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    """
    pieces = [int(piece) for piece in as_of.split("-") if piece.isdigit()]
    if not pieces:
        return None
    month = pieces[1] if len(pieces) > 1 else 6
    return (today.year - pieces[0]) * 12 + today.month - month


def is_old(as_of: str, today: date) -> bool:
    """Return whether a price is older than a year."""
    age = age_months(as_of, today)
    return age is not None and age > OLD_MONTHS


def age_words(as_of: str, today: date) -> str:
    """Return an age in words, `5 months old`, and that it is old; empty of no date."""
    age = age_months(as_of, today)
    if age is None:
        return ""
    if age <= 0:
        return "of this month"
    if not is_old(as_of, today):
        return "1 month old" if age == 1 else f"{age} months old"
    years = f"{age / 12:.1f}".removesuffix(".0")
    return f"{years} years old: older than a year, ask again"
