"""The lines on a drag's card about what halves of a fabric exchange, as a change from now."""

from collections.abc import Iterable

from designer.engine.preview import BisectionTried
from designer.model.figure_words import change, quantity
from designer.model.figures import Figure
from designer.model.plural import plural
from designer.ui.kit.line_card import Line

AFTER_THE_DROP = "after release: too large to be measured while you drag"


def bisection_lines(tried: Iterable[BisectionTried]) -> list[Line]:
    """Return what becomes of each bisection; of those that stay one line that says so."""
    said = [(one, _line(one)) for one in tried]
    lines = [line for _, line in said if line is not None]
    if said and not lines:
        same = [one.name or one.fabric for one, _ in said]
        of = f" of {same[0]}" if len(same) == 1 else ""
        lines = [Line(f"bisection{of}: as before", "dim")]
    return lines


def bisection_step(one: BisectionTried) -> str:
    """Return `24.6 → 25.6 TB/s`, why it is not known yet, or nothing where it stays."""
    if not one.measured:
        return AFTER_THE_DROP
    now = one.figure("bisection_gbps", "Gb/s")
    over = one.figure("bisection_with_nvlink_gbps", "Gb/s")
    if one.bisection_before_gbps is None and one.bound("bisection_before_gbps") is None:
        return "" if now.unknown else quantity(now)
    words = _change(one.figure("bisection_before_gbps", "Gb/s"), now)
    islands = "" if one.islands is None or one.islands <= 1 else plural(one.islands, "island")
    if words:
        return ", ".join(filter(None, (words, islands)))
    if islands and not over.unknown:
        words = _change(one.figure("bisection_with_nvlink_before_gbps", "Gb/s"), over)
        return f"over NVLink {words}" if words else ""
    return ""


def _line(one: BisectionTried) -> Line | None:
    """Return `Compute bisection 24.6 → 25.6 TB/s`; None where it stays."""
    name, step = one.name or one.fabric, bisection_step(one)
    if not one.measured:
        return Line(f"{name} bisection: {step}", "dim")
    return Line(f"{name} bisection {step}") if step else None


def _change(was: Figure, now: Figure) -> str:
    return "" if was == now else change(was, now)
