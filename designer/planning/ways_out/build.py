"""Keep the number, and build for it: racks first, then what findings ask for."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from math import ceil, isfinite
from typing import Final

from designer.document.calls import of_several
from designer.document.document import Edit
from designer.document.edits.duplicates import duplicate
from designer.document.edits.records import in_sequence, remove
from designer.document.edits.room import put_feed
from designer.document.errors import EditError
from designer.engine.power_report import RoomFeed
from designer.engine.preview import Preview
from designer.engine.report import Check
from designer.model.design import Design
from designer.model.figure_cases import highest
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.model.power_node import PowerNode
from designer.planning.hall import FEED_STEP_KW
from designer.planning.remedies import Building, RemedyPlan, plan_for, set_apart
from designer.planning.ways_out.asked import Pause, Question, Replacement, Steps, told
from designer.planning.ways_out.fewer import Room
from designer.planning.ways_out.way import WayOut

_MOST_RACKS: Final = 64
_MOST_BUILT: Final = 40
"""Things built after which it ends: rules that undo each other do."""


@dataclass
class _Plan:
    """What is done so far, and the design by then.

    Attributes
    ----------
    bare
        What the edits make of the design, one after the other.
    after
        The design once they are done as one step.
    """

    asked: Replacement
    bare: Design
    after: Design
    edits: list[Edit] = field(default_factory=list)
    added: list[tuple[str, int]] = field(default_factory=list)
    """Racks that were added, with how many nodes of the other part each has."""

    larger: list[str] = field(default_factory=list)
    """Feeds that were made larger, in words."""

    def do(self, edit: Edit) -> Steps[None]:
        """Do an edit as well.

        Raises
        ------
        EditError
            If it cannot be done; then nothing has changed.
        """
        bare = edit(self.bare)
        yield Pause()
        after = yield from self.asked.kept(bare)
        self.edits.append(edit)
        self.bare, self.after = bare, after

    def edit(self) -> Edit:
        """Return one edit that does all: of the design that was asked about it is made already."""
        every, asked, bare = in_sequence(*self.edits), self.asked.design, self.bare

        def edit(design: Design) -> Design:
            return bare if design is asked else every(design)

        return of_several(edit, tuple(self.edits))


def build(asked: Replacement, room: Room) -> Steps[WayOut]:
    """Find what keeping the number takes.

    Parameters
    ----------
    room
        How many fit in each rack; the others go to free racks, and to racks that are added.
    """
    title = f"Keep {asked.total:,}, build what they need"
    room.total = None
    plan, stay = _Plan(asked, asked.design, asked.design), room.stay()
    if not any(stay.values()):
        return WayOut("build", title, reason=f"not one fits: {room.because}")
    free = room.free(stay)
    edit = asked.edit(stay, free)
    numbers = {**stay, **dict(free)}
    try:
        yield from plan.do(edit)
        yield from _add_racks(asked, plan, room, asked.total - sum(numbers.values()))
    except EditError as refusal:
        return WayOut("build", title, reason=str(refusal) or "not possible")
    numbers |= dict(plan.added)
    looked = (*room.looked(numbers.items()), *(rack for rack, _ in plan.added[:1]))
    answer, work = yield from _built(asked, plan, looked)
    return WayOut(
        "build", title, _about(plan, work), plan.edit(), plan.after, answer,
        nodes=sum(numbers.values()), moved=sum(number for _, number in free),
        added=len(plan.added), built=len(work.built) + len(plan.larger),
        numbers=tuple(numbers.items()), looked=looked,
    )  # fmt: skip


def _add_racks(asked: Replacement, plan: _Plan, room: Room, left: int) -> Steps[None]:
    """Add copies of the rack that holds most, until all have a place.

    Raises
    ------
    EditError
        If it takes too many, or the room has no place for one.
    """
    if left <= 0:
        return
    like = max((one for one in room.groups if not one.free), key=lambda g: room.most[g.first])
    each = room.most[like.first]
    if ceil(left / each) > _MOST_RACKS:
        raise EditError(
            f"it takes {ceil(left / each):,} more racks; at most {_MOST_RACKS} are added at once"
        )
    while left > 0:
        before = {rack.id for rack in plan.bare.racks}
        plan.edits.append(duplicate(asked.catalog, (like.first,)))
        plan.bare = plan.edits[-1](plan.bare)
        yield Pause()
        new = next(rack.id for rack in plan.bare.racks if rack.id not in before)
        held = [one for one in Layout(plan.bare).in_rack(new) if one.part == asked.by]
        spare = sorted(held, key=lambda one: one.half_u)[left:]
        if spare:
            plan.edits.append(remove(tuple(one.key for one in spare)))
            plan.bare = plan.edits[-1](plan.bare)
        plan.added.append((new, len(held) - len(spare)))
        left -= len(held) - len(spare)
    plan.after = yield from asked.kept(plan.bare)


def _built(
    asked: Replacement, plan: _Plan, looked: tuple[str, ...]
) -> Steps[tuple[Preview, Building]]:
    """Build for one finding after another of those that the replacement brings."""
    answer = yield from told(Question(plan.after, looked, asks=True))

    def plan_of(check: Check) -> RemedyPlan | None:
        earlier = (asked.design, *asked.earlier)
        return plan_for(check, plan.bare, asked.catalog, earlier, answer.feeds)

    work = Building(plan_of)
    while len(work.built) < _MOST_BUILT:
        done = yield from _next(asked, plan, work, answer)
        if not done:
            break
        answer = yield from told(Question(plan.after, looked, asks=True))
    return answer, work


def _next(asked: Replacement, plan: _Plan, work: Building, answer: Preview) -> Steps[bool]:
    """Build for one finding, or make feeds larger that are too small; return whether it did."""
    while (found := work.next(set_apart(asked.checks, answer.asks))) is not None:
        check, label, edit = found
        refusal = yield from _tried(plan, edit)
        if not refusal:
            work.done(check, label)
            return True
        work.give_up(check, refusal)
    larger = larger_feeds(plan.bare, answer.feeds, asked.overloaded)
    was = {node.id: node for node in plan.bare.power}
    if not larger or (yield from _tried(plan, in_sequence(*map(put_feed, larger)))):
        return False
    plan.larger += [
        f"{one.name or one.id} {was[one.id].capacity_kw:,g} → {one.capacity_kw:,g} kW"
        for one in larger
    ]
    return True


def _tried(plan: _Plan, edit: Edit) -> Steps[str]:
    """Do an edit; return why not, where it cannot be done."""
    before = plan.bare
    try:
        if edit(before) == before:
            return "it changes nothing"
        yield from plan.do(edit)
    except EditError as refusal:
        return str(refusal) or "not possible"
    return ""


def larger_feeds(
    design: Design, feeds: Iterable[RoomFeed], but: Collection[str]
) -> list[PowerNode]:
    """Return the feeds of the room whose stated capacity their load exceeds, made large enough.

    Parameters
    ----------
    but
        Feeds that stay as they are.
    """
    nodes = {node.id: node for node in design.feeds}
    found = []
    for feed in feeds:
        node = nodes.get(feed.id)
        if node is None or feed.id in but or feed.state != "error" or node.capacity_kw is None:
            continue
        loads = [feed.figure("load_kw")]
        if feed.load_after_loss_kw is not None:
            loads.append(feed.figure("load_after_loss_kw"))
        wanted = highest(loads).in_steps(FEED_STEP_KW).high
        if isfinite(wanted) and wanted > node.capacity_kw:
            found.append(node.evolve(capacity_kw=wanted))
    return found


def _about(plan: _Plan, work: Building) -> str:
    words = [f"Add {plural(len(plan.added), 'rack')}"] if plan.added else []
    words += [*work.built, *plan.larger]
    not_built = next(iter(work.left.values()), "")
    words += [f"not built: {not_built}"] if not_built else []
    return "; ".join(words) or "nothing is asked for that can be built"
