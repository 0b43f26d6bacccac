"""What comments of a review are about, in words: each thing with its kind, as everywhere.

May import `model` and the kinds of this room.
"""

from collections.abc import Collection
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.kinds import kind_of
from designer.model.comments import Comment, thing_words
from designer.model.layout import Layout
from designer.model.room import ElementKind
from designer.model.sentence import capital


def thing_in_words(
    comment: Comment, layout: Layout, catalog: Catalog, findings: Collection[str] | None = None
) -> str:
    """Return what a comment is about: `CDU-02`, `Compute node n1`, `Rack A01 (gone)`.

    A name that begins with its kind goes without it.

    Parameters
    ----------
    findings
        As of `is_gone`.
    """
    return thing_words(comment, layout, findings, noun=_noun(comment, layout, catalog))


_ELEMENTS: Final[dict[ElementKind, str]] = {
    "obstacle": "Obstacle", "column": "Column", "wall": "Wall", "ramp": "Ramp",
    "keep-out": "Keep-out zone", "ceiling": "Ceiling zone",
}  # fmt: skip


def _noun(comment: Comment, layout: Layout, catalog: Catalog) -> str:
    """Return what a rack, a floor unit or a device is called by its part; empty where unknown.

    Of a column, a wall or a zone it is its kind.
    """
    if comment.about == "element":
        every = layout.design.room.obstacles
        kinds = (_ELEMENTS[one.kind] for one in every if one.id == comment.target)
        return next(kinds, "")
    if comment.about == "rack":
        rack = layout.racks.get(comment.target)
        part = catalog.get(rack.part) if rack is not None else None
    elif comment.about == "device":
        device = layout.find(comment.target)
        part = catalog.get(device.part) if device is not None else None
    else:
        return ""
    if part is None or kind_of(part).is_rack:
        return ""
    return capital(kind_of(part).singular)
