"""The rule of peaks of milliseconds at UPS (P20); that of power shelves stands with them."""

from collections.abc import Iterator

from designer.engine.findings import Finding
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.feeds.peaks import PEAKS, NodePeak
from designer.model.figure_ref import power_ref
from designer.model.figure_words import told, words
from designer.model.figures import within


def ups_take_the_peak(facts: Facts) -> Iterator[Finding]:
    """P20: a UPS carries the peak of milliseconds of its racks within its overload capability.

    Asked where somebody states a peak of what hangs on it and what the UPS is rated for, and where
    it carries what lasts: what it does not is P14's.
    """
    for peak in facts[PEAKS].nodes.values():
        load = peak.load
        lasts = (load.verdict.answer, load.verdict_after.answer)
        if load.node.kind != "ups" or "no" in lasts or load.capacity.unknown:
            continue
        if peak.has_peaks:
            yield from _of_ups(facts, peak)


def _of_ups(facts: Facts, peak: NodePeak) -> Iterator[Finding]:
    load, node = peak.load, peak.load.node
    if within(peak.after, load.capacity).answer == "yes":
        return
    what = facts.site.called(node.id)
    part = facts.catalog.get(node.part) if node.part else None
    ups = part.ups if part is not None else None
    share = None
    if ups is not None:
        shares = [one for one in (ups.overload_1_min, ups.overload_10_min) if one is not None]
        share = max(shares, default=None)
    if part is None or share is None:
        ref = power_ref(node, "overload_1_min") if part is None else f"{part.id}.ups.overload_1_min"
        yield cannot_be_said(
            "P20", f"ups:{node.id}", (), f"whether {what} takes a peak of {told(peak.after, '')}",
            (ref,), facts.name_of,
        )  # fmt: skip
        return
    limit = load.capacity.times(share)
    verdict = within(peak.after, limit)
    if verdict.answer == "open":
        yield cannot_be_said(
            "P20", f"ups:{node.id}", (), f"whether {what} takes the peaks of its racks",
            verdict.because, facts.name_of,
        )  # fmt: skip
    elif verdict.answer == "no":
        yield Finding(
            "P20", "warning", f"ups:{node.id}", (),
            f"{what[:1].upper()}{what[1:]} would carry {told(peak.after, 'peak')} for "
            f"milliseconds, and takes {words(limit)} ({share:.0%} of its rating) for a minute",
            "Move racks to another UPS, choose a larger one, or set a lower peak (EDP) on racks.",
            peak.after.low,
        )  # fmt: skip
