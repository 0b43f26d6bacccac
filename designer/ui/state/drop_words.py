"""The words on the card beside a ghost: what the drop would do to checks, power, cooling, mass.

Figures come from the engine's preview; nothing is computed here. No widgets.
"""

from collections.abc import Mapping, Sequence

from designer.document.drop_plans import DropPlan
from designer.engine.cabled_power import cabled_kw
from designer.engine.limit_report import Limit, is_of_one_device
from designer.engine.power_report import PowerReport
from designer.engine.preview import (
    AFTER_A_LOSS,
    AS_CABLED,
    COST_OF_CABLES,
    IT_POWER,
    FigureChange,
    Preview,
    RackPreview,
)
from designer.engine.report import RackReport
from designer.model.figure_words import (
    change,
    quantity,
    quantity_more,
    side_of_limit,
    to_the_digit,
)
from designer.model.figures import Figure
from designer.model.plural import plural
from designer.ui.kit import figures
from designer.ui.kit.limit_bar import LimitBar, bar_of
from designer.ui.kit.line_card import Line, Tone
from designer.ui.state.bisection_words import bisection_lines
from designer.ui.state.cable_words import (
    KEEPS_PINS,
    cable_lines,
    changes_lines,
    kept_line,
    unpinned_line,
)
from designer.ui.state.capital_words import CAPITAL, capital_words
from designer.ui.state.drop_findings import check_lines, counted, fails, is_doubtful, note_lines
from designer.ui.state.drop_limits import (
    has_limit,
    limit_lines,
    was_and_is,
)
from designer.ui.state.loss_words import worst_loss_lines

_TOLD = ("power", "mass")
"""Limits of which each change is told; the others once they are near, over or open."""

_MOST_OTHERS = 3
_MOST_CHANGES = 12
_SECTIONS = ("totals", "cost", "facility", "power")
"""Sections of the report as their figures stand on the card; others follow."""
_UNMEASURED = {"Fabrics": "what losses leave of fabrics"}
"""What of a subject a preview leaves out, where that is not all."""
_GROWS = (CAPITAL, AS_CABLED)
"""Sums of the whole design of which it is told how much more they are where rounding hides it."""
_GROWS_BY_BOUNDS = ("mass",)
"""Sums of which that is told where their bounds leave few digits: of exact ones rounding says it
all."""
_HEAVY = frozenset({"mass"})
"""Groups of limits of which what is used is told to the digit."""
NO_ANSWER = "figures unknown: the engine has no answer"


def card_lines(
    plan: DropPlan,
    preview: Preview | None,
    methods: Mapping[str, str],
    fabrics: Mapping[str, str],
    *,
    failed: bool = False,
    power: PowerReport | None = None,
    about_pins: Sequence[Line] = (),
) -> tuple[Line, ...]:
    """Return the card's lines: title or refusal first, then what would change.

    Parameters
    ----------
    preview
        The engine's answer to this very plan, of which the rest may follow; None while it is still
        sizing.
    failed
        There will be no answer: the engine could not give one.
    methods, fabrics
        Names for people by cooling method and by fabric id.
    power
        The report on power as it stands, which knows the names of feeds and what is upstream.
    about_pins
        What becomes of pinned cables that reach no more.
    """
    if not plan.verdict.ok:
        reason = Line(f"✕ {plan.verdict.reason}", "error")
        return (reason, Line(plan.verdict.title, "plain"))
    if plan.stays:
        return (Line(plan.verdict.title, "title"), Line("changes nothing", "dim"))
    lines = [_title(plan, preview)]
    if plan.about:
        lines.append(Line(plan.about, "dim", kept=True))
    if plan.note:
        lines.append(Line(plan.note, "warning"))
    if preview is None or preview.rest_follows:
        if preview is not None:
            lines += _told_at_once(plan, preview, methods, about_pins)
        return (*lines, Line(NO_ANSWER, "warning") if failed else Line("sizing…", "dim", kept=True))
    near = _rack_lines(preview, plan.rack_ids[:1], methods)
    near += _other_lines(preview, plan.rack_ids[1:])
    near += _fabric_lines(preview, fabrics)
    near += [*cable_lines(preview.cables), *about_pins, *_cable_price(preview)]
    near += bisection_lines(preview.bisections)
    far = _far_lines(preview, power)
    if near and far:
        near.append(Line("whole design", "plain"))
    told = check_lines(preview) + near + far
    return (*lines, *(told or note_lines(preview) or _quiet_lines(preview)))


