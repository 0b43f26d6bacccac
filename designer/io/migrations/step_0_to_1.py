"""Schema 0 to 1.

Version 0 nested devices in racks and racks in rows, gave positions in metres and whole rack
units, and had one flat price of electricity. Version 1 holds flat collections by id, millimetres,
half units, and a site. Tables and fields that this step does not know pass through unchanged, so
that the reader reports them.
"""

import copy
import math
from typing import Any, Final

from designer.io.free_ids import FreeIds

_SITE: Final = {"price_per_kwh": "electricity_price", "currency": "currency", "site": "name"}


def migrate(data: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return version 1 data and what was changed. The input is left as it is."""
    old = copy.deepcopy(data)
    messages: list[str] = []
    new: dict[str, Any] = {"schema_version": 1}
    old.pop("schema_version", None)
    site = {name: old.pop(key) for key, name in _SITE.items() if key in old}
    if site:
        new["site"] = site
        messages.append("the price of electricity and the currency moved to the site")
    if isinstance(old.get("room"), dict):
        new["room"] = _room(old.pop("room"), messages)
    rows = old.pop("rows") if isinstance(old.get("rows"), list) else []
    counts = _unnest(rows, new)
    if counts["rows"]:
        messages.append(
            f"{counts['rows']} rows, {counts['racks']} racks and {counts['devices']} devices were "
            "taken out of each other; metres became millimetres, rack units became half units"
        )
    return {**new, **old}, messages


def _room(room: dict[str, Any], messages: list[str]) -> dict[str, Any]:
    """Turn `width` and `depth` in metres into an outline in millimetres."""
    if "width" in room and "depth" in room:
        width, depth = _mm(room.pop("width")), _mm(room.pop("depth"))
        room["outline"] = [[0, 0], [width, 0], [width, depth], [0, depth]]
        messages.append("the room's width and depth became an outline in millimetres")
    return room


def _unnest(rows: Any, new: dict[str, Any]) -> dict[str, int]:  # noqa: ANN401 - plain data of a file
    """Spread nested rows over flat collections by id; return how many records there are."""
    flat: dict[str, dict[str, Any]] = {"rows": {}, "racks": {}, "devices": {}}
    ids = {name: FreeIds(records) for name, records in flat.items()}

    def put(name: str, old: dict[str, Any], extra: dict[str, Any]) -> str:
        return _put(flat[name], ids[name], old, extra)

    for row in _tables(rows):
        racks = _tables(row.pop("racks", []))
        row_id = put("rows", row, _metres(row))
        for rack in racks:
            devices = _tables(rack.pop("devices", []))
            rack_id = put("racks", rack, {**_metres(rack), "row": row_id})
            for device in devices:
                put("devices", device, {**_units(device), "rack": rack_id})
    for name, records in flat.items():
        if records:
            new[name] = records
    return {name: len(records) for name, records in flat.items()}


def _put(records: dict[str, Any], ids: FreeIds, old: dict[str, Any], extra: dict[str, Any]) -> str:
    """Add a record under its id, or the next free number when the id is missing or taken."""
    wanted = str(old.get("id", ""))
    record_id = wanted or "1"
    if record_id in ids:
        record_id = ids.numbered(wanted)
    rest = {k: v for k, v in old.items() if k not in {"id", "type", "x", "y", "u"}}
    part = {"part": old["type"]} if "type" in old else {}
    records[record_id] = {"name": record_id, **part, **rest, **extra}
    return record_id


def _metres(old: dict[str, Any]) -> dict[str, Any]:
    return {f"{axis}_mm": _mm(old[axis]) for axis in ("x", "y") if axis in old}


def _units(old: dict[str, Any]) -> dict[str, Any]:
    if "u" not in old:
        return {}
    u = old["u"]
    return {"half_u": round(u * 2) if _is_number(u) else u}


def _mm(metres: Any) -> Any:  # noqa: ANN401 - what is no number passes through and is reported
    return round(metres * 1000) if _is_number(metres) else metres


def _is_number(data: Any) -> bool:  # noqa: ANN401 - plain data of a file
    """Return whether a thousand times this is a number; an integer may have any length."""
    return isinstance(data, int) or (isinstance(data, float) and math.isfinite(data * 1000))


def _tables(data: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - plain data of a file
    return [item for item in data if isinstance(item, dict)] if isinstance(data, list) else []
