"""The platform of a design: kept in its file, told in report and checks, fit before all else."""

from typing import Any

import pytest

from designer.catalog.load import load_shipped
from designer.engine.calc import CalcError, calculate
from designer.engine.evaluate import evaluate
from designer.engine.report import Check, Report
from designer.io.design_file import loads
from designer.io.design_text import dumps
from designer.model.change import apply, change_from_data, diff
from designer.model.platform import Platform
from designer.model.workload import Workload
from tests.helpers.platform_cases import DDN, train
from tests.helpers.platform_halls import Hall

STATED = Platform(
    operating_system="flatcar", driver="550.54.14", cuda="12.5", file_systems=("lustre-client",),
    mig=("a100-80gb-1g-10gb",) * 7, lossless=False, tensor=8, gpu_utilization_pct=65.0,
    note="as delivered",
)  # fmt: skip


def findings(report: Report, *codes: str) -> list[Check]:
    return [check for check in report.checks if check.rule in codes]


def test_a_platform_is_kept_in_the_file_and_in_a_change() -> None:
    design = Hall().design()
    stated = design.evolve(platform=STATED)
    read = loads(dumps(stated, load_shipped()))
    assert read.problems == ()
    assert read.design.platform == STATED
    assert "[platform]" not in dumps(design, load_shipped())
    change = change_from_data(diff(design, stated).to_data())
    assert apply(design, change) == stated


def test_hostile_text_in_a_file_is_reported_and_the_rest_is_read() -> None:
    text = dumps(Hall().design().evolve(platform=STATED), load_shipped())
    for bad in (
        text.replace('driver = "550.54.14"', 'driver = "newest"'),
        text.replace("lossless = false", 'lossless = "perhaps"'),
        text.replace("tensor = 8", "tensor = -8"),
        text.replace("gpu_utilization_pct = 65.0", "gpu_utilization_pct = 650.0"),
        text.replace('operating_system = "flatcar"', "operating_system = 7"),
        text.replace("[platform]", "[platform]\nwings = 2"),
    ):
        assert bad != text
        read = loads(bad)
        assert read.problems
        assert read.design.platform.note == "as delivered"


def test_an_id_that_the_catalogue_lacks_leaves_its_rules_open() -> None:
    report = Hall(stores=(DDN,), platform={"operating_system": "templeos"}).report()
    (said,) = [one for one in report.platform.rules if "lustre-client-match" in one.key]
    assert said.answer == "open"
    assert "the catalogue has no operating system 'templeos'" in said.said


def test_a_design_that_states_nothing_gets_what_the_drawing_alone_shows() -> None:
    silent = Hall(stores=(DDN,)).report()
    told = findings(silent, "S01", "S02", "S03", "S04", "S05", "S06")
    assert not any(":open:" in check.key for check in told)
    some = Hall(stores=(DDN,), platform={"scheduler": "kubernetes"}).report()
    keys = [check.key for check in findings(some, "S04")]
    assert "S04:open:guideline/lustre-client-match" in keys
    (check,) = (one for one in some.checks if one.key == "S04:open:guideline/lustre-client-match")
    assert "nobody states Operating system" in check.message
    assert "tab Platform" in check.advice


def test_the_check_list_gives_findings_where_a_design_holds_itself_to_it() -> None:
    assert findings(Hall().report(), "S06") == []
    held = findings(Hall(platform={"ready": True}).report(), "S06")
    assert "S06:guideline/checkpoint-bandwidth.parallel" in [check.key for check in held]
    assert {row.item for row in Hall().report().platform.readiness} >= {
        "Writing of checkpoints", "Power of the fullest rack, most", "Floor load",
    }  # fmt: skip


@pytest.mark.parametrize("choice", [
    {"serving": "nosuch"}, {"operating_system": "templeos"}, {"file_systems": ("nosuch",)},
    {"kernel_parameters": ("nosuch",)},
])  # fmt: skip
def test_a_choice_that_the_catalogue_lacks_is_a_finding(choice: dict[str, Any]) -> None:
    """A typing error must not pass as software of which no rule has anything to say."""
    said = findings(Hall(platform=choice).report(), "S01")
    assert [one for one in said if "the catalogue has no" in one.message]
    assert not [one for one in findings(Hall(platform={"serving": "tensorrt-llm"}).report(), "S01")
                if "the catalogue has no" in one.message]  # fmt: skip


