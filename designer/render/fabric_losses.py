"""Every single loss of a fabric as rows, worst first: what is lost, what is left, who loses links.

Nothing is computed here. May import the engine's report, and `model`. No Qt.
"""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from designer.engine.network_report import FabricReport, SwitchLoss
from designer.engine.power_report import GRAVITY
from designer.model.figure_words import number
from designer.model.figures import Figure
from designer.model.sentence import capital
from designer.render.fabric_things import FabricIndex, Thing
from designer.render.switch_losses import CALLED


class LossRow(NamedTuple):
    """A row: its name, how many are alike, what is left in Gb/s, who loses links.

    Attributes
    ----------
    keys
        Device keys, each of which does it when it is lost; empty where the report names none.
    """

    name: str
    alike: int
    left: Figure
    loses: str
    state: str
    keys: tuple[str, ...]
    tip: str


def loss_rows(report: FabricReport, index: FabricIndex | None) -> tuple[LossRow, ...]:
    """Return every single loss, the gravest first."""
    rows = [_of_switches(loss, report, index) for loss in report.switch_losses]
    rows.sort(key=lambda row: (-GRAVITY.index(row.state), row.left.low, row.left.high))
    return tuple(rows)


def worst_left(report: FabricReport) -> Figure | None:
    """Return what any one loss leaves at least and at most, in Gb/s; None where nobody can say."""
    left = [loss.figure("bisection_gbps") for loss in report.switch_losses]
    known = [one for one in left if not one.unknown]
    return min(known, key=lambda one: (one.low, one.high), default=None)


def _of_switches(loss: SwitchLoss, report: FabricReport, index: FabricIndex | None) -> LossRow:
    keys = tuple(chain.from_iterable(group.switches for group in loss.groups))
    called = capital(loss.tier)
    where = _units(keys, index) if index is not None else ""
    name = f"{called}, {where}" if where else called
    gpus = report.purpose == "compute"
    loses = number(loss.ends if gpus else loss.nodes, 0)
    if loss.cut_nodes:
        loses = f"{number(loss.cut_nodes, 0)} off"
    tip = f"{capital(CALLED[loss.tier])}: {loses} lose a link"
    if loss.cut_nodes:
        tip = f"{capital(CALLED[loss.tier])}: {number(loss.cut_nodes, 0)} nodes are cut off"
    return LossRow(name, loss.number, loss.figure("bisection_gbps"), loses, loss.state, keys, tip)


def _units(keys: Iterable[str], index: FabricIndex) -> str:
    """Return the units of some leaves in short: `SU 1-3`."""
    things = (index.things[key] for key in keys if key in index.things)
    units = sorted({index.map.leaves.unit[one.at] for one in things if one.what == "leaf"})
    if not units or len(units) == len(index.map.units):
        return ""
    first, last = index.unit_name(units[0]), index.unit_name(units[-1])
    if len(units) == 1:
        return first
    joined = units[-1] - units[0] + 1 == len(units)
    head, _, figure = last.rpartition(" ")
    if joined and first.startswith(head) and figure.isdecimal():
        return f"{first}–{figure}"
    return f"{first} … {last}"


def first_thing(row: LossRow, index: FabricIndex, tier: str) -> Thing | None:
    """Return a switch whose loss a row tells: the first that it names, else one of its tier."""
    for key in row.keys:
        if key in index.things:
            return index.things[key]
    every = {one for one in index.things.values() if one.what == tier}
    return min(every, default=None)
