"""What a TOML file is, told by its tables: a design, parts of a catalogue, or something else.

May import `model`, the names of the catalogue's tables and the reading of TOML in `catalog`.
"""

import re
from typing import Any, Final

from designer.catalog.families import LIBRARY_TABLES
from designer.catalog.load import PART_TABLES
from designer.catalog.plain_toml import read_plain
from designer.model.change import COLLECTIONS

DESIGN_TABLES: Final = (*COLLECTIONS, "parts", "site", "room", "title_block", "platform")
"""Each of them makes a file a design, also without a `schema_version`."""

DESIGN: Final = "a design"
CATALOGUE: Final = "parts of a catalogue"
OTHER: Final = "TOML of another kind"


def _opening(names: tuple[str, ...]) -> re.Pattern[bytes]:
    """Return what opens a table, or sets a key, of one of some names at the begin of a line."""
    words = "|".join(map(re.escape, names))
    start = r"^(?:\xef\xbb\xbf)?[ \t]*(?:\[{1,2}[ \t]*)?"
    # A quote that opens closes behind the name: JSON has lines such as "site.electricity_price".
    name = rf"(?P<quote>[\"']?)(?:{words})(?P=quote)"
    return re.compile(rf"{start}{name}[ \t]*[=.\]]".encode("latin-1"), re.MULTILINE)


_LINES: Final = (
    (DESIGN, _opening(("schema_version", *DESIGN_TABLES))),
    (CATALOGUE, _opening((*PART_TABLES, *LIBRARY_TABLES))),
)

_TOML_LINE: Final = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\n]*)?\r?\n)*"
    rb"[ \t]*(?:\[{1,2}[ \t]*[\w\"'.-]+[ \t]*\]{1,2}|[\w\"'.-]+[ \t]*=)"
)
"""A file that opens with a table or a key, behind empty lines and notes."""


def kind_lost(held: bytes, new: bytes | None) -> str:
    """Return what a file holds that new content is not; empty where nothing would be lost.

    Parameters
    ----------
    held
        A damaged design is known by its lines, for a person may still mend it.
    new
        Only whole TOML makes it a design, and not a line of a text; `None` is none, which is added
        to what is there: a log may well hold lines of a design, but does not begin with one.
    """
    there, here = _plain(held), _plain(new or b"")
    is_log = new is None and not _TOML_LINE.match(held)
    damaged = {k for k, line in _LINES if there is None and not is_log and line.search(held)}
    was = damaged | _kinds(there or {})
    if was != {OTHER}:
        lost = sorted(was - _kinds(here or {}))
        return lost[0] if lost else ""
    return "" if (there or {}).keys() & (here or {}).keys() else OTHER


def _plain(data: bytes) -> dict[str, Any] | None:
    """Return what TOML holds, with bytes that are no UTF-8 replaced as in reading a design."""
    if b"\0" in data:  # no TOML has one: a large PDF need not be read as if it were
        return None
    try:
        return read_plain(data.decode(errors="replace").removeprefix("\ufeff"))
    except ValueError:
        return None


def _kinds(data: dict[str, Any]) -> set[str]:
    tables = {name for name, held in data.items() if isinstance(held, dict | list)}
    kinds = set()
    if "schema_version" in data or tables & set(DESIGN_TABLES):
        kinds.add(DESIGN)
    if tables & {*PART_TABLES, *LIBRARY_TABLES}:
        kinds.add(CATALOGUE)
    return kinds or ({OTHER} if data else set())
