"""What a cord carries at its outlet, of what outlets are made for (IEC 60320-1, UL 498).

Where supplies left after a loss do not carry their device, P03 says so: a cord is asked only where
its device may outlive the worst loss.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from designer.catalog.part import Part
from designer.engine.circuits import amps_per_kw
from designer.engine.limit import STATES
from designer.engine.power_report import OutletReport
from designer.engine.subjects.feeds.case import Case, Losses
from designer.engine.subjects.feeds.lines import Draw, Lost
from designer.engine.subjects.feeds.supplies import SupplyVerdict
from designer.engine.subjects.feeds.voltage import outlets
from designer.model.figures import Figure, Verdict, exact, product, within
from designer.model.measured import fields_of
from designer.wiring.power_outlets import socket_of

IEC_A: Final[Mapping[str, float]] = {"C13": 10.0, "C19": 16.0}
"""What an outlet carries by IEC 60320-1 (rack PDU notes of the tool, 5.2)."""
UL_A: Final[Mapping[str, float]] = {"C13": 15.0, "C19": 20.0}
"""What it is rated for in North America, where the code derates a continuous load as a breaker."""


@dataclass(frozen=True)
class OutletCurrent:
    """What the cords of a device carry on one kind of rack PDU, in the worst state.

    Attributes
    ----------
    when
        After which loss that is, in words; empty with nothing lost.
    pdu
        Id of the part of the rack PDU.
    """

    part: str
    name: str
    pdu: str
    socket: str
    load: Figure
    limit: Figure
    verdict: Verdict
    when: str = ""

    @property
    def gravity(self) -> tuple[int, float]:
        """By what the worst of several is found."""
        order = ("yes", "open", "no").index(self.verdict.answer)
        return order, self.load.per(self.limit).high

    @property
    def report(self) -> OutletReport:
        """The same as the report holds it."""
        return OutletReport(
            part=self.part, pdu=self.pdu, socket=self.socket, state=STATES[self.verdict.answer],
            **fields_of({"load_a": self.load, "limit_a": self.limit}),
        )  # fmt: skip


def outlet_currents(
    case: Case, losses: Losses | None, verdicts: Mapping[Draw, SupplyVerdict]
) -> tuple[OutletCurrent, ...]:
    """Return the worst that a cord of each kind of device carries, where its plug is known.

    Parameters
    ----------
    losses
        What may be lost; None where nobody can say that, or no loss is to be survived.
    verdicts
        Whether devices outlive the worst of these losses.
    """
    lines, volts = case.apart[0], outlets(case.wiring, case.volts)
    found: dict[tuple[str, str], OutletCurrent] = {}
    lost = {draw.part for draw, one in verdicts.items() if one.survives is False}
    states: list[tuple[Lost, str]] = [(frozenset(), "")]
    states += [(case.apart_from(lost), case.when(name)) for name, lost in losses or ()]
    for draw in lines.draws:
        if draw.is_open or draw.turned or draw.order:
            continue
        for cord in cords_of(case, draw, volts):
            for gone, when in states:
                if cord.at in gone or (gone and draw.part in lost):
                    continue
                left = sum(n for there, n in enumerate(draw.supplies) if there not in gone)
                one = cord.current(lines.kw(draw.part), left, when)
                key = (one.part, one.pdu)
                if key not in found or one.gravity > found[key].gravity:
                    found[key] = one
    return tuple(found.values())


class Cord(NamedTuple):
    """The cords of a device on one rack PDU: its place among the lines, limit, amperes of a kW."""

    at: int
    part: Part
    strip: Part
    socket: str
    limit: Figure
    amps: Figure

    def current(self, kw: Figure, left: int, when: str = "") -> OutletCurrent:
        """Return what one carries, by the power of its device and how many of its supplies run."""
        load = product(kw, self.amps, "A").times(1 / left)
        return OutletCurrent(
            self.part.id, self.part.name, self.strip.id, self.socket, load, self.limit,
            within(load, self.limit), when,
        )  # fmt: skip


def cords_of(case: Case, draw: Draw, volts: Mapping[int, float]) -> Iterator[Cord]:
    """Yield the cords of a device, one for each rack PDU, where its plug and the PDU are known.

    Parameters
    ----------
    volts
        At the outlets of rack PDUs, by their position.
    """
    part = case.parts_by_id.get(draw.part)
    socket = socket_of(part)
    if part is None or not socket:
        return
    for at, line in enumerate(case.apart[0].lines):
        strip = case.wiring.parts[line.pdus[0]] if line.pdus and draw.supplies[at] else None
        if strip is None or strip.pdu is None or line.pdus[0] in case.unnamed_pdus:
            continue
        nec = strip.pdu.standard == "nec"
        limit = exact(UL_A[socket] * case.site.derate if nec else IEC_A[socket], "A")
        amps = amps_per_kw(volts[line.pdus[0]], "1", case.site.power_factor)
        yield Cord(at, part, strip, socket, limit, case.current(exact(amps), line.feed))
