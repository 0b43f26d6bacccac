"""Rules of power supplies within racks: what they carry, their outlets and power paths."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Final

from designer.catalog.lost_parts import lost_ref
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds.by_every_name import Unsaid, by_every_name
from designer.engine.subjects.feeds.fed_racks import (
    all_with_feeds,
    heading,
    pdus_on_more_feeds,
    pdus_wanted,
    racks_with_feeds,
    shelves_wanted,
)
from designer.engine.subjects.feeds.feeds import Feeds
from designer.engine.subjects.feeds.limits import plugged_words, supply_words, too_few_words
from designer.engine.subjects.feeds.open_cords import Refs
from designer.engine.subjects.feeds.unplugged import CORRECT_SPREAD, unfed
from designer.engine.subjects.feeds.without_path import dark_in_any_case, outlets_open, without_path
from designer.model.layout import Layout
from designer.model.marked_names import with_names
from designer.wiring.power_bus import NO_FEED, SHELF_WITHOUT_FEED, in_sentence
from designer.wiring.power_dealing import takes_no_cord
from designer.wiring.power_filling import ITSELF
from designer.wiring.power_rack import Unplugged

_SPREAD_WIDER: Final = (
    "Deal the supplies over its feeds alike, over three best: nobody states that it runs on with "
    "so few."
)


def supplies_carry_their_device(facts: Facts) -> Iterator[Finding]:
    """P03: all supplies that are plugged in carry the device's highest load, with nothing lost."""
    name_of = facts.name_of
    for _, racks, feeds in racks_with_feeds(facts):
        no_loss = facts.site.policy == "N" or feeds.worst.systems < 2
        for part, ref in feeds.uncounted if no_loss else ():
            yield cannot_be_said(
                "P03", f"normal:{part}", racks, f"whether the supplies of {name_of(part)} carry it",
                (ref,), name_of,
            )  # fmt: skip
        for verdict in feeds.verdicts:
            if verdict.normal.answer == "no":
                yield Finding(
                    "P03", "error", f"normal:{verdict.part}:{verdict.wiring}", racks,
                    plugged_words(verdict),
                    "Plug in more of its supplies, or choose a device with stronger ones.",
                    verdict.needed_kw.low,
                )  # fmt: skip
            elif verdict.normal.answer == "open" and no_loss:
                # Where a loss leaves something, the question after it holds this one.
                yield cannot_be_said(
                    "P03", f"normal:{verdict.part}:{verdict.wiring}", racks,
                    f"whether the supplies of {in_sentence(verdict.name)} carry it",
                    verdict.normal.because, name_of,
                )  # fmt: skip


def supplies_survive_a_lost_feed(facts: Facts) -> Iterator[Finding]:
    """P03: the supplies left after a loss carry the device's highest load."""
    if facts.site.policy == "N":
        return
    name_of = facts.name_of
    for core, racks, feeds in racks_with_feeds(facts):
        one_path = feeds.worst.systems < 2
        if is_one_path(feeds):
            continue  # P02 has said it.
        for part, ref in () if one_path else feeds.uncounted:
            yield cannot_be_said(
                "P03", part, racks, f"whether {name_of(part)} outlives a lost feed",
                (ref,), name_of,
            )  # fmt: skip
        for verdict in feeds.verdicts:
            if verdict.normal.answer == "no":
                continue  # They do not carry it even before the loss, which has been said.
            if verdict.is_shelved and not one_path:
                continue  # P21 says it of power shelves.
            if verdict.runs_capped and not one_path:
                yield Finding(
                    "P03", "warning", f"{verdict.part}:{verdict.wiring}:capped", racks,
                    supply_words(verdict, name_of),
                    "Wire the supplies over three feeds, or plan with the cap after a loss.",
                    verdict.declared - verdict.left,
                )  # fmt: skip
            elif verdict.may_run_capped:
                yield cannot_be_said(
                    "P03", f"{verdict.part}:{verdict.wiring}", racks,
                    f"whether {verdict.name} runs on capped after a lost feed", verdict.open_on,
                    name_of,
                )  # fmt: skip
            elif verdict.survives is False and one_path and verdict.count > 1:
                # On what may be one path or two, too few are left in either case.
                yield Finding(
                    "P03", "error", f"{verdict.part}:{verdict.wiring}:any-feed", racks,
                    too_few_words(verdict),
                    "Name the feeds, and wire the supplies over three of them.",
                    verdict.declared - verdict.left,
                )  # fmt: skip
            elif verdict.survives is False and verdict.left > 0:
                yield Finding(
                    "P03", "error", f"{verdict.part}:{verdict.wiring}", racks,
                    supply_words(verdict, name_of),
                    _SPREAD_WIDER if verdict.capping == "open" else
                    "Wire the supplies over three feeds, or accept that the node throttles.",
                    verdict.declared - verdict.left,
                    remedy=pdus_on_more_feeds(core, feeds, facts),
                )  # fmt: skip
            elif verdict.survives is None and not one_path:
                yield cannot_be_said(
                    "P03", f"{verdict.part}:{verdict.wiring}", racks,
                    f"whether {in_sentence(verdict.name)} ({verdict.wiring} supplies) outlives a "
                    "lost feed",
                    verdict.verdict.because, name_of,
                )  # fmt: skip


