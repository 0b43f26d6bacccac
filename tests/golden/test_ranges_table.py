"""The table of ranges as it was reviewed: a bound that changes must be changed here too.

`data/ranges.txt` has a line for each figure, or for the end of a name (`*_kw`). A new figure need
not stand there before it was reviewed; that it has a range is tested elsewhere.
"""

from pathlib import Path

import pytest

from designer.model.ranges import range_of

REVIEWED = (Path(__file__).parent / "data/ranges.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", REVIEWED)
def test_a_range_is_as_it_was_reviewed(line):
    name, _, wanted = line.partition(": ")
    record, _, field = name.rpartition(".")
    found = range_of(record or "Record", field.replace("*", "any"))
    assert found is not None
    assert found.words() + (f" ({found.reason})" if found.reason else "") == wanted
