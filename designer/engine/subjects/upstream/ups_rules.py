"""Rules of UPS: how full they may be (P15), how many frames (P16), what a battery bridges (P18)."""

from collections.abc import Iterator
from typing import Final

from designer.catalog.part import Part
from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.feeds.room import POWER_TREE, NodeLoad
from designer.engine.subjects.upstream.plant import PLANT_POWER, usable_part
from designer.model.design import FeedPolicy, PowerNode
from designer.model.feed_policy import CEILINGS
from designer.model.figure_ref import power_ref
from designer.model.figure_words import told, words
from designer.model.figures import Figure, exact, missing, stated, within
from designer.model.sentence import capital

MOST_MONOLITHIC: Final = 4
"""3+1 frames (studylib 8789943): beyond, more of them make a failure likelier than they help."""
LATEST_START_S: Final = 10.0
"""NFPA 110 Type 10: on load within ten seconds."""
MARGIN: Final = "battery-start-margin"
_NO_MARGIN: Final = exact(1.0)
SECONDS_PER_MINUTE: Final = 60.0


def ups_stay_below_their_ceiling(facts: Facts) -> Iterator[Finding]:
    """P15: after one failure no UPS is beyond its rating: of its modules, or of another system.

    Its spare modules leave k of n; by 2N, 3N/2 and 4N/3 each carries at most 50, 66.7 and 75 % with
    all up, where the others cannot take over for certain what is more.
    """
    plant = facts[PLANT_POWER]
    for load in plant.loads:
        if load.node.kind != "ups" or load.verdict.answer == "no":
            continue  # P14 has said that it carries more than its rating.
        carried = plant.normal[load.node.id].given
        for topology, part in _ceilings(load, facts.site.policy):
            yield from _above(facts, load, carried, part, topology)


def is_above_its_ceiling(facts: Facts, load: NodeLoad) -> bool:
    """Return whether P15 finds a UPS above a ceiling for certain."""
    carried = facts[PLANT_POWER].normal[load.node.id].given
    return any(
        within(carried, load.capacity.times(k / n)).answer == "no"
        for _, (k, n) in _ceilings(load, facts.site.policy)
    )


