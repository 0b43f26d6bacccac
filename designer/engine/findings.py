"""What one rule says, before findings of one cause become one check."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["info", "warning", "error"]


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
    """

    rule: str
    severity: Level
    cause: str
    where: tuple[str, ...]
    message: str
    advice: str = ""
    weight: float = 0.0
    open_on: tuple[str, ...] = ()
