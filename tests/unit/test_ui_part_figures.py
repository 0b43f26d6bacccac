"""Lines of a part's figures in the properties: the same words, units and sources as elsewhere."""

from designer.catalog.compute_figures import AcceleratorFigures
from designer.catalog.entry import Provenance
from designer.catalog.figures import PortGroup
from designer.catalog.part import Part
from designer.ui.views.properties.part_figures import part_figures

SAID = Provenance(fields=("*",), source="sheet", kind="vendor", note="table 3", other="sheet B: 9")
CHIP = Part(
    id="chip", kind="gpu", name="Chip", year=2026, liquid_fraction=0.8, height_half_u=4,
    accelerator=AcceleratorFigures(fp16_dense_tflops=1978.9, memory_gb_s=3350),
    ports=(PortGroup(name="a", count=2, rate_gbps=400, kind="ethernet", purpose="compute"),),
    provenance=(SAID,),
)  # fmt: skip


def test_figures_read_as_in_the_catalogue():
    said = {figure.label: figure.text for figure in part_figures(CHIP)}
    assert said["FP16 tensor, dense"] == "1,978.9 TFLOPS"
    assert said["Memory bandwidth"] == "3,350 GB/s"
    assert said["Year"] == "2026"
    assert said["Heat into liquid"] == "80 %"
    assert said["Rack units taken"] == "2 U"


def test_ports_and_counts_of_nothing_have_no_line():
    labels = {figure.label for figure in part_figures(CHIP.evolve(height_half_u=0))}
    assert not labels & {"Rack units taken", "GPUs", "Nodes", "Rate", "Count"}


def test_a_figure_says_where_it_is_from():
    sources = {figure.source for figure in part_figures(CHIP)}
    assert sources == {"Vendor: sheet\ntable 3\nElsewhere: sheet B: 9"}
    assert {figure.source for figure in part_figures(CHIP.evolve(provenance=()))} == {""}
