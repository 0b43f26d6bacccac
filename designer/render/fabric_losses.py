"""Every single loss of a fabric as rows, the gravest first: what is lost, what is left, who feels.

Nothing is computed here. May import the engine's report, and `model`. No Qt.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import NamedTuple

from designer.engine.network_report import FabricLoss, FabricReport, SwitchLoss
from designer.engine.power_report import GRAVITY
from designer.model.figure_words import how_many, number, percent, quantity
from designer.model.figures import Figure
from designer.model.plural import plural
from designer.model.sentence import capital
from designer.model.some_names import some
from designer.render.fabric_things import SWITCHES, FabricIndex, Thing
from designer.render.fabric_tried import consequences, fabric_loss_id
from designer.render.fabric_words import ENDS_LEFT
from designer.render.failing import Failing
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
    joins
        Of cables the keys of what one of them joins: that is the one which is lost.
    fewer_ends
        Whether endpoints are lost: halves are of those that are left.
    ratio
        What is left over a full bisection of the intact fabric; None where it is not worked out.
    sends
        What all can still send each other evenly, in words; empty where it is not worked out.
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
    joins: tuple[str, ...] = ()
    fewer_ends: bool = False
    sends: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        """What tells it from all other rows, also in a newer report."""
        return self.form, self.tier, *(self.joins or self.ids)

    @property
    def in_short(self) -> str:
        """The name of one rack without that word: `S13, 16 leaves`; else the name."""
        one = self.form == "rack" and not self.name.startswith("Rack of ")
        return self.name.removeprefix("Rack ") if one else self.name

    def failing(self, fabric: str, index: FabricIndex, switches: Iterable[str] = ()) -> Failing:
        """Return a cable, or what a rack holds of a fabric, as what is lost in thought.

        Parameters
        ----------
        switches
            What `switch_id` returns of the switches in the rack.
        """
        if self.form == "rack":
            rack = self.ids[0]
            name = fabric_loss_id(fabric, "rack", (rack,))
            return Failing("fabric", name, rack, "", index.name_of(rack), tuple(switches))
        name = fabric_loss_id(fabric, "cable", self.joins)
        lower, upper = (index.rack_of(key) for key in self.joins)
        called = " to ".join(index.name_of(key) for key in self.joins)
        return Failing("fabric", name, lower, self.joins[0], called, (upper,))


def loss_rows(report: FabricReport, index: FabricIndex | None) -> tuple[LossRow, ...]:
    """Return every single loss, the gravest first; those of switches alone until all are known."""
    if report.losses and index is not None:
        return _told_apart([_of_loss(loss, report, index) for loss in report.losses], index)
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
        "cable": lambda: _cable(loss, index),
    }  # fmt: skip
    name = names[loss.what]()
    loses = _felt(loss, gpus=report.purpose == "compute", ends=index.map.ends_are_gpus)
    return LossRow(
        name, loss.number, loss.figure("bisection_gbps"), loses, loss.state, loss.what, loss.ids,
        _tip(name, loss, report, index), loss.tier, loss.example, loss.figure("bisection_ratio"),
        loss.joins, bool(loss.nodes or loss.cut_ends), _sends(loss),
    )  # fmt: skip


def _cable(loss: FabricLoss, index: FabricIndex) -> str:
    """Return a cable by what one of its kind joins: `Cable 4·1–spine 1`, `GPU link at 1·1`."""
    gpus = loss.ids == _GPU_LINK and index.map.ends_are_gpus
    if len(loss.joins) != len(loss.ids):
        return "GPU link" if gpus else f"Cable, {' to '.join(loss.ids)}"
    lower, upper = (_in_short(index.called(key)) for key in loss.joins)
    if loss.ids[0] == "node":
        return f"{'GPU link' if gpus else 'Link'} at {upper}"
    if lower[:1].isdecimal():
        return f"Cable {lower}–{upper}"
    kind = f"{lower.partition(' ')[0]} "
    return capital(f"{lower}–{upper.removeprefix(kind)}")


def _in_short(called: str) -> str:
    """Return what a leaf is called, in short: `4·1`, `Group 2·1` for `leaf 1 of Group 2`."""
    name, comma, plane = called.removeprefix("leaf ").partition(",")
    leaf, of, unit = name.partition(" of ")
    return f"{unit}·{leaf}{comma}{plane}" if of else f"{leaf}{comma}{plane}"


def _told_apart(rows: Sequence[LossRow], index: FabricIndex) -> tuple[LossRow, ...]:
    """Return rows of which those with one name are told by the first of what each is."""
    many = Counter(row.name for row in rows)
    found = []
    for row in rows:
        first = (*row.ids, row.example)[0]
        if many[row.name] > 1 and row.form != "cable" and first:
            called = index.called(first)
            of = row.name.removeprefix("Rack of ")
            if of != row.name:
                named = f"Rack {called}, {of}"
            elif row.form == "switch" and called.startswith("leaf "):
                named = f"Leaf {_in_short(called)}"
            else:
                named = f"{row.name}, as {called}"
            row = row._replace(name=named)
        found.append(row)
    return tuple(found)


def _felt(loss: FabricLoss, *, gpus: bool, ends: bool) -> str:
    """Return who feels a loss in two words: `32 islands`, `512 off`, or links that are lost.

    Parameters
    ----------
    gpus, ends
        Whether GPUs that are off are told, and links where each is one GPU's; else it is nodes.
    """
    if loss.islands is not None and loss.islands > 1:
        return plural(loss.islands, "island")
    if loss.cut_nodes:
        cut = loss.figure("gpus_cut")
        return f"{quantity(cut) if gpus and not cut.unknown else number(loss.cut_nodes, 0)} off"
    if loss.nodes:
        lost = loss.figure("gpus_lost")
        return f"{quantity(lost) if gpus and not lost.unknown else number(loss.nodes, 0)} off"
    return number(loss.ends if ends else loss.hit_nodes, 0)


def _sends(loss: FabricLoss) -> str:
    """Return what is left of all-to-all traffic: `all-to-all 52% of what all can send`."""
    share = loss.figure("all_to_all_ratio")
    return "" if share.unknown else f"all-to-all {percent(share)} of what all can send"


def _tip(name: str, loss: FabricLoss, report: FabricReport, index: FabricIndex) -> str:
    """Return all that is said of a loss, in one line."""
    said = [name]
    if len(loss.joins) == len(loss.ids) > 0:
        ends = " to ".join(index.name_of(key) for key in loss.joins)
        said[0] = f"Cable, {' to '.join(loss.ids)}: {ends}"
    called = {"rack": index.name_of, "feed": index.feed_name}.get(loss.what)
    if called is not None and loss.number > 1:
        said.append(some([called(one) for one in loss.ids]))
    if loss.what == "cable" and loss.number > 1:
        said.append(f"one of {number(loss.number, 0)} alike")
    said += [*consequences(loss, report), *filter(None, [_sends(loss)])]
    if loss.nodes or loss.cut_ends:
        said.append(f"what is left is between halves of the {ENDS_LEFT}")
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
        many = "leaves" if tier == "leaf" else f"{tier}s" if tier == "spine" else "cores"
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
        loss.tier, example, fewer_ends=bool(loss.cut_ends),
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
