"""The card beside a ghost says that mass grows, and by how much, where its bounds are wide."""

import pytest

from designer.document.drop_plans import DropPlan
from designer.document.placement import Verdict
from designer.engine.limit_report import Limit
from designer.engine.preview import FigureChange, Preview, RackPreview
from designer.engine.report import RackReport
from designer.model.measured import Bound
from designer.ui.state.drop_words import card_lines


def told(preview: Preview) -> list[str]:
    verdict = Verdict(ok=True, reason="", title="Node into A01 · U1–U8")
    plan = DropPlan("key", verdict, "Place", lambda design: design, ("A01",))
    return [line.text for line in card_lines(plan, preview, {}, {})]


def mass(low: float, high: float, value: float | None) -> Limit:
    ends = Bound(name="used", low=low, high=high, estimated=value is not None)
    return Limit(
        name="mass", group="mass", label="Mass, static", used=value, limit=1701, unit="kg",
        state="ok", bounds=(ends,),
    )  # fmt: skip


def rack(limit: Limit) -> RackReport:
    return RackReport(id="A01", name="A01", power_max_kw=10.2, limits=(limit,))


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        # A DGX H100 of 130.45 kg in a rack whose cables, coolant and door only have bounds.
        (mass(475, 694, 596), mass(605.4, 824.5, 726.4), "~596 (475–694) → ~726 (605–825)"),
        (mass(475, 694, 596), mass(575, 832, None), "475–694 → 575–832"),
        (mass(575, 832, None), mass(705, 963, None), "575–832 → 705–963"),
        (mass(575, 832, None), mass(705, 963, 900), "575–832 → 705–963"),
    ],
)
def test_a_node_is_not_lost_in_the_rounding_of_a_bounded_mass(
    was: Limit, now: Limit, words: str
) -> None:
    one = RackPreview(id="A01", before=rack(was), after=rack(now))
    assert f"{words} of 1,701 kg" in told(Preview(preview=1, racks=(one,)))


def of_all(before: float | None, after: float | None, *bounds: Bound) -> list[str]:
    heavier = FigureChange(
        section="totals", what="mass", before=before, after=after, unit="kg", bounds=bounds
    )
    return told(Preview(preview=1, changes=(heavier,), altered=("Totals",)))[1:]


def ends(name: str, low: float, high: float) -> Bound:
    return Bound(name=name, low=low, high=high, estimated=True)


def test_of_the_whole_design_it_says_by_how_much_it_grows() -> None:
    bounds = ends("before", 350_000, 460_000), ends("after", 350_130, 460_130)
    assert of_all(400_000, 400_130, *bounds) == [
        "mass: ~400,000 kg (350,000–470,000), 130 kg more"
    ]  # fmt: skip


def test_where_it_reads_differently_it_is_told_as_a_change() -> None:
    bounds = ends("before", 2_867, 4_300), ends("after", 2_998, 4_431)
    assert of_all(3_500, 3_631, *bounds) == [
        "mass: ~3,500 kg (2,800–4,300) → ~3,600 kg (2,900–4,500)"
    ]


def test_of_exact_masses_what_rounding_hides_is_nothing() -> None:
    assert of_all(12_269.1, 12_269.2) == ["changes figures not shown here: Totals"]
