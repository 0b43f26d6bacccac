"""A way out: what it does to the design, what the engine says of it, or why there is none."""

from dataclasses import dataclass
from typing import Final, Literal

from designer.document.document import Edit
from designer.engine.preview import Preview
from designer.model.design import Design

WayKind = Literal["fewer", "published", "build"]
KINDS: Final[tuple[WayKind, ...]] = ("fewer", "published", "build")
"""In the order of their cards."""


@dataclass(frozen=True)
class WayOut:
    """One way out of a replacement that does not fit.

    Attributes
    ----------
    title
        What it does, in few words: `3 in each rack, 2 in D08`.
    about
        What it rests on: the source of a density, or what is built.
    edit, after
        What it does to the design that was asked about, and the design then; None where there is
        no way.
    told
        What the engine says of it.
    nodes
        Nodes of the other part that there are after it.
    removed, moved, added, built
        Nodes that leave the design, nodes that go to other racks, racks that are added, and things
        that are built or made larger for findings.
    numbers
        Racks with how many nodes of the other part each holds after it.
    looked
        Racks of which the engine told the limits: one of those that are alike.
    reason
        Why there is no such way; empty where there is.
    """

    kind: WayKind
    title: str
    about: str = ""
    edit: Edit | None = None
    after: Design | None = None
    told: Preview | None = None
    nodes: int = 0
    removed: int = 0
    moved: int = 0
    added: int = 0
    built: int = 0
    numbers: tuple[tuple[str, int], ...] = ()
    looked: tuple[str, ...] = ()
    reason: str = ""

    @property
    def is_possible(self) -> bool:
        """Whether it can be chosen."""
        return self.edit is not None
