"""Carbon in the making of GPUs: a range of two sources, one alone (K08), none; the grid (K09)."""

import pytest

from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.engine.report import Report
from designer.engine.subjects.carbon.factors import MAKER_KG_PER_GPU, Gpu, gpu_kg
from designer.engine.subjects.carbon.subject import SUBJECT
from designer.model.design import Design, Site
from designer.planning.templates import build
from tests.unit.test_engine_feeds import design_of, nodes, pdus

SHIPPED = load_shipped()


def hall(gpu: str, **site: object) -> Report:
    part = SHIPPED.require("dgx-h100")
    assert part.compute is not None
    changed = part.evolve(compute=part.compute.evolve(gpu=gpu))
    design: Design = design_of(*nodes(2), *pdus("AB", "pdu-415v-60a-3ph"), site=Site(**site))
    return evaluate(design, SHIPPED.overlay([changed]))


def keys(report: Report, rule: str) -> list[str]:
    return [check.key for check in report.checks if check.rule == rule]


def test_two_sources_are_a_range_without_a_value() -> None:
    """16 H100: 164 kg each by NVIDIA's footprint, 575.1 kg by Boavizta's method."""
    report = hall("h100-sxm")
    made = report.carbon.figure("embodied_t")
    assert (made.low, made.value, made.high) == pytest.approx((16 * 0.164, None, 16 * 0.5751))
    assert report.carbon.embodied_sources == 2
    assert "NVIDIA" in report.carbon.embodied_scope
    assert "Boavizta" in report.carbon.embodied_scope
    assert keys(report, "K08") == []


def test_the_catalogue_has_what_the_formulas_give() -> None:
    each = {one.id: one.kg for one in SHIPPED.embodied}
    assert each["h100-sxm-boavizta"] == pytest.approx(gpu_kg(Gpu()), rel=1e-3)
    assert each["h100-sxm-nvidia"] == MAKER_KG_PER_GPU


def test_one_source_is_told() -> None:
    report = hall("h100-pcie")
    assert keys(report, "K08") == ["K08:h100-pcie"]
    assert report.carbon.figure("embodied_t").high == pytest.approx(16 * 0.5751)


def test_a_gpu_that_no_source_knows_is_in_no_sum() -> None:
    report = hall("b200-sxm")
    assert report.carbon.embodied_t is None
    assert not report.carbon.has_embodied
    assert keys(report, "K08") == []


def test_the_written_report_names_both_sources() -> None:
    assert SUBJECT.write is not None
    (section,) = SUBJECT.write(hall("h100-sxm"))
    said = dict(section.facts)
    assert said["In the making of GPUs"] == "2–10 t CO2e"
    assert said["Of which GPUs"].endswith("GPUs alone")


def test_a_grid_without_region_and_year_is_told() -> None:
    assert keys(hall("h100-sxm", grid_g_per_kwh=321), "K09") == ["K09:grid"]
    assert keys(hall("h100-sxm", grid_g_per_kwh=321, grid_source="PJM, 2024"), "K09") == []
    assert keys(hall("h100-sxm"), "K09") == []


def test_templates_stay_clean() -> None:
    for template in ("dgx-superpod-h100", "dgx-superpod-gb200"):
        report = evaluate(build(template, {"scalable_units": "1"}, SHIPPED), SHIPPED)
        assert keys(report, "K08") == keys(report, "K09") == []
