"""What of each fabric's bisection is known, also in a design that is only tried.

A trial bounds the bisection where that is light, and never asks what single losses leave: of these
stands what was known before, so that a trial brings and ends no finding for want of measuring.
"""

from collections.abc import Sequence
from dataclasses import dataclass

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
    """Return the fabrics whose links a change alters, with what halves can exchange then."""
    known = {one.report.id: one for one in before or ()}
    found = []
    for now in after or ():
        was = known.get(now.report.id)
        alike = was is not None and (
            was.wiring is now.wiring or linked_alike(was.wiring, now.wiring)
        )
        if alike or stands_inside(now.wiring.fabric) or now.wiring.plan is None:
            continue
        figures = dict[str, Figure]()
        for name in ("bisection", "bisection_with_nvlink"):
            if was is not None and _says(was.report, f"{name}_gbps"):
                figures[f"{name}_before_gbps"] = was.report.figure(f"{name}_gbps")
            if now.measured and _says(now.report, f"{name}_gbps"):
                figures[f"{name}_gbps"] = now.report.figure(f"{name}_gbps")
        if now.measured and _says(now.report, "bisection_ratio"):
            figures["bisection_ratio"] = now.report.figure("bisection_ratio")
        found.append(
            BisectionTried(
                fabric=now.report.id, name=now.report.name, purpose=now.report.purpose,
                measured=now.measured, islands=now.report.islands, **fields_of(figures),
            )
        )  # fmt: skip
    return tuple(found)


def _says(report: FabricReport, name: str) -> bool:
    """Return whether a report has a figure, be it open: without NVLink there is none over it."""
    return getattr(report, name) is not None or report.bound(name) is not None
