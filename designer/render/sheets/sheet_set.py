"""The sheets of a set, laid out for the device that they go to: a file or a printer."""

from collections.abc import Callable, Collection, Sequence
from typing import Final

from designer.model.comments import Comments
from designer.render.sheets.cable_sheet import cable_sheets
from designer.render.sheets.chain_sheet import chain_sheets
from designer.render.sheets.comment_sheet import comment_sheets
from designer.render.sheets.compare_sheet import compare_sheets
from designer.render.sheets.fabric_sheet import fabric_sheets
from designer.render.sheets.findings import findings_of
from designer.render.sheets.floor_sheet import floor_sheets
from designer.render.sheets.ink import Ink
from designer.render.sheets.overlay_sheet import overlay_sheets
from designer.render.sheets.power_sheet import power_sheets
from designer.render.sheets.rack_facts import summary_rows, told_apart
from designer.render.sheets.rack_sheet import rack_sheets, what_stands
from designer.render.sheets.sheet import Sheet
from designer.render.sheets.sheet_context import SheetContext
from designer.render.sheets.sheet_list import RackGroup, rack_groups

SHEETS: Final = ("compare", "floor", "overlays", "power", "fabric", "cables", "racks", "comments")
"""Kinds of sheets, in the order in which they are bound."""
USUAL: Final = ("floor", "racks")
"""Those of a set for which nobody asks otherwise."""


def sheet_set(
    ink: Ink,
    context: SheetContext,
    sheets: Sequence[str],
    racks: Collection[str] | None,
    overlays: Collection[str] | None = None,
    told: Callable[[int, int], object] = lambda _done, _of: None,
) -> list[Sheet]:
    """Return the sheets asked for, in the order in which they are bound.

    Parameters
    ----------
    sheets
        Of `SHEETS`.
    racks
        Ids of the racks to draw; None for all. Racks that are alike share one sheet.
    overlays
        Ids of those to draw; None for all of which a rack has a load.
    told
        Is told, before each, how many sheets of racks are laid out, and of how many.
    """
    groups: Sequence[RackGroup] = ()
    if "racks" in sheets:
        groups = rack_groups(
            context.layout, context.catalog, context.report_then, racks, context.lost
        )
    own = frozenset(rack.id for group in groups for rack in group.racks)
    made = compare_sheets(ink, context) if "compare" in sheets else []
    made += floor_sheets(ink, context, own) if "floor" in sheets else []
    if "overlays" in sheets:
        made += overlay_sheets(ink, context, overlays)
    if "power" in sheets:
        powered = power_sheets(ink, context, own, alone="floor" not in sheets)
        made += [*powered, *(chain_sheets(ink, context) if powered else ())]
    if "fabric" in sheets:
        made += fabric_sheets(ink, context)
    if "cables" in sheets:
        made += cable_sheets(ink, context)
    found = findings_of(context.report, context.layout)
    for number, (group, apart) in enumerate(zip(groups, _apart(context, groups), strict=True)):
        told(number, len(groups))
        made += rack_sheets(ink, context, group, found, apart)
    if "comments" in sheets:
        made += comment_sheets(ink, context)
    return made


def chosen_comments(comments: Comments, sheets: Collection[str]) -> Comments:
    """Return the comments that a set shows: all where their sheet is asked for, else none."""
    return comments if "comments" in sheets else ()


def why_no_sheet(sheets: Collection[str]) -> str:
    """Return why a set of the kinds asked for has no sheet, as a sentence for people."""
    lacks = {
        "racks": "has no rack to draw", "power": "names no feeds",
        "overlays": "has no rack to shade", "fabric": "has no fabric to draw",
        "cables": "has no cable with both ends", "comments": "has no comments",
        "compare": "is compared with none",
    }  # fmt: skip
    said = [words for kind, words in lacks.items() if kind in sheets]
    return f"there is nothing to print: the design {' and '.join(said)}"


def _apart(context: SheetContext, groups: Sequence[RackGroup]) -> list[str]:
    said = [
        what_stands(group, context.drawing_of(group.first, group.report), context)
        for group in groups
    ]
    return told_apart(said, [summary_rows(group.report, group.lost) for group in groups])
