"""The rule of noise before racks, as far as parts state how loud they are."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from designer.engine.findings import Finding
from designer.engine.subject import Facts
from designer.engine.subjects.contents.core import RackCore
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.floor.noise import OSHA, allowed_h, together_db

ACTION_DB: Final = 85.0
"""From this level on over eight hours, employers run a hearing programme: OSHA 29 CFR 1910.95."""


def _noise(core: RackCore) -> float:
    return together_db(
        [part.sound_dba for part in core.filled.all_parts if part.sound_dba is not None]
    )


def quiet_enough(facts: Facts) -> Iterator[Finding]:
    """F18: what stands in a rack is no louder than 85 dB(A) at 1 m before it."""
    for core, keys in facts[CONTENTS].keys_by_core.items():
        level = core.by_order.once("noise", partial(_noise, core.by_order))
        if level > ACTION_DB:
            hours = allowed_h(level, OSHA)
            yield Finding(
                "F18", "info", core.cause, tuple(keys),
                f"{core.called}: at least {level:.0f} dB(A) at 1 m before the rack, above "
                f"{ACTION_DB:.0f} dB(A); OSHA allows {hours:.1f} h a day in it",
                "Plan for hearing protection, or choose quieter parts.", level,
            )  # fmt: skip
