"""What the status bar counts: racks and devices that stand, cables that have both their ends.

A fabric's rule asks for cables also to switches that nobody has placed yet. They are told apart,
because a number that holds both reads as what is drawn. No widgets.
"""

from dataclasses import dataclass
from typing import Final

from designer.engine.network_report import FabricReport
from designer.engine.reasons import because
from designer.engine.report import Report
from designer.model.figure_words import how_many
from designer.model.figures import Figure

BY_RULE = "Cables follow from the fabrics' rules and from those laid by hand; none is routed yet."


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers for the status bar; None is what is not known, and `why` explains.

    Attributes
    ----------
    missing
        Cables that a rule asks for or that are laid by hand, of which an end is not there.
    """

    racks: int | None
    devices: int | None
    cables: int | None
    missing: int = 0
    why: str = ""


UNCOUNTED: Final = Counts(None, None, None, why="The design is not sized yet.")
"""What there is to say before the first report of a design."""


def counts_of(report: Report) -> Counts:
    """Return what a report counts."""
    sums, no_sums, no_cables = report.totals, report.lost("totals"), report.lost("cables")
    told = [entry.words for entry in (no_sums, no_cables) if entry]
    racks, cables = sums.figure("racks"), report.cables
    if not no_sums and not racks.exact:
        told.append(f"{how_many(racks, 'rack')}: {_why(racks)}")
    if not no_cables:
        told += [entry.words for entry in cables.unconnected]
        told += [_open_words(fabric) for fabric in report.fabrics if fabric.unconnected is None]
    if cables.count and not no_cables:
        told.append(BY_RULE)
    return Counts(
        racks=None if no_sums else sums.racks,
        devices=None if no_sums else sums.devices,
        cables=None if no_cables else cables.count,
        # Where it is open, those that are known to lack an end are told all the same.
        missing=0 if no_cables else round(cables.figure("not_connected").low),
        why="\n".join(told),
    )


def _open_words(fabric: FabricReport) -> str:
    """Return that nobody can count a fabric's cables: `Storage: its cables cannot be …`."""
    why = _why(fabric.figure("unconnected"))
    return f"{fabric.name or fabric.id}: its cables cannot be counted, because {why}"


def _why(figure: Figure) -> str:
    return because((gap.ref for gap in figure.gaps), str)
