"""Where the founding documents disagree: 82 entries; the 48 that change a number are settled."""

import pytest

from designer.catalog import pointer
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.guidance import Conflict

MUST = frozenset(
    f"c-{number:03}"
    for number in (
        *range(1, 7), 8, 9, 14, 15, 17, 19, 20, 22, 23, 24, 26, 27, 31, 32, 33, 34, 35, 36, 38,
        *range(40, 48), 49, 50, 51, 53, 55, 56, 58, 59, 62, 63, 64, 67, 71, 77, 80,
    )
)  # fmt: skip
"""Conflicts of which a wrong choice changes a number that is shown."""
ALL = [f"c-{number:03}" for number in range(1, 83)]


def conflict(key: str) -> Conflict:
    found = shipped_library().get("conflict", key)
    assert isinstance(found, Conflict), key
    return found


def test_all_are_there_with_their_weight():
    assert len(MUST) == 48
    entries = shipped_library().entries("conflict")
    weights = {entry.id: entry.weight for entry in entries}
    assert set(ALL) <= set(weights)
    assert {key for key in ALL if weights[key] == "must"} == MUST


@pytest.mark.parametrize("key", ALL)
def test_claims_and_decision_are_said(key: str):
    entry = conflict(key)
    assert entry.claims
    assert len(entry.decision) > 30


@pytest.mark.parametrize("key", sorted(MUST))
def test_it_is_settled_in_the_data(key: str):
    settled = conflict(key).settled
    assert settled, f"{key}: nothing shows where it is settled"
    wrong = [
        said
        for text in settled
        if (said := pointer.parse(text).problem(load_shipped(), shipped_library()))
    ]
    assert wrong == []


def test_the_losing_value_is_kept_as_a_note():
    """Every figure of a part that names a conflict also says what the other source says."""
    mute = [
        f"{entry.id}: {said.fields}"
        for entry in load_shipped().parts
        for said in entry.provenance
        if said.conflict and not (said.other or said.note)
    ]
    assert mute == []
