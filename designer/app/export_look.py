"""What an export would write, to be looked at: its picture in small, or its first lines."""

from base64 import b64encode
from dataclasses import replace
from typing import Any, Final

from designer.app.exports import PICTURES, Source, make
from designer.app.output import as_delivered
from designer.app.painting import prepare_painting
from designer.io.export.cable_list import first_lines
from designer.io.export_asked import ExportAsked

LINES: Final = 60
"""So many first lines are shown."""
MOST_LETTERS: Final = 400
"""Of a longer line the rest is left out: a report may be one line."""


def looked(asked: ExportAsked, of: Source) -> dict[str, Any]:
    """Return what would be written, as much of it as is looked at.

    Returns
    -------
    dict
        `png` in the size asked for with `wide` and `high` of the whole in pixels; or `lines`, of
        how many (`of`) and the `bytes` of the whole, which is None where it was not made; or the
        `bytes` alone of a file for another program.

    Raises
    ------
    ValueError
        If it cannot be made.
    """
    if asked.kind in PICTURES:
        return _picture(asked, of)
    some = first_lines(asked.kind, of.design, of.catalog, LINES)
    if some is not None:
        text, count = some
        return {"lines": lines_of(text.splitlines()), "of": count, "bytes": None}
    data = as_delivered(make(asked, of).data)
    if b"\0" in data:
        return {"bytes": len(data)}
    lines = data.decode(errors="replace").splitlines()
    return {"lines": lines_of(lines), "of": len(lines), "bytes": len(data)}


def lines_of(lines: list[str]) -> list[str]:
    """Return the first lines, cut where they are long."""
    return [
        line if len(line) <= MOST_LETTERS else f"{line[:MOST_LETTERS]}…" for line in lines[:LINES]
    ]


def _picture(asked: ExportAsked, of: Source) -> dict[str, Any]:
    prepare_painting()
    from PySide6.QtCore import QSize  # its libraries are there

    from designer.render.picture_file import small_png

    # A picture of the same drawing: what paints it goes by the ending.
    stem, _, _ = asked.kind.rpartition(".")
    made = as_delivered(make(replace(asked, kind=f"{stem}.png"), of).data)
    png, size = small_png(made, QSize(*(asked.look_px or (0, 0))))
    return {"png": b64encode(png).decode(), "wide": size.width(), "high": size.height()}
