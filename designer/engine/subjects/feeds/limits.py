"""Limits of a rack's feeds: together, with one lost, and the supplies of its devices."""

from collections.abc import Iterator
from typing import Final

from designer.engine.limit import limit_of, state_of
from designer.engine.limit_report import Limit, LimitState
from designer.engine.reasons import NameOf, because
from designer.engine.subject import Filling
from designer.engine.subjects.feeds.branch_currents import fullest_breaker
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds
from designer.engine.subjects.feeds.fullest_line import fullest_line
from designer.engine.subjects.feeds.supplies import SupplyVerdict, worse
from designer.engine.subjects.feeds.without_path import (
    dark_in_any_case,
    hang_open,
    hanging,
    without_path,
)
from designer.engine.subjects.feeds.worst_loss import Worst
from designer.model.design import FeedPolicy
from designer.model.feed_policy import DISTRIBUTED
from designer.model.figure_words import words
from designer.model.figures import Verdict
from designer.model.measured import fields_of

FILLS_UP: Final = ("power", "power-feed-lost")
"""Not that of supplies: those of a device do not fill up as the rack does."""
NAMES: Final = (*FILLS_UP, "psu-feed-lost")


def feed_limits(filling: Filling) -> Iterator[Limit]:
    """Yield what a rack uses of its feeds."""
    feeds = filling[FEEDS]
    yield from _limits(feeds, filling.site.policy)


def _limits(feeds: Feeds, policy: FeedPolicy) -> Iterator[Limit]:
    if any(line.pdus for line in feeds.lines.lines):
        yield _all_feeds(feeds)
        if policy != "N":
            yield _feed_lost(feeds, policy)
    else:
        yield from _without_path(feeds)
    if policy != "N":
        yield from _supplies(feeds)


def _without_path(feeds: Feeds) -> Iterator[Limit]:
    """Yield that a rack without rack PDUs holds what has no power path, or may: P26 says it."""
    lost = without_path(feeds)
    answer = dark_in_any_case(feeds, lost)
    limit = Limit(name="power", label="Power", group="power", unit="kW", source="power paths")
    sure = [one for item, one in lost.items() if item in answer.sure]
    if sure:
        yield limit.evolve(state="error", text=f"no power path: {sure[0].reason}")
    elif answer.open_on:
        open_on = Verdict("open", because=answer.open_on[:2])
        yield limit.evolve(state="unknown", text=_open(feeds, open_on))


def _open(feeds: Feeds, verdict: Verdict) -> str:
    return _open_words(verdict, feeds.name_of)


def _open_words(verdict: Verdict, name_of: NameOf) -> str:
    return f"cannot be said, because {because(verdict.because, name_of)}"


def _all_feeds(feeds: Feeds) -> Limit:
    label = "Power, both feeds" if feeds.lines.certain == 2 else "Power, all feeds"
    limit = limit_of(
        "power", label, feeds.on_pdus, feeds.capacity, feeds.name_of, group="power",
        source="rack PDU ratings",
    )  # fmt: skip
    fullest = feeds.carries
    if limit.state != "error" and fullest.verdict.answer == "no":
        text = "one of the feeds carries more than it can"
        if fullest.any_feeds:
            text = ANY_OVERLOAD
        elif fullest.pdu:
            text = f"{fullest.called} carries {fullest.carried}"
        return limit.evolve(state="error", text=text)
    if limit.state in ("ok", "warning") and fullest.verdict.answer == "open":
        return limit.evolve(state="unknown", text=_open(feeds, fullest.verdict))
    return _by_lines(feeds, limit, after=False)


def _by_lines(feeds: Feeds, limit: Limit, *, after: bool) -> Limit:
    """Return a limit that holds as a whole with what lines and breakers of PDUs leave of it."""
    if limit.state not in ("ok", "warning"):
        return limit
    line = fullest_line(feeds.phases, after=after)
    if line.verdict.answer == "no":
        return limit.evolve(state="error", text=line.words)
    breaker = fullest_breaker(feeds.breakers, after=after)
    if breaker.verdict.answer == "no":
        return limit.evolve(state="error", text=breaker.words)
    open_on = worse(line.verdict, breaker.verdict)
    if open_on.answer == "open":
        return limit.evolve(state="unknown", text=_open(feeds, open_on))
    return limit


def on_one_path(worst: Worst) -> str:
    """Return what a rack hangs on that is lost as a whole, in words; empty if that is not known."""
    if len(worst.one_path) > 1:
        return f"feeds {', '.join(worst.one_path)} are one system"
    return "one feed only" if worst.one_path else ""


