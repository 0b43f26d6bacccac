"""Rules of what the plant itself adds: losses that overload (P14), one source for all (P22)."""

from collections.abc import Iterator
from math import inf
from typing import Final

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.feeds.room import POWER_TREE, ROOM_POWER, NodeLoad
from designer.engine.subjects.upstream.plant import PLANT_POWER
from designer.engine.subjects.upstream.ups_rules import is_above_its_ceiling
from designer.engine.subjects.upstream.when_lost import when_lost
from designer.model.feed_words import kind_in_words
from designer.model.figure_words import words
from designer.model.figures import within
from designer.model.sentence import capital
from designer.wiring.power_upstream import MAINS, SHARED_BY_ALL

_TOLD_ELSEWHERE: Final = MAINS | {"feed", "generator"}
"""Nothing is lost below a feed; P22 and P17 say it of the others."""


def losses_leave_nothing_overloaded(facts: Facts) -> Iterator[Finding]:
    """P14: what stands upstream carries what is lost below it beside the load at the racks."""
    for load in facts[PLANT_POWER].loads:
        if load.node.kind in _TOLD_ELSEWHERE or load.capacity.unknown:
            continue
        if "no" in (load.verdict.answer, load.verdict_after.answer):
            continue  # P14 says it of the load alone.
        if load.node.kind != "ups" or not is_above_its_ceiling(facts, load):
            yield from _with_losses(facts, load)


def _with_losses(facts: Facts, load: NodeLoad) -> Iterator[Finding]:
    node, what = load.node.id, facts.site.called(load.node.id)
    cases = facts[PLANT_POWER].cases
    cases = cases[:1] if facts.site.policy == "N" else cases
    # Most cases leave a node the same flow.
    flows = {id(case.flows[node]): case.flows[node] for case in cases}
    verdicts = {key: within(flow.given, load.capacity) for key, flow in flows.items()}
    found = [(case, verdicts[id(case.flows[node])]) for case in cases]
    beyond = [case for case, verdict in found if verdict.answer == "no"]
    if beyond:
        case = max(beyond, key=lambda one: one.flows[node].given.low)
        output = case.flows[node].given
        yield Finding(
            "P14", "error", f"losses:{node}", (),
            f"{capital(what)} gives {words(output)} of its {words(load.capacity)}"
            f"{when_lost(facts, case)}, with what is lost up to the racks",
            "Move racks to other feeds, or give it more capacity.", output.low,
        )  # fmt: skip
        return
    if "open" in (load.verdict.answer, load.verdict_after.answer):
        return  # P14 says it of the load alone.
    unsure = [
        verdict for case, verdict in found
        if verdict.answer == "open" and case.flows[node].given.high < inf
    ]  # fmt: skip
    if unsure:
        yield cannot_be_said(
            "P14", f"losses:{node}", (),
            f"whether {what} carries its load with what is lost up to the racks",
            unsure[0].because, facts.name_of,
        )  # fmt: skip


def no_source_stands_alone(facts: Facts) -> Iterator[Finding]:
    """P22: where a loss is to be survived, no utility or generator carries all without another.

    What is drawn upstream of the feeds is taken for all there is: a utility that no generator or
    second utility backs is lost like anything else.
    """
    if facts.site.policy == "N":
        return
    loads = facts[ROOM_POWER].table[""]
    loaded = {feed for feed, kw in loads.items() if kw.high > 0} or set(loads)
    for node in facts.design.power:
        if node.kind not in SHARED_BY_ALL or len(loaded) < 2:
            continue
        if not loaded <= facts[POWER_TREE].alone[node.id].taken:
            continue
        named = ", ".join(facts.site.short(feed) for feed in loads if feed in loaded)
        other = "generator" if node.kind == "utility" else "utility"
        yield Finding(
            "P22", "error", f"alone:{node.id}", (),
            f"feeds {named} hang on {facts.site.power_name(node.id)} alone, a "
            f"{kind_in_words(node.kind)} that nothing backs: losing it loses them together",
            f"Draw a {other} or a second {kind_in_words(node.kind)}, and add it as another parent "
            f"to what hangs on this one.", len(loaded),
        )  # fmt: skip