def _told_at_once(
    plan: DropPlan, preview: Preview, methods: Mapping[str, str], about_pins: Sequence[Line]
) -> list[Line]:
    """Return what is known before the rest: limits of the racks, and their cables."""
    near = _rack_lines(preview, plan.rack_ids[:1], methods)
    near += _other_lines(preview, plan.rack_ids[1:])
    return [*near, *cable_lines(preview.cables), *about_pins]


def whole_lines(
    preview: Preview, fabrics: Mapping[str, str], power: PowerReport | None = None
) -> tuple[Line, ...]:
    """Return what a change of many places would do to the whole design: what fails comes first.

    Parameters
    ----------
    fabrics, power
        As of `card_lines`.
    """
    told = check_lines(preview) + _fabric_lines(preview, fabrics)
    told += bisection_lines(preview.bisections) + _far_lines(preview, power)
    if told and preview.unmeasured:
        told.append(_unmeasured_line(preview))
    return tuple(told or note_lines(preview) or _quiet_lines(preview))


def _fabric_lines(preview: Preview, fabrics: Mapping[str, str]) -> list[Line]:
    """Return what changes of free leaf ports, and of cables that are not told one by one."""
    lines: list[Line] = []
    for fabric_id, before, after in preview.free_leaf_ports:
        lines += _ports_line(fabrics.get(fabric_id, fabric_id), before, after)
    return lines + changes_lines(preview.cable_changes, told=preview.cables is not None)


def _far_lines(preview: Preview, power: PowerReport | None) -> list[Line]:
    """Return what changes of the whole design: the worst loss, then its figures."""
    limits = limit_lines(preview)
    far = _change_lines(preview) or ([] if limits else _price_lines(preview))
    return worst_loss_lines(preview.worst_loss, power or PowerReport()) + limits + far


def pin_lines(pins: tuple[str, ...], as_it_is: Preview, *, kept: bool) -> list[Line]:
    """Return what becomes of pinned cables that reach no more, and what Alt would do instead.

    Parameters
    ----------
    as_it_is
        What the engine says of the drop that keeps them pinned.
    kept
        Whether letting go now keeps them: then the card's figures are those of it.
    """
    if not pins:
        return []
    if kept:
        return [kept_line(pins)]
    if as_it_is.rest_follows:
        return [unpinned_line(pins), Line(KEEPS_PINS, "dim", kept=True)]
    # What is there already, and reaches further, the drop that unpins most often brings as well.
    checks = [one for one in as_it_is.comes if one.severity != "info" and not one.elsewhere]
    errors = [check for check in checks if check.severity == "error"]
    others = counted("", (check for check in checks if check.severity != "error"))
    told = [plural(len(errors), "error")] if errors else []
    told += [line.text.partition(", one of them:")[0].partition(":")[0] for line in others]
    words = [f"+ {', '.join(told)}"] if told else []
    words += [line.text for line in _change_lines(as_it_is) if line.text.startswith("capital:")]
    with_them = f": {'; '.join(words)}" if words else ""
    return [unpinned_line(pins), Line(f"{KEEPS_PINS}{with_them}", "dim", kept=True)]


def _title(plan: DropPlan, preview: Preview | None) -> Line:
    """Return the title with the sign of the worst that a drop would bring.

    What brings findings may be dropped, but is no plain yes.
    """
    tone: Tone = "ok"
    if preview is not None and is_doubtful(preview):
        tone = "error" if fails(preview) else "warning"
    elif preview is not None and preview.rest_follows:
        tone = _worst_limit(preview, plan.rack_ids)
    return Line(f"{'✓' if tone == 'ok' else '!'} {plan.verdict.title}", tone)


