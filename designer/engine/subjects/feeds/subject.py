"""The subject of feeds: rack PDUs, the supplies on them, and what a lost feed leaves."""

from typing import Any

from designer.engine.subject import ContentsWork, Filling, Subject
from designer.engine.subjects.feeds import calc, rules
from designer.engine.subjects.feeds.feeds import FEEDS, Feeds, feeds_of
from designer.engine.subjects.feeds.limits import feed_limits
from designer.engine.subjects.power.power import POWER


def _feeds(filling: Filling) -> Feeds:
    return feeds_of(filling.filled, filling.site)


def _fields(feeds: Feeds) -> dict[str, Any]:
    return {"feeds": feeds.feeds}


SUBJECT = Subject(
    key=FEEDS,
    title="Feeds of racks",
    reads=(POWER,),
    of_contents=ContentsWork(_feeds, fields=_fields, limits=feed_limits),
    checks=(
        rules.feeds_carry_the_rack,
        rules.a_lost_feed_leaves_enough,
        rules.supplies_survive_a_lost_feed,
        rules.feeds_stay_below_half,
        rules.outlets_for_every_inlet,
        rules.single_corded_devices,
    ),
    calc=(calc.FEED, calc.PSU, calc.PHASES, calc.UPS, calc.GENERATOR, calc.BATTERY),
)
