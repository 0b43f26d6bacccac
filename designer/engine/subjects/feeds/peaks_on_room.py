"""What a rack takes from feeds of the room at a peak of milliseconds, normally and after losses."""

from collections.abc import Mapping
from dataclasses import replace

from designer.catalog.part_bounds import EDP
from designer.engine.subjects.feeds.case import Case, drawn_in
from designer.engine.subjects.feeds.lines import Lines
from designer.engine.subjects.feeds.on_room import on_room
from designer.model.figures import Figure


def peaks_on_room(
    case: Case, lasts: Mapping[str, Mapping[str, Figure]]
) -> Mapping[str, Mapping[str, Figure]]:
    """Return what a rack takes from each feed at a peak, by loss; `lasts` where it has none.

    Parameters
    ----------
    lasts
        The same of what lasts.
    """
    lines = case.lines
    peaks = at_peak(case)
    names = {*(draw.part for draw in lines.draws), *lines.without}
    if all(_is_even(peaks.power_of(name), lines.power_of(name)) for name in names):
        return lasts
    return on_room(Case(case.wiring, case.site, peaks))


def at_peak(case: Case) -> Lines:
    """Return the lines of a rack with the peaks of what hangs on them in place of what lasts."""
    lines, figures = case.lines, case.site.figures

    def peak_of(part: str) -> Figure:
        return figures.of(part, EDP) if part in figures.index else lines.power_of(part)

    drawn = drawn_in(case.wiring, case.site, EDP, peak_of)
    return replace(lines, power_of=drawn, _known={})


def _is_even(peak: Figure, highest: Figure) -> bool:
    return (peak.low, peak.high) == (highest.low, highest.high)
