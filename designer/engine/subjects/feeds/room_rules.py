"""Rules of the room's feeds: their capacity, and whether they are independent."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations

from designer.catalog.figures import BuswayFigures, UpsFigures
from designer.catalog.kinds import Kind, kind_of
from designer.catalog.lost_parts import is_surely
from designer.engine.assumptions import Assumptions
from designer.engine.electric import circuit_kva
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.contents.rules import named_parts_are_known
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds
from designer.engine.subjects.feeds.part_ratings import (
    is_by_kva,
    is_of_some_modules,
)
from designer.engine.subjects.feeds.room import ROOM_POWER, NodeLoad
from designer.engine.subjects.feeds.run_ratings import busway_of, tap_of
from designer.engine.subjects.feeds.supplies import worse
from designer.engine.subjects.feeds.system_rules import enough_systems
from designer.model.feed_policy import DISTRIBUTED
from designer.model.figure_words import told, words
from designer.model.figures import Figure, Verdict, exact, total, within
from designer.wiring.power_upstream import (
    in_circle,
    meeting_points,
    supplying_feeds,
    without_source,
)


def feeds_of_the_room_carry_it(facts: Facts) -> Iterator[Finding]:
    """P14: each feed, and what stands upstream, carries its load, normally and after a loss."""
    for load in facts[ROOM_POWER].loads:
        what, taken = facts.site.called(load.node.id), _taken(facts, load)
        first = what[:1].upper() + what[1:]
        yield from _said_and_rated(facts, load, first, taken)
        of_part = taken if load.capacity is load.rated else ""
        if load.verdict.answer == "no":
            yield Finding(
                "P14", "error", f"normal:{load.node.id}", (),
                f"{first} carries {words(load.normal)} of its {words(load.capacity)}{of_part}",
                "Move racks to other feeds, or give it more capacity.", load.normal.low,
            )  # fmt: skip
        elif load.verdict_after.answer == "no":
            yield Finding(
                "P14", "error", load.node.id, (),
                f"{first} would carry {words(load.after)} of its {words(load.capacity)}{of_part} "
                f"{_when(facts, load)}",
                "Move racks to other feeds, or give it more capacity.", load.after.low,
            )  # fmt: skip
        elif "open" in (load.verdict.answer, load.verdict_after.answer):
            verdict = load.verdict if load.verdict.answer == "open" else load.verdict_after
            yield cannot_be_said(
                "P14", load.node.id, (), f"whether {what} carries its load", verdict.because,
                facts.name_of,
            )  # fmt: skip


def _said_and_rated(facts: Facts, load: NodeLoad, what: str, taken: str) -> Iterator[Finding]:
    """Yield that a node is said to carry more than its part is rated for, or that it may be."""
    owner, rated = load.node.capacity_kw is not None or load.node.capacity_kva, load.rated
    if rated is None or not owner:
        return
    if is_of_some_modules(rated, load.node):
        # What it is said to carry tells how many are in it, up to a frame that is full.
        rated = exact(rated.high, rated.unit, *rated.basis)
    verdict = within(load.capacity, rated)
    said = f"{what} is said to carry {words(load.capacity)}"
    if verdict.answer == "no":
        yield Finding(
            "P14", "error", f"rating:{load.node.id}", (),
            f"{said}, and its part is rated for {words(rated)}{taken}",
            "Correct its capacity, or name the part that carries it.",
            load.capacity.minus(rated).low,
        )  # fmt: skip
    elif verdict.answer == "open":
        yield cannot_be_said(
            "P14", f"rating:{load.node.id}", (),
            f"{said}: whether its part{taken} is rated for that", verdict.because, facts.name_of,
        )  # fmt: skip


def _taken(facts: Facts, load: NodeLoad) -> str:
    """Return what the rating of a node's part is taken for; empty where it can only be one thing.

    A modular UPS is sold as a frame and as a module, and a node is one of what its part is.
    """
    if load.node.kind == "tap-off":
        return _taken_of_tap(facts, load)
    part = facts.catalog.get(load.node.part) if load.node.part else None
    if load.rated is None or load.rated.unknown or part is None:
        return ""
    if part.busway is not None:
        return _at_amps(facts, load, part.busway)
    pf, what = facts.site.power_factor, []
    if is_by_kva(load.rated):
        what.append(f"{words(load.rated.times(1 / pf, 'kVA'))} at a power factor of {pf:g}")
    if part.generator is not None:
        what.append(_taken_for(load.rated))
    elif part.ups is not None:
        what.append(_taken_of_ups(load, part.ups))
    said = "; ".join(filter(None, what))
    return f" ({said})" if said else ""


def _taken_of_ups(load: NodeLoad, ups: UpsFigures) -> str:
    """Return of how many modules the rating of a UPS is; empty of a frame that has none."""
    number = load.node.modules
    each = "" if ups.module_kw is None else f" of {words(exact(ups.module_kw, 'kW'))}"
    if number and each:
        return f"{number} {'module' if number == 1 else 'modules'}{each}"
    if number and "modular" in ups.topology:
        return f"a frame that is full: what each of its {number} modules carries is not stated"
    if load.rated is None or not is_of_some_modules(load.rated, load.node):
        return ""
    return f"a frame that is full: how many modules{each} are in it is not stated"


def _taken_of_tap(facts: Facts, load: NodeLoad) -> str:
    """Return the amperes of a tap-off, by the part of its busway."""
    part = busway_of(load.node, facts.design.power, facts.catalog)
    made = None if part is None else tap_of(part)
    return "" if load.rated is None or made is None else _at_amps(facts, load, made)


def _at_amps(facts: Facts, load: NodeLoad, run: BuswayFigures) -> str:
    return f" ({words(exact(run.amps, 'A'), 0)}{_at_volts(facts, load, run)})"


def _at_volts(facts: Facts, load: NodeLoad, run: BuswayFigures) -> str:
    """Return at which volts a busway is rated, where they are certain, and how much of it counts.

    They follow from its rating, whoever states them.
    """
    share = facts.site.derate * facts.site.ambient
    counted = f", {share * 100:.0f} % of its amperes continuously" if share < 1 else ""
    if load.rated is None or not load.rated.exact:
        return f" at volts that nothing states for certain{counted}"
    kw_per_volt = circuit_kva(1.0, run.amps, 1 if load.node.dc else run.phases, share)
    factor = 1.0 if load.node.dc else facts.site.power_factor
    return f" at {words(load.rated.times(1 / (kw_per_volt * factor), 'V'), 0)}{counted}"


def _taken_for(rated: Figure) -> str:
    """Return which rating of a generating set counts (ISO 8528-1)."""
    if rated.exact:
        prime = any(ref.endswith(".prime_kw") for ref in rated.basis)
        return "its prime rating" if prime else "its standby rating, for outages of the mains"
    if rated.low > 0:
        return "by its prime rating: it states none for standby"
    return "by its standby rating: it states none for running without mains"


def _when(facts: Facts, load: NodeLoad) -> str:
    lost = ""
    if load.lost and facts.site.policy == "2N":
        lost = f"the system of feed {facts.site.short(load.lost)} is left alone"
    elif load.lost:
        lost = f"{facts.site.called(load.lost)} is lost"
    if load.takes_over:
        return " and ".join(filter(None, ("when it takes over what it stands by for", lost)))
    return f"when {lost}" if load.alone else f"after losing {facts.site.called(load.lost)}"


def everything_upstream_has_a_source(facts: Facts) -> Iterator[Finding]:
    """P26: what supplies the feeds is supplied itself: no circle stands for a source."""
    power = facts.design.power
    dark = without_source(power)
    if not dark:
        return
    circle = [node for node in in_circle(power) if node in dark]
    feeds = [facts.site.short(node.id) for node in power if node.kind == "feed" and node.id in dark]
    what = f"feeds {', '.join(feeds)}: no" if feeds else "no"
    named = ", ".join(map(facts.site.power_name, circle))
    yield Finding(
        "P26", "error", f"no-source:{','.join(circle)}", (),
        f"{what} source upstream; {named} supply one another in a circle",
        "Give one of them a utility or a generator as parent.", len(dark),
    )  # fmt: skip


def everything_upstream_feeds_something(facts: Facts) -> Iterator[Finding]:
    """P26: what stands upstream is upstream of a feed; what supplies none is paid for in vain."""
    power = facts.design.power
    used = supplying_feeds(power)
    loads = {load.node.id: load.normal for load in facts[ROOM_POWER].loads}
    for node in power:
        if node.id in used or (node.id in loads and loads[node.id].high > 0):
            continue
        called = facts.site.called(node.id)
        yield Finding(
            "P26", "warning", f"idle:{node.id}", (), f"{called} supplies no feed",
            "Name it as a parent of what it is to supply, or remove it.",
        )  # fmt: skip


def parts_upstream_are_known(facts: Facts) -> Iterator[Finding]:
    """D02: every part of the power tree is in the catalogue or in the file, and gives power."""
    power = facts.design.power
    named = [(node.part, facts.site.called(node.id)) for node in power]
    yield from named_parts_are_known(facts, named)
    for part_id in sorted({node.part for node in power if node.part}):
        part = facts.catalog.get(part_id)
        if part is None or part.traits.feeds != "none":
            continue
        by = [called for name, called in named if name == part_id]
        yield Finding(
            "D02", "error", f"power:{part_id}", (),
            f"{', '.join(by)} {'names' if len(by) == 1 else 'name'} the part {part_id}, whose kind "
            f"is {part.traits.singular}: it gives no power, so that its rating is not known",
            "Choose a UPS, a generator or a busway of the catalogue, or none.", len(by),
        )  # fmt: skip


def feeds_are_independent(facts: Facts) -> Iterator[Finding]:
    """P12: feeds that back each other do not hang on one thing; 2N asks for two whole systems.

    By N+1 what they hang on may be lost: where a rack or a device does not outlive that, it is as
    grave here as P02 or P03 find it of the worst loss. By 3N/2 and 4N/3 feeds of one system may
    hang on one thing, as long as everything outlives the loss of the system.
    """
    policy = facts.site.policy
    if policy == "N":
        return
    points = meeting_points(facts.design.power)
    racks = (core[FEEDS] for core, _ in facts[CONTENTS].racks_having(FEEDS)) if points else ()
    fatal = {feeds for rack in racks for feeds in rack.fatal}
    for node, feeds in points.items():
        named = ", ".join(map(facts.site.short, feeds))
        harms = frozenset(feeds) in fatal
        if policy in DISTRIBUTED and not harms:
            continue
        yield Finding(
            "P12", "error" if policy == "2N" or harms else "warning",
            f"{policy}:{node}{':harm' if harms else ''}", (),
            f"feeds {named} hang on {facts.site.power_name(node)} alone: losing it loses them "
            "together",
            "Feed them from different ends, or give each a second parent.", len(feeds),
        )  # fmt: skip
    if policy == "2N":
        yield from _whole_systems(facts)
    elif policy in DISTRIBUTED:
        yield from enough_systems(facts, DISTRIBUTED[policy])


def _whole_systems(facts: Facts) -> Iterator[Finding]:
    """Yield a finding unless two systems reach every load; their capacity is P14's."""
    numbers = [(core[FEEDS], n) for core, n in facts[CONTENTS].plain_numbers.items()]
    everything = total((feeds.load.times(n) for feeds, n in numbers), "kW")
    if everything.high <= 0:
        return
    systems = dict.fromkeys(facts.site.system_of(feed) for feed in facts.site.feeds)
    reach = {system: _reach(system, numbers, facts.site) for system in systems}
    answers = [verdict.answer for verdict, _ in reach.values()]
    if answers.count("yes") >= 2:
        return
    draws = any(feeds.load.high > 0 and _draws(feeds) for feeds, _ in numbers)
    if _may_be_whole(reach, numbers, facts.site) or not draws:
        refs = [ref for verdict, _ in reach.values() for ref in verdict.because]
        yield cannot_be_said(
            "P12", "2N:systems", (), "whether two independent systems each carry everything",
            dict.fromkeys(refs or (gap.ref for gap in everything.gaps[:2])),
            facts.name_of,
        )  # fmt: skip
        return
    short = ", ".join(_said_of(facts.site.short(name), *found) for name, found in reach.items())
    if len(reach) == 1:
        short = f"{facts.site.short(next(iter(reach)))} is the only one"
    by_system = f"by system: {short}" if reach else "the room has no feeds"
    yield Finding(
        "P12", "error", "2N:systems", (),
        f"2N asks for two independent systems that each carry everything; {by_system}",
        "Put every rack on two systems, or plan N+1 over three feeds.", everything.low,
    )  # fmt: skip


