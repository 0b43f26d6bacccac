"""The subject of feeds: rack PDUs, whips, supplies, feeds of the room, and what a loss leaves."""

from typing import Any

from designer.engine.subject import ContentsWork, Filling, Subject
from designer.engine.subjects.contents.fillings import CONTENTS
from designer.engine.subjects.feeds import (
    breaker_rules,
    calc,
    capped_supplies,
    pdu_rules,
    peak_rules,
    phase_rules,
    provision_rules,
    room_rules,
    rules,
)
from designer.engine.subjects.feeds.fates import fates_of
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds, feeds_of
from designer.engine.subjects.feeds.limits import FILLS_UP, NAMES, feed_limits
from designer.engine.subjects.feeds.losing import losing
from designer.engine.subjects.feeds.open_cords import NOTHING_OPEN
from designer.engine.subjects.feeds.peaks import PEAKS, peaks_of
from designer.engine.subjects.feeds.room import (
    POWER_TREE,
    ROOM_POWER,
    power_tree_of,
    room_power_of,
)
from designer.engine.subjects.feeds.together import together


def _feeds(filling: Filling) -> Feeds:
    return feeds_of(filling.filled.wiring, filling.site)


def _losing(known: Feeds, filling: Filling) -> Feeds:
    return losing(known, filling.site)


def _fields(feeds: Feeds) -> dict[str, Any]:
    return {
        "feeds": feeds.feeds,
        "outlets": tuple(one.report for one in feeds.outlets) if _cords_are_sure(feeds) else (),
        "losses": tuple(one.report for one in feeds.inside),
        "fates": fates_of(feeds),
    }


def _cords_are_sure(feeds: Feeds) -> bool:
    """Return whether each cord has one outlet, by whatever is known of the rack.

    Where a rack PDU names no feed, nobody states the supplies of something, or whether it outlives
    a loss, what is worst for a cord is another by each way.
    """
    hang = all(not (draw.is_open or draw.turned) for draw in feeds.lines.draws)
    lasts = all(one.survives is not None for one in feeds.verdicts)
    return hang and lasts and feeds.named is None and feeds.lines.cords == NOTHING_OPEN


SUBJECT = Subject(
    key=FEEDS,
    title="Feeds of racks",
    of_contents=ContentsWork(
        _feeds,
        fields=_fields,
        field_names=("feeds", "outlets", "losses", "fates"),
        limits=feed_limits,
        limit_names=NAMES,
        fills_up=FILLS_UP,
        groups=("power", "device"),
        losing=_losing,
        limits_by_loss=True,
        by_order=True,
    ),
    contents_checks=(
        pdu_rules.feeds_carry_the_rack,
        pdu_rules.a_lost_feed_leaves_enough,
        rules.supplies_carry_their_device,
        rules.supplies_survive_a_lost_feed,
        rules.supplies_of_a_device_share_its_load,
        pdu_rules.feeds_stay_below_half,
        provision_rules.half_rated_circuits_are_no_redundancy,
        phase_rules.phases_are_balanced,
        phase_rules.lines_carry_their_load,
        breaker_rules.breakers_carry_their_load,
        breaker_rules.breakers_carry_continuously,
        breaker_rules.outlets_carry_their_cord,
        capped_supplies.supplies_are_no_larger_than_outlets,
        breaker_rules.no_rating_is_derated_twice,
        pdu_rules.outlets_have_the_right_voltage,
        capped_supplies.supplies_give_what_they_are_rated_for,
        capped_supplies.supplies_take_alternating_current,
        rules.single_corded_devices,
        rules.everything_has_a_power_path,
        rules.supplies_find_an_outlet,
        pdu_rules.pdus_name_a_feed,
    ),
    checks=(rules.cords_lead_somewhere,),
    calc=(
        calc.FEED, calc.PSU, calc.PHASES, calc.OCPD, calc.BRANCH, calc.CHAIN,
        calc.UPS, calc.GENERATOR, calc.BATTERY,
    ),
)  # fmt: skip

OF_TREE = Subject(
    key=POWER_TREE,
    title="Ways of power upstream",
    design=("power",),
    compute=power_tree_of,
)

OF_ROOM = Subject(
    key=ROOM_POWER,
    title="Feeds of the room",
    together=together,
    design=("power",),
    reads=(CONTENTS, POWER_TREE),
    compute=room_power_of,
    checks=(
        room_rules.feeds_are_independent,
        room_rules.feeds_of_the_room_carry_it,
        room_rules.everything_upstream_has_a_source,
        room_rules.everything_upstream_feeds_something,
        room_rules.parts_upstream_are_known,
    ),
)

OF_PEAKS = Subject(
    key=PEAKS,
    title="Peaks of milliseconds upstream",
    design=("power",),
    reads=(CONTENTS, POWER_TREE, ROOM_POWER),
    compute=peaks_of,
    checks=(peak_rules.ups_take_the_peak,),
)