def _worst_limit(preview: Preview, shown: tuple[str, ...]) -> Tone:
    """Return what limits of racks say of a drop of which no finding is known yet.

    One that was broken or near before is nothing that the drop brings.
    """
    brought: set[str] = set()
    for rack in preview.racks:
        if rack.after is None or (shown and rack.id not in shown):
            continue
        was = {limit.name: limit.state for limit in rack.before.limits} if rack.before else {}
        brought |= {one.state for one in rack.after.limits if was.get(one.name) != one.state}
    return "error" if "error" in brought else "warning" if "warning" in brought else "ok"


def _rack_lines(preview: Preview, shown: tuple[str, ...], methods: Mapping[str, str]) -> list[Line]:
    racks = [rack for rack in preview.racks if not shown or rack.id in shown]
    if not racks or racks[0].after is None:
        return []
    before, after = racks[0].before, racks[0].after
    was = {limit.name: limit for limit in before.limits} if before else {}
    # An empty rack draws nothing and needs no cooling.
    bare = _keeps(before, after) if before else after.power_max_kw == 0
    cooling = None if bare else _cooling_limit(after)
    cabled = _cabled_lines(before, after)
    lines = []
    for limit in after.limits:
        if _tells(was.get(limit.name), limit) and limit is not cooling:
            lines.append(_limit_line(was.get(limit.name), limit))
    if bare:
        return [*cabled, *lines]
    if not after.limits_of("power"):
        lines.insert(0, _power_line(before, after))
    lines.insert(_after_power(lines), _cooling_line(racks[0], methods))
    return [*cabled, *lines]


def _cabled_lines(before: RackReport | None, after: RackReport) -> list[Line]:
    """Return `11.2 → 11.7 kW as cabled, at most 20.6 kW` where the cables of switches change it.

    What is drawn as cabled alone: where the maximum changes as well its own line tells more.
    """
    most = after.figure("power_max_kw")
    if before is None or before.figure("power_max_kw") != most:
        return []
    was, now = cabled_kw(before), cabled_kw(after)
    if was == now:
        return []
    told = change(was, now) or quantity_more(was, now)
    return [Line(f"{told} as cabled, at most {quantity(most)}")]


def _keeps(before: RackReport, after: RackReport) -> bool:
    """Return whether a rack's power and cooling are known to stay as they are."""
    power = after.figure("power_max_kw")
    return (
        not power.unknown
        and before.figure("power_max_kw") == power
        and before.cooling_shown == after.cooling_shown
        and _cooling_limit(before) == _cooling_limit(after)
    )


def _tells(before: Limit | None, after: Limit) -> bool:
    """Return whether a limit is worth a line: it changes, or it is near or over, or open."""
    if after.state in ("warning", "error", "unknown"):
        return True
    return after.group in _TOLD and (before is None or before != after)


def _other_lines(preview: Preview, shown: tuple[str, ...]) -> list[Line]:
    """Return `A02: 40.8 → 30.6 kW` for racks that give something away, not too many."""
    lines = []
    for rack in preview.racks:
        before, after = rack.before, rack.after
        if rack.id not in shown or before is None or after is None:
            continue
        was, now = before.figure("power_max_kw"), after.figure("power_max_kw")
        if was != now:
            change = was_and_is(was, now)
            lines.append(Line(f"{after.name or after.id}: {change} kW", "dim"))
    return lines if len(lines) <= _MOST_OTHERS else lines[:1]


def _after_power(lines: list[Line]) -> int:
    return sum(" kW" in line.text for line in lines)


def _power_line(before: RackReport | None, after: RackReport) -> Line:
    was = before.figure("power_max_kw") if before else None
    return Line(f"{was_and_is(was, after.figure('power_max_kw'))} kW")


