"""While something is dragged, totals and checks are those of the design if it is released here."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from designer.document.drop_plans import DraggedDevices, devices_into_rack
from designer.engine.network_report import FabricLoss, FabricReport
from designer.engine.preview import (
    BisectionTried,
    CapitalChange,
    CheckCount,
    FigureChange,
    Foreseen,
    Preview,
)
from designer.engine.report import Check, Cost, Report, Totals
from designer.io.languages import read_in
from designer.model.figures import Figure, exact
from designer.model.measured import fields_of
from designer.model.presented import Presented
from designer.ui.kit.widget_edge import show_as
from designer.ui.state.capital_words import capital_words
from designer.ui.state.drop_preview import DropPreview
from designer.ui.state.workspace import Workspace
from designer.ui.views.dashboard.as_it_is import AS_IT_IS
from designer.ui.views.dashboard.checks import ChecksView
from designer.ui.views.dashboard.fabric_bars import LOSSES_LATER, FabricView, fabric_rows
from designer.ui.views.dashboard.panel import DashboardPanel
from designer.ui.views.dashboard.totals import TotalsView, more_words
from designer.ui.window.frame import LEAST_RIGHT_PX
from tests.helpers.canvas_space import WaitingClient
from tests.helpers.ui_desk import Desk

CHECK = Check(rule="P14", severity="error", message="feed A over its rating", key="P14:a")
REPORT = Report(
    totals=Totals(gpus=248, racks=12, power_max_kw=360.6), cost=Cost(capex=10.9e6, currency="USD"),
    checks=(CHECK,),
)  # fmt: skip

HELD = DraggedDevices(("node-1",))


def says(key: str, severity: str = "error", **more: object) -> Foreseen:
    rule = key.partition(":")[0]
    return Foreseen.model_validate(
        {"rule": rule, "severity": severity, "message": f"says {key}", "key": key, **more}
    )


PREVIEW = Preview(
    preview=1,
    changes=(
        FigureChange(section="totals", what="GPUs", before=248, after=256),
        FigureChange(section="totals", what="IT power", before=360.6, after=370.8, unit="kW"),
        FigureChange(section="cost", what="capital", before=10.9e6, after=10.5e6, unit="USD"),
    ),
    comes=(says("F03:open:x", "warning"), says("R07:b"), says("C01:c", "warning")),
    alters=(says("C23:crah"),),
    goes=(says("P01:e"), says("P02:f", elsewhere=True)),
    counts=(
        CheckCount(sort="error", before=1, after=2), CheckCount(sort="warning", before=3, after=3),
        CheckCount(sort="info", before=3, after=9),
    ),
)  # fmt: skip


@pytest.fixture
def shown(qtbot: QtBot, desk: Desk) -> Iterator[tuple[TotalsView, ChecksView]]:
    totals, checks = TotalsView(desk.workspace), ChecksView(desk.workspace)
    views: tuple[QWidget, ...] = (totals, checks)
    for view in views:
        qtbot.addWidget(view)
        view.resize(360, 500)
        view.show()
        qtbot.waitExposed(view)
    totals.show_report(REPORT)
    checks.show_report(REPORT)
    yield totals, checks
    for view in views:
        view.close()


def values(totals: TotalsView) -> list[str]:
    return [
        one.accessibleName() for one in (totals.gpus, totals.power, totals.racks, totals.capital)
    ]


def test_totals_show_what_would_be_with_the_difference_and_then_what_is(
    desk: Desk, shown: tuple[TotalsView, ChecksView]
) -> None:
    totals, released = shown[0], desk.workspace.released
    before = values(totals)
    assert not totals.banner.isVisible()
    released.show(PREVIEW)
    assert values(totals) == [
        "GPUs if released here: 256 +8",
        "IT power, maximum if released here: 370.8 kW +10.2 kW",
        "Racks if released here: 12",
        "Capital if released here: $10.5 M −$400 k",
    ]
    assert totals.banner.text() == "If released here · nothing saved yet · Esc: back"
    released.wait()
    assert totals.banner.text() == "If released here · sizing…"
    assert values(totals)[0] == "GPUs of the place before: 256 +8"
    assert totals.gpus.value.property("role") == "stale"
    assert "+8" not in totals.gpus.value.text()
    assert "place before" in totals.gpus.name.full_text()
    released.show(PREVIEW)
    assert values(totals)[0] == "GPUs if released here: 256 +8"
    assert totals.gpus.value.property("role") == "total"
    released.wait()
    released.clear()
    assert totals.gpus.value.property("role") == "total"
    assert values(totals) == before
    assert not totals.banner.isVisible()


def test_checks_show_only_what_changes_the_gravest_first(
    desk: Desk, shown: tuple[TotalsView, ChecksView]
) -> None:
    checks, released = shown[1], desk.workspace.released
    assert checks.list.isVisible()
    counts = checks.note.text()
    released.show(PREVIEW)
    assert (checks.list.isVisible(), checks.changed.isVisible()) == (False, True)
    assert checks.note.text() == "errors 1 → 2 · warnings 3"
    assert checks.changed.words().splitlines() == [
        "+ new: R07  says R07:b",
        "+ new: C01  says C01:c",
        "+ new: F03  says F03:open:x",
        "altered: C23  says C23:crah",
        "− gone: P01  says P01:e",
        "in fewer places: P02  says P02:f",
    ]
    released.show(Preview(preview=2))
    assert checks.changed.words() == "No check changes if it is released here."
    released.clear()
    assert (checks.list.isVisible(), checks.changed.isVisible()) == (True, False)
    assert checks.note.text() == counts


def test_what_is_said_as_before_is_not_dressed_anew(
    shown: tuple[TotalsView, ChecksView], monkeypatch: pytest.MonkeyPatch
) -> None:
    changed = shown[1].changed
    changed.show_preview(PREVIEW)
    dressed: list[str] = []
    monkeypatch.setattr(
        "designer.ui.views.dashboard.released_checks.set_role",
        lambda _, role: dressed.append(role),
    )
    changed.show_preview(PREVIEW.evolve(preview=2))
    assert dressed == []
    changed.show_preview(PREVIEW.evolve(preview=3, comes=PREVIEW.comes[:2]))
    assert dressed, "the rows that say something else"


def test_bars_are_read_anew_for_another_answer_and_not_because_the_pointer_goes_on(
    qtbot: QtBot, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = FabricView(desk.workspace)
    qtbot.addWidget(view)
    view.show_report(REPORT)
    read: list[object] = []

    def rows(_: Report, preview: Preview | None = None) -> list[object]:
        read.append(preview)
        return []

    monkeypatch.setattr("designer.ui.views.dashboard.fabric_bars.fabric_rows", rows)
    released = desk.workspace.released
    released.show(PREVIEW)
    released.wait()
    released.clear()
    assert read == [PREVIEW], "the rows of the report are kept"


def test_a_report_that_comes_meanwhile_does_not_take_the_place_of_what_would_be(
    desk: Desk, shown: tuple[TotalsView, ChecksView]
) -> None:
    totals, checks = shown
    desk.workspace.released.show(PREVIEW)
    totals.show_report(REPORT)
    checks.show_report(REPORT)
    assert values(totals)[0] == "GPUs if released here: 256 +8"
    assert checks.changed.isVisible()


def test_a_difference_of_estimates_is_one() -> None:
    assert more_words(exact(1.0, "kW"), exact(1.0, "kW")) == ""
    assert more_words(exact(2.0, "kW"), exact(1.0, "kW")) == "−1.0 kW"


def test_the_capital_grows_by_what_the_card_says(
    desk: Desk, shown: tuple[TotalsView, ChecksView]
) -> None:
    """The low ends differ by 30 k where the card said `~$45 k more (30–70)`."""
    was = Figure(10.9e6, 13e6, 11.5e6, "USD", estimated=True)
    now = Figure(10.93e6, 13.07e6, 11.545e6, "USD", estimated=True)
    by = Figure(30e3, 70e3, 45e3, "USD", estimated=True)
    one = FigureChange(
        section="cost", what="capital", unit="USD", **fields_of({"before": was, "after": now})
    )
    step = CapitalChange(currency="USD", **fields_of({"by": by}))
    preview = Preview(preview=1, changes=(one,), capital=step)
    assert capital_words(one, preview).endswith(", ~$45 k more (30–70)")
    desk.workspace.released.show(preview)
    capital = shown[0].capital
    assert "+~$45 k" in capital.value.text()
    assert capital.name.full_text() == "Capital · $30–70 k more"
    desk.workspace.released.clear()
    assert capital.name.full_text() == "Capital"


def test_what_a_drag_does_not_foresee_is_dimmed_and_says_that_it_is_as_it_is(
    qtbot: QtBot, desk: Desk
) -> None:
    panel = DashboardPanel(desk.workspace)
    qtbot.addWidget(panel)
    panel.resize(346, 900)
    panel.show()
    qtbot.waitExposed(panel)
    veil, released = panel.as_it_is, desk.workspace.released
    assert not veil.isVisible()
    released.show(PREVIEW)
    qtbot.waitUntil(lambda: veil.geometry().top() > panel.totals.below.geometry().bottom())
    assert (veil.isVisible(), veil.toolTip()) == (True, AS_IT_IS)
    assert panel.totals.below.isVisible()
    for section, dimmed in ((panel.power, True), (panel.fabrics, False)):
        assert section.isVisible()
        covered = section.geometry().translated(-veil.pos())
        assert veil.mask().intersects(covered) is dimmed, section.accessibleName()
    assert not veil.geometry().intersects(panel.totals.geometry())
    bars = panel.fabrics.geometry().translated(-veil.pos())
    released.wait()
    assert veil.mask().contains(bars), "of another place by now: the report's own, dimmed"
    released.show(PREVIEW.evolve(preview=2))
    assert not veil.mask().intersects(bars)
    released.clear()
    assert not veil.isVisible()
    panel.close()


def fabric(name: str, gbps: float, ratio: float) -> FabricReport:
    loss = FabricLoss(what="switch", tier="leaf", ids=("l",), number=1, bisection_ratio=0.5)
    return FabricReport(
        id=name, name=name, purpose="compute", kind="leaf-spine", nodes=4, endpoints=32, islands=1,
        bisection_gbps=gbps, bisection_lower_gbps=gbps, bisection_upper_gbps=gbps,
        bisection_ratio=ratio, losses=(loss,), worked_out=True,
    )  # fmt: skip


def tried(name: str, gbps: float, ratio: float) -> BisectionTried:
    return BisectionTried(
        fabric=name, name=name, purpose="compute", after=fabric(name, gbps, ratio), islands=1,
        bisection_before_gbps=196_800, bisection_gbps=gbps, bisection_ratio=ratio,
    )  # fmt: skip


def test_bisections_are_those_after_the_drop_and_losses_say_that_they_follow(
    qtbot: QtBot, desk: Desk
) -> None:
    """They were dimmed as the design is, while totals and checks showed what would be."""
    view, released = FabricView(desk.workspace), desk.workspace.released
    qtbot.addWidget(view)
    report = Report(fabrics=(fabric("A", 196_800, 0.5), fabric("B", 8, 1.0), fabric("C", 8, 1.0)))
    view.show_report(report)
    was = list(view.bars.rows)
    changed, now = tried("A", 204_800, 0.625), fabric("A", 204_800, 0.625)
    huge = tried("B", 8, 1.0).evolve(measured=False)
    released.show(Preview(preview=1, bisections=(changed, huge)))
    rows = {row.name: row for row in view.bars.rows}
    after = {row.name: row for row in fabric_rows(Report(fabrics=(now,)))}["A"]
    assert rows["A"].words == after.words != was[0].words
    assert (rows["A"].lower, rows["A"].upper, rows["A"].changes) == (0.625, 0.625, True)
    assert rows["A"].tip.startswith(f"Before the drop: {was[0].words}")
    assert rows["B"].words == "after release: too large to be measured while you drag"
    assert (rows["B"].lower, rows["B"].upper, rows["B"].later) == (None, None, True)
    assert rows["C"] in was, "its links stay"
    told = {row.name: row.words for row in was}
    name = "A, worst single loss"
    assert told[name] != rows[name].words == LOSSES_LATER
    assert rows[name].later
    assert rows["C, worst single loss"].words == told["C, worst single loss"]
    held = list(view.bars.rows)
    released.wait()
    assert view.bars.rows == was, "the pointer has gone on: that was of another place"
    view.show_report(report)
    assert view.bars.rows == was, "a report that comes meanwhile brings it not back"
    released.show(Preview(preview=2, bisections=(changed, huge)))
    assert view.bars.rows == held
    released.clear()
    assert view.bars.rows == was


def test_that_nodes_of_a_drop_may_be_in_no_fabric_is_said_before_the_release(
    qtbot: QtBot, desk: Desk
) -> None:
    """Held, the bars looked whole; released, a line above them said that a node was in none."""
    view, released = FabricView(desk.workspace), desk.workspace.released
    qtbot.addWidget(view)
    view.show_report(Report(fabrics=(fabric("A", 196_800, 0.5),)))
    was = list(view.bars.rows)
    released.show(PREVIEW)
    first, *others = view.bars.rows
    assert (first.name, first.words) == ("Nodes", "in a fabric or none: on release")
    assert others == was
    released.show(Preview(preview=2))
    assert view.bars.rows == was, "no node comes or goes"


def test_what_was_foreseen_of_one_place_goes_where_the_answer_to_the_next_fails(
    qtbot: QtBot, space: Workspace
) -> None:
    """The bars of the first stood on, undimmed, beside a card that said there was no answer."""
    view, drop = FabricView(space), DropPreview(space)
    qtbot.addWidget(view)
    view.show_report(Report(fabrics=(fabric("A", 196_800, 0.5),)))
    was, client = list(view.bars.rows), space.client
    assert isinstance(client, WaitingClient)
    said = tried("A", 204_800, 0.625)
    drop.show(devices_into_rack(space.layout(), space.catalog, HELD, "A02", 40))
    qtbot.waitUntil(lambda: len(client.asked) == 1)
    client.previewed.emit(Preview(preview=1, bisections=(said,)))
    assert view.bars.rows[0].words.startswith("25.6 TB/s")
    drop.show(devices_into_rack(space.layout(), space.catalog, HELD, "A02", 50))
    assert space.released.is_stale
    assert view.bars.rows == was
    qtbot.waitUntil(lambda: len(client.asked) == 2)
    client.preview_failed.emit(2, "no such rack")
    assert (space.released.preview, space.released.is_stale) == (None, False)
    assert view.bars.rows == was
    drop.clear()


def test_totals_that_are_held_ask_in_german_for_no_more_room_than_their_panel_has(
    desk: Desk, shown: tuple[TotalsView, ChecksView]
) -> None:
    """German is longer: a banner that is too wide moves the figures beside it out of sight."""
    totals, released = shown[0], desk.workspace.released
    show_as(read_in(Presented("metric", "de"), "de"))
    released.show(PREVIEW)
    assert totals.banner.text() == "Vorschau · noch nichts gespeichert · Esc: zurück"
    assert totals.minimumSizeHint().width() <= LEAST_RIGHT_PX
    released.clear()
