"""Journals that an earlier version left: their records, as today's design holds them.

A journal holds records, not a file's text, so that the steps for files do not fit it. Until schema
2 the room held the feeds, as a list of its own. May import `model`.
"""

from typing import Any, Final

from designer.model.design import Design

OLDEST_FORMAT: Final = 1
"""Oldest format of a journal that is read."""


def header_now(header: dict[str, Any]) -> dict[str, Any]:
    """Return what a journal says of itself: until format 2, it replaced one other or none."""
    replaces = header.get("replaces", ())
    if isinstance(replaces, str):
        return {**header, "replaces": [replaces] if replaces else []}
    return header


def base_now(base: dict[str, Any]) -> dict[str, Any]:
    """Return a design as a journal holds it, with the room's feeds among the power records."""
    room, feeds = _parted(base.get("room"))
    return base if feeds is None else {**base, "room": room, "power": feeds}


def change_now(change: dict[str, Any], before: Design) -> dict[str, Any]:
    """Return a change with the room's feeds put into the power records.

    Parameters
    ----------
    before
        The design that the change is of: feeds that the room has no more are dropped from it.
    """
    single = change.get("single", {})
    room, feeds = _parted(single.get("room"))
    if feeds is None:
        return change
    kept = {feed["id"] for feed in feeds}
    gone = [feed.id for feed in before.feeds if feed.id not in kept]
    return {
        "single": {**single, "room": room},
        "put": {**change.get("put", {}), "power": feeds},
        "drop": {**change.get("drop", {}), "power": gone},
    }


def _parted(room: Any) -> tuple[dict[str, Any], list[dict[str, Any]] | None]:  # noqa: ANN401 - data of a journal
    """Return a room without its feeds, and those; None where it has none to part with."""
    if not isinstance(room, dict) or not isinstance(room.get("feeds"), list):
        return {}, None
    rest = {name: value for name, value in room.items() if name != "feeds"}
    return rest, [{"kind": "feed", **feed} for feed in room["feeds"]]
