"""The words on the card beside a ghost."""

import pytest

from designer.document.drop_plans import DropPlan
from designer.document.placement import Verdict
from designer.engine.limit_report import Limit, LimitGroup, LimitState
from designer.engine.preview import (
    AS_CABLED,
    COST_OF_CABLES,
    IT_POWER,
    CablesMoved,
    CapitalChange,
    FigureChange,
    Foreseen,
    Preview,
    RackPreview,
)
from designer.engine.report import RackReport
from designer.model.measured import Bound
from designer.ui.kit.line_card import Line
from designer.ui.state.drop_findings import is_doubtful
from designer.ui.state.drop_words import card_lines

METHODS = {"in-row": "In-row, contained", "rear-door": "Rear-door exchanger"}


def plan(*rack_ids: str, note: str = "") -> DropPlan:
    verdict = Verdict(ok=True, reason="", title="Node into A01 · U1–U8")
    return DropPlan("key", verdict, "Place", lambda design: design, rack_ids or ("A01",), note=note)


MADE: dict[str, tuple[LimitGroup, str]] = {
    "power": ("power", "Power, both feeds"),
    "power-feed-lost": ("power", "Power, one feed lost"),
    "cooling": ("cooling", "Cooling, rear door"),
    "cooling-liquid": ("liquid", "Cooling, cold plates"),
    "mass": ("mass", "Mass, static"),
    "floor": ("floor", "Floor, tributary area"),
}
"""Group and label of limits, as their subjects make them."""


def limit(
    name: str, used: float | None, of: float | None, unit: str = "kW", state: LimitState = "ok"
) -> Limit:
    group, label = MADE.get(name, ("", name))
    return Limit(name=name, group=group, label=label, used=used, limit=of, unit=unit, state=state)


def report(rack_id: str, kw: float | None, method: str, *limits: Limit) -> RackReport:
    return RackReport(
        id=rack_id, name=rack_id, power_max_kw=kw, cooling_method=method, limits=limits
    )


def words(preview: Preview | None, of: DropPlan | None = None) -> list[str]:
    return [line.text for line in card_lines(of or plan(), preview, METHODS, {"c": "Compute"})]


def test_a_refusal_says_the_reason_first_and_no_figures() -> None:
    refused = Verdict(ok=False, reason="U1–U8 held by node-1", title="Node into A01 · U1–U8")
    lines = card_lines(DropPlan("key", refused, ""), None, METHODS, {})
    assert lines == (
        Line("✕ U1–U8 held by node-1", "error"),
        Line("Node into A01 · U1–U8", "plain"),
    )


def test_before_the_answer_it_says_so() -> None:
    assert words(None) == ["✓ Node into A01 · U1–U8", "sizing…"]


def test_limits_of_the_rack_are_told_while_the_rest_is_computed() -> None:
    near = limit("mass", 1400, 1500, "kg", state="warning")
    before = report("A01", 30.6, "in-row", limit("power", 30.6, 38.0), near)
    told = {}
    for kw, state in ((40.8, "error"), (37.0, "warning"), (31.0, "ok")):
        after = report("A01", kw, "in-row", limit("power", kw, 38.0, state=state), near)
        racks = (RackPreview(id="A01", before=before, after=after),)
        lines = card_lines(plan(), Preview(preview=1, racks=racks, rest_follows=True), METHODS, {})
        told[state] = lines[0]
        assert lines[1].text == f"30.6 → {kw} of 38.0 kW (both feeds)"
        assert lines[-1].text == "sizing…"
    # What was near its limit before is nothing that the drop brings.
    assert told == {
        "error": Line("! Node into A01 · U1–U8", "error"),
        "warning": Line("! Node into A01 · U1–U8", "warning"),
        "ok": Line("✓ Node into A01 · U1–U8", "ok"),
    }


def test_a_consequence_comes_before_the_figures() -> None:
    assert words(None, plan(note="B01 leaves assembly full"))[1] == "B01 leaves assembly full"


