"""The command that reads a weather file into the design."""

from pathlib import Path
from typing import Final

from designer.document.edits.weather import take_weather
from designer.ui.commands.read_file import FileOfYear, ReadYear


def _read(path: Path) -> ReadYear:
    from designer.io.weather.epw import read_epw  # it loads parts of the engine: not before

    return read_epw(path)


WEATHER: Final = FileOfYear(
    "file.weather", "weather", "Read a weather file", "Weather files (*.epw)", _read,
    take_weather, "Read weather of", "The site's climate is that of",
)  # fmt: skip
