"""`export --to leaf-places.csv`: places of leaf switches side by side, with what each brings."""

import csv
import io
from pathlib import Path

import pytest

from designer.app.leaf_places_csv import leaf_places_csv
from designer.app.main import main
from designer.catalog.load import load_shipped
from designer.engine.cable_report import LeafPlaces
from designer.engine.evaluate import Evaluator, evaluate
from designer.model.design import Design
from designer.planning.templates import build

SHIPPED = load_shipped()


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text.lstrip("\ufeff"))))


def test_each_way_has_a_row_that_says_what_the_engine_says(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pod.cluster.toml"
    assert main(["new", "dgx-superpod-h100", "scalable_units=4", "-o", str(file)]) == 0
    capsys.readouterr()
    words = ["export", str(file), "--to", "leaf-places.csv", "--fabric", "Compute", "-o", "-"]
    assert main(words) == 0
    found = rows(capsys.readouterr().out)
    assert [row["place"] for row in found] == [
        "as drawn", "end of row", "middle of row", "middle of hall", "rack per rail",
    ]  # fmt: skip
    design = build("dgx-superpod-h100", {"scalable_units": "4"}, SHIPPED)
    cables = evaluate(design, SHIPPED).cables
    drawn, hall = found[0], found[3]
    assert drawn["m"] == f"{cables.length_m:.1f}"
    assert drawn["price low"] == f"{cables.figure('price').low:.2f}"
    assert drawn["errors gained"] == drawn["no room"] == ""
    engine = Evaluator(SHIPPED)
    engine.report(design)
    answer = engine.answer(design, "cables", "places", {"fabric": "compute"})
    assert isinstance(answer, LeafPlaces)
    assert hall["m"] == f"{answer.places[3].length_m:.1f}"
    assert (hall["racks moved"], hall["errors gained"], hall["warnings gained"]) == ("4", "0", "1")


def test_what_cannot_be_compared_says_why_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match="there is no fabric; fabrics are none"):
        leaf_places_csv(Design(), SHIPPED)
    pod = build("dgx-superpod-h100", {"scalable_units": "1"}, SHIPPED)
    loose = pod.evolve(racks=tuple(rack.evolve(row="") for rack in pod.racks))
    with pytest.raises(ValueError, match="none of its leaves stands in a row"):
        leaf_places_csv(loose, SHIPPED)
    file = tmp_path / "pod.cluster.toml"
    assert main(["new", "dgx-superpod-h100", "scalable_units=1", "-o", str(file)]) == 0
    capsys.readouterr()
    words = ["export", str(file), "--to", "leaf-places.csv", "--fabric", "x", "-o", "-"]
    assert main(words) == 2
    assert "there is no fabric 'x'" in capsys.readouterr().err
