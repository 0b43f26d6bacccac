"""Cables that the fabrics' rules need, and those drawn by hand."""

from collections import Counter

from designer.engine.report import Cables
from designer.engine.subject import Facts, Key
from designer.engine.subjects.fabrics.fabrics import FABRICS

CABLES: Key[Cables] = Key("cables")


def cables_of(facts: Facts) -> Cables:
    """Return the cables that the fabrics' rules need, and those drawn by hand.

    The medium of a rule's cable depends on its length, which is not known before it is routed.
    """
    fabrics, design, catalog = facts[FABRICS], facts.design, facts.catalog
    ruled = sum(f.node_leaf_cables + f.leaf_spine_cables + f.spine_core_cables for f in fabrics)
    media: Counter[str] = Counter()
    for cable in design.cables:
        part = catalog.get(cable.part)
        media[part.cable.medium if part and part.cable else "not chosen"] += 1
    if ruled:
        media["not routed"] += ruled
    return Cables(
        count=ruled + len(design.cables), length_m=None, by_medium=tuple(sorted(media.items()))
    )
