"""A text of the catalogue says that a check warns or fails only where a check does.

A guideline's `engine` names the rule; the page of that check in the guide names the guideline.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import pytest

from designer.app.commands.catalog_lookup import everything
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.guidance import Guideline
from designer.catalog.search_text import passages
from designer.engine.subjects import SUBJECTS
from designer.io.guide import entry_key, load_guide

PROMISE: Final = re.compile(
    r"\b(?:is|are|gives?|as|it) (?:an?|no) (error|warning)\b|\bare (error|warning)s\b"
    r"|\b(?:an? |no )(warning)\b|\b(?:check|program|engine|rule)\b[^.;]*\b(warn)s\b"
    r"|\bnot an (error)\b",
    re.IGNORECASE,
)
"""Words that promise a finding; `with error correction` and `reports an error at boot` do not."""

NO_RULE: Final = "no check of the design"


@cache
def codes() -> dict[str, str]:
    """Return the code of every rule by its name: `C01` by `heat_within_the_band`."""
    rules = {rule.__name__: rule.__doc__ or "" for subject in SUBJECTS for rule in subject.rules}
    return {
        name: found[0] for name, doc in rules.items() if (found := re.match(r"[A-Z]\d\d(?=:)", doc))
    }


@cache
def sections() -> dict[str, str]:
    """Return what the guide says of each check, by its code."""
    text = load_guide().pages["checks.md"].text
    found = re.split(r"^### ([A-Z]\d\d): ", text, flags=re.MULTILINE)[1:]
    return dict(zip(found[::2], found[1::2], strict=True))


def linked(section: str) -> set[str]:
    """Return the ids of the guidelines that a section links to."""
    keys = (entry_key(link) for link in re.findall(r"\]\(([^)\s]+)\)", section))
    return {key.partition("/")[2] for key in keys if key and key.startswith("guideline/")}


def guidelines() -> tuple[Guideline, ...]:
    entries = shipped_library().entries("guideline")
    return tuple(entry for entry in entries if isinstance(entry, Guideline))


def promises() -> Iterator[tuple[str, str, str]]:
    """Yield id, rule and sentence of every text that says what a check does."""
    for entry in everything(load_shipped(), shipped_library()):
        rule = entry.engine if isinstance(entry, Guideline) else ""
        for text in dict.fromkeys(passage.text for passage in passages(entry)):
            for sentence in re.split(r"[.;](?:\s|$)", text):
                if PROMISE.search(sentence) and NO_RULE not in sentence:
                    yield entry.id, rule, sentence


def kept(rule: str, sentence: str) -> bool:
    """Return whether a rule has every degree that a sentence names."""
    said = {word.lower() for found in PROMISE.findall(sentence) for word in found if word}
    degrees = sections()[codes()[rule]].split("\n\n")[1] if rule in codes() else ""
    return bool(degrees) and all(("warning" if w == "warn" else w) in degrees for w in said)


def test_every_rule_that_a_guideline_names_is_one():
    named = {entry.engine for entry in guidelines() if entry.engine}
    assert len(named) >= 5
    assert named <= set(codes())


def test_guideline_and_check_name_each_other():
    there = {(codes()[entry.engine], entry.id) for entry in guidelines() if entry.engine}
    back = {(code, entry) for code, section in sections().items() for entry in linked(section)}
    assert there == back
    assert len(there) >= 10


def test_no_text_promises_what_no_check_does():
    assert [case for case in promises() if not kept(case[1], case[2])] == []
    assert any(case[0] == "air-limit" for case in promises())


@pytest.mark.parametrize(
    "sentence",
    ["A training design on PCIe GPUs is a warning", "80 are a warning, 120 will do",
     "a RoCE fabric without them is an error", "combining them is an error",
     "a rack above the default is a question, not an error", "the check warns above 30 kW"],
)  # fmt: skip
def test_a_promise_is_seen_and_not_believed_without_a_rule(sentence: str):
    assert PROMISE.search(sentence)
    assert not kept("", sentence)
    assert kept("heat_within_the_band", sentence)


def test_a_rule_keeps_only_the_degrees_that_it_has():
    moves_enough = next(rule for rule, code in codes().items() if code == "C02")
    assert kept(moves_enough, "less air is an error")
    assert not kept(moves_enough, "less air is a warning")


@pytest.mark.parametrize(
    "sentence", ["memory with error correction", "it reports an error at boot", "rejects to water"]
)
def test_what_is_no_promise_is_let_be(sentence: str):
    assert not PROMISE.search(sentence)
