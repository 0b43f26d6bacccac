"""What of each fabric's bisection is known, also in a design that is only tried.

A trial bounds the bisection where that is light, and never asks what single losses leave: of these
stands what was known before, so that a trial brings and ends no finding for want of measuring.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from designer.engine.network_report import FabricLoss, FabricReport
from designer.engine.preview import BisectionTried
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.fabrics.fabrics import FABRICS, is_light
from designer.engine.subjects.fabrics.measures import REPORT, linked_alike
from designer.engine.subjects.fabrics.network import NETWORK
from designer.model.figures import Figure
from designer.model.measured import fields_of
from designer.wiring.network_columns import FabricWiring
from designer.wiring.network_fabric import stands_inside


@dataclass(frozen=True, eq=False)
class Bisection:
    """What is known of one fabric.

    Attributes
    ----------
    ratio
        The bisection over a full one; of a trial that is not measured the one of before. None where
        there is none either.
    losses
        Single losses that were measured last.
    before
        Of a trial the ratio before it, with which these losses were told; None in a report.
    measured
        Whether it is that of this very design.
    """

    wiring: FabricWiring
    report: FabricReport
    ratio: Figure | None
    losses: tuple[FabricLoss, ...]
    before: Figure | None = None
    measured: bool = True


BISECTIONS: Key[tuple[Bisection, ...]] = Key("bisections")


def bisections_of(facts: Facts) -> tuple[Bisection, ...]:
    """Return what is known of each fabric's bisection."""
    earlier = {one.report.id: one for one in facts.last(BISECTIONS) or ()} if facts.trial else {}
    standing = {rack.id for rack in facts.design.racks}
    found, reports = [], facts[FABRICS]
    for wiring, report in zip(facts[NETWORK].wiring.fabrics, reports, strict=True):
        ratio, last = report.figure("bisection_ratio"), earlier.get(report.id)
        if not facts.trial:
            found.append(Bisection(wiring, report, ratio, report.losses))
            continue
        measured = _is_measured(facts, wiring)
        known = report.losses or (last.losses if last is not None else ())
        losses = tuple(
            loss for loss in known if loss.what != "rack" or not standing.isdisjoint(loss.ids)
        )
        before = last.ratio if last is not None else None
        found.append(
            Bisection(wiring, report, ratio if measured else before, losses, before, measured)
        )
    return tuple(found)


def _is_measured(facts: Facts, wiring: FabricWiring) -> bool:
    """Return whether a trial tells what a fabric carries."""
    return facts[NETWORK].measures.if_seen(REPORT, wiring) is not None or is_light(wiring)


def tried(
    before: tuple[Bisection, ...] | None, after: tuple[Bisection, ...] | None, _: Sequence[str]
) -> tuple[BisectionTried, ...]:
    """Return the fabrics that a change alters, comes with or takes, with what halves exchange."""
    if after is None:
        return ()
    known = {one.report.id: one for one in before or ()}
    found = [_tried(known.pop(now.report.id, None), now, at) for at, now in enumerate(after)]
    taken = [_gone(was.report) for was in known.values() if _has_nodes(was.report)]
    return tuple(one for one in (*found, *taken) if one is not None)


def _tried(was: Bisection | None, now: Bisection, at: int) -> BisectionTried | None:
    """Return what becomes of a fabric; None where all that is told of it is as before."""
    had = was is not None and _has_nodes(was.report)
    if not _has_nodes(now.report):
        return _gone(now.report, at) if had else None
    sized = now.wiring.plan is not None and not stands_inside(now.wiring.fabric)
    measured = now.measured or not sized
    alike = was is not None and (was.wiring is now.wiring or linked_alike(was.wiring, now.wiring))
    losses_stay = was is not None and _same_losses(was.report, now.report)
    carries = carried_only(now.report)
    if alike and losses_stay and (
        not measured or (was is not None and carries == carried_only(was.report))
    ):  # fmt: skip
        return None
    figures = dict[str, Figure]()
    for name in ("bisection_gbps", "bisection_with_nvlink_gbps", "bisection_ratio"):
        said_before = _BEFORE[name]
        if was is not None and _says(was.report, name):
            figures[said_before] = was.report.figure(name)
        if measured and _says(now.report, name):
            figures[name] = now.report.figure(name)
    return BisectionTried(
        fabric=now.report.id, name=now.report.name, purpose=now.report.purpose, measured=measured,
        relinked=sized and not alike, losses_stay=losses_stay, at=at, after=carries,
        islands_before=was.report.islands if was is not None and had else None,
        islands=now.report.islands, **fields_of(figures),
    )  # fmt: skip


_BEFORE: Final = {
    "bisection_gbps": "bisection_before_gbps",
    "bisection_with_nvlink_gbps": "bisection_with_nvlink_before_gbps",
    "bisection_ratio": "bisection_ratio_before",
}
_CARRIED: Final = frozenset(
    (
        "id", "name", "kind", "purpose", "nodes", "endpoints", "leaf", "spine", "core",
        "placed_leaf", "placed_spine", "placed_core", "bisection_gbps", "bisection_ratio",
        "bisection_with_nvlink_gbps", "islands",
    )
)  # fmt: skip
"""What is told of what a fabric carries, and of the switches that are missing."""


def carried_only(report: FabricReport) -> FabricReport:
    """Return a report of which nothing stands but what the fabric carries, with all its bounds.

    Other parts rest on measurements that a trial leaves out: reports are compared by this one.
    """
    known = {name: getattr(report, name) for name in _CARRIED}
    bounds = tuple(one for one in report.bounds if one.name in _CARRIED)
    bisection = report.figure("bisection_gbps")
    low, high = (None, None) if bisection.unknown else (bisection.low, bisection.high)
    return FabricReport(**known, bounds=bounds, bisection_lower_gbps=low, bisection_upper_gbps=high)


def _has_nodes(report: FabricReport) -> bool:
    """Return whether a fabric has a node, or may have; one without carries nothing."""
    return report.nodes != 0 or bool(report.endpoints)


def _same_losses(was: FabricReport, now: FabricReport) -> bool:
    """Return whether what single losses leave is told, and the same."""
    told = (was.worked_out, was.losses, was.worst_failure)
    return told == (now.worked_out, now.losses, now.worst_failure)


def _gone(report: FabricReport, at: int = 0) -> BisectionTried:
    return BisectionTried(
        fabric=report.id, name=report.name, purpose=report.purpose, gone=True, at=at
    )


def _says(report: FabricReport, name: str) -> bool:
    """Return whether a report has a figure, be it open: without NVLink there is none over it."""
    return getattr(report, name) is not None or report.bound(name) is not None
