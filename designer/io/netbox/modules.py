"""Power supplies among the module types: a device's bays say that there are some, not which.

A checkout keeps them in `module-types/<maker>/`. They are read only when a device of that maker
asks, and of its files only those that mention power ports.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from designer.io.netbox.report import Notes
from designer.io.netbox.safe_yaml import RefusedError, Table, parse, read_bytes
from designer.io.netbox.schema import Fields

FOLDER: Final = "module-types"
_WORD: Final = r"(?<![a-z0-9]){}(?![a-z0-9])"
_SHORTEST_NAME: Final = 5


@dataclass(frozen=True, slots=True)
class Supply:
    """A power supply module.

    Attributes
    ----------
    source
        Its file, as `<maker>/<file>`.
    """

    model: str
    part_number: str
    inlet: str
    rating_w: float | None
    source: str

    def named_in(self, text: str) -> bool:
        """Whether a text, in small letters, names this module."""
        names = {self.model.lower(), self.part_number.lower()}
        return any(
            name in text and re.search(_WORD.format(re.escape(name)), text)
            for name in names
            if len(name) >= _SHORTEST_NAME
        )


class ModuleLibrary:
    """The power supplies of a checkout, by maker's folder.

    Parameters
    ----------
    root
        The folder that holds `module-types`; None if there is none.
    """

    def __init__(self, root: Path | None) -> None:
        self._root = root
        self._makers: dict[str, tuple[Supply, ...]] = {}
        self.read: list[Path] = []
        """Files that were looked into."""

    def of(self, maker: str) -> tuple[Supply, ...]:
        """Return a maker's supplies; empty if none are there."""
        if self._root is None or maker in ("", ".", ".."):
            return ()
        if maker not in self._makers:
            self._makers[maker] = tuple(self._supplies(self._root / FOLDER / maker))
        return self._makers[maker]

    def _supplies(self, folder: Path) -> Iterator[Supply]:
        for path in _files(folder):
            self.read.append(path)
            try:
                data = read_bytes(path)
                table = parse(data) if b"power-ports" in data else None
            except RefusedError:
                continue  # a damaged module is no supply; importing its file by name says why
            supply = _supply(table, path) if table is not None else None
            if supply is not None:
                yield supply


def _files(folder: Path) -> list[Path]:
    try:
        return sorted(p for p in folder.iterdir() if p.suffix.lower() in (".yaml", ".yml"))
    except OSError:
        return []


def _supply(table: Table, path: Path) -> Supply | None:
    """Return a module as a supply; None if it has not exactly one power port."""
    fields = Fields(table, Notes(path.name))
    ports = fields.items("power-ports")
    model = fields.text("model")
    if len(ports) != 1 or not model:
        return None
    port = Fields(ports[0], fields.notes)
    draw = port.number("maximum_draw")
    return Supply(
        model=model,
        part_number=fields.text("part_number"),
        inlet=port.text("type").lower(),
        rating_w=draw if draw and draw > 0 else None,
        source=f"{path.parent.name}/{path.name}",
    )
