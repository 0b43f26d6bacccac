"""What the loss of several things together does, asked for while it is looked at.

It is computed with a site that knows of this one loss (`Assumptions.losing`): racks say then what
the feeds that go down with it do to them. A rack in which something is lost besides is looked at by
itself, and what it takes from feeds then is in what these carry.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from designer.engine.power_report import RackFate
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS, runs_of
from designer.engine.subjects.feeds.every_loss import several_lost
from designer.engine.subjects.feeds.fates import fate_of, fates_after
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds
from designer.engine.subjects.feeds.rack_after import InsideTaken, RackAfter
from designer.engine.subjects.feeds.rack_loads import RackLoads
from designer.engine.subjects.feeds.room import POWER_TREE, ROOM_POWER
from designer.engine.together_report import InsideLost, LossAsked
from designer.model.layout import Layout
from designer.wiring.power_filling import held_of


def together(facts: Facts, asked: LossAsked) -> dict[str, Any]:
    """Return the loss, and what it does to racks: each fate with the runs of racks that have it."""
    contents, room = facts[CONTENTS], facts[ROOM_POWER]
    gone = facts[POWER_TREE].asked(asked.upstream)
    down = gone.taken
    inside = lost_inside(facts, asked.inside)
    touched = {key: rack_after(facts, key, down, inside) for key in inside}
    numbers = Counter(contents.plain_numbers)
    for key in touched:
        # Contents that only serve other networks stand for one another there.
        results = contents.cores[key].results
        numbers[next(one for one in numbers if one.results is results)] -= 1
    held = runs_of((core, number) for core, number in numbers.items() if number)
    racks = [(core[FEEDS], number, times) for core, number, times in held]
    for key, after in touched.items():
        feeds = contents.cores[key][FEEDS]
        racks.append((replace(feeds, outcomes={**feeds.outcomes, down: after.outcome}), 1, 1))
    called = [_called(facts, key, one) for key, every in inside.items() for one in every]
    loads = RackLoads(racks).without(down) if touched else room.without(racks, down)
    loss = several_lost(room.hall, racks, gone, loads, called)
    found: dict[RackFate, list[int]] = {}
    for core, keys in contents.keys_by_core.items():
        for fate in fates_after(core[FEEDS], down):
            places = [contents.order[key] for key in keys if key not in touched]
            found.setdefault(fate, []).extend(places)
    for key, after in touched.items():
        if not after.outcome.harmless:
            found.setdefault(fate_of((), after.outcome), []).append(contents.order[key])
    fates = tuple((fate, tuple(sorted(at))) for fate, at in found.items() if at)
    return {"loss": loss, "fates": fates}


def lost_inside(facts: Facts, lost: Sequence[InsideLost]) -> dict[str, list[InsideTaken]]:
    """Return what is lost inside racks, by rack."""
    found: dict[str, list[InsideTaken]] = {}
    for one in lost:
        losses = facts[CONTENTS].cores[one.rack][FEEDS].inside
        if not 0 <= one.at < len(losses):
            raise LookupError(f"{one.rack} has no such loss")
        item = _item(facts, one) if one.device else None
        found.setdefault(one.rack, []).append(InsideTaken(losses[one.at], item))
    return found


def _item(facts: Facts, lost: InsideLost) -> int | None:
    """Return the position of a device among what its rack holds; None of what it is not."""
    layout = Layout(facts.design)
    rack = layout.racks[lost.rack]
    own = facts[CONTENTS].own.get(rack.id, {})
    _, held = held_of(layout.assemblies.get(rack.assembly or ""), own.values())
    keys = [f"{rack.id}{key}" if key.startswith("/") else key for key in held]
    return keys.index(lost.device) if lost.device in keys else None


def rack_after(
    facts: Facts, key: str, down: frozenset[str], inside: Mapping[str, list[InsideTaken]]
) -> RackAfter:
    """Return a rack after a loss of feeds, and of what is lost inside racks."""
    core: RackCore = facts[CONTENTS].cores[key]
    feeds: Feeds = core[FEEDS]
    return RackAfter(feeds, core.filled.seen_from(facts.site), down, inside.get(key, ()))


def _called(facts: Facts, key: str, one: InsideTaken) -> str:
    rack = next(rack for rack in facts.design.racks if rack.id == key)
    return f"{one.loss.called} in {rack.name or key}"
