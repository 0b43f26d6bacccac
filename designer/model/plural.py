"""Numbers of things in words: `1 rack`, `2 racks`."""


def plural(number: int, one: str, many: str = "") -> str:
    """Return a number with what it counts.

    Parameters
    ----------
    many
        The plural; by default the singular with an s.
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