def test_calc_refuses_what_the_catalogue_lacks_and_takes_names_of_a_design() -> None:
    with pytest.raises(CalcError, match="no file system 'nosuch': give some of beegfs, lustre"):
        calculate("platform", {"operating_system": "flatcar", "file_systems": "nosuch"})
    with pytest.raises(CalcError, match="no serving 'nosuch3'"):
        calculate("platform", {"serving": "nosuch3"})
    for named in ("lustre", "lustre-client"):
        found = calculate("platform", {"operating_system": "flatcar", "file_systems": named})
        assert found.results["failed"] == 1, named


def test_a_fabric_of_which_no_switch_stands_gives_nothing() -> None:
    """Rules alone carry no data: a hall whose switches were deleted has no network."""
    hall = Hall(count=4, fabric={"leaf_policy": "rail-per-su", "su_nodes": 32}, management=True,
                stores=(DDN,), platform={"ready": True})  # fmt: skip
    design = hall.design()
    kept = tuple(one for one in design.devices if not one.fabric)
    whole, bare = (evaluate(one, hall.catalog()) for one in (design, design.evolve(devices=kept)))

    def said(report: Report, key: str) -> str:
        return next(one.answer for one in report.platform.rules if key in one.key)

    def rows(report: Report) -> dict[str, str]:
        return {one.item: one.answer for one in report.platform.readiness}

    assert said(whole, "four-pillars") == "holds"
    assert said(bare, "four-pillars") == "fails"
    assert rows(whole)["InfiniBand or RoCEv2"] == "met"
    assert rows(bare)["InfiniBand or RoCEv2"] == "missed"
    assert rows(whole)["Wired by rails"] == "met"
    assert rows(bare)["Wired by rails"] == "open"
    # One leaf less: some nodes have no link of a rail, and nobody may say what all have.
    fewer = tuple(one for one in design.devices if one.id != "compute000")
    lacking = evaluate(design.evolve(devices=fewer), hall.catalog())
    assert rows(lacking)["Wired by rails"] == "open"


def test_a_note_is_told_and_is_no_finding() -> None:
    report = Hall(count=2, fabric={}).report()
    (said,) = [one for one in report.platform.rules if "half-of-hbm" in one.key]
    assert said.answer == "fails"
    assert "1.493 %" in said.said
    assert "half-of-hbm" not in str(report.checks)


def workload_rules(hall: Hall, code: str) -> list[str]:
    return [check.message for check in findings(hall.report(), code)]


def served(model: str, gpus: int, precision: str) -> Hall:
    run: Any = {"prompt_tokens": 4096, "answer_tokens": 512, "precision": precision}
    return Hall(workloads=(Workload(id="r", kind="inference", model=model, gpus=gpus, **run),))


def test_a_fabric_gives_no_more_than_the_ports_of_nodes() -> None:
    """A rule of 400 Gb/s over ports of 200 makes no 400 Gb/s."""
    units = {"leaf_policy": "rail-per-su", "su_nodes": 32}
    report = Hall("dgx-a100", 128, fabric=units).report()
    (said,) = [one for one in report.platform.rules if one.key.endswith("network-1000-gpus.least")]
    assert said.answer == "fails"
    assert "1,024 GPUs have 200 Gb/s of network each" in said.said


def test_fit_comes_before_all_else() -> None:
    """S0-171: 70B in 16 bits is no model for one H100; S3-117: what does not fit has no speed."""
    assert workload_rules(served("llama-3-70b", 1, "bf16"), "L02")
    assert workload_rules(served("llama-3-70b", 2, "fp8"), "L02") == []
    report = train("megatron-1t", Hall()).report()
    (one,) = report.workloads
    assert one.fits is False
    assert "fits" in one.verdict
    assert workload_rules(train("llama-3-8b", Hall()), "L02") == []


def test_calc_answers_for_a_combination_without_a_design() -> None:
    found = calculate("platform", {"gpus": "1024", "gbps": "200"}).results
    assert "400 Gb/s at least" in str(found["fails"])
    found = calculate("platform", {"gpu": "mi300x", "serving": "tensorrt-llm"}).results
    assert "TensorRT-LLM" in str(found["fails"])
    asked = {"operating_system": "flatcar", "file_systems": "lustre", "scheduler": "slurm"}
    assert calculate("platform", asked).results["failed"] == 2
    asked["operating_system"] = "rocky-9"
    assert calculate("platform", asked).results["failed"] == 0


@pytest.mark.parametrize(
    ("name", "text"), [("gpu", "abacus"), ("driver", "new"), ("fabric", "string"), ("wings", "2")]
)
def test_calc_refuses_what_it_does_not_know(name: str, text: str) -> None:
    with pytest.raises(CalcError, match=name if name == "wings" else text):
        calculate("platform", {name: text})
