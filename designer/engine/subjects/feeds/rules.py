"""Rules of feeds, power supplies and outlets (NEC 210.20; vendor guides on feed redundancy)."""

from collections import Counter
from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS, RackCore
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.feeds.limits import supply_words
from designer.engine.subjects.power.power import POWER

HALF = 0.5


def feeds_carry_the_rack(facts: Facts) -> Iterator[Finding]:
    """P01: the highest power of a rack is within what its feeds carry together."""
    for core, racks in facts[CONTENTS].racks_having(POWER, FEEDS):
        power, capacity = core[POWER].max_kw.value, core[FEEDS].capacity_kw
        if power is None or capacity is None or power <= capacity:
            continue
        yield Finding(
            "P01", "error", core.cause, racks,
            f"{core.summary}: {power:.1f} kW exceeds the {capacity:.1f} kW of all feeds",
            "Take a device out, or give the rack larger PDUs.",
            power - capacity,
        )  # fmt: skip


def a_lost_feed_leaves_enough(facts: Facts) -> Iterator[Finding]:
    """P02: after losing any one feed, every other feed still carries its share."""
    if facts.site.policy == "N":
        return
    for core, racks in facts[CONTENTS].racks_having(POWER, FEEDS):
        power = core[POWER].max_kw.low
        if not core[FEEDS].feeds or power <= 0:
            continue
        worst = core[FEEDS].worst
        if len(core[FEEDS].feeds) == 1:
            yield Finding(
                "P02", "error", f"one-feed:{core.cause}", racks,
                f"{core.summary}: one feed only, losing it loses {power:.1f} kW",
                "Add a rack PDU on a second feed.", power,
            )  # fmt: skip
        elif worst and (worst.load_after_loss_kw or 0.0) > (worst.capacity_kw or 0.0) + 1e-9:
            yield Finding(
                "P02", "error", core.cause, racks,
                f"{core.summary}: losing feed {core[FEEDS].lost_for_worst} leaves feed {worst.id} "
                f"{worst.load_after_loss_kw:.1f} kW for its {worst.capacity_kw:.1f} kW",
                "Add a feed, use larger PDUs, or take a device out.",
                (worst.load_after_loss_kw or 0.0) - (worst.capacity_kw or 0.0),
            )  # fmt: skip


def supplies_survive_a_lost_feed(facts: Facts) -> Iterator[Finding]:
    """P03: the supplies left after losing a feed carry the device's highest load."""
    if facts.site.policy == "N":
        return
    for core, racks in facts[CONTENTS].racks_having(POWER, FEEDS):
        if len(core[FEEDS].feeds) < 2:
            continue
        for verdict in core[FEEDS].verdicts:
            if verdict.survives is False and verdict.left > 0:
                short = (verdict.needed_kw or 0.0) - (verdict.left_kw or 0.0)
                yield Finding(
                    "P03", "error", f"{verdict.part}:{verdict.wiring}", racks,
                    supply_words(verdict),
                    "Wire the supplies over three feeds, or accept that the node throttles.",
                    short,
                )  # fmt: skip


def feeds_stay_below_half(facts: Facts) -> Iterator[Finding]:
    """P04: with two feeds, neither is loaded above half of what it carries."""
    if facts.site.policy == "N":
        return
    for core, racks in facts[CONTENTS].racks_having(POWER, FEEDS):
        if len(core[FEEDS].feeds) != 2 or _overloads(core):
            continue
        for feed in core[FEEDS].feeds:
            if not feed.capacity_kw or feed.load_kw is None:
                continue
            share = feed.load_kw / feed.capacity_kw
            if share > HALF + 1e-9:
                yield Finding(
                    "P04", "warning", core.cause, racks,
                    f"{core.summary}: feed {feed.id} at {share:.0%} with all feeds up, above half",
                    "Balance the two feeds, so that either carries the rack.", share,
                )  # fmt: skip


def _overloads(core: RackCore) -> bool:
    """Return whether losing a feed overloads another: P02 has said it then."""
    worst = core[FEEDS].worst
    return bool(worst and (worst.load_after_loss_kw or 0.0) > (worst.capacity_kw or 0.0) + 1e-9)


def outlets_for_every_inlet(facts: Facts) -> Iterator[Finding]:
    """P10: there is a rack PDU, and an outlet of the right kind for every supply's inlet."""
    for core, racks in facts[CONTENTS].racks_having(POWER, FEEDS):
        rack_part = core.filled.rack_part
        inside = [part for _, part in core.filled.powered if part is not rack_part]
        if not inside:
            continue
        if unrated := core.filled.unrated_pdus:
            names = ", ".join(sorted({part.name for part in unrated}))
            yield Finding(
                "P10", "warning", f"unrated-pdu:{core.cause}", racks,
                f"{core.summary}: volts and amps of {names} are not known; feeds and outlets "
                "cannot be checked",
                "Fill in the figures of the PDU from its maker's sheet.", len(unrated),
            )  # fmt: skip
            continue
        if not core.filled.pdus:
            yield Finding(
                "P10", "warning", f"no-pdu:{core.cause}", racks,
                f"{core.summary}: no rack PDU in the rack", "Add rack PDUs: they are its feeds.",
                core[POWER].max_kw.low,
            )  # fmt: skip
            continue
        for kind, inlets, outlets in _sockets(core):
            if inlets > outlets:
                yield Finding(
                    "P10", "error", f"{kind}:{core.cause}", racks,
                    f"{core.summary}: {inlets} inlets for {kind}, {outlets} outlets",
                    "Use PDUs with more outlets of this kind.", inlets - outlets,
                )  # fmt: skip


def _sockets(core: RackCore) -> Iterator[tuple[str, int, int]]:
    """Yield outlet kind, inlets that need it, outlets there are, where both are known."""
    needed: Counter[str] = Counter()
    for _, part in core.filled.powered:
        if part.psu is not None:
            needed[part.psu.inlet] += part.psu.count
    for kind, inlet, field in (("C19", "C20", "outlets_c19"), ("C13", "C14", "outlets_c13")):
        there = [getattr(part.pdu, field, None) for _, part in core.filled.pdus]
        known = [count for count in there if count is not None]
        if needed[inlet] and len(known) == len(there):
            yield kind, needed[inlet], sum(known)


def single_corded_devices(facts: Facts) -> Iterator[Finding]:
    """P13: a device with one supply goes down with its feed."""
    if facts.site.policy == "N":
        return
    for core, racks in facts[CONTENTS].racks_having(POWER, FEEDS):
        if len(core[FEEDS].feeds) < 2:
            continue
        for verdict in core[FEEDS].verdicts:
            if verdict.left == 0:
                yield Finding(
                    "P13", "warning", verdict.part, racks, supply_words(verdict),
                    "Add a rack transfer switch, or choose a device with two supplies.",
                )  # fmt: skip
