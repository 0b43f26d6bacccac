"""What one rule says, before findings of one cause become one check."""

from dataclasses import dataclass
from math import isnan
from typing import Final, Literal, get_args

from designer.engine.remedy import Remedy

Level = Literal["info", "warning", "error"]
LEVELS: Final[frozenset[str]] = frozenset(get_args(Level))


@dataclass(frozen=True)
class Finding:
    """What one rule says about some racks, devices or fabrics.

    Attributes
    ----------
    cause
        What it is filed under: findings of one rule and cause become one check, whose key is
        `rule:cause`. It names the filling, method or part, never a position, so that it stays the
        same while the cause does. A graver finding of the same rule needs a cause of its own:
        whoever waived the milder one has not accepted it.
    weight
        How bad it is: the worst of a group gives the words.
    open_on
        Inputs that leave the rule's answer open, widest first; empty for a yes or no.
    remedy
        What would meet the rule, where that can be placed.
    """

    rule: str
    severity: Level
    cause: str
    where: tuple[str, ...]
    message: str
    advice: str = ""
    weight: float = 0.0
    open_on: tuple[str, ...] = ()
    remedy: Remedy | None = None


def see_that_it_fits(finding: Finding) -> None:
    """See that a finding is what its types say: where all are sorted it would end the report.

    Asked of what a rule says, not where a finding is made: most are copies of one that is known.

    Raises
    ------
    TypeError, ValueError
        If one of its fields is of another type, or no text that can be written.
    """
    if finding.severity not in LEVELS:
        raise ValueError(f"a finding has no severity {finding.severity!r}")
    for name, places in (("where", finding.where), ("open_on", finding.open_on)):
        if not isinstance(places, tuple):
            raise TypeError(f"{name} of a finding is {type(places).__name__} in place of a tuple")
    if not isinstance(finding.weight, float | int) or isnan(finding.weight):
        raise TypeError(f"the weight of a finding is no number: {finding.weight!r}")
    texts = (finding.rule, finding.cause, finding.message, finding.advice)
    try:
        "".join((*texts, *finding.where, *finding.open_on)).encode()
    except TypeError:
        raise TypeError("rule, cause, places, message and advice of a finding are text") from None
