"""What the status bar counts: racks and devices that stand, cables that have both their ends.

A fabric's rule asks for cables also to switches that nobody has placed yet. They are told apart,
because a number that holds both reads as what is drawn. No widgets.
"""

from dataclasses import dataclass

from designer.engine.report import FabricReport, Report
from designer.model.plural import plural

BY_RULE = "Cables follow from the fabrics' rules and from those laid by hand; none is routed yet."


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers for the status bar; None is what is not known, and `why` explains.

    Attributes
    ----------
    missing
        Cables that a rule asks for, of which an end is not there.
    """

    racks: int | None
    devices: int | None
    cables: int | None
    missing: int = 0
    why: str = ""


def counts_of(report: Report) -> Counts:
    """Return what a report counts."""
    sums, no_sums, no_cables = report.totals, report.lost("totals"), report.lost("cables")
    lost = [entry.words for entry in (no_sums, no_cables) if entry]
    unsure = [] if no_cables else [f for f in report.fabrics if f.unconnected != 0]
    known = [fabric.unconnected for fabric in unsure if fabric.unconnected is not None]
    missing = sum(known)
    told = [*lost, *(_open_words(fabric) for fabric in unsure)]
    count = report.cables.count
    is_counted = not no_cables and len(known) == len(unsure)
    if count and not no_cables:
        told.append(BY_RULE)
    return Counts(
        racks=None if no_sums else sums.racks,
        devices=None if no_sums else sums.devices,
        cables=max(0, count - missing) if is_counted and count is not None else None,
        missing=missing,
        why="\n".join(told),
    )


def _open_words(fabric: FabricReport) -> str:
    """Return what a fabric lacks: `Compute: 512 cables of its rule …; placed 0 of 16 spine`."""
    tiers = (
        ("leaf", fabric.placed_leaf, fabric.leaf),
        ("spine", fabric.placed_spine, fabric.spine),
        ("core", fabric.placed_core, fabric.core),
    )
    name = fabric.name or fabric.id
    if fabric.unconnected is None:
        missing = ", ".join(gap.ref for gap in fabric.figure("unconnected").gaps)
        return f"{name}: its cables cannot be counted; not known: {missing}"
    short = [
        f"{placed} of {needed} {tier}"
        for tier, placed, needed in tiers
        if needed is not None and placed < needed
    ]
    because = f"placed {', '.join(short)}" if short else "a port does not fit"
    cables = plural(fabric.unconnected, "cable")
    return f"{name}: {cables} of its rule lack an end and are not counted; {because}"
