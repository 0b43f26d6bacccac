"""Cables that the fabrics' rules need, and those drawn by hand."""

from collections import Counter

from designer.engine.report import Cables
from designer.engine.subject import Facts, Key
from designer.engine.subjects.fabrics.fabrics import FABRICS
from designer.model.figures import exact, total
from designer.model.measured import bounds_of

CABLES: Key[Cables] = Key("cables")


def cables_of(facts: Facts) -> Cables:
    """Return the cables that the fabrics' rules need, and those drawn by hand.

    The medium of a rule's cable depends on its length, which is not known before it is routed.
    """
    design, catalog = facts.design, facts.catalog
    ruled = total(
        fabric.figure(name)
        for fabric in facts[FABRICS]
        for name in ("node_leaf_cables", "leaf_spine_cables", "spine_core_cables")
    )
    media: Counter[str] = Counter()
    for cable in design.cables:
        part = catalog.get(cable.part)
        media[part.cable.medium if part and part.cable else "not chosen"] += 1
    by_medium: dict[str, int | None] = dict(media)
    if ruled.high > 0:
        by_medium["not routed"] = None if ruled.value is None else round(ruled.value)
    count = ruled + exact(len(design.cables))
    return Cables(
        count=None if count.value is None else round(count.value),
        bounds=bounds_of({"count": count}),
        length_m=None,
        by_medium=tuple(sorted(by_medium.items())),
    )
