"""Cells that were copied from a spreadsheet, read as rows of texts."""

import csv
import io

Grid = tuple[tuple[str, ...], ...]


def copied_cells(text: str) -> Grid:
    """Return the cells of what was copied: tabs between, or commas where there is no tab.

    A cell in quotes may hold ends of lines, as spreadsheets write it. Empty rows are left out.
    """
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    mark = "\t" if "\t" in text or "," not in text else ","
    try:
        read = [_bare(row) for row in csv.reader(io.StringIO(text), delimiter=mark)]
    except csv.Error:  # a cell of more than 128 KiB
        read = [_bare(line.split(mark)) for line in text.split("\n")]
    return tuple(row for row in read if any(row))


def _bare(row: list[str]) -> tuple[str, ...]:
    return tuple(cell.strip() for cell in row)
