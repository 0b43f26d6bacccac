"""What the placed storage delivers together."""

from designer.engine.report import StorageReport
from designer.engine.subject import Facts, Key
from designer.engine.subjects.contents.fillings import CONTENTS

STORAGE: Key[StorageReport] = Key("storage")


def storage_of(facts: Facts) -> StorageReport:
    """Return what the placed storage delivers. A figure that one system lacks is None."""
    counts, catalog = facts[CONTENTS].counts, facts.catalog
    placed = [
        (part, number)
        for part_id, number in counts.parts.items()
        if (part := catalog.get(part_id)) is not None and part.traits.stores
    ]

    def total(name: str) -> float | None:
        values = [(getattr(part.storage, name, None), number) for part, number in placed]
        if not values or any(value is None for value, _ in values):
            return None
        return float(sum(value * number for value, number in values if value is not None))

    return StorageReport.model_construct(
        systems=sum(number for _, number in placed),
        read_gb_s=total("read_gb_s"),
        write_gb_s=total("write_gb_s"),
        raw_tb=total("raw_tb"),
    )
