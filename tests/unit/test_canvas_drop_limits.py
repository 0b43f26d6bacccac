"""The card's lines on limits: what is used of which, before and after, the gravest first."""

from designer.document.drop_plans import DropPlan
from designer.document.placement import Verdict
from designer.engine.limit_report import Limit, LimitState
from designer.engine.preview import FigureChange, LimitChange, Preview, RackPreview
from designer.engine.report import RackReport
from designer.ui.kit.limit_bar import LimitBar
from designer.ui.state.drop_limits import limit_lines
from designer.ui.state.drop_words import card_lines


def load(
    what: str, before: float, after: float, of: float | None, state: LimitState = "ok"
) -> FigureChange:
    return FigureChange(
        section="power", what=what, before=before, after=after, unit="kW", limit_before=of,
        limit=of, state_before="ok", state=state,
    )  # fmt: skip


def told(*changes: FigureChange) -> list[tuple[str, str]]:
    return [(line.text, line.tone) for line in limit_lines(Preview(preview=1, changes=changes))]


def test_a_feed_tells_both_loads_of_its_capacity_in_amber_where_it_is_nearly_full() -> None:
    changes = (
        load("feed A", 162.4, 165.8, 250.0),
        load("feed A after a loss", 232.4, 237.5, 250.0, "warning"),
    )
    assert told(*changes) == [
        ("feed A: 162.4 → 165.8, after a loss 232.4 → 237.5 of 250.0 kW", "warning")
    ]
    (line,) = limit_lines(Preview(preview=1, changes=changes))
    assert line.bar == LimitBar(232.4 / 250.0, 237.5 / 250.0)


def test_the_gravest_stand_first_and_a_figure_without_a_limit_is_none() -> None:
    lines = told(
        load("feed C", 1.0, 2.0, 100.0), load("feed D", 1.0, 50.0, 100.0),
        load("feed B", 90.0, 120.0, 100.0, "error"), load("UPS 1", 1.0, 2.0, None, "unknown"),
        load("feed A", 80.0, 95.0, 100.0, "warning"),
    )  # fmt: skip
    assert [text.partition(":")[0] for text, _ in lines] == ["feed B", "feed A", "feed D", "feed C"]
    assert [tone for _, tone in lines] == ["error", "warning", "dim", "dim"]


def test_what_comes_and_what_goes_has_one_side() -> None:
    comes = load("feed D", 0.0, 12.0, 100.0).evolve(before=None, limit_before=None, state_before="")
    goes = load("feed E", 12.0, 0.0, 100.0).evolve(after=None, limit=None, state="")
    assert told(comes) == [("feed D: 12.0 of 100.0 kW", "dim")]
    assert told(goes) == [("feed E: 12.0 before, none after of 100.0 kW", "dim")]


def test_another_limit_of_the_same_load_is_told() -> None:
    more = FigureChange(
        section="", what="air moved, one unit lost", before=11_262.0, after=11_262.0, unit="m³/h",
        limit_before=25_000.0, limit=50_000.0, state_before="ok", state="ok",
    )  # fmt: skip
    assert told(more) == [("air moved, one unit lost: 11,262 of 25,000 → 50,000 m³/h", "dim")]


def test_a_change_below_the_digits_shown_is_no_line() -> None:
    assert told(load("feed A", 162.41, 162.42, 250.0)) == []


def test_limits_of_other_racks_stand_together_by_the_worst_of_them() -> None:
    def limit(used: float, state: LimitState) -> Limit:
        return Limit(name="floor", label="Floor", used=used, limit=12.0, unit="kPa", state=state)

    some = LimitChange(
        name="floor", label="Floor", racks=3, over=1, rack="B04", before=limit(4.8, "ok"),
        after=limit(12.5, "error"),
    )  # fmt: skip
    (line,) = limit_lines(Preview(preview=1, rack_limits=(some,)))
    assert (line.text, line.tone) == (
        "B04, Floor: 4.8 → 12.5 of 12.0 kPa (and 2 more racks)", "error",
    )  # fmt: skip
    lost = some.evolve(racks=1, over=0, after=None)
    (line,) = limit_lines(Preview(preview=1, rack_limits=(lost,)))
    assert line.text == "B04, Floor: no limit after"


def test_limits_that_there_is_no_room_for_are_counted() -> None:
    lines = told(*(load(f"feed {n}", 1.0, 2.0 + n, 100.0) for n in range(9)))
    assert len(lines) == 6
    assert lines[0][0].startswith("feed 8:")
    assert lines[-1] == ("and 4 other limits", "dim")


def test_figures_of_two_devices_are_not_compared_under_one_name() -> None:
    """`9.6 -> 0.8 kW` was said of supplies: of a server before, of the switch dropped after."""

    def supplies(device: str, used: float) -> Limit:
        return Limit(name="psu-feed-lost", group="device", label="Power supplies, one feed lost",
                     used=used, limit=13.2, unit="kW", state="unknown",
                     text=f"{device} stays up: 1 of 2 left")  # fmt: skip

    was, now = supplies("DGX H100", 9.6), supplies("SN2100", 0.8)
    sides = [
        RackReport(id="A01", name="A01", power_max_kw=10.0, limits=(one,)) for one in (was, now)
    ]
    preview = Preview(preview=1, racks=(RackPreview(id="A01", before=sides[0], after=sides[1]),))
    verdict = Verdict(ok=True, reason="", title="SN2100 into A01")
    plan = DropPlan("key", verdict, "Place", lambda design: design, ("A01",))
    said = [line for line in card_lines(plan, preview, {}, {}) if "Power supplies" in line.text]
    words = "Power supplies, one feed lost: SN2100 stays up: 1 of 2 left"
    assert [(line.text, line.bar) for line in said] == [(words, None)]
    elsewhere = LimitChange(
        name=now.name, label=now.label, racks=1, rack="B04", before=was, after=now
    )
    (line,) = limit_lines(Preview(preview=1, rack_limits=(elsewhere,)))
    assert (line.text, line.bar) == (f"B04, {words}", None)
