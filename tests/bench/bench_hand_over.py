"""What an edit costs between the window and the engine: both processes' processor time, its bytes.

From the design that was edited to the report that the window holds: the difference, its frame, the
evaluation, the patch, and the report that it makes. Edits are the program's own, and each is one
that nobody made before: another rack is given a device or a name, another row is removed, all nodes
become another part. What was made before is made once more as a row of its own, and so is undoing.
What the engine works out later is waited for in between. The report of a design that is opened is
the same way without an edit before it.

A part is held before it is dropped, and the engine computes ahead what the drop will give while the
pointer is still. Drops are measured so, *held still*, and without a preview before, as keys and
scripts make them.

Designs are the DGX SuperPOD H100 with about 1,000, 16,000 and 100,000 GPUs; larger and other ones
are in `bench_hand_over_large` and `bench_hand_over_million`.
"""

import gc
import statistics
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final

from designer.catalog.catalog import Catalog
from designer.document.document import Document
from designer.model.design import Design
from tests.bench.designs import catalog, site
from tests.bench.kinds_of_edit import DROPPED, NODE, drops, renames, replaced, rows_removed
from tests.bench.pipe import Handed, Pipe, median, words_of
from tests.bench.row import Row
from tests.bench.sample import growth

if TYPE_CHECKING:
    from designer.document.document import Edit

