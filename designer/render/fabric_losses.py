"""Every single loss of a fabric as rows, the gravest first: what is lost, what is left, who feels.

Nothing is computed here. May import the engine's report, and `model`. No Qt.
"""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from designer.engine.network_report import FabricLoss, FabricReport, SwitchLoss
from designer.engine.power_report import GRAVITY
from designer.model.figure_words import how_many, number, quantity
from designer.model.figures import Figure
from designer.model.plural import plural
from designer.model.sentence import capital
from designer.model.some_names import some
from designer.render.fabric_things import SWITCHES, FabricIndex, Thing
from designer.render.switch_losses import CALLED

_GPU_LINK = ("node", "leaf")
_FEED = "feed "


class LossRow(NamedTuple):
    """A row: its name, how many are alike, what is left in Gb/s, who feels it.

    Attributes
    ----------
    form
        `switch`, `rack`, `cable` or `feed`.
    ids
        Device keys, racks or power nodes, each of which does it when it is lost.
    tier, example
        Of switches their tier, and the key of one where no ids name them; empty for all else.
    ratio
        What is left over a full bisection of the intact fabric; None where it is not worked out.
    """

    name: str
    alike: int
    left: Figure
    loses: str
    state: str
    form: str
    ids: tuple[str, ...]
    tip: str
    tier: str = ""
    example: str = ""
    ratio: Figure | None = None


def loss_rows(report: FabricReport, index: FabricIndex | None) -> tuple[LossRow, ...]:
    """Return every single loss, the gravest first; those of switches alone until all are known."""
    if report.losses and index is not None:
        return tuple(_of_loss(loss, report, index) for loss in report.losses)
    rows = [_of_switches(loss, report, index) for loss in report.switch_losses]
    rows.sort(key=lambda row: (-GRAVITY.index(row.state), row.left.low, row.left.high))
    return tuple(rows)


def worst_left(rows: Iterable[LossRow], *forms: str) -> Figure | None:
    """Return the least that a single loss of some forms leaves, in Gb/s; None where none is known.

    What is left is known within bounds: the lowest of these counts.
    """
    known = [row.left for row in rows if row.form in forms and not row.left.unknown]
    return min(known, key=lambda one: (one.low, one.high), default=None)


def row_of(rows: Iterable[LossRow], thing: Thing, key: str) -> LossRow | None:
    """Return the row of the loss of a switch: that which names it, else the rest of its tier."""
    every = [row for row in rows if row.form == "switch"]
    named = next((row for row in every if key in row.ids), None)
    return named or next((row for row in every if not row.ids and row.tier == thing.what), None)


def thing_of(row: LossRow, index: FabricIndex) -> Thing | None:
    """Return a switch whose loss a row tells: the first that it names, else its example."""
    if row.form != "switch":
        return None
    keys = (*row.ids, row.example)
    return next((index.things[key] for key in keys if key in index.things), None)


def things_in(racks: Iterable[str], index: FabricIndex) -> frozenset[Thing]:
    """Return what of a fabric stands in some racks, by their ids."""
    shown, asked = index.map, set(racks)
    wanted = {at for at, rack in enumerate(shown.racks) if rack in asked}
    found = {Thing("node", at) for at, rack in enumerate(shown.nodes.rack) if rack in wanted}
    for tier in SWITCHES:
        rack_of = index.switches(tier).rack
        found |= {Thing(tier, at) for at, rack in enumerate(rack_of) if rack in wanted}
    return frozenset(found)


def _of_loss(loss: FabricLoss, report: FabricReport, index: FabricIndex) -> LossRow:
    names = {
        "switch": lambda: _switches(loss.tier, loss.ids, index),
        "rack": lambda: _rack(loss, index),
        "feed": lambda: _feeds(loss.ids, index),
        "cable": lambda: "GPU link" if loss.ids == _GPU_LINK and report.purpose == "compute"
        else f"Cable, {' to '.join(loss.ids)}",
    }  # fmt: skip
    name = names[loss.what]()
    loses = _felt(loss, gpus=report.purpose == "compute")
    return LossRow(
        name, loss.number, loss.figure("bisection_gbps"), loses, loss.state, loss.what, loss.ids,
        _tip(name, loss, report, index), loss.tier, loss.example, loss.figure("bisection_ratio"),
    )  # fmt: skip


def _felt(loss: FabricLoss, *, gpus: bool) -> str:
    """Return who feels a loss in two words: `32 islands`, `512 off`, or links that are lost."""
    if loss.islands is not None and loss.islands > 1:
        return plural(loss.islands, "island")
    if loss.cut_nodes:
        cut = loss.figure("gpus_cut")
        return f"{quantity(cut) if gpus and not cut.unknown else number(loss.cut_nodes, 0)} off"
    if loss.nodes:
        lost = loss.figure("gpus_lost")
        return f"{quantity(lost) if gpus and not lost.unknown else number(loss.nodes, 0)} off"
    return number(loss.ends if gpus else loss.hit_nodes, 0)


