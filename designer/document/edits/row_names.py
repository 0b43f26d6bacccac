"""Names of the racks of a row by a pattern: `{row}{n:02}` for B01, B02 and so on."""

import re
from typing import Final

from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.rows import with_device_names
from designer.document.errors import EditError
from designer.document.row_order import in_order
from designer.model.change import Change, apply
from designer.model.design import Design, Rack, Row

USUAL_PATTERN: Final = "{row}{n:02}"
_PLACE: Final = re.compile(r"\{(row|n)(?::0?([1-9]))?\}")


@named
def number_row(
    row_id: str,
    pattern: str = USUAL_PATTERN,
    first: int = 1,
    step: int = 1,
    *,
    from_end: bool = False,
) -> Edit:
    """Name the racks of a row by a pattern, in their order along it.

    Names of devices that hold the rack's name follow.

    Parameters
    ----------
    pattern
        `{row}` is the name of the row, `{n}` the number, `{n:02}` with at least two digits.
    first, step
        The number of the first rack, and by how much each is higher; below 0 it counts down.
    from_end
        Count from the end that is farther from the origin.

    Raises
    ------
    EditError
        From the edit, if there is no such row, the pattern gives two racks one name, or a name is
        taken by a rack of another row.
    """

    def edit(design: Design) -> Design:
        row = next((one for one in design.rows if one.id == row_id), None)
        if row is None:
            raise EditError(f"no row {row_id!r}")
        racks = _in_order(design, row)
        names = names_by(pattern, row.name or row.id, len(racks), first, step)
        if from_end:
            racks.reverse()
        taken = {rack.name for rack in design.racks if rack.row != row_id}
        if clash := next((name for name in names if name in taken), ""):
            raise EditError(f"the name {clash} is taken by a rack of another row")
        made = tuple(rack.evolve(name=name) for rack, name in zip(racks, names, strict=True))
        return with_device_names(design, apply(design, Change(put=(("racks", made),))))

    return edit


def names_by(pattern: str, row: str, count: int, first: int = 1, step: int = 1) -> list[str]:
    """Return the names that a pattern gives.

    Raises
    ------
    EditError
        If the pattern has no number, holds a brace that means nothing, or a name is empty.
    """
    wanted = pattern.strip()
    rest = _PLACE.sub("", wanted)
    if "{" in rest or "}" in rest:
        raise EditError(f"the pattern {wanted!r} has a brace that means nothing: {{row}}, {{n:02}}")
    if count > 1 and (not re.search(r"\{n", wanted) or not step):
        raise EditError(f"the pattern {wanted!r} gives all racks one name: put {{n:02}} in it")
    if first < 0 or first + step * (count - 1) < 0:
        raise EditError("numbers of racks begin at 0")

    def name(number: int) -> str:
        def put(found: re.Match[str]) -> str:
            if found[1] == "row":
                return row
            return f"{number:0{found[2]}d}" if found[2] else str(number)

        return _PLACE.sub(put, wanted)

    return [name(first + step * at) for at in range(count)]


def pattern_of(design: Design, row: Row) -> tuple[str, int, int, bool] | None:
    """Return pattern, first number, step, and whether it counts from the end; None for no such."""
    names = [rack.name for rack in _in_order(design, row)]
    called = row.name or row.id
    for pattern in (USUAL_PATTERN, "{row}{n}", "{row}{n:03}", "{row}-{n:02}"):
        for from_end in (False, True):
            told = names[::-1] if from_end else names
            digits = re.search(r"(\d+)$", told[0]) if told else None
            if digits is None:
                continue
            first = int(digits[1])
            after = re.search(r"(\d+)$", told[1]) if len(told) > 1 else None
            step = int(after[1]) - first if after else 1
            if step > 0 and names_by(pattern, called, len(told), first, step) == told:
                return pattern, first, step, from_end
    return None


def _in_order(design: Design, row: Row) -> list[Rack]:
    return list(in_order([rack for rack in design.racks if rack.row == row.id], row))