SIZES: Final = (1_000, 16_000, 100_000)
TIMES: Final = 12
DROP_MS: Final = {1_000: 3.0, 16_000: 3.0, 100_000: 8.0, 1_000_000: 30.0}
ENGINE_MB: Final = {1_000_000: 300.0}
_ROUGH_MS: Final = 50
_RESTS: Final = 3
"""Drops after which all is waited for: some ten seconds each at 98,304 GPUs."""
HELD: Final = "a node that was held still"
Found = dict[str, list[Handed]]


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on handing over edits and reports."""
    parts = catalog()
    found: list[Row] = []
    by_size: dict[int, Found] = {}
    for gpus in SIZES[:1] if tiny else SIZES:
        made, by_size[gpus] = rows_of_design(
            site(parts, gpus), parts, f"{gpus:,} GPUs", gpus, 1 if tiny else TIMES
        )
        found += made
    return found + growths(by_size)


def growths(by_size: Mapping[int, Found]) -> list[Row]:
    """Return how drops grow with designs of one kind."""
    if len(by_size) < 2:
        return []
    kinds = [kind for kind in DROPPED if all(kind in found for found in by_size.values())]
    made = []
    for kind in kinds:
        by_gpus = {gpus: median(found[kind]).cpu_ms for gpus, found in by_size.items()}
        said = ", ".join(f"{gpus:,}: {ms:.1f} ms" for gpus, ms in by_gpus.items())
        what = f"growth of a drop of {kind}, {min(by_gpus):,} to {max(by_gpus):,} GPUs"
        made.append(Row(what, growth(by_gpus), 0.5, unit="", against="exponent", detail=said))
    return made


def rows_of_design(
    design: Design,
    parts: Catalog,
    called: str,
    gpus: int,
    times: int,
    *,
    dropped: Mapping[str, str] = DROPPED,
    node: str = NODE,
    many: bool = True,
) -> tuple[list[Row], Found]:
    """Return the rows on one design, and what drops of each kind cost.

    Parameters
    ----------
    many
        Whether edits of many racks at once are made as well.
    """
    pipe, document = Pipe(), Document(design)
    try:
        found = [_opened(pipe, design, called)]
        gc.collect()
        gc.freeze()  # as the window's process does once the file is open
        by_kind = dropped_in_turn(pipe, document, parts, dropped, times)
        found += _dropped(by_kind, called, gpus)
        if node in dropped.values():
            # One after the other out of the same racks: what was worked out is told at once.
            made = drops(document, parts, node)
            found += _followed(pipe, document, islice(made, min(times, _RESTS)), called)
            held = there_and_back(pipe, document, islice(made, times + 1), look=True)[0]
            found += _dropped({HELD: held}, called, gpus)
        named = (edit for _, edit in renames(document))
        there, _ = there_and_back(pipe, document, islice(named, times + 1))
        found.append(_renamed(there, by_kind, called))
        if many:
            found += _many(pipe, document, parts, called, node=node, times=times)
        most = ENGINE_MB.get(gpus, 150.0)
        found.append(Row(f"memory of the engine, {called}", pipe.engine_mb, most, unit="MB"))
    finally:
        pipe.close()
        gc.unfreeze()
    return found, by_kind


def _opened(pipe: Pipe, design: Design, called: str) -> Row:
    opened = pipe.open(design)
    return Row(
        f"first report read by the window, {called}", opened.window_ms, 60, unit="ms",
        detail=f"{opened.patch / 1e3:,.0f} kB, with writing the design into the pipe; the engine "
        f"takes {opened.engine_ms:,.0f} ms with its start",
    )  # fmt: skip


def dropped_in_turn(
    pipe: Pipe, document: Document, parts: Catalog, dropped: Mapping[str, str], times: int
) -> Found:
    """Return what drops cost, one of each kind after the other; the first of each is not counted.

    A kind is left out where its part has room in no rack.
    """
    found: Found = {}
    edits = {kind: drops(document, parts, part) for kind, part in dropped.items()}
    for number in range(times + 1):
        for kind, made in edits.items():
            there, _ = there_and_back(pipe, document, islice(made, 1), uncounted=0)
            if number:
                found.setdefault(kind, []).extend(there)
    return {kind: taken for kind, taken in found.items() if taken}


def there_and_back(
    pipe: Pipe, document: Document, edits: Iterable["Edit"], uncounted: int = 1,
    *, look: bool = False,
) -> tuple[list[Handed], list[Handed]]:  # fmt: skip
    """Return what edits cost and what undoing each costs, each after the engine came to rest.

    Parameters
    ----------
    look
        Whether each edit is looked at first.
    """
    there, back = [], []
    for edit in edits:
        document.apply("Edit", edit)
        pipe.rest()
        if look:
            pipe.look(document.design)
        there.append(pipe.follow(document.design))
        document.undo()
        pipe.rest()
        back.append(pipe.follow(document.design))
    return there[uncounted:], back[uncounted:]


def _dropped(by_kind: Found, called: str, gpus: int) -> Iterator[Row]:
    for kind, taken in by_kind.items():
        yield Row(
            f"drop of {kind}, engine and pipe, {called}", median(taken).cpu_ms, DROP_MS[gpus],
            unit="ms", detail=words_of(taken),
        )  # fmt: skip
    largest = {kind: max(one.patch for one in taken) / 1e3 for kind, taken in by_kind.items()}
    yield Row(
        f"patch of a drop, the largest of any, {called}", max(largest.values()), 20, unit="kB",
        detail=", ".join(f"{kind} {kb:.1f}" for kind, kb in largest.items()),
    )  # fmt: skip


def _followed(
    pipe: Pipe, document: Document, edits: Iterable["Edit"], called: str
) -> Iterator[Row]:
    """Yield what is worked out after the report of a drop: losses of switches, then all.

    Drops add up: of a fabric that was so before, as after a drop taken back, losses are in the
    report already, and nothing is told before the end.
    """
    taken = []
    for edit in edits:
        document.apply("Edit", edit)
        pipe.follow(document.design)
        taken.append(pipe.rest())
    for _ in taken:
        document.undo()
    pipe.follow(document.design)
    pipe.rest()
    told = [one.told_ms for one in taken if one.told_ms is not None]
    after = "after the report of a drop of a node"
    said = f"of the engine, longest of {len(taken)}: {{:,.0f}} ms; the limit is ours"
    yield Row(
        f"losses of switches are told {after}, {called}", median_of(told), 100, unit="ms",
        detail=said.format(max(told, default=0.0)),
    )  # fmt: skip
    every = [one.all_ms for one in taken]
    yield Row(
        f"all losses are worked out {after}, {called}", median_of(every), 1_000, unit="ms",
        detail=said.format(max(every)),
    )  # fmt: skip


def median_of(values: list[float]) -> float | None:
    """Return the median; None of nothing."""
    return statistics.median(values) if values else None


def _renamed(there: list[Handed], by_kind: Found, called: str) -> Row:
    took = median(there).cpu_ms
    each = {kind: took / median(taken).cpu_ms for kind, taken in by_kind.items()}
    drop = median([one for taken in by_kind.values() for one in taken]).cpu_ms
    return Row(
        f"rename of a rack, {called}", took / drop, 1, against="a drop, in the median of its kinds",
        detail=f"{words_of(there)}; of {', '.join(f'{k} {v:.2f}' for k, v in each.items())}",
    )  # fmt: skip


def _many(
    pipe: Pipe, document: Document, parts: Catalog, called: str, *, node: str, times: int
) -> Iterator[Row]:
    gone, back = there_and_back(pipe, document, islice(rows_removed(document), times + 1))
    yield from _rough(f"another row removed each time, {called}", gone)
    yield from _rough(f"undo of a removed row, {called}", back)
    others = replaced(document, parts, node)
    new, back = there_and_back(pipe, document, others[: times + 1])
    yield from _rough(f"all nodes replaced, by another part each time, {called}", new)
    yield from _rough(f"undo of all nodes replaced, {called}", back)
    # Made before, some edits ago: what of it is kept shows here.
    again, _ = there_and_back(pipe, document, others[1 : times + 1], uncounted=0)
    yield from _rough(f"all nodes replaced once more by the same part, {called}", again)


def _rough(what: str, taken: list[Handed]) -> Iterator[Row]:
    """Yield the row, if the design allows such an edit."""
    if taken:
        yield Row(what, median(taken).cpu_ms, _ROUGH_MS, unit="ms", detail=words_of(taken))


if __name__ == "__main__":
    for row in rows():
        print(row.what, row.measured, row.target, row.verdict, row.detail, sep=" | ")
