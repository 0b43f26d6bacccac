"""Losses that one fabric alone tells as what may be tried: a cable, or what a rack holds of it.

Nothing is computed here: the report has them. May import the engine's report, and `model`. No Qt.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from designer.engine.limit_report import LimitState
from designer.engine.network_report import FabricLoss, FabricReport
from designer.engine.report import Report
from designer.model.figure_words import number, quantity
from designer.model.figures import Figure
from designer.model.measured import fields_of
from designer.model.plural import plural
from designer.model.sentence import capital
from designer.render.fabric_words import bisection_left
from designer.render.fate import CUT, HOLDS_END, LOST, RAIL, Fate
from designer.render.switch_losses import before, lost_switch

if TYPE_CHECKING:
    from designer.render.failing import Failing


class Tried(NamedTuple):
    """What such a loss does, in words and on everything that feels it; as `WhatIf` has it."""

    title: str
    sentence: str
    left_in_words: str
    state: LimitState
    fates: Mapping[str, Fate]
    left: Mapping[str, Figure]
    nodes: frozenset[str]
    node_parts: frozenset[str]


def fabric_loss_id(fabric: str, what: str, names: Iterable[str]) -> str:
    """Return what names a loss of a fabric: what a cable joins, or the rack."""
    return "|".join((fabric, what, *names))


def fabric_loss(report: Report, name: str) -> tuple[FabricReport, FabricLoss] | None:
    """Return the loss that `fabric_loss_id` names; None where the report has none."""
    fabric_id, what, *names = name.split("|")
    fabric = next((one for one in report.fabrics if one.id == fabric_id), None)
    if fabric is None:
        return None
    for loss in fabric.losses:
        if loss.what == what and (names[0] in loss.ids or tuple(names) == loss.joins):
            return fabric, loss
    return None


def loss_tried(report: Report, failing: "Failing", proven: Figure | None = None) -> Tried | None:
    """Return what the loss of a cable, or of what a rack holds of a fabric, does.

    Parameters
    ----------
    proven
        What is left of the bisection, where that was proven since the report.
    """
    found = fabric_loss(report, failing.id)
    if found is None:
        return None
    fabric, loss = found
    if proven is not None:
        loss = loss.evolve(**fields_of({"bisection_gbps": proven}))
    if loss.what == "cable":
        title = f"the cable of {fabric.name} from {failing.name}"
        fates, nodes = _of_cable(failing, loss)
    else:
        title = f"what rack {failing.name} holds of {fabric.name}"
        apart = 0 < loss.hit_nodes == loss.cut_nodes
        fates, nodes = _of_rack(report, failing, CUT if apart else RAIL)
    sentence = "; ".join(consequences(loss, fabric)) or "no node loses a link"
    left = loss.figure("bisection_gbps")
    known = loss.bisection_gbps is not None or not left.unknown
    fewer = bool(loss.nodes or loss.cut_ends)
    told = bisection_left(left, before(fabric), fewer_ends=fewer) if known else ""
    return Tried(
        title, sentence, capital(told), loss.state, fates, {fabric.id: left} if known else {},
        nodes, frozenset(fabric.node_parts),
    )  # fmt: skip


def consequences(loss: FabricLoss, fabric: FabricReport) -> list[str]:
    """Return what a loss takes of a fabric and who feels it, each in words."""
    said = []
    if loss.switches:
        said.append(f"{plural(loss.switches, 'switch', 'switches')} of {fabric.name} lost")
    if loss.nodes:
        said.append(f"{plural(loss.nodes, 'node')} lost")
    if loss.hit_nodes:
        lose = "loses" if loss.hit_nodes == 1 else "lose"
        said.append(f"{plural(loss.hit_nodes, 'node')} {lose} a link to {fabric.name}")
    elif loss.what == "cable" and loss.ends:
        said.append(f"one rail of a node loses a link to {fabric.name}")
    if loss.cut_nodes:
        have = "has" if loss.cut_nodes == 1 else "have"
        cut = loss.figure("gpus_cut")
        gpus = f", with {quantity(cut)} GPUs," if not cut.unknown and cut.high > 0 else ""
        said.append(f"{number(loss.cut_nodes, 0)} of them{gpus} {have} no other")
    if loss.islands is not None and loss.islands > 1:
        said.append(f"what is left is {plural(loss.islands, 'island')}")
    return said


def _of_cable(failing: "Failing", loss: FabricLoss) -> tuple[dict[str, Fate], frozenset[str]]:
    """Return what becomes of the racks of both ends of a cable."""
    upper = failing.switches[0] if failing.switches else ""
    fates = {rack: HOLDS_END for rack in (failing.where, upper) if rack}
    hosts = loss.ids[:1] == ("node",)
    if hosts and failing.where:
        fates[failing.where] = CUT if loss.cut_nodes else RAIL
    return fates, frozenset(loss.joins[:1] if hosts else ())


def _of_rack(
    report: Report, failing: "Failing", felt: Fate
) -> tuple[dict[str, Fate], frozenset[str]]:
    """Return what becomes of racks whose nodes hang on switches that are lost with their rack."""
    fates: dict[str, Fate] = {}
    nodes: set[str] = set()
    for name in failing.switches:
        lost = lost_switch(report, name)
        if lost is None:
            continue
        for rack in lost.racks:
            if fates.get(rack) is not CUT:
                fates[rack] = CUT if lost.cuts_off else felt
        nodes.update(key for _, keys in lost.group.partly for key in keys)
    return fates | {failing.where: LOST}, frozenset(nodes)
