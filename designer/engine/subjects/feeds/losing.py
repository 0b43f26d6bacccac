"""The feeds of a rack for a site that only loses other things together than the report tells.

What a rack carries with all up, and after what the site must survive, stays as it is: only what
this loss does is added, and where it takes nothing of the rack, nothing is.
"""

from dataclasses import replace

from designer.engine.assumptions import Assumptions
from designer.engine.subjects.feeds.branch_currents import losing_breakers
from designer.engine.subjects.feeds.case import Case
from designer.engine.subjects.feeds.device_supplies import verdicts_by_spread
from designer.engine.subjects.feeds.feeds import Feeds, feeds_of
from designer.engine.subjects.feeds.line_currents import losing_lines, ways_of
from designer.engine.subjects.feeds.single_loss import asked_by_one, outcomes_of


def losing(known: Feeds, site: Assumptions) -> Feeds:
    """Return the feeds of the same rack; the same object where the loss takes nothing of it.

    Outcomes of losses that the site has no more are not told to be nothing.

    Parameters
    ----------
    known
        The feeds for a site that differs in `taken_together` alone.
    """
    if known.named is not None:
        return feeds_of(known.wiring, site)
    case = Case(known.wiring, site, known.lines)
    if case.assignments and not case.taken_together:
        return known
    case.capacities = known.capacities
    ways = ways_of(case) if case.limited else ()
    phases = losing_lines(case, known.phases, ways) if known.phases else ()
    breakers = known.breakers
    if breakers:
        breakers = losing_breakers(case, breakers, ways[0] if len(ways) == 1 else None)
    # What the site must survive is told by its worst: where that is asked for, it is seen again.
    survived = not asked_by_one(site).isdisjoint(site.taken_together)
    verdicts = verdicts_by_spread(case) if survived else {}
    outcomes = outcomes_of(case, verdicts, known.worst, phases, breakers)
    return replace(known, phases=phases, breakers=breakers, outcomes=outcomes)
