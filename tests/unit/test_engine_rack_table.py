"""The table of racks in a report for people: words, and nothing that reads as a load of 0."""

from designer.engine.limit_report import Limit
from designer.engine.report import RackReport, Report
from designer.engine.subjects.racks.writing import written

LIMITS = (
    Limit(name="power", group="power", label="Power, both feeds"),
    Limit(name="power-feed-lost", group="power", label="Power, one feed lost"),
)


def rows(*racks: RackReport) -> dict[str, dict[str, str]]:
    """Return what the table says of each rack, by column."""
    section = next(s for s in written(Report(racks=racks)) if s.title == "Racks")
    assert section.table is not None
    heads = [name for name, _ in section.table.columns]
    return {row[0]: dict(zip(heads, row, strict=True)) for row in section.table.rows}


def test_the_limit_that_binds_is_named_as_people_read_it() -> None:
    found = rows(
        RackReport(id="r", u_total=48, limits=LIMITS, binding_constraint="power-feed-lost"),
        RackReport(id="s", u_total=48, limits=LIMITS),
    )
    assert found["r"]["Limited by"] == "Power, one feed lost"
    assert found["s"]["Limited by"] == ""


def test_limits_of_which_any_may_bind_are_named_with_what_leaves_it_open() -> None:
    known = tuple(limit.evolve(state="ok") for limit in LIMITS)
    cause = "the load rating of Shelf is not known"
    names = ("power-feed-lost", "power")
    racks = [
        RackReport(id=key, u_total=48, limits=limits, binding_open=names, binding_because=cause)
        for key, limits in (("r", known), ("s", known), ("t", LIMITS))
    ]
    cooled = RackReport(id="cdu", power_max_kw=0, u_total=0, binding_open=names)
    found = rows(*racks, cooled)
    for key in "rst":
        assert found[key]["Limited by"] == "Power, one feed lost; or Power, both feeds"
    assert found["cdu"]["Limited by"] == ""
    section = next(s for s in written(Report(racks=(*racks, cooled))) if s.title == "Racks")
    assert section.lines == (
        "r, s: limited by the first limit named at least; whether another is fuller cannot be "
        f"said, because {cause}.",
        f"t: which of the limits named binds cannot be said, because {cause}.",
    )


def test_a_cooling_unit_says_nothing_of_an_it_load() -> None:
    cdu = RackReport(
        id="cdu", kind="cdu", power_max_kw=0.0, air_kw=0.0, weight_kg=1086.0, u_total=0.0
    )
    empty = RackReport(id="rack", u_total=48, power_max_kw=0.0, air_kw=0.0, weight_kg=190.0)
    loose = RackReport(id="node", power_max_kw=9.0, air_kw=9.0)
    lost = RackReport(id="lost")
    found = rows(cdu, empty, loose, lost)
    assert {head for head, cell in found["cdu"].items() if cell} == {"Rack", "kg"}
    assert found["cdu"]["kg"] == "1,086"
    assert found["rack"]["Max kW"] == "0.0"
    assert found["node"]["Max kW"] == "9.0"
    assert found["lost"]["Max kW"] == "—"
