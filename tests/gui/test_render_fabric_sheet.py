"""Fabrics on paper: the drawing with its figures, every single failure, a sheet for each fabric."""

from pathlib import Path

import pytest
from pypdf import PdfReader

from designer.app.main import main
from designer.engine.evaluate import evaluate
from designer.engine.fabric_map import FabricMaps
from designer.engine.subjects.fabrics.cutting import cuts_of
from designer.engine.subjects.fabrics.mapping import fabric_map_of
from designer.io.design_file import save
from designer.model.design import Design
from designer.render.output import OutputError, write_pdf
from designer.render.theme import LEAST_EM_MM
from designer.wiring.network import expand_network
from tests.gui.test_render_power_sheet import ems
from tests.helpers.fabric_views import shipped, superpod
from tests.helpers.printed import letters

pytestmark = pytest.mark.usefixtures("qapp")


def printed(folder: Path, design: Design, paper: str = "A3") -> Path:
    path = folder / "fabrics.pdf"
    report = evaluate(design, shipped())
    fabrics = expand_network(design, shipped()).fabrics
    told = {one.id: one for one in report.fabrics}
    maps = FabricMaps(
        maps=tuple(fabric_map_of(one, shipped()) for one in fabrics),
        cuts=tuple(cuts_of(one, told.get(one.fabric.id)) for one in fabrics),
    )
    write_pdf(
        path, design, shipped(), report, sheets=("fabric",), paper=paper,
        maps=maps,
    )  # fmt: skip
    return path


def words_of(path: Path) -> list[str]:
    return [" ".join(letters(page).split()) for page in PdfReader(path).pages]


def test_each_fabric_has_a_sheet_with_its_figures_and_failures(tmp_path: Path) -> None:
    pages = words_of(printed(tmp_path, superpod(4)))
    compute = next(page for page in pages if "Fabric Compute" in page)
    assert "Bisection 25.4 TB/s each way, proven" in compute
    assert "16 × QM9700" in compute
    for words in ("SU 3", "16 to each spine", "RACK B03", "Rack B03, all spines", "32 islands"):
        assert words in compute
    assert any("Fabric Storage" in page for page in pages)
    assert (
        "one half at the worst balanced cut: 508 links cross, 25.4 TB/s each way; proven" in compute
    )
    oob = next(page for page in pages if "Fabric Out-of-band" in page)
    assert "worst balanced cut" not in oob, "islands need no cut"
    assert any("7 islands" in page for page in pages), "of the out-of-band switches"


@pytest.mark.parametrize("units", [1, 64])
def test_letters_are_no_smaller_than_can_be_read(units: int, tmp_path: Path) -> None:
    assert min(ems(printed(tmp_path, superpod(units)))) >= LEAST_EM_MM - 0.02


def test_without_a_fabric_there_is_nothing_to_print(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="has no fabric to draw"):
        printed(tmp_path, Design())


def test_the_command_line_prints_fabrics(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "d.cluster.toml"
    save(file, superpod(1), shipped())
    out = tmp_path / "d.pdf"
    assert main(["print", str(file), "--sheets", "fabric", "-o", str(out)]) == 0
    assert "4 pages" in capsys.readouterr().out
    assert "Fabric Compute" in words_of(out)[0]
