"""Waivers of a file of schema 2 follow the rules that got other numbers."""

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.io.design_file import dumps, loads
from designer.model.design import Assembly, Design, Rack, Room, Slot, Waiver

CATALOG = load_shipped()
NODES = tuple(Slot(id=f"n{n}", part="dgx-h100", half_u=2 + 16 * n) for n in range(4))
WAIVED = ("C22:no-door", "C23:no-crah")
HALL = Design(
    room=Room(containment="cold"),
    assemblies=(Assembly(id="a", rack_part="rack-48u", slots=NODES),),
    racks=tuple(
        Rack(id=f"r{n}", name=f"R{n}", part="rack-48u", x_mm=900 * (n // 2), y_mm=2400 * (n % 2),
             rotation=0 if n % 2 else 180, assembly="a")
        for n in range(2)
    ),
    waivers=tuple(Waiver(id=key, reason="agreed") for key in WAIVED),
)  # fmt: skip


def test_a_waiver_written_under_the_old_number_still_waives_the_same_finding() -> None:
    text = dumps(HALL, CATALOG).replace("schema_version = 3", "schema_version = 2")
    old = text.replace("C22:", "C12:").replace("C23:", "C17:open:")
    assert old.count('"C12:no-door"') == old.count('"C17:open:no-crah"') == 1
    opened = loads(old)
    assert opened.design == HALL
    assert [problem.what for problem in opened.problems] == [
        "schema 2 → 3: waivers follow rules that got other numbers: C12:no-door is C22:no-door, "
        "C17:open:no-crah is C23:no-crah"
    ]
    checks = evaluate(opened.design, CATALOG).checks
    assert {check.key for check in checks if check.waived} == set(WAIVED)
    assert not [check for check in checks if check.rule == "W01"]


def test_a_file_of_today_keeps_a_waiver_under_those_numbers() -> None:
    """C12 and C17 are other rules now: what is waived there is stale, and said to be."""
    today = HALL.evolve(waivers=(Waiver(id="C12:no-door", reason="agreed"),))
    opened = loads(dumps(today, CATALOG))
    assert (opened.design, opened.problems) == (today, ())
    assert "W01:C12:no-door" in {check.key for check in evaluate(today, CATALOG).checks}
