"""Five questions: what answers mean, which design meets them, what is refused and what fits."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.calc import calculate
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.model.design import Design
from designer.model.figures import Figure, exact
from designer.planning.arguments import TemplateError
from designer.planning.questions.answers import Answers, Budget, Feeds, Run, answers_of
from designer.planning.questions.budget import judged
from designer.planning.questions.generations import GENERATIONS, Generation, Offer
from designer.planning.questions.limits import cooling_units_of, fullest_rack
from designer.planning.questions.outcome import Plan, Proposal
from designer.planning.questions.planner import plan
from designer.planning.templates import build

H100 = {"gpus": "512", "generation": "h100"}


def of(**given: str) -> Plan:
    return plan(answers_of(given), load_shipped())


def met(**given: str) -> Proposal:
    found = of(**given)
    assert found.proposal is not None, found.why_not
    return found.proposal


def nearest(**given: str) -> tuple[str, Proposal]:
    found = of(**given)
    assert found.proposal is None
    assert found.nearest is not None
    return found.why_not, found.nearest


def errors(design: Design) -> list[str]:
    return [one.message for one in _report(design).checks if one.severity == "error"]


def _report(design: Design) -> Report:
    return evaluate(design, load_shipped())


def value_of(found: Proposal, what: str) -> str:
    return next(one.value for one in found.assumptions if one.what == what)


def test_answers_are_read_from_texts() -> None:
    read = answers_of({
        "gpus": "1,024", "generation": "H100", "room": "24 x 18.5", "feeds": "3×500",
        "volts": "400", "rack_kw": "44", "cooling": "air", "budget": "20e6 usd",
    })  # fmt: skip
    assert read == Answers(
        "h100", 1024, room_m=(24.0, 18.5), feeds=Feeds(3, 500.0, 400.0), rack_kw=44.0,
        cooling="air", budget=Budget(2e7, "USD"),
    )  # fmt: skip
    run = answers_of({"generation": "b200", "parameters_b": "70", "tokens": "15e12", "days": "60"})
    assert run.run == Run("", 70.0, 15e12, 60.0)
    assert run.gpus is None


def test_what_is_not_limited_is_left_to_the_plan() -> None:
    free = {"room": "sized", "feeds": "Sized", "rack_kw": "any", "cooling": "", "budget": "any"}
    assert answers_of({**H100, **free}) == Answers("h100", 512)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"gpus": "8"}, "generation: which GPU is not answered"),
        ({"generation": "h100"}, "gpus: how many GPUs is not answered"),
        ({**H100, "days": "3", "tokens": "1e9", "parameters_b": "1"}, "GPUs and a run are both"),
        ({"generation": "h100", "parameters_b": "1", "days": "3"}, "tokens of the run are not"),
        ({"generation": "h100", "tokens": "1", "days": "3"}, "a run is of a model or"),
        ({**H100, "room": "24"}, "length x width in metres"),
        ({**H100, "feeds": "500"}, "how many x kW of each"),
        ({**H100, "feeds": "2.5x500"}, "'2.5' is not a whole number"),
        ({**H100, "budget": "5 million"}, "names no currency"),
        ({**H100, "cooling": "hope"}, "one of any, air, rear-door, liquid"),
        ({**H100, "coolng": "air"}, "did you mean cooling?"),
        ({**H100, "gpus": "1,5"}, "write decimals with a point"),
        ({**H100, "gpus": "0"}, "0 is out of range; a number from 1 to 2,000,000"),
        ({**H100, "generation": "h1000"}, "did you mean h100?"),
        ({**H100, "design": "lab"}, "lab does not hold NVIDIA H100; any, or dgx-superpod-h100"),
        ({"generation": "h100", "model": "lama-3-70b", "tokens": "1", "days": "9"}, "llama-3-70b"),
    ],
)  # fmt: skip
def test_an_answer_that_means_nothing_is_told_with_its_remedy(
    given: dict[str, str], said: str
) -> None:
    with pytest.raises(TemplateError) as error:
        of(**given)
    assert said in error.value.problem.line()


OFFERS = [(one.id, offer) for one in GENERATIONS for offer in one.offers]


def test_numbers_are_read_as_people_write_them() -> None:
    said = answers_of({**H100, "gpus": "1k", "budget": "20M usd", "feeds": "3x1k"})
    plain = answers_of({**H100, "gpus": "1000", "budget": "20e6 USD", "feeds": "3x1000"})
    assert said == plain
    run = {"generation": "h100", "days": "30"}
    assert answers_of({**run, "parameters_b": "70B", "tokens": "15T"}) == answers_of(
        {**run, "parameters_b": "70", "tokens": "15e12"}
    )


@pytest.mark.parametrize(("generation", "offer"), OFFERS)
def test_an_offer_has_the_gpus_that_the_built_design_has(generation: str, offer: Offer) -> None:
    sizes = offer.sizes(one_hall=True)
    for size, wanted in ((sizes[0], 1), (min(sizes[-1], sizes[0] + 1), 10**9)):
        for asked in {wanted, size * offer.unit_gpus}:
            taken = offer.at(size, asked)
            design = build(offer.template, dict(taken.arguments), load_shipped())
            assert _report(design).totals.gpus == taken.gpus, (generation, taken)


@pytest.mark.parametrize("one", GENERATIONS, ids=lambda one: one.id)
def test_the_peak_of_every_gpu_sizes_a_run(one: Generation) -> None:
    found = of(generation=one.id, parameters_b="8", tokens="1e12", days="30")
    shown = found.proposal or found.nearest
    assert shown is not None
    assert any(line.what == "GPUs of the run" for line in shown.assumptions)


def test_a_run_takes_the_gpus_of_the_engines_calculation() -> None:
    found = met(generation="b200", parameters_b="70", tokens="15e12", days="60")
    asked = {"parameters_b": "70", "tokens": "15e12", "days_asked": "60", "gpu": "b200-sxm"}
    said = calculate("compute", asked).results["gpus_for_days"]
    assert isinstance(said, float | int)
    assert value_of(found, "GPUs of the run").startswith(f"{int(said):,} (")
    assert found.gpus >= said
    why = next(one.why for one in found.assumptions if one.what == "GPUs of the run")
    assert "FLOP = 6·parameters·tokens" in why
    assert "arXiv 2001.08361" in why


def test_the_design_that_comes_nearest_is_taken_laid_out_and_free_of_errors() -> None:
    found = met(**H100)
    assert (found.template, found.gpus) == ("dgx-superpod-h100", 512)
    assert errors(found.design) == []
    assert value_of(found, "Fabric manager") == "outside the pod"
    # 200 GPUs: seven units of 32 are nearer than the 248 of a SuperPOD.
    other = met(gpus="200", generation="h100")
    assert (other.template, other.gpus) == ("hgx-spectrum-x", 224)
    assert value_of(other, "GPUs") == "224 in place of 200"
    assert met(gpus="200", generation="h100", design="dgx-superpod-h100").gpus == 248


def test_a_room_and_feeds_that_are_there_are_kept() -> None:
    found = met(**H100, room="30x21", feeds="4x500", volts="400")
    design, catalog = found.design, load_shipped()
    assert design.room.size_mm() == (30_000, 21_000)
    assert [(node.capacity_kw, node.volts) for node in design.power] == [(500.0, 400.0)] * 3
    assert value_of(found, "Feeds") == "3 of 4 are used"
    assert errors(design) == []
    units = cooling_units_of(design, catalog)
    right = [r for r in design.racks if r.id in units and r.rotation == 270]
    assert {r.x_mm + (catalog.require(r.part).depth_mm or 0) for r in right} == {30_000}
    rows = [rack for rack in design.racks if rack.id not in units]
    assert min(rack.x_mm for rack in rows) >= 9_000


def test_a_narrow_room_takes_rows_of_another_length() -> None:
    wide, deep = met(**H100).design.room.size_mm()
    assert (wide, deep) == (12_000, 12_600)
    found = met(**H100, room="16.8x9")
    assert "racks_per_row" in dict(found.arguments)
    assert errors(found.design) == []


def test_feeds_that_do_not_carry_it_are_told_with_what_fits() -> None:
    why, found = nearest(**H100, feeds="3x300")
    assert why == (
        "512 GPUs: racks and cooling units draw up to 812 kW, for which 3 feeds need 500 kW each, "
        "as two carry it when one is lost; there are 3 of 300 kW; 12 racks, 256 GPUs fit"
    )
    assert found.gpus == 256
    assert errors(found.design) == []


def test_a_room_that_is_too_small_is_told_with_what_fits() -> None:
    why, found = nearest(**H100, room="12x8")
    assert "need 12 × 12.6 m, and the room has 12 × 8 m" in why
    assert why.endswith(f"{found.gpus} GPUs fit")
    assert found.design.room.size_mm() == (12_000, 8_000)
    assert errors(found.design) == []


def test_racks_of_less_power_hold_fewer_nodes() -> None:
    found = met(**H100, rack_kw="30")
    assert dict(found.arguments)["nodes_per_rack"] == "2"
    assert value_of(found, "Nodes in a rack") == "2"
    assert fullest_rack(found.design, load_shipped())[1] <= 30
    assert "no size of these designs fits" in of(**H100, rack_kw="5").why_not


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"feeds": "2x500"}, "2 feeds: the reference designs stand on three"),
        ({"feeds": "3x500", "volts": "480"}, "feeds of 480 V: the rack PDUs"),
    ],
)
def test_feeds_that_no_design_stands_on_are_refused(given: dict[str, str], said: str) -> None:
    found = of(**H100, **given)
    assert found.proposal is None
    assert found.why_not.startswith(said)


def test_cooling_that_a_generation_lacks_is_refused_with_what_it_has() -> None:
    why, found = nearest(generation="gb200", gpus="576", cooling="air")
    assert why == (
        "no reference design of NVIDIA GB200 NVL72 has the room's air: its nodes are made for "
        "direct liquid cooling"
    )
    assert found.gpus == 576
    assert (
        dict(met(generation="mi355x", gpus="64", cooling="liquid").arguments)["cooling"] == "liquid"
    )


def test_a_design_of_far_more_gpus_is_offered_and_not_taken() -> None:
    why, found = nearest(generation="gb200", gpus="72")
    assert why.startswith("72 GPUs: the smallest reference design of NVIDIA GB200 NVL72")
    assert found.gpus == 576


def test_more_than_any_design_holds_is_told_with_the_most() -> None:
    why, found = nearest(generation="l40s", gpus="9999")
    assert why.startswith("9,999 GPUs are more than the reference designs of NVIDIA L40S hold: 320")
    assert found.gpus == 320


def test_every_assumption_says_what_and_why() -> None:
    told = {one.what for one in met(**H100).assumptions}
    assert {"Reference design", "Cooling", "Feeds", "Room", "Of the design", "Of the site"} <= told
    assert all(one.value for one in met(**H100).assumptions)


BILL = Figure(8e6, 12e6, 10e6, "USD", estimated=True)


@pytest.mark.parametrize(
    ("budget", "bill", "answer", "said"),
    [
        (Budget(13e6, "USD"), BILL, "within", "within 13,000,000 USD"),
        (Budget(7e6, "USD"), BILL, "over", "pay for about 87 such GPUs"),
        (Budget(9e6, "USD"), BILL, "open", "its prices are ranges"),
        (Budget(9e6, "EUR"), BILL, "open", "the bill is in USD, and no rate of exchange"),
        (Budget(9e6, "USD"), Figure(8e6, float("inf"), None, "USD"), "open", "3 of its parts have"),
        (Budget(9e6, "USD"), exact(9e6, "USD"), "within", "the bill comes to 9,000,000 USD"),
    ],
)
def test_a_budget_is_kept_broken_or_cannot_be_said(
    budget: Budget, bill: Figure, answer: str, said: str
) -> None:
    found = judged(budget, bill, "USD", 100, 3)
    assert found.answer == answer
    assert said in found.line
