"""Where the lines between floor tiles lie. No Qt here."""

from itertools import pairwise


def pitch_lines(low_mm: int, high_mm: int, tile_mm: int, origin_mm: int | None = None) -> list[int]:
    """Return the positions of tile lines from one wall to the other, walls included.

    Parameters
    ----------
    origin_mm
        Where a tile begins; the first wall where it is None.
    """
    if tile_mm <= 0:
        return []
    first = low_mm if origin_mm is None else low_mm + (origin_mm - low_mm) % tile_mm
    lines = list(range(first, high_mm + 1, tile_mm))
    return lines if lines and all(b > a for a, b in pairwise(lines)) else []
