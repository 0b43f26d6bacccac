"""Limits of a rack's feeds: together, with one lost, and the supplies of its devices."""

from collections.abc import Iterator

from designer.engine.limit import amount_limit
from designer.engine.report import Limit, LimitState
from designer.engine.subject import Filling
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds, SupplyVerdict
from designer.engine.subjects.power.power import POWER


def feed_limits(filling: Filling) -> Iterator[Limit]:
    """Yield what a rack uses of its feeds."""
    feeds, power = filling[FEEDS], filling.read(POWER)
    if not feeds.feeds:
        return
    power_kw = power.max_kw.value if power else None
    yield _both_feeds(power_kw, feeds)
    if filling.site.policy != "N":
        yield _feed_lost(power_kw, feeds)
        yield from _supplies(feeds)


def _both_feeds(power_kw: float | None, feeds: Feeds) -> Limit:
    label = "Power, all feeds" if len(feeds.feeds) != 2 else "Power, both feeds"
    return amount_limit("power", label, power_kw, feeds.capacity_kw, "kW", "rack PDU ratings")


def _feed_lost(power_kw: float | None, feeds: Feeds) -> Limit:
    """Return the limit with one feed lost. It is the fullest feed that decides, not the sum."""
    limit = amount_limit(
        "power-feed-lost", "Power, one feed lost", power_kw, feeds.capacity_after_loss_kw, "kW",
        "rack PDU ratings, supplies spread round-robin",
    )  # fmt: skip
    worst = feeds.worst
    if worst is None or worst.capacity_kw is None or worst.load_after_loss_kw is None:
        return limit
    over = worst.load_after_loss_kw > worst.capacity_kw + 1e-9
    if len(feeds.feeds) < 2:
        return limit.evolve(text="one feed only: losing it loses the rack")
    if not over or limit.state == "error":
        return limit
    words = (
        f"feed {worst.id} would carry {worst.load_after_loss_kw:.1f} of "
        f"{worst.capacity_kw:.1f} kW after losing feed {feeds.lost_for_worst}"
    )
    return limit.evolve(state="error", text=words)


def _supplies(feeds: Feeds) -> list[Limit]:
    """Return the power supplies' limit for the device that is worst off."""
    if not feeds.verdicts:
        return []
    worst = max(feeds.verdicts, key=_strain)
    states: dict[bool | None, LimitState] = {True: "ok", False: "error", None: "unknown"}
    state = states[worst.survives]
    return [
        Limit(
            name="psu-feed-lost", label="Power supplies, one feed lost", used=worst.needed_kw,
            limit=worst.left_kw, unit="kW", state=state, text=supply_words(worst),
            source="rating of the supplies",
        )
    ]  # fmt: skip


def _strain(verdict: SupplyVerdict) -> float:
    if verdict.left == 0:
        return float("inf")
    if verdict.left_kw is None or verdict.needed_kw is None:
        return 0.0
    return verdict.needed_kw / max(verdict.left_kw, 1e-9)


def supply_words(verdict: SupplyVerdict) -> str:
    """Return what a lost feed does to a device, in words."""
    if verdict.left == 0:
        return f"{verdict.name} hangs on feed {verdict.lost} alone and goes down with it"
    if verdict.left_kw is None or verdict.needed_kw is None:
        return f"{verdict.name}: {verdict.wiring} supplies; a rating is not known"
    verb = "stays up" if verdict.survives else "does not carry its highest load"
    return (
        f"{verdict.name} {verb}: {verdict.wiring} supplies, {verdict.left_kw:.1f} kW left for "
        f"{verdict.needed_kw:.1f} kW after losing feed {verdict.lost}"
    )
