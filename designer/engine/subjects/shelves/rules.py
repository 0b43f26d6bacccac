"""Rules of power shelves: what a loss leaves (P21), their peaks (P20), their whips (P05)."""

from collections.abc import Iterator
from dataclasses import replace

from designer.catalog.part import Part
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.fed_racks import racks_with_feeds, shelves_wanted
from designer.engine.subjects.feeds.rules import is_one_path
from designer.engine.subjects.feeds.supplies import SupplyVerdict
from designer.engine.subjects.shelves.shelves import SHELVES, Shelves
from designer.model.figure_words import amount, told, words
from designer.model.figures import Figure, within
from designer.model.plural import plural
from designer.wiring.power_bus import in_sentence

MAGNETIC = 5.0
"""Times its rating: from there on a breaker of curve C may act at once (IEC 60898-1, 5 to 10)."""
SUSTAINED_MS = 1000.0
"""A peak of a second and more counts as load: breakers and TDP are held at that."""


def shelves_survive_a_loss(facts: Facts) -> Iterator[Finding]:
    """P21: the power shelves left after a loss carry the rack."""
    if facts.site.policy == "N":
        return
    for core, racks, feeds in racks_with_feeds(facts):
        sorts = core.read(SHELVES) or ()
        shelves = sorts[0] if sorts else None
        if feeds.worst.systems < 2 and is_one_path(feeds):
            continue  # P02 has said it.
        for verdict in feeds.verdicts:
            if not verdict.is_shelved or verdict.normal.answer == "no" or feeds.worst.systems < 2:
                continue
            if verdict.by_weight:
                yield from _of_several_sizes(facts, verdict, racks)
            elif verdict.survives is None:
                yield cannot_be_said(
                    "P21", f"{verdict.part}:{_spread(verdict)}", racks,
                    f"whether {in_sentence(verdict.name)} ({_spread(verdict)} power shelves) "
                    "outlives a lost feed", verdict.verdict.because, facts.name_of,
                )  # fmt: skip
            elif verdict.survives is False and verdict.left > 0:
                found = _too_few(verdict, racks, shelves)
                if shelves is not None and shelves.placed:
                    found = replace(found, remedy=shelves_wanted(core, feeds, facts))
                yield found


def _of_several_sizes(
    facts: Facts, verdict: SupplyVerdict, racks: tuple[str, ...]
) -> Iterator[Finding]:
    """Yield what a loss leaves of power shelves that share a bus bar by their ratings."""
    key = f"{verdict.part}:{verdict.wiring}"
    if verdict.survives is None:
        yield cannot_be_said(
            "P21", key, racks, f"whether {in_sentence(verdict.name)} outlives a lost feed",
            verdict.verdict.because, facts.name_of,
        )  # fmt: skip
    elif verdict.survives is False and verdict.left > 0:
        yield Finding(
            "P21", "error", key, racks,
            f"{verdict.name}: its shelves carry only {words(verdict.left_kw)} {verdict.when}, and "
            f"it needs {words(verdict.needed_kw)}; whether it slows down to that is not stated",
            "Place more power shelves, or deal them over more feeds.", verdict.needed_kw.low,
        )  # fmt: skip


