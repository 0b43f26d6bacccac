"""What the placed storage delivers together."""

from collections.abc import Mapping

from designer.catalog.part import Part
from designer.engine.report import StorageReport
from designer.engine.subject import Facts, Key
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.model.figures import Figure, missing, stated, total
from designer.model.measured import fields_of
from designer.model.units import unit_of

STORAGE: Key[StorageReport] = Key("storage")

_FIGURES = ("read_gb_s", "write_gb_s", "raw_tb")


def storage_of(facts: Facts) -> StorageReport:
    """Return what the placed storage delivers; what a system does not state leaves a sum open.

    So does what the catalogue lacks: it may be another system.
    """
    counts, catalog = facts[CONTENTS].counts, facts.catalog
    placed = [
        (part, number)
        for part_id, number in counts.parts.items()
        if (part := catalog.get(part_id)) is not None and part.traits.stores
    ]
    sums = {name: _summed(placed, counts.lost, name) for name in _FIGURES} if placed else {}
    fields = fields_of(sums)
    return StorageReport.model_construct(systems=sum(number for _, number in placed), **fields)


def _summed(placed: list[tuple[Part, int]], lost: Mapping[str, int], name: str) -> Figure:
    figures = [missing(f"{key}.part", unit_of(name)).times(n) for key, n in lost.items()]
    for part, number in placed:
        value: float | None = getattr(part.storage, name) if part.storage else None
        one = stated(value, f"{part.id}.storage.{name}", unit_of(name))
        figures.append(one.times(number))
    return total(figures)
