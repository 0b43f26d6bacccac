"""Power shelves and the bus bar of a rack in its chain, by the report. No Qt."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from designer.catalog.part import Part
from designer.engine.shelf_report import ShelfCase, ShelvesReport
from designer.model.figure_words import amount, words
from designer.model.figures import Figure, exact, missing
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
    """Yield the power shelves of a rack, feed by feed; the unit itself of others."""
    part = rack.power.wiring.itself
    if part is None or not rack.power.shelves:
        return
    ordered = sorted(rack.power.shelves.items(), key=lambda one: (_order(rack, one[1]), one[0]))
    inside = part.inside_layout if rack.power.wiring.bus is None else None
    names = [box.name for box in (inside.boxes if inside else ()) if box.unit.kind == _SHELF]
    names = names or list(rack.power.shelf_keys)
    lost = _lost_shelves(rack, names)
    for number, feed in ordered:
        mark: Mark = "lost" if number in lost else "dark" if rack.is_dark(feed) else ""
        report = _report_of(rack, number)
        one = _unlike_part(rack, number) if report is None else shelf_part(
            report, number + 1, tried=rack.is_tried
        )  # fmt: skip
        key = rack.power.shelf_keys[number] if rack.power.shelf_keys else ""
        title = rack.name(key) if key else one.title
        # What is lost or without voltage draws nothing through its whip.
        supplies = supplies_per_shelf(_shelf_of(rack, number) or part)
        note = ", ".join(filter(None, (supplies, "" if mark else one.note)))
        said = rack.said(title, one.load, one.after, one.limit, note, mark)
        piece = rack.piece("shelf", said, key, number + 1, ("power shelf", part.id))
        if piece.failing is not None and number < len(names):
            meant = piece.failing._replace(device=names[number])
            piece = Piece(piece.key, piece.said, piece.tip, piece.selects, meant)
        yield piece


def _shelf_of(rack: RackInChain, number: int) -> Part | None:
    """Return the part of a shelf that stands in the rails; None of one that is built in."""
    wiring = rack.power.wiring
    return None if wiring.bus is None else wiring.parts[wiring.bus.shelves[number]]


def _report_of(rack: RackInChain, number: int) -> ShelvesReport | None:
    """Return the report of the sort that a shelf is of; None where there is none."""
    told, part = rack.rack.shelves, _shelf_of(rack, number)
    alike = next(iter(told), None) if len(told) == 1 else None
    return next((one for one in told if part is not None and one.part == part.id), alike)


def _unlike_part(rack: RackInChain, number: int) -> ShelfPart:
    """Return what a shelf says beside others that are not of its size: what it may give."""
    part = _shelf_of(rack, number)
    given = part.psu.given_w if part is not None and part.psu is not None else None
    none = missing("shelf", "kW")
    most = none if given is None else exact(given[0] / 1000, "kW")
    return ShelfPart(f"Shelf {number + 1}", none, none, most, "by its rating")


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


def bus_said(told: Sequence[ShelvesReport], number: int) -> Said:
    """Return what the bus bar says.

    Parameters
    ----------
    told
        Each sort of shelf that feeds it.
    number
        How many shelves there are.
    """
    if len(told) != 1:
        flows = words(told[0].figure("bus_a"), 0) if told else ""
        return Said(f"Bus bar, {number} shelves of unlike sorts", "", flows)
    shelves = told[0]
    clip = shelves.figure("shelf_bus_limit_a")
    each = f"a full shelf feeds in {words(shelves.figure('shelf_bus_a'), 0)}"
    most = "" if clip.unknown else f" of {words(clip, 0)} that its clip carries"
    title = f"Bus bar, {shelves.shelves} shelves {shelves.spread}"
    return Said(title, f"{each}{most}", words(shelves.figure("bus_a"), 0))


def _case(shelves: ShelvesReport) -> ShelfCase:
    return next((one for one in shelves.cases if one.kind == "none"), ShelfCase(kind="none"))
