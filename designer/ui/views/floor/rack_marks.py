"""Which racks are outlined or dimmed: held as sets, and asked when a rack is painted.

Selecting every rack of a large floor then costs no more than making the set.
"""

from collections.abc import Set as AbstractSet

_NONE: frozenset[str] = frozenset()


class RackMarks:
    """The racks that are selected, that hold something selected, and that an overlay picks.

    Attributes
    ----------
    chosen, holding
        Those selected, and those that hold what is.
    lit, dimmed
        Those where the pointer is on an overlay's scale, and those it filters out.
    """

    def __init__(self) -> None:
        self.chosen: AbstractSet[str] = _NONE
        self.holding: AbstractSet[str] = _NONE
        self.lit: AbstractSet[str] = _NONE
        self.dimmed: AbstractSet[str] = _NONE

    def is_marked(self, rack_id: str) -> bool:
        """Return whether a rack is selected, or holds something that is."""
        return rack_id in self.chosen or rack_id in self.holding

    def select(self, chosen: AbstractSet[str], holding: AbstractSet[str]) -> set[str]:
        """Mark others as selected; return those that look different then."""
        was = self.chosen | self.holding if self.holding else self.chosen
        self.chosen, self.holding = chosen, holding
        return set(was ^ (chosen | holding if holding else chosen))

    def pick(self, lit: AbstractSet[str], dimmed: AbstractSet[str]) -> set[str]:
        """Light and dim others; return those that look different then."""
        differ = (lit ^ self.lit) | (dimmed ^ self.dimmed)
        self.lit, self.dimmed = lit, dimmed
        return set(differ)
