"""What the placed storage delivers together."""

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import LostThings, count_of, open_figures
from designer.catalog.part import Part
from designer.engine.report import StorageReport
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.model.figures import Figure, stated, total
from designer.model.measured import fields_of
from designer.model.units import unit_of

STORAGE: Key[StorageReport] = Key("storage")

_FIGURES = ("read_gb_s", "write_gb_s", "raw_tb")


def storage_of(facts: Facts) -> StorageReport:
    """Return what the placed storage delivers; what a system does not state leaves a sum open.

    So does what the catalogue lacks where it may be another system.
    """
    counts, catalog = facts[CONTENTS].counts, facts.catalog
    placed = [
        (part, number)
        for part_id, number in counts.parts.items()
        if (part := catalog.get(part_id)) is not None and part.traits.stores
    ]
    systems = count_of(sum(number for _, number in placed), counts.lost_things, _stores)
    figures = {"systems": systems}
    if systems.high > 0:
        figures |= {name: _summed(placed, counts.lost_things, name) for name in _FIGURES}
    fields = fields_of(figures)
    fields["systems"] = None if systems.value is None else int(systems.value)
    return StorageReport.model_construct(**fields)


def _stores(kind: Kind) -> bool:
    return kind.stores


def _summed(placed: list[tuple[Part, int]], lost: LostThings, name: str) -> Figure:
    pairs = list(open_figures(lost, _stores, unit_of(name)))
    for part, number in placed:
        value: float | None = getattr(part.storage, name) if part.storage else None
        pairs.append((stated(value, f"{part.id}.storage.{name}", unit_of(name)), number))
    return total(figure.times(number) for figure, number in pairs)
