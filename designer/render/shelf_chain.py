"""What a power shelf and the bus bar of a filled rack say, by the report. No Qt."""

from typing import NamedTuple

from designer.engine.shelf_report import ShelfCase, ShelvesReport
from designer.model.figure_words import amount, words
from designer.model.figures import Figure
from designer.render.one_line_words import Said


class ShelfPart(NamedTuple):
    """One shelf: what it gives normally and after the worst loss, and what it may."""

    title: str
    load: Figure
    after: Figure
    limit: Figure
    note: str


def shelf_parts(shelves: ShelvesReport, number: int) -> ShelfPart:
    """Return what one of the shelves says: all that run carry alike."""
    normal = _case(shelves)
    losses = [one for one in shelves.cases if one.kind != "none"]
    worst = max(losses, key=lambda one: one.figure("load_kw").high, default=normal)
    whip, most = normal.figure("whip_a"), shelves.figure("whip_limit_a")
    of = "" if most.unknown else f" of {words(most)}"
    return ShelfPart(
        f"Shelf {number}", normal.figure("load_kw"), worst.figure("load_kw"),
        shelves.figure("shelf_kw"), f"whip {words(whip) if most.unknown else amount(whip)}{of}",
    )  # fmt: skip


def bus_said(shelves: ShelvesReport) -> Said:
    """Return what the bus bar says."""
    clip = shelves.figure("shelf_bus_limit_a")
    each = f"a full shelf feeds in {words(shelves.figure('shelf_bus_a'), 0)}"
    most = "" if clip.unknown else f" of {words(clip, 0)} that its clip carries"
    title = f"Bus bar, {shelves.shelves} shelves {shelves.spread}"
    return Said(title, f"{each}{most}", words(shelves.figure("bus_a"), 0))


def _case(shelves: ShelvesReport) -> ShelfCase:
    return next((one for one in shelves.cases if one.kind == "none"), ShelfCase(kind="none"))
