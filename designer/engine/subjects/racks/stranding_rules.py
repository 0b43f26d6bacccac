"""The rule of power that full racks of a row strand."""

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Final

from designer.engine.findings import Finding
from designer.engine.reasons import NameOf, cannot_be_said
from designer.engine.row_report import RowReport
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.racks.all_rows import ROWS
from designer.model.figure_words import how_many, words
from designer.model.figures import exact, within

MOST_STRANDED: Final = exact(15.0, "%")
"""Share of a row's feed power above which a reviewer asks for what strands it."""


def full_racks_use_their_power(facts: Facts) -> Iterator[Finding]:
    """R05: full racks of a row do not strand more than 15 % of its feed power."""
    racks = facts[CONTENTS].rows
    # A row with the same report and the same racks says the same.
    rows = ((row, racks.get(row.id, ())) for row in facts[ROWS])
    found = facts.memory.each("R05", rows, partial(_of_row, name_of=facts.name_of))
    yield from chain.from_iterable(found)


def _of_row(row: RowReport, where: tuple[str, ...], name_of: NameOf) -> tuple[Finding, ...]:
    share = row.figure("stranded_pct", "%")
    verdict = within(share, MOST_STRANDED)
    called = f"row {row.name or row.id}"
    if verdict.answer == "no":
        stranded = row.figure("stranded_full_kw")
        return (
            Finding(
                "R05", "warning", f"{row.binding_constraint}:{row.id}", where,
                f"{called}: {words(stranded)}, {words(share, 0)} of what the feeds of its racks "
                f"carry, cannot be used, because racks are full: {_by(row)}",
                "Raise the limit that binds, put what needs less of it there, or give the racks "
                "smaller rack PDUs.",
                share.minus(MOST_STRANDED).low,
            ),
        )  # fmt: skip
    if verdict.answer == "open":
        what = f"whether full racks of {called} strand much of its power"
        return (cannot_be_said("R05", row.id, where, what, verdict.because, name_of),)
    return ()


def _by(row: RowReport) -> str:
    """Return what strands it: `12 racks by Cooling, 2 by Rack units`."""
    each = [(one.label, one.figure("full_racks")) for one in row.stranded_by]
    return ", ".join(f"{how_many(n, 'rack')} by {label}" for label, n in each if n.high > 0)
