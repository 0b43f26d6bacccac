"""Labels of racks, devices and ports: name, where it is, and what the code on it says. Pure.

A code says what it is on, the revision and the digest of the design, so that a label of another
issue is told from this one without the drawing.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.io.design_text import dumps
from designer.io.export.cable_labels import cable_labels
from designer.io.export.csv_table import csv_table
from designer.io.export_asked import Labelled
from designer.model.design import Design, Revision
from designer.model.layout import Layout
from designer.model.one_line import one_line
from designer.model.revisions import newest
from designer.model.units import u_of

DIGEST_SHOWN: Final = 12
"""Characters of a digest that are printed: two designs of the same are one in 2.8e14."""
_COLUMNS: Final = ("name", "what", "where", "issue", "code", "id")


@dataclass(frozen=True, slots=True)
class PlaceLabel:
    """What is put on a rack, on a device or beside a port.

    Attributes
    ----------
    what, where
        Its part; the row, or the rack and the unit. Of a port its cable and the far end of that;
        rack, unit and device.
    issue
        Revision and digest, as people read them.
    code
        What the code says.
    """

    key: str
    name: str
    what: str
    where: str
    issue: str
    code: str


def digest_of(design: Design, catalog: Catalog, file: bytes | None = None) -> str:
    """Return the first characters of the SHA-256 of a design's file, as the sheets have it.

    Parameters
    ----------
    file
        The bytes of the file, where it holds the design; None: those that saving would write.
    """
    text = dumps(design, catalog).encode() if file is None else file
    return hashlib.sha256(text).hexdigest()[:DIGEST_SHOWN]


def place_labels(
    design: Design, catalog: Catalog, of: Labelled, file: bytes | None = None
) -> list[PlaceLabel]:
    """Return a label for each thing on the floor, each device in a rack, or each port in use."""
    layout, digest = Layout(design), digest_of(design, catalog, file)
    last = newest(design.revisions)
    revision = f"rev {last.id}" if last else ""
    issue = " · ".join(filter(None, (revision, digest)))
    things = list(_THINGS[of](layout, catalog))
    # Ports are named in their devices alone: the end of a cable says where one is.
    names = Counter(name for _, _, name, *_ in things if of != "ports")
    return [
        PlaceLabel(
            key, name, what, where, issue,
            code_text(sort, _named(names[name], name, key), last, digest),
        )
        for sort, key, name, what, where in things
    ]  # fmt: skip


def _named(many: int, name: str, key: str) -> str:
    """Return what a code calls a thing: with its id where several have its name."""
    return (key, name)[many] if many < 2 else f"{name} {key}"


def code_text(sort: str, name: str, last: Revision | None, digest: str) -> str:
    """Return what a code says: `RACK A01 REV C 3F2B1C9D4E5F`.

    All but names is in capitals: where a name has no small letters either, the code is smaller
    (ISO/IEC 18004, alphanumeric mode).
    """
    revision = f"REV {last.id}" if last is not None else ""
    return one_line(" ".join(filter(None, (sort, name, revision, digest.upper()))))


def _racks(layout: Layout, catalog: Catalog) -> Iterator[tuple[str, str, str, str, str]]:
    for rack in layout.design.racks:
        part = catalog.get(rack.part)
        where = f"Row {layout.name_of(rack.row)}" if rack.row else ""
        sort = "RACK" if part is None or part.traits.is_rack else "UNIT"
        yield sort, rack.id, rack.name or rack.id, part.name if part else rack.part, where


def _devices(layout: Layout, catalog: Catalog) -> Iterator[tuple[str, str, str, str, str]]:
    for placed in layout.every():
        part = catalog.get(placed.part)
        unit = f"U{u_of(placed.half_u):g}" if placed.half_u else ""
        where = " · ".join(filter(None, (f"Rack {layout.name_of(placed.rack)}", unit)))
        what = part.name if part else placed.part
        yield "DEVICE", placed.key, placed.name or placed.key, what, where


def _ports(layout: Layout, catalog: Catalog) -> Iterator[tuple[str, str, str, str, str]]:
    """Yield the ports in which a cable is plugged, each once, in the order of the schedule."""
    seen: set[str] = set()
    for label in cable_labels(layout.design, catalog):
        (key, far), end = (one.removesuffix("/") for one in label.lines), label.near
        if key in seen:
            continue
        seen.add(key)
        unit = f"U{end.unit}" if end.unit else ""
        where = " · ".join(filter(None, (end.rack_name, unit, end.name)))
        yield "PORT", key, end.port, f"to {far}, cable {label.of_cable}", where


_THINGS: Final[dict[Labelled, Callable[[Layout, Catalog], Iterator[tuple[str, ...]]]]] = {
    "racks": _racks, "devices": _devices, "ports": _ports,
}  # fmt: skip


def place_labels_csv(labels: Sequence[PlaceLabel]) -> str:
    """Return labels as CSV for a label printer, the text of the code in a column of its own."""
    return csv_table(
        _COLUMNS,
        (
            {"name": one.name, "what": one.what, "where": one.where, "issue": one.issue,
             "code": one.code, "id": one.key}
            for one in labels
        ),
    )  # fmt: skip
