"""What is said of cables that a change moves: how many, lengths, media, what is too far."""

from math import inf

from designer.engine.preview import CableChanges, CablesMoved
from designer.model.figure_words import number, side_by_side, side_of_limit
from designer.model.plural import plural
from designer.ui.kit.line_card import Line, Tone

NO_MEDIUM = "no medium"
KEEPS_PINS = "Alt drops as it is"
_NOTHING = number(0.0, 1)


def cable_lines(moved: CablesMoved | None) -> list[Line]:
    """Return what a drop does to the cables of the racks that it moves; nothing where nothing."""
    if moved is None:
        return []
    lines = []
    length = _change(moved, "length_before_m", "length_m")
    longest = _change(moved, "longest_before_m", "longest_m")
    if length:
        lines.append(Line(f"{plural(moved.count, 'cable')}, all lengths: {length} m"))
    if longest:
        lines.append(Line(f"longest: {longest} m", "dim"))
    media = [
        f"{name or NO_MEDIUM} {was:,} → {now:,}" for name, was, now in moved.media if was != now
    ]
    if media:
        lines.append(Line(f"media: {', '.join(media)}"))
    gained = sum(max(0, now - was) for _, was, now in moved.media)
    if moved.other_media and moved.other_media > gained:
        other = f"{plural(moved.other_media, 'cable')} with another medium"
        alike = "" if media else ", as many of each as before"
        lines.append(Line(f"{other}{alike}"))
    if moved.too_far:
        lines.append(Line(f"✕ {plural(moved.too_far, 'cable')} out of reach", "error"))
    if moved.may_not:
        lines.append(Line(f"? {plural(moved.may_not, 'cable')} may not reach", "warning"))
    if moved.misfits:
        lines.append(
            Line(f"✕ {plural(moved.misfits, 'cable')} with a part that does not fit", "error")
        )
    return lines


def unpinned_line(pins: tuple[str, ...]) -> Line:
    """Return which cables a drop unpins."""
    return Line(f"Drop and unpin: {_named(pins)} no longer {_are(pins)} pinned", "warning")


def kept_line(pins: tuple[str, ...]) -> Line:
    """Return which cables stay pinned though they may reach no more, as Alt is held."""
    stay = f"{_named(pins)} {'stays' if len(pins) == 1 else 'stay'} pinned"
    return Line(f"Alt: {stay} · without Alt the drop unpins", "warning")


def _named(pins: tuple[str, ...]) -> str:
    return ", ".join(pins[:3]) + (" …" if len(pins) > 3 else "")


def _are(pins: tuple[str, ...]) -> str:
    return "is" if len(pins) == 1 else "are"


def changes_words(changes: CableChanges | None) -> str:
    """Return `12 cables change their ends, 40 their route, 64 new`; what is 0 is left out."""
    return ", ".join(_changes(changes)) if changes is not None else ""


def changes_lines(changes: CableChanges | None, *, told: bool) -> list[Line]:
    """Return what a drop does to all cables; of lengths only where nothing else tells of them.

    Parameters
    ----------
    told
        Whether lengths and reach of the cables in hand stand on the card already.
    """
    if changes is None:
        return []
    words = _counts(changes) if told else _changes(changes)
    tone: Tone = "error" if changes.too_far and not told else "plain"
    return [Line(", ".join(words), tone)] if words else []


def _changes(changes: CableChanges) -> list[str]:
    """Return counts, and of longer cables by how much, and how many are out of reach by it."""
    words = _counts(changes)
    if changes.longer:
        most = changes.figure("longer_by_m", "m")
        by = f"{'' if most.exact else '~'}{number(most.likely, 1 if most.likely < 10 else 0)} m"
        many = "all" if changes.longer == changes.route else f"{changes.longer:,}"
        # Ways that follow no tray have no upper end.
        up_to = f"up to {by}" if most.high < inf else f"{by} and more"
        if number(most.likely, 1) != _NOTHING:
            words.append(f"{many} longer by {up_to}")
    if changes.too_far:
        words.append(f"{changes.too_far:,} beyond reach")
    return words


def _counts(changes: CableChanges) -> list[str]:
    """Return how many cables change their ends, how many their route, which come and go."""
    words: list[str] = []
    ends, route = changes.ends, changes.route
    if ends:
        one = "1 cable changes its ends"
        words.append(one if ends == 1 else f"{ends:,} cables change their ends")
    if route and words:
        words.append(f"{route:,} their route")
    elif route:
        one = "1 cable changes its route"
        words.append(one if route == 1 else f"{route:,} cables change their route")
    for name, count in (("new", changes.new), ("gone", changes.gone)):
        if count:
            words.append(f"{count:,} {name}" if words else f"{plural(count, 'cable')} {name}")
    return words


def _change(moved: CablesMoved, before: str, after: str) -> str:
    was, now = moved.figure(before, "m"), moved.figure(after, "m")
    if was == now:
        return ""
    texts = side_by_side(was, now, side_of_limit)
    return texts[0] if texts[0] == texts[1] else " → ".join(texts)
