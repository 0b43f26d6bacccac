"""Sum up a design: power, mass, heat, energy and cost of what its tables say, with bounds."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tests.helpers.recompute import parts as of
from tests.helpers.recompute import shelves
from tests.helpers.recompute.feeds import feed_loads
from tests.helpers.recompute.reading import Plan, Stand, read_plan
from tests.helpers.recompute.spans import OPEN, ZERO, Span, known, summed

Table = dict[str, Any]

POWER = {
    "power_max_kw": "power_max_w",
    "power_peak_kw": "power_peak_w",
    "power_typical_kw": "power_typical_w",
    "power_idle_kw": "power_idle_w",
}
IN_USE = frozenset({"power_peak_kw", "power_typical_kw", "power_idle_kw", "power_step_kw"})
"""Figures that follow from what is drawn in use: of switches, from the modules that are cabled."""
HOURS = 8760
AIR_METHODS = ("room-air", "in-row", "rear-door")
AIR = 1.2 * 1.005
"""kJ that 1 m³ of air carries at a rise of 1 K: 1.2 kg/m³, 1.005 kJ/(kg·K)."""
LPM_PER_KW = 60 / (1.02 * 3.9 * 10)
"""PG25 (1.02 kg/L, 3.9 kJ/(kg·K)) at the OCP's 10 K, L/min for each kW."""
FLOOR_UNITS = ("cdu", "crah", "in-row")


@dataclass
class RackSums:
    """What one stand draws, weighs and gives to air and liquid."""

    figures: dict[str, Span] = field(default_factory=dict)
    method: str = ""
    feeds: dict[str, tuple[Span, Span]] = field(default_factory=dict)
    plate_flow: Span = ZERO
    door_flow: Span = ZERO
    taken: dict[str, Span] = field(default_factory=dict)


