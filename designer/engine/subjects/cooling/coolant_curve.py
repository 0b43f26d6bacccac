"""Coolant over its supply temperature, as makers of filled racks state it. Plain numbers only.

A rack whose coolant returns at about one temperature needs the more of it the warmer it comes: its
rise falls in proportion, so that between two lines of a table the rise, and with it one over the
flow, is linear. Pressure goes with a power of the flow (turbulent flow, about 1.8 to 2), which the
two lines give.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log


@dataclass(frozen=True)
class Line:
    """One line of a table: flow in L/min and pressure in kPa at a supply temperature in °C."""

    supply_c: float
    flow_lpm: float
    drop_kpa: float | None


def line_at(lines: Sequence[Line], supply_c: float) -> Line | None:
    """Return the line of a table at a supply temperature; None where it is warmer than the last.

    Colder coolant than that of the first line is taken as there: no less is stated.
    """
    ordered = sorted(lines, key=lambda line: line.supply_c)
    if not ordered or supply_c > ordered[-1].supply_c:
        return None
    above = next(at for at, line in enumerate(ordered) if supply_c <= line.supply_c)
    if above == 0:
        return ordered[0]
    return _between(ordered[above - 1], ordered[above], supply_c)


def _between(cold: Line, warm: Line, supply_c: float) -> Line:
    part = (supply_c - cold.supply_c) / (warm.supply_c - cold.supply_c)
    flow = 1 / ((1 - part) / cold.flow_lpm + part / warm.flow_lpm)
    if not cold.drop_kpa or not warm.drop_kpa:
        return Line(supply_c, flow, None)
    if warm.flow_lpm == cold.flow_lpm:
        return Line(supply_c, flow, warm.drop_kpa)
    exponent = log(warm.drop_kpa / cold.drop_kpa) / log(warm.flow_lpm / cold.flow_lpm)
    drop = cold.drop_kpa * float((flow / cold.flow_lpm) ** exponent)
    return Line(supply_c, flow, drop)
