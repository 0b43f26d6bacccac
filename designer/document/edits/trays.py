"""Edits of cable trays: drawn through corners, moved, given another corner."""

from designer.catalog.part import Part
from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.naming import slug
from designer.document.errors import EditError
from designer.model.change import Change, apply
from designer.model.design import Design, Tray

Corner = tuple[int, int]

OF_ITS_LIKE = ("kind", "height_mm", "width_mm", "depth_mm", "fill_pct", "carries_kg_per_m", "part")
"""What a tray that is drawn after another one has of it."""


def next_tray(design: Design, corners: tuple[Corner, ...]) -> Tray:
    """Return the tray that is drawn next: with a free name, and made as the one drawn last."""
    taken = {tray.id for tray in design.trays} | {tray.name for tray in design.trays}
    number = len(design.trays) + 1
    while f"Tray {number}" in taken or slug(f"tray-{number}") in taken:
        number += 1
    last = design.trays[-1] if design.trays else None
    alike = {name: getattr(last, name) for name in OF_ITS_LIKE} if last else {}
    return Tray(id=slug(f"tray-{number}"), name=f"Tray {number}", corners=corners, **alike)


@named
def draw_tray(corners: tuple[Corner, ...], part: Part | None = None) -> Edit:
    """Draw a tray through corners.

    Parameters
    ----------
    part
        What it is made of; None for what the one drawn last is.

    Raises
    ------
    EditError
        From the edit, if it leads nowhere.
    """
    return lambda design: _put(design, (made_of(next_tray(design, corners), part),))


def made_of(tray: Tray, part: Part | None) -> Tray:
    """Return a tray with the width and height inside of a part of the catalogue."""
    if part is None:
        return tray
    sizes = {"width_mm": part.width_mm, "depth_mm": part.height_mm}
    return tray.evolve(part=part.id, carries_kg_per_m=None, **sizes)


@named
def remake_tray(tray_id: str, part: Part) -> Edit:
    """Make a tray that is drawn of a part.

    Raises
    ------
    EditError
        From the edit, if there is no such tray.
    """
    return lambda design: _put(design, (made_of(_known(design, tray_id), part),))


@named
def move_trays(ids: tuple[str, ...], dx_mm: int, dy_mm: int) -> Edit:
    """Move trays by a distance.

    Raises
    ------
    EditError
        From the edit, if there is no such tray.
    """

    def edit(design: Design) -> Design:
        moved = tuple(
            tray.evolve(corners=tuple((x + dx_mm, y + dy_mm) for x, y in tray.corners))
            for tray in (_known(design, key) for key in ids)
        )
        return _put(design, moved)

    return edit


@named
def move_corner(tray_id: str, at: int, to: Corner) -> Edit:
    """Put a corner of a tray elsewhere.

    Raises
    ------
    EditError
        From the edit, if there is no such tray or corner, or the tray leads nowhere then.
    """

    def edit(design: Design) -> Design:
        tray = _known(design, tray_id)
        if not 0 <= at < len(tray.corners):
            raise EditError(f"{tray.name or tray.id} has no corner {at + 1}")
        corners = (*tray.corners[:at], to, *tray.corners[at + 1 :])
        return _put(design, (tray.evolve(corners=corners),))

    return edit


def _known(design: Design, tray_id: str) -> Tray:
    tray = next((one for one in design.trays if one.id == tray_id), None)
    if tray is None:
        raise EditError(f"nothing is called {tray_id!r}")
    return tray


def _put(design: Design, trays: tuple[Tray, ...]) -> Design:
    for tray in trays:
        for _, problem in tray.own_problems():
            raise EditError(problem)
    return apply(design, Change(put=(("trays", trays),)))
