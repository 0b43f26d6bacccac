"""Every bench runs through, in a tiny size; no time is asserted here."""

import pytest

from tests.bench.row import Row, table
from tests.bench.run import BENCHES, rows_from_child


@pytest.mark.slow
@pytest.mark.parametrize("name", BENCHES)
def test_a_bench_runs_through(name: str) -> None:
    rows = rows_from_child(name, tiny=True)
    assert rows
    unmeasured = [row.detail for row in rows if row.value is None]
    assert unmeasured == []


def test_a_bench_that_fails_is_a_row_that_says_why() -> None:
    (row,) = rows_from_child("that_does_not_exist", tiny=True)
    assert (row.value, row.verdict) == (None, "not measured")
    assert row.detail


def test_a_row_says_measured_target_and_verdict() -> None:
    met = Row("start", 1.5, 2, against="an empty window", detail="3 ms against 2 ms")
    assert (met.measured, met.target, met.verdict) == ("1.50 ×", "≤ 2 × an empty window", "met")
    assert Row("start", 2.5, 2).verdict == "missed"
    assert table([met]).splitlines()[-1] == (
        "| start | 1.50 × | ≤ 2 × an empty window | met | 3 ms against 2 ms |"
    )


def test_what_misses_its_target_by_most_stands_first() -> None:
    rows = [Row("met", 1, 2), Row("missed", 5, 2), Row("not measured", None, 2), Row("near", 2, 2)]
    lines = table(rows).splitlines()[2:]
    assert [line.split(" | ")[0] for line in lines] == [
        "| not measured", "| missed", "| near", "| met",
    ]  # fmt: skip
