"""The subjects of the building: what its cooling units carry, and PUE and units in the report."""

from collections.abc import Iterator
from typing import Any

from designer.engine.climate_report import ClimateYear
from designer.engine.report import Facility
from designer.engine.subject import Facts, Headline, Subject
from designer.engine.subjects.climate.drawn_plant import OUTDOORS
from designer.engine.subjects.climate.plant_year import PLANT_YEAR
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.cooling.cooling import COOLING
from designer.engine.subjects.facility import (
    air_calc,
    availability_calc,
    backup_rules,
    calc,
    energy_calc,
    feed_rules,
    heat_rejection,
    loop_rules,
    outdoor_power_rules,
    rated_water_rules,
    rating_rules,
    row_air,
    rules,
    water_rules,
    weather_rules,
    year_rules,
)
from designer.engine.subjects.facility.chain import TEMPERATURES, chain_of
from designer.engine.subjects.facility.chain_writing import chain_written
from designer.engine.subjects.facility.cooling_losses import (
    COOLING_LOSSES,
    cooling_losses_of,
    losing_of,
)
from designer.engine.subjects.facility.door_limits import limits_after
from designer.engine.subjects.facility.facility import FACILITY, facility_of
from designer.engine.subjects.facility.plant import PLANT, Plant, plant_of
from designer.engine.subjects.facility.plant import losing_of as plant_losing_of
from designer.engine.subjects.facility.units import Shared
from designer.engine.subjects.facility.writing import losses_written, written
from designer.engine.subjects.facility.year import CLIMATE, climate_of
from designer.engine.subjects.facility.year_writing import year_written
from designer.engine.subjects.feeds.feeds import FEEDS
from designer.engine.subjects.feeds.room import POWER_TREE, ROOM_POWER
from designer.engine.subjects.totals.sums import SUMS
from designer.engine.subjects.upstream.plant import PLANT_POWER
from designer.engine.together_report import LossAsked


def _headlines(facility: Facility) -> Iterator[Headline]:
    yield Headline("facility power", facility.figure("facility_kw"))
    yield Headline("CDUs", facility.figure("cdu_units"))
    yield Headline("CDUs needed", facility.figure("cdu_units_needed"))
    yield Headline("air units", facility.figure("cooling_units"))
    yield Headline("air units needed", facility.figure("cooling_units_needed"))
    yield Headline("coolant flow", facility.figure("coolant_lpm"))


def _with_one_lost(plant: Plant) -> Iterator[Headline]:
    """Yield what cooling units have to carry, of what they can with the largest of them lost."""
    for what, carried in (("heat in the room's air", plant.air), ("air moved", plant.airflow)):
        yield from _carried(f"{what}, one unit lost", carried)
    for one in plant.loops:
        if one.inside:  # a limit of its rack
            continue
        of = f" of {one.loop.name or one.loop.id}" if one.loop is not None else ""
        key = one.loop.id if one.loop is not None else ""
        yield from _carried(f"heat on CDUs{of}, one lost", one.heat, f"{key} heat")
        yield from _carried(f"flow of CDUs{of}, one lost", one.flow, f"{key} flow")


def _carried(what: str, carried: Shared, key: str = "") -> Iterator[Headline]:
    if carried.load.high > 0:
        yield Headline(what, carried.load, key, limit=carried.left)


def _of_the_year(year: ClimateYear) -> Iterator[Headline]:
    if year.is_computed:
        yield Headline("water a year", year.figure("water_m3_per_year", "m³ a year"))


OF_PLANT = Subject(
    key=PLANT,
    title="Cooling units",
    design=("loops", "racks", "rows", "devices", "assemblies", "site", "weather_years"),
    reads=(CONTENTS, COOLING, FEEDS),
    compute=plant_of,
    losing=plant_losing_of,
    checks=(row_air.air_of_each_aisle,),
    headlines=_with_one_lost,
)


def _without_cooling(facts: Facts, asked: LossAsked) -> dict[str, Any]:
    """Return what the loss of several things together leaves uncooled: the site has no other."""
    known = {loss.id: loss for loss in facts[COOLING_LOSSES].of_units}
    for unit in asked.units:
        if unit.id not in known:
            raise LookupError(f"the loss of {unit.id} cannot be told with another")
    return {
        "cooling": next(iter(facts[COOLING_LOSSES].of_feeds), None),
        "doors": limits_after(facts, frozenset(asked.racks)),
    }


OF_LOSSES = Subject(
    key=COOLING_LOSSES,
    title="Losses of cooling units",
    design=("site",),
    reads=(CONTENTS, COOLING, FEEDS, PLANT),
    compute=cooling_losses_of,
    losing=losing_of,
    section="cooling",
    write=losses_written,
    together=_without_cooling,
)
OF_CHAIN = Subject(
    key=TEMPERATURES,
    title="Temperature chain",
    design=("site", "weather_years"),
    reads=(CONTENTS, COOLING, PLANT),
    compute=chain_of,
    section="temperatures",
    write=chain_written,
)
OF_YEAR = Subject(
    key=CLIMATE,
    title="Climate",
    design=("site", "power"),
    reads=(CONTENTS, PLANT, SUMS, PLANT_YEAR, POWER_TREE, ROOM_POWER),
    compute=climate_of,
    section="climate",
    write=year_written,
    headlines=_of_the_year,
)
SUBJECT = Subject(
    key=FACILITY,
    title="Facility",
    design=("site", "weather_years", "power"),
    reads=(CONTENTS, FEEDS, PLANT, PLANT_POWER, POWER_TREE, SUMS, CLIMATE, OUTDOORS),
    compute=facility_of,
    section="facility",
    checks=(
        rules.liquid_racks_have_a_loop,
        rules.loops_name_what_is_there_once,
        rules.coolant_units_n_plus_one,
        feed_rules.coolant_units_survive_a_lost_feed,
        backup_rules.coolant_flows_while_the_mains_are_out,
        loop_rules.units_move_the_coolant,
        loop_rules.units_press_it_through_the_racks,
        loop_rules.coolant_rises_no_more_than_planned,
        loop_rules.air_of_liquid_racks_is_taken,
        loop_rules.leaks_are_found_and_shut_off,
        rules.doors_have_water,
        rules.room_air_n_plus_one,
        feed_rules.room_air_survives_a_lost_feed,
        rules.air_units_move_enough_air,
        feed_rules.airflow_survives_a_lost_feed,
        rated_water_rules.units_get_water_as_cold_as_rated,
        rated_water_rules.supply_air_is_warmer_than_its_water,
        rules.cold_plates_get_coolant_cold_enough,
        water_rules.nothing_sweats,
        water_rules.doors_take_their_heat,
        weather_rules.outside_air_takes_the_heat,
        weather_rules.weather_makes_the_water,
        weather_rules.plant_is_as_drawn,
        heat_rejection.one_cooler_may_be_lost,
        outdoor_power_rules.mains_carry_the_plant_outdoors,
        outdoor_power_rules.sets_carry_the_plant_outdoors,
        outdoor_power_rules.sets_have_enough_to_do,
        rules.assumed_pue,
        year_rules.stated_pue_is_possible,
        year_rules.climate_is_known,
        rating_rules.rating_is_met,
        rating_rules.there_is_room_for_growth,
        year_rules.water_stays_within_its_cap,
    ),
    calc=(
        calc.CDU,
        calc.FACILITY,
        energy_calc.ENERGY,
        calc.PUE,
        calc.WUE,
        air_calc.ECONOMIZER,
        availability_calc.AVAILABILITY,
    ),
    write=written,
    headlines=_headlines,
)
