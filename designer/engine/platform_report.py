"""What the report says of the platform: choices, the library's rules, readiness, the kernel, MIG.

May import the records of figures. The whole report stands in `report`.
"""

from collections.abc import Iterable
from typing import Final, Literal

from designer.model.measured import Measured
from designer.model.record import Record

RuleAnswer = Literal["holds", "fails", "open", "not asked"]
NOT_ASKED: Final = "not asked"
ANSWERS: Final = {"holds": "holds", "fails": "fails", "open": "cannot be said"}
ROWS: Final = {"met": "met", "missed": "missed", "open": "cannot be said"}
_ORDER: Final = ("fails", "open", "holds")
_LEVELS: Final = ("error", "warning", "info", "note")
_READINESS: Final = "readiness"
RowAnswer = Literal["met", "missed", "open"]


class Choice(Record):
    """What is chosen, in words; `field` is that of the design's platform."""

    field: str
    label: str
    value: str


class RuleReport(Record):
    """What one rule of the library says of the design.

    Attributes
    ----------
    key
        `guideline/lustre-client-match`, with the rule's own name where the entry carries several
        and the workload where it is asked of each.
    title, label
        Of the entry; what the rule is called in a list, where it has a name of its own.
    asks, drawn
        What must hold, and what is: in words.
    asked
        Whether it is for certain asked of this design; of what is not, no more is told than that.
    severity
        Of a failure: a `note` is no finding.
    said
        What is wrong, or what cannot be said and why; what holds, in a word.
    open_on
        Fields that leave it open, as references.
    source, kind, other
        Where the rule comes from; what another source says.
    """

    key: str
    title: str
    topic: str
    answer: RuleAnswer
    asked: bool = True
    severity: str
    said: str
    remedy: str = ""
    label: str = ""
    asks: str = ""
    drawn: str = ""
    open_on: tuple[str, ...] = ()
    workload: str = ""
    source: str = ""
    kind: str = ""
    other: str = ""


class ReadyRow(Record):
    """One line of the check list of an AI-ready data centre: what is asked, what is drawn."""

    item: str
    asks: str
    drawn: str
    answer: RowAnswer
    because: str = ""
    source: str = ""
    other: str = ""


class KernelLine(Record):
    """A kernel parameter: the line to write, into which file, and why, or why not.

    Attributes
    ----------
    line
        As it stands in the file; a remark where the kernel does not have it.
    advised
        Whether this design takes it; None where that is not known.
    chosen
        Whether the design states that it is set.
    """

    id: str
    target: str
    line: str
    why: str = ""
    advised: bool | None = True
    because: str = ""
    chosen: bool = False
    source: str = ""


class MigReport(Measured):
    """What partitions make of one GPU."""

    layout: str = ""
    instances: int = 0
    slices: int = 0
    slices_most: int = 0
    memory_gb: float | None = None
    gpu_memory_gb: float | None = None
    partitions: int | None = None
    words: str = ""


class PlatformReport(Measured):
    """The platform of the cluster.

    Attributes
    ----------
    stated
        Whether the design states anything of it.
    failed, held, undecided
        How many rules do so.
    """

    stated: bool = False
    choices: tuple[Choice, ...] = ()
    failed: int = 0
    held: int = 0
    undecided: int = 0
    rules: tuple[RuleReport, ...] = ()
    readiness: tuple[ReadyRow, ...] = ()
    kernel: tuple[KernelLine, ...] = ()
    mig: MigReport = MigReport()


def counted(one: PlatformReport) -> str:
    """Return how many rules hold, fail and cannot be said."""
    return f"{one.failed} fail, {one.undecided} cannot be said, {one.held} hold"


def in_order(rules: Iterable[RuleReport]) -> list[RuleReport]:
    """Return rules but those of the check list: those that fail first, those not asked last."""
    told = [rule for rule in rules if rule.topic != _READINESS and rule.answer != NOT_ASKED]
    return sorted(told, key=_gravity)


def _gravity(rule: RuleReport) -> tuple[bool, int, int]:
    return not rule.asked, _ORDER.index(rule.answer), _LEVELS.index(rule.severity)


def words_of(rule: RuleReport) -> str:
    """Return what a rule says: what it asks and what is there, where it holds."""
    if rule.answer == "holds":
        return f"{rule.drawn}; asked: {rule.asks}"
    return rule.said if rule.answer == "fails" else rule.said.partition(", because ")[2]
