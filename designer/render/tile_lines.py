"""Where the lines between floor tiles lie. No Qt here."""

from itertools import pairwise


def pitch_lines(low_mm: int, high_mm: int, tile_mm: int) -> list[int]:
    """Return the positions of tile lines from one wall to the other, walls included."""
    if tile_mm <= 0:
        return []
    lines = list(range(low_mm, high_mm + 1, tile_mm))
    return lines if lines and all(b > a for a, b in pairwise(lines)) else []
