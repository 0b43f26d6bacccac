"""What the loss of several things upstream does together, asked for while it is looked at.

It is computed with a site that knows of this one loss (`Assumptions.losing`): racks say then what
the feeds that go down with it do to them.
"""

from typing import Any

from designer.engine.power_report import RackFate
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.every_loss import Node, several_lost
from designer.engine.subjects.feeds.fates import fates_of
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.feeds.room import ROOM_POWER


def together(facts: Facts, lost: tuple[str, ...]) -> dict[str, Any]:
    """Return the loss, and what it does to racks: each fate with the runs of racks that have it."""
    contents, room = facts[CONTENTS], facts[ROOM_POWER]
    nodes = [
        Node(load.node, load.capacity, load.normal, room.losing.get(load.node.id))
        for load in room.loads
    ]
    racks = [(core[FEEDS], number) for core, number in contents.plain_numbers.items()]
    loss = several_lost(nodes, racks, facts.site, lost, room.after)
    feeds = frozenset(loss.feeds)
    found: dict[RackFate, list[int]] = {}
    for core, keys in contents.keys_by_core.items():
        for fate in fates_of(core[FEEDS]):
            if frozenset(fate.feeds) in (feeds, frozenset()):
                found.setdefault(fate.evolve(feeds=()), []).extend(map(contents.order.get, keys))  # type: ignore[arg-type]  # each has a place
    return {"loss": loss, "fates": tuple((fate, tuple(sorted(at))) for fate, at in found.items())}
