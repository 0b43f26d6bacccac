"""Schema 1 to 2.

Version 1 kept the room's feeds as a list inside the room. In version 2 everything upstream of the
racks is a record of its own, a feed among them, which can name what feeds it.

Version 1 gave positions in half units (`half_u = 93`), version 2 in rack units (`u = 46.5`).
"""

import copy
from typing import Any, Final

_LARGE: Final = 1_000_000_000
"""Half units of no rack: left as they are, for the reader to report."""


def migrate(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return version 2 data and what was changed. The input is left as it is."""
    new = copy.deepcopy(data)
    new["schema_version"] = 2
    return new, [*_feeds(new), *_positions(new)]


def _feeds(data: dict[str, Any]) -> list[str]:
    """Move the room's feeds into the power records; what is no record stays and is reported."""
    room = data.get("room")
    feeds = room.get("feeds") if isinstance(room, dict) else None
    if not isinstance(room, dict) or not isinstance(feeds, list) or "power" in data:
        return []
    if not all(isinstance(feed, dict) and isinstance(feed.get("id"), str) for feed in feeds):
        return []
    del room["feeds"]
    if not feeds:
        return []
    data["power"] = [{"kind": "feed", **feed} for feed in feeds]
    return [f"{len(feeds)} feeds moved from the room to the power records"]


def _positions(data: dict[str, Any]) -> list[str]:
    """Turn half units of devices and slots into rack units; what is no number is left to report."""
    held = [*_records(data.get("devices"))]
    for assembly in _records(data.get("assemblies")):
        held += _records(assembly.get("slots"))
    turned = 0
    for record in held:
        at = record.get("half_u")
        whole = isinstance(at, int) and not isinstance(at, bool) and abs(at) < _LARGE
        if isinstance(at, int) and whole and "u" not in record:
            place = {"u": at / 2 if at % 2 else at // 2}
            pairs = [place if name == "half_u" else {name: record[name]} for name in record]
            record.clear()
            for pair in pairs:
                record.update(pair)
            turned += 1
    if not turned:
        return []
    return [
        f"{turned} positions are written in rack units (u = 46 for half_u = 92); devices and slots "
        "that differ only in number and position share a line from the next save on"
    ]


def _records(data: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - plain data of a file
    """Return the records of a collection: a table of tables, or an array of tables."""
    found = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [record for record in found if isinstance(record, dict)]
