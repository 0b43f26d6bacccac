"""Commands on a design that is built in stages: as of one, and of all beside each other."""

import json
import re
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader

from designer.app.main import main
from designer.catalog.load import load_shipped
from designer.document.as_of import as_of
from designer.engine.evaluate import evaluate
from designer.engine.stage_lines import stage_lines
from designer.io.design_file import dumps, load
from designer.model.design import Design, Stage

# Commands that paint use the application that is there: the suite's own.
pytestmark = pytest.mark.usefixtures("qapp")
CATALOG = load_shipped()


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four nodes in two racks: the second rack comes on the second day, its fabric on the third."""
    path = tmp_path_factory.mktemp("grown") / "grown.cluster.toml"
    assert main(["new", "starter-32", "-o", str(path)]) == 0
    design = load(path).design
    later = [rack.id for rack in design.racks if rack.assembly][-1]
    design = design.evolve(
        stages=(
            Stage(id="day-1", name="Day 1", order=1, date="2027-06"),
            Stage(id="day-2", name="Day 2", order=2),
        ),
        racks=tuple(
            rack.evolve(stage="day-2") if rack.id == later else rack for rack in design.racks
        ),
    )
    path.write_text(dumps(design, CATALOG))
    return path


def words_of(page: PageObject) -> str:
    return page.extract_text().replace("\t", " ")


def design_of(path: Path) -> Design:
    return load(path).design


def test_a_report_is_of_the_stage_that_is_named(
    grown: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = {}
    for stage in ("Day 1", "day-2", ""):
        more = ["--stage", stage] if stage else []
        assert main(["report", str(grown), "--format", "json", *more]) == 0
        said[stage] = json.loads(capsys.readouterr().out)["totals"]
    assert said["day-2"] == said[""]
    assert 0 < said["Day 1"]["gpus"] < said[""]["gpus"]
    first = evaluate(as_of(design_of(grown), "day-1"), CATALOG)
    assert said["Day 1"]["power_max_kw"] == first.totals.power_max_kw
    assert main(["report", str(grown), "--stage", "Day 1"]) == 0
    assert re.search(r"^Stage +Day 1, 2027-06$", capsys.readouterr().out, re.MULTILINE)


def test_an_unknown_stage_is_told_with_those_that_are_there(
    grown: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(grown), "--stage", "Day 9"]) == 2
    assert (
        capsys.readouterr()
        .err.strip()
        .endswith(f"--stage: no stage 'Day 9' in {grown}; it has Day 1, Day 2")
    )


def test_stages_are_written_beside_each_other(
    grown: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(grown), "--all-stages", "--format", "json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert (first["stage"]["name"], second["stage"]["name"]) == ("Day 1", "Day 2")
    design = design_of(grown)
    reports = [evaluate(as_of(design, stage), CATALOG) for stage in ("day-1", "day-2")]
    gpus = [report.totals.gpus for report in reports]
    assert gpus[0] is not None
    assert gpus[1] is not None
    assert [one["figures"]["GPUs"]["is"] for one in (first, second)] == [f"{n:,}" for n in gpus]
    assert first["figures"]["GPUs"]["more"] is None
    assert second["figures"]["GPUs"]["more"] == f"+{gpus[1] - gpus[0]:,}"
    # Of capital the part that comes is told with its own bounds.
    assert second["figures"]["Capital"]["more"].endswith(" more")
    keys = [check.key for check in reports[0].checks if not check.waived]
    assert sorted(check["key"] for check in first["checks"]) == sorted(keys)
    assert main(["report", str(grown), "--all-stages"]) == 0
    text = capsys.readouterr().out
    assert "Stages: " in text
    assert "Day 1, 2027-06" in text
    assert f"{gpus[1]:,} (+{gpus[1] - gpus[0]:,})" in text


def test_what_breaks_a_rule_is_told_by_the_name_of_its_stage(
    grown: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The leaves of a fabric come later than its nodes: the first stage is told, not the last."""
    design = design_of(grown)
    whole = {check.key for check in evaluate(design, CATALOG).checks if check.severity == "error"}
    leaves = tuple(
        one.evolve(slots=tuple(
            slot.evolve(stage="day-2") if slot.fabric else slot for slot in one.slots
        ))
        for one in design.assemblies
    )  # fmt: skip
    devices = tuple(one.evolve(stage="day-2") if one.fabric else one for one in design.devices)
    late = tmp_path / "late.cluster.toml"
    late.write_text(dumps(design.evolve(assemblies=leaves, devices=devices), CATALOG))
    assert main(["check", str(late), "--all-stages", "--format", "json"]) == 1
    first, second = json.loads(capsys.readouterr().out)
    errors = {one["key"] for one in first["checks"] if one["severity"] == "error"}
    assert any(key.startswith("R07") for key in errors)
    assert {one["key"] for one in second["checks"] if one["severity"] == "error"} == whole
    main(["check", str(late), "--all-stages"])
    text = capsys.readouterr().out
    assert "Stage Day 1, 2027-06\n---" in text
    assert f"{late}, Day 1: " in text
    assert text.index("Stage Day 1") < text.index("R07") < text.index("Stage Day 2")


def test_sarif_and_designs_without_stages_are_refused_in_a_line(
    grown: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["check", str(grown), "--all-stages", "--format", "sarif"]) == 2
    assert "SARIF has no stages" in capsys.readouterr().err
    plain = tmp_path / "plain.cluster.toml"
    plain.write_text(dumps(Design(), CATALOG))
    assert main(["report", str(plain), "--all-stages"]) == 2
    assert "has no stages; add them under [stages]" in capsys.readouterr().err


def test_sheets_bear_the_stage_in_their_title_block(grown: Path, tmp_path: Path) -> None:
    pages = {}
    for stage in ("Day 1", "Day 2"):
        out = tmp_path / f"{stage}.pdf"
        assert main(["print", str(grown), "--stage", stage, "-o", str(out)]) == 0
        pages[stage] = [words_of(page) for page in PdfReader(out).pages]
    assert all("stage Day 1, 2027-06 ·" in page for page in pages["Day 1"])
    assert all("stage Day 2 ·" in page for page in pages["Day 2"])
    names = [rack.name for rack in design_of(grown).racks if rack.stage]
    assert names == ["A03"]
    assert any("A01, A03" in page for page in pages["Day 2"])
    assert not any("A01, A03" in page for page in pages["Day 1"])


def test_a_figure_that_cannot_be_computed_is_no_zero() -> None:
    design = Design(stages=(Stage(id="day-1"),))
    report = evaluate(design, CATALOG)
    (line,) = stage_lines([(design.stages[0], report)])
    assert (line.called, line.findings) == ("day-1", "none")
    assert [figure.more for figure in line.figures] == [""] * 5
