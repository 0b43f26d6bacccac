"""The words of a way out of a replacement: its card, its button, its name in the history.

Figures come from the engine's preview; nothing is computed here. No widgets.
"""

from collections.abc import Iterator
from typing import Final

from designer.catalog.part import Part
from designer.engine.limit_report import Limit
from designer.engine.preview import FigureChange, LimitChange, Preview
from designer.engine.reasons import OPEN_WORDS, is_open
from designer.model.figure_words import side_of_limit
from designer.model.layout import Layout
from designer.model.plural import plural
from designer.planning.ways_out import AsItIs, WayOut, share_of
from designer.ui.kit.limit_bar import bar_of
from designer.ui.kit.line_card import Line, Tone
from designer.ui.state.capital_words import CAPITAL, capital_words
from designer.ui.state.drop_limits import design_limits, was_and_is

WORKING: Final = "being worked out…"
_TONES: Final[dict[str, Tone]] = {"error": "error", "warning": "warning"}


def verdict_words(found: AsItIs) -> str:
    """Return in how many racks a replacement fits as it is, and what breaks; empty in all."""
    if found.fits:
        return ""
    if found.refusal:
        return f"Not possible as it is: {found.refusal}"
    if not found.unfit:
        return f"Fits in each rack, but not the room: {found.because}"
    fits = found.racks - found.unfit
    return f"Fits as it is in {fits:,} of {plural(found.racks, 'rack')}: {found.because}"


def way_lines(way: WayOut, part: Part, layout: Layout) -> tuple[Line, ...]:
    """Return what a card says below its title: nodes, limits, price, findings.

    Parameters
    ----------
    part
        What takes the place of the other.
    layout
        The design as it stands.
    """
    if way.told is None:
        return (Line(f"Not possible: {way.reason}", "dim"),)
    lines = [Line(_nodes(way, part)), *_limits(way, way.told, layout)]
    lines.append(_price(way.told))
    lines.append(_findings(way.told))
    if way.about:
        lines.append(Line(way.about, "dim"))
    return tuple(lines)


def button_words(way: WayOut) -> str:
    """Return `Replace 92, remove 32`: what the button does, and what the step is called."""
    words = [f"Replace {way.nodes:,}"]
    if way.moved:
        words.append(f"move {way.moved:,}")
    if way.removed:
        words.append(f"remove {way.removed:,}")
    if way.added:
        words.append(f"add {plural(way.added, 'rack')}")
    if way.built:
        words.append(f"build {plural(way.built, 'thing')}")
    return ", ".join(words)


def stays_words(way: WayOut) -> str:
    """Return what stays with the nodes, and what leaves, for the line above the buttons."""
    said = ["Names, order in the rack, cables by hand and waivers stay with what stays"]
    if way.moved:
        one, many = "1 goes to a free rack", f"{way.moved:,} go to free racks"
        said.append(one if way.moved == 1 else many)
    if way.removed:
        one, many = "1 leaves the design", f"{way.removed:,} leave the design"
        said.append(one if way.removed == 1 else many)
    return "; ".join(said)


def _nodes(way: WayOut, part: Part) -> str:
    """Return `92 nodes · 736 GPUs`; GPUs that nobody states are not claimed."""
    said = [plural(way.nodes, "node" if part.traits.computes else "device")]
    if part.gpu_count:
        said.append(plural(way.nodes * part.gpu_count, "GPU"))
    elif part.gpu_count is None and part.traits.computes:
        said.append("GPUs unknown")
    if way.removed:
        said.append(f"{way.removed:,} leave")
    if way.moved:
        said.append(f"{way.moved:,} move")
    return " · ".join(said)


def _limits(way: WayOut, told: Preview, layout: Layout) -> Iterator[Line]:
    """Yield the limit of racks that binds most, and that of the whole design, before and after."""
    worst: tuple[float, str, Limit | None, Limit] | None = None
    for rack in told.racks:
        if rack.after is None or rack.id not in way.looked:
            continue
        was = {one.name: one for one in rack.before.limits} if rack.before else {}
        for limit in rack.after.limits:
            share = _share(limit)
            if limit.group != "device" and (worst is None or share > worst[0]):
                name = rack.after.name or layout.name_of(rack.id)
                worst = share, name, was.get(limit.name), limit
    if worst is not None:
        yield _rack_line(*worst[1:])
    yield from design_limits(told)[:1]


