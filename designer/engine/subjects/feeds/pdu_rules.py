"""Rules of rack PDUs: what they carry, their feeds and volts (NEC 210.20; vendor guides)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.feeds.by_every_name import by_every_name
from designer.engine.subjects.feeds.fed_racks import (
    all_with_feeds,
    heading,
    pdus_on_more_feeds,
    pdus_wanted,
    rack_words,
    racks_with_feeds,
    shelves_wanted,
)
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.limits import ANY_FEEDS, ANY_OVERLOAD, on_one_path
from designer.engine.subjects.feeds.open_cords import Refs
from designer.engine.subjects.feeds.without_path import hang_open, hanging
from designer.model.figure_words import words
from designer.model.figures import within

HALF = 0.5


def feeds_carry_the_rack(facts: Facts) -> Iterator[Finding]:
    """P01: with all feeds up, rack PDUs carry what hangs on them, together and one by one."""
    for core, racks, feeds in racks_with_feeds(facts):
        together = within(feeds.on_pdus, feeds.capacity)
        if not any(line.pdus for line in feeds.lines.lines):
            continue
        overload = _overload_by_every_name(core, racks, feeds)
        if overload is not None:
            yield overload
        elif "open" in (feeds.carries.verdict.answer, together.answer):
            # What hangs on none of them loads none, and is to be carried all the same.
            one = feeds.carries.verdict if feeds.carries.verdict.answer == "open" else together
            yield cannot_be_said(
                "P01", core.cause, racks, f"whether the feeds carry {rack_words(core)}",
                one.because, facts.name_of,
            )  # fmt: skip


def _overload_by_every_name(core: RackCore, racks: tuple[str, ...], feeds: Feeds) -> Finding | None:
    """Return that something carries too much; what is told of it holds whatever PDUs name."""
    said = _overload(core, racks, feeds)
    if said is None or not feeds.named or said.cause == core.cause:
        return said
    truths = [found for one in feeds.named if (found := _overload(core, racks, one.feeds))]
    if len({one.message for one in truths}) == 1:
        return truths[0]
    causes = {one.cause for one in truths}
    return replace(
        said,
        cause=causes.pop() if len(causes) == 1 else f"any-feed:{core.cause}",
        message=f"{heading(core)}: {ANY_OVERLOAD}",
        advice="Name the feed of each rack PDU, and use larger ones.",
        weight=min(one.weight for one in truths),
    )


def _overload(core: RackCore, racks: tuple[str, ...], feeds: Feeds) -> Finding | None:
    """Return that all feeds together, a rack PDU or a feed carries too much for certain."""
    fullest = feeds.carries
    if within(feeds.on_pdus, feeds.capacity).answer == "no":
        return Finding(
            "P01", "error", core.cause, racks,
            f"{heading(core)}: {words(feeds.on_pdus)} exceeds the {words(feeds.capacity)} of all "
            "feeds",
            "Take a device out, or give the rack larger PDUs.", feeds.on_pdus.low,
        )  # fmt: skip
    if fullest.verdict.answer == "no" and fullest.pdu:
        return Finding(
            "P01", "error", f"pdu:{core.cause}", racks,
            f"{heading(core)}: {fullest.called} carries {words(fullest.load)} of its "
            f"{words(fullest.capacity)} with all feeds up",
            "Cord some of the supplies to another rack PDU, or give the rack a larger one.",
            fullest.load.minus(fullest.capacity).low,
        )  # fmt: skip
    if fullest.verdict.answer == "no":
        return Finding(
            "P01", "error", f"uneven:{core.cause}", racks,
            f"{heading(core)}: one feed carries more than it can while others have room",
            "Spread the supplies over the feeds.", feeds.load.low,
        )  # fmt: skip
    return None


def _for_a_second_path(core: RackCore, feeds: Feeds) -> str:
    """Return what gives a rack a second path: rack PDUs, power shelves, or feeds that it names.

    What is sold filled has whips and no rack PDUs; what hangs on a bus bar takes no cord.
    """
    part, worst = core.filled.rack_part, feeds.worst
    whips = part is not None and part.rack is None
    name = 'name feeds of two systems for it in the design file, as feeds = ["A", "B"]'
    shelves, pdus = _on_shelves(feeds), bool(feeds.wiring.plugged or feeds.wiring.open_items)
    one = "a power shelf" if shelves and not pdus else "a rack PDU"
    many = "place power shelves" if shelves and not pdus else "hang rack PDUs"
    if shelves and pdus:
        one, many = "a rack PDU and a power shelf", "hang rack PDUs and place power shelves"
    hang = name if whips else f"{many} on a feed of another system"
    if len(worst.one_path) > 1:
        return (
            "Give one of these feeds a second parent in Design settings › Feeds that does not "
            f"hang on what they share, or {hang}."
        )
    verb = "Place" if one == "a power shelf" else "Add"
    return f"{name[0].upper()}{name[1:]}." if whips else f"{verb} {one} on a second feed."


def _on_shelves(feeds: Feeds) -> bool:
    """Return whether something of a rack hangs on power shelves that stand in it."""
    return bool(feeds.wiring.on_bus)


def a_lost_feed_leaves_enough(facts: Facts) -> Iterator[Finding]:
    """P02: by N+1 any feed may be lost, by 2N all systems but one: what is left carries it.

    By 3N/2 and 4N/3 any one system may be lost.
    """
    if facts.site.policy == "N":
        return
    for core, racks, feeds in racks_with_feeds(facts):
        worst, load = feeds.worst, hanging(feeds)
        if not feeds.lines.lines or load.high <= 0 or worst.verdict.answer == "yes":
            continue
        if worst.verdict.answer == "open":
            yield cannot_be_said(
                "P02", core.cause, racks, f"whether {rack_words(core)} keeps running after a loss",
                worst.verdict.because, facts.name_of,
            )  # fmt: skip
        elif unstated := hang_open(feeds, load):
            yield cannot_be_said(
                "P02", core.cause, racks, f"whether {rack_words(core)} keeps running after a loss",
                unstated, facts.name_of,
            )  # fmt: skip
        elif worst.any_feeds or (worst.systems < 2 and not worst.one_path):
            yield Finding(
                "P02", "error", core.cause, racks, f"{heading(core)}: {ANY_FEEDS}",
                "Name the feed of each rack PDU, and use larger ones.", load.low,
            )  # fmt: skip
        elif worst.systems < 2:
            yield Finding(
                "P02", "error", f"one-feed:{core.cause}", racks,
                f"{heading(core)}: {on_one_path(worst)}, losing it loses {words(load)}",
                _for_a_second_path(core, feeds), load.low,
                remedy=shelves_wanted(core, feeds, facts) if _on_shelves(feeds)
                else pdus_wanted(core, feeds),
            )  # fmt: skip
        else:
            yield Finding(
                "P02", "error", core.cause, racks, f"{heading(core)}: {_left(facts, feeds)}",
                "Add a feed, use larger PDUs, or take a device out.",
                worst.load.minus(worst.capacity).low,
                remedy=pdus_on_more_feeds(core, feeds, facts),
            )  # fmt: skip


def _left(facts: Facts, feeds: Feeds) -> str:
    """Return what the worst loss does to the line that is fullest then."""
    worst = feeds.worst
    left = f"{worst.called} {words(worst.load)} for its {words(worst.capacity)}"
    if facts.site.policy == "2N":
        return f"with only the system of {worst.lost} up, 2N leaves {left}"
    return f"losing {worst.lost} leaves {left}"


def feeds_stay_below_half(facts: Facts) -> Iterator[Finding]:
    """P04: with two feeds, neither is loaded above half of what it carries."""
    if facts.site.policy == "N":
        return
    for core, racks, feeds in racks_with_feeds(facts):
        yield from by_every_name(
            feeds,
            partial(_above_half, facts, core, racks),
            partial(_half_open, facts, core, racks),
        )


def _half_open(facts: Facts, core: RackCore, racks: tuple[str, ...], refs: Refs) -> Finding:
    return cannot_be_said(
        "P04", core.cause, racks,
        f"whether {rack_words(core)} has two feeds that both stay below half", refs,
        facts.name_of,
    )  # fmt: skip


def _above_half(
    facts: Facts, core: RackCore, racks: tuple[str, ...], feeds: Feeds
) -> Iterator[Finding]:
    lines = feeds.lines
    number = len(lines.lines) - len(lines.whips)
    if not lines.certain <= 2 <= number or feeds.worst.verdict.answer == "no":
        return  # P02 has said it then.
    if lines.certain < number:
        refs = dict.fromkeys(line.open_on for line in lines.lines if line.open_on)
        yield _half_open(facts, core, racks, tuple(refs))
        return
    for line, load, capacity in zip(lines.lines, lines.loads(), feeds.capacities, strict=True):
        verdict = within(load, capacity.times(HALF))
        if line.pdus and verdict.answer == "open":
            yield cannot_be_said(
                "P04", core.cause, racks, f"whether a feed of {rack_words(core)} stays below half",
                verdict.because, facts.name_of,
            )  # fmt: skip
        elif line.pdus and verdict.answer == "no":
            share, feed = load.per(capacity).low, facts.site.short(line.feed) or "?"
            yield Finding(
                "P04", "warning", core.cause, racks,
                f"{heading(core)}: feed {feed} at {share:.0%} with all feeds up, above half",
                "Balance the two feeds, so that either carries the rack.", share,
            )  # fmt: skip


def pdus_name_a_feed(facts: Facts) -> Iterator[Finding]:
    """P27: every rack PDU and every whip names a feed that the room has."""
    known = set(facts.site.feeds)
    for core, racks, feeds in all_with_feeds(facts):
        unnamed = [line for line in feeds.lines.lines if not line.feed]
        alone = sum(not line.open_on for line in unnamed)
        if unnamed and not alone:
            yield cannot_be_said(
                "P27", core.cause, racks, f"{heading(core)}: whether every rack PDU names a feed",
                dict.fromkeys(line.open_on for line in unnamed), facts.name_of,
            )  # fmt: skip
        if alone:
            pdus = "a rack PDU names" if alone == 1 else f"{alone} rack PDUs name"
            yield Finding(
                "P27", "error", f"no-feed:{core.cause}", racks,
                f"{heading(core)}: {pdus} no feed; what a lost feed does cannot be said",
                "Name the feed that each rack PDU hangs on.", alone,
            )  # fmt: skip
        strange = sorted({feed for feed, _ in feeds.wiring.named if feed} - known)
        if strange:
            yield Finding(
                "P27", "error", f"unknown-feed:{','.join(strange)}", racks,
                f"{heading(core)}: the room has no feed {', '.join(strange)}",
                "Add the feed to the room, or name one that it has.", len(strange),
            )  # fmt: skip


def outlets_have_the_right_voltage(facts: Facts) -> Iterator[Finding]:
    """P11: rack PDUs and the supplies on their outlets are made for the voltage that comes in."""
    for core, racks, feeds in all_with_feeds(facts):
        direct = [(f, len(at)) for f, at in feeds.wiring.groups if f in facts.site.dc_feeds]
        for feed, number in direct:
            yield Finding(
                "P11", "error", f"dc:{feed}:{core.cause}", racks,
                f"{heading(core)}: {number} × rack PDU for alternating current on feed "
                f"{facts.site.short(feed)}, which brings direct current",
                "Put them on another feed, or correct what the feed brings.", number,
            )  # fmt: skip
        for off in feeds.wrong_feeds:
            if off.feed in facts.site.dc_feeds:
                continue  # Whatever its volts are.
            if off.open_on:
                yield cannot_be_said(
                    "P11", f"feed:{off.part}", racks,
                    f"{heading(core)}: whether each {off.name} is made for the voltage of its feed",
                    off.open_on, facts.name_of,
                )  # fmt: skip
                continue
            yield Finding(
                "P11", "error", f"feed:{off.part}:{off.feed}", racks,
                f"{heading(core)}: {off.pdus} × {off.name}, made for {off.made_for:g} V, "
                f"on feed {facts.site.short(off.feed)} of {off.volts:g} V",
                "Use rack PDUs made for the voltage of the feed, or correct the feed's voltage.",
                off.pdus,
            )  # fmt: skip
        for wrong in feeds.wrong_volts:
            if wrong.open_on:
                at = f" of {wrong.volts:.0f} V" if wrong.volts else ""
                yield cannot_be_said(
                    "P11", f"{wrong.part}:{wrong.volts:.0f}", racks,
                    f"{wrong.name}: whether its supplies are made for the outlets{at}",
                    wrong.open_on, facts.name_of,
                )  # fmt: skip
                continue
            made = "–".join(f"{v:g}" for v in (wrong.low, wrong.high) if v is not None)
            yield Finding(
                "P11", "error", f"{wrong.part}:{wrong.volts:.0f}", racks,
                f"{wrong.name}: {wrong.supplies} supplies made for {made} V on outlets of "
                f"{wrong.volts:.0f} V",
                "Use rack PDUs whose outlets have a voltage that the supplies take.",
                wrong.supplies,
            )  # fmt: skip