def _tip(name: str, loss: FabricLoss, report: FabricReport, index: FabricIndex) -> str:
    """Return all that is said of a loss, in one line."""
    said = [name]
    called = {"rack": index.name_of, "feed": index.feed_name}.get(loss.what)
    if called is not None and loss.number > 1:
        said.append(some([called(one) for one in loss.ids]))
    if loss.switches:
        said.append(f"{plural(loss.switches, 'switch', 'switches')} lost")
    if loss.nodes:
        said.append(f"{plural(loss.nodes, 'node')} lost")
    if loss.hit_nodes:
        lose = "loses" if loss.hit_nodes == 1 else "lose"
        said.append(f"{plural(loss.hit_nodes, 'node')} {lose} a link to {report.name}")
    if loss.cut_nodes:
        have = "has" if loss.cut_nodes == 1 else "have"
        said.append(f"{number(loss.cut_nodes, 0)} of them {have} no other")
    if loss.islands is not None and loss.islands > 1:
        said.append(f"what is left is {plural(loss.islands, 'island')}")
    return "; ".join(said)


def _rack(loss: FabricLoss, index: FabricIndex) -> str:
    """Return what is lost with a rack: `Rack B03, all spines`, `Node rack of 4`."""
    if not loss.switches:
        nodes = how_many(loss.figure("nodes"), "node")
        if loss.number > 1:
            return f"Rack of {nodes}"
        return f"{_racks(loss.ids, index)} of {nodes}"
    held = [one for one in things_in(loss.ids[:1], index) if one.what in SWITCHES]
    kinds = {one.what for one in held}
    what = plural(loss.switches, "switch", "switches")
    if len(kinds) == 1:
        tier = kinds.pop()
        every = sum(bool(key) for key in index.switches(tier).keys)
        many = "leaves" if tier == "leaf" else f"{tier}s" if tier == "spine" else "core switches"
        what = f"all {many}" if len(held) == every else f"{len(held)} {many}"
    if loss.number > 1:
        return f"Rack of {what}"
    return f"{_racks(loss.ids, index)}, {what}"


def _feeds(ids: tuple[str, ...], index: FabricIndex) -> str:
    """Return `Feed A` of one, and `Feeds A, B, C` of several that are called alike."""
    names = [index.feed_name(one) for one in ids]
    letters = [name[len(_FEED) :] for name in names if name.lower().startswith(_FEED)]
    if len(names) > 1 and len(letters) == len(names):
        return f"Feeds {some(letters)}"
    return capital(some(names))


def _racks(ids: tuple[str, ...], index: FabricIndex) -> str:
    return f"Rack {index.name_of(ids[0])}" if ids else "Rack"


def _of_switches(loss: SwitchLoss, report: FabricReport, index: FabricIndex | None) -> LossRow:
    keys = tuple(chain.from_iterable(group.switches for group in loss.groups))
    example = next((group.example for group in loss.groups if group.example), "")
    gpus = report.purpose == "compute"
    loses = number(loss.ends if gpus else loss.nodes, 0)
    tip = f"{capital(CALLED[loss.tier])}: {loses} lose a link"
    if loss.cut_nodes:
        loses = f"{number(loss.cut_nodes, 0)} off"
        tip = f"{capital(CALLED[loss.tier])}: {number(loss.cut_nodes, 0)} nodes are cut off"
    name = _switches(loss.tier, keys, index) if index is not None else capital(loss.tier)
    return LossRow(
        name, loss.number, loss.figure("bisection_gbps"), loses, loss.state, "switch", keys, tip,
        loss.tier, example,
    )  # fmt: skip


def _switches(tier: str, keys: Iterable[str], index: FabricIndex) -> str:
    """Return what switches of a tier are: `Leaf, SU 1-3`, `Spine`."""
    where = _units(keys, index)
    return f"{capital(tier or 'switch')}, {where}" if where else capital(tier or "switch")


def _units(keys: Iterable[str], index: FabricIndex) -> str:
    """Return the units of some leaves in short; empty where they are in all units, or in many."""
    things = (index.things[key] for key in keys if key in index.things)
    units = sorted({index.map.leaves.unit[one.at] for one in things if one.what == "leaf"})
    if not units or len(units) == len(index.map.units):
        return ""
    first, last = index.unit_name(units[0]), index.unit_name(units[-1])
    if len(units) == 1:
        return first
    joined = units[-1] - units[0] + 1 == len(units)
    head, _, figure = last.rpartition(" ")
    if joined and head and first.startswith(head) and figure.isdecimal():
        return f"{first}–{figure}"
    return plural(len(units), "unit")