def _may_be_whole(
    reach: Mapping[str, tuple[Verdict, Figure]],
    numbers: Iterable[tuple[Feeds, int]],
    site: Assumptions,
) -> bool:
    """Return whether two systems may reach every load.

    A rack PDU that names no feed may hang on either, though not on both.
    """
    may = [system for system, (verdict, _) in reach.items() if verdict.answer != "no"]
    if not any(feeds.nameless for feeds, _ in numbers):
        return len(may) >= 2
    racks = [feeds for feeds, _ in numbers if feeds.nameless and feeds.load.high > 0]
    return any(
        all(
            sum(feeds.named_reached(system, site).answer == "no" for system in pair)
            <= feeds.nameless
            for feeds in racks if _draws(feeds)
        )
        for pair in combinations(may, 2)
    )  # fmt: skip


def _reach(
    system: str, numbers: Iterable[tuple[Feeds, int]], site: Assumptions
) -> tuple[Verdict, Figure]:
    """Return whether a system reaches every load, and what it misses, kW."""
    reached, missed = Verdict("yes"), []
    for feeds, n in numbers:
        found = feeds.reached(system, site)
        if not feeds.lines.lines or feeds.load.high <= 0 or found.answer == "yes":
            continue
        if found.answer == "open" and not feeds.wiring.filling.held:
            continue  # What holds nothing hangs on the feeds that it names, if it draws at all.
        if found.answer == "no" and not _draws(feeds):
            found = Verdict("open", because=tuple(gap.ref for gap in feeds.load.gaps[:2]))
        sure, load = found.answer == "no", feeds.load.times(n)
        missed.append(load if sure else load.perhaps_none(found.because))
        reached = worse(reached, found)
    return reached, total(missed, "kW")


def _draws(feeds: Feeds) -> bool:
    """Return whether something that hangs on feeds, or is to, draws power for certain.

    What is in no catalogue may draw none, and so may a rear door or a tank that nobody states:
    these are sold passive, too.
    """
    if feeds.load.low > 0:
        return True
    wiring = feeds.wiring
    drawn = (part for draw in feeds.lines.draws for part in wiring.parts_of_draw(draw.part))
    names = {*drawn, *feeds.lines.without}
    if any(
        part is not None and part.id in names and _must_draw(kind_of(part))
        for part in (wiring.part, *wiring.parts)
    ):
        return True
    held = zip(wiring.filling.held, wiring.parts, strict=True)
    return any(part is None and is_surely(one.lost, _computes) for one, part in held)


def _must_draw(kind: Kind) -> bool:
    return not (kind.is_rear_door or kind.is_tank)


def _computes(kind: Kind) -> bool:
    return kind.draws_it_power


def _said_of(system: str, reached: Verdict, missed: Figure) -> str:
    """Return what a system misses, in words."""
    if reached.answer == "yes":
        return f"{system} reaches all of it"
    may = "misses" if reached.answer == "no" else "may miss"
    return f"{system} {may} {told(missed, 'load')}"