def supplies_of_a_device_share_its_load(facts: Facts) -> Iterator[Finding]:
    """P03: all supplies of a device share one load, or hang on feeds as its other domains do.

    Else what each feed carries is not known: nobody states the load of a domain.
    """
    for core, racks, feeds in racks_with_feeds(facts):
        for part_id in dict.fromkeys(draw.part for draw in feeds.lines.draws if draw.is_uneven):
            part = facts.catalog.get(part_id)
            if part is None or part.psu is None:
                continue
            named = ", ".join(f"{one.name} {one.redundancy}" for one in part.psu.domains)
            yield Finding(
                "P03", "warning", f"domains:{part_id}:{core.cause}", racks,
                f"{heading(core)}: supplies of {part.name} feed domains ({named.strip()}) of which "
                "nobody states the load: feeds are told as if all of them shared its power evenly",
                "Hang each domain on the feeds as the others do, or leave room on each feed.",
            )  # fmt: skip


def is_one_path(feeds: Feeds) -> bool:
    """Return whether all that a rack hangs on is lost together, for certain."""
    worst = feeds.worst
    return worst.systems < 2 and worst.verdict.answer != "open" and not worst.any_feeds


def supplies_find_an_outlet(facts: Facts) -> Iterator[Finding]:
    """P10: every supply finds an outlet that its plug fits; what is stated on PDUs is known."""
    for core, racks, feeds in all_with_feeds(facts):
        if unrated := core.filled.unrated_pdus:
            names = ", ".join(sorted({part.name for part in unrated}))
            yield Finding(
                "P10", "warning", f"unrated-pdu:{core.cause}", racks,
                f"{heading(core)}: volts and amps of {names} are not known; feeds and outlets "
                "cannot be checked",
                "Fill in the figures of the PDU from its maker's sheet.", len(unrated),
            )  # fmt: skip
        unsaid = partial(_outlets_unsaid, facts, core, racks)
        yield from by_every_name(feeds, partial(_unfed, facts, core, racks, unsaid), unsaid)


def _outlets_unsaid(facts: Facts, core: RackCore, racks: tuple[str, ...], refs: Refs) -> Finding:
    return cannot_be_said(
        "P10", core.cause, racks, f"{heading(core)}: whether all its supplies find an outlet",
        refs, facts.name_of,
    )  # fmt: skip


def _unfed(
    facts: Facts, core: RackCore, racks: tuple[str, ...], unsaid: Unsaid, feeds: Feeds
) -> Iterator[Finding]:
    """Yield what hangs nowhere, of devices that hang somewhere, and whether more may."""
    refs = outlets_open(feeds)
    if refs:
        yield unsaid(refs[:2])
    for one in unfed(feeds.wiring, without_path(feeds), feeds.lines.lacking):
        text = with_names(one.text, facts.site.short)
        yield Finding(
            "P10", "error", f"{one.cause}:{core.cause}", racks, f"{heading(core)}: {text}",
            one.advice, one.number,
        )  # fmt: skip


def cords_lead_somewhere(facts: Facts) -> Iterator[Finding]:
    """P10: cords laid by hand name supplies and outlets that exist."""
    problems = facts[CONTENTS].cord_problems
    name_of = Layout(facts.design).name_of if problems else str
    for end, reason in problems:
        device, colon, at = end.rpartition(":")
        what = f"{name_of(device)}{colon}{at}" if colon else name_of(end)
        yield Finding(
            "P10", "error", f"cord:{end}", (), f"{what}: {with_names(reason, name_of)}",
            "Correct the cord, or remove it.",
        )  # fmt: skip


