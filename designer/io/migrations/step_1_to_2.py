"""Schema 1 to 2.

Version 1 kept the room's feeds as a list inside the room. In version 2 everything upstream of the
racks is a record of its own, a feed among them, which can name what feeds it.
"""

import copy
from typing import Any


def migrate(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return version 2 data and what was changed. The input is left as it is."""
    new = copy.deepcopy(data)
    new["schema_version"] = 2
    messages = _feeds(new)
    return new, messages


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