WHATEVER: Final = "whatever feeds its rack PDUs hang on"
ANY_FEEDS: Final = f"{WHATEVER}, a loss takes all of it or overloads what is left"
"""What is told where one path and an overload are as bad, and which of them it is is open."""
ANY_OVERLOAD: Final = f"{WHATEVER}, a feed or a rack PDU carries more than it can with all feeds up"
"""What is told where it is another one, or carries another load, by each way to name feeds."""


def _feed_lost(feeds: Feeds, policy: FeedPolicy) -> Limit:
    """Return the limit of the feeds that a loss leaves. The fullest of them decides, not the sum.

    What goes down with the lost feed, or finds no outlet, is told by the limit of supplies.
    """
    alone = policy == "2N"
    lost = "system lost" if policy in DISTRIBUTED else "feed lost"
    limit = limit_of(
        "power-feed-lost", "Power, one system left" if alone else f"Power, one {lost}",
        feeds.after_loss.load, feeds.after_loss.capacity, feeds.name_of, group="power",
        source="rack PDU ratings, supplies as they are corded",
    )  # fmt: skip
    worst = feeds.worst
    if worst.any_feeds:
        return limit.evolve(state="error", text=ANY_FEEDS)
    if worst.systems < 2 and worst.verdict.answer != "open":
        hangs = hanging(feeds)
        if not hangs.high:
            # What has no power path is lost already: P26 says it, and the limit of supplies.
            return limit.evolve(state="ok", text="nothing hangs on a rack PDU")
        if unstated := hang_open(feeds, hangs):
            text = _open(feeds, Verdict("open", because=unstated))
            return limit.evolve(state="unknown", text=text)
    if worst.systems < 2:
        state = "error" if worst.verdict.answer == "no" else "unknown"
        path = on_one_path(worst)
        text = f"{path}: losing it loses the rack" if path else ANY_FEEDS
        if worst.verdict.answer == "open":
            text = _open(feeds, worst.verdict)
        return limit.evolve(state=state, text=text)
    if worst.verdict.answer == "no" and limit.state != "error":
        when = f"when only {worst.lost} is left" if alone else f"after losing {worst.lost}"
        text = f"{worst.called} would carry {worst.carried} {when}"
        return limit.evolve(state="error", text=text)
    if worst.verdict.answer == "open" and limit.state != "unknown":
        return limit.evolve(state="unknown", text=_open(feeds, worst.verdict))
    return _by_lines(feeds, limit, after=True)


def _supplies(feeds: Feeds) -> Iterator[Limit]:
    """Yield the power supplies' limit for the device that is worst off.

    A device whose supplies nobody states may be worse off than any whose loss is no error, and may
    be what leaves those beside it open.
    """
    worst = max(feeds.verdicts, key=_strain, default=None)
    fails = worst is not None and _state(worst) == "error"
    limit = Limit(
        name="psu-feed-lost", label="Power supplies, one feed lost", group="device", unit="kW",
        source="redundancy that the maker declares, rating of the supplies",
    )  # fmt: skip
    dark = next(iter(feeds.lines.without), "") if feeds.surely_dark else ""
    if dark and not fails:
        text = f"{feeds.name_of(dark)}: none of its supplies hangs in an outlet"
        yield limit.evolve(state="error", text=text)
    elif feeds.uncounted and not fails:
        part, ref = feeds.uncounted[0]
        why = _open_words(Verdict("open", because=(ref,)), feeds.name_of)
        yield limit.evolve(state="unknown", text=f"{feeds.name_of(part)}: {why}")
    elif worst is not None:
        text = supply_words(worst, feeds.name_of)
        if _may_be_dark(worst):
            text = f"{worst.name}: {_open(feeds, Verdict('open', because=worst.open_on))}"
        yield limit.evolve(
            state=_state(worst), text=text,
            **fields_of({"used": worst.needed_kw, "limit": worst.left_kw}),
        )  # fmt: skip


def _state(verdict: SupplyVerdict) -> LimitState:
    alone = verdict.left == 0 and verdict.survives is False
    if _may_be_dark(verdict):
        return "unknown"
    if verdict.runs_capped:
        return "warning"
    return verdict.gravity if alone else state_of(verdict.verdict)


def _may_be_dark(verdict: SupplyVerdict) -> bool:
    """Return whether what may go down with a feed may also hang nowhere, which P26 tells."""
    goes_down = verdict.left == 0 and verdict.survives is False
    return (goes_down and bool(verdict.open_on)) or verdict.may_run_capped


