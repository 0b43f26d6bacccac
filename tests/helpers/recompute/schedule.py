"""The rows of a schedule of cables (CSV), each with what the design's file says of its two ends."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from typing import Any

from tests.helpers.recompute.reading import Plan
from tests.helpers.recompute.ways import Lengths, cases, port_height

Table = dict[str, Any]


@dataclass(frozen=True)
class End:
    """One end of a cable: its device with rack, part and lowest unit, and the cage.

    `fabric` is the id of that of which it is a switch.
    """

    device: str
    rack: str
    part: str
    unit: float
    cage: str
    port: str
    fabric: str


@dataclass(frozen=True)
class Row:
    """A row of the schedule; `cable` is the record of a cable by hand."""

    told: dict[str, str]
    ends: tuple[End, End]
    cable: Table

    @property
    def fabric(self) -> str:
        return self.told["fabric"]


class Schedule:
    """All rows, and their lengths recomputed."""

    def __init__(self, plan: Plan, text: str) -> None:
        self.plan = plan
        self.devices = dict(_devices(plan))
        by_hand = {
            frozenset(((one["a"], _port(one, "a")), (one["b"], _port(one, "b")))): one
            for one in plan.design.get("cables", {}).values()
        }
        self.rows = []
        for told in csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))):
            ends = self._end(told, "from"), self._end(told, "to")
            key = frozenset((end.device, _plain(end.port)) for end in ends)
            self.rows.append(Row(told, ends, by_hand.get(key, {})))
        low, likely, high = cases(plan)
        usual = Lengths(plan, likely)
        self._cases = {-1: Lengths(plan, low, usual), 0: usual, 1: Lengths(plan, high, usual)}

    def _end(self, told: dict[str, str], side: str) -> End:
        device, _, port = told[f"{side} end"].rpartition(":")
        rack, part, unit, fabric = self.devices[device]
        return End(device, rack, part, unit, told[f"{side} cage"], port, fabric)

    def metres(self, row: Row, case: int) -> tuple[float, bool]:
        """Return the length of a cable in the low (-1), the likely (0) or the high case (1), m.

        Then whether it follows trays, or needs none.
        """
        if "length_m" in row.cable:
            return row.cable["length_m"], True
        lengths = self._cases[case]
        boxes = [lengths.boxes[end.rack] for end in row.ends]
        heights = [
            port_height(self.plan, box, end.part, end.unit)
            for box, end in zip(boxes, row.ends, strict=True)
        ]
        off = sum(spread for _, spread in heights)
        if row.ends[0].rack != row.ends[1].rack:
            off += sum(box.off for box in boxes)
        (az, _), (bz, _) = heights
        return lengths.metres(row.ends[0].rack, az, row.ends[1].rack, bz, case * off)


def _devices(plan: Plan) -> dict[str, tuple[str, str, float, str]]:
    """Return rack, part, lowest unit and fabric of everything that has one, by its key."""
    found = {}
    fillings = plan.design.get("assemblies", {})
    for key, rack in plan.design["racks"].items():
        found[key] = key, rack["part"], 0.0, ""
        for slot in fillings.get(rack.get("assembly", ""), {}).get("slots", []):
            for name, unit in _copies(slot["id"], slot):
                found[f"{key}/{name}"] = key, slot["part"], unit, slot.get("fabric", "")
    for key, device in plan.design.get("devices", {}).items():
        for name, unit in _copies(key, device):
            found[name] = device["rack"], device["part"], unit, device.get("fabric", "")
    return found


def _copies(key: str, entry: Table) -> list[tuple[str, float]]:
    """Return the ids and lowest units of what a line with `repeat` stands for."""
    number = re.search(r"\d+$", key)
    first, pitch = float(entry.get("u", 0)), entry.get("pitch", 1)
    found = [(key, first)]
    for at in range(1, entry.get("repeat", 1)):
        assert number is not None, "ids that repeat end in a number"
        digits = str(int(number[0]) + at).zfill(len(number[0]))
        found.append((key[: number.start()] + digits, first + at * pitch))
    return found


def _port(cable: Table, end: str) -> str:
    return _plain(str(cable.get(f"{end}_port", "")))


def _plain(port: str) -> str:
    """Return a port as `cage.place`: a cage alone names its first."""
    return port if "." in port else f"{port}.1"
