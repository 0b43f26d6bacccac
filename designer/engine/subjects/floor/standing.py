"""What on the floor is a rack, and what is a unit that cools, or may be one.

Most edits leave it as it is: rules that read this, and not what stands in every rack, are not asked
again.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from designer.catalog.lost_parts import lost_ref
from designer.engine.results import Key
from designer.engine.subject import Facts
from designer.engine.subjects.contents.fillings import CONTENTS


@dataclass(frozen=True)
class Standing:
    """What on the floor is no rack for certain.

    Attributes
    ----------
    units
        Ids of CDUs and air units.
    perhaps
        By id, what leaves open whether a thing is one: nothing stands in it.
    """

    units: frozenset[str]
    perhaps: Mapping[str, str]


STANDING: Key[Standing] = Key("standing")


def standing_of(facts: Facts) -> Standing:
    """Return what on the floor is no rack, or may be none."""
    keys = facts[CONTENTS].keys_by_core.items()
    return Standing(
        frozenset(key for core, mine in keys if not core.is_rack for key in mine),
        {
            key: lost_ref(core.contents.rack_part)
            for core, mine in keys
            if core.may_be_unit
            for key in mine
        },
    )
