"""What follows from the differences of two designs: figures, limits, findings, and in words."""

import json
from math import inf
from typing import Any

import pytest
from hypothesis import given

from designer.catalog.catalog import Catalog
from designer.document.comparison import compare
from designer.engine.beside import Consequences, FigureBeside, LimitBeside
from designer.engine.cost_report import Cost
from designer.engine.limit_report import Limit
from designer.engine.power_report import PowerReport, RoomFeed
from designer.engine.report import Check, NotComputed, RackReport, Report, Totals
from designer.io.export.comparison import COMPARISON_FORMATS
from designer.io.export.comparison_content import Compared, verdict
from designer.io.export.consequences import Side, consequences
from designer.model.design import Design
from designer.model.figures import Figure, exact, missing
from designer.model.one_line import one_line
from designer.ui.views.compare.deltas import short_limit_words
from tests.helpers.designs import designs, small_catalog

CATALOG = Catalog(())
WAS, NOW = Design(), Design(name="later")


def of(was: Report, now: Report) -> Consequences:
    return consequences(Side(WAS, CATALOG, was), Side(NOW, CATALOG, now))


def said(was: Report, now: Report) -> str:
    return verdict(Compared(("a", "b"), compare(WAS, NOW), (CATALOG, CATALOG), of(was, now)))


def filled(*racks: tuple[str, float | None]) -> Report:
    """Return a report on racks of which so many kW of 10 are used; None is not known."""
    return Report(
        racks=tuple(
            RackReport(id=key, name=key.upper(), limits=(
                Limit(name="power", label="Power", used=used, limit=10.0, unit="kW",
                      state="unknown" if used is None else "error" if used > 10 else "ok"),
            ))
            for key, used in racks
        )
    )  # fmt: skip


def check(rule: str, severity: Any, *where: str, key: str = "") -> Check:
    return Check(rule=rule, severity=severity, where=where, message=f"{rule} says no.",
                 key=key or f"{rule}:x")  # fmt: skip


def test_a_limit_says_where_it_is_fullest_and_how_often_it_is_broken() -> None:
    (limit,) = of(filled(("a1", 5.0), ("a2", 9.0)), filled(("a1", 12.0), ("a2", 9.0))).limits
    assert (limit.was_over, limit.now_over) == (0, 1)
    assert limit.fullest_words == ("90% in A2", "120% in A1")


def test_a_limit_that_is_not_known_is_not_full_of_nothing() -> None:
    (limit,) = of(filled(("a1", 5.0)), filled(("a1", None))).limits
    assert (limit.was_open, limit.now_open) == (0, 1)
    assert limit.fullest_words == ("50% in A1", "not known in A1")
    (limit,) = of(Report(), filled(("a1", 5.0))).limits
    assert limit.fullest_words == ("no such limit", "50% in A1")


def test_a_limit_that_another_rack_bears_names_both_and_what_each_calls_it() -> None:
    """`Cooling, rear-door exchanger 77% → 138%` was of a rack without a door."""

    def cooled(*racks: tuple[str, str, float]) -> Report:
        return Report(racks=tuple(
            RackReport(id=key, name=key, limits=(
                Limit(name="cooling", label=label, used=used, limit=10.0, unit="kW", state="ok"),
            )) for key, label, used in racks
        ))  # fmt: skip

    door, air = "Cooling, rear-door exchanger, active", "Cooling, perimeter air"
    was = cooled(("R01", door, 7.7), ("R02", air, 5.0))
    (limit,) = of(was, cooled(("R01", door, 7.7), ("R02", air, 13.8))).limits
    assert limit.has_other_bearer
    assert limit.called == f"{door} → {air}"
    assert short_limit_words(limit) == "77% in R01 → 138% in R02"
    (limit,) = of(was, cooled(("R01", door, 8.7), ("R02", air, 5.0))).limits
    assert (limit.has_other_bearer, limit.called) == (False, door)
    assert short_limit_words(limit) == "77% → 87%"


def test_a_limit_of_one_device_is_told_in_words() -> None:
    def supplies(device: str, used: float) -> Report:
        limit = Limit(name="psu", group="device", label="Power supplies", used=used, limit=13.2,
                      unit="kW", state="ok", text=f"{device} stays up")  # fmt: skip
        return Report(racks=(RackReport(id="A01", name="A01", limits=(limit,)),))

    (limit,) = of(supplies("DGX H100", 9.6), supplies("SN2100", 0.8)).limits
    assert limit.fullest_words == ("A01: DGX H100 stays up", "A01: SN2100 stays up")


def test_what_rounding_hides_is_not_the_same() -> None:
    """Two empty racks cost 6,400 USD, and capital read as the same on both sides."""
    was, now = (
        Report(totals=Totals(gpus=248, power_max_kw=360.6), cost=Cost(capex=sum_, currency="USD"))
        for sum_ in (12_618_628.0, 12_625_028.0)
    )
    capital = of(was, now).figure("capex")
    assert capital is not None
    assert capital.words == "$12.6 M, $6,400 more"
    assert capital.reads_other
    assert said(was, now).startswith(
        "The same 248 GPUs for capital $12.6 M, $6,400 more. No finding"
    )
    assert said(now, was).startswith("The same 248 GPUs for capital $12.6 M, $6,400 less.")


@pytest.mark.parametrize(
    ("was", "now", "words"),
    [
        (Figure(12_618_628, inf, unit="USD"), Figure(12_625_028, inf, unit="USD"),
         "≥ $12.6 M, its lower bound $6,400 higher"),
        (Figure(1000, 1390, 1200, "kg", estimated=True),
         Figure(1004, 1394, 1204, "kg", estimated=True), "~1,200 kg (1,000–1,400), ~4 kg more"),
        (exact(10.0, "kW"), exact(10.001, "kW"), "10.0 kW, another below rounding"),
    ],
)  # fmt: skip
def test_a_difference_below_rounding_is_told(was: Figure, now: Figure, words: str) -> None:
    assert FigureBeside("x", "totals", "x", was, now).words == words


