"""What is copied as a table: with tabs for spreadsheets, and as HTML for texts.

Figures are those of the catalogue: the highest power and the mass of each part. What nobody states
is `—` or its bounds, as everywhere.
"""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.model.design import Design, Device
from designer.model.figure_words import UNKNOWN, quantity
from designer.model.layout import Layout, Placed
from designer.model.one_line import one_line
from designer.model.units import place_text

COLUMNS: Final = ("rack", "device", "part", "place", "highest power", "mass")


def clip_rows(clip: Design, catalog: Catalog) -> Iterator[tuple[str, ...]]:
    """Yield a line for each rack and each device of a clip, a rack before what it holds."""
    layout, said = Layout(clip), _Said(catalog)
    for rack in clip.racks:
        place = f"x {rack.x_mm:,} mm, y {rack.y_mm:,} mm"
        yield (rack.name, "", *said.part(rack.part, place))
        held = sorted(layout.in_rack(rack.id), key=lambda one: (-one.half_u, one.key))
        for placed in held:
            yield (rack.name, placed.name, *said.part(placed.part, _units(catalog, placed)))
    racks = {rack.id for rack in clip.racks}
    for device in clip.devices:
        if device.rack not in racks:
            name = device.name.replace("{rack}", "").strip(" -")
            yield ("", name, *said.part(device.part, _units(catalog, device)))


def clip_tsv(rows: Iterable[tuple[str, ...]]) -> str:
    """Return the rows of a clip as lines with tabs between, headings first."""
    lines = (COLUMNS, *rows)
    return "\n".join("\t".join(map(one_line, line)) for line in lines) + "\n"


def clip_html(rows: Iterable[tuple[str, ...]]) -> str:
    """Return the rows of a clip as an HTML table."""
    head = "".join(f"<th>{escape(one)}</th>" for one in COLUMNS)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(one_line(cell))}</td>' for cell in line)}</tr>"
        for line in rows
    )
    return f"<meta charset='utf-8'><table><tr>{head}</tr>{body}</table>"


class _Said:
    """What is said of parts: worked out once for each, of which a clip has thousands."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog = catalog
        self._known: dict[str, tuple[str, str, str]] = {}

    def part(self, part_id: str, place: str) -> tuple[str, str, str, str]:
        """Return a part's name, a place, its highest power, and its mass."""
        if part_id not in self._known:
            self._known[part_id] = self._words(part_id)
        name, power, mass = self._known[part_id]
        return name, place, power, mass

    def _words(self, part_id: str) -> tuple[str, str, str]:
        part, figures = self._catalog.get(part_id), self._catalog.figures()
        power, mass = figures.of(part_id, "power_max_w"), figures.of(part_id, "mass_kg")
        said = [UNKNOWN if one.unknown else quantity(one) for one in (power, mass)]
        return part.name if part else part_id, said[0], said[1]


def _units(catalog: Catalog, mounted: Placed | Device) -> str:
    """Return where a device is mounted, in rack units or beside the rails."""
    part: Part | None = catalog.get(mounted.part)
    if mounted.half_u < 1 or part is None:
        return mounted.face
    rear = "" if mounted.face == "front" else f", {mounted.face}"
    return f"{place_text(mounted.half_u, part.least_half_u, mounted.side)}{rear}"