def everything_has_a_power_path(facts: Facts) -> Iterator[Finding]:
    """P26: whatever draws power hangs on a feed: devices on rack PDUs, the rest on whips."""
    for core, racks, feeds in all_with_feeds(facts):
        lost = without_path(feeds)
        answer = dark_in_any_case(feeds, lost)
        itself = (lost_ref(feeds.wiring.filling.part),) if feeds.wiring.part is None else ()
        plugs = (*itself, *answer.open_on)
        if plugs:
            yield cannot_be_said(
                "P26", core.cause, racks, f"{heading(core)}: whether rack PDUs feed all of it",
                plugs[:2], facts.name_of,
            )  # fmt: skip
        by_sort: dict[tuple[bool, bool], dict[int, Unplugged]] = {}
        for item, one in lost.items():
            if item in answer.sure:
                sort = one.of_spread, _hangs_on_bus(feeds, item)
                by_sort.setdefault(sort, {})[item] = one
        for _, dark in sorted(by_sort.items()):
            yield _no_path(facts, core, racks, feeds, dark)


_PLACE_SHELVES: Final = (
    "Place power shelves in its rack, of the voltage that it takes, one more than its load needs."
)
_NAME_FEEDS: Final = "Name the feed of each power shelf, or the feeds of the rack."


def _hangs_on_bus(feeds: Feeds, item: int) -> bool:
    """Return whether something in a rack takes no cord, or is a power shelf."""
    part = None if item == ITSELF else feeds.wiring.parts[item]
    return part is not None and (takes_no_cord(part) or part.traits.feeds_bus)


def _no_path(
    facts: Facts, core: RackCore, racks: tuple[str, ...], feeds: Feeds,
    dark: Mapping[int, Unplugged],
) -> Finding:  # fmt: skip
    """Return the finding that something hangs nowhere at all."""
    held, first = feeds.wiring.filling.held, next(iter(dark.values()))
    names = Counter(
        _itself(core) if item == ITSELF else feeds.name_of(held[item].part) for item in dark
    )
    whats = ", ".join(f"{n} × {name}" if n > 1 else name for name, n in names.items())
    cause, advice = "dark", "Use rack PDUs with more outlets, or with outlets that its plugs fit."
    if first.of_spread:
        cause, advice = "spread", CORRECT_SPREAD
    elif ITSELF in dark:
        cause, advice = "no-feed", "Give it feeds."
    elif first.reason in (NO_FEED, SHELF_WITHOUT_FEED):
        cause, advice = "shelf-feed", _NAME_FEEDS
    elif _hangs_on_bus(feeds, next(iter(dark))):
        cause, advice = "bus-bar", _PLACE_SHELVES
    elif not any(line.pdus and not line.open_on for line in feeds.lines.lines):
        cause, advice = "no-pdu", "Add rack PDUs: they are the rack's feeds."
    remedy = pdus_wanted(core, feeds) if cause == "no-pdu" else None
    if cause == "bus-bar":
        remedy = shelves_wanted(core, feeds, facts)
    return Finding(
        "P26", "error", f"{cause}:{core.cause}", racks,
        f"{whats}: no power path, {with_names(first.reason, facts.site.short)}", advice, len(dark),
        remedy=remedy,
    )  # fmt: skip


def _itself(core: RackCore) -> str:
    """Return what stands on the floor, in words: a tank, and not what is in it."""
    part = core.filled.rack_part
    return part.name if part is not None and part.name else core.summary


def single_corded_devices(facts: Facts) -> Iterator[Finding]:
    """P13: what hangs on one feed alone goes down with it.

    An error, but for devices with a single supply under N+1 that are no nodes.
    """
    policy = facts.site.policy
    if policy == "N":
        return
    for _, racks, feeds in racks_with_feeds(facts):
        if feeds.worst.systems < 2:
            continue
        for verdict in feeds.verdicts:
            if verdict.left == 0 and verdict.survives is False:
                yield Finding(
                    "P13", verdict.gravity,
                    f"2n:{verdict.part}" if policy == "2N" else verdict.part, racks,
                    supply_words(verdict, facts.name_of),
                    "Choose a device with two supplies, or accept it with a waiver."
                    if verdict.count == 1 else "Cord its supplies to every system of feeds.",
                )  # fmt: skip