def test_power_cooling_mass_and_ports_before_and_after() -> None:
    before = report(
        "A01", 30.6, "in-row", limit("power", 30.6, 98.3), limit("mass", 704, 1500, "kg")
    )
    after = report(
        "A01", 40.8, "rear-door", limit("power", 40.8, 98.3),
        limit("power-feed-lost", 40.8, 38.0, state="error"),
        limit("cooling", 40.8, 45, state="warning"), limit("mass", 834, 1500, "kg"),
    )  # fmt: skip
    answer = Preview(
        preview=1,
        racks=(RackPreview(id="A01", before=before, after=after),),
        free_leaf_ports=(("c", 8, -8), ("other", None, None)),
    )
    lines = card_lines(plan(), answer, METHODS, {"c": "Compute"})
    assert [(line.text, line.tone) for line in lines[1:]] == [
        ("30.6 → 40.8 of 98.3 kW (both feeds)", "plain"),
        ("40.8 of 38.0 kW (one feed lost)", "error"),
        ("In-row, contained → Rear-door exchanger, 40.8 of 45.0 kW", "warning"),
        ("704 → 834 of 1,500 kg", "plain"),
        ("Compute: 8 → -8 leaf ports free", "error"),
    ]


def test_a_moved_rack_tells_what_its_switches_draw_as_cabled() -> None:
    before, after = (
        report("A01", 20.6, "in-row").evolve(power_cabled_kw=kw) for kw in (11.2, 11.7)
    )
    sums = FigureChange(section="totals", what=AS_CABLED, before=1433.1, after=1433.6, unit="kW")
    answer = Preview(
        preview=1, racks=(RackPreview(id="A01", before=before, after=after),), changes=(sums,)
    )
    assert words(answer)[1:] == [
        "11.2 → 11.7 kW as cabled, at most 20.6 kW", "whole design",
        "IT power as cabled: 1.43 MW, 0.50 kW more",
    ]  # fmt: skip
    more = FigureChange(section="totals", what=IT_POWER, before=20.6, after=30.6, unit="kW")
    both = answer.evolve(changes=(sums, more))
    assert [line for line in words(both) if "IT power" in line] == ["IT power: 20.6 → 30.6 kW"]


def test_what_is_not_known_is_shown_as_such() -> None:
    before = report("A01", None, "", limit("power", None, None))
    after = report("A01", None, "", limit("power", None, 98.3))
    answer = Preview(preview=1, racks=(RackPreview(id="A01", before=before, after=after),))
    assert words(answer)[1:] == ["— of 98.3 kW (both feeds)", "no cooling method"]


def test_the_rack_that_gives_a_device_away_is_told() -> None:
    def gives(kw: float) -> RackReport:
        return report("B02", kw, "in-row", limit("power", kw, 98.3))

    target = RackPreview(id="A01", before=None, after=report("A01", 10.2, "in-row"))
    other = RackPreview(id="B02", before=gives(20.4), after=gives(10.2))
    answer = Preview(preview=1, racks=(other, target))
    assert words(answer, plan("A01", "B02"))[1:] == [
        "10.2 kW",
        "In-row, contained",
        "B02: 20.4 → 10.2 kW",
    ]


def test_a_move_that_changes_nothing_says_so() -> None:
    same = report("A01", 10.2, "in-row", limit("power", 10.2, 98.3))
    answer = Preview(preview=1, racks=(RackPreview(id="A01", before=same, after=same),))
    assert words(answer)[1:] == ["changes no figure"]


def altered(
    section: str, what: str, before: float | None, after: float | None, unit: str = "kW",
    *bounds: Bound,
) -> FigureChange:  # fmt: skip
    return FigureChange(
        section=section, what=what, before=before, after=after, unit=unit, bounds=bounds
    )


