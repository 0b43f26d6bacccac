"""Why figures are what they are: a formula, what went into it, sources, the known error."""

from designer.model.record import Record


class Why(Record):
    """Formula, what went into it, sources, and how far it was off elsewhere."""

    what: str
    title: str = ""
    formula: str = ""
    lines: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    error: str = ""
