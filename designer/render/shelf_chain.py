"""Power shelves and the bus bar of a filled rack in its chain, by the report. No Qt."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from designer.engine.shelf_report import ShelfCase, ShelvesReport
from designer.model.figure_words import amount, words
from designer.model.figures import Figure
from designer.render.chain_pieces import Piece
from designer.render.one_line_words import Mark, Said
from designer.render.part_power_words import supplies_per_shelf
from designer.render.rack_in_chain import RackInChain

_SHELF: Final = "power-shelf"


class ShelfPart(NamedTuple):
    """One shelf: what it gives normally and after the worst loss, and what it may."""

    title: str
    load: Figure
    after: Figure
    limit: Figure
    note: str


def shelf_pieces(rack: RackInChain) -> Iterator[Piece]:
    """Yield the power shelves of a filled rack, feed by feed; the unit itself of others."""
    part = rack.power.wiring.part
    if part is None or not rack.power.shelves or not rack.rack.shelves:
        return
    ordered = sorted(rack.power.shelves.items(), key=lambda one: (_order(rack, one[1]), one[0]))
    inside = part.inside_layout
    names = [box.name for box in (inside.boxes if inside else ()) if box.unit.kind == _SHELF]
    lost = _lost_shelves(rack, names)
    for number, feed in ordered:
        mark: Mark = "lost" if number in lost else "dark" if rack.is_dark(feed) else ""
        one = shelf_part(rack.rack.shelves[0], number + 1, tried=rack.is_tried)
        # What is lost or without voltage draws nothing through its whip.
        note = ", ".join(filter(None, (supplies_per_shelf(part), "" if mark else one.note)))
        said = rack.said(one.title, one.load, one.after, one.limit, note, mark)
        piece = rack.piece("shelf", said, "", number + 1, ("power shelf", part.id))
        if piece.failing is not None and number < len(names):
            meant = piece.failing._replace(device=names[number])
            piece = Piece(piece.key, piece.said, piece.tip, piece.selects, meant)
        yield piece


def _lost_shelves(rack: RackInChain, names: Sequence[str]) -> frozenset[int]:
    """Return the numbers, from 0, of the shelves that are lost: that meant, else the first."""
    inside = rack.shown.inside if rack.shown else ()
    meant = [
        one.device for one, loss in inside
        if one.where == rack.rack.id and loss.kind == "power shelf"
    ]  # fmt: skip
    return frozenset(names.index(one) if one in names else 0 for one in meant)


def _order(rack: RackInChain, feed: str) -> int:
    known = [one.id for one in rack.rack.feeds]
    return known.index(feed) if feed in known else len(known)


def shelf_part(shelves: ShelvesReport, number: int, *, tried: bool = False) -> ShelfPart:
    """Return what one of the shelves says: all that run carry alike.

    Parameters
    ----------
    tried
        Whether the only loss among its cases is one that is tried.
    """
    normal = _case(shelves)
    losses = [one for one in shelves.cases if one.kind != "none"]
    worst = max(losses, key=lambda one: one.figure("load_kw").high, default=normal)
    whip, most = (worst if tried else normal).figure("whip_a"), shelves.figure("whip_limit_a")
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