def _strain(verdict: SupplyVerdict) -> tuple[int, float]:
    """Return how badly off a device is: what is allowed to go down is better off than an error.

    Of those that stay up, the fullest whose supplies' rating is stated: a device that its maker's
    word alone keeps up has no share, and would hide one that has.
    """
    order = ("ok", "warning", "unknown", "error").index(_state(verdict))
    if not verdict.left:
        return order, float("inf")
    if order == 0 and verdict.left_kw.unknown:
        return order, -1.0
    return order, verdict.needed_kw.per(verdict.left_kw).high


def plugged_words(verdict: SupplyVerdict) -> str:
    """Return that supplies do not carry a device even with nothing lost, in words."""
    parts = [f"{verdict.count} plugged in"]
    if verdict.declared:
        parts.append(f"{verdict.declared} declared as needed")
    if verdict.normal_kw.high < float("inf"):
        parts.append(f"{words(verdict.normal_kw)} for {words(verdict.needed_kw)} at their output")
    told = "; ".join(parts)
    return f"{verdict.name}: its supplies do not carry its highest load with all feeds up: {told}"


def _hanging(verdict: SupplyVerdict) -> str:
    """Return what the supplies hang on of which a loss leaves none, in words."""
    feeds, name = verdict.feeds, verdict.name
    if len(feeds) > 1 and verdict.named:
        names = ", ".join(verdict.called)
        return f"{name} hangs on feeds {names} alone, which are one system, and goes down with it"
    if len(feeds) > 1:
        # Those that are no feeds of the room may be one with the others, or may not.
        return too_few_words(verdict)
    if feeds == ("",):
        return f"{name} hangs on one rack PDU alone, which names no feed, and goes down with it"
    feed = f"feed {verdict.called[0]}" if feeds else "one feed"
    return f"{name} hangs on {feed} alone and goes down with it"


def too_few_words(verdict: SupplyVerdict) -> str:
    """Return that any loss leaves too few supplies, in words."""
    spread = f"{verdict.name}: {verdict.wiring} supplies"
    return f"{spread} leave too few after a loss, whatever feeds they hang on"


def capped_words(verdict: SupplyVerdict) -> str:
    """Return to what a device is capped whose supplies left carry less than its highest load."""
    if verdict.left_kw.unknown:
        return "runs on capped to what its supplies left give, which is not known"
    share = verdict.left_kw.per(verdict.needed_kw).times(100, "%").clipped(most=100.0)
    if share.low >= 100:
        # Its maker's redundancy asks for more than the ratings do.
        return f"runs on capped: {words(verdict.left_kw)} is left, and the cap is not known"
    return f"runs on capped to {words(verdict.left_kw)}, {words(share, 0)} of its highest load"


def _cap_words(verdict: SupplyVerdict) -> str:
    """Return that a device may run on capped or go down, as nobody states it of so few."""
    if verdict.capped_from:
        return f"stated to run on capped with no fewer than {verdict.capped_from}"
    return "stated to run on capped, and not with how few"


def supply_words(verdict: SupplyVerdict, name_of: NameOf) -> str:
    """Return what a loss does to a device, in words."""
    if verdict.left == 0 and verdict.verdict.answer == "no":
        if verdict.alone and not verdict.lost:
            return f"{verdict.name} has no supply on one of the systems, {WHATEVER}"
        if verdict.alone and verdict.lost not in verdict.feeds:
            lacking = f"{verdict.name} has no supply on feed {verdict.lost_called}"
            return f"{lacking}, when only that is left"
        return _hanging(verdict)
    left = f"{verdict.left} of {verdict.count} left {verdict.when}"
    parts = [f"{verdict.wiring} supplies, {left}"]
    if verdict.by_weight:
        parts = [f"power shelves of several sizes, {verdict.when}"]
    if verdict.declared:
        parts.append(f"{verdict.declared} declared as needed")
    if verdict.capping == "open":
        parts.append(_cap_words(verdict))
    if verdict.short:
        parts.append(f"too few left for {' and '.join(verdict.short)}")
    if verdict.left_kw.high < float("inf"):
        parts.append(f"{words(verdict.left_kw)} for {words(verdict.needed_kw)} at their output")
    if verdict.runs_capped:
        return f"{verdict.name} {capped_words(verdict)}: {'; '.join(parts)}"
    told = "; ".join(parts)
    if verdict.verdict.answer == "yes":
        return f"{verdict.name} stays up: {told}"
    if verdict.verdict.answer == "no":
        return f"{verdict.name} does not carry its highest load: {told}"
    return f"{verdict.name}: {_open_words(verdict.verdict, name_of)} ({told})"
