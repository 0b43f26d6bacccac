"""Fabrics and cables by the command line: four calculations, the schedule, the report."""

import csv
import io
import json
from pathlib import Path

import pytest

from designer.app.main import main


@pytest.fixture
def pod(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    file = tmp_path / "pod.cluster.toml"
    assert main(["new", "dgx-superpod-h100", "scalable_units=1", "-o", str(file)]) == 0
    capsys.readouterr()
    return file


@pytest.mark.parametrize(
    ("words", "result", "value"),
    [
        # RA-11333-001 V11, Table 4: 127 nodes on 32 leaves and 16 spines.
        ("fabric nodes=127 rails=8 switch=qm9700 su_nodes=32 reserved_slots=1", "spine", 16),
        # Al-Fares et al., SIGCOMM 2008: k³/8 links.
        ("topology kind=fat-tree sizes=16 rate_gbps=1", "bisection_gbps", 512),
        ("media rate_gbps=400 length_m=45", "medium", "MMF"),
        # SADDLE 0.8.5: five racks of 600 mm, 2.2 m across, half a metre up to trays twice.
        ("cable from_u=42 to_u=42 racks_apart=5 across_mm=2200 rack_height_u=42 side_m=0 loop_m=0 "
         "slack_pct=0", "raw_m", 6.2),
    ],
)  # fmt: skip
def test_a_calculation_gives_its_result(
    words: str, result: str, value: object, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calc", *words.split(), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["results"][result]
    assert found == (pytest.approx(value) if isinstance(value, float) else value)


def test_the_schedule_has_a_line_for_each_cable(
    pod: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", str(pod), "--to", "cables.csv", "-o", "-"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out.removeprefix("\ufeff"))))
    assert len(rows) == len({row["label"] for row in rows}) == 798
    assert {row["fabric"] for row in rows} == {"Compute", "Storage", "In-band", "Out-of-band"}


def test_the_report_tells_of_fabrics_and_cables(
    pod: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["report", str(pod), "--format", "json", "-o", "-"]) in (0, 1)
    told = json.loads(capsys.readouterr().out)
    compute = next(one for one in told["fabrics"] if one["id"] == "compute")
    # 248 GPUs of 400 Gb/s each: half of them to the other half.
    assert compute["bisection_gbps"] == 124 * 400
    assert told["cables"]["count"] == 798
    assert main(["report", str(pod), "--format", "text", "-o", "-"]) in (0, 1)
    text = capsys.readouterr().out.casefold()
    for title in ("what fabrics carry", "single losses of racks, feeds and cables", "\ncables\n"):
        assert title in text, title
