"""Why figures of cost are what they are: formula, inputs, sources; sums as in the bill."""

import re

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import Evaluator
from designer.engine.ownership_report import OwnAsked
from designer.engine.report import Report
from designer.engine.subjects.ownership.answers import Input
from designer.engine.subjects.ownership.whys import input_words
from designer.engine.why_report import Why
from designer.model.design import Design, PriceOverride, Site
from designer.model.figures import Figure, estimate, exact
from designer.model.workload import Workload
from designer.planning.templates import build

BOXES = ("capital", "running", "swings", "course", "terms", "left_out", "like")
RUN = Workload(
    id="run", name="Llama 70B", kind="training", model="llama-3-70b", tokens=1e12,
    global_batch=1024, sequence_tokens=8192,
)  # fmt: skip


def hall(prices: tuple[PriceOverride, ...] = (), **site: object) -> Design:
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, load_shipped())
    asked = Site.model_validate({**design.site.model_dump(), **site})
    return design.evolve(site=asked, prices=prices)


class Asked:
    """A design that is evaluated once, and asked."""

    def __init__(self, design: Design) -> None:
        self.design, self.evaluator = design, Evaluator(load_shipped())
        self.report: Report = self.evaluator.report(design)
        while self.evaluator.work_later():
            pass
        self.report = self.evaluator.report_later() or self.report

    def why(self, what: str, subject: str = "ownership", tried: OwnAsked | None = None) -> Why:
        asked = {"what": what, "tried": None if tried is None else tried.model_dump()}
        found = self.evaluator.answer(self.design, subject, "why", asked)
        assert isinstance(found, Why)
        return found


@pytest.fixture(scope="module")
def asked() -> Asked:
    return Asked(hall().evolve(workloads=(RUN,)))


@pytest.mark.parametrize("what", BOXES)
def test_each_box_has_formula_and_lines(asked: Asked, what: str) -> None:
    found = asked.why(what)
    assert found.what == what
    assert found.title.startswith("Why: ")
    assert found.formula
    assert found.lines
    assert all(line.strip() for line in found.lines)
    assert bool(found.sources) == (what != "left_out")


def test_capital_names_each_part_with_number_price_and_whose_price_it_is(asked: Asked) -> None:
    found = asked.why("capital")
    assert "   31 × DGX H100 at ~$320 k (300–500), 2026-06" in found.lines
    assert "   2 × ES400NVX2 (AI400X2): no price" in found.lines
    assert (
        "1 part without a price: a planning range stands for what they are part of" in found.error
    )
    assert "   without a price: 1,475 TB raw at ~340 USD/TB (200–1,450)" in found.lines
    assert found.sources
    owned = asked.report.ownership
    told = [line for line in found.lines if not line.startswith("   ")]
    assert [line.partition(":")[0] for line in told] == [
        *(one.name for one in owned.bought), "Together",
    ]  # fmt: skip


def test_a_quotation_is_named_as_the_source_and_no_price_leaves_no_end() -> None:
    quoted = PriceOverride(id="dgx-h100", amount_cents=20_000_000, as_of="2026-11")
    found = Asked(hall((quoted,), estimates=False)).why("capital")
    assert "   31 × DGX H100 at $200 k, 2026-11" in found.lines
    assert "quotations that the design states" in found.sources
    assert "without a price: the sum has no upper end" in found.error


def test_many_sorts_of_cables_are_told_by_the_dearest(asked: Asked) -> None:
    lines = asked.why("capital").lines
    first = next(at for at, line in enumerate(lines) if line.startswith("Optics and cables"))
    last = next(at for at in range(first + 1, len(lines)) if not lines[at].startswith("   "))
    pieces = lines[first + 1 : last]
    assert 0 < len(pieces) <= 9


