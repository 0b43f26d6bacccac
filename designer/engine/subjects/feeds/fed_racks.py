"""Racks and all else on the floor with their feeds, as the rules about them go through these."""

from collections.abc import Iterator

from designer.engine.remedy import Remedy
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds
from designer.model.figure_cases import planned

Racks = Iterator[tuple[RackCore, tuple[str, ...], Feeds]]


def racks_with_feeds(facts: Facts) -> Racks:
    """Yield racks with their feeds; CDUs and air units are left out."""
    for core, racks in facts[CONTENTS].racks_having(FEEDS):
        yield core, racks, core[FEEDS]


def all_with_feeds(facts: Facts) -> Racks:
    """Yield everything on the floor with its feeds."""
    for core, keys in facts[CONTENTS].keys_by_core.items():
        feeds = core.read(FEEDS)
        if feeds is not None:
            yield core, tuple(keys), feeds


def heading(core: RackCore) -> str:
    """Return what a message about a rack begins with: what draws IT power in it, if anything."""
    return core.summary or "Rack"


def rack_words(core: RackCore) -> str:
    """Return what a message about a rack calls it within a sentence."""
    return core.summary or "the rack"


def pdus_wanted(core: RackCore, feeds: Feeds) -> Remedy | None:
    """Return that rack PDUs are to hang; nothing where none can: what is sold filled has whips."""
    part = core.filled.rack_part
    if part is None or part.rack is None:
        return None
    return Remedy(action="hang-pdus", kw=planned(feeds.load))
