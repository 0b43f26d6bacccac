"""A rack's report with a loss that is tried in place of the losses that are worst for it. No Qt.

Where the report has what a feed, a line, a breaker, a cord or a shelf carries after the loss that
is worst for it, stands then what it carries after the one that is tried, and nothing where nobody
computed it.
"""

from collections.abc import Sequence
from typing import Final

from designer.engine.power_report import BreakerReport, FeedReport, PduReport
from designer.engine.report import RackReport
from designer.engine.shelf_report import ShelfCase, ShelvesReport
from designer.model.figures import Figure, missing
from designer.model.measured import Measured
from designer.render.failing import touches_power
from designer.render.what_if import WhatIf

LINES: Final = ("1", "2", "3")


def tried_in(rack: RackReport, shown: WhatIf) -> RackReport:
    """Return the report of a rack with what is lost in thought."""
    if not touches_power(shown.failing):
        return _kept(rack)
    after = shown.racks.get(rack.id)
    known = after if after is not None and not after.because else None
    feeds = {one.id: one for one in known.feeds} if known is not None else {}
    shelves = {one.part: one for one in (known.shelves if known is not None else ())}
    return rack.evolve(
        feeds=tuple(_feed(one, feeds.get(one.id)) for one in rack.feeds),
        outlets=known.outlets if known is not None else (),
        shelves=tuple(_shelves(one, shelves.get(one.part)) for one in rack.shelves),
        limits=(
            *(known.limits if known is not None else ()),
            *(one for one in rack.limits if one.group != "power"),
        ),
    )  # fmt: skip


def _kept(rack: RackReport) -> RackReport:
    """Return a rack from which nothing that is lost takes power: it carries what it does now."""
    return rack.evolve(
        feeds=tuple(_feed(one, one) for one in rack.feeds), outlets=(),
        shelves=tuple(_shelves(one, one) for one in rack.shelves), limits=(),
    )  # fmt: skip


def _figure(record: Measured | None, name: str, unit: str) -> Figure:
    return missing(name, unit) if record is None else record.figure(name)


def _feed(feed: FeedReport, then: FeedReport | None) -> FeedReport:
    pdus = _in_order(feed.pdus, then.pdus if then is not None else ())
    breakers = {(one.pdu, one.number): one for one in (then.breakers if then is not None else ())}
    return feed.with_figures({"load_after_loss_kw": _figure(then, "load_kw", "kW")}).evolve(
        pdus=tuple(_pdu(one, other) for one, other in zip(feed.pdus, pdus, strict=True)),
        breakers=tuple(_breaker(one, breakers.get((one.pdu, one.number))) for one in feed.breakers),
    )


def _in_order(
    pdus: Sequence[PduReport], then: Sequence[PduReport]
) -> Sequence[PduReport] | Sequence[None]:
    """Return the rack PDUs of a feed as they are then; nothing of any unless each is told."""
    alike = [one.part for one in pdus] == [one.part for one in then]
    return then if alike else [None] * len(pdus)


def _pdu(pdu: PduReport, then: PduReport | None) -> PduReport:
    return pdu.with_figures(
        {f"line_{n}_after_loss_a": _figure(then, f"line_{n}_a", "A") for n in LINES}
    )


def _breaker(breaker: BreakerReport, then: BreakerReport | None) -> BreakerReport:
    return breaker.with_figures({"load_after_loss_a": _figure(then, "load_a", "A")})


def _shelves(shelves: ShelvesReport, then: ShelvesReport | None) -> ShelvesReport:
    """Return power shelves with two cases: nothing lost, and what is."""
    normal = next((one for one in shelves.cases if one.kind == "none"), ShelfCase(kind="none"))
    tried = then.cases[0] if then is not None and then.cases else ShelfCase(kind="tried")
    bus = {"bus_a": _figure(then, "bus_a", "A")}
    return shelves.with_figures(bus).evolve(cases=(normal, tried.evolve(kind="tried")))