def test_figures_of_the_whole_design_stand_below_those_of_the_rack() -> None:
    """Those of which there is one come first, and what a loss leaves stands with its feed."""
    after = report("A01", 10.2, "in-row")
    answer = Preview(
        preview=1, racks=(RackPreview(id="A01", after=after),), altered=("Totals", "Power", "Cost"),
        changes=(
            altered("power", "feed A", 20.0, 25.1), altered("power", "feed B", 20.0, 20.01),
            altered("power", "feed A after a loss", 40.0, 50.2),
            altered("power", "feed B after a loss", 40.0, 50.2),
            altered("noise", "loudest", 60.0, 61.0, "dB"),
            altered("facility", "coolant flow", 640.0, 813.0, "L/min"),
            altered("totals", "IT power", 990.0, 1010.0),
            altered(
                "cost", "capital", None, 12.6e6, "USD", Bound(name="before", low=12.1e6),
                Bound(name="after", low=12.1e6, high=13.4e6, estimated=True),
            ),
        ),
    )  # fmt: skip
    assert told(answer)[1:] == [
        ("10.2 kW", "plain"),
        ("In-row, contained", "plain"),
        ("whole design", "plain"),
        ("IT power: 0.99 → 1.01 MW", "dim"),
        ("capital: ≥ $12.1 → ~$13 M (12–14)", "dim"),
        ("coolant flow: 640 → 813 L/min", "dim"),
        ("feed A: 20.0 → 25.1 kW, after a loss 40.0 → 50.2 kW", "dim"),
        ("feed B after a loss: 40.0 → 50.2 kW", "dim"),
        ("loudest: 60.0 → 61.0 dB", "dim"),
    ]


def test_a_figure_that_is_lost_or_comes_back_is_told_as_unknown() -> None:
    changes = (
        altered("totals", "mass", 704.0, None, "kg"), altered("cost", "capital", None, 5e6, "USD")
    )  # fmt: skip
    answer = Preview(preview=1, changes=changes, not_computed=("Totals cannot be computed",))
    assert told(answer)[1:] == [
        ("Totals cannot be computed", "error"),
        ("mass: 704 kg → —", "dim"),
        ("capital: — → $5.0 M", "dim"),
    ]


def test_figures_that_there_is_no_room_for_are_named() -> None:
    changes = tuple(altered("power", f"feed {n}", 1.0, 2.0) for n in range(1, 13))
    assert len(told(Preview(preview=1, changes=changes))) == 1 + 12
    more = (*changes, altered("power", "feed 13", 1.0, 2.0))
    lines = [text for text, _ in told(Preview(preview=1, changes=more))[1:]]
    assert len(lines) == 12
    assert lines[-2:] == ["feed 11: 1.0 → 2.0 kW", "also: feed 12, feed 13"]


def test_a_change_below_the_digits_shown_is_no_line_and_no_change_of_no_figure() -> None:
    small = (altered("totals", "mass", 12_269.1, 12_269.2, "kg"),)
    answer = Preview(preview=1, changes=small, altered=("Totals", "Rows"))
    assert told(answer)[1:] == [("changes figures not shown here: Totals, Rows", "dim")]


def test_what_a_preview_does_not_compute_is_said_to_be_open() -> None:
    answer = Preview(preview=1, unmeasured=("Fabrics",))
    words = "not computed before the drop: what losses leave of fabrics"
    assert told(answer)[1:] == [(words, "dim")]
    answer = Preview(preview=1, unmeasured=("Storage",))
    assert told(answer)[1:] == [("not computed before the drop: Storage", "dim")]


def says(key: str, message: str, severity: str = "error") -> Foreseen:
    rule = key.partition(":")[0]
    return Foreseen(rule=rule, severity=severity, message=message, key=key)  # type: ignore[arg-type]  # one of three


def told(preview: Preview) -> list[tuple[str, str]]:
    return [(line.text, line.tone) for line in card_lines(plan(), preview, METHODS, {})]


def test_new_errors_come_first_and_the_title_is_no_plain_yes() -> None:
    answer = Preview(
        preview=1,
        comes=(
            says("P03:a", "3 of 6 supplies left"), says("R07:b", "8 of 16 leaves stand"),
            says("C01:c", "near its end", "warning"),
            says("C04:open:air", "cannot be said", "warning"), says("D01:d", "a note", "info"),
        ),
        goes=(says("P01:e", "over"), says("D01:f", "another note", "info"),
              says("C01:g", "near", "warning")),
    )  # fmt: skip
    assert told(answer) == [
        ("! Node into A01 · U1–U8", "error"),
        ("+ 2 errors", "error"),
        ("3 of 6 supplies left", "plain"),
        ("8 of 16 leaves stand", "plain"),
        ("+ 1 warning: near its end", "warning"),
        ("+ 1 cannot be said: cannot be said", "warning"),
        ("− 2 gone", "dim"),
        ("over", "dim"),
        ("near", "dim"),
    ]