def test_a_limit_that_did_not_move_is_not_told() -> None:
    assert of(filled(("a1", 5.0), ("a2", 4.0)), filled(("a1", 5.0), ("a2", 3.0))).limits == ()


def test_feeds_of_the_room_are_a_limit() -> None:
    def fed(load: float | None, after: float | None) -> Report:
        feed = RoomFeed(id="f", name="A", capacity_kw=100.0, load_kw=load,
                        load_after_loss_kw=after, state="ok")  # fmt: skip
        return Report(power=PowerReport(feeds=(feed,)))

    (limit,) = of(fed(40.0, 80.0), fed(40.0, 90.0)).limits
    assert limit.fullest_words == ("80% in feed A", "90% in feed A")
    (limit,) = of(fed(40.0, None), fed(60.0, None)).limits
    assert limit.fullest_words == ("40% in feed A", "60% in feed A")


@pytest.mark.parametrize(
    ("was", "now", "differs", "words"),
    [
        (exact(10.0, "kW"), exact(12.0, "kW"), True, "10.0 → 12.0 kW"),
        (exact(10.0, "kW"), exact(10.0, "kW"), False, "10.0 kW"),
        (missing("x", "kW"), exact(12.0, "kW"), True, "— → 12.0 kW"),
        (exact(10.0, "USD"), exact(10.0, "EUR"), True, "$10.00 → €10.00"),
        (None, exact(12.0, "kW"), True, "cannot be computed → 12.0 kW"),
        (None, None, False, "cannot be computed"),
    ],
)
def test_a_figure_beside_the_other(
    was: Figure | None, now: Figure | None, differs: bool, words: str
) -> None:
    figure = FigureBeside("power", "totals", "power_max_kw", was, now)
    assert figure.differs == differs
    assert figure.words == words
    assert figure.reads_other == differs


def test_what_cannot_be_computed_is_said_and_no_figure() -> None:
    lost = NotComputed(subject="totals", because="of a fault", title="Totals")
    found = of(Report(not_computed=(lost,)), Report(totals=Totals(gpus=8)))
    assert found.not_computed == ("Totals cannot be computed, because of a fault",)
    gpus = found.figure("gpus")
    assert gpus is not None
    assert (gpus.before, gpus.words) == (None, "cannot be computed → 8")
    verdict_words = said(Report(not_computed=(lost,)), Report(totals=Totals(gpus=8)))
    assert verdict_words.startswith("GPUs cannot be computed → 8 ")


def test_the_verdict_names_gain_price_and_the_worst_that_is_new() -> None:
    was = Report(totals=Totals(gpus=960, power_max_kw=1362.0), cost=Cost(capex=42.7e6),
                 checks=(check("C01", "warning", "a"),))  # fmt: skip
    now = Report(totals=Totals(gpus=1016, power_max_kw=1434.0), cost=Cost(capex=45.1e6),
                 checks=(check("S01", "info", "a"), check("P03", "error", "b")))  # fmt: skip
    assert said(was, now) == (
        "56 GPUs more (960 → 1,016) for highest power 1.36 → 1.43 MW and capital $42.7 → $45.1 M. "
        "2 findings are new, 1 is gone; the worst of what came: error P03, P03 says no."
    )
    assert said(now, was).startswith("56 GPUs fewer (1,016 → 960) for highest power")
    assert said(was, was) == (
        "The same 960 GPUs at the same power and capital. No finding is new, and none is gone."
    )


def test_a_finding_that_stands_elsewhere_is_no_new_one() -> None:
    was = Report(checks=(check("P03", "error", "a"),))
    now = Report(checks=(check("P03", "error", "a", "b"),))
    (found,) = of(was, now).gained
    assert found.elsewhere
    assert found.places == 1
    assert said(was, now).endswith(
        "No finding is new and none is gone, 1 known one reaches more places; the worst of "
        "what came: error P03, P03 says no."
    )
    infos = [Report(checks=(check("S01", "info", *where),)) for where in ("a", "ab")]
    assert said(*infos).endswith("No finding is new, and none is gone.")
    text = COMPARISON_FORMATS["text"](
        Compared(("a", "b"), compare(WAS, NOW), (CATALOG, CATALOG), of(was, now))
    )
    assert "+ new at places  error" in text


def test_findings_that_cannot_be_said_stand_between_warnings_and_infos() -> None:
    now = Report(
        checks=(
            check("S01", "info", "a"),
            check("C01", "warning", "a", key="C01:open:heat"),
            check("P03", "warning", "a"),
            check("P09", "error", "a"),
        )
    )
    assert [one.rule for one in of(Report(), now).gained] == ["P09", "P03", "C01", "S01"]


def test_a_limit_beside_nothing_has_no_share() -> None:
    assert not LimitBeside("power", "Power").differs


@given(designs(), designs())
def test_any_two_designs_can_be_told_in_any_format(one: Design, other: Design) -> None:
    catalogs = (small_catalog(), CATALOG)
    compared = Compared(("a", "b"), compare(one, other, catalogs), catalogs)
    for name, write in COMPARISON_FORMATS.items():
        text = write(compared)
        if name == "json":
            data = json.loads(text)
            assert sum(data["counts"].values()) == len(data["changes"])
            assert sum(len(group["ids"]) for group in data["groups"]) == len(data["changes"])
        elif name == "text":
            assert all(line == one_line(line) for line in text.split("\n")), text
