"""Rack PDUs in the chain of a rack: each with its lines, breakers and outlets. No Qt."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from designer.engine.power_report import BreakerReport, FeedReport, PduReport
from designer.model.figure_words import UNKNOWN, words
from designer.model.plural import plural
from designer.render.chain_loads import MARKED, change
from designer.render.chain_pieces import Piece, Strip
from designer.render.chain_takers import cord_said
from designer.render.one_line_words import Mark, Said
from designer.render.part_power_words import plug_of, rating_of
from designer.render.rack_in_chain import RackInChain
from designer.render.rack_tried import LINES

NO_BREAKERS: Final = "states no breakers"


def strip_of(
    rack: RackInChain,
    feed: str,
    item: int,
    number: int,
    report: FeedReport | None,
    pdus: list[PduReport],
) -> Strip:
    """Return a rack PDU with what is inside it.

    Parameters
    ----------
    number
        Which of the rack PDUs on its feed it is, from 1.
    pdus
        The lines of three-phase ones on the feed that are not told yet: its own are taken out.
    """
    key, part = rack.power.items[item], rack.power.wiring.parts[item]
    mark = rack.mark(feed, item)
    failing = rack.failing("rack PDU", "", item)
    lines = next((one for one in pdus if part is not None and one.part == part.id), None)
    if lines is not None:
        pdus.remove(lines)
    said = _strip_said(rack, key, item, mark)
    breakers = [
        one for one in (report.breakers if report else ())
        if one.pdu == number and part is not None and one.part == part.id
    ]  # fmt: skip
    letter = rack.layout.feed_letter(feed)
    several = sum(len(items) for on, items in rack.power.groups if on == feed) > 1
    return Strip(
        replace(rack.piece("pdu", said, key), failing=failing),
        f"{letter}{number}" if several else letter,
        tuple(
            replace(rack.piece("line", one, key, at), failing=failing)
            for at, one in enumerate(_lines(rack, lines, mark), 1)
        ),
        replace(_of_breakers(rack, key, breakers, mark), failing=failing),
        tuple(_breaker(rack, feed, item, one) for one in breakers),
        replace(_outlets(rack, key, item, mark), failing=failing),
    )


def _strip_said(rack: RackInChain, key: str, item: int, mark: Mark) -> Said:
    """Return what a rack PDU says: its rating, or what a loss leaves it to carry."""
    part = rack.power.wiring.parts[item]
    said = Said(rack.name(key), plug_of(part), rating_of(part), mark=mark)
    left = next((one for one in (rack.after.pdus if rack.after else ()) if one.item == item), None)
    if mark:
        return replace(said, value=MARKED[mark], note=said.value)
    if left is not None:
        return replace(said, note=left.text or said.note, state=left.state)
    return replace(said, note=rack.why_open, state="unknown") if rack.is_open else said


def _lines(rack: RackInChain, report: PduReport | None, mark: Mark) -> Iterator[Said]:
    """Yield what each line of a three-phase rack PDU says."""
    if report is None:
        return
    for n in LINES:
        load, after = report.figure(f"line_{n}_a"), report.figure(f"line_{n}_after_loss_a")
        yield rack.said(f"L{n}", load, after, report.figure("line_limit_a"), "", mark)


def _of_breakers(
    rack: RackInChain, key: str, breakers: Sequence[BreakerReport], mark: Mark
) -> Piece:
    """Return what all breakers of a rack PDU have in common."""
    limits = list(dict.fromkeys(words(one.figure("limit_a")) for one in breakers))
    of = f"each of {limits[0]}" if len(limits) == 1 else f"of {len(limits)} sizes"
    return rack.piece(
        "breaker", Said("Breakers", "", of if breakers else NO_BREAKERS, mark=mark), key
    )


def _breaker(rack: RackInChain, feed: str, item: int, one: BreakerReport) -> Piece:
    title = f"{one.number} {one.line}"
    load, after = one.figure("load_a"), one.figure("load_after_loss_a")
    mark = rack.mark(feed, item, one.number)
    said = rack.said(title, load, after, one.figure("limit_a"), f"{one.rating_a:g} A", mark)
    said = replace(said, short=change(load, after, tried=rack.is_tried))
    key = rack.power.items[item]
    failing = rack.failing("breaker", "", item, one.number)
    piece = replace(rack.piece("breaker", said, key, one.number), failing=failing)
    takes = Counter(
        device for device, hangs in rack.power.hangs.items() for hang in hangs.values()
        if (hang.pdu, hang.breaker) == (item, one.number)
    )  # fmt: skip
    on_it = ", ".join(f"{plural(n, 'supply', 'supplies')} of {rack.name(device)}"
                      for device, n in takes.items())  # fmt: skip
    tip = f"Breaker {piece.tip}; {f'feeds {on_it}' if on_it else 'feeds nothing'}"
    return replace(piece, tip=tip)


def _outlets(rack: RackInChain, key: str, item: int, mark: Mark) -> Piece:
    there, used = rack.power.outlets_of(item), rack.power.used_of(item)
    unsure = used.pop("", 0)
    told = [
        f"{used.get(socket, 0)} of {UNKNOWN if count is None else count} {socket}"
        for socket, count in there.items() if count != 0 or used.get(socket)
    ]  # fmt: skip
    if unsure:
        told.append(f"{plural(unsure, 'supply', 'supplies')} in outlets nobody numbers")
    piece = rack.piece("outlets", Said("Outlets", "", ", ".join(told) or UNKNOWN, mark=mark), key)
    return replace(piece, tip="\n".join((piece.tip, *_plugged(rack, item, mark))))


def _plugged(rack: RackInChain, item: int, mark: Mark) -> Iterator[str]:
    """Yield what hangs in each outlet of a rack PDU, with what its cord carries."""
    cords = sorted(
        (one for one in rack.power.wiring.plugged if one.pdu == item),
        key=lambda one: (one.outlet, one.item, one.supply),
    )
    for one in cords:
        where = f"outlet {one.outlet}" if one.outlet else "an outlet not numbered"
        cord = None if mark else cord_said(rack, rack.power.wiring.parts[one.item])
        said = f", {cord[0]}" if cord else ""
        name = rack.name(rack.power.items[one.item])
        yield f"{where}: supply {one.supply} of {name}{said}"