class Recomputed:
    """The figures of a design, recomputed."""

    def __init__(self, path: Path) -> None:
        self.plan: Plan = read_plan(path)
        estimates = self.plan.site.get("estimates", True)
        self._ratios = of.ratios(self.plan.parts.values(), self.plan.defaults) if estimates else {}
        self._worst = self.plan.defaults["psu-efficiency"]["low"]
        self.racks = {stand.id: self._rack(stand) for stand in self.plan.stands}
        self.counts = self._counts()
        self.totals = self._totals()
        self.pue = self._pue()
        self.facility = self._facility()
        self.cost = self._cost()

    def _counts(self) -> Counter[str]:
        counts: Counter[str] = Counter()
        for stand in self.plan.stands:
            counts[stand.part] += 1
            counts.update(one["part"] for one in stand.contents)
        return counts

    def _rack(self, stand: Stand) -> RackSums:
        plan, rack = self.plan, self.plan.part(stand.part)
        every = [rack, *(plan.part(one["part"]) for one in stand.contents)]
        unit = rack is not None and rack["kind"] in FLOOR_UNITS
        loads = [] if unit else [p for p in every if p is None or p["kind"] in of.LOADS]
        sums = RackSums()
        for name, figure in POWER.items():
            drawn = summed(self._watts(p, figure) for p in loads)
            sums.figures[name] = (drawn + self._in_shelves(stand, figure)).scaled(0.001)
        sums.figures["weight_kg"] = summed(of.mass(p) for p in every) + self._added(loads, every)
        sums.figures["gpus"] = summed(of.gpus(p) for p in every)
        self._heat(sums, stand, rack, loads)
        if not unit:
            sums.feeds = self._feeds(stand)
        return sums

    def _in_shelves(self, stand: Stand, figure: str) -> Span:
        """W that power shelves turn into heat."""
        watts = partial(self._watts, name=figure)
        return shelves.lost(stand, self.plan.part, watts, self._default("psu-efficiency"))

    def _feeds(self, stand: Stand) -> dict[str, tuple[Span, Span]]:
        """Loads of feeds by rack PDUs and by power shelves, which add."""
        watts = partial(self._watts, name="power_max_w")
        found = feed_loads(stand, self.plan.part, watts, of.LOADS)
        by_shelves = shelves.shelf_loads(
            stand, self.plan.part, watts, self._default("psu-efficiency")
        )
        for feed, (normal, after) in by_shelves.items():
            others = found.get(feed, (ZERO, ZERO))
            found[feed] = (others[0] + normal, others[1] + after)
        return found

    def _added(self, loads: list[Table | None], every: list[Table | None]) -> Span:
        """Cables of every load, and coolant of what a liquid cools; a tank has its own."""
        stated = self.plan.design.get("room", {}).get("cable_kg")
        each = (
            self._default("cables-per-device") if stated is None else Span(stated, stated, stated)
        )
        cables = each.scaled(sum(p is not None for p in loads))
        if every[0] is not None and every[0]["kind"] in (*FLOOR_UNITS, "immersion"):
            return cables
        taken = ZERO
        for part in every:
            if part is None:
                continue
            if part["kind"] in ("rear-door", "cdu"):
                cap = part.get("cooling", {}).get("capacity_kw")
                taken = taken + (known(cap) if cap is not None else OPEN)
            elif part["kind"] in of.LOADS:
                watts = self._watts(part, "power_max_w").scaled(0.001).times(of.in_liquid(part))
                wet = part["kind"] == "rack-system"
                taken = taken + (Span(0.0, watts.value, watts.high) if wet else watts)
        litres = taken.times(self._default("coolant-per-kw"))
        return cables + litres.times(Span(0.99, 1.02, 1.031))

    def _watts(self, part: Table | None, name: str) -> Span:
        ratio = self._ratios.get(part["kind"]) if part else None
        return of.power(part, name, ratio, self._worst)

    def _heat(
        self, sums: RackSums, stand: Stand, rack: Table | None, loads: list[Table | None]
    ) -> None:
        """Split a rack's heat: all power becomes heat, cold plates and doors take their part."""
        heat = sums.figures["power_max_kw"]
        air, liquid = ZERO, ZERO
        for part in loads:
            watts = self._watts(part, "power_max_w").scaled(0.001)
            share = of.in_liquid(part)
            air, liquid = air + watts.times(share.rest()), liquid + watts.times(share)
        air = air + self._in_shelves(stand, "power_max_w").scaled(0.001)
        if rack is not None and rack["kind"] == "immersion":
            air, liquid = ZERO, heat
        doors = [
            part
            for one in stand.contents
            if (part := self.plan.part(one["part"])) and part["kind"] == "rear-door"
        ]
        taken, before = ZERO, air
        by_hand = stand.cooling
        if doors and by_hand in ("auto", "rear-door", "direct-to-chip", "immersion"):
            cooling = doors[0].get("cooling", {})
            cap = cooling.get("capacity_kw")
            if cap is None:
                taken, air = Span(0.0, None, air.high), Span(0.0, None, air.high)
            elif cooling.get("water_max_c") is None:  # a rating at nobody knows what water
                taken, air = (
                    Span(0.0, None, air.capped(cap).high),
                    Span(air.beyond(cap).low, None, air.high),
                )
            else:
                taken, air = air.capped(cap), air.beyond(cap)
        sums.figures["air_kw"] = air
        sums.figures["liquid_kw"] = liquid + taken
        tank = rack if rack is not None and rack["kind"] == "immersion" else None
        self._flows(sums, stand, loads, liquid, tank)
        if taken.high > 0:
            flow = _rated_flow(doors[0], taken)
            # Where there may be no heat in air, the door may have nothing to cool.
            sums.door_flow = flow if before.low > 0 else Span(0.0, None, flow.high)
        sums.figures["coolant_lpm"] = sums.plate_flow + sums.door_flow
        if tank is not None and heat.high > 0:
            flow = _rated_flow(tank, liquid)
            sums.figures["coolant_lpm"] = flow if heat.low > 0 else Span(0.0, None, flow.high)
            sums.plate_flow = ZERO
        plated = any(of.in_liquid(part).low > 0 for part in loads)
        sums.method = self._method(stand, rack, heat, liquid, bool(doors), plated)
        room = self._room_method(stand, air, bool(doors))
        tanked = tank is not None
        sums.taken = {
            "immersion": heat if tanked else ZERO,
            "direct-to-chip": ZERO if tanked else liquid,
            "rear-door": taken,
            room: ZERO if tanked else air,
        }

    def _room_method(self, stand: Stand, air: Span, door: bool) -> str:
        """What takes the heat that reaches the room: in-row air, or else perimeter air."""
        by_hand = stand.cooling if stand.cooling in AIR_METHODS else ""
        auto = "" if door else self.air_method(air.low if air.value is None else air.value)
        return "in-row" if (by_hand or auto) == "in-row" else "room-air"

    def _plate_flow(self, loads: list[Table | None], liquid: Span) -> Span:
        """Liquid of cold plates: by the heat, but as stated of parts with one line of a maker."""
        stated = [part for part in loads if part is not None and part.get("coolant_flow")]
        if not stated:
            return liquid.scaled(LPM_PER_KW)
        flow, heat = ZERO, ZERO
        for part in loads:
            if part is not None and part in stated:
                (line,) = part["coolant_flow"]
                flow = flow + known(line["flow_lpm"])
            else:
                heat = heat + self._watts(part, "power_max_w").times(of.in_liquid(part))
        return flow + heat.scaled(LPM_PER_KW / 1000)

    def _flows(
        self,
        sums: RackSums,
        stand: Stand,
        loads: list[Table | None],
        liquid: Span,
        tank: Table | None,
    ) -> None:
        """Air that the devices draw, and liquid of their cold plates."""
        sums.plate_flow = self._plate_flow(loads, liquid)
        rise = self._default("air-delta-t")
        altitude = self.plan.site.get("altitude_m", 0.0)
        thinner = (1 - 2.25577e-5 * altitude) ** 5.25588
        drawn = ZERO
        for part in loads:
            if part is not None and part.get("airflow_m3h") is not None:
                drawn = drawn + known(part["airflow_m3h"])
                continue
            watts = self._watts(part, "power_max_w").times(of.in_liquid(part).rest())
            carried = watts.scaled(3.6 / (AIR * thinner))
            value = None if carried.value is None else carried.value / (rise.value or 1.0)
            drawn = drawn + Span(carried.low / rise.high, value, carried.high / rise.low)
        if (lost := self._in_shelves(stand, "power_max_w")).high > 0:
            carried = lost.scaled(3.6 / (AIR * thinner))
            value = None if carried.value is None else carried.value / (rise.value or 1.0)
            drawn = drawn + Span(carried.low / rise.high, value, carried.high / rise.low)
        sums.figures["airflow_m3h"] = ZERO if tank is not None else drawn

    def _method(
        self,
        stand: Stand,
        rack: Table | None,
        heat: Span,
        liquid: Span,
        door: bool,
        plated: bool,
    ) -> str:
        if heat.high <= 0:
            return ""
        if rack is not None and rack["kind"] == "immersion":
            return "immersion"
        by_hand = stand.cooling if stand.cooling in AIR_METHODS else ""
        if liquid.high > 0:
            return "direct-to-chip" if plated else by_hand
        if by_hand:
            return by_hand
        if door:
            return "rear-door"
        return self.air_method(heat.low if heat.value is None else heat.value)

    def air_method(self, kw: float) -> str:
        """The survey's table: the simplest method planned with, else the strongest there is."""
        bands = [self._band(name) for name in AIR_METHODS]
        for band in bands:
            if kw < band["warn_kw"]:
                return str(band["method"])
        return "rear-door"

    def _band(self, method: str) -> Table:
        return next(band for band in self.plan.bands if band["method"] == method)

    def _totals(self) -> dict[str, Span]:
        names = (*POWER, "weight_kg", "gpus")
        return {name: summed(rack.figures[name] for rack in self.racks.values()) for name in names}

    def _pue(self) -> Span:
        """PUE of the site, or of what takes the heat, weighted with heat."""
        own = self.plan.site.get("pue")
        if own is not None:
            return known(own)
        heat: dict[str, Span] = {}
        for rack in self.racks.values():
            for method, kw in rack.taken.items():
                if kw.high > 0:
                    heat[method] = heat.get(method, ZERO) + kw
        if not heat:
            return self._default("pue")
        each = {method: self._default(f"pue-{method}") for method in heat}
        # Heat that is not known weighs what is certain of it.
        weights = {m: s.low if s.value is None else s.value for m, s in heat.items()}
        total = sum(weights.values())
        shares = {m: w / total if total else 1 / len(weights) for m, w in weights.items()}
        mean = summed(each[method].scaled(shares[method]) for method in heat)
        if all(span.low == span.high for span in heat.values()):
            return mean
        low, high = min(one.low for one in each.values()), max(one.high for one in each.values())
        return Span(low, mean.value, high)

    def _default(self, name: str) -> Span:
        one = self.plan.defaults[name]
        return Span(one["low"], one["value"], one["high"])

    def _facility(self) -> dict[str, Span]:
        it = self.totals["power_max_kw"]
        racks = self.racks.values()
        return {
            "it_kw": it,
            "pue": self.pue,
            "facility_kw": it.times(self.pue),
            "air_kw": summed(rack.figures["air_kw"] for rack in racks),
            "liquid_kw": summed(rack.figures["liquid_kw"] for rack in racks),
            "coolant_lpm": summed(rack.plate_flow for rack in racks)
            + summed(rack.door_flow for rack in racks),
        }

    def _cost(self) -> dict[str, Span]:
        site = self.plan.site
        utilisation, currency = site.get("utilisation", 1.0), site.get("currency", "USD")
        mean = self.totals["power_typical_kw"].scaled(utilisation)
        if utilisation < 1:
            mean = mean + self.totals["power_idle_kw"].scaled(1 - utilisation)
        energy = mean.times(self.pue).scaled(HOURS / 1000)
        tariff = known(site["electricity_price"]) if "electricity_price" in site else OPEN
        default = self.plan.defaults["electricity-price"]
        if "electricity_price" in site and site["electricity_price"] == default["value"]:
            # A template's planning price is no price in another currency.
            tariff = tariff if default["unit"] == f"{currency}/kWh" else OPEN
        if tariff is OPEN and default["unit"] == f"{currency}/kWh":
            tariff = self._default("electricity-price")
        own = {
            # Nobody states a rate of exchange.
            part_id: known(one["amount_cents"] / 100)
            if one.get("currency", "USD") == currency
            else OPEN
            for part_id, one in self.plan.design.get("prices", {}).items()
        }
        prices = {
            part_id: (own[part_id], "")
            if part_id in own
            else of.price(self.plan.part(part_id), currency, self.plan.rates)
            for part_id in self.counts
        }
        dates = [date for _, date in prices.values() if date]
        self.dates = (min(dates, default=""), max(dates, default=""))
        return {
            "energy_mwh_per_year": energy,
            "opex_per_year": energy.times(tariff).scaled(1000),
            "capex": summed(
                span.scaled(self.counts[part_id]) for part_id, (span, _) in prices.items()
            ),
        }


def _rated_flow(unit: Table, heat: Span) -> Span:
    """Water of a door or a tank, L/min: as rated, else estimated from its heat."""
    flow = unit.get("cooling", {}).get("flow_lpm")
    if flow is not None:
        return known(flow)
    return Span(0.0, None if heat.value is None else heat.value * LPM_PER_KW, math.inf)
