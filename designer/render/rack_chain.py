"""The chain of power inside a rack, from the feed to the supplies: what each part of it says.

Tap-off or whip, rack PDUs with lines, breakers and outlets (`chain_strips`), supplies of devices
(`chain_takers`); power shelves and bus bar (`shelf_chain`). Every figure is
the report's, or of a loss that is tried the engine's answer, every count the wiring's: what none
of them knows is shown as unknown. No Qt.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from designer.catalog.catalog import Catalog
from designer.engine.cabled_power import cabled_kw, tells_cabled
from designer.engine.power_report import PduReport
from designer.engine.report import RackReport
from designer.model.feed_words import NO_FEED_LETTER, feed_called, names_in_power
from designer.model.figure_words import UNKNOWN, words
from designer.model.layout import Layout
from designer.render.chain_pieces import Chain, Lead, Piece, Strip
from designer.render.chain_strips import strip_of
from designer.render.chain_takers import takers, unit_itself
from designer.render.one_line_words import Mark, Said
from designer.render.rack_in_chain import RackInChain
from designer.render.shelf_chain import bus_said, shelf_pieces
from designer.render.what_if import WhatIf

READ: Final = "loads normally / after the worst loss, of what may flow"
READ_TRIED: Final = "loads normally → with what is lost, of what may flow"
NOT_STATED: Final = "tap-off or whip not stated"


def chain_of(
    layout: Layout,
    catalog: Catalog,
    rack: RackReport,
    shown: WhatIf | None = None,
) -> Chain:
    """Return the chain of a rack that the design and the report both have.

    Parameters
    ----------
    shown
        What is lost in thought; None while nothing is.
    """
    return _chain(RackInChain(layout, catalog, rack, shown))


def _chain(rack: RackInChain) -> Chain:
    strips: list[Strip] = []
    by_feed: dict[str, list[int]] = {}
    at: dict[int, int] = {}
    for feed, items in rack.power.groups:
        report = rack.feed(feed)
        pdus: list[PduReport] = list(report.pdus) if report else []
        by_feed.setdefault(feed, []).extend(items)
        for item in items:
            at[item] = len(strips)
            number = by_feed[feed].index(item) + 1
            strips.append(strip_of(rack, feed, item, number, report, pdus))
    shelves = tuple(shelf_pieces(rack))
    on_pdus = {feed: len(items) for feed, items in by_feed.items()}
    on_shelves = Counter(rack.power.shelves.values()) if shelves else Counter[str]()
    bus = bus_said(rack.rack.shelves, len(shelves)) if shelves else None
    return Chain(
        _head(rack), _leads(rack, on_pdus, beside=on_shelves), tuple(strips),
        (*takers(rack, at), *unit_itself(rack, shelved=bool(shelves))), shelves,
        rack.piece("busbar", bus) if bus else None,
        _leads(rack, on_shelves, beside=on_pdus) if shelves else (),
    )  # fmt: skip


def _leads(
    rack: RackInChain, numbers: Mapping[str, int], beside: Mapping[str, int]
) -> tuple[Lead, ...]:
    """Return what brings feeds to rack PDUs, or to power shelves.

    Parameters
    ----------
    numbers
        How many of these each feed has.
    beside
        How many of the others: a feed of these alone is theirs.
    """
    leads: list[Lead] = []
    first = 0
    for key in dict.fromkeys((*numbers, *(one.id for one in rack.rack.feeds))):
        number = numbers.get(key, 0)
        if (key == NO_FEED_LETTER and "" in numbers) or (not number and beside.get(key)):
            continue
        leads.append(Lead(_lead(rack, key), rack.layout.feed_letter(key), first, number))
        first += number
    return tuple(leads)


def _head(rack: RackInChain) -> Piece:
    kw = rack.rack.figure("power_max_kw")
    name = rack.rack.name or rack.rack.id
    read = rack.why_open or (READ_TRIED if rack.is_tried else READ)
    note = " · ".join(filter(None, (rack.rack.summary, read)))
    most = f"{words(kw)} highest" if kw.high else "no IT power"
    if tells_cabled(rack.rack):
        most = f"{words(cabled_kw(rack.rack))} as cabled · {most}"
    said = Said(name, note, most)
    fate = rack.shown.fates.get(rack.rack.id) if rack.shown else None
    if fate is not None:
        said = replace(said, value=f"{said.value} · {fate.words[0]}", state=fate.severity)
    return rack.piece("rack", said, number=1)


def _lead(rack: RackInChain, feed: str) -> Piece:
    report = rack.feed(feed)
    nodes = {node.id: node for node in rack.layout.design.power}
    names, how = names_in_power(nodes.values()), NOT_STATED
    node = nodes.get(feed)
    above = nodes.get(node.parents[0]) if node and node.parents else None
    for kind, called in (("tap-off", ""), ("busway", "tap-off on "), ("panel", "whip from ")):
        if above is not None and above.kind == kind:
            how = f"{called}{names[above.id]}"
    title = feed_called(names[feed]) if feed in names else "no feed named"
    title = title[:1].upper() + title[1:]
    mark: Mark = "dark" if rack.is_dark(feed) else ""
    if report is None:
        return rack.piece("lead", Said(title, how, UNKNOWN, state="unknown", mark=mark), feed)
    load, most = report.figure("load_kw"), report.figure("capacity_kw")
    after = report.figure("load_after_loss_kw")
    return rack.piece("lead", rack.said(title, load, after, most, how, mark), feed)
