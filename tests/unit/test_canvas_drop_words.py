"""The words on the card beside a ghost."""

from designer.document.drop_plans import DropPlan
from designer.document.placement import Verdict
from designer.engine.report import Limit, LimitState, Preview, RackPreview, RackReport
from designer.ui.kit.line_card import Line
from designer.ui.state.drop_words import card_lines

METHODS = {"in-row": "In-row, contained", "rear-door": "Rear-door exchanger"}


def plan(*rack_ids: str, note: str = "") -> DropPlan:
    verdict = Verdict(ok=True, reason="", title="Node into A01 · U1–U8")
    return DropPlan("key", verdict, "Place", lambda design: design, rack_ids or ("A01",), note=note)


def limit(
    name: str, used: float | None, of: float | None, unit: str = "kW", state: LimitState = "ok"
) -> Limit:
    return Limit(name=name, label=name, used=used, limit=of, unit=unit, state=state)


def report(rack_id: str, kw: float | None, method: str, *limits: Limit) -> RackReport:
    return RackReport(
        id=rack_id, name=rack_id, power_max_kw=kw, cooling_method=method, limits=limits
    )


def words(preview: Preview | None, of: DropPlan | None = None) -> list[str]:
    return [line.text for line in card_lines(of or plan(), preview, METHODS, {"c": "Compute"})]


def test_a_refusal_says_the_reason_and_nothing_else() -> None:
    refused = Verdict(ok=False, reason="U1–U8 held by node-1", title="Node into A01 · U1–U8")
    lines = card_lines(DropPlan("key", refused, ""), None, METHODS, {})
    assert lines == (
        Line("✕ Node into A01 · U1–U8", "error"),
        Line("U1–U8 held by node-1", "plain"),
    )


def test_before_the_answer_it_says_so() -> None:
    assert words(None) == ["✓ Node into A01 · U1–U8", "sizing…"]


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
