"""`catalog complete`: how complete the parts are by kind, and what is open of each."""

from collections.abc import Iterable, Iterator

from designer.app.command_error import CommandError
from designer.catalog.completeness import (
    STATES,
    Completeness,
    completeness,
    has_bounds,
    open_figures,
)
from designer.catalog.kinds import KIND_IDS, kind_named
from designer.catalog.part import Part

HEADS = (
    "kind", "parts", "complete", "share", "stated", "by rule", "by nobody", "in words", "not read",
    "without bound", "open",
)  # fmt: skip


def lines(parts: Iterable[Part], kinds: Iterable[str]) -> Iterator[str]:
    """Yield the table of kinds; of the kinds that are named each part with what is open of it.

    Raises
    ------
    CommandError
        If there is no such kind.
    """
    every, wanted = tuple(parts), tuple(kinds)
    for kind in wanted:
        if kind not in KIND_IDS:
            raise CommandError(f"no kind {kind!r}; one of {', '.join(KIND_IDS)}")
    if not wanted:
        rows = [HEADS, *map(cells, completeness(every))]
        wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            yield "  ".join(
                f"{cell:<{width}}" for cell, width in zip(row, wide, strict=True)
            ).rstrip()
    for part in every:
        if part.kind in wanted and part.placeable:
            told = [f"{title}: {', '.join(names)}" for title, names in open_figures(part).items()]
            if not has_bounds(part):
                told.append("no bound of its draw or its mass")
            yield f"{part.id}: {'; '.join(told) or 'complete'}"


def cells(one: Completeness) -> tuple[str, ...]:
    """Return the cells of a kind: what is open with how many parts it is open of, most first."""
    told = sorted(
        ((states["open"], title) for title, states in one.states.items() if states["open"]),
        key=lambda each: (-each[0], each[1]),
    )
    return (
        kind_named(one.kind).plural, str(one.parts), str(one.complete), f"{one.share:.0%}",
        *(f"{one.share_of(state):.0%}" for state in STATES[:-1]),
        str(len(one.unbounded)), ", ".join(f"{title} {number}" for number, title in told) or "–",
    )  # fmt: skip