def test_errors_of_unlike_rules_are_named_before_a_second_of_any() -> None:
    """`+ 5 errors: 3 of 6 supplies left` hid an overloaded feed and three tiers that lack switches.

    It read as five of one sort.
    """
    comes = (
        says("P03:a", "3 of 6 supplies left"), says("P03:b", "2 of 6 supplies left"),
        says("P14:a", "feed A over its rating"), says("R07:b", "8 of 16 leaves stand"),
        says("R07:c", "4 of 8 spines stand"), says("R07:d", "3 of 6 leaves stand"),
    )  # fmt: skip
    assert told(Preview(preview=1, comes=comes))[1:] == [
        ("+ 6 errors", "error"),
        ("3 of 6 supplies left", "plain"),
        ("feed A over its rating", "plain"),
        ("8 of 16 leaves stand", "plain"),
        ("2 of 6 supplies left", "plain"),
        ("and 2 more", "dim"),
    ]
    lines = card_lines(plan(), Preview(preview=1, comes=comes), METHODS, {})
    assert [line.beneath for line in lines] == [False, False, *[True] * 5]
    assert told(Preview(preview=1, comes=comes[1:]))[1:] == [
        ("+ 5 errors", "error"),
        ("2 of 6 supplies left", "plain"),
        ("feed A over its rating", "plain"),
        ("8 of 16 leaves stand", "plain"),
        ("4 of 8 spines stand", "plain"),
        ("3 of 6 leaves stand", "plain"),
    ]
    alike = Preview(preview=1, comes=(says("P03:a", "3 of 6 left"), says("P03:b", "3 of 6 left")))
    assert told(alike)[1:] == [
        ("+ 2 errors", "error"), ("3 of 6 left", "plain"), ("and 1 more", "dim"),
    ]  # fmt: skip


def test_errors_that_come_leave_the_others_fewer_rows() -> None:
    stays = tuple(says(f"C0{n}:a", f"stays {n}") for n in (1, 2, 3))
    comes = tuple(says(f"P0{n}:a", f"comes {n}") for n in (1, 2, 3))
    assert told(Preview(preview=1, comes=comes, stays=stays))[1:] == [
        ("+ 3 errors", "error"),
        ("comes 1", "plain"),
        ("comes 2", "plain"),
        ("comes 3", "plain"),
        ("still 3 errors", "error"),
        ("stays 1", "plain"),
        ("and 2 more", "dim"),
    ]


def test_findings_that_only_get_or_lose_places_are_not_counted_as_new_or_gone() -> None:
    """A card said "+ 4 warnings" where the panel's count stayed at 7."""

    def wider(key: str, message: str, severity: str) -> Foreseen:
        return says(key, message, severity).evolve(elsewhere=True)

    answer = Preview(
        preview=1,
        comes=(says("C01:c", "near its end", "warning"), wider("P03:a", "3 of 6 left", "error"),
               wider("R09:n", "125 nodes belong to no fabric", "warning"),
               wider("R09:m", "124 nodes belong to no fabric", "warning")),
        goes=(wider("P01:e", "over", "error"), wider("P02:e", "over", "warning"),
              says("C01:g", "near", "warning"), wider("D01:f", "a note", "info")),
    )  # fmt: skip
    assert told(answer) == [
        ("! Node into A01 · U1–U8", "error"),
        ("in more places, 1 error: 3 of 6 left", "error"),
        ("+ 1 warning: near its end", "warning"),
        ("in more places, 2 warnings, one of them: 125 nodes belong to no fabric", "warning"),
        ("− 1 gone: near", "dim"),
        ("2 in fewer places", "dim"),
    ]
    notes = Preview(preview=1, comes=(wider("D01:d", "idle power is not known", "info"),),
                    goes=(wider("D02:f", "a note", "info"),))  # fmt: skip
    assert told(notes)[1:] == [
        ("in more places, 1 note: idle power is not known", "dim"), ("1 in fewer places", "dim"),
    ]  # fmt: skip


