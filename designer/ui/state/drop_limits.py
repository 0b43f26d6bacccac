"""The words on the card beside a ghost on limits: what is used of each, before and after a drop.

Limits of the whole design are told of feeds, of what is upstream, and of cooling units; those of
racks that are not dropped on are told together, by the worst of them. No widgets.
"""

from collections.abc import Callable, Iterator
from typing import Final

from designer.engine.limit_report import is_of_one_device
from designer.engine.preview import AFTER_A_LOSS, FigureChange, LimitChange, Preview
from designer.model.figure_words import amount, side_by_side, side_of_limit
from designer.model.figures import Figure
from designer.model.plural import plural
from designer.ui.kit.limit_bar import bar_of
from designer.ui.kit.line_card import Line, Tone

_MOST: Final = 6
"""Lines of limits; the gravest are told, and the fullest of those that hold."""
_TONES: Final[dict[str, Tone]] = {"error": "error", "warning": "warning", "unknown": "plain"}
_FLOWS: Final = ("m³/h", "L/min")
_RANK: Final = ("error", "warning", "unknown", "ok", "")


def has_limit(change: FigureChange) -> bool:
    """Return whether a figure is told with what it has to stay within."""
    sides = (change.figure("limit_before", change.unit), change.figure("limit", change.unit))
    return any(state for state in (change.state_before, change.state)) and not all(
        one.unknown for one in sides
    )


Rank = tuple[int, float]
"""By what limits are ordered: by state, then by how full they are after the drop."""


def limit_lines(preview: Preview) -> list[Line]:
    """Return a line for each limit that a drop alters, the gravest first, not too many."""
    ranked = [*_of_design(preview), *map(_of_racks, preview.rack_limits)]
    ranked.sort(key=lambda found: found[0])
    lines = [line for _, line in ranked]
    if len(lines) <= _MOST:
        return lines
    return [*lines[: _MOST - 1], Line(f"and {len(lines) - _MOST + 1} other limits", "dim")]


def design_limits(preview: Preview) -> list[Line]:
    """Return the lines of limits of the whole design that a change alters, the gravest first."""
    return [line for _, line in sorted(_of_design(preview), key=lambda found: found[0])]


def _of_design(preview: Preview) -> Iterator[tuple[Rank, Line]]:
    """Yield the limits of feeds, of what is upstream and of cooling units, one line for each."""
    by_name: dict[str, list[FigureChange]] = {}
    for one in filter(has_limit, preview.changes):
        by_name.setdefault(one.what.removesuffix(AFTER_A_LOSS), []).append(one)
    for name, some in by_name.items():
        told = [words for one in some if (words := _words(one, name))]
        if not told:
            continue  # it reads the same
        worst = min(some, key=_rank)
        sides = ("before", "limit_before", "after", "limit")
        was, whole, now, limit = (worst.figure(side, worst.unit) for side in sides)
        bar = bar_of(was, whole, now, limit)
        text = f"{name}: {', '.join(told)}{_of(worst)}{_open(worst.state)}"
        line = Line(text, _TONES.get(worst.state, "dim"), bar=bar)
        yield _rank(worst), line


def _words(one: FigureChange, name: str) -> str:
    """Return `162.4 → 165.8`, what a loss leaves with these words; empty where it reads the same.

    Of what has come or gone with the drop there is one side only.
    """
    before, after = one.figure("before", one.unit), one.figure("after", one.unit)
    lost = f"{AFTER_A_LOSS.strip()} " if one.what != name else ""
    if not one.state:
        return f"{lost}{_side(before)} before, none after"
    if not one.state_before:
        return f"{lost}{_side(after)}"
    was, now = side_by_side(before, after, _side)
    if was == now and _limit_words(one).count("→") == 0 and one.state == one.state_before:
        return ""
    return f"{lost}{was if was == now else f'{was} → {now}'}"


def _limit_words(one: FigureChange) -> str:
    before, after = (one.figure(side, one.unit) for side in ("limit_before", "limit"))
    if not one.state:
        return _side(before)
    return was_and_is(before if one.state_before else None, after, _side)


def _of(one: FigureChange) -> str:
    return f" of {_limit_words(one)} {one.unit}"


def _open(state: str) -> str:
    return ", cannot be said" if state == "unknown" else ""


def _side(figure: Figure) -> str:
    """Return one side of a limit; flows in whole units, as their units are small."""
    return amount(figure, 0) if figure.unit in _FLOWS else side_of_limit(figure)


def _rank(one: FigureChange) -> Rank:
    used, limit = one.figure("after", one.unit), one.figure("limit", one.unit)
    return _RANK.index(one.state), -_share(used, limit)


def _share(used: Figure, limit: Figure) -> float:
    return used.per(limit).likely if limit.low > 0 else 0.0


def _of_racks(one: LimitChange) -> tuple[Rank, Line]:
    """Return a limit of other racks: of the worst of them in figures, of all others how many."""
    after = one.after
    label = f"{one.rack}, {one.label}"
    if after is None:
        return (_RANK.index(""), 0.0), Line(f"{label}: no limit after{_how_many(one)}", "dim")
    used, limit = after.figure("used", after.unit), after.figure("limit", after.unit)
    if is_of_one_device(after):
        line = Line(f"{label}: {after.text}{_how_many(one)}", _TONES.get(after.state, "dim"))
        return (_RANK.index(after.state), -_share(used, limit)), line
    was = [one.before.figure(s, one.before.unit) if one.before else None for s in ("used", "limit")]
    text = f"{label}: {was_and_is(was[0], used)}"
    if not limit.unknown:
        text += f" of {was_and_is(was[1], limit)}"
    text += f" {after.unit}" if after.unit else ""
    line = Line(
        f"{text}{_open(after.state)}{_how_many(one)}",
        _TONES.get(after.state, "dim"),
        bar=bar_of(was[0], was[1], used, limit),
    )
    return (_RANK.index(after.state), -_share(used, limit)), line


def _how_many(one: LimitChange) -> str:
    """Return in how many other racks it is not the same, and in how many of all it is broken."""
    if one.racks <= 1:
        return ""
    told = [f"and {plural(one.racks - 1, 'more rack')}"]
    if one.over > 1:
        told.append(f"broken in {one.over}")
    return f" ({', '.join(told)})"


def was_and_is(
    before: Figure | None, after: Figure, printed: Callable[[Figure], str] = side_of_limit
) -> str:
    """Return `30.6 → 40.8`, both with their bounds; one figure where nothing changes."""
    if before is None or before.unknown:
        return printed(after)
    was, now = side_by_side(before, after, printed)
    return now if was == now else f"{was} → {now}"
