"""Every figure that follows from others: its value, how it is said, and what it needs.

`data/derived-figures.txt` lists, entry by entry, the figures and then what goes or changes where
one input is left out. The formulas are tested against their publications in
`test_catalog_derived`; this file shows when one of them takes another input or another factor.
"""

from collections.abc import Iterator
from pathlib import Path

from designer.catalog.entry import Entry
from tests.helpers.derived_entries import EVERY, figures, without_one

DATA = Path(__file__).parent / "data" / "derived-figures.txt"


def lines() -> Iterator[str]:
    for entry in EVERY:
        whole = figures(entry)
        yield f"[{entry.id}]"
        yield from (f"{name} = {said}" for name, said in whole.items())
        for other in EVERY:
            for field, changed in without_one(other):
                yield from difference(entry, whole, other, field, changed)
        yield ""


def difference(
    entry: Entry, whole: dict[str, str], other: Entry, field: str, changed: Entry
) -> Iterator[str]:
    left = figures(entry, changed)
    gone = [name for name in whole if name not in left]
    new = [f"{name} = {said}" for name, said in left.items() if whole.get(name) != said]
    if gone or new:
        yield f"  without {other.id} {field}:"
        yield from (f"    no {name}" for name in gone)
        yield from (f"    {line}" for line in new)


def test_every_figure_and_what_it_needs() -> None:
    assert list(lines()) == DATA.read_text(encoding="utf-8").splitlines()
