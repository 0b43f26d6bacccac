"""A site of several halls against one hall of it, as often as it has halls.

Halls that are alike need not cost each anew: below 1 something is shared, above it something is
looked at for each hall that belongs to another.
"""

from collections.abc import Callable

from designer.catalog.catalog import Catalog
from designer.model.design import Design
from tests.bench.designs import SITE_UNITS, catalog, site
from tests.bench.row import Row
from tests.bench.sample import growth, sampled

_HALL_UNITS = 128


def rows(tiny: bool = False) -> list[Row]:
    """Return the rows on drawing, writing and evaluating sites."""
    from designer.engine.evaluate import Evaluator
    from designer.io.design_text import dumps
    from designer.planning.templates import build

    parts = catalog()
    times = 1 if tiny else 5

    def drawn(units: int) -> Design:
        if tiny:
            asked = {"scalable_units": str(units), "units_per_hall": "1"}
            return build("dgx-superpod-h100", asked, parts)
        return build("dgx-superpod-h100", {"scalable_units": str(units)}, parts)

    one, three = (1, 3) if tiny else (_HALL_UNITS, 3 * _HALL_UNITS)
    hall, halls = drawn(one), drawn(three)
    # What is read once in a process is no part of either.
    Evaluator(parts).report(drawn(1))
    found = [
        _per_hall("a site of three halls drawn", lambda: drawn(one), lambda: drawn(three), times),
        _per_hall(
            "a site of three halls evaluated", lambda: Evaluator(parts).report(hall),
            lambda: Evaluator(parts).report(halls), times,
        ),
    ]  # fmt: skip
    if tiny:
        return found
    million = site(parts, 1_000_000)
    return [
        *found,
        Row("file of 1,000,192 GPUs", len(dumps(million, parts).encode()) / 1e6, 5, unit="MB",
            detail=f"{len(million.racks):,} racks in {len(million.halls)} halls"),
        _growth(parts, lambda design: Evaluator(parts).report(design)),
    ]  # fmt: skip


def _per_hall(what: str, one: Callable[[], object], three: Callable[[], object], times: int) -> Row:
    hall, halls = sampled(one, times).median, sampled(three, times).median
    return Row(
        what, halls / 3 / hall, 1, against="one hall, as often as it has halls",
        detail=f"{halls * 1e3:.0f} ms against 3 × {hall * 1e3:.0f} ms",
    )  # fmt: skip


def _growth(parts: Catalog, work: Callable[[Design], object]) -> Row:
    taken: dict[int, float] = {}
    for gpus in SITE_UNITS:
        design = site(parts, gpus)
        few = 1 if gpus > 100_000 else 3
        taken[gpus] = sampled(lambda design=design: work(design), few).median
    said = " / ".join(f"{seconds:.2f}" for seconds in taken.values())
    return Row(
        "a first evaluation from 1,000 to 1,000,000 GPUs", growth(taken), 1, unit="exponent",
        detail=f"{said} s",
    )  # fmt: skip
