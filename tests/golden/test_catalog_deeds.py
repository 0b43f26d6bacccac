"""A text of the catalogue says that the program does something only where it does it.

`catalog_deeds.toml` lists every sentence that says so, read one by one, with pointers to what does
it: a rule, a calculation, a subject, a template, a figure that the catalogue computes. Promises of
errors and warnings have a test of their own, which reads the rules (`test_catalog_promises`).
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from designer.app.commands.catalog_lookup import address, everything
from designer.catalog.load import load_shipped, shipped_library
from designer.model.record import Record
from tests.golden.test_catalog_promises import codes
from tests.helpers.pointer_problems import problem

DEED: Final = re.compile(
    r"\b(?:this|the) (?:program|engine|report|selector|window|dashboard)\b"
    r"|\b(?:the|no|its) checks?\b(?! bits)|\btemplates? of this program\b"
    r"|\ban export\b|\b(?:an?|are|the) (?:presets?|selector)\b"
    r"|\b(?:is|are|be) (?:\w+ )?"
    r"(?:checked|compared|calculated|interpolated|flagged|offered|shown|marked|counted|sized|sought)\b"
    r"|\bcomputed\b|\bcomputes\b|\bwarns\b",
    re.IGNORECASE,
)
"""Words that say what the program does, and now and then what a machine does."""
CODE: Final = re.compile(r"\bDRC-\w+|\b[CDEFKPR][0-4]\d\b")
"""A code of a rule, or what looks like one."""
NO_CODES: Final = {"C13", "C19", "C22", "E12", "E13", "F48"}
"""IEC 60320 connectors that no rule is called by, and makers' models."""


OF: Final = {"the world", "a source", "what it does not do"}


@cache
def reviewed() -> tuple[dict[str, Any], ...]:
    """Return what was read: how a sentence begins, and what does it."""
    file = Path(__file__).with_name("catalog_deeds.toml")
    return tuple(tomllib.loads(file.read_text(encoding="utf-8"))["sentence"])


@cache
def deeds() -> dict[str, str]:
    """Return each sentence that says what the program does, with an entry that says it."""
    return {
        sentence: address(entry)
        for entry in everything(load_shipped(), shipped_library())
        for text in texts_of(entry)
        for sentence in sentences(text)
        if DEED.search(sentence)
    }


def texts_of(record: Record) -> Iterator[str]:
    """Yield every text in a record, its prices, sources and remarks included."""
    for _, value in record:
        for item in value if isinstance(value, tuple) else (value,):
            if isinstance(item, Record):
                yield from texts_of(item)
            elif isinstance(item, str):
                yield item


def sentences(text: str) -> list[str]:
    return [sentence.strip() for sentence in re.split(r"(?<=[.;])\s", text)]


def test_every_sentence_on_the_program_was_read():
    """A new one is read, reworded until it is true, and listed with what does it."""
    begins = tuple(line["says"] for line in reviewed())
    unread = {said: where for said, where in deeds().items() if not said.startswith(begins)}
    assert unread == {}


def test_nothing_is_listed_that_no_text_says_any_more():
    stale = [
        line["says"]
        for line in reviewed()
        if not any(said.startswith(line["says"]) for said in deeds())
    ]
    assert stale == []


def test_what_is_said_to_be_done_is_done_somewhere():
    wrong = [
        f"{line['says']}: {said}"
        for line in reviewed()
        for place in line.get("by", ())
        if (said := problem(place))
    ]
    assert wrong == []


def test_each_sentence_has_what_does_it_or_says_of_whom_it_is():
    for line in reviewed():
        assert set(line) in ({"says", "by"}, {"says", "of"}), line
        assert line.get("by") or line.get("of") in OF, line
        assert not any(place.startswith("later/") for place in line.get("by", ())), line
    said = [line["says"] for line in reviewed()]
    assert len(said) == len(set(said))


def test_every_code_of_a_rule_is_that_of_one():
    """`DRC-P22` stood in the notes of four busways; no rule had ever had that code."""
    known = set(codes().values())
    found = {
        (address(entry), code)
        for entry in everything(load_shipped(), shipped_library())
        for text in texts_of(entry)
        for code in CODE.findall(text)
    }
    assert {case for case in found if case[1] not in known | NO_CODES} == set()
    assert {"C01", "P14", "R04"} <= {code for _, code in found}


@pytest.mark.parametrize(
    "sentence",
    ["What is checked is one port", "the program takes straight lines", "The result is compared",
     "30 kW is the preset", "the checks of this program tell where", "an export writes it",
     "Data rate is computed", "AI/ML Infrastructure's table is the selector", "All are presets"],
)  # fmt: skip
def test_a_deed_is_seen(sentence: str):
    assert DEED.search(sentence)