def _too_few(verdict: SupplyVerdict, racks: tuple[str, ...], shelves: Shelves | None) -> Finding:
    """Return that the shelves left do not carry a rack, and what they do carry."""
    shelf = shelves.part.shelf if shelves is not None else None
    throttles = shelf is not None and bool(shelf.throttles)
    left, number = verdict.left // verdict.of_shelf, verdict.count // verdict.of_shelf
    can = words(verdict.left_kw)
    most = f"N+N only to {can}" if 2 * left == number else f"its shelves carry only {can}"
    then = "it slows down to that" if throttles else "whether it slows down to that is not stated"
    feeds = len(_spread(verdict).split("+")) + 1
    over = "+".join(str(number // feeds + (at < number % feeds)) for at in range(feeds))
    advice = f"Deal its shelves over {feeds} feeds ({over}), or plan it capped to {can}."
    if shelves is not None and shelves.placed:
        advice = _more_shelves(verdict, shelves)
    return Finding(
        "P21", "warning" if throttles else "error",
        f"{verdict.part}:{_spread(verdict)}{':capped' if throttles else ''}", racks,
        f"{verdict.name}: {most}, and it needs {words(verdict.needed_kw)} on the bus bar: "
        f"{_spread(verdict)} power shelves, {left} of {number} left {verdict.when}; {then}",
        advice, verdict.needed_kw.low,
    )  # fmt: skip


def _more_shelves(verdict: SupplyVerdict, shelves: Shelves) -> str:
    """Return how many shelves a rack is to have, as many on each of its feeds."""
    feeds = len(shelves.by_feed)
    each = verdict.needed_kw.per(shelves.each_kw.times(max(feeds - 1, 1)))
    if not each.exact:
        return "Place more power shelves, or deal them over more feeds."
    whole = each.in_steps(1.0)
    return (
        f"Place {amount(whole.times(feeds), 0)} power shelves, {amount(whole, 0)} on each of "
        f"{feeds} feeds, or deal them over more feeds."
    )


def _spread(verdict: SupplyVerdict) -> str:
    """Return how shelves are dealt over feeds: `4+4`."""
    counts = (int(count) for count in verdict.wiring.split("+"))
    return "+".join(f"{count / verdict.of_shelf:g}" for count in counts)


def shelves_take_the_peak(facts: Facts) -> Iterator[Finding]:
    """P20: shelves take the peak of milliseconds of their rack, with all up and after a loss.

    Asked where somebody says that the rack has one, and of shelves that carry what lasts: what they
    do not carry is P21's.
    """
    for core, racks in facts[CONTENTS].racks_having(SHELVES):
        for shelves in core[SHELVES]:
            for lost, when in _cases(facts, shelves) if shelves.has_peaks else ():
                finding = _peak(facts, racks, shelves, lost, when)
                if finding is not None:
                    yield finding
                    break


def _cases(facts: Facts, shelves: Shelves) -> Iterator[tuple[frozenset[str], str]]:
    """Yield feeds that are lost: the worst of those the site must survive, then none."""
    after = [(shelves.without(feeds), feeds) for feeds in shelves.asked]
    if shelves.is_one_of_several:
        after = [one for one in after if shelves.own_without(one[1])]
    if after:
        left, feeds = min(after, key=lambda one: (one[0], sorted(one[1])))
        if left:
            named = sorted(filter(None, feeds))
            lost = ", ".join(map(facts.site.short, named)) or "of a rack PDU that names none"
            yield feeds, f"after losing feed{'s' if len(named) > 1 else ''} {lost}"
    yield frozenset(), "with all feeds up"


def _peak(
    facts: Facts, racks: tuple[str, ...], shelves: Shelves, lost: frozenset[str], when: str
) -> Finding | None:
    left, own = shelves.without(lost), shelves.own_without(lost)
    part, peak, rated = shelves.part, shelves.edp_bus_kw, shelves.left_kw(left, lost)
    if within(peak, rated).answer == "yes" or within(shelves.bus_kw, rated).answer == "no":
        return None
    pulse = shelves.pulse_kw(left, lost)
    answer = within(peak, rated if pulse is None else pulse)
    if pulse is None or answer.answer == "open":
        because = (f"{part.id}.shelf.pulse",) if pulse is None else answer.because
        return cannot_be_said(
            "P20", f"shelf:{part.id}:{shelves.spread}", racks,
            f"whether {plural(own, 'power shelf', 'power shelves')} of {in_sentence(part.name)} "
            f"{'takes' if own == 1 else 'take'} its peak {when}",
            because, facts.name_of,
        )  # fmt: skip
    lasts = part.transient.duration_ms if part.transient else None
    holds = part.shelf.pulse_ms if part.shelf else None
    too_long = lasts is not None and holds is not None and lasts > holds
    if answer.answer == "yes" and not too_long:
        return None
    for_ms = f" for {lasts:g} ms" if lasts is not None else ""
    give = plural(own, "power shelf gives", "power shelves give")
    if shelves.is_one_of_several:
        give = "what feeds it gives"
    most = f"{words(pulse)}{f' for {holds:g} ms' if holds is not None else ''}"
    return Finding(
        "P20", "warning", f"shelf:{part.id}:{shelves.spread}", racks,
        f"{part.name} draws {told(peak, 'peak')}{for_ms} from the bus bar, and "
        f"{give} at most {most} {when}",
        "Deal its shelves over more feeds, or set a lower peak (EDP) on the rack.", peak.low,
    )  # fmt: skip


def whips_carry_their_shelves(facts: Facts) -> Iterator[Finding]:
    """P05: the whip of a power shelf carries what the shelf draws, with all up and after a loss.

    Asked where the breaker is stated; volts of a feed that nobody states leave it open. A shelf
    gives no more than it is rated for: what a rack wants beyond that is P21's.
    """
    for core, racks in facts[CONTENTS].racks_having(SHELVES):
        sorts = core[SHELVES]
        if not sorts:
            yield from _uncounted(facts, core.filled.rack_part, racks)
        for shelves in sorts:
            limit = shelves.whip_limit()
            if limit is not None:
                yield from _of_whips(facts, racks, shelves, limit)


def _of_whips(
    facts: Facts, racks: tuple[str, ...], shelves: Shelves, limit: Figure
) -> Iterator[Finding]:
    """Yield what is too much for a whip in any case; else what may be."""
    unsure: Finding | None = None
    for left, lost, when in _losses(facts, shelves):
        amps = shelves.whip_at_rating(left, lost)
        verdict = within(amps, limit)
        if verdict.answer == "no":
            yield _whip(racks, shelves, amps, limit, when)
            return
        if verdict.answer == "open":
            unsure = unsure or cannot_be_said(
                "P05", f"whip:{shelves.part.id}:{shelves.spread}", racks,
                f"whether the whips of {in_sentence(shelves.part.name)} carry its power "
                f"shelves {when}",
                verdict.because, facts.name_of,
            )  # fmt: skip
    yield from (unsure,) if unsure else _trips(racks, shelves)


def _uncounted(facts: Facts, part: Part | None, racks: tuple[str, ...]) -> Iterator[Finding]:
    """Yield that nobody counts the shelves of which the breakers of whips are stated."""
    if part is None or part.shelf is None or part.shelf.whip_a is None or part.compute is None:
        return
    if part.compute.power_shelves is None:
        yield cannot_be_said(
            "P05", f"whip:{part.id}", racks,
            f"whether the whips of {part.name} carry its power shelves",
            (f"{part.id}.compute.power_shelves",), facts.name_of,
        )  # fmt: skip


def _losses(facts: Facts, shelves: Shelves) -> Iterator[tuple[float, frozenset[str], str]]:
    """Yield shelves left, feeds lost and when that is, with nothing lost first."""
    yield shelves.number, frozenset(), "with all feeds up"
    for feeds in shelves.asked:
        left = shelves.without(feeds)
        if shelves.own_without(feeds):
            lost = ", ".join(map(facts.site.short, sorted(filter(None, feeds))))
            yield left, feeds, f"after losing feed {lost or 'of a rack PDU that names none'}"


def _whip(
    racks: tuple[str, ...], shelves: Shelves, amps: Figure, limit: Figure, when: str
) -> Finding:
    breaker = shelves.part.shelf.whip_a if shelves.part.shelf else None
    return Finding(
        "P05", "error", f"whip:{shelves.part.id}:{shelves.spread}", racks,
        f"{shelves.part.name}: a whip carries {words(amps)} on a breaker of {breaker:g} A {when}; "
        f"at most {words(limit)} for what lasts",
        "Feed it at a higher voltage, deal its shelves over more feeds, or embed a part with "
        "larger whips.", amps.minus(limit).low,
    )  # fmt: skip


def _trips(racks: tuple[str, ...], shelves: Shelves) -> Iterator[Finding]:
    """Yield that a peak acts on a breaker at once, or lasts so long that it counts as load."""
    shelf, transient = shelves.part.shelf, shelves.part.transient
    if shelf is None or shelf.whip_a is None or not shelves.has_peaks or transient is None:
        return
    lasts = transient.duration_ms
    times = (
        MAGNETIC
        if lasts is None or lasts < SUSTAINED_MS
        else (shelves.site.derate * shelves.site.ambient)
    )
    amps = shelves.whip_at_peak()
    limit = shelves.breaker_a(times)
    if within(amps, limit).answer != "no":
        return
    yield Finding(
        "P20", "warning", f"whip:{shelves.part.id}:{shelves.spread}", racks,
        f"{shelves.part.name}: a peak puts {words(amps)} on a whip of {shelf.whip_a:g} A, which "
        f"acts from {words(limit)} on" if times == MAGNETIC else
        f"{shelves.part.name}: a peak of {lasts:g} ms counts as load: {words(amps)} on a whip that "
        f"carries {words(limit)}",
        "Set a lower peak (EDP) on the rack, or embed a part with larger whips.", amps.low,
    )  # fmt: skip
