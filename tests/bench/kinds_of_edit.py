"""Edits as the program makes them, each another than the ones before.

A drop goes through `place_device`, so a switch joins the fabric that has its sort, and a node the
networks of its part; only what no fabric takes stays idle. Each goes into another rack, far from
the rack before. Edits are made from the document as it stands when they are asked for.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from designer.document.edits import place_device, remove, rename, replace_part
from designer.document.errors import EditError
from designer.document.placement import first_fit

if TYPE_CHECKING:
    from designer.catalog.catalog import Catalog
    from designer.document.document import Document, Edit

NODE: Final = "dgx-h100"
DROPPED: Final = {
    "a fabric switch": "qm9700",
    "a node": NODE,
    "a management switch": "sn2201",
    "an idle switch": "sn4700",
}
"""What is dropped into the DGX SuperPOD H100: the last is of no fabric there."""


def drops(document: "Document", parts: "Catalog", part: str) -> Iterator["Edit"]:
    """Yield drops of a part, each into another rack, where it fits."""
    for rack in places(document, parts, part):
        yield place_device(parts, part, rack, known=document.layout)


def places(document: "Document", parts: "Catalog", part: str) -> list[str]:
    """Return the racks in which a part fits, one after the other far apart."""
    layout = document.layout
    return [r for r in spread(layout.racks) if first_fit(layout, parts, part, r) is not None]


def renames(document: "Document") -> Iterator[tuple[str, "Edit"]]:
    """Yield another rack each time, and its rename."""
    for rack in spread(document.layout.racks):
        yield rack, rename(rack, f"renamed {rack}")


def rows_removed(document: "Document") -> Iterator["Edit"]:
    """Yield removals of one row after the other with all that stands in it."""
    design = document.design
    for row in spread(row.id for row in design.rows):
        racks = tuple(rack.id for rack in design.racks if rack.row == row)
        if racks:
            yield remove(racks)


def replaced(document: "Document", parts: "Catalog", node: str = NODE) -> list["Edit"]:
    """Return replacements of all nodes of a part, by each other part that has room everywhere."""
    found = []
    for part in parts.parts:
        if part.kind != "node" or part.id == node:
            continue
        edit = replace_part(parts, node, part.id)
        try:
            document.made(edit)
        except EditError:
            continue
        found.append(edit)
    return found


def spread(things: Iterable[Any]) -> list[Any]:
    """Return things in another order: one after the other is far from the one before."""
    every = list(things)
    step = max(1, int(len(every) * 0.381966))
    while len(every) % step == 0 and step > 1:
        step -= 1
    seen = dict.fromkeys(at * step % len(every) for at in range(len(every)))
    return [every[at] for at in (*seen, *(n for n in range(len(every)) if n not in seen))]
