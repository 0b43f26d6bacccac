"""What the program promises, traced to what proves it: `tests/claims/*.toml`.

Each claim names tests that exist, rows of the bench that are in its table, or what is missing.
"""

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.gates import REPOSITORY

TRACES = sorted((REPOSITORY / "tests" / "claims").glob("*.toml"))
FIELDS = {"subject", "says", "proof", "bench", "gap"}


@cache
def names_in(file: str) -> frozenset[str]:
    """Return the tests that pytest collects of a file, those of classes as `Class::test`."""
    path = REPOSITORY / file
    if not path.is_file():
        return frozenset()
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        held = node.body if isinstance(node, ast.ClassDef) else [node]
        before = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        found |= {
            before + one.name
            for one in held
            if isinstance(one, ast.FunctionDef) and one.name.startswith("test_")
        }
    return frozenset(found)


@cache
def bench_rows() -> dict[str, str]:
    """Return the rows of the bench's table, each with its verdict.

    The marks of footnotes are no part of a name, and rows of one name are told together.
    """
    text = (REPOSITORY / "resources/guide/bench.md").read_text(encoding="utf-8")
    found: dict[str, str] = {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| ") and len(cells) > 4:
            name = re.sub(r" \*+$", "", cells[0])
            found[name] = f"{found.get(name, '')} {cells[-2]}".strip()
    return found


def claims(trace: Path) -> list[dict[str, Any]]:
    return tomllib.loads(trace.read_text(encoding="utf-8"))["claim"]


def faults(found: list[dict[str, Any]]) -> list[str]:
    """Return what is wrong with claims, a line each."""
    said: list[str] = []
    seen: set[str] = set()
    for one in found:
        says = one.get("says", "")
        if not says or not one.get("subject") or one.keys() - FIELDS:
            said.append(f"{says or one}: it needs subject and says, and has no other fields")
        if says.casefold() in seen:
            said.append(f"{says}: twice")
        seen.add(says.casefold())
        proofs, rows = one.get("proof", []), one.get("bench", [])
        if not proofs and not rows and not one.get("gap", ""):
            said.append(f"{says}: neither proven nor said to be missing")
        if "gap" in one and len(one["gap"].split()) < 4:
            said.append(f"{says}: a gap says what is missing")
        if len({*proofs}) < len(proofs) or len({*rows}) < len(rows):
            said.append(f"{says}: a proof is named twice")
        for proof in proofs:
            file, _, name = proof.partition("::")
            if name not in names_in(file):
                said.append(f"{says}: there is no test {proof}")
        for row in rows:
            if row not in bench_rows():
                said.append(f"{says}: the bench has no row {row!r}")
            elif "missed" in bench_rows()[row] and "gap" not in one:
                said.append(f"{says}: {row!r} misses its limit, and no gap says so")
    return said


def test_there_are_traces() -> None:
    assert TRACES
    assert all(len(claims(trace)) > 50 for trace in TRACES)


@pytest.mark.parametrize("trace", TRACES, ids=lambda trace: trace.name)
def test_each_claim_is_proven_or_says_what_is_missing(trace: Path) -> None:
    assert faults(claims(trace)) == []


HERE = "tests/arch/test_arch_claims.py::test_there_are_traces"
SOUND = {"subject": "s", "says": "It is so.", "proof": [HERE]}


@pytest.mark.parametrize(
    ("planted", "said"),
    [
        ([SOUND, SOUND], "twice"),
        ([{**SOUND, "proof": []}], "neither proven"),
        ([{**SOUND, "proof": [f"{HERE}_gone"]}], "there is no test"),
        ([{**SOUND, "proof": ["tests/gone.py::test_x"]}], "there is no test"),
        ([{**SOUND, "proof": [HERE.partition("::")[0]]}], "there is no test"),
        ([{**SOUND, "proof": [HERE, HERE]}], "named twice"),
        ([{**SOUND, "bench": ["gone"]}], "has no row"),
        ([{**SOUND, "gap": "none"}], "says what is missing"),
        ([{**SOUND, "proofs": [HERE]}], "no other fields"),
        ([{"says": "It is so.", "proof": [HERE]}], "needs subject"),
    ],
)
def test_a_planted_fault_is_seen(planted: list[dict[str, Any]], said: str) -> None:
    assert faults([SOUND | {"says": "Another."}]) == []
    assert any(said in fault for fault in faults(planted))


def test_a_row_of_the_bench_that_misses_its_limit_asks_for_a_gap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(f"{__name__}.bench_rows", lambda: {"slow": "at 4 met, else missed"})
    row = {**SOUND, "bench": ["slow"]}
    assert ["misses its limit" in fault for fault in faults([row])] == [True]
    assert faults([{**row, "gap": "It takes twice as long."}]) == []
