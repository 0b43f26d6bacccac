"""Design rules: what a reviewer would find. Findings never block; a person may waive them.

A rule is one function from `Facts` to findings. A new rule goes into the module of its subject and
into `RULES` (or `PLACE_RULES`) below; nothing registers itself.
"""

from collections.abc import Callable, Iterator

from designer.engine.checks import (
    cooling_rules,
    data_rules,
    floor_rules,
    network_rules,
    power_rules,
)
from designer.engine.checks.facts import Facts, Finding
from designer.engine.checks.waivers import grouped, with_waivers
from designer.engine.report import Check

__all__ = ["PLACE_RULES", "RULES", "Facts", "Finding", "findings", "place_findings"]

Rule = Callable[[Facts], Iterator[Finding]]

PLACE_RULES: tuple[Rule, ...] = (
    floor_rules.racks_stand_apart,
    floor_rules.aisles_are_wide_enough,
    floor_rules.rows_are_short_enough,
)
"""Rules of where racks stand and nothing else: they keep while no rack moves."""

RULES: tuple[Rule, ...] = (
    power_rules.feeds_carry_the_rack,
    power_rules.a_lost_feed_leaves_enough,
    power_rules.supplies_survive_a_lost_feed,
    power_rules.feeds_stay_below_half,
    power_rules.outlets_for_every_inlet,
    power_rules.single_corded_devices,
    cooling_rules.heat_within_the_band,
    cooling_rules.rear_doors_hang_where_needed,
    cooling_rules.liquid_racks_have_a_loop,
    cooling_rules.coolant_units_n_plus_one,
    cooling_rules.containment_above_ten_kilowatts,
    cooling_rules.room_air_n_plus_one,
    cooling_rules.air_units_move_enough_air,
    floor_rules.nothing_overlaps,
    floor_rules.mass_within_the_rack,
    floor_rules.floor_carries_the_rack,
    floor_rules.devices_fit_the_depth,
    network_rules.fabric_can_be_built,
    network_rules.a_slot_for_the_fabric_manager,
    network_rules.switches_are_those_of_the_rule,
    data_rules.parts_are_known,
    data_rules.devices_stand_somewhere,
    data_rules.figures_are_known,
    data_rules.prices_are_known,
    data_rules.assumed_figures,
)


def place_findings(facts: Facts) -> tuple[Finding, ...]:
    """Return what the rules of place say."""
    return tuple(finding for rule in PLACE_RULES for finding in rule(facts))


def findings(facts: Facts, places: tuple[Finding, ...]) -> tuple[Check, ...]:
    """Return all findings: errors first, then by rule; waived ones keep their place.

    Parameters
    ----------
    places
        What `place_findings` said of where the racks stand.
    """
    found = [finding for rule in RULES for finding in rule(facts)]
    return with_waivers(grouped((*found, *places)), facts.design.waivers)
