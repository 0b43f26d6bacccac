"""Read a design and the catalogue from their TOML files into plain tables."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

Table = dict[str, Any]

CATALOGS = Path(__file__).parents[3] / "catalogs"


@dataclass
class Stand:
    """What stands on the floor: a rack with all that is in it, or a unit."""

    id: str
    part: str
    cooling: str
    contents: list[Table] = field(default_factory=list)
    feeds: tuple[str, ...] = ()


@dataclass
class Plan:
    """A design with its catalogue, as tables."""

    design: Table
    site: Table
    parts: dict[str, Table]
    defaults: dict[str, Table]
    bands: list[Table]
    stands: list[Stand]
    rates: dict[str, Table]

    def part(self, part_id: str) -> Table | None:
        return self.parts.get(part_id)


def read_plan(path: Path, catalogs: Path = CATALOGS) -> Plan:
    design = tomllib.loads(path.read_text(encoding="utf-8"))
    parts: dict[str, Table] = {}
    defaults: dict[str, Table] = {}
    bands: list[Table] = []
    rates: dict[str, Table] = {}
    for file in sorted(catalogs.rglob("*.toml")):
        if "library" in file.relative_to(catalogs).parts:
            continue
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        parts.update({part["id"]: part for part in data.get("part", [])})
        defaults.update({one["id"]: one for one in data.get("default", [])})
        bands += data.get("band", [])
        rates.update({one["id"]: one for one in data.get("exchange_rate", [])})
    for part_id, part in design.get("parts", {}).items():
        parts[part_id] = {**part, "id": part_id}
    stands = _stands(design)
    return Plan(design, design.get("site", {}), parts, defaults, bands, stands, rates)


def _stands(design: Table) -> list[Stand]:
    fillings = {
        name: [one for slot in filling.get("slots", []) for one in _copies(slot)]
        for name, filling in design.get("assemblies", {}).items()
    }
    stands = {
        rack_id: Stand(
            rack_id,
            rack["part"],
            rack.get("cooling", "auto"),
            list(fillings.get(rack.get("assembly", ""), [])),
            tuple(rack.get("feeds", ())),
        )
        for rack_id, rack in design.get("racks", {}).items()
    }
    for device in design.get("devices", {}).values():
        if device["rack"] in stands:
            stands[device["rack"]].contents += _copies(device)
    return list(stands.values())


def _copies(entry: Table) -> list[Table]:
    """A line with `repeat` stands for alike neighbours, each `pitch` units from the last."""
    first, pitch = entry.get("u", 0), entry.get("pitch", 1)
    return [{**entry, "u": first + at * pitch} for at in range(entry.get("repeat", 1))]
