"""The command that reads the hourly carbon of a grid into the design."""

from pathlib import Path
from typing import Final

from designer.document.edits.grid import take_grid
from designer.ui.commands.read_file import FileOfYear, ReadYear


def _read(path: Path) -> ReadYear:
    from designer.io.weather.grid_csv import read_grid  # it loads parts of the engine: not before

    return read_grid(path)


GRID: Final = FileOfYear(
    "file.grid", "grid", "Read grid carbon by the hour", "Tables (*.csv *.tsv *.txt)", _read,
    take_grid, "Read grid carbon of", "Carbon is summed up by the hours of",
)  # fmt: skip
