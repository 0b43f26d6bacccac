"""A time in words, in the unit that its size asks for."""


def duration(seconds: float) -> str:
    """Return a time of three digits: `1.19 s`, `12.5 min`, `23.9 days`."""
    for size, unit in ((86_400.0, "days"), (3_600.0, "h"), (60.0, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds:.3g} s"
