"""The subjects of the plant upstream of the racks: what flows there, what is lost, what lasts."""

from designer.engine.subject import Subject
from designer.engine.subjects.feeds.room import POWER_TREE, ROOM_POWER
from designer.engine.subjects.upstream import loss_rules, source_rules, ups_rules
from designer.engine.subjects.upstream.plant import (
    PLANT_BALANCE,
    PLANT_POWER,
    balance_of,
    plant_of,
)
from designer.engine.subjects.upstream.writing import written

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
