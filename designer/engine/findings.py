"""What one rule says, before findings of one cause become one check."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

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

    Raises
    ------
    ValueError
        If there is no such severity.
    """

    rule: str
    severity: Level
    cause: str
    where: tuple[str, ...]
    message: str
    advice: str = ""
    weight: float = 0.0
    open_on: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """See that the severity is one: what is none would fail where all findings are sorted."""
        if self.severity not in LEVELS:
            raise ValueError(f"a finding has no severity {self.severity!r}")
