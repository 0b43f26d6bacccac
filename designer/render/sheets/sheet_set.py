"""The sheets of a set, laid out for the device that they go to: a file or a printer."""

from collections.abc import Collection, Sequence
from typing import Final

from designer.render.sheets.findings import findings_of
from designer.render.sheets.floor_sheet import floor_sheets
from designer.render.sheets.ink import Ink
from designer.render.sheets.rack_sheet import rack_sheets
from designer.render.sheets.sheet import Sheet
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_list import rack_groups

SHEETS: Final = ("floor", "racks")
"""Kinds of sheets, in the order in which they are bound."""


def sheet_set(
    ink: Ink, context: SheetContext, sheets: Sequence[str], racks: Collection[str] | None
) -> list[Sheet]:
    """Return the sheets asked for, in the order in which they are bound.

    Parameters
    ----------
    sheets
        Of `SHEETS`.
    racks
        Ids of the racks to draw; None for all. Racks that are alike share one sheet.
    """
    made = floor_sheets(ink, context) if "floor" in sheets else []
    if "racks" in sheets:
        found = findings_of(context.report, context.layout)
        for group in rack_groups(context.layout, context.catalog, context.report, racks):
            made += rack_sheets(ink, context, group, found)
    return made
