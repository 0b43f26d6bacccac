"""The subject of power shelves of filled racks."""

from typing import Any

from designer.engine.subject import ContentsWork, Subject
from designer.engine.subjects.shelves import bus_bar, bus_volts, calc, perhaps, rules, volts_rules
from designer.engine.subjects.shelves.limits import NAMES, shelf_limits
from designer.engine.subjects.shelves.shelves import SHELVES, Shelves, shelves_in
from designer.engine.subjects.shelves.writing import written


def _fields(shelves: tuple[Shelves, ...]) -> dict[str, Any]:
    return {"shelves": tuple(one.report for one in shelves)} if shelves else {}


SUBJECT = Subject(
    key=SHELVES,
    title="Power shelves of racks",
    of_contents=ContentsWork(
        shelves_in,
        fields=_fields,
        field_names=("shelves",),
        limits=shelf_limits,
        limit_names=NAMES,
        limits_by_loss=True,
        by_order=True,
    ),
    contents_checks=(
        rules.shelves_survive_a_loss,
        rules.shelves_take_the_peak,
        rules.whips_carry_their_shelves,
        volts_rules.shelves_take_their_volts,
        volts_rules.shelves_take_their_current,
        bus_bar.racks_have_a_bus_bar,
        bus_bar.bus_bars_carry_their_load,
        bus_volts.devices_take_the_bus,
        perhaps.lost_racks_may_have_a_bus_bar,
    ),
    calc=(calc.DIRECT, calc.INRUSH, calc.SWING),
    write=written,
)
