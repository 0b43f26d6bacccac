"""A limit of a rack: what is used of what there is, in words. For every subject that has one."""

from designer.engine.report import Limit, LimitState

NEAR = 0.9
"""From nine tenths of a limit on, a limit says so: no room for one more device of a usual rack."""


def _state(used: float | None, limit: float | None, near: float = NEAR) -> LimitState:
    if used is None or limit is None:
        return "unknown"
    if used > limit + 1e-9:
        return "error"
    return "warning" if used > near * limit else "ok"


def amount_limit(
    name: str, label: str, used: float | None, limit: float | None, unit: str, source: str = ""
) -> Limit:
    """Return a limit of what is used of what there is, with its state and words."""
    if used is None:
        text = "not known"
    elif limit is None:
        text = f"{_amount(used, unit)} {unit}; no limit known"
    else:
        text = f"{_amount(used, unit)} of {_amount(limit, unit)} {unit}"
    # A full rack is no finding: units may be used to the last.
    near = 1.0 if name == "units" else NEAR
    return Limit(
        name=name, label=label, used=used, limit=limit, unit=unit,
        state=_state(used, limit, near), text=text, source=source,
    )  # fmt: skip


def _amount(value: float, unit: str) -> str:
    """Return both sides of a limit with the same decimals: units as they are, kg whole."""
    if unit == "U":
        return f"{value:g}"
    return f"{value:,.0f}" if unit == "kg" else f"{value:,.1f}"
