"""The fields of a record of the room's power: a feed, or what stands upstream of feeds."""

from collections.abc import Callable
from typing import Any, Final

from designer.document.document import Edit
from designer.document.edits import put_feed
from designer.model.design import PowerKind, PowerNode
from designer.ui.fields.field import Field, Kind

CURRENTS: Final = (("alternating", "ac"), ("direct", "dc"))
"""What a feed brings, in words."""
_Told = tuple[str, str, str, Kind, str]
"""Field, label, unit, kind of value, hint."""

_EVERY: Final[tuple[_Told, ...]] = (
    ("capacity_kva", "Capacity, apparent", "kVA", "number",
     "counts with the power factor of the site; of both the lower decides"),
    ("efficiency", "Efficiency", "", "number",
     "output over input at full load; its part or published ranges without it"),
    ("voltage_drop_pct", "Voltage drop", "%", "number",
     "along the run that leads to it, at full load; not checked without it"),
)  # fmt: skip
_MODULES: Final[_Told] = (
    "modules", "Modules", "", "integer", "modules, frames or sets that run together in it",
)  # fmt: skip
_OF_UPS: Final[tuple[_Told, ...]] = (
    _MODULES,
    ("spare_modules", "of them spare", "", "integer",
     "without it, its rating is all that it carries"),
    ("battery_minutes", "Battery, at full load", "min", "number",
     "how long it carries all of its capacity"),
    ("battery_kwh", "Battery, nameplate", "kWh", "number", "in place of the minutes"),
    ("recharge_kw", "Recharging", "kW", "number", "added to its input after an outage"),
)  # fmt: skip
_OF_GENERATOR: Final[tuple[_Told, ...]] = (
    _MODULES,
    ("start_s", "Start", "s", "number",
     "from the loss of the mains until it carries the load, with the transfer"),
    ("fuel_l", "Fuel", "L", "number", "in its tanks; lasts as its part burns it"),
    ("fuel_hours", "Fuel, at full load", "h", "number", "in place of the litres"),
)  # fmt: skip


def power_fields(node: PowerNode) -> list[Field]:
    """Return the fields of a record."""

    def setter(name: str) -> Callable[[Any], Edit]:
        return lambda value: put_feed(node.evolve(**{name: value}))

    return [
        Field("feed_name", "Name", "text", node.name, setter("name")),
        Field("capacity_kw", "Capacity", "number", node.capacity_kw, setter("capacity_kw"),
              unit="kW", record="PowerNode", optional=True, source=_without(node)),
        Field("volts", "Voltage", "number", node.volts, setter("volts"), unit="V",
              record="PowerNode", optional=True, source="currents are not known without it",
              hint="line to line on three phases"),
        Field("dc", "Current", "choice", "dc" if node.dc else "ac",
              lambda v: put_feed(node.evolve(dc=v == "dc")), choices=CURRENTS),
        *(
            Field(name, label, kind, getattr(node, name), setter(name), unit=unit, hint=hint,
                  record="PowerNode", optional=True, source="not stated")
            for name, label, unit, kind, hint in (*_EVERY, *_of_kind(node.kind))
        ),
    ]  # fmt: skip


def _without(node: PowerNode) -> str:
    """Return what counts where a record states no capacity."""
    return "that of its part without it" if node.part else "not checked without it"


def _of_kind(kind: PowerKind) -> tuple[_Told, ...]:
    """Return what is asked of a kind alone."""
    if kind == "ups":
        return _OF_UPS
    return _OF_GENERATOR if kind == "generator" else ()
