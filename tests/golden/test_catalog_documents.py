"""Documents are called by their names: not "the survey", "course O1" or "exam page"."""

import re
from collections.abc import Iterator
from functools import cache

import pytest

from designer.app.commands.catalog_lookup import everything
from designer.catalog.entry import Entry
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.search_text import passages
from tests.helpers.founding import DATES

BARE = re.compile(
    r"(?<!Data Center )(?<![-\w])survey(?![-\w])"
    r"|\bcourse (?:module )?O1\b|(?<!Infrastructure )(?<!of )(?<![-\w])course(?![-\w])"
    r"|\bexam(?: study)? page\b|(?<!NCA-AIIO )\bstudy page\b"
    r"|(?<!Llama )\b(?:compute|training) (?:page|guide)\b|(?<![-\w])(?:exam|compute|study)-page",
    re.IGNORECASE,
)
"""Words that a stranger cannot look up: which survey, which course, which page?"""


@cache
def texts() -> tuple[tuple[str, str], ...]:
    catalog = load_shipped()
    entries = everything(catalog, shipped_library())
    planned = (*catalog.bands, *catalog.defaults)
    return (
        *((entry.id, text) for entry in entries for text in said(entry)),
        *((record.id, text) for record in planned for text in (record.source, record.note)),
        *((band.id, text) for band in catalog.bands for text in band.seen),
    )


def said(entry: Entry) -> Iterator[str]:
    """Yield the texts of an entry that are no ids of others, nor words of a search."""
    bare = entry.evolve(aliases=())
    said = (passage.text for passage in passages(bare))
    yield from (text for text in said if not re.fullmatch(r"[a-z_]+/\S+.*|\S*-\S*", text))
    yield from (variant.name for variant in getattr(entry, "variants", ()))


def test_no_text_of_the_catalogue_calls_a_document_by_its_sort():
    assert [case for case in texts() if BARE.search(case[1])] == []


@pytest.mark.parametrize(
    "text",
    ["survey", "halves the KV cache (survey)", "size, course O1", "the course's takeaway",
     "exam-page", "as an exam page prints", "study page, concept 4", "2025 training guide"],
)  # fmt: skip
def test_such_words_are_seen(text: str):
    assert BARE.search(text)


@pytest.mark.parametrize(
    "text", ["of course", "AI Infrastructure course, module O1", "NCA-AIIO study page", "GPU guide"]
)
def test_names_of_documents_are_let_be(text: str):
    assert not BARE.search(text)


@pytest.mark.parametrize("document", DATES)
def test_every_founding_document_is_named_somewhere(document: str):
    assert any(document in text for _, text in texts())