def _ceilings(load: NodeLoad, policy: FeedPolicy) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield what a UPS may carry of its rating with all up, `k of n`, and what asks for it."""
    own = usable_part(load.node)
    if own is not None:
        yield f"{own[0]}+{own[1] - own[0]} modules", own
    if policy in CEILINGS and load.verdict_after.answer != "yes":
        yield policy, CEILINGS[policy]


def _above(
    facts: Facts, load: NodeLoad, carried: Figure, part: tuple[int, int], topology: str
) -> Iterator[Finding]:
    node, (k, n) = load.node, part
    ceiling = exact(100 * k / n, "%")
    verdict = within(carried, load.capacity.times(k / n))
    what = facts.site.called(node.id)
    cause = f"{topology.partition(' ')[0]}:{node.id}"
    if verdict.answer == "no":
        share = carried.per(load.capacity).times(100, "%")
        yield Finding(
            "P15", "error", cause, (),
            f"{capital(what)}, {topology}: {words(share)} of its {words(load.capacity)} > "
            f"{words(ceiling)}, so that one failure leaves less than {told(carried, 'load')}",
            "Move racks to other systems, or give it more modules or a higher rating.", share.low,
        )  # fmt: skip
    elif verdict.answer == "open":
        yield cannot_be_said(
            "P15", cause, (),
            f"whether {what} carries at most {words(ceiling)} of its rating ({topology})",
            verdict.because, facts.name_of,
        )  # fmt: skip


def few_monolithic_frames(facts: Facts) -> Iterator[Finding]:
    """P16: a UPS with a spare has no more than 3+1 monolithic frames."""
    for node in facts.design.power:
        frames, spare = node.modules, node.spare_modules
        if node.kind != "ups" or frames is None or not spare or frames <= MOST_MONOLITHIC:
            continue
        part = facts.catalog.get(node.part) if node.part else None
        what = facts.site.called(node.id)
        if part is None or part.ups is None:
            continue  # Nobody says that these are frames.
        if not part.ups.topology:
            yield cannot_be_said(
                "P16", node.id, (), f"whether the {frames} modules of {what} are monolithic frames",
                (f"{part.id}.ups.topology",), facts.name_of,
            )  # fmt: skip
        elif "modular" not in part.ups.topology:
            yield Finding(
                "P16", "info", node.id, (),
                f"{capital(what)} has {frames - spare}+{spare} monolithic frames: beyond 3+1, more "
                "of them fail more often than a spare helps",
                "Use fewer and larger frames, or a modular UPS.", frames,
            )  # fmt: skip


def batteries_bridge_the_start(facts: Facts) -> Iterator[Finding]:
    """P18: the battery of a UPS lasts until the generator carries its load, with a margin."""
    power = facts.design.power
    sets = [node for node in power if node.kind == "generator"]
    yield from _slow_starts(facts, sets)
    for ups in (node for node in power if node.kind == "ups"):
        above = facts[POWER_TREE].upstream_of(ups.id)
        behind = [one for one in sets if one.id in above]
        if behind:
            yield from _bridged(facts, ups, behind)


def _bridged(facts: Facts, ups: PowerNode, sets: list[PowerNode]) -> Iterator[Finding]:
    """Yield that a battery does not bridge the slowest of the sets behind it."""
    minutes = facts[PLANT_POWER].battery.get(ups.id)
    starts = [(start_of(facts, one), one) for one in sets]
    if minutes is None and all(start.unknown for start, _ in starts):
        return  # Nobody says how long a battery lasts, nor when it is needed.
    run = (
        missing(power_ref(ups, "battery_minutes"), "s")
        if minutes is None
        else minutes.times(SECONDS_PER_MINUTE, "s")
    )
    margin = facts.catalog.default_figure(MARGIN) or _NO_MARGIN
    what = facts.site.called(ups.id)
    for start, one in starts:
        surely, with_margin = within(start, run), within(start.times(margin.likely), run)
        who = facts.site.called(one.id)
        told_of = f"{what}: {words(run, 0)} of battery at its load, {who} carries it after "
        if surely.answer == "no":
            yield Finding(
                "P18", "error", f"{ups.id}:{one.id}", (), f"{told_of}{words(start, 0)}",
                "Give the UPS a larger battery, or a generator that starts faster.", start.low,
            )  # fmt: skip
        elif "open" in (surely.answer, with_margin.answer):
            verdict = surely if surely.answer == "open" else with_margin
            yield cannot_be_said(
                "P18", f"{ups.id}:{one.id}", (),
                f"whether the battery of {what} lasts until {who} carries its load",
                verdict.because, facts.name_of,
            )  # fmt: skip
        elif with_margin.answer == "no":
            yield Finding(
                "P18", "warning", f"margin:{ups.id}:{one.id}", (),
                f"{told_of}{words(start, 0)}: a second attempt to start needs {margin.likely:g} × "
                "that",
                "Give the UPS a larger battery, or a generator that starts faster.", start.low,
            )  # fmt: skip


def start_of(facts: Facts, node: PowerNode) -> Figure:
    """Return when a generator carries the load: as its owner says, or its part."""
    part: Part | None = facts.catalog.get(node.part) if node.part else None
    if node.start_s is None and part is not None and part.generator is not None:
        return stated(part.generator.start_s, f"{part.id}.generator.start_s", "s")
    return stated(node.start_s, power_ref(node, "start_s"), "s")


def _slow_starts(facts: Facts, sets: list[PowerNode]) -> Iterator[Finding]:
    for node in sets:
        start = start_of(facts, node)
        if within(start, exact(LATEST_START_S, "s")).answer == "no":
            yield Finding(
                "P18", "warning", f"slow:{node.id}", (),
                f"{capital(facts.site.called(node.id))} carries its load after {words(start, 0)}: "
                f"NFPA 110 Type 10 asks for {LATEST_START_S:g} s",
                "Choose a set that starts faster, or keep it warm.", start.low,
            )  # fmt: skip
