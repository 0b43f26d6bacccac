"""Edits of the hours of a grid that a design keeps."""

from designer.document.calls import named
from designer.document.document import Edit
from designer.document.edits.records import drop, in_sequence, put, set_fields
from designer.model.design import Design
from designer.model.grid_year import GridYear


def take_grid(year: GridYear) -> Edit:
    """Keep the hours of a grid, in the place of those of the same id, and make them the site's."""
    return in_sequence(put("grid_years", year), set_fields("site", grid_year=year.id))


@named
def drop_grid(key: str) -> Edit:
    """Drop the hours of a grid; a site that named them has none then.

    Raises
    ------
    EditError
        From the edit, if the design keeps none of that id.
    """

    def edit(design: Design) -> Design:
        left = drop("grid_years", key)(design)
        return set_fields("site", grid_year="")(left) if design.site.grid_year == key else left

    return edit
