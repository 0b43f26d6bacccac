"""What the window remembers between two runs: theme, sizes, recent files, favourite parts.

One ini file in the folder that the composition root names, so that tests never touch a real home
folder; recent files are the list of `io.recent`. A new setting is a method here with its default.
"""

import os
import time
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QByteArray, QSettings

from designer.io.path_text import path_from
from designer.io.user_folders import file_named
from designer.model.presented import Presented, presented
from designer.render.theme import theme_named

if TYPE_CHECKING:
    from designer.io.pods import SavedPods
    from designer.io.recent import RecentFiles
    from designer.io.sketches import Sketch, Sketches

SHOWN_FILES: Final = 10
RECENT_PARTS: Final = 6
RECENT_ENTRIES: Final = 20
LETTERS: Final = (100, 125, 150)
"""Sizes of letters and controls that one may choose, in per cent."""


class Settings:
    """Remembered choices, each with its default.

    Parameters
    ----------
    folder
        Where the ini file is; it is made when something is first remembered.
    state_folder
        Where the list of recent files is.
    """

    def __init__(self, folder: Path, state_folder: Path) -> None:
        self._store = QSettings(str(file_named(folder, "window.ini")), QSettings.Format.IniFormat)
        self._state_folder = state_folder
        self._folder = folder

    @cached_property
    def pods(self) -> "SavedPods":
        """The pods that were saved; imported late, as the list of recent files is."""
        from designer.io.pods import SavedPods

        return SavedPods(self._folder / "pods")

    @cached_property
    def _recent(self) -> "RecentFiles":
        """The list; imported late, because the window stands before it is read."""
        from designer.io.recent import RecentFiles

        return RecentFiles(self._state_folder)

    @cached_property
    def _sketches(self) -> "Sketches":
        """Imported late, as the list is."""
        from designer.io.sketches import Sketches

        return Sketches(self._state_folder)

    def theme(self) -> str:
        """Return the name of the theme: one of `THEMES`."""
        return theme_named(str(self._store.value("theme", ""))).name

    def set_theme(self, name: str) -> None:
        """Remember the theme."""
        self._store.setValue("theme", name)

    def presented(self) -> Presented:
        """Return in which units and with which signs in numbers people read."""
        return presented(str(self._store.value("units")), str(self._store.value("numbers")))

    def set_presented(self, chosen: Presented) -> None:
        """Remember units and signs."""
        self._store.setValue("units", chosen.units)
        self._store.setValue("numbers", chosen.numbers)

    def letters(self) -> int:
        """Return the size of letters and controls in per cent: one of `LETTERS`."""
        value = str(self._store.value("letters", ""))
        return int(value) if value in {str(one) for one in LETTERS} else LETTERS[0]

    def set_letters(self, percent: int) -> None:
        """Remember the size of letters and controls."""
        self._store.setValue("letters", str(percent))

    def navigation(self) -> str:
        """Return the scheme of mouse and touchpad; empty where nobody chose one."""
        value = self._store.value("navigation", "")
        return value if isinstance(value, str) else ""

    def set_navigation(self, scheme_id: str) -> None:
        """Remember the scheme of mouse and touchpad."""
        self._store.setValue("navigation", scheme_id)

    def author(self) -> str:
        """Return the name under which comments are written: by default that of the account."""
        value = self._store.value("author")
        return value if isinstance(value, str) and value else os.environ.get("USER", "")

    def set_author(self, name: str) -> None:
        """Remember a name; none is that of the account."""
        self._store.setValue("author", name)

    def language(self) -> str:
        """Return the language of the window."""
        return str(self._store.value("language") or "en")

    def set_language(self, language: str) -> None:
        """Remember the language of the window."""
        self._store.setValue("language", language)

    def bytes(self, key: str) -> QByteArray:
        """Return a remembered widget state, empty if there is none."""
        value = self._store.value(f"window/{key}")
        return value if isinstance(value, QByteArray) else QByteArray()

    def set_bytes(self, key: str, value: QByteArray) -> None:
        """Remember a widget state."""
        self._store.setValue(f"window/{key}", value)

    def split(self) -> tuple[int, int]:
        """Return the heights of floor and elevation, zeros if nothing is remembered."""
        words = self._list("window/split")
        if len(words) == 2 and all(word.isdecimal() for word in words):
            return int(words[0]), int(words[1])
        return 0, 0

    def set_split(self, floor: int, elevation: int) -> None:
        """Remember the heights of floor and elevation."""
        self._store.setValue("window/split", [str(floor), str(elevation)])

    def sides(self) -> list[str]:
        """Return the sides of a rack that the elevation draws; none where nobody chose any."""
        return self._list("window/sides")

    def set_sides(self, sides: list[str]) -> None:
        """Remember the sides of a rack that the elevation draws."""
        self._store.setValue("window/sides", sides)

    def flag(self, key: str, default: bool) -> bool:
        """Return a remembered yes or no."""
        value = self._store.value(f"window/{key}")
        return default if value is None else str(value).lower() == "true"

    def set_flag(self, key: str, value: bool) -> None:
        """Remember a yes or no."""
        self._store.setValue(f"window/{key}", value)

    def recent_files(self) -> list[Path]:
        """Return the files last opened or saved, newest first."""
        return [path_from(file.path) for file in self._recent.files()[:SHOWN_FILES]]

    def add_recent_file(self, path: Path) -> None:
        """Put a file at the top of the recent ones; a list that cannot be kept is let go."""
        with suppress(OSError):
            self._recent.add(path, time.time())

    def sketch_of(self, path: Path) -> "Sketch | None":
        """Return the small plan of a file; None where none was kept."""
        return self._sketches.of(path)

    def keep_sketch(self, path: Path, sketch: "Sketch") -> None:
        """Keep the small plan of a file; one that cannot be kept is let go."""
        with suppress(OSError):
            self._sketches.keep(path, sketch)

    def forget_recent_file(self, path: Path) -> None:
        """Take a file off the list."""
        with suppress(OSError):
            self._recent.remove(path)

    def recent_parts(self) -> list[str]:
        """Return the ids of the parts last placed, newest first."""
        return self._list("recent_parts")

    def add_recent_part(self, part_id: str) -> None:
        """Put a part at the top of the recent ones."""
        self._put_first("recent_parts", part_id, RECENT_PARTS)
        self.add_recent_entry(f"part/{part_id}")

    def recent_entries(self) -> list[str]:
        """Return the catalogue's entries last placed or looked at, as `table/id`, newest first."""
        return self._list("recent_entries")

    def add_recent_entry(self, key: str) -> None:
        """Put an entry of the catalogue at the top of the recent ones."""
        self._put_first("recent_entries", key, RECENT_ENTRIES)

    def favourites(self) -> list[str]:
        """Return the favourite entries of the catalogue, as `table/id`, in the order of choice."""
        return self._list("favourites")

    def set_favourite(self, key: str, on: bool) -> None:
        """Make an entry of the catalogue a favourite, or no longer one."""
        rest = [item for item in self.favourites() if item != key]
        self._store.setValue("favourites", [*rest, key] if on else rest)

    def table_columns(self, table: str) -> list[str]:
        """Return the keys of the columns that a table shows; none where nobody chose any."""
        return self._list(f"tables/columns-{table}")

    def set_table_columns(self, table: str, keys: list[str]) -> None:
        """Remember the columns that a table shows."""
        self._store.setValue(f"tables/columns-{table}", keys)

    def kept_filters(self, table: str) -> list[str]:
        """Return the filters of a table that were kept, newest first."""
        return self._list(f"tables/filters-{table}")

    def keep_filters(self, table: str, filters: list[str]) -> None:
        """Remember filters of a table."""
        self._store.setValue(f"tables/filters-{table}", filters)

    def sync(self) -> None:
        """Write what is not yet in the file."""
        self._store.sync()

    def _list(self, key: str) -> list[str]:
        value = self._store.value(key)
        if isinstance(value, str):
            return [value] if value else []
        return [str(item) for item in value] if isinstance(value, list) else []

    def _put_first(self, key: str, value: str, limit: int) -> None:
        rest = [item for item in self._list(key) if item != value]
        self._store.setValue(key, [value, *rest][:limit])
