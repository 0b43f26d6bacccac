"""The rule of coolant while the mains are out: pumps on a UPS, or coolant that bears it (C16)."""

from collections.abc import Iterator
from typing import Final

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.thermal import heat_kj_per_k
from designer.engine.subjects.facility.loops import LoopLoad
from designer.engine.subjects.facility.outages import ends_of
from designer.engine.subjects.facility.plant import PLANT
from designer.engine.subjects.facility.rules import loop_cause, loop_name
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.upstream.ups_rules import start_of
from designer.model.figure_cases import highest, lasting
from designer.model.figure_words import words
from designer.model.figures import Figure, Verdict, exact, within
from designer.model.plural import plural
from designer.wiring.power_filling import ITSELF
from designer.wiring.power_upstream import drawn_from, upstream_of

RISE_K: Final = 10.0
"""That coolant may get warmer without flow: what OCP plans over a loop."""
FLUID: Final = "pg25"
ADVICE: Final = "Name a feed behind a UPS for them, or state the volume of the loop's coolant."


def coolant_flows_while_the_mains_are_out(facts: Facts) -> Iterator[Finding]:
    """C16: the distribution units of cold plates hang on a UPS, or their coolant bears the wait.

    Asked where the room has a UPS: in a room without one nobody says what is behind the feeds.
    """
    power = facts.design.power
    if not any(node.kind == "ups" for node in power):
        return
    backed = _backed_by_ups(facts)
    for one in facts[PLANT].loops:
        if one.plated and one.heat.load.high > 0:
            yield from _of_loop(facts, one, backed)


def _backed_by_ups(facts: Facts) -> frozenset[str]:
    """Return the feeds that take their power through a UPS with everything up."""
    power = facts.design.power
    drawn = drawn_from(power)
    ups = {node.id for node in power if node.kind == "ups"}
    found = set()
    for feed in facts.design.feeds:
        way, at = [feed.id], drawn.get(feed.id, "")
        while at and at not in way:
            way.append(at)
            at = drawn.get(at, "")
        if ups.intersection(way):
            found.add(feed.id)
    return frozenset(found)


def _of_loop(facts: Facts, one: LoopLoad, backed: frozenset[str]) -> Iterator[Finding]:
    feeds = {key: _feeds_of(facts, one, key) for key in one.units}
    known = {key: ends for key, ends in feeds.items() if ends and "" not in ends}
    off = [key for key, ends in known.items() if backed.isdisjoint(ends)]
    cause, said = loop_cause("no-ups", one), f"{loop_name(one)}: " if one.loop else ""
    if not off:
        # Whether units run whose feeds nobody names C06 says of every loss.
        return
    wait = _wait(facts, frozenset(feed for key in off for feed in known[key]))
    bears = _bears(one)
    many = plural(len(off), "distribution unit")
    text = (
        f"{said}{many} hang{'s' if len(off) == 1 else ''} on no UPS: pumps and controls stop with "
        "the mains"
    )
    if wait is not None:
        text = f"{text} until a generator carries them, {words(wait, 0)} later"
    if bears is None:
        lasts = "how long their coolant bears that nobody states"
    else:
        lasts = f"the coolant bears that for {words(bears, 0)}"
    verdict = Verdict("no") if bears is None or wait is None else within(wait, bears)
    if verdict.answer == "no":
        yield Finding("C16", "error", cause, tuple(off), f"{text}; {lasts}", ADVICE, len(off))
    elif verdict.answer == "open":
        yield cannot_be_said(
            "C16", cause, tuple(off),
            f"whether the coolant of {many} bears the wait for a generator",
            verdict.because, facts.name_of,
        )  # fmt: skip


def _feeds_of(facts: Facts, one: LoopLoad, key: str) -> tuple[str, ...]:
    """Return the feeds of the units that something on the floor is, or holds."""
    core = facts[CONTENTS].cores[key]
    feeds = core.read(FEEDS)
    if feeds is None:
        return ("",)
    if core.contents.rack_part in one.parts:
        return tuple(ends_of(feeds, ITSELF))
    held = core.filled.wiring.filling.held
    items = [at for at, device in enumerate(held) if device.part in one.parts]
    return tuple(end for item in items for end in ends_of(feeds, item))


def _wait(facts: Facts, feeds: frozenset[str]) -> Figure | None:
    """Return when the slowest generator behind some feeds carries them; None without one."""
    power = facts.design.power
    above = frozenset().union(*(upstream_of(feed, power) for feed in feeds if feed))
    sets = [start_of(facts, node) for node in power
            if node.kind == "generator" and node.id in above]  # fmt: skip
    return highest(sets) if sets else None


def _bears(one: LoopLoad) -> Figure | None:
    """Return how long the coolant of a loop takes the heat without flow; None without a volume."""
    if one.loop is None or one.loop.volume_l is None:
        return None
    stored = heat_kj_per_k(one.loop.volume_l / 1000, FLUID) * RISE_K
    return lasting(exact(stored, "kJ", f"loop {one.loop.id}.volume_l"), one.heat.load, "s")
