"""What each component of a system adds to its draw, mass and price, with bounds.

What nobody states of a component is bounded by a planning default of the catalogue, else it is
open: never 0.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.component import Component, role_named
from designer.catalog.derived.base import newest
from designer.catalog.part import Part
from designer.catalog.part_bounds import mass_figure, power_figures
from designer.catalog.part_prices import price_figure, stated_price
from designer.model.figures import Figure, missing, total

WATTS: Final = {"memory": "memory-module-power", "nics": "adapter-power", "drives": "drive-power"}
MASSES: Final = {
    "board": "gpu-board-mass", "gpus": "gpu-card-mass", "cpus": "cpu-mass",
    "memory": "memory-module-mass", "nics": "adapter-mass", "drives": "drive-mass",
}  # fmt: skip
"""Planning defaults by role, of one component that states none."""
_PRICED_PER: Final = {"board": "baseboard", "gpus": "gpu"}
MOST_MODULE_GB: Final = 128.0
"""Largest memory module that the default of its power covers."""


@dataclass(frozen=True, slots=True)
class Share:
    """What all alike components add.

    Attributes
    ----------
    power, mass, price
        Of all of them: at their maximum in W (at the supplies' output), in kg, in a currency.
    """

    component: Component
    title: str
    power: Figure
    mass: Figure
    price: Figure


def share_of(component: Component, catalog: Catalog, currency: str = "USD") -> Share:
    """Return what some alike components add."""
    count = float(component.count)
    return Share(
        component,
        title_of(component, catalog),
        one_power(component, catalog).times(count),
        one_mass(component, catalog).times(count),
        one_price(component, catalog, currency).times(count),
    )


def title_of(component: Component, catalog: Catalog) -> str:
    """Return what one of them is called: `ConnectX-7 400G`, `64 GB`, `a drive`."""
    if component.part:
        part = catalog.get(component.part)
        return part.name if part else component.part
    if component.size_gb is None:
        return "capacity not stated"
    return sized(component.size_gb)


def sized(size_gb: float) -> str:
    """Return a capacity in words: `64 GB`, `3.84 TB`."""
    return f"{size_gb / 1000:g} TB" if size_gb >= 1000 else f"{size_gb:g} GB"


def one_power(component: Component, catalog: Catalog) -> Figure:
    """Return the highest power of one component in W."""
    part = catalog.get(component.part) if component.part else None
    if part is not None and role_named(component.role).id == "board" and part.power_max_w is None:
        return _board_power(part, catalog)
    if part is not None:
        stated = power_figures(part)["power_max_w"]
        if stated.exact or component.role not in WATTS:
            return stated
        return _within(stated, catalog.default_figure(WATTS[component.role]))
    ref = f"{component.role}.power_max_w"
    default = catalog.default_figure(WATTS.get(component.role, ""))
    if default is None:
        return missing(ref, "W")
    if component.role == "memory" and (component.size_gb or MOST_MODULE_GB + 1) > MOST_MODULE_GB:
        return missing(ref, "W", default.low).rest_on(*default.basis)
    return default


def _board_power(board: Part, catalog: Catalog) -> Figure:
    """Return what a baseboard draws: its GPUs for certain, its switch chips where stated."""
    found = []
    compute = board.compute
    chip = catalog.get(compute.gpu) if compute and compute.gpu else None
    ref = f"{board.id}.power_max_w"
    if chip is None or not board.gpus:
        return missing(ref, "W")
    found.append(power_figures(chip)["power_max_w"].times(float(board.gpus)))
    # Switch chips, retimers and converters of a board: nobody states them.
    found.append(missing(ref, "W"))
    return total(found)


def _within(stated: Figure, default: Figure | None) -> Figure:
    """Return what a part bounds, closed above by a default where that is wider than its low."""
    if default is None or default.high <= stated.low:
        return stated
    return stated.clipped(most=default.high).rest_on(*default.basis)


def one_mass(component: Component, catalog: Catalog) -> Figure:
    """Return the mass of one component in kg."""
    part = catalog.get(component.part) if component.part else None
    if part is not None:
        stated = mass_figure(part)
        if not stated.unknown:
            return stated
    default = catalog.default_figure(MASSES[component.role])
    return default if default is not None else missing(f"{component.role}.mass_kg", "kg")


def one_price(component: Component, catalog: Catalog, currency: str) -> Figure:
    """Return what one component costs; a baseboard's price is of the board."""
    part = catalog.get(component.part) if component.part else None
    if part is None:
        return missing(f"{component.role}.price", currency)
    found = price_figure(part, currency)
    if not found.unknown:
        return found
    own = [
        p for p in part.prices
        if p.scope == "purchase" and p.per == _PRICED_PER.get(component.role) and not p.suspect
    ]  # fmt: skip
    priced = newest(own)
    if not priced or priced[0].currency != currency:
        return found
    return stated_price(priced[0], f"{part.id}.price")


def summed(shares: Iterable[Share], name: str, unit: str) -> Figure:
    """Return the sum of a figure (`power`, `mass`, `price`) over shares; of none an exact 0."""
    return total([getattr(share, name) for share in shares], unit)