def test_the_sign_of_the_title_is_the_worst_finding_that_would_come() -> None:
    """A green tick stood above five new warnings."""
    for check, title in (
        (says("C01:c", "near its end", "warning"), ("! Node into A01 · U1–U8", "warning")),
        (says("F02:open:a", "cannot be said", "warning"), ("! Node into A01 · U1–U8", "warning")),
        (says("D01:d", "a note", "info"), ("✓ Node into A01 · U1–U8", "ok")),
    ):
        answer = Preview(preview=1, comes=(check,))
        assert told(answer)[0] == title
        assert is_doubtful(answer) == (title[1] != "ok")
    gone = Preview(preview=1, goes=(says("C01:c", "near its end", "warning"),))
    assert told(gone)[0] == ("✓ Node into A01 · U1–U8", "ok")


def open_limit(name: str, low: float, of: float, unit: str) -> Limit:
    group, label = MADE.get(name, ("", name))
    return Limit(
        name=name, group=group, label=label, limit=of, unit=unit, state="unknown",
        bounds=(Bound(name="used", low=low),),
    )  # fmt: skip


def test_what_nobody_states_is_added_in_words_and_never_reads_as_less() -> None:
    """`457 -> >= 456 of 1,701 kg` told of a rack that a switch more makes lighter."""
    supplies = Limit(
        name="psu-feed-lost", group="device", label="Power supplies, one feed lost", unit="kW"
    )
    before = report(
        "A01", 10.2, "in-row", limit("mass", 456.85, 1701, "kg"),
        supplies.evolve(used=1.6, limit=2.0),
    )  # fmt: skip
    after = report(
        "A01", 10.2, "in-row", open_limit("mass", 456.85, 1701, "kg"),
        supplies.evolve(state="unknown"),
    )  # fmt: skip
    more = altered(
        "totals", "mass", 41_384.6, None, "kg", Bound(name="after", low=41_384.6)
    )  # fmt: skip
    one = RackPreview(id="A01", before=before, after=after)
    lines = told(Preview(preview=1, racks=(one,), changes=(more,)))
    assert ("457 → 457 + not known of 1,701 kg, cannot be said", "plain") in lines
    assert ("Power supplies, one feed lost: cannot be said", "plain") in lines
    assert ("mass: 41,385 → 41,385 kg + not known", "dim") in lines
    back = RackPreview(id="A01", before=after, after=before)
    assert ("457 + not known → 457 of 1,701 kg", "plain") in told(Preview(preview=1, racks=(back,)))
    heavier = report("A01", 10.2, "in-row", open_limit("mass", 834.2, 1701, "kg"))
    one = RackPreview(id="A01", before=before, after=heavier)
    line = ("457 → ≥ 834 of 1,701 kg, cannot be said", "plain")
    assert line in told(Preview(preview=1, racks=(one,)))


def test_the_capital_has_a_line_whenever_it_changes() -> None:
    """In a hall of $1.5 bn a node of $400,000 changes no digit that is shown."""
    ends = {"low": 1.3e9, "high": 2.3e9, "estimated": True}
    near = altered(
        "cost", "capital", 1.5e9, 1.5004e9, "USD", Bound(name="before", **ends),
        Bound(name="after", **ends),
    )  # fmt: skip
    more, less = CapitalChange(by=400e3), CapitalChange(by=-400e3)
    assert told(Preview(preview=1, changes=(near,), capital=more))[1:] == [
        ("capital: ~$1.5 bn (1.3–2.3), $400 k more", "dim")
    ]
    # Of two sums with bounds alone nobody knows how much of both is the same.
    assert told(Preview(preview=1, changes=(near,)))[1:] == [("capital: ~$1.5 bn (1.3–2.3)", "dim")]
    bounded = altered(
        "cost", "capital", None, None, "USD", Bound(name="before", low=1.3004e9),
        Bound(name="after", low=1.3e9),
    )  # fmt: skip
    assert told(Preview(preview=1, changes=(bounded,), capital=less))[1:] == [
        ("capital: ≥ $1.3 bn, $400 k less", "dim")
    ]
    unpriced = Preview(preview=1, comes=(says("K01:q", "Q: no price in USD", "info"),))
    assert told(unpriced)[1:] == [("capital: Q: no price in USD", "dim")]


