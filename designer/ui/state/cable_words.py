"""The lines on a drag's card about cables: lengths, longest, media that change, what is too far."""

from designer.engine.preview import CablesMoved
from designer.model.figure_words import side_by_side, side_of_limit
from designer.model.plural import plural
from designer.ui.kit.line_card import Line

NO_MEDIUM = "no medium"
KEEPS_PINS = "Alt drops as it is"


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
    if moved.misfits:
        lines.append(
            Line(f"✕ {plural(moved.misfits, 'cable')} with a part that does not fit", "error")
        )
    if moved.pins:
        one = len(moved.pins) == 1
        names = ", ".join(moved.pins[:3]) + (" …" if len(moved.pins) > 3 else "")
        told = f"Drop and unpin: {names} no longer {'is' if one else 'are'} pinned"
        lines.append(Line(f"{told} · {KEEPS_PINS}", "warning", beneath=False))
    return lines


def _change(moved: CablesMoved, before: str, after: str) -> str:
    was, now = moved.figure(before, "m"), moved.figure(after, "m")
    if was == now:
        return ""
    texts = side_by_side(was, now, side_of_limit)
    return texts[0] if texts[0] == texts[1] else " → ".join(texts)
