"""What a drop would make of the worst single loss, as lines of its card. No widgets."""

from designer.engine.power_report import LossReport, PowerReport
from designer.engine.preview import WorstLoss
from designer.render.one_line_words import verdict_of
from designer.ui.kit.line_card import Line, Tone

_NOTHING = "no GPU is lost, nothing is overloaded"
_HARM = ("error", "unknown")
"""States of a loss of which the card tells what it does, not merely how full things get."""


def worst_loss_lines(change: WorstLoss | None, power: PowerReport) -> list[Line]:
    """Return the verdict after the worst loss, before and after the drop, where it reads otherwise.

    `after loss of feed A: 32 GPUs short of power (before: no GPU is lost, nothing is overloaded)`,
    `after loss of feed A: UPS C 91 → 97% full`.
    """
    if change is None or change.after is None:
        return []
    after, before = change.after, change.before
    was, now = (_verdict(loss, power) for loss in (before, after))
    if after.state not in _HARM:
        if before is not None and before.state in _HARM:
            return [Line(f"no single loss does harm any more (before: {_named(before)}, {was})")]
        return _fuller(before, after, power)
    if now == was and before is not None and before.id == after.id:
        return []
    told = f"after loss of {after.name}: {now}"
    if before is not None and was != now:
        told += f" (before: {was})"
    return [Line(told, "error" if after.state == "error" else "warning")]


def _fuller(before: LossReport | None, after: LossReport, power: PowerReport) -> list[Line]:
    """Return how full the fullest gets; nothing where that reads as it did."""
    was, now = (loss.fullest_in_words if loss else "" for loss in (before, after))
    if not after.fullest or was == now:
        return []
    change = f"{was.removesuffix('%').rstrip()} → {now}" if was else now
    tone: Tone = "warning" if after.state == "warning" else "dim"
    return [Line(f"after loss of {after.name}: {power.name_of(after.fullest)} {change} full", tone)]


def _verdict(loss: LossReport | None, power: PowerReport) -> str:
    sentence = verdict_of(loss, power)[0] if loss else ""
    if sentence == _NOTHING[:1].upper() + _NOTHING[1:]:
        return _NOTHING
    return sentence[:1].lower() + sentence[1:] if sentence.startswith("No ") else sentence


def _named(loss: LossReport) -> str:
    return f"after loss of {loss.name}"
