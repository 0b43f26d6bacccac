"""The reports of all racks, made anew only where something that they show changed."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import compress
from operator import is_not

from designer.engine.assumptions import Assumptions
from designer.engine.preview import RackPreview
from designer.engine.report import RackReport
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import Place, RackCore
from designer.engine.subjects.contents.fillings import CONTENTS, Fillings
from designer.engine.subjects.racks.places import PLACES
from designer.engine.subjects.racks.rack import finish, report_of
from designer.model.change import racks_with_ids
from designer.model.design import Rack

RACKS: Key[tuple[RackReport, ...]] = Key("racks")


def racks_of(facts: Facts) -> tuple[RackReport, ...]:
    """Return the racks' reports; the same objects where nothing that they show changed."""
    contents, places = facts[CONTENTS], facts[PLACES]
    cores = contents.cores
    make = partial(_rack, site=facts.site)
    known, last, was = facts.last(RACKS) or (), facts.last(CONTENTS), facts.last(PLACES)
    if facts.before is None or last is None or was is None or not known:
        facts.made["racks"] += len(facts.design.racks)
        return tuple(make(rack, cores[rack.id], places[rack.id]) for rack in facts.design.racks)
    if contents.order is last.order and len(known) == len(cores):
        # The same racks stand in the same order, and so do fillings and reports.
        found = list(known)
        for at in sorted(_touched(facts, contents, last, was)):
            facts.made["racks"] += 1
            rack = facts.design.racks[at]
            found[at] = make(rack, cores[rack.id], places[rack.id])
        return tuple(found)
    reports = {report.id: report for report in known}
    before = {rack.id: rack for rack in facts.before.racks}
    found = []
    for rack in facts.design.racks:
        key = rack.id
        if (
            before.get(key) is rack
            and last.cores.get(key) is cores[key]
            and was.get(key) == places[key]
        ):
            found.append(reports[key])
            continue
        facts.made["racks"] += 1
        found.append(make(rack, cores[key], places[key]))
    return tuple(found)


def _touched(
    facts: Facts, contents: Fillings, last: Fillings, was: Mapping[str, Place]
) -> set[int]:
    """Return which of the same racks are called, filled or placed otherwise than before."""
    racks, places = facts.design.racks, facts[PLACES]
    before = facts.before.racks if facts.before is not None else ()
    found = set(compress(range(len(racks)), map(is_not, before, racks)))
    found |= {contents.order[key] for key in contents.differing(last)}
    if was is not places:
        found |= {contents.order[key] for key, place in places.items() if was.get(key) != place}
    return found


def _rack(rack: Rack, core: RackCore, place: Place, site: Assumptions) -> RackReport:
    return report_of(rack.id, rack.name, rack.row, finish(core, place, site))


def compared(
    before: tuple[RackReport, ...] | None,
    after: tuple[RackReport, ...] | None,
    racks: Sequence[str],
) -> tuple[RackPreview, ...]:
    """Return racks before and after a change, for those that stand in either."""
    asked = set(racks)
    old = {rack.id: rack for rack in racks_with_ids(before or (), asked)}
    new = {rack.id: rack for rack in racks_with_ids(after or (), asked)}
    return tuple(
        RackPreview(id=key, before=old.get(key), after=new.get(key))
        for key in dict.fromkeys(racks)
        if key in old or key in new
    )
