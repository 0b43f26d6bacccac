"""The subjects of the plant upstream of the racks: what flows there, what is lost, what lasts."""

from collections.abc import Iterator, Sequence

from designer.engine.power_report import LossReport, PowerReport, RoomFeed
from designer.engine.preview import AFTER_A_LOSS, WorstLoss
from designer.engine.subject import Headline, PreviewWork, Subject
from designer.engine.subjects.feeds.peaks import PEAKS
from designer.engine.subjects.feeds.room import POWER_REPORT, POWER_TREE, ROOM_POWER
from designer.engine.subjects.feeds.writing import written as room_written
from designer.engine.subjects.upstream import loss_rules, source_rules, ups_rules
from designer.engine.subjects.upstream.given import GIVEN, given_of, report_with_losses
from designer.engine.subjects.upstream.plant import (
    PLANT_BALANCE,
    PLANT_POWER,
    balance_of,
    plant_of,
)
from designer.engine.subjects.upstream.writing import written
from designer.model.feed_words import feed_called


def _headlines(power: PowerReport) -> Iterator[Headline]:
    for feed in power.feeds:
        yield from _loads(feed, feed_called(feed.name or feed.id))
    for node in power.upstream:
        yield from _loads(node, node.name or node.id)


def _loads(node: RoomFeed, called: str) -> Iterator[Headline]:
    """Yield what a feed, or something upstream, gives now and after a loss, of what it can."""
    limit = node.figure("capacity_kw", "kW")
    yield Headline(called, node.figure("load_kw"), node.id, limit=limit)
    lost, key = node.figure("load_after_loss_kw"), f"{node.id}{AFTER_A_LOSS}"
    yield Headline(f"{called}{AFTER_A_LOSS}", lost, key, limit=limit)


def _worst_loss(
    before: PowerReport | None, after: PowerReport | None, _racks: Sequence[str]
) -> WorstLoss | None:
    """Return the gravest loss before and after a change; None where it is the same."""
    was, now = (_gravest(power) for power in (before, after))
    return None if was == now else WorstLoss(before=was, after=now)


def _gravest(power: PowerReport | None) -> LossReport | None:
    first = next(iter(power.losses), None) if power else None
    return first.evolve(loads=(), alike=()) if first else None


SUBJECT = Subject(
    key=PLANT_POWER,
    title="Plant upstream of the racks",
    design=("power",),
    reads=(POWER_TREE, ROOM_POWER),
    compute=plant_of,
    checks=(
        loss_rules.losses_leave_nothing_overloaded,
        ups_rules.ups_stay_below_their_ceiling,
        ups_rules.few_monolithic_frames,
        source_rules.generators_cover_everything,
        ups_rules.batteries_bridge_the_start,
        source_rules.mains_carry_it_with_one_lost,
        loss_rules.no_source_stands_alone,
        source_rules.volts_reach_the_racks,
    ),
)
OF_GIVEN = Subject(
    key=GIVEN,
    title="Loads upstream of the feeds",
    reads=(POWER_TREE, ROOM_POWER, PLANT_POWER),
    compute=given_of,
)
OF_ROOM = Subject(
    key=POWER_REPORT,
    title="Feeds of the room in the report",
    reads=(POWER_TREE, ROOM_POWER, PEAKS, GIVEN),
    compute=report_with_losses,
    section="power",
    write=room_written,
    headlines=_headlines,
    preview=PreviewWork(_worst_loss, field="worst_loss"),
)
REPORT = Subject(
    key=PLANT_BALANCE,
    title="Plant upstream of the racks in the report",
    design=("power", "site"),
    reads=(POWER_TREE, ROOM_POWER, PLANT_POWER),
    compute=balance_of,
    checks=(source_rules.fuel_lasts,),
    section="plant",
    write=written,
)
