"""Rules of cooling units and feeds: those that a lost feed leaves carry the heat and the flow.

A hall that survives the loss of a feed (N+1, 2N) and whose cooling does not has no redundancy:
Uptime Institute Tier Standard: Topology asks the same of cooling as of power. Loads count in full,
also those of racks that go down with the feed: the rules of feeds report these.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.facility.loops import LoopLoad
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.facility.rules import air_units, loop_cause, loop_name
from designer.engine.subjects.facility.units import Shared, worst_loss
from designer.model.figure_words import told, words
from designer.model.figures import total, within
from designer.model.some_names import some

DOORS_ADVICE = "Cord each rear door to rack PDUs of two feeds, or place more air units."
ADVICE = "Hang the units on different feeds, or give each a whip of every feed."
ONE_SYSTEM_ADVICE = (
    "All feeds of the room go with it: in Design settings › Feeds give some of them a second "
    "parent that does not hang on what they share, or add a feed of another system."
)


def coolant_units_survive_a_lost_feed(facts: Facts) -> Iterator[Finding]:
    """C06: the CDUs of a loop that a lost feed leaves take its heat, and move its flow."""
    for one in facts[PLANT].loops:
        if one.heat.load.high > 0:
            cause = loop_cause("cdu-feed", one)
            yield from _after_a_loss(
                facts, "C06", cause, one.units, one.both, partial(_of_loop, one), "capacity", "flow"
            )


def _of_loop(one: LoopLoad) -> str:
    """Return what the units of a loop carry, in words."""
    return (
        f"{f'{loop_name(one)}: ' if one.loop else ''}{words(one.heat.units, 0)} CDU for "
        f"{told(one.heat.load, 'amount', 0)} of liquid heat and {told(one.flow.load, 'flow', 0)}"
    )


def room_air_survives_a_lost_feed(facts: Facts) -> Iterator[Finding]:
    """C23: the air units that a lost feed leaves take the heat that reaches the room."""
    air, units = facts[PLANT].air, facts[PLANT].air_units
    if air.most_load > 0:
        yield from _after_a_loss(
            facts, "C23", "crah-feed", units, (air,),
            lambda: f"{air_units(air)} for {told(air.load, 'amount', 0)} of air heat", "capacity",
        )  # fmt: skip


def airflow_survives_a_lost_feed(facts: Facts) -> Iterator[Finding]:
    """C02: the air units that a lost feed leaves move the air that racks draw."""
    flow, units = facts[PLANT].airflow, facts[PLANT].air_units
    if flow.most_load > 0:
        yield from _after_a_loss(
            facts, "C02", "crah-airflow-feed", units, (flow,),
            lambda: f"{air_units(flow)} for the {told(flow.load, 'airflow', 0)} that racks draw",
            "airflow",
        )  # fmt: skip


def _after_a_loss(
    facts: Facts, rule: str, cause: str, where: tuple[str, ...], shared: Sequence[Shared],
    said: Callable[[], str], *nouns: str,
) -> Iterator[Finding]:  # fmt: skip
    """Yield that the worst loss of feeds leaves too little, or that this cannot be said.

    Parameters
    ----------
    said
        Says what the units carry; asked only where there is something to find.
    """
    worst = worst_loss(shared, 2 if facts.site.policy == "2N" else None)
    if worst is None or worst.verdict.answer == "yes":
        return
    if any(within(one.load, total(one.capacities)).answer == "no" for one in shared):
        return  # All of them together are too few, which has been said.
    left = " and ".join(told(f, noun, 0) for f, noun in zip(worst.left, nouns, strict=True))
    text = f"{said()}; {lost_in_words(facts, worst.name)} leaves {left}"
    advice = ONE_SYSTEM_ADVICE if _takes_all(facts, worst.name) else ADVICE
    need = shared[0].load.low
    if worst.doors:
        # What the doors no longer take is in what there is to carry then.
        load = " and ".join(told(f, n, 0) for f, n in zip(worst.loads, nouns, strict=True))
        text += f" for {load}, as {doors_in_words(facts, worst.doors)} no power then"
        advice = DOORS_ADVICE if advice is ADVICE else advice
        need = worst.loads[0].low
        where = (*where, *worst.doors)
    if worst.verdict.answer == "no":
        yield Finding(rule, "error", cause, where, text, advice, need)
    else:
        yield cannot_be_said(
            rule, cause, where, f"{text}: whether that is enough", worst.verdict.because,
            facts.name_of,
        )  # fmt: skip


def _takes_all(facts: Facts, name: str) -> bool:
    """Return whether a loss takes all of several feeds: whips of more of them help nothing then."""
    feeds = facts.site.feeds
    lost = next((loss.feeds for loss in facts.site.losses if loss.name == name), frozenset())
    return len(feeds) > 1 and set(feeds) <= lost


def doors_in_words(facts: Facts, racks: Sequence[str]) -> str:
    """Return the rear doors without power: `the rear doors of R1, R2 have, or may have,`."""
    names = {rack.id: rack.name or rack.id for rack in facts.design.racks}
    doors, verb = ("door", "has") if len(racks) == 1 else ("doors", "have")
    return f"the rear {doors} of {some([names[key] for key in racks])} {verb}, or may have,"


def lost_in_words(facts: Facts, name: str) -> str:
    """Return what a loss that the site must survive is: `losing feed A`."""
    site = facts.site
    if site.policy == "2N" and site.on_one_system:
        feeds = "feed" if len(site.feeds) == 1 else "feeds"
        return f"losing {feeds} {', '.join(map(site.short, site.feeds))}, the only system,"
    if site.policy == "2N":
        return (
            f"losing all but {f'the system of feed {site.short(name)}' if name else 'one system'}"
        )
    if not name:
        return "losing a feed"
    return f"losing {site.called(name)}"