def test_a_lower_bound_that_falls_as_prices_are_lost_is_no_saving() -> None:
    """What more has no price may cost more than all that a sum lost."""
    fell = altered(
        "cables", COST_OF_CABLES, None, None, "USD", Bound(name="before", low=65.7e6),
        Bound(name="after", low=65.0e6),
    )  # fmt: skip
    lost = fell.evolve(unpriced_before=2632, unpriced=3400)
    assert told(Preview(preview=1, changes=(lost,)))[1:] == [
        (
            f"{COST_OF_CABLES}: ≥ $65.0 M and 3,400 pieces without a price "
            "(before ≥ $65.7 M and 2,632 without)",
            "dim",
        )
    ]
    ends = {"low": 4e6, "high": 6e6, "estimated": True}
    found = altered(
        "cables", COST_OF_CABLES, None, 5e6, "USD", Bound(name="before", low=3e6),
        Bound(name="after", **ends),
    ).evolve(unpriced_before=1)  # fmt: skip
    assert told(Preview(preview=1, changes=(found,)))[1:] == [
        (f"{COST_OF_CABLES}: ~$5.0 M (4.0–6.0), all priced (before ≥ $3.0 M and 1 without)", "dim")
    ]


def test_longer_cables_at_the_same_price_say_so() -> None:
    longer = CablesMoved(count_before=3, count=3, length_before_m=9.0, length_m=19.0)
    line = (f"{COST_OF_CABLES}: as before", "dim")
    assert line in told(Preview(preview=1, cables=longer))
    assert line not in told(Preview(preview=1, cables=longer, unmeasured=("Cables",)))
    assert line not in told(Preview(preview=1, cables=longer.evolve(length_m=9.0)))
    dearer = altered("cables", COST_OF_CABLES, 4e6, 5e6, "USD")
    assert line not in told(Preview(preview=1, cables=longer, changes=(dearer,)))


def test_media_that_change_are_told_where_their_numbers_stay() -> None:
    same = CablesMoved(count_before=9, count=9, media=(("DAC", 4, 4), ("MMF", 5, 5)))
    crossed = same.evolve(other_media=4)
    assert "4 cables with another medium, as many of each as before" in words(
        Preview(preview=1, cables=crossed)
    )
    more = same.evolve(media=(("DAC", 4, 3), ("MMF", 5, 6)), other_media=3)
    assert "3 cables with another medium" in words(Preview(preview=1, cables=more))
    wrong = same.evolve(too_far=1, misfits=2)
    lines = words(Preview(preview=1, cables=wrong))
    assert "✕ 1 cable out of reach" in lines
    assert "✕ 2 cables with a part that does not fit" in lines
    plain = more.evolve(other_media=1)
    assert not any("another medium" in line for line in words(Preview(preview=1, cables=plain)))


def test_an_error_that_stays_with_other_words_is_told_as_such() -> None:
    answer = Preview(preview=1, alters=(says("P02:a", "51 of 33 kW"),))
    assert told(answer) == [
        ("! Node into A01 · U1–U8", "error"),
        ("still 1 error: 51 of 33 kW", "error"),
    ]


def test_an_error_that_a_drop_meets_in_its_rack_is_told_as_such() -> None:
    answer = Preview(preview=1, stays=(says("P03:a", "3 of 6 left"),))
    assert told(answer) == [
        ("! Node into A01 · U1–U8", "error"),
        ("still 1 error: 3 of 6 left", "error"),
    ]


