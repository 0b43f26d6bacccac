"""The rule of distributed redundancy: as many independent systems as its name says (P12)."""

from collections.abc import Iterator, Sequence

from designer.engine.assumptions import Assumptions
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds
from designer.model.figures import Verdict, total


def enough_systems(facts: Facts, asked: int) -> Iterator[Finding]:
    """Yield a finding unless as many independent systems carry something as the policy asks for.

    That the others carry what hung on a lost system is P02's and P14's.
    """
    policy, site = facts.site.policy, facts.site
    numbers = [(core[FEEDS], n) for core, n in facts[CONTENTS].plain_numbers.items()]
    everything = total((feeds.load.times(n) for feeds, n in numbers), "kW")
    if everything.high <= 0:
        return
    racks = [feeds for feeds, _ in numbers if feeds.load.high > 0]
    systems = dict.fromkeys(map(site.system_of, site.feeds))
    carrying = {system: _carries(system, racks, site) for system in systems}
    answers = [verdict.answer for verdict in carrying.values()]
    if answers.count("yes") >= asked:
        return
    said = f"{policy} asks for {asked} independent systems that share the load"
    if len(answers) - answers.count("no") >= asked or everything.low <= 0:
        refs = [ref for verdict in carrying.values() for ref in verdict.because]
        yield cannot_be_said(
            "P12", f"{policy}:systems", (), f"whether {asked} independent systems share the load",
            dict.fromkeys(refs or (gap.ref for gap in everything.gaps[:2])), facts.name_of,
        )  # fmt: skip
        return
    named = ", ".join(site.short(system) for system, one in carrying.items() if one.answer != "no")
    found = f"racks hang on {answers.count('yes') or 'none'}{f': {named}' if named else ''}"
    yield Finding(
        "P12", "error", f"{policy}:systems", (),
        f"{said}; {found if systems else 'the room has no feeds'}",
        "Add feeds on a system of their own and hang racks on them, or plan 2N.", everything.low,
    )  # fmt: skip


def _carries(system: str, racks: Sequence[Feeds], site: Assumptions) -> Verdict:
    """Return whether something that draws power hangs on a system."""
    found = [feeds.reached(system, site) for feeds in racks]
    for answer in ("yes", "open"):
        if of_it := [one for one in found if one.answer == answer]:
            return of_it[0]
    return Verdict("no")
