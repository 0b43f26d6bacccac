"""The lines on a drag's card about what halves of a fabric exchange, as a change from now."""

from collections.abc import Iterable

from designer.engine.preview import BisectionTried
from designer.model.figure_words import change, quantity
from designer.model.figures import Figure
from designer.model.plural import plural
from designer.ui.kit.figures import oversubscription
from designer.ui.kit.line_card import Line

AFTER_THE_DROP = "after release: too large to be measured while you drag"


def bisection_lines(tried: Iterable[BisectionTried]) -> list[Line]:
    """Return what becomes of each bisection; of those that stay one line that says so."""
    said = [(one, _line(one)) for one in tried if one.relinked]
    lines = [line for _, line in said if line is not None]
    if said and not lines:
        same = [one.name or one.fabric for one, _ in said]
        of = f" of {same[0]}" if len(same) == 1 else ""
        lines = [Line(f"bisection{of}: as before", "dim")]
    return lines


def bisection_step(one: BisectionTried) -> str:
    """Return `24.6 → 25.6 TB/s`, why it is not known yet, or nothing where it stays.

    Where halves exchange as much, what else became of it: `7 → 8 islands`, `10.9:1 → 11:1`.
    """
    if not one.measured:
        return AFTER_THE_DROP
    if one.gone:
        return "gone, as it has no node left"
    now = one.figure("bisection_gbps", "Gb/s")
    if one.bisection_before_gbps is None and one.bound("bisection_before_gbps") is None:
        return "" if now.unknown else quantity(now)
    words = _change(one.figure("bisection_before_gbps", "Gb/s"), now)
    islands = _islands(one, alone=not words)
    if words or not _is_parted(one):
        return ", ".join(filter(None, (words, islands))) or _ratio(one)
    was = one.figure("bisection_with_nvlink_before_gbps", "Gb/s")
    over = one.figure("bisection_with_nvlink_gbps", "Gb/s")
    words = "" if over.unknown else _change(was, over)
    joined = f"over NVLink {words}" if words else ""
    return ", ".join(filter(None, (joined, islands)))


def _is_parted(one: BisectionTried) -> bool:
    return one.islands is not None and one.islands > 1


def _islands(one: BisectionTried, *, alone: bool) -> str:
    """Return `7 → 8 islands`, or how many there are beside another figure that changes."""
    was, now = one.islands_before, one.islands
    if now is None or (not _is_parted(one) and (was is None or was <= 1)):
        return ""
    if was is not None and was != now:
        return f"{was:,} → {plural(now, 'island')}"
    return "" if alone else plural(now, "island")


def _ratio(one: BisectionTried) -> str:
    """Return `10.9:1 → 11:1`: as much for other ends; empty where it reads the same."""
    was, now = (one.figure(f"bisection_ratio{side}") for side in ("_before", ""))
    if was.unknown or now.unknown:
        return ""
    before, after = oversubscription(was.low), oversubscription(now.low)
    return f"{before} → {after}" if before and after and before != after else ""


def _line(one: BisectionTried) -> Line | None:
    """Return `Compute bisection 24.6 → 25.6 TB/s`; None where it stays."""
    name, step = one.name or one.fabric, bisection_step(one)
    if not one.measured:
        return Line(f"{name} bisection: {step}", "dim")
    return Line(f"{name} bisection {step}") if step else None


def _change(was: Figure, now: Figure) -> str:
    return "" if was == now else change(was, now)
