"""Supplies that hang nowhere, in words and by cause, and cords by hand that are not laid."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from designer.model.plural import plural
from designer.wiring.power_filling import ITSELF
from designer.wiring.power_rack import RackWiring

CORRECT_SPREAD: Final = "Correct the spread of its supplies."
TOLD: Final = 3
"""Reasons that a message names; it says how many more there are."""


@dataclass(frozen=True)
class Unfed:
    """What hangs nowhere of one cause: its key, how many it is, what happened, and what helps."""

    cause: str
    number: int
    text: str
    advice: str


def unfed(
    wiring: RackWiring, without_path: Collection[int], lacking: Collection[int] = ()
) -> Iterator[Unfed]:
    """Yield what hangs nowhere in a rack, once for each cause.

    Parameters
    ----------
    without_path
        Positions of what hangs nowhere as a whole, which is told elsewhere.
    lacking
        Positions of devices whose supplies find no outlet where the rule deals them, and may be
        dealt elsewhere.
    """
    supplies: dict[str, Counter[str]] = {}
    cords, spreads, undealt = Counter[str](), Counter[str](), 0
    for one in wiring.unplugged:
        if one.of_cord:
            cords[one.reason] += 1
        elif one.socket and one.item in lacking:
            continue
        elif one.item not in without_path:
            number = 1 if one.supply else _others(wiring, one.item)
            if one.of_spread:
                spreads[one.reason] += number or 1
                undealt += number
            elif number:
                supplies.setdefault(one.socket or "unplugged", Counter())[one.reason] += number
    for cause, reasons in supplies.items():
        number = reasons.total()
        yield Unfed(
            cause, number, f"{plural(number, 'supply hangs', 'supplies hang')} nowhere: "
            f"{_words(reasons)}",
            "Use PDUs with more outlets of this kind, or cord the supplies by hand.",
        )  # fmt: skip
    if number := cords.total():
        yield Unfed(
            "cords", number,
            f"{plural(number, 'cord by hand is', 'cords by hand are')} not laid: {_words(cords)}",
            "Correct the cord, or remove it.",
        )  # fmt: skip
    if number := spreads.total():
        hanging = f", so that {plural(undealt, 'hangs', 'hang')} nowhere" if undealt else ""
        yield Unfed(
            "spread", number,
            f"its supplies do not hang as their spread says: {_words(spreads)}{hanging}",
            CORRECT_SPREAD,
        )  # fmt: skip


def _others(wiring: RackWiring, item: int) -> int:
    """Return how many supplies of a device hang nowhere and are not told one by one."""
    part = None if item == ITSELF else wiring.parts[item]
    if part is None or part.psu is None or item in wiring.fed_shelves:
        return 0
    plugged = sum(cord.item == item for cord in wiring.plugged)
    told = sum(one.item == item and one.supply > 0 and not one.of_cord for one in wiring.unplugged)
    return max(0, part.psu.count - plugged - told)


def _words(reasons: Mapping[str, int]) -> str:
    """Return reasons, the most frequent first, with how often each holds where there are more."""
    if len(reasons) == 1:
        return next(iter(reasons))
    ordered = sorted(reasons.items(), key=lambda one: (-one[1], one[0]))
    told = "; ".join(f"{reason} ({number})" for reason, number in ordered[:TOLD])
    more = len(ordered) - TOLD
    return f"{told}; {plural(more, 'more reason')}" if more > 0 else told
