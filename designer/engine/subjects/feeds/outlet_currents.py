"""What a cord carries at its outlet, of what outlets are made for (IEC 60320-1, UL 498).

Where supplies left after a loss do not carry their device, P03 says so: a cord is asked only where
its device may outlive the worst loss.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from designer.engine.circuits import amps_per_kw
from designer.engine.limit import STATES
from designer.engine.power_report import OutletReport
from designer.engine.subjects.feeds.case import Case, Losses
from designer.engine.subjects.feeds.lines import Draw, Lost
from designer.engine.subjects.feeds.supplies import SupplyVerdict
from designer.engine.subjects.feeds.voltage import outlets
from designer.model.figures import Figure, Verdict, exact, within
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
        What may be lost; None where nobody can say that.
    verdicts
        Whether devices outlive the worst of these losses.
    """
    lines, volts = case.apart[0], outlets(case.wiring, case.volts)
    found: dict[tuple[str, str], OutletCurrent] = {}
    lost = {draw.part for draw, one in verdicts.items() if one.survives is False}
    states: list[tuple[Lost, str]] = [(frozenset(), "")]
    states += [(case.apart_from(lost), case.when(name)) for name, lost in losses or ()]
    for draw in lines.draws:
        part = case.parts_by_id.get(draw.part)
        socket = socket_of(part)
        if part is None or draw.is_open or draw.turned or draw.order or not socket:
            continue
        for at, line in enumerate(lines.lines):
            strip = case.wiring.parts[line.pdus[0]] if line.pdus and draw.supplies[at] else None
            if strip is None or strip.pdu is None or line.pdus[0] in case.unnamed_pdus:
                continue
            nec = strip.pdu.standard == "nec"
            limit = exact(UL_A[socket] * case.site.derate if nec else IEC_A[socket], "A")
            amps = amps_per_kw(volts[line.pdus[0]], "1", case.site.power_factor)
            for gone, when in states:
                if at in gone or (gone and part.id in lost):
                    continue
                left = sum(n for there, n in enumerate(draw.supplies) if there not in gone)
                load = lines.kw(part.id).times(amps / left, "A")
                one = OutletCurrent(
                    part.id, part.name, strip.id, socket, load, limit, within(load, limit), when
                )
                key = (part.id, strip.id)
                if key not in found or _gravity(one) > _gravity(found[key]):
                    found[key] = one
    return tuple(found.values())


def _gravity(one: OutletCurrent) -> tuple[int, float]:
    order = ("yes", "open", "no").index(one.verdict.answer)
    return order, one.load.per(one.limit).high
