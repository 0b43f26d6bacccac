"""The calculation of energy: from devices to the building, its kilowatt-hours and their price."""

from dataclasses import replace
from typing import Any

from designer.catalog.catalog import Catalog
from designer.engine.calculation import Calculation, Parameter, Value
from designer.model.units import HOURS_PER_YEAR

KW_PER_TON = 3.517
"""Heat that a ton of refrigeration takes."""


PUE = Parameter("pue", default=1.55, help="power usage effectiveness")
UTILISATION = Parameter("utilisation", default=1.0, help="part of the time at this load")
USD_PER_KWH = Parameter("usd_per_kwh", unit="USD/kWh", help="as delivered")


def kwh_a_year(it_kw: float, utilisation: float, pue: float) -> float:
    """Return the energy of a building in a year."""
    return it_kw * utilisation * HOURS_PER_YEAR * pue


def _energy(v: dict[str, Any], _: Catalog | None) -> dict[str, Value]:
    it = v["devices"] * v["device_w"] * v["overhead"] / 1000
    kwh = kwh_a_year(it, v["utilisation"], v["pue"]) * v["years"]
    found: dict[str, Value] = {
        "it_kw": it,
        "cooling_tons": it / KW_PER_TON,
        "facility_kw": it * v["pue"],
        "mwh": kwh / 1000,
    }
    if v["usd_per_kwh"] is not None:
        found["usd"] = kwh * v["usd_per_kwh"]
    return found


ENERGY = Calculation(
    name="energy",
    summary="power, heat, energy and its price from a number of devices",
    parameters=(
        Parameter("devices", "count", help="GPUs, nodes or racks"),
        Parameter("device_w", unit="W", help="of one: sustained for energy, highest for circuits"),
        # No default: with one, the figure of a bare GPU would pass for that of its node.
        Parameter("overhead", help="1 of whole nodes; 1.3 of GPUs by their TDP, eight in a server"),
        PUE,
        UTILISATION,
        Parameter("years", unit="years", default=1.0),
        replace(USD_PER_KWH, optional=True),
    ),
    results=(
        ("it_kw", "kW"), ("cooling_tons", "RT"), ("facility_kw", "kW"), ("mwh", "MWh"),
        ("usd", "USD"),
    ),
    formula=(
        "IT = devices·W·overhead/1000; tons = IT/3.517; facility = IT·PUE; MWh = "
        f"facility·utilisation·{HOURS_PER_YEAR} h·years/1000; USD = kWh·price"
    ),
    sources=(
        "1.3 and 3.517 kW: aiinframap.com, Datacenter Power Calculator and Cluster Buildout Sizer "
        "(tools/energy/datacenter-power-calculator, tools/energy/cluster-buildout-sizer), read "
        "2026-11-23; the energy of the sizer leaves out the 1.3 that its power has",
        "global average PUE 1.55 in 2022 (Upsite, quoting Uptime Institute)",
    ),
    run=_energy,
)  # fmt: skip
