"""The titles of the 700 facts of the founding documents find the entry that holds the fact.

`seed_titles.toml` has the title of each fact: the heading of its row, or the sentence that stands
for it, in AI/ML Infrastructure (2026-06-18), AI Infrastructure (course module O1), NCA-AIIO (study
page), the GPU guide of Youngju Kim, and Compute Infrastructure for Training AI (2025-12-06). Which
entry holds a fact is where `seed_coverage.toml` points with its value. Some titles name nothing
(`Note`, `Critical`, `Example step 1`): a search cannot know what is meant.
"""

import random
import tomllib
from functools import cache
from pathlib import Path

from designer.app.commands.catalog_lookup import everything
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.search import parse
from tests.helpers.seed_coverage import coverage

FILE = Path(__file__).parent / "seed_titles.toml"
ON_THE_FIRST_PAGE = 10
OUTSIDE = {"later", "rule", "calc", "subject", "template", "conflict", "derived", "answer"}
"""What a pointer may lead to that no search finds, or that only tells of a disagreement."""


@cache
def titles() -> dict[str, str]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def holders(fact: str) -> set[str]:
    """Return the ids of the entries that hold a fact: those with its value, if any says it."""
    places = [place.partition("/") for place in coverage()[fact]]
    inside = [where for table, _, where in places if table not in OUTSIDE]
    with_value = {where.split(" ")[0] for where in inside if "=" in where}
    return with_value or {where.split(" ")[0] for where in inside}


@cache
def missed() -> tuple[str, ...]:
    entries = everything(load_shipped(), shipped_library())
    return tuple(
        fact
        for fact, title in titles().items()
        if holders(fact).isdisjoint(
            entry.id for entry in parse(title).rank(entries)[:ON_THE_FIRST_PAGE]
        )
    )


def test_every_fact_has_its_title():
    assert list(titles()) == sorted(coverage())


def test_of_eighty_titles_drawn_at_random_78_find_their_fact():
    drawn = random.Random(20261122).sample(list(titles()), 80)
    assert titles()[drawn[0]] == "B100 / B200 (Blackwell), announced 2024 — B200 SXM"
    lost = {fact: titles()[fact] for fact in drawn if fact in missed()}
    assert len(lost) <= 2, lost


def test_of_all_700_titles_at_most_those_that_name_nothing_are_missed():
    """Fifteen: `Power` and `Storage` name a hundred things, ours none of the first ten."""
    assert len(missed()) <= 15, {fact: titles()[fact] for fact in missed()}
