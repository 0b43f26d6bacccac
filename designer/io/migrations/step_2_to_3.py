"""Schema 2 to 3.

Four design rules got other numbers: what was C03 (units get water as cold as they are rated for) is
C24, C12 (a rear door hangs where it is needed) is C22, C15 (inlet air suits the parts) is C04, and
what was C17 (one air unit may be lost) is C23. Two findings that could not be
said are errors now, where nothing that is drawn takes the heat of the room or of rear doors. A
waiver is kept under the rule and the cause that it accepts, so that its id follows, and that of one
that accepts the finding of a stale waiver.
"""

import copy
from typing import Any, Final

_NOW: Final = {"C03": "C24", "C12": "C22", "C15": "C04", "C17": "C23"}
_ANSWERED: Final = ("C06:open:no-cdu", "C06:open:no-loop", "C23:open:no-crah")
"""What is answered now, by its key or the key before that of a loop."""
_STALE: Final = "W01:"
"""What the id of a finding about a waiver begins with; the id of the waiver follows."""


def migrate(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return version 3 data and what was changed. The input is left as it is."""
    new = copy.deepcopy(data)
    new["schema_version"] = 3
    waivers = new.get("waivers")
    if isinstance(waivers, dict):
        new["waivers"], renamed = _of_table(waivers)
    elif isinstance(waivers, list):
        renamed = _of_array(waivers)
    else:
        renamed = []
    if not renamed:
        return new, []
    return new, [f"waivers follow rules that got other numbers: {', '.join(renamed)}"]


def _of_table(waivers: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Rename the keys of waivers; one whose new id is taken stays, and is found to be stale."""
    taken, renamed, kept = set(waivers), [], {}
    for old, record in waivers.items():
        new = _renamed(old)
        if new in taken:
            new = old
        if new != old:
            renamed.append(f"{old} is {new}")
        kept[new] = record
    return kept, renamed


def _of_array(waivers: list[Any]) -> list[str]:
    """Rename the ids of waivers that are an array of tables, in place."""
    records = [waiver for waiver in waivers if isinstance(waiver, dict)]
    taken = {record["id"] for record in records if isinstance(record.get("id"), str)}
    renamed = []
    for record in records:
        old = record.get("id")
        new = _renamed(old) if isinstance(old, str) else old
        if new != old and new not in taken:
            record["id"] = new
            renamed.append(f"{old} is {new}")
    return renamed


def _renamed(key: str) -> str:
    """Return the id that a waiver has now."""
    if key.startswith(_STALE):
        return _STALE + _renamed(key.removeprefix(_STALE))
    rule, colon, cause = key.partition(":")
    now = f"{_NOW.get(rule, rule)}{colon}{cause}"
    if any(now == one or now.startswith(f"{one}:") for one in _ANSWERED):
        return now.replace(":open:", ":", 1)
    return now
