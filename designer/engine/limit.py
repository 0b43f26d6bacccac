"""A limit of a rack: what is used of what there is, in words. For every subject that has one."""

from collections.abc import Mapping
from typing import Final

from designer.engine.limit_report import NEAR, Limit, LimitGroup, LimitState
from designer.engine.reasons import NameOf, because
from designer.model.figure_words import UNKNOWN, amount
from designer.model.figures import Answer, Figure, Verdict, within
from designer.model.measured import fields_of

STATES: Final[Mapping[Answer, LimitState]] = {"yes": "ok", "no": "error", "open": "unknown"}
"""By the answer whether there is enough."""

_DECIMALS: Final = {"kg": 0, "mm": 0}
_USUAL_DECIMALS: Final = 1
_MORE_DECIMALS: Final = 3


def limit_of(
    name: str,
    label: str,
    used: Figure,
    limit: Figure,
    name_of: NameOf,
    *,
    group: LimitGroup = "",
    source: str = "",
    near: float = NEAR,
) -> Limit:
    """Return a limit of what is used of what there is, with its state and words.

    Parameters
    ----------
    name_of
        What people call a part, by id: for what leaves the limit open.
    group
        What it is one of, by which it is shown.
    near
        Share of the limit from which on it warns.
    """
    verdict = within(used, limit, near)
    text = _both(used, limit)
    if verdict.answer == "open":
        why = f"cannot be said, because {because(verdict.because, name_of)}"
        text = f"{text}; {why}" if text else why
    return Limit(
        name=name, label=label, group=group, unit=used.unit, state=state_of(verdict), text=text,
        source=source, **fields_of({"used": used, "limit": limit}),
    )  # fmt: skip


def state_of(verdict: Verdict) -> LimitState:
    """Return the state of a limit with a verdict."""
    return "warning" if verdict.answer == "yes" and verdict.near else STATES[verdict.answer]


def _both(used: Figure, limit: Figure) -> str:
    """Return what is used of what there is, as far as either is known."""
    mine, whole = beside(used, limit)
    if mine == UNKNOWN:
        return ""
    if whole == UNKNOWN:
        return f"{mine} {used.unit}"
    return f"{mine} of {whole} {used.unit}"


def beside(used: Figure, limit: Figure) -> tuple[str, str]:
    """Return what is used and what there is, with so many decimals that they differ if they do."""
    same = (used.low, used.high) == (limit.low, limit.high)
    said = in_unit(used), in_unit(limit)
    for more in range(1, _MORE_DECIMALS + 1):
        if same or UNKNOWN in said or said[0] != said[1]:
            break
        said = in_unit(used, more), in_unit(limit, more)
    return said


def in_unit(figure: Figure, more: int = 0) -> str:
    """Return a figure with the decimals of its unit: units as they are, kg whole.

    Parameters
    ----------
    more
        Decimals beyond these.
    """
    if figure.unit == "U" and figure.exact:
        return f"{figure.low:g}"
    return amount(figure, _DECIMALS.get(figure.unit, _USUAL_DECIMALS) + more)