def test_a_warning_that_is_said_otherwise_is_told_but_not_what_is_open_anyhow() -> None:
    worse = says("R09:nodes", "3 nodes belong to no fabric", "warning")
    assert told(Preview(preview=1, alters=(worse,))) == [
        ("! Node into A01 · U1–U8", "warning"),
        ("still 1 warning: 3 nodes belong to no fabric", "warning"),
    ]
    anyhow = says("C23:open:no-crah", "whether 3 kW … cannot be said", "warning")
    assert told(Preview(preview=1, alters=(anyhow,)))[0] == ("✓ Node into A01 · U1–U8", "ok")


def test_notes_are_told_where_nothing_else_is() -> None:
    answer = Preview(preview=1, comes=(says("D01:d", "idle power is not known", "info"),))
    assert told(answer)[1:] == [("+ 1 note: idle power is not known", "dim")]


def test_what_fails_is_never_a_change_of_no_figure() -> None:
    failed = tuple(f"{name} cannot be computed, because of x" for name in ("Racks", "Rows", "Cost"))
    assert told(Preview(preview=1, not_computed=failed)) == [
        ("! Node into A01 · U1–U8", "error"),
        ("Racks cannot be computed, because of x", "error"),
        ("Rows cannot be computed, because of x", "error"),
        ("1 more cannot be computed", "error"),
    ]
    assert told(Preview(preview=1, not_computed=failed[:2]))[-1] == (failed[1], "error")


def test_limits_in_error_or_open_always_get_a_line_and_others_by_name() -> None:
    before = report(
        "A01", 10.2, "in-row", limit("psu-feed-lost", 9.9, 9.6, state="error"),
        limit("units", 8, 48, "U"),
    )  # fmt: skip
    after = report(
        "A01", 20.4, "in-row", limit("power", 20.4, 98.3),
        limit("psu-feed-lost", 9.9, 9.6, state="error"),
        limit("floor", 11, None, "kPa", state="unknown"), limit("units", 16, 48, "U"),
        limit("cooling", 20.4, None, state="unknown"),
        limit("cooling-liquid", 90, 80, state="error"),
    )  # fmt: skip
    answer = Preview(preview=1, racks=(RackPreview(id="A01", before=before, after=after),))
    lines = told(answer)
    assert ("9.9 of 9.6 kW (psu-feed-lost)", "error") in lines
    assert ("90.0 of 80.0 kW (Cooling, cold plates)", "error") in lines
    assert ("11.0 of — kPa (floor load), cannot be said", "plain") in lines
    assert ("In-row, contained, cannot be said", "plain") in lines
    assert not [text for text, _ in lines if "units" in text]


@pytest.mark.parametrize(
    ("state", "text", "words"),
    [
        ("error", "the rack has no feed", "one feed lost: the rack has no feed"),
        ("error", "", "one feed lost: cannot be said"),
        ("unknown", "the rack has no feed", "one feed lost: cannot be said"),
    ],
)
def test_a_limit_without_any_figure_is_told_in_its_own_words(
    state: LimitState, text: str, words: str
) -> None:
    limit = Limit(
        name="power-feed-lost", group="power",
        label="Power, one feed lost", used=None, limit=None, unit="kW", state=state,
        text=text,
    )  # fmt: skip
    after = RackReport(id="A01", name="A01", limits=(limit,))
    answer = Preview(preview=1, racks=(RackPreview(id="A01", before=after, after=after),))
    assert words in [line for line, _ in told(answer)]


@pytest.mark.parametrize(("state", "shown"), [("warning", True), ("ok", False)])
def test_every_limit_that_a_drop_brings_near_has_a_line(state: LimitState, shown: bool) -> None:
    """A fourth DGX A100 fills the rolling mass of its rack, 1,020 of 1,020 kg, and was no line."""
    rolled = limit("mass-rolled", 1020, 1020, "kg", state=state)
    before = report("A01", 10.2, "in-row", limit("mass-rolled", 890, 1020, "kg"))
    after = report("A01", 20.4, "in-row", limit("power", 20.4, 98.3), rolled)
    answer = Preview(preview=1, racks=(RackPreview(id="A01", before=before, after=after),))
    line = ("890 → 1,020 of 1,020 kg (mass-rolled)", "warning")
    assert (line in told(answer)) is shown
    assert any("mass-rolled" in text for text, _ in told(answer)) is shown
