"""Racks that are looked at with several things lost together, device by device and part by part."""

from collections.abc import Iterator
from typing import Any, Final

from designer.engine.results import Key, Lost
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.feeds.together import lost_inside, rack_after
from designer.engine.subjects.racks.chain_after import with_chain
from designer.engine.subjects.shelves.shelves import SHELVES
from designer.engine.together_report import LossAsked, RackAfterLoss
from designer.wiring.power_upstream import lost_without

RACKS_AFTER: Final[Key[None]] = Key("racks-after")


def racks_after(facts: Facts, asked: LossAsked) -> dict[str, Any]:
    """Return the racks that were asked of; none where no power is lost: all is as it was."""
    return {"racks": tuple(_each(facts, asked)) if asked.takes_power else ()}


def _each(facts: Facts, asked: LossAsked) -> Iterator[RackAfterLoss]:
    """Yield racks one by one; what stands in several that are alike is computed once."""
    cores = facts[CONTENTS].cores
    down = lost_without(facts.design.power, asked.upstream)
    inside = lost_inside(facts, asked.inside)
    known: dict[int, RackAfterLoss] = {}
    for key in dict.fromkeys(asked.racks):
        results = cores[key].results
        if isinstance(results.get(FEEDS.name), Lost):
            continue
        found = known.get(id(results)) if key not in inside else None
        if found is None:
            lost = isinstance(results.get(SHELVES.name), Lost)
            shelves = () if lost else cores[key].read(SHELVES) or ()
            found = with_chain(rack_after(facts, key, down, inside), key, shelves)
            if key not in inside:
                known[id(results)] = found
        yield found.evolve(id=key)
