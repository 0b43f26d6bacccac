"""Edits of the building plans that lie below the floor: placed, scaled, moved."""

from designer.document.calls import named
from designer.document.document import Edit
from designer.document.errors import EditError
from designer.document.figure_check import check_record
from designer.model.change import Change, apply
from designer.model.design import Design, Underlay

Point = tuple[float, float]


@named
def scale_underlay(underlay_id: str, first: Point, second: Point, distance_mm: float) -> Edit:
    """Set the scale of a building plan by two points of it and the distance between them.

    Parameters
    ----------
    first, second
        Where the two points lie on the floor now, in mm; the first stays there.

    Raises
    ------
    EditError
        From the edit, if there is no such plan, it is locked, or the points are one.
    """

    def edit(design: Design) -> Design:
        one = _unlocked(design, underlay_id)
        try:
            scaled = one.scaled_by(first, second, distance_mm)
        except ValueError as error:
            raise EditError(str(error)) from error
        return _put(design, scaled)

    return edit


@named
def move_underlay(underlay_id: str, dx_mm: int, dy_mm: int) -> Edit:
    """Move a building plan by a distance.

    Raises
    ------
    EditError
        From the edit, if there is no such plan, or it is locked.
    """

    def edit(design: Design) -> Design:
        one = _unlocked(design, underlay_id)
        return _put(design, one.evolve(x_mm=one.x_mm + dx_mm, y_mm=one.y_mm + dy_mm))

    return edit


def _unlocked(design: Design, key: str) -> Underlay:
    one = next((underlay for underlay in design.underlays if underlay.id == key), None)
    if one is None:
        raise EditError(f"no building plan {key!r}")
    if one.locked:
        raise EditError(f"{one.name or one.id} is locked: unlock it in the design settings first")
    return one


def _put(design: Design, one: Underlay) -> Design:
    check_record(one, one.name or one.id)
    return apply(design, Change(put=(("underlays", (one,)),)))
