"""The rule on the bisection that a fabric is to keep."""

from collections.abc import Iterable, Iterator

from designer.engine.findings import Finding
from designer.engine.network_report import FabricLoss, FabricReport
from designer.engine.reasons import cannot_be_said
from designer.engine.subject import Facts
from designer.engine.subjects.fabrics.bisections import BISECTIONS, Bisection
from designer.model.figure_words import words
from designer.model.figures import Figure, exact, within
from designer.model.layout import Layout
from designer.model.plural import plural


def fabrics_keep_their_bisection(facts: Facts) -> Iterator[Finding]:
    """R16: bisection keeps its target with nothing lost, and with any single loss."""
    targets = {one.id: one.bisection_target_pct for one in facts.design.fabrics}
    for one in facts[BISECTIONS]:
        target = targets.get(one.report.id)
        if target is not None and one.report.nodes != 0 and one.ratio is not None:
            yield from _kept(facts, one, _percent(one.ratio), exact(target, "%"))


def _kept(facts: Facts, one: Bisection, intact: Figure, target: Figure) -> Iterator[Finding]:
    fabric = one.report
    said = f"{fabric.name}: {words(target, 0)} of a full bisection is to be kept"
    verdict = within(target, intact)
    if verdict.answer == "no":
        yield Finding(
            "R16", "error", fabric.id, (fabric.id,), f"{said}, {words(intact, 0)} is there",
            "Place what the fabric misses, lower its oversubscription, or lower the target.",
            target.minus(intact).low,
        )  # fmt: skip
        return
    if verdict.answer == "open":
        yield cannot_be_said(
            "R16", fabric.id, (fabric.id,), f"{said}: whether {words(intact, 0)} is enough",
            verdict.because, facts.name_of,
        )  # fmt: skip
        return
    # What a trial lifts to the target was told with losses of less than that: they say nothing.
    if one.before is None or within(target, _percent(one.before)).answer == "yes":
        yield from _after_losses(facts, fabric, one.losses, target, said)


def _after_losses(
    facts: Facts, fabric: FabricReport, losses: Iterable[FabricLoss], target: Figure, said: str
) -> Iterator[Finding]:
    """Yield what single losses leave less than the target, and of which that cannot be said."""
    verdicts = [
        (loss, within(target, _percent(loss.figure("bisection_ratio"))))
        for loss in losses
        if loss.bisection_gbps is not None or loss.bounds
    ]
    below = [loss for loss, verdict in verdicts if verdict.answer == "no"]
    unsure = [loss for loss, verdict in verdicts if verdict.answer == "open"]
    if below:
        worst = min(below, key=lambda loss: loss.figure("bisection_ratio").high)
        left = _percent(worst.figure("bisection_ratio"))
        more = sum(loss.number for loss in below) - 1
        any_of = "any of " if more > 1 else ""
        others = f"; so it is without {any_of}{plural(more, 'other thing')}" if more else ""
        yield Finding(
            "R16", "warning", f"{fabric.id}:loss", (fabric.id, *_places(worst)),
            f"{said}, {words(left, 0)} is left without {_called(facts, worst)}{others}",
            "Spread its switches over more racks and feeds, add spines, or lower the target.",
            target.minus(left).low,
        )  # fmt: skip
    elif unsure:
        number = sum(loss.number for loss in unsure)
        yield Finding(
            "R16", "info", f"{fabric.id}:loss:open", (fabric.id,),
            f"{said}: whether it is with any one of {plural(number, 'loss', 'losses')} lies within "
            f"the bounds of what is left, as without {_called(facts, unsure[0])}",
            "Add spare uplinks where that must be certain.", float(number),
        )  # fmt: skip


def _percent(ratio: Figure) -> Figure:
    return ratio.times(100, "%")


def _places(loss: FabricLoss) -> tuple[str, ...]:
    return () if loss.what in ("cable", "feed") else loss.ids[:1]


def _called(facts: Facts, loss: FabricLoss) -> str:
    """Return a loss in words: `rack B03`, `a cable between leaf and spine`."""
    if loss.what == "cable":
        return f"a cable between {' and '.join(loss.ids)}"
    name = Layout(facts.design).name_of(loss.ids[0]) if loss.ids else ""
    what = "switch" if loss.what == "switch" else loss.what
    return f"{what} {name}" if name else f"a {what}"
