"""What the loss of one switch does, in words and on everything that feels it, as the report has it.

Nothing is computed here. May import the engine's report, and `model`. No Qt.
"""

from collections.abc import Iterator
from typing import NamedTuple

from designer.engine.network_report import FabricReport, SwitchGroup, SwitchLoss
from designer.engine.report import Report
from designer.model.figure_words import how_many, number
from designer.model.figures import Figure
from designer.model.layout import Placed
from designer.model.measured import fields_of
from designer.model.plural import plural
from designer.model.sentence import capital
from designer.render.fabric_words import bisection_left, bisection_of

CALLED = {"leaf": "leaf switch", "spine": "spine switch", "core": "core switch"}
"""What people call a switch by its tier."""


class LostSwitch(NamedTuple):
    """The loss of a switch: its fabric, the line of the report, and who feels it."""

    fabric: FabricReport
    loss: SwitchLoss
    group: SwitchGroup

    @property
    def racks(self) -> Iterator[str]:
        """Ids of the racks with nodes that lose a link."""
        yield from self.group.racks
        yield from (rack for rack, _ in self.group.partly)

    def with_left(self, proven: Figure | None) -> "LostSwitch":
        """Return the loss with what was proven of what it leaves since the report."""
        if proven is None:
            return self
        return self._replace(loss=self.loss.evolve(**fields_of({"bisection_gbps": proven})))

    @property
    def cuts_off(self) -> bool:
        """Whether every node that loses a link has no other to the fabric."""
        return 0 < self.loss.nodes == self.loss.cut_nodes


def switch_id(placed: Placed) -> str:
    """Return what names the loss of a switch: its fabric, its tier, its key."""
    return "|".join((placed.fabric, placed.tier or "leaf", placed.key))


def lost_switch(report: Report, name: str) -> LostSwitch | None:
    """Return the loss that `switch_id` names; None where the report has none."""
    fabric_id, _, rest = name.partition("|")
    tier, _, key = rest.partition("|")
    fabric = next((one for one in report.fabrics if one.id == fabric_id), None)
    if fabric is None:
        return None
    every = [
        LostSwitch(fabric, loss, group)
        for loss in fabric.switch_losses
        if loss.tier == tier
        for group in loss.groups
    ]
    named = next((one for one in every if key in one.group.switches), None)
    return named or next((one for one in every if one.group.rest), None)


def cannot_say(report: Report, name: str) -> FabricReport | None:
    """Return the fabric of a switch where nobody can say what its loss does; None where one can."""
    fabric = next((one for one in report.fabrics if one.id == name.partition("|")[0]), None)
    return fabric if fabric and not (fabric.switch_losses or fabric.complete) else None


def who_loses(lost: LostSwitch) -> str:
    """Return whose links are lost: `32 of 1,016 GPUs lose their rail of Compute`."""
    fabric, loss = lost.fabric, lost.loss
    if not loss.ends:
        return f"no {_node(fabric)} loses a link to {fabric.name}"
    gpus = fabric.figure("gpus")
    a_rail_each = gpus.exact and fabric.endpoints is not None and gpus.low == fabric.endpoints
    if fabric.purpose == "compute" and a_rail_each:
        link = "rail" if loss.cut_ends == loss.ends else "one of their links"
        what = f"their {link} of" if link == "rail" else f"{link} to"
        return f"{_of(loss.ends, fabric.endpoints, 'GPU')} lose {what} {fabric.name}"
    return f"{_of(loss.nodes, fabric.nodes, _node(fabric))} {_lose(loss.nodes)} {fabric.name}"


def verdict_of_switch(lost: LostSwitch) -> tuple[str, str]:
    """Return what a loss does as a sentence, and what the fabric carries then as another."""
    loss = lost.loss
    said = [who_loses(lost)]
    if loss.cut_nodes:
        cut = "all of them" if lost.cuts_off else f"{number(loss.cut_nodes, 0)} of them"
        said.append(f"{cut} have no other link to it" if loss.nodes > 1 else "it has no other")
    elif loss.ends:
        said.append(
            "it keeps its other links"
            if loss.nodes == 1
            else f"the {plural(loss.nodes, _node(lost.fabric))} keep their other links"
        )
    gpus = lost.group.figure("gpus")
    if loss.cut_nodes and gpus.high > 0:
        said.append(f"{how_many(gpus, 'GPU')} in them")
    return "; ".join(said), capital(carried_then(lost))


def carried_then(lost: LostSwitch) -> str:
    """Return what remains: links of nodes, and bisection; empty where nothing can be said."""
    loss, fabric = lost.loss, lost.fabric
    said = []
    if fabric.endpoints and loss.cut_ends:
        left = number(fabric.endpoints - loss.cut_ends, 0)
        said.append(f"{left} of {number(fabric.endpoints, 0)} rails remain")
    after = loss.figure("bisection_gbps")
    if loss.bisection_gbps is None and loss.bound("bisection_gbps") is None:
        return ", ".join(said)
    said.append(bisection_left(after, before(fabric), fewer_ends=bool(loss.cut_ends)))
    return ", ".join(said)


def before(fabric: FabricReport) -> Figure:
    """Return the bisection to which losses compare: with NVLink where rails meet nowhere else."""
    with_nvlink = fabric.islands != 1 and fabric.bisection_with_nvlink_gbps is not None
    return fabric.figure("bisection_with_nvlink_gbps") if with_nvlink else bisection_of(fabric)


def _node(fabric: FabricReport) -> str:
    """Return what the nodes of a fabric are called: a network of management links all devices."""
    return "node" if fabric.purpose in ("compute", "storage") else "device"


def _lose(nodes: int) -> str:
    return "loses a link to" if nodes == 1 else "lose a link to"


def _of(some: int, every: int | None, one: str) -> str:
    if every is None:
        return f"{number(some, 0)} {one}s"
    return f"{number(some, 0)} of {plural(every, one)}"
