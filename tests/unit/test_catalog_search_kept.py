"""What a search reads of the shipped parts is kept, and the same as what they say."""

from math import isfinite

import pytest

from designer.catalog import search_kept, search_nearest
from designer.catalog.catalog import Catalog
from designer.catalog.ends import Ends, ends_of
from designer.catalog.load import load_shipped
from designer.catalog.part import Part
from designer.catalog.search_text import SearchText, search_text_of
from designer.catalog.user_home import HOME_VARIABLE


@pytest.fixture
def fresh(tmp_path, monkeypatch):
    """The shipped catalogue as a start finds it: nobody has searched in it."""
    monkeypatch.setenv(HOME_VARIABLE, str(tmp_path))
    for _ in range(2):  # made, then read back
        made = load_shipped.__wrapped__()
    monkeypatch.setattr(search_kept, "load_shipped", lambda: made)
    return made


def test_kept_texts_are_what_the_parts_say(fresh: Catalog, monkeypatch) -> None:
    assert not any(SearchText in part.made for part in fresh.parts)
    search_kept.ready_to_search()
    texts = [part.made[SearchText] for part in fresh.parts]
    assert texts == [search_text_of(Part.model_validate(dict(part))) for part in fresh.parts]

    for part in fresh.parts:
        part.made.clear()
    for made in ("search_text_of", "ends_of", "word_tables"):
        monkeypatch.setattr(search_kept, made, None)  # they are kept now
    search_kept.ready_to_search()
    assert [part.made[SearchText] for part in fresh.parts] == texts


def test_kept_bounds_are_those_of_the_parts(fresh: Catalog) -> None:
    search_kept.ready_to_search()
    kept = [part.made[Ends] for part in fresh.parts]
    assert kept == [ends_of(Part.model_validate(dict(part))) for part in fresh.parts]
    assert any(isfinite(ends.power_max_w[1]) for ends in kept)


def test_kept_words_mend_what_is_misspelt_without_reading_a_text(
    fresh: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    search_kept.ready_to_search()
    monkeypatch.setattr(search_nearest, "word_tables", None)
    assert fresh.find("quantm").told == "Nothing says quantm: searched for “quantum”"


def test_a_part_of_a_file_that_is_as_shipped_is_the_shipped_one(fresh: Catalog) -> None:
    first, second = fresh.parts[:2]
    other = second.evolve(note="as measured here")
    over = fresh.overlay([Part.model_validate(dict(first)), other])
    assert over.get(first.id) is first
    assert over.get(second.id) is other
    assert over.parts == (first, other, *fresh.parts[2:])
