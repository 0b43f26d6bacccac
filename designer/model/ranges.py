"""The one table of what a figure can be: designs, parts and the parameters of `calc`.

A range is physical: beyond it a figure is a slip of the pen or of the unit, not an unusual design.
Whoever takes figures in asks here: files, own parts, imports, edits, forms, `calc`. A figure is
looked up as `Record.field`, then by its field's name, then by the unit that the name ends in; for
`calc` the record is called `calc`. The next figure is one more line. Pure; may import the range,
the records' base and the counting of this room.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Final, get_args

from designer.model.counting import MOST_ALIKE
from designer.model.figure_range import Range
from designer.model.record import Record
from designer.model.source_places import Path
from designer.model.units import unit_of


def _count(low: int = 0, high: float = 1e9, reason: str = "") -> Range:
    return Range(low, high, reason=reason, whole=True)


_LONG_MM: Final = 10_000_000
_PLACE: Final = Range(-_LONG_MM, _LONG_MM, "mm", "10 km each way")
_SIZE: Final = Range(1, _LONG_MM, reason="up to 10 km")
_PART_OF_ONE: Final = Range(0.01, 1)
_WATER: Final = Range(-20, 90, reason="liquid water or glycol")
_VOLTS: Final = Range(0, 1_200_000, "V", "no grid is above 1,150 kV", above=True)
_AMPS: Final = Range(0, 1_000_000, "A")
_GENERATION: Final = _count(0, 100)
_OVERSUBSCRIPTION: Final = Range(0.01, 1000, reason="capacity down over up; 1 is non-blocking")
_POWER: Final = Range(0, 100_000_000, reason="100 GW")
_SOME_MASS: Final = Range(0, 1_000_000, above=True)
_SOME_POWER: Final = Range(0.001, 100_000_000, reason="from 1 W")

_RANGES: Final[dict[str, Range]] = {
    # Site. Dead Sea shore −438 m; the troposphere of ISO 2533 holds to 11 km.
    "altitude_m": Range(-500, 10_000, reason="from the lowest shore to above any settlement"),
    "electricity_price": Range(0, 1_000_000, reason="a kWh, in the currency of the site"),
    # Oil shale and lignite reach some 1,200 g over the life cycle (IPCC AR5, annex III).
    "gpus_needed": _count(1),
    "growth_pct": Range(0, 1000, "%"),
    **dict.fromkeys(
        ("cost_years", "gpu_life_years", "refresh_years"),
        Range(0, 100, "years", reason="of a cluster", above=True),
    ),
    **dict.fromkeys(("residual_share", "cloud_billed_share"), Range(0, 1, reason="part")),
    **dict.fromkeys(
        (
            "support_share", "installation_share", "delivery_share", "spares_share",
            "insurance_share",
        ),
        Range(0, 1, reason="part of the price of the hardware"),
    ),
    "SpareRule.percent": Range(0, 1000, "%", "of those that are installed"),
    "SpareRule.at_least": _count(0, 1_000_000),
    "people": Range(0, 100_000, reason="who run it"),
    "discount_rate": Range(0, 1, reason="of a year: 0.08 is 8 %"),
    **dict.fromkeys(
        (
            "other_opex_per_year", "licences_per_gpu_year", "cloud_per_gpu_hour",
            "cloud_reserved_per_gpu_hour", "cloud_spot_per_gpu_hour", "hall_per_kw_month",
            "building_per_mw", "person_per_year", "demand_charge_per_kw_month",
            "software_at_first", "land_and_design",
        ),
        Range(0, 1e12, reason="in the currency of the site"),
    ),
    "grid_g_per_kwh": Range(0, 2_000, reason="g CO2e for each kWh of a grid"),
    "power_factor": Range(0, 1, reason="kW for each kVA", above=True),
    "continuous_derate": Range(0, 1, reason="usable part of a breaker", above=True),
    "derate": Range(0, 1, reason="usable part of a breaker", above=True),
    "breaker_continuous": Range(0, 1, reason="usable part of a breaker", above=True),
    "ambient_factor": Range(0, 2, reason="cold air lets a breaker carry more", above=True),
    "breaker_amps": Range(0, 1_000_000, "A", above=True), "breakers": _count(1, 1000),
    "breaker_poles": _count(1, 2),
    # ISO/IEC 30134-2: total over IT energy, the total containing the IT energy.
    "pue": Range(1, 10, reason="the building's power contains that of the IT"),
    "utilisation": Range(0, 1, reason="part of the time"),
    "cooling_water_c": _WATER,
    "supply_c": _WATER,
    "supply_air_c": Range(-40, 60),
    "air_rise_k": Range(1, 40), "air_bypass": Range(0, 2, reason="beside what racks draw"),
    "wue_max_l_per_kwh": Range(0, 20, reason="water for each kWh of IT energy"),
    "latitude": Range(-90, 90, "°"), "longitude": Range(-180, 180, "°"),
    "utc_h": Range(-12, 14), "elevation_m": Range(-500, 10_000),
    "pressure_kpa": Range(20, 120, reason="of air outdoors"),
    "room_dew_point_c": Range(-40, 40, reason="air of a hall"),
    "design_dry_bulb_c": Range(-40, 60, reason="outdoor air"),
    "design_wet_bulb_c": Range(-40, 40, reason="outdoor air"),
    "rejection_approach_k": Range(0, 40),
    "rejection_units": _count(0, 10_000),
    "rejection_unit_kw": _SOME_POWER,
    "building_air_kw": Range(0, 100_000_000, "kW", "100 GW"),
    "building_water_kw": Range(0, 100_000_000, "kW", "100 GW"),
    "Loop.delta_t_k": Range(0.5, 60, reason="return over supply"),
    "ambient_c": Range(-60, 60),
    # Floor.
    "x_mm": _PLACE, "y_mm": _PLACE, "outline": _PLACE, "corners": _PLACE,
    "end_x_mm": _PLACE, "end_y_mm": _PLACE,
    "width_mm": _SIZE, "depth_mm": _SIZE, "height_mm": _SIZE, "tile_mm": _SIZE,
    "scale": _count(1, 100_000),
    "floor_limit_kpa": Range(0, 1000, above=True),
    "tile_load_kg": Range(0, 100_000, reason="one tile", above=True),
    "rating_kg": Range(0, 1_000_000, above=True), "at_mm": _PLACE,
    "Provenance.low": Range(0, 10**9), "Provenance.high": Range(0, 10**9),
    "slope_pct": Range(0, 100, reason="a ramp that a rack is rolled up"),
    "cable_kg": Range(0, 1000, reason="cables of one device"),
    "cable_slack_pct": Range(0, 100, "%", "of the run"),
    "cable_loop_m": Range(0, 50), "cable_side_m": Range(0, 10),
    "lead_weeks": Range(0, 520, "weeks"),
    "patch_panels": _count(0, 20), "carries_kg_per_m": Range(0, 10_000, above=True),
    "fill_pct": Range(0, 100, "%", "of the section", above=True),
    **dict.fromkeys(
        ("Underlay.wide", "Underlay.high"),
        Range(0, 1e9, reason="in units of the drawing", above=True),
    ),
    "Underlay.mm_per_unit": Range(0, 1e7, "mm", "a unit of the drawing", above=True),
    "Underlay.turn_deg": Range(-360, 360, "°"), "Underlay.opacity_pct": Range(1, 100, "%"),
    "coolant_l": Range(0, 10_000, reason="coolant in one thing"),
    # Racks: the tallest on sale have 60 units; positions count from 1, 0 is none.
    "half_u": _count(0, 200), "height_half_u": _count(0, 200),
    "u": Range(0, 100, "U"), "pitch": Range(-100, 100, "U"),
    "repeat": _count(1, MOST_ALIKE),
    "RackFigures.units": _count(1, 100), "inside_units": _count(1, 100),
    "InsideUnit.spans": _count(1, 100),
    "Revision.entry": _count(0, 100_000), "Stage.order": _count(-100_000, 100_000),
    "KeptPlace.last": _count(0, 10_000_000),
    # Upstream.
    "volts": _VOLTS, "volts_min": _VOLTS, "volts_max": _VOLTS,
    "amps": _AMPS, "amps_max": _AMPS, "tap_amps_max": _AMPS,
    "phases": _count(1, 3),
    "efficiency": Range(0, 1, reason="output over input", above=True),
    "efficiency_eco": Range(0, 1, reason="output over input", above=True),
    **dict.fromkeys(
        ("efficiency_25", "efficiency_50", "efficiency_75", "efficiency_100"),
        Range(0, 1, reason="output over input", above=True),
    ),
    "battery_minutes": Range(0, 100_000, "min"),
    "overload_1_min": Range(1, 20, reason="of its rating"),
    "overload_10_min": Range(1, 20, reason="of its rating"),
    "pulse": Range(1, 10, reason="of the rating of a shelf"),
    "pulse_ms": Range(0, 60_000, above=True), "duration_ms": Range(0, 60_000, above=True),
    "whips": _count(1, 12), "whip_a": _AMPS, "bus_a": _AMPS,
    "bus_volts_min": _VOLTS, "bus_volts_max": _VOLTS,
    "battery_kwh": Range(0, 100_000_000, "kWh"),
    "fuel_hours": Range(0, 100_000, "h"),
    "modules": _count(1, 10_000), "spare_modules": _count(0, 10_000),
    **dict.fromkeys(
        ("Unpublished.low", "Unpublished.high"),
        Range(-1e9, 1e12, reason="in the unit of the figure that it bounds"),
    ),
    "voltage_drop_pct": Range(0, 100, "%"), "impedance_pct": Range(0, 100, "%", above=True),
    # Networks.
    "rails": _count(1, 1024), "planes": _count(1, 64), "breakout": _count(1, 64),
    "oversubscription": _OVERSUBSCRIPTION, "spine_oversubscription": _OVERSUBSCRIPTION,
    "spines": _count(0, 100_000), "hosts": _count(0, 100_000), "width": _count(0, 100_000),
    "global_links": _count(0, 100_000), "Fabric.shape": _count(1, 100_000),
    "bisection_target_pct": Range(0, 100, "%", above=True), "length_spread_m": Range(0, 10_000),
    "Fabric.tiers": _count(0, 3), "calc.tiers": _count(0, 3),
    "tiers": _count(0, 4), "su_nodes": _count(), "reserved_slots": _count(),
    "planned_nodes": _count(), "target_leaves": _count(), "target_links": _count(),
    "length_m": Range(0, 100_000), "lengths_m": Range(0, 100_000),
    "links": _count(1, 1000), "far_ends": _count(1, 64),
    "spare_units": _count(0, 1000), "logical_ports": _count(1, 100_000),
    "fibres": _count(0, 1_000_000), "mpo_ports": _count(0, 10_000), "lc_ports": _count(0, 10_000),
    "card_slots": _count(1, 1000), "card_ports": _count(1, 10_000),
    "card_price_cents": _count(0, 1e12), "packets_mpps": Range(0, 1e9),
    "throughput_tbps": Range(0, 1_000_000),
    # Workloads.
    "tokens": Range(0, 1e18),
    **dict.fromkeys(
        (
            "calc.input_tokens_s", "calc.output_tokens_s", "calc.prefill_tokens_s",
            "calc.decode_tokens_s",
        ),
        Range(0, 1e12, "tokens/s"),
    ),
    "calc.acceptance": Range(0, 1), "calc.cached": Range(0, 1), "calc.changed": Range(0, 1),
    "calc.draft_cost": Range(0, 10), "calc.watts": Range(0, 10_000, "W", above=True),
    "Workload.wanted_days": Range(0, 100_000, "days", above=True),
    "Workload.gpu_read_gb_s": Range(0, 1_000, "GB/s", above=True),
    "Workload.save_s": Range(0, 86_400, "s", above=True),
    "Workload.interval_s": Range(0, 1e8, "s", above=True),
    "Workload.restart_s": Range(0, 86_400, "s"),
    "Workload.global_batch": _count(1, 10_000_000),
    "Workload.sequence_tokens": _count(1, 100_000_000),
    "Workload.prompt_tokens": _count(1, 100_000_000),
    "Workload.answer_tokens": _count(1, 100_000_000),
    "Workload.requests_per_s": Range(0, 1e9), "Workload.token_ms": Range(0, 1e6, above=True),
    "Workload.first_token_ms": Range(0, 1e7, above=True),
    "Platform.tensor": _count(1, 100_000), "Platform.pipeline": _count(1, 100_000),
    "Platform.data": _count(1, 10_000_000),
    "gpu_utilization_pct": Range(0, 100, "%"), "gpu_temperature_c": Range(0, 200),
    # Parts.
    "liquid_fraction": Range(0, 1, reason="part of the heat"),
    "inlet_min_c": Range(-60, 100), "inlet_max_c": Range(-60, 100),
    "coolant_max_c": Range(-20, 150), "water_max_c": Range(-20, 150), "air_in_c": Range(0, 100),
    "temperature_max_c": Range(0, 200),
    "year": _count(1900, 2100),
    "kg_per_m": Range(0, 10_000, "kg/m"),
    "iops": Range(0, 1e12),
    "pcie_generation": _GENERATION, "nvme_generation": _GENERATION,
    "tensor_generation": _GENERATION,
    **dict.fromkeys(
        (
            "gpus", "nodes", "count", "cages", "outlets_c13", "outlets_c19", "outlets_either",
            "scope_units", "bank_c13", "bank_c19", "throttles_from",
            "sm_count", "cuda_cores", "tensor_cores", "rt_cores", "compute_units", "cores",
            "threads", "memory_channels", "pcie_lanes", "scaleup_links", "roce_ports",
            "mig_instances", "chips_per_pod", "cpus", "nvme_drives", "nvlink_switches",
            "nvlink_domain_gpus", "compute_trays", "switch_trays", "power_shelves", "pumps",
        ),
        _count(),
    ),
    # What an import of types for racks takes for a figure and not for a slip of the unit.
    "DeviceType.mass_kg": Range(0, 5000, reason="a device in a rack", above=True),
    "RackType.outer_mm": Range(0, 5000, reason="a rack", above=True),
    # Parameters of `calc` that are asked for otherwise than records hold them.
    "calc.count": _count(1, 1000), "calc.feeds": _count(0, 1000), "calc.lost_feeds": _count(0, 64),
    "calc.nodes": _count(1), "calc.radix": _count(0, 100_000), "calc.spine_radix": _count(0, 1e5),
    "calc.racks": _count(), "calc.breakout": _count(0, 64), "calc.max_tiers": _count(1, 4),
    "calc.hops": _count(0, 1000), "calc.switch_ns": Range(0, 1e9, "ns"),
    "calc.endpoint_ns": Range(0, 1e9, "ns"), "calc.cable_m": Range(0, 1_000_000, "m"),
    "calc.ranks": _count(1), "calc.tensor": _count(1, 100_000), "calc.pipeline": _count(1, 100_000),
    "calc.bytes_per_parameter": Range(0, 64, above=True),
    "calc.fabric_ratio": Range(0, 1, reason="part of the rate", above=True),
    "calc.cage_links": _count(1, 64), "calc.node_cage_links": _count(1, 64),
    "calc.nodes_future": _count(), "calc.cable_price": Range(0, 1_000_000, "USD"),
    "calc.branch_a": _AMPS, "calc.line_a": _AMPS,
    "calc.continuous_a": _AMPS, "calc.noncontinuous_a": _AMPS,
    "calc.idle_kw": _POWER, "calc.floor": Range(0, 1, reason="part of the load"),
    "calc.milliohm": Range(0, 1_000_000, "mΩ", above=True),
    "calc.supplies": _count(1, 100_000), "calc.inrush_a": Range(0, 1_000_000, "A", above=True),
    "calc.breaker_a": _AMPS,
    "calc.peak_factor": Range(1, 10, reason="a peak is not below what is sustained"),
    "calc.efficiencies": _PART_OF_ONE, "calc.best": _PART_OF_ONE,
    "calc.kw": Range(0, 100_000_000, "kW", "100 GW"), "calc.load_kw": _SOME_POWER,
    "calc.unit_kw": _SOME_POWER, "calc.module_kw": _SOME_POWER,
    "calc.load_factor": _PART_OF_ONE, "calc.depth": _PART_OF_ONE,
    "calc.efficiency": _PART_OF_ONE, "calc.ups_efficiency": _PART_OF_ONE,
    "calc.distribution": Range(0, 1, reason="part of the load"),
    "calc.lighting": Range(0, 1, reason="part of the load"),
    "calc.fan_pa": Range(0, 10_000, "Pa"), "calc.fan_efficiency": _PART_OF_ONE,
    "calc.cop": Range(0.1, 100),
    "calc.minutes": Range(0, 100_000, "min"), "calc.hours": Range(0, 1_000_000, "h"),
    "calc.litres_per_kwh": Range(0, 10, "L/kWh"),
    "calc.load": Range(0.01, 1, reason="part of the full load"),
    "calc.fixed": Range(0, 1, reason="part of the losses"), "calc.exponent": Range(0, 3),
    "calc.wue": Range(0, 100, "L/kWh"), "calc.grid_l_per_kwh": Range(0, 1000, "L/kWh"),
    "calc.cycles": Range(1.01, 100, reason="1 is water that is used once"),
    "calc.heat": Range(0, 10, "kWh/kWh"), "calc.evaporated": Range(0, 1, reason="part of the heat"),
    "calc.kwh": Range(0, 1e15, "kWh"), "calc.grid_g_per_kwh": Range(0, 5000, "g/kWh"),
    "calc.market_g_per_kwh": Range(0, 5000, "g/kWh"),
    "calc.grid_lb_per_mwh": Range(0, 11_000, "lb/MWh"),
    "calc.years": Range(0, 100, above=True), "calc.life_years": Range(0.1, 100),
    "calc.board_cm2": Range(0, 10_000), "calc.vram_dies": _count(1, 1000),
    "calc.die_mm2": Range(1, 10_000, reason="a die that a wafer of 300 mm holds"),
    "calc.vram_gb": Range(0, 10_000, above=True),
    "calc.air_m3": Range(0, 1e9, "m³"), "calc.liquid_m3": Range(0, 1e6, "m³"),
    "calc.rise_k": Range(0, 100),
    "calc.level_db": Range(0, 194, "dB(A)", "a louder sound is none: its troughs are a vacuum"),
    "calc.racks_apart": _count(0, 10_000), "calc.rack_height_u": Range(1, 100, "U"),
    "calc.from_u": Range(0, 100, "U"), "calc.to_u": Range(0, 100, "U"),
    "calc.side_m": Range(0, 10), "calc.loop_m": Range(0, 50),
    "calc.slack_pct": Range(0, 100, "%", "of the run"), "calc.panels": _count(0, 20),
    "calc.cables": _count(0), "calc.diameter_mm": Range(0, 1000, above=True),
    "calc.fill_pct": Range(0, 100, "%", above=True),
    "calc.kg_per_m": Range(0, 1000, "kg/m"),
    "sound_dba": Range(0, 194, "dB(A)", "a louder sound is none: its troughs are a vacuum"),
    "calc.number": _count(1, 1_000_000),
    "calc.casters": _count(3, 100), "calc.sizes_a": _AMPS,
    "calc.metres_per_k": Range(1, 100_000, "m"), "calc.devices": _count(1),
    "calc.overhead": Range(1, 10, reason="a node takes no less than what is in it"),
    "calc.usd_per_kwh": Range(0, 100, "USD/kWh"),
    **dict.fromkeys(
        (
            "calc.capex", "calc.opex_per_year", "calc.node_usd", "calc.switch_usd",
            "calc.cables_per_node_usd", "calc.facility_per_node_usd", "calc.usd_per_mw",
            "calc.cloud_per_gpu_hour", "calc.usd_per_gpu_year", "calc.budget",
        ),
        Range(0, 1e13, "USD", "ten trillion"),
    ),
    "calc.uneven": Range(1, 4, reason="one of four casters carries at most all"),
    "calc.acts_from": Range(1, 100), "calc.acts_to": Range(1, 100),
    "calc.rack_usd": Range(1, 1e13, "USD"),
    "calc.rate": Range(0, 1, reason="interest of a year, 0.05 for 5 %"),
    "calc.discount": Range(0, 1, reason="of a year, 0.08 for 8 %"),
    "calc.premium": Range(0, 10), "calc.switches": _count(),
    "calc.saving": Range(0, 1, reason="part of the rate on demand"),
    "calc.paid_after_months": Range(0, 12_000, "months"),
    "calc.residual": Range(0, 1, reason="part of the capital"),
    "calc.power_share": Range(0, 1, reason="part of the capital"),
    "calc.gpu_share": Range(0, 1, reason="part of the price of a rack"),
    "calc.it_mw": Range(0, 100_000, "MW", "100 GW"),
    "calc.availability_pct": Range(0, 100, "%"), "calc.correlation": Range(0, 0.99),
    "calc.gpus_per_node": _count(1, 1000), "calc.nodes_needed": _count(),
    "calc.group_nodes": _count(1), "calc.group_switches": _count(0, 1000),
    **dict.fromkeys(
        (
            "calc.sets", "calc.sets_needed", "calc.ups_sides", "calc.cdu_pumps", "calc.coolers",
            "calc.coolers_needed",
        ),
        _count(0, 1000),
    ),
    **dict.fromkeys(
        (
            "calc.node_failures", "calc.switch_failures", "calc.site_failures",
            "calc.utility_failures", "calc.set_run", "calc.ups_failures", "calc.pump_failures",
            "calc.cdu_failures", "calc.cooler_failures",
        ),
        Range(0, 1_000_000),
    ),
    **dict.fromkeys(
        (
            "calc.node_repair_h", "calc.switch_repair_h", "calc.site_repair_h", "calc.ups_repair_h",
            "calc.pump_repair_h", "calc.cdu_repair_h", "calc.cooler_repair_h",
        ),
        Range(0, 100_000, "h"),
    ),
    "calc.utility_repair_h": Range(0, 100_000, "h", above=True),
    **dict.fromkeys(
        (
            "calc.set_out", "calc.set_start", "calc.start_common", "calc.run_common",
            "calc.ups_common", "calc.pump_common",
        ),
        Range(0, 1, reason="a probability or a part"),
    ),
    "calc.dynamic_kg": _SOME_MASS, "calc.static_kg": _SOME_MASS,
    "calc.dry_bulb_c": Range(-40, 60), "calc.inlet_c": Range(-40, 60),
    "calc.room_c": Range(-40, 60),
    "calc.dew_point_c": Range(-60, 60), "calc.rh_pct": Range(0, 100, above=True),
    "calc.margin_k": Range(0, 20), "calc.rated_kw": _SOME_POWER,
    "calc.water_c": _WATER, "calc.rated_water_c": _WATER,
    "calc.flow_lpm": Range(0, 1e8, above=True),
    "calc.parameters_b": Range(0, 1_000_000, above=True),
    **dict.fromkeys(
        ("calc.layers", "calc.heads", "calc.kv_heads", "calc.interleave"), _count(1, 100_000)
    ),
    **dict.fromkeys(
        ("calc.hidden", "calc.head_dim", "calc.ffn", "calc.vocab"), _count(1, 100_000_000)
    ),
    **dict.fromkeys(
        ("calc.tp", "calc.pp", "calc.dp", "calc.cp", "calc.ep", "calc.micro_batch"),
        _count(1, 1_000_000),
    ),
    "calc.global_batch": _count(1), "calc.seq": _count(1), "calc.sequences": _count(1),
    "calc.isl": _count(1), "calc.osl": _count(1), "calc.batch": _count(1),
    "calc.tflops_16": Range(0, 1e9, "TFLOP/s", above=True),
    "calc.usd_per_gpu_hour": Range(0, 1e6, "USD"),
    "calc.requests_per_s": Range(0, 1e9, "1/s", above=True),
    "calc.node_gpus": _count(1, 100_000), "calc.tflops": Range(0, 1e9, "TFLOP/s", above=True),
    "calc.link_gb_s": Range(0, 1e9, "GB/s", above=True),
    "calc.memory_gb_s": Range(0, 1e9, "GB/s", above=True),
    "calc.memory_gb": Range(0, 1e9, "GB", above=True),
    "calc.nic_gbps": Range(0, 1e6, "Gb/s", above=True),
    "calc.gbps": Range(0, 1e6, "Gb/s"),
    "calc.goodput_pct": Range(0, 100, "%", above=True),
    "calc.reserve": Range(0, 10, reason="part of what is allocated"),
    "calc.bytes_per_param": Range(0, 64, above=True), "calc.readers": _count(1, 1_000_000),
    "calc.interval_s": Range(0, 1e9, above=True), "calc.window_s": Range(0, 1e9, above=True),
    "calc.read_gb_s": Range(0, 1e9, above=True),
    "calc.save_s": Range(0, 1e9, above=True), "calc.restart_s": Range(0, 1e9),
    "calc.mtbf_gpu_hours": Range(0, 1e12, above=True),
    **dict.fromkeys(
        ("calc.token_ms", "calc.first_token_ms", "calc.tpot_ms"), Range(0, 1e9, "ms", above=True)
    ),
    "calc.guesses": _count(0, 1000),
    "calc.memory_share": Range(0, 1, reason="part of the memory", above=True),
    "calc.base_gpus": _count(1), "calc.adapters": _count(0, 1_000_000),
    "calc.rank": _count(1, 100_000),
    "calc.longest_osl": _count(1), "calc.reserved_tokens": _count(1),
    "calc.requests_per_minute": Range(0, 1e12, "1/min", above=True),
    "calc.requests_per_hour": Range(0, 1e12, "1/h", above=True),
    "calc.tokens_per_minute": Range(0, 1e18, "tokens/min", above=True),
    "calc.concurrent": _count(1), "calc.context_tokens": _count(1), "calc.output_tokens": _count(1),
    "calc.request_s": Range(0, 1e6, "s", above=True),
    **dict.fromkeys(
        ("calc.usd_per_million_input", "calc.usd_per_million_output"), Range(0, 1e6, "USD")
    ),
    "calc.flop": Range(0, 1e40, "FLOP", above=True), "calc.days_asked": Range(0, 1e6, above=True),
    "calc.mfu": Range(0, 1, reason="part of the dense peak", above=True),
    "calc.delta_t_k": Range(0.1, 200), "calc.approaches": Range(0, 100, "K"),
}  # fmt: skip

_BY_UNIT: Final[tuple[tuple[str, Range], ...]] = (
    ("_mm", Range(0, _LONG_MM, reason="up to 10 km")),
    ("_kg", Range(0, 1_000_000)),
    ("_kw", _POWER),
    ("_kva", Range(0, 100_000_000)),
    ("_w", Range(0, 1e9)),
    ("_m3h", Range(0, 1e9)),
    ("_lpm", Range(0, 1e8)),
    ("_lph", Range(0, 1e6)),
    ("_kpa", Range(0, 10_000)),
    ("_l", Range(0, 1e9)),
    ("_c", Range(-60, 200)),
    ("_k", Range(0, 200)),
    ("_gbps", Range(0, 1e6)),
    ("_gb_s", Range(0, 1e9)),
    ("_pb", Range(0, 1e6)),
    ("_tb", Range(0, 1e9)),
    ("_gb", Range(0, 1e9)),
    ("_gb_max", Range(0, 1e9, "GB")),
    ("_mb", Range(0, 1e9)),
    ("_kb_per_sm", Range(0, 1e6)),
    ("_tflops", Range(0, 1e9)),
    ("_tops", Range(0, 1e9)),
    ("_ghz", Range(0, 100, above=True)),
    ("_ns", Range(0, 1e9)),
    ("_nm", Range(600, 2000, reason="light that fibres carry")),
    ("_s", Range(0, 1e6)),
    ("_m", Range(0, 1_000_000)),
    ("_cents", Range(0, 1e15, reason="hundredths of the currency")),
)
"""Ends of field names; the first that fits counts."""


@cache
def range_of(record: str, field: str) -> Range | None:
    """Return what a figure can be; None where it is no figure, or nothing bounds it.

    Parameters
    ----------
    record
        Name of the record's class, such as `Site` or `Part`; `calc` for a parameter.
    field
        Name of the field.
    """
    found = _RANGES.get(f"{record}.{field}") or _RANGES.get(field)
    found = found or next((bounds for end, bounds in _BY_UNIT if field.endswith(end)), None)
    return replace(found, unit=unit_of(field)) if found and not found.unit else found


def range_at(record: type[Record], names: tuple[str, ...]) -> Range | None:
    """Return what the figure at a path of field names below a record can be; None as `range_of`."""
    for name in names[:-1]:
        field = record.model_fields.get(name)
        inner = [k for k in _leaves(field.annotation) if issubclass(k, Record)] if field else []
        if len(inner) != 1:
            return None
        record = inner[0]
    return range_of(record.__name__, names[-1])


def problem(record: str, field: str, value: object) -> str:
    """Return one line on a figure that cannot be: what, the range with its unit, and why.

    Empty where the figure is fine, is not known (None), is no number or has no range.
    """
    bounds = range_of(record, field)
    if bounds is None or (type(value) in _NUMERIC and bounds.holds(value)):  # type: ignore[arg-type]  # a number
        return ""
    # As nearly all of the thousands that a file holds.
    if isinstance(value, int | float) and not isinstance(value, bool):
        return bounds.problem(field, value)
    found = (bounds.problem(field, number) for number in _numbers(value))
    return next((line for line in found if line), "")


def out_of_range(record: Record) -> Iterator[tuple[Path, str]]:
    """Yield path and problem of every figure of a record, and of the records in it, that cannot be.

    A tuple of numbers is one figure.
    """
    bounded, nested = _looked_at(type(record))
    said = record.model_fields_set  # what is not said is a default
    for field, bounds in bounded:
        value = getattr(record, field) if field in said else None
        # Most figures are one number that can be: an import asks for thousands of them.
        if value is None or (isinstance(value, int | float) and bounds.holds(value)):
            continue
        impossible = (number for number in _numbers(value) if not bounds.holds(number))
        wrong = next((bounds.problem(field, number) for number in impossible), "")
        if wrong:
            yield (field,), wrong
    for field, wrong in record.own_problems():
        yield (field,), wrong
    for field in nested:
        value = getattr(record, field) if field in said else None
        if isinstance(value, Record):
            yield from (((field, *path), wrong) for path, wrong in out_of_range(value))
        elif isinstance(value, tuple):
            for index, item in enumerate(value):
                if isinstance(item, Record):
                    for path, wrong in out_of_range(item):
                        yield (field, index, *path), wrong


def are_in_range(records: Sequence[Record]) -> bool:
    """Return whether `out_of_range` finds nothing in records of one kind; it may doubt a fine one.

    For thousands at once: of each figure the values are asked, which are few.
    """
    if not records:
        return True
    kind = type(records[0])
    bounded, nested = _looked_at(kind)
    own = kind.own_problems is not Record.own_problems
    if own or any(getattr(record, field) for field in nested for record in records):
        return all(next(out_of_range(record), None) is None for record in records)
    return all(
        value is None or all(map(bounds.holds, _numbers(value)))
        for field, bounds in bounded
        for value in {getattr(record, field) for record in records}
    )


@cache
def _looked_at(record: type[Record]) -> tuple[tuple[tuple[str, Range], ...], tuple[str, ...]]:
    """Return a record's fields that have a range, with it, and those that may hold records."""
    leaves = {name: _leaves(field.annotation) for name, field in record.model_fields.items()}
    ranges = {name: range_of(record.__name__, name) for name in leaves if leaves[name] & _NUMERIC}
    bounded = tuple((name, bounds) for name, bounds in ranges.items() if bounds)
    nested = (n for n, kinds in leaves.items() if any(issubclass(k, Record) for k in kinds))
    return bounded, tuple(nested)


_NUMERIC: Final[frozenset[type]] = frozenset({int, float})


def _leaves(annotation: object) -> frozenset[type]:
    """Return the classes that a field's type is made of."""
    inner = get_args(annotation)
    if inner:
        return frozenset().union(*(_leaves(part) for part in inner))
    return frozenset({annotation}) if isinstance(annotation, type) else frozenset()


def _numbers(value: object) -> tuple[float, ...]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return (value,)
    if isinstance(value, tuple | list):
        return tuple(number for item in value for number in _numbers(item))
    return ()