def _limit_line(before: Limit | None, after: Limit) -> Line:
    """Return `30.6 → 40.8 of 65.5 kW (one feed lost)`; in words where neither side is known."""
    if after.figure("used").unknown and after.figure("limit").unknown and after.state != "ok":
        told = "cannot be said" if after.state == "unknown" or not after.text else after.text
        return Line(f"{_short(after) or after.label}: {told}", _tone(after.state))
    if is_of_one_device(after):
        return Line(f"{after.label}: {after.text}", _tone(after.state))
    was = before.figure("used", before.unit) if before else None
    now = after.figure("used", after.unit)
    text = _heavier(was, now) if after.group in _HEAVY else was_and_is(was, now)
    most = after.figure("limit", after.unit)
    # A method without a fixed end is no figure that nobody states.
    of = "" if most.unknown and after.state == "ok" else f" of {side_of_limit(most)}"
    words = _short(after)
    where = f" ({words})" if words else ""
    open_ = _open(after)
    told = f"{text}{of} {after.unit}{where}{open_}"
    return Line(told, _tone(after.state), bar=_bar_of(before, after))


def _short(limit: Limit) -> str:
    """Return what a limit is called beside its figures; nothing where their unit says it."""
    if limit.group == "power" and ", " in limit.label:
        return limit.label.partition(", ")[2]
    return {"mass": "", "floor": "floor load"}.get(limit.group, limit.label)


def _cooling_line(rack: RackPreview, methods: Mapping[str, str]) -> Line:
    """Return `in-row → rear-door exchanger, 40.8 of 45 kW`."""
    assert rack.after is not None
    method = rack.after.cooling_shown
    after = methods.get(method, method) or "no cooling method"
    was = rack.before.cooling_shown if rack.before else ""
    changed = bool(was) and was != method
    text = f"{methods.get(was, was)} → {after}" if changed else after
    limit = _cooling_limit(rack.after)
    if limit and not limit.figure("limit").unknown:
        used, most = limit.figure("used", limit.unit), limit.figure("limit", limit.unit)
        text += f", {side_of_limit(used)} of {side_of_limit(most)} {limit.unit}"
    text += _open(limit) if limit else ""
    tone: Tone = _tone(limit.state) if limit else "plain"
    bar = _bar_of(_cooling_limit(rack.before) if rack.before else None, limit) if limit else None
    return Line(text, "warning" if changed and tone == "plain" else tone, bar=bar)


def _bar_of(before: Limit | None, after: Limit) -> LimitBar | None:
    sides = [
        None if one is None else one.figure(side, one.unit)
        for one in (before, after)
        for side in ("used", "limit")
    ]
    return bar_of(*sides)


def _cooling_limit(rack: RackReport) -> Limit | None:
    """Return the limit that the line of the cooling method shows."""
    return next(iter(rack.limits_of("cooling", "liquid")), None)


def _open(limit: Limit) -> str:
    return ", cannot be said" if limit.state == "unknown" else ""


def _ports_line(name: str, before: int | None, after: int | None) -> list[Line]:
    if before == after:
        return []
    tone: Tone = "error" if after is not None and after < 0 else "dim"
    return [Line(f"{name}: {figures.count(before)} → {figures.count(after)} leaf ports free", tone)]


def _change_lines(preview: Preview) -> list[Line]:
    """Return `mass: 12,269 → 13,069 kg` for figures of the whole design that read differently.

    What a loss leaves stands in the line of its feed; what there is no room for is named.
    """
    told: dict[str, list[str]] = {}
    for one in sorted(preview.changes, key=_place):
        if has_limit(one):
            continue
        before, after = one.figure("before", one.unit), one.figure("after", one.unit)
        if one.what in _GROWS_BY_BOUNDS:
            before, after = _alike(before, after), _alike(after, before)
        hidden = one.what in _GROWS_BY_BOUNDS and _reads_as_same(before, after)
        words = _sums(one, before, after) or ("" if hidden else change(before, after))
        if one.what == AS_CABLED and any(other.what == IT_POWER for other in preview.changes):
            continue
        if not words and (hidden or one.what in _GROWS):
            words = (
                capital_words(one, preview) if one.what == CAPITAL else quantity_more(before, after)
            )
        name = one.what.removesuffix(AFTER_A_LOSS)
        if not words:
            continue
        if name != one.what and name in told:
            told[name].append(f"{AFTER_A_LOSS.strip()} {words}")
        else:
            told[one.what] = [f"{one.what}: {words}"]
    lines = [Line(", ".join(words), "dim") for words in told.values()]
    if len(lines) <= _MOST_CHANGES:
        return lines
    more = ", ".join(list(told)[_MOST_CHANGES - 1 :])
    return [*lines[: _MOST_CHANGES - 1], Line(f"also: {more}", "dim")]