def test_a_year_tells_the_inputs_of_each_line(asked: Asked) -> None:
    lines = asked.why("running").lines
    energy = next(at for at, line in enumerate(lines) if line.startswith("Energy: "))
    below = [line.strip().partition(":")[0] for line in lines[energy + 1 : energy + 5]]
    assert below == ["Hours that are used", "Power while working", "PUE", "Electricity"]
    # Idle power counts once there are hours of it.
    half = Asked(hall(utilisation=0.5)).why("running").lines
    assert any(line.startswith("   Power while idle: ") for line in half)


def test_what_is_tried_is_what_is_told(asked: Asked) -> None:
    site = asked.design.site.evolve(cloud_per_gpu_hour=9.5)
    found = asked.why("terms", tried=OwnAsked(site=site))
    assert "   Rate on demand: 9.50 USD = as the site states it" in found.lines
    assert not any("9.50" in line for line in asked.why("terms").lines)
    named = asked.why("capital", tried=OwnAsked(site=asked.design.site, inputs=(("Nodes", 1e6),)))
    assert named.lines[0] == "Nodes: $1.0 M"
    assert "   tried, in place of what its parts cost" in named.lines
    assert not any("DGX H100" in line for line in named.lines)


def test_the_month_of_the_course_is_that_of_the_report(asked: Asked) -> None:
    term = asked.report.ownership.term("on demand")
    assert term is not None
    assert term.break_even_months is not None
    said = next(line for line in asked.why("course").lines if "from month" in line)
    found = re.search(r"month ~?(\d+)", said)
    assert found is not None
    assert int(found[1]) == round(term.break_even_months)


def test_what_is_left_out_says_where_it_is_stated(asked: Asked) -> None:
    found = asked.why("left_out")
    assert len(found.lines) == len(asked.report.ownership.not_counted)
    assert "licences: counted once it is stated in Design settings › Ownership" in found.lines


def test_work_is_hours_times_the_cost_of_one(asked: Asked) -> None:
    found = asked.why("work", "choice")
    work = asked.report.choice.work[0]
    own = next(one for one in work.ways if one.way == "own")
    hour = re.search(r"([\d.]+)", next(one for one in found.lines if "An hour, own" in one))
    hours = re.search(r"([\d,.]+)", next(one for one in found.lines if "a run, its" in one))
    assert hour is not None
    assert hours is not None
    assert own.run is not None
    told = float(hour[1]) * float(hours[1].replace(",", ""))
    assert told == pytest.approx(own.run, rel=0.03)  # the hour is told with two digits
    assert "band" in found.error


def test_advice_tells_who_says_what(asked: Asked) -> None:
    found = asked.why("reasons", "choice")
    assert len(found.lines) == 2 + len(asked.report.choice.reasons)
    assert found.sources


def test_nothing_is_known_of_an_empty_hall_or_another_box(asked: Asked) -> None:
    assert asked.why("nothing").formula == ""
    assert Asked(Design()).why("capital").formula == ""
    assert Asked(Design()).why("work", "choice").formula == ""


def test_what_is_built_is_told_by_its_plants_and_as_a_whole() -> None:
    found = Asked(hall(hall="built")).why("capital")
    heads = [line.partition(":")[0] for line in found.lines if not line.startswith("   ")]
    assert {"Power plant", "Cooling plant", "Building", "Of these"} <= set(heads)
    assert any("UPS with batteries" in line for line in found.lines)
    assert not any(
        "rent of the hall" in line for line in Asked(hall(hall="built")).why("left_out").lines
    )


@pytest.mark.parametrize(
    ("figure", "words"),
    [
        (exact(0.075, "of the price"), "7.5% of the price"),
        (estimate(0.075, 0.05, 0.1, "of the price", "s", "r"), "~7.5% (5.0–10.0) of the price"),
        (exact(0.08, "of the price"), "8% of the price"),
        (exact(1.0, "of the price"), "100% of the price"),
    ],
)
def test_a_share_is_told_to_the_digit_that_it_has(figure: Figure, words: str) -> None:
    assert input_words(Input("support_share", "Support and spares", figure)) == words
