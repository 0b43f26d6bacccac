"""Where racks stand on an overlay's scale: in one of its equal parts, or off it. No Qt here."""

from collections.abc import Iterable
from typing import Final

from designer.render.overlays import Overlay, Reading

BINS: Final = 20
"""Equal parts of a scale."""

Bin = int | str
"""A part of the scale, from 0, or a state that is off it: `beyond`, `over`, `open`, `none`."""


def bins_of(reading: Reading) -> tuple[Bin, ...]:
    """Return the bins that a reading counts in: beyond the scale also in its last one."""
    if reading.state != "known":
        return (reading.state,)
    at = min(int(reading.at_most * BINS), BINS - 1)
    return (at, "beyond") if reading.is_beyond else (at,)


def histogram(readings: Iterable[Reading]) -> list[int]:
    """Return how many racks stand in each part of the scale, those beyond its end in the last."""
    counts = [0] * BINS
    for reading in readings:
        at = bins_of(reading)[0]
        if isinstance(at, int):
            counts[at] += 1
    return counts


def span_words(overlay: Overlay, first: int, last: int) -> str:
    """Return from where to where some parts of the scale reach: `80 to 85 %`, `15 to 14.3 K`."""
    start, end = overlay.ends
    said = (_plain(start + (end - start) * n / BINS) for n in (first, last + 1))
    return " to ".join(said) + f" {overlay.ends_unit}".rstrip()


def _plain(place: float) -> str:
    return f"{place:,.2f}".rstrip("0").rstrip(".")