def _reads_as_same(before: Figure, after: Figure) -> bool:
    """Return whether two figures with bounds, of which one is more, begin alike in words."""
    if before == after or (before.exact and after.exact):
        return False
    was, now = (quantity(one).partition(" (")[0] for one in (before, after))
    return was == now


def _sums(one: FigureChange, before: Figure, after: Figure) -> str:
    """Return two sums of which other pieces have no price: a lower bound that falls saves nothing.

    Empty where as many have none on both sides.
    """
    if one.unpriced == one.unpriced_before:
        return ""
    without = f" and {plural(one.unpriced, 'piece')} without a price" if one.unpriced else ""
    were = f" and {one.unpriced_before:,} without" if one.unpriced_before else ", all priced"
    return f"{quantity(after)}{without or ', all priced'} (before {quantity(before)}{were})"


def _cable_price(preview: Preview) -> list[Line]:
    """Return that other lengths cost the same, where they do: that nothing is said says nothing."""
    moved = preview.cables
    if moved is None or moved.figure("length_m") == moved.figure("length_before_m"):
        return []
    told = any(one.what == COST_OF_CABLES for one in preview.changes)
    open_ = preview.not_computed or "Cables" in preview.unmeasured
    return [] if told or open_ else [Line(f"{COST_OF_CABLES}: as before", "dim")]


def _price_lines(preview: Preview) -> list[Line]:
    """Return which part has no price: the capital stays as it is for want of one."""
    return [
        Line(f"capital: {check.message}", "dim") for check in preview.comes if check.rule == "K01"
    ][:1]


def _place(one: FigureChange) -> int:
    """Return where a figure stands on the card: those of which there is one come first."""
    return _SECTIONS.index(one.section) if one.section in _SECTIONS else len(_SECTIONS)


def _quiet_lines(preview: Preview) -> list[Line]:
    """Return what to say where no line says anything: only then may no figure change."""
    lines = []
    if preview.altered:
        lines.append(Line(f"changes figures not shown here: {', '.join(preview.altered)}", "dim"))
    if preview.unmeasured:
        lines.append(_unmeasured_line(preview))
    return lines or [Line("changes no figure", "dim")]


def _unmeasured_line(preview: Preview) -> Line:
    what = ", ".join(_UNMEASURED.get(title, title) for title in preview.unmeasured)
    return Line(f"not computed before the drop: {what}", "dim")


def _heavier(before: Figure | None, after: Figure) -> str:
    """Return `~612 (540–698) → ~747 (675–833)`, in whole units."""
    was = None if before is None else _alike(before, after)
    return was_and_is(was, after if before is None else _alike(after, before), _to_the_digit)


def _alike(figure: Figure, other: Figure) -> Figure:
    """Return the bounds alone of an estimate beside what has only bounds: it may read as less."""
    if figure.estimated and other.value is None and not other.unknown:
        return Figure(figure.low, figure.high, unit=figure.unit)
    return figure


def _to_the_digit(figure: Figure) -> str:
    """Return one side of a limit in whole units: a node is lost in what its bounds justify."""
    estimated = figure.estimated and figure.value is not None
    return to_the_digit(figure, 0) if estimated else side_of_limit(figure)


def _tone(state: str) -> Tone:
    return "warning" if state == "warning" else "error" if state == "error" else "plain"
