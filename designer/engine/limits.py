"""A rack's limits side by side, the one that binds, and the power that it strands."""

from designer.catalog.part import Part
from designer.engine.assumptions import Assumptions
from designer.engine.cooling import Cooling
from designer.engine.feeds import Feeds, SupplyVerdict
from designer.engine.report import Limit, LimitState
from designer.engine.space import Space
from designer.model.design import FeedPolicy

NEAR = 0.9
"""From nine tenths of a limit on, a limit says so: no room for one more device of a usual rack."""


def rack_limits(
    power_kw: float | None,
    feeds: Feeds,
    cooling: Cooling,
    space: Space,
    rack: Part | None,
    floor_kpa: float | None,
    site: Assumptions,
) -> tuple[Limit, ...]:
    """Return what a rack uses of what it has, limit by limit."""
    found = []
    if feeds.feeds:
        found.append(_both_feeds(power_kw, feeds))
        if site.policy != "N":
            found.append(_feed_lost(power_kw, feeds))
            found += _supplies(feeds)
    if cooling.method:
        found.append(_cooling(cooling))
    figures = rack.rack if rack else None
    static = figures.static_kg if figures else None
    found.append(
        _limit("mass", "Mass, static", space.mass_kg, static, "kg", source="rating of the rack")
    )
    found.append(
        _limit(
            "floor", "Floor, tributary area", floor_kpa, site.floor_limit_kpa, "kPa",
            source="limit of the room",
        )
    )  # fmt: skip
    if space.u_total:
        units = _limit("units", "Rack units", space.u_used, space.u_total, "U")
        found.append(units.model_copy(update={"state": "error"}) if space.clashes else units)
    return tuple(found)


def _state(used: float | None, limit: float | None, near: float = NEAR) -> LimitState:
    if used is None or limit is None:
        return "unknown"
    if used > limit + 1e-9:
        return "error"
    return "warning" if used > near * limit else "ok"


def _limit(
    name: str, label: str, used: float | None, limit: float | None, unit: str, source: str = ""
) -> Limit:
    if used is None:
        text = "not known"
    elif limit is None:
        text = f"{_amount(used, unit)} {unit}; no limit known"
    else:
        text = f"{_amount(used, unit)} of {_amount(limit, unit)} {unit}"
    # A full rack is no finding: units may be used to the last.
    near = 1.0 if name == "units" else NEAR
    return Limit(
        name=name, label=label, used=used, limit=limit, unit=unit,
        state=_state(used, limit, near), text=text, source=source,
    )  # fmt: skip


def _amount(value: float, unit: str) -> str:
    """Return both sides of a limit with the same decimals: units as they are, kg whole."""
    if unit == "U":
        return f"{value:g}"
    return f"{value:,.0f}" if unit == "kg" else f"{value:,.1f}"


def _both_feeds(power_kw: float | None, feeds: Feeds) -> Limit:
    label = "Power, all feeds" if len(feeds.feeds) != 2 else "Power, both feeds"
    return _limit("power", label, power_kw, feeds.capacity_kw, "kW", "rack PDU ratings")


def _feed_lost(power_kw: float | None, feeds: Feeds) -> Limit:
    """Return the limit with one feed lost. It is the fullest feed that decides, not the sum."""
    limit = _limit(
        "power-feed-lost", "Power, one feed lost", power_kw, feeds.capacity_after_loss_kw, "kW",
        "rack PDU ratings, supplies spread round-robin",
    )  # fmt: skip
    worst = feeds.worst
    if worst is None or worst.capacity_kw is None or worst.load_after_loss_kw is None:
        return limit
    over = worst.load_after_loss_kw > worst.capacity_kw + 1e-9
    if len(feeds.feeds) < 2:
        return limit.model_copy(update={"text": "one feed only: losing it loses the rack"})
    if not over or limit.state == "error":
        return limit
    words = (
        f"feed {worst.id} would carry {worst.load_after_loss_kw:.1f} of "
        f"{worst.capacity_kw:.1f} kW after losing feed {feeds.lost_for_worst}"
    )
    return limit.model_copy(update={"state": "error", "text": words})


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


def _cooling(cooling: Cooling) -> Limit:
    label = f"Cooling, {cooling.name[:1].lower()}{cooling.name[1:]}"
    heat = cooling.air_kw + cooling.liquid_kw
    if cooling.capacity_kw is None:
        return Limit(
            name="cooling", label=label, used=heat, unit="kW", state="ok",
            text=f"{heat:.1f} kW; no fixed limit, the loop's units decide", source=cooling.source,
        )  # fmt: skip
    limit = _limit("cooling", label, heat, cooling.capacity_kw, "kW", cooling.source)
    if limit.state == "ok" and cooling.warn_kw is not None and heat > cooling.warn_kw:
        words = f"{limit.text}; most sources plan with {cooling.warn_kw:g} kW"
        return limit.model_copy(update={"state": "warning", "text": words})
    return limit


def stranded(
    limits: tuple[Limit, ...], power_kw: float | None, feeds: Feeds, policy: FeedPolicy
) -> tuple[str, float | None]:
    """Return the limit that binds first and the feed power that it strands, in kW.

    With more of the same devices the rack could grow until the fullest limit is full; feed
    capacity beyond that cannot be used.
    """
    # A device's supplies do not fill up as the rack does: they decide whether, not how much.
    shares = {
        limit.name: limit.used / limit.limit
        for limit in limits
        if limit.used is not None
        and limit.limit
        and limit.used > 0
        and limit.name != "psu-feed-lost"
    }
    if not shares:
        return "", None
    binding = max(shares, key=lambda name: shares[name])
    capacity = feeds.capacity_kw if policy == "N" else feeds.capacity_after_loss_kw
    if capacity is None or power_kw is None:
        return binding, None
    return binding, max(0.0, capacity - power_kw / shares[binding])
