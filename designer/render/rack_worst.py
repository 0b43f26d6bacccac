"""What the single loss that is worst for one rack does: to it, and to all on its way to the source.

Nothing is sized here: losses, loads and fates are the report's. May import the engine's report and
`model`. No Qt.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, isfinite
from typing import Final

from designer.engine.limit_report import Limit
from designer.engine.power_report import GRAVITY, InsideLossReport, LossReport, PowerReport
from designer.engine.report import RackReport, Report
from designer.model.design import PowerNode
from designer.model.figure_words import percent, words
from designer.model.figures import Figure
from designer.render.chain_loads import load_said
from designer.render.fate import Fate
from designer.render.fates_of_loss import fate_upstream
from designer.render.one_line_words import Said, said_of

_TWO: Final = 2
UNTOUCHED: Final = -inf
NOT_BEFORE: Final = "computed when this loss is tried"


@dataclass(frozen=True)
class OnTheWay:
    """Something between a rack and its source with a loss: what it carries, and how full it is.

    Attributes
    ----------
    said
        Its name, and its load before → after the loss, of what it carries.
    full
        How much of that is used then, in words; empty where it is not rated.
    share
        The most of it that may be used.
    """

    said: Said
    full: str = ""
    share: float = UNTOUCHED


@dataclass(frozen=True)
class WorstOfRack:
    """The single loss upstream that is worst for a rack.

    Attributes
    ----------
    loss
        What is lost.
    fate
        What becomes of the rack.
    way
        The rack PDUs on each feed that is left, then that feed and what is upstream of it.
    """

    loss: LossReport
    fate: Fate | None
    way: tuple[OnTheWay, ...]


def worst_of_rack(
    report: Report, nodes: Sequence[PowerNode], rack: RackReport
) -> WorstOfRack | None:
    """Return the loss that is gravest for a rack, then that after which most is used on its way.

    None where no single loss upstream takes a feed of it.

    Parameters
    ----------
    nodes
        The room's power, in which the way to the source is found.
    """
    own = {feed.id for feed in rack.feeds}
    every = [loss for loss in report.power.listed_losses if own & set(loss.feeds)]
    found = [WorstOfRack(loss, *_after(report, nodes, rack, loss)) for loss in every]
    return max(found, key=_gravity, default=None)


def worst_inside(rack: RackReport) -> InsideLossReport | None:
    """Return the gravest loss inside a rack; None where none does harm, or none is known."""
    gravest = max(rack.losses, key=lambda loss: loss.rank, default=None)
    harmless = gravest is None or gravest.state in ("ok", "warning")
    return None if harmless else gravest


def room_left(rack: RackReport) -> str:
    """Return what still fits in a rack until the limit that binds is full.

    `11.1 kW, then Cooling is full`, `nothing: Mass is full`; empty where no limit binds.
    """
    names = rack.binding_open or (rack.binding_constraint,)
    found = [(one, _left(one)) for one in rack.limits if one.name in names]
    full = next((one for one, left in found if left.high <= 0), None)
    if full is not None:
        return f"nothing: {full.label} is full"
    if rack.binding_open:
        return f"cannot be said: {rack.stranded_by} may bind"
    return next((f"{words(left)}, then {one.label} is full" for one, left in found), "")


def _left(limit: Limit) -> Figure:
    most, used = limit.figure("limit", limit.unit), limit.figure("used", limit.unit)
    left = most.minus(used)
    return left.clipped(0.0) if left.high > 0 else left


def _gravity(worst: WorstOfRack) -> tuple[int, float]:
    state = worst.fate.severity if worst.fate else "ok"
    return GRAVITY.index(state), max((one.share for one in worst.way), default=UNTOUCHED)


def _after(
    report: Report, nodes: Sequence[PowerNode], rack: RackReport, loss: LossReport
) -> tuple[Fate | None, tuple[OnTheWay, ...]]:
    ways = (*_pdus(rack, loss), *_upstream(report.power, nodes, rack, loss))
    return fate_upstream(report, loss, rack), ways


def _pdus(rack: RackReport, loss: LossReport) -> Iterator[OnTheWay]:
    """Yield what the rack PDUs on each feed that is left carry.

    The report has for each feed the highest load after the loss of one: of two it is this one. What
    a loss that takes several of its feeds leaves is computed when it is tried, not before.
    """
    lost = sum(feed.id in loss.feeds for feed in rack.feeds)
    for feed in rack.feeds:
        if feed.id in loss.feeds or not (feed.pdu_count or feed.pdus):
            continue
        load, most = feed.figure("load_kw", "kW"), feed.figure("capacity_kw", "kW")
        after = feed.figure("load_after_loss_kw", "kW")
        exact = len(rack.feeds) == _TWO
        title = f"rack PDUs on feed {feed.called}"
        if lost > 1:
            yield OnTheWay(Said(title, "", NOT_BEFORE, state="unknown"))
            continue
        title += "" if exact else ", after the worst loss"
        said = load_said(title, load, after, most, tried=exact)
        yield _on_the_way(said, load if after.unknown else after, most)


def _upstream(
    power: PowerReport, nodes: Sequence[PowerNode], rack: RackReport, loss: LossReport
) -> Iterator[OnTheWay]:
    """Yield what each feed that is left carries, and what is upstream of it, nearest first."""
    said = said_of(nodes, power, loss)
    after = {one.id: one for one in loss.loads}
    records = {one.id: one for one in (*power.feeds, *power.upstream)}
    for key in _ways(nodes, [feed.id for feed in rack.feeds if feed.id not in loss.feeds]):
        if key in said and not said[key].mark:
            then = after.get(key, records[key]).figure("load_kw")
            yield _on_the_way(said[key], then, records[key].figure("capacity_kw"))


def _ways(nodes: Sequence[PowerNode], feeds: Sequence[str]) -> Iterator[str]:
    """Yield feeds and all that is upstream of them, each once, what is nearest to them first."""
    parents = {node.id: node.parents for node in nodes}
    seen: set[str] = set()
    here = list(feeds)
    while here:
        fresh = [key for key in dict.fromkeys(here) if key in parents and key not in seen]
        yield from fresh
        seen.update(fresh)
        here = [parent for key in fresh for parent in parents[key]]


def _on_the_way(said: Said, load: Figure, most: Figure) -> OnTheWay:
    if most.unknown or load.unknown:
        return OnTheWay(said)
    share = load.per(most)
    return OnTheWay(said, percent(share), share.high if isfinite(share.high) else UNTOUCHED)
