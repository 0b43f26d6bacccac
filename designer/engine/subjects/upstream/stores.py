"""How long what is stored lasts at the load that it meets: batteries of UPS, fuel of generators."""

from dataclasses import dataclass
from math import inf
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.part import Part
from designer.engine.plant_flows import Losing, loss_of
from designer.engine.plant_stages import burning
from designer.model.design import PowerNode
from designer.model.figure_cases import along, by_exponent, lasting, spanning
from designer.model.figure_ref import power_ref
from designer.model.figures import Figure, alike, exact, missing, product, within

MINUTES_PER_HOUR = 60.0
PART_LOAD = "rule fuel burnt at part load"
BATTERY_CURVE = "rule run time of a battery at part load"
TABLES_END: Final = 3.0
"""Minutes at full load below which no maker's table says how a battery lasts longer at less."""


@dataclass(frozen=True)
class Battery:
    """What is planned with of batteries.

    Attributes
    ----------
    depth
        Part of the nameplate energy that is used.
    exponent, short
        By which they last longer at part load; `short` of those of few minutes.
    """

    depth: Figure
    exponent: Figure
    short: Figure

    @staticmethod
    def of(catalog: Catalog) -> "Battery":
        """Return what a catalogue plans with: of no exponent, that less lasts no shorter."""
        return Battery(
            catalog.default_figure("battery-depth") or exact(1.0, "", "rule all of the nameplate"),
            *(
                catalog.default_figure(name) or Figure(1.0, inf)
                for name in ("battery-exponent", "battery-exponent-short")
            ),
        )


def battery_minutes(
    node: PowerNode, part: Part | None, load: Figure, losing: Losing, planned: Battery
) -> Figure | None:
    """Return how long a battery carries a load; None where nobody states one.

    Losses come out of it as well. Minutes are stated at the full rating: at less a battery gives no
    less energy, and lasts longer by an exponent that is bounded (Peukert).
    """
    if node.battery_kwh is not None:
        name = exact(node.battery_kwh, "kWh", power_ref(node, "battery_kwh"))
        drawn = load + loss_of(load, losing)
        return lasting(product(name, planned.depth).times(MINUTES_PER_HOUR), drawn, "min")
    minutes, ref = node.battery_minutes, power_ref(node, "battery_minutes")
    if minutes is None and part is not None and part.ups is not None:
        minutes, ref = part.ups.battery_minutes, f"{part.id}.ups.battery_minutes"
    if minutes is None:
        return None
    full = losing.rating
    if minutes == 0:
        return exact(0.0, "min", ref)
    if not full.exact or full.high <= 0:
        return missing(losing.unrated, "min")
    fits = within(load, full).answer
    if fits == "no":
        return missing(ref, "min", 0.0, minutes)
    if alike(load, full):
        return exact(minutes, "min", ref)
    # As much as it loses at its full load it may lose at any: that leaves the least.
    lost = loss_of(full, losing)
    if lost.high == inf:
        return missing(losing.ref, "min", minutes if fits == "yes" else 0.0)
    most = exact(lost.high, "kW")
    # At the other end it loses nothing at less than its full load.
    slower = spanning(((full + most).per(load + most), (full + most).per(load)))
    exponent = planned.exponent if minutes >= TABLES_END else planned.short
    longer = by_exponent(slower, exponent.low, exponent.high, BATTERY_CURVE)
    return longer.times(minutes, "min").rest_on(ref)


def _burnt(part: Part | None) -> Figure | None:
    """Return what a set burns at full load, L/h, also between bounds; None where none are known."""
    if part is None or part.generator is None:
        return None
    ref, litres = f"{part.id}.{_FULL_LOAD}", part.generator.fuel_full_load_lph
    if litres is not None:
        return exact(litres, "L/h", ref)
    looked = part.unpublished_of(_FULL_LOAD)
    if looked is None or looked.low is None or looked.high is None:
        return None
    return missing(ref, "L/h", looked.low, looked.high)


_FULL_LOAD: Final = "generator.fuel_full_load_lph"


def fuel_hours(node: PowerNode, part: Part | None, load: Figure, rating: Figure) -> Figure | None:
    """Return how long fuel lasts; None where nobody states any.

    A set burns less at part load, and more for each kWh: where nobody states what it burns at half
    load, that lies between what it burns at full load and the same in proportion to the load.
    """
    made = part.generator if part is not None else None
    of_part = f"{part.id}.generator" if part is not None else ""
    half: float | None = None
    if node.fuel_hours is not None:
        full, because = exact(node.fuel_hours, "h", power_ref(node, "fuel_hours")), PART_LOAD
    else:
        litres, ref = node.fuel_l, power_ref(node, "fuel_l")
        if litres is None and made is not None:
            litres, ref = made.tank_l, f"{of_part}.tank_l"
        if litres is None:
            return None
        burnt = _burnt(part)
        if made is None or burnt is None:
            return missing(power_ref(node, "fuel_hours"), "h")
        full = lasting(exact(litres, "L", ref), burnt.times(node.modules or 1), "h")
        because = f"{of_part}.fuel_half_load_lph"
        if made.fuel_half_load_lph is not None and made.fuel_full_load_lph is not None:
            half = made.fuel_half_load_lph / made.fuel_full_load_lph
        # What it burns at full load is told of the set's own rating.
        own = made.standby_kw or made.prime_kw
        if own is None:
            return missing(f"{of_part}.standby_kw", "h")
        rating = exact(own, "kW").times(node.modules or 1)
    if not rating.exact or rating.high <= 0:
        return missing(power_ref(node, "capacity_kw"), "h")
    least, most = burning(half)
    burning_as = along(load, rating.high, least, most, None, because)
    return product(full, rating.per(burning_as), "h")
