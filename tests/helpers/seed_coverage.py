"""Where the 700 facts of the founding documents live: `golden/seed_coverage.toml`, counted."""

import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

FILE = Path(__file__).parents[1] / "golden" / "seed_coverage.toml"
LATER = "later"


@cache
def coverage() -> dict[str, list[str]]:
    """Return the pointers of each fact."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def destinations() -> Counter[str]:
    """Return how many facts live in each table now, by their first pointer."""
    return Counter(places[0].partition("/")[0] for places in coverage().values())


def owed() -> Counter[str]:
    """Return with how many facts each later engine has yet to compute."""
    return Counter(
        place.partition("/")[2]
        for places in coverage().values()
        for place in places
        if place.startswith(f"{LATER}/")
    )


def summary() -> list[str]:
    """Return both counts in lines."""
    return [
        "facts of the founding documents by where they live:",
        *(f"  {number:4}  {table}" for table, number in destinations().most_common()),
        "of these, also to be computed with by later engines:",
        *(f"  {number:4}  {subject}" for subject, number in owed().most_common()),
    ]
