"""What each part of a rack's power carries with a loss that is tried, in the report's records.

Feeds, lines and breakers of rack PDUs, cords, power shelves. Which supplies run is `rack_after`'s.
"""

from collections.abc import Iterator, Sequence

from designer.engine.power_report import BreakerReport, FeedReport, OutletReport, PduReport
from designer.engine.shelf_report import ShelvesReport
from designer.engine.subjects.feeds.branch_currents import PduBreakers
from designer.engine.subjects.feeds.device_supplies import UNASSIGNED
from designer.engine.subjects.feeds.outlet_currents import OutletCurrent, cords_of
from designer.engine.subjects.feeds.phases import PduLines
from designer.engine.subjects.feeds.rack_after import RackAfter
from designer.engine.subjects.feeds.voltage import outlets
from designer.engine.subjects.shelves.shelves import Shelves
from designer.engine.together_report import RackAfterLoss
from designer.model.figures import total
from designer.model.measured import fields_of
from designer.wiring.power_filling import ITSELF


def with_chain(after: RackAfter, rack: str, shelves: Sequence[Shelves]) -> RackAfterLoss:
    """Return a rack after a loss with what each part of its power carries then.

    Parameters
    ----------
    rack
        Its id.
    shelves
        Its power shelves, each sort of them.
    """
    said = after.report(rack)
    if after.because:
        return said
    return said.evolve(
        feeds=tuple(_feeds(after)), outlets=tuple(_outlets(after)),
        shelves=tuple(_shelves(after, shelves)),
    )  # fmt: skip


def _feeds(after: RackAfter) -> Iterator[FeedReport]:
    """Yield each feed of the rack in the report's order, with what it carries."""
    lines, belongs = after.case.lines.lines, after.case.apart[1]
    most = after.case.lines.all_draws
    for report in after.feeds.feeds:
        mine = {
            at for at, line in enumerate(lines)
            if line.feed == report.id or (not line.feed and report.id == UNASSIGNED)
        }  # fmt: skip
        items = {item for at in mine for item in lines[at].pdus}
        each = (after.loads[at] for at, of in enumerate(belongs) if of in mine)
        # What may hang on any of them hangs on one.
        load = total(each, "kW").clipped(0.0, most.high)
        figures = {"capacity_kw": report.figure("capacity_kw"), "load_kw": load}
        yield report.evolve(
            load_after_loss_kw=None,
            pdus=tuple(
                _pdu(after, pdu) for pdu in after.feeds.phases
                if pdu.item in items and pdu.connection is not None
            ),
            breakers=tuple(
                one for pdu in after.feeds.breakers if pdu.item in items
                for one in _breakers(after, pdu)
            ),
            **fields_of(figures),
        )  # fmt: skip


def _pdu(after: RackAfter, pdu: PduLines) -> PduReport:
    figures = {"line_limit_a": pdu.limit}
    figures |= {f"line_{n}_a": amps for n, amps in enumerate(after.line_amps(pdu), start=1)}
    return PduReport(
        part=pdu.part, connection=pdu.connection or "", imbalance=after.imbalance(pdu),
        **fields_of(figures),
    )  # fmt: skip


def _breakers(after: RackAfter, pdu: PduBreakers) -> Iterator[BreakerReport]:
    loads = after.breaker_amps(pdu)
    for normal, one, load in zip(pdu.reports, pdu.breakers, loads, strict=True):
        figures = {"limit_a": one.limit, "load_a": load}
        yield normal.evolve(load_after_loss_a=None, **fields_of(figures))


def _outlets(after: RackAfter) -> Iterator[OutletReport]:
    """Yield what cords carry of what runs then; none where nobody can say which those are."""
    case, found = after.case, dict[tuple[str, str], OutletCurrent]()
    volts = outlets(case.wiring, case.volts)
    for item, draw, fates in after.devices:
        left = after.left(item)
        if draw.is_open or draw.turned or draw.order:
            if draw.is_open or draw.turned:
                return
            continue
        if left <= 0 or "up" not in fates:
            continue
        for cord in cords_of(case, draw, volts):
            if cord.at in after.gone:
                continue
            one = cord.current(case.apart[0].kw(draw.part), left)
            key = (one.part, one.pdu)
            if key not in found or one.gravity > found[key].gravity:
                found[key] = one
    yield from (one.report for one in found.values())


def _shelves(after: RackAfter, shelves: Sequence[Shelves]) -> Iterator[ShelvesReport]:
    """Yield the power shelves with what is left of them."""
    draw = after.case.draw_of.get(ITSELF)
    if draw is not None and not (draw.is_open or draw.order):
        share = after.left(ITSELF) / sum(draw.supplies)
        yield from (one.after(share, after.down) for one in shelves)
