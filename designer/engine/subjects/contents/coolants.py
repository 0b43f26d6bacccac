"""What loops state of the coolant that reaches each rack, found without the wiring of coolant.

A loop serves the racks, and racks of the rows, that it names; one that names none serves all that
no loop names. Where several name one, it hangs on the first, as `wiring/coolant` has it.
"""

from collections.abc import Iterable

from designer.engine.filling import NO_COOLANT, Coolant
from designer.model.design import Loop, Rack


class Coolants:
    """The coolant of racks by what loops state."""

    def __init__(self, loops: Iterable[Loop]) -> None:
        self._named: dict[str, tuple[int, Coolant]] = {}
        self._others = NO_COOLANT
        others = [loop for loop in loops if not loop.racks]
        if others:
            self._others = _of(others[0])
        for at, loop in enumerate(loops):
            for name in loop.racks:
                self._named.setdefault(name, (at, _of(loop)))

    def of(self, rack: Rack) -> Coolant:
        """Return what reaches a rack, if it gives heat to a liquid."""
        if not self._named:
            return self._others
        by_id, by_row = self._named.get(rack.id), self._named.get(rack.row)
        found = [named for named in (by_id, by_row) if named is not None]
        return min(found, key=lambda named: named[0])[1] if found else self._others


def _of(loop: Loop) -> Coolant:
    return Coolant(loop.fluid, loop.delta_t_k, loop.supply_c)
