"""What a loss that is only tried does to everything on the floor, as the report tells it.

Nothing is computed here: a loss is looked up in the report, and what it says of racks is put into
words. May import the catalogue, the engine's report, and `model`. No Qt.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise

from designer.engine.cooling_report import CoolingLossReport
from designer.engine.limit_report import LimitState
from designer.engine.network_report import FabricReport
from designer.engine.power_report import (
    GRAVITY,
    InsideLossReport,
    LossReport,
    PowerReport,
    RackFate,
)
from designer.engine.reasons import NameOf, because
from designer.engine.report import RackReport, Report
from designer.engine.together_report import DoorAfterLoss, LostTogether, RackAfterLoss
from designer.model.figures import Figure
from designer.model.sentence import capital
from designer.render.fabric_tried import loss_tried
from designer.render.failing import DOOR, Failing, door_of, inside_id
from designer.render.fate import (
    CUT,
    DARK,
    HOLDS,
    LOST,
    PARTLY_DARK,
    RAIL,
    Fate,
)
from designer.render.fates_of_loss import (
    MOST_REASONS,
    WITHOUT,
    Upstream,
    fates_of_cooling,
    gravest_fate,
    lost_door,
    rack_fate,
    units_left,
    warm_racks,
    without_door,
)
from designer.render.one_line_words import verdict_of
from designer.render.switch_losses import (
    CALLED,
    LostSwitch,
    cannot_say,
    lost_switch,
    verdict_of_switch,
)


@dataclass(frozen=True)
class WhatIf:
    """What is lost in thought, and what follows from it.

    Attributes
    ----------
    title
        What is lost: `feed B`.
    sentence, fullest
        What it does, and what is fullest then; empty where nothing can be said of it.
    fates
        What it does to things on the floor, by id; what is not touched has none.
    dark_feeds
        Ids of the feeds that have no voltage then.
    loss
        The loss upstream of the racks, as the report has it; None for any other.
    inside
        Losses inside racks, likewise, each with what is lost.
    left
        What is left of the bisection of fabrics of which something is lost, in Gb/s, by their ids.
    nodes
        Keys of the nodes that lose links to a fabric with a switch, where a rack also has others.
    node_parts
        Ids of the parts that the nodes of that fabric are.
    racks, doors
        What the engine says of racks that are looked at, by id: of their power, and of those whose
        rear door does not run then.
    """

    failing: tuple[Failing, ...]
    title: str
    sentence: str
    fullest: str
    state: LimitState
    fates: Mapping[str, Fate] = field(default_factory=dict)
    dark_feeds: frozenset[str] = frozenset()
    loss: LossReport | None = None
    inside: tuple[tuple[Failing, InsideLossReport], ...] = ()
    left: Mapping[str, Figure] = field(default_factory=dict)
    nodes: frozenset[str] = frozenset()
    node_parts: frozenset[str] = frozenset()
    racks: Mapping[str, RackAfterLoss] = field(default_factory=dict)
    doors: Mapping[str, DoorAfterLoss] = field(default_factory=dict)

    @property
    def heading(self) -> str:
        """What is tried, as a heading: `What if: feed B is lost`."""
        return f"What if: {self.title} {'are' if len(self.failing) > 1 else 'is'} lost"

    def takes_door_of(self, rack: str) -> bool:
        """Return whether the rear door of a rack is among what is lost."""
        return any(one.where == rack and one.id.startswith(DOOR) for one in self.failing)

    @property
    def words(self) -> str:
        """The verdict in full sentences."""
        return ". ".join(filter(None, (capital(self.sentence), self.fullest))) + "."


def answered(
    report: Report, failing: Failing, name_of: NameOf = str, proven: Figure | None = None
) -> WhatIf | None:
    """Return what a loss does; None where the report has no such loss.

    Parameters
    ----------
    name_of
        What people call the owner of an input that nobody states.
    proven
        What is left of the bisection of its fabric, where that was proven since the report.
    """
    if failing.kind == "power":
        loss = next((one for one in report.power.losses if one.id == failing.id), None)
        return of_power(report, loss, (failing,), name_of) if loss else None
    if failing.kind == "cooling":
        unit = unit_loss(report, failing)
        return _of_unit(report, unit, failing) if unit else None
    if failing.kind == "network":
        lost = lost_switch(report, failing.id)
        if lost is not None:
            return of_switch(lost.with_left(proven), failing)
        fabric = cannot_say(report, failing.id)
        return _of_open_switch(fabric, failing, name_of) if fabric else None
    if failing.kind == "fabric":
        tried = loss_tried(report, failing, proven)
        if tried is None:
            return None
        return WhatIf(
            (failing,), tried.title, tried.sentence, tried.left_in_words, tried.state,
            tried.fates, left=tried.left, nodes=tried.nodes, node_parts=tried.node_parts,
        )  # fmt: skip
    found = _inside_of(report, failing)
    return _of_inside(found[1], failing, found[0]) if found else None


def _inside_of(report: Report, failing: Failing) -> tuple[RackReport, InsideLossReport] | None:
    """Return a loss inside a rack, with the rack; None where the report has no such loss."""
    rack = next((one for one in report.racks if one.id == failing.where), None)
    inside = {inside_id(rack.losses, at): one for at, one in enumerate(rack.losses)} if rack else {}
    found = inside.get(failing.id)
    return (rack, found) if rack and found else None


def of_power(
    report: Report, loss: LossReport, failing: tuple[Failing, ...], name_of: NameOf = str
) -> WhatIf:
    """Return what a loss upstream of the racks does."""
    cooling = report.cooling_after(loss)
    sentence, fullest = verdict_of(loss, report.power, cooling, report.racks)
    warm = fates_of_cooling(report, cooling) if cooling else {}
    lost = frozenset(loss.feeds)
    upstream = Upstream(loss, report.power, name_of)
    fates = {
        rack.id: fate
        for rack in report.racks
        if (fate := upstream.fate(rack, rack_fate(rack, lost), warm.get(rack.id)))
    }
    state = report.state_after(loss)
    return WhatIf(failing, loss.name, sentence, fullest, state, fates, lost, loss)


def of_several(
    report: Report, found: LostTogether, failing: tuple[Failing, ...], power: PowerReport,
    name_of: NameOf = str,
) -> WhatIf:  # fmt: skip
    """Return what the loss of several things together does, as the engine answered it."""
    loss, cooling = found.loss, found.cooling
    sentence, fullest = verdict_of(loss, power, cooling, report.racks)
    warm = fates_of_cooling(report, cooling) if cooling else {}
    doors = [one.where for one in failing if one.id.startswith(DOOR)]
    warm |= {rack: without_door(warm.get(rack)) for rack in doors}
    lost = frozenset(loss.feeds)
    said = {
        report.racks[at].id: fate
        for fate, places in found.fates
        for at in places
        if at < len(report.racks)
    }
    upstream = Upstream(loss, power, name_of)
    fates = {}
    for rack in report.racks:
        known = {feed.id for feed in rack.feeds}
        dark = DARK if known and known <= lost else PARTLY_DARK
        own = gravest_fate(said[rack.id], dark) if rack.id in said else None
        fate = upstream.fate(rack, own, warm.get(rack.id))
        if fate is not None:
            fates[rack.id] = fate
    inside = []
    for one in failing:
        if one.kind == "cooling" and one.where not in doors:
            fates[one.where] = LOST
        elif one.kind == "inside" and (there := _inside_of(report, one)):
            fates.setdefault(one.where, WITHOUT)
            inside.append((one, there[1]))
    states = (loss.graded, cooling.graded) if cooling else (loss.graded,)
    state = max(states, key=GRAVITY.index)
    title = names_of_lost(report, failing)
    shown = WhatIf(failing, title, sentence, fullest, state, fates, lost, loss, tuple(inside))
    return _with_switches(report, found, shown) if found.switches else shown


def _with_switches(report: Report, found: LostTogether, shown: WhatIf) -> WhatIf:
    """Return a loss of several things with what the switches among them take of fabrics."""
    fabrics = {one.id: one for one in report.fabrics}
    lost = [
        LostSwitch(fabrics[one.fabric], one.loss, one.loss.groups[0])
        for one in found.switches
        if one.fabric in fabrics and one.loss.groups
    ]
    alone = all(one.kind == "network" for one in shown.failing)
    said = [verdict_of_switch(one) for one in lost]
    sentences = [*([] if alone else [shown.sentence]), *(sentence for sentence, _ in said)]
    fullest = [*([] if alone else [shown.fullest]), *(then for _, then in said)]
    fates = dict(shown.fates)
    for one in lost:
        fate = CUT if one.cuts_off else RAIL
        for rack in one.racks:
            if rack not in fates or fates[rack].state in ("carries", "tight", "open"):
                fates[rack] = fate
    for failing in shown.failing:
        if failing.kind == "network":
            fates.setdefault(failing.where, HOLDS)
    nodes = (key for one in lost for _, keys in one.group.partly for key in keys)
    states = (shown.state, *(one.loss.state for one in lost))
    return replace(
        shown, sentence="; ".join(sentences), fullest=". ".join(filter(None, fullest)),
        fates=fates, state=max(states, key=GRAVITY.index), nodes=frozenset(nodes),
        left={one.fabric.id: one.loss.figure("bisection_gbps") for one in lost},
        node_parts=frozenset(part for one in lost for part in one.fabric.node_parts),
        loss=None if alone else shown.loss,
    )  # fmt: skip


def names_of_lost(report: Report, failing: Iterable[Failing]) -> str:
    """Return what people call things that are lost: `feed A and one of 2 XDU1350`."""
    lost = tuple(failing)
    names = [name for one in lost if (name := _called(report, one, alone=len(lost) == 1))]
    for at, (name, after) in enumerate(pairwise(names)):
        where = name.rpartition(" in ")[2]
        if " in " in name and after.endswith(f" in {where}"):
            names[at] = name.removesuffix(f" in {where}")  # The last of a rack names it.
    *others, last = names or [""]
    return " and ".join(filter(None, (", ".join(others), last)))


def _called(report: Report, failing: Failing, *, alone: bool) -> str:
    """Return what people call one thing that is lost; empty where the report has no such loss.

    Several are told apart: each unit, shelf and supply by its own name.
    """
    known = answered(report, failing)
    if known is None or alone:
        return known.title if known is not None else ""
    rack = next((one for one in report.racks if one.id == failing.where), None)
    where = (rack.name or rack.id) if rack is not None else failing.where
    if failing.kind == "cooling" and not failing.device and not failing.id.startswith(DOOR):
        return f"a pump of {where}" if failing.id.endswith(":pump") else where
    inside = known.inside[0][1] if known.inside else None
    if inside is not None and inside.kind == "power shelf" and failing.device:
        return f"{failing.device} in {where}"
    if inside is not None and inside.kind == "supply" and failing.name:
        return f"a supply of {failing.name} in {where}"
    return known.title


def unit_loss(report: Report, failing: Failing) -> CoolingLossReport | None:
    """Return the loss of a cooling unit; None where the report has no such loss.

    A rear door is told with those of racks like its own, whose first one names them: after an edit
    it may stand among others.
    """
    part = failing.id.rpartition(":")[2]
    is_door = failing.id.startswith(DOOR)
    for one in report.cooling.of_units:
        if is_door and one.kind == "rear door":
            if one.id.endswith(f":{part}") and failing.where in one.where:
                return one
        elif one.id == failing.id:
            return one
    return None


def _of_unit(report: Report, loss: CoolingLossReport, failing: Failing) -> WhatIf:
    title = loss.name
    warm = warm_racks(report, loss)
    if loss.kind == "rear door":
        rack = next((one for one in report.racks if one.id == failing.where), None)
        title = door_of(rack) if rack is not None else f"rear door of {failing.where}"
        fates = units_left(report, loss) | warm | {failing.where: lost_door(loss.state)}
    elif loss.each:
        # A unit that serves the rack alone that holds it takes nothing from others alike.
        fates = {failing.where: warm.get(failing.where, LOST)}
    else:
        fates = units_left(report, loss) | warm | {failing.where: LOST}
    return WhatIf((failing,), title, f"{loss.verdict}; {loss.text}", "", loss.graded, fates)


def of_switch(lost: LostSwitch, failing: Failing) -> WhatIf:
    """Return what the loss of a switch does."""
    sentence, then = verdict_of_switch(lost)
    fate = CUT if lost.cuts_off else RAIL
    fates = dict.fromkeys(lost.racks, fate)
    fates.setdefault(failing.where, HOLDS)
    title = f"{CALLED[lost.loss.tier]} {failing.name or failing.id}"
    return WhatIf(
        (failing,), title, sentence, then, lost.loss.state, fates,
        left={lost.fabric.id: lost.loss.figure("bisection_gbps")},
        nodes=frozenset(key for _, keys in lost.group.partly for key in keys),
        node_parts=frozenset(lost.fabric.node_parts),
    )  # fmt: skip


def _of_open_switch(fabric: FabricReport, failing: Failing, name_of: NameOf) -> WhatIf:
    """Return that nobody can say what the loss of a switch does, and why."""
    gaps = (ref for bound in fabric.bounds for ref in bound.gaps)
    why = because(tuple(dict.fromkeys(gaps))[:MOST_REASONS], name_of)
    said = f"what that does to {fabric.name} cannot be said, because {why}"
    title = f"switch {failing.name or failing.id}"
    return WhatIf((failing,), title, said, "", "unknown", {failing.where: HOLDS})


def _of_inside(loss: InsideLossReport, failing: Failing, rack: RackReport) -> WhatIf:
    title = f"{loss.name} in {rack.name or rack.id}"
    said = RackFate(dark=loss.dark, short=loss.short, overloaded=loss.overloaded)
    fate = gravest_fate(said, PARTLY_DARK) or WITHOUT
    text = "; ".join(filter(None, (loss.verdict, loss.text)))
    inside = ((failing, loss),)
    return WhatIf((failing,), title, text, "", loss.state, {rack.id: fate}, inside=inside)
