"""Every output can be written over what an earlier run made of it, and is no design to the door.

A report in JSON was taken for a damaged design, so that no second one could be written.
"""

import json
from pathlib import Path

import pytest

from designer.app.commands.check_command import sarif
from designer.app.main import main
from designer.catalog.load import load_shipped
from designer.engine.evaluate import evaluate
from designer.io.export import EXPORT_FORMATS, REPORT_FORMATS
from designer.io.file_kind import DESIGN, kind_lost
from designer.planning.templates import build
from tests.helpers.signed_designs import DESIGNS
from tests.helpers.signed_parts import CATALOG

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("name", sorted(DESIGNS))
def test_no_report_is_taken_for_a_design(name: str, tmp_path: Path) -> None:
    design = DESIGNS[name]()
    report = evaluate(design, CATALOG)
    for kind, write in {**REPORT_FORMATS, **EXPORT_FORMATS}.items():
        held = write(design, CATALOG, report).encode()
        assert kind_lost(held, b"x") == "", kind
    file = tmp_path / "a.toml"
    file.write_text("schema_version = 3\n")
    said = json.dumps(sarif(list(report.checks), file, design), indent=2)
    assert kind_lost(said.encode(), b"x") == ""


def test_no_report_of_a_template_is_taken_for_a_design() -> None:
    catalog = load_shipped()
    design = build("dgx-superpod-h100", {"scalable_units": "1"}, catalog)
    report = evaluate(design, catalog)
    for kind, write in {**REPORT_FORMATS, **EXPORT_FORMATS}.items():
        assert kind_lost(write(design, catalog, report).encode(), b"x") == "", kind


@pytest.mark.parametrize(
    "words",
    [
        "report --format text", "report --format json", "report --format md",
        "report --format html", "check --format text", "check --format json",
        "check --format sarif", "export --to bom.csv", "export --to cords.csv",
        "export --to cables.csv", "export --to p2p.csv", "export --to labels.csv",
        "export --to json", "export --to html", "export --to ibnetdiscover",
        "export --to labels.pdf", "export --to rack-labels.pdf", "export --to leaf-places.csv",
        "export --to floor.svg", "export --to floor.png", "export --to floor.dxf",
        "export --to xlsx", "export --to racks.svg", "export --to racks.png",
        "print --sheets floor",
    ],
)  # fmt: skip
def test_every_output_is_written_over_itself(words: str, tmp_path: Path) -> None:
    file = tmp_path / "pod.cluster.toml"
    assert main(["new", "dgx-superpod-h100", "scalable_units=1", "-o", str(file)]) == 0
    command, *options = words.split()
    output = tmp_path / "out"
    made = []
    for _ in range(2):
        assert main([command, str(file), *options, "-o", str(output)]) in (0, 1), words
        made.append(output.read_bytes())
    assert made[0] == made[1]
    assert kind_lost(file.read_bytes(), made[0]) == DESIGN, "the other way it is refused"