def _rack_line(name: str, was: Limit | None, now: Limit) -> Line:
    used, most = now.figure("used", now.unit), now.figure("limit", now.unit)
    before = was.figure("used", was.unit) if was else None
    of = "" if most.unknown else f" of {side_of_limit(most)}"
    text = f"{name}, {_short(now)}: {was_and_is(before, used)}{of} {now.unit}".rstrip()
    limit_before = was.figure("limit", was.unit) if was else None
    return Line(text, _TONES.get(now.state, "plain"), bar=bar_of(before, limit_before, used, most))


def _short(limit: Limit) -> str:
    """Return what a limit is called on a card: its group where that is enough."""
    return limit.group or limit.label.lower()


def _share(limit: Limit) -> float:
    """Return the share that is used; of what breaks by something else that all is."""
    share = share_of(limit)
    return 1.0 if limit.state == "error" and share < 1 else share


def _price(told: Preview) -> Line:
    """Return what the capital is then and by how much it grows; unknown is said to be."""
    one = next((one for one in told.changes if (one.section, one.what) == ("cost", CAPITAL)), None)
    if one is None:
        return Line("capital as before", "dim")
    if _is_open(one):
        return Line("capital: price unknown", "dim")
    return Line(f"capital {capital_words(one, told)}")


def _is_open(one: FigureChange) -> bool:
    return one.figure("after", one.unit).unknown


def _findings(told: Preview) -> Line:
    """Return `+ 1 error, 2 warnings · − 1 gone`."""
    if told.not_computed:
        return Line(told.not_computed[0], "error", shape="error")
    comes = [one for one in told.comes if one.severity != "info" and not one.elsewhere]
    errors = sum(one.severity == "error" for one in comes)
    opens = sum(is_open(one.key) for one in comes)
    warnings = len(comes) - errors - opens
    said = [plural(errors, "error")] if errors else []
    said += [plural(warnings, "warning")] if warnings else []
    said += [f"{opens} {OPEN_WORDS}"] if opens else []
    gone = sum(one.severity != "info" and not one.elsewhere for one in told.goes)
    ends = f"− {gone:,} gone" if gone else ""
    words = " · ".join(filter(None, (f"+ {', '.join(said)}" if said else "", ends)))
    if errors:
        return Line(words, "error", shape="error")
    if said:
        return Line(words, "warning", shape="warning" if warnings else "open")
    return Line(words or "no finding comes", "ok" if not words else "dim", shape="gone")


def with_asked(told: Preview) -> Preview:
    """Return a preview in which the racks that were asked for are told with all others."""
    found = {one.name: one for one in told.rack_limits}
    for rack in told.racks:
        if rack.before is None or rack.after is None:
            continue
        was = {one.name: one for one in rack.before.limits}
        for now in rack.after.limits:
            before = was.get(now.name)
            if before != now:
                name = rack.after.name or rack.id
                found[now.name] = _joined(found.get(now.name), name, before, now)
    return told.evolve(rack_limits=tuple(found.values()))


def _joined(known: LimitChange | None, rack: str, was: Limit | None, now: Limit) -> LimitChange:
    """Return what is told of a limit with one more rack, by the worst of all."""
    own = LimitChange(
        name=now.name, label=now.label, racks=1, over=now.state == "error",
        near=now.state == "warning", rack=rack, before=was, after=now,
    )  # fmt: skip
    if known is None:
        return own
    worse = known.after is None or _rank(now) > _rank(known.after)
    return (own if worse else known).evolve(
        racks=known.racks + 1, over=known.over + own.over, near=known.near + own.near
    )


def _rank(limit: Limit) -> tuple[bool, float]:
    return limit.state == "error", _share(limit)
