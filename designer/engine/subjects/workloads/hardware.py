"""What a prediction needs to know of a GPU: stated by the catalogue or by hand, never guessed."""

from difflib import get_close_matches

from designer.catalog.catalog import Catalog
from designer.catalog.figures import AcceleratorFigures
from designer.catalog.load import load_shipped
from designer.engine.calculation import CalcError


def part_of(part_id: str, catalog: Catalog | None, what: str) -> AcceleratorFigures:
    """Return the figures of a GPU of the catalogue.

    Raises
    ------
    CalcError
        If there is none of that id. Nothing is put in its place.
    """
    known = catalog or load_shipped()
    part = known.get(part_id)
    if part is None or part.accelerator is None:
        ids = [one.id for one in known.parts if one.accelerator is not None]
        near = get_close_matches(part_id, ids, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        raise CalcError(f"{what}: there is no GPU {part_id!r} in the catalogue{hint}")
    return part.accelerator
