"""What the placed storage delivers together."""

from designer.catalog.kinds import Kind
from designer.catalog.lost_parts import LostThings, count_of, open_figures
from designer.catalog.part import Part
from designer.engine.report import StorageReport
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.storage.delivery import DELIVERY, stores
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
    placed = stores(counts.parts, catalog)
    systems = count_of(sum(number for _, number in placed), counts.lost_things, _stores)
    figures = {"systems": systems}
    if systems.high > 0:
        figures |= {name: _summed(placed, counts.lost_things, name) for name in _FIGURES}
    sent = facts.read(DELIVERY)
    if sent is not None:
        told = {
            "network_gb_s": sent.network, "sent_gb_s": sent.read, "taken_gb_s": sent.write,
            "sent_after_loss_gb_s": sent.read_lost, "taken_after_loss_gb_s": sent.write_lost,
        }  # fmt: skip
        figures |= {name: figure for name, figure in told.items() if figure is not None}
    fields = fields_of(figures)
    if sent is not None:
        fields |= {"worst_loss": sent.lost, "limit": sent.limit, "ports_left": sent.left}
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
