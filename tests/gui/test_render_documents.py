"""A rack sheet names the documents behind the figures of parts that it prints."""

from pathlib import Path

import pytest

from designer.catalog.catalog import Catalog
from designer.catalog.entry import Provenance
from designer.catalog.fact_words import label_of
from designer.engine.evaluate import evaluate
from designer.model.design import Design, Device, Rack
from designer.render.sheets.documents import document_rows
from designer.render.sheets.paper import PAPERS
from tests.helpers.printed import printed

pytestmark = pytest.mark.usefixtures("qapp")


def node(catalog: Catalog, **fields: object) -> Catalog:
    """Return the catalogue with a node whose figures come from three documents."""
    said = (
        Provenance(fields=("*",), source="Maker: data sheet 7", kind="vendor"),
        Provenance(fields=("power_typical_w",), source="A paper", kind="guide"),
        Provenance(fields=("airflow_m3h",), source="Maker: data sheet 7", kind="derived"),
        Provenance(fields=("mass_kg",), source="Weights of such nodes", kind="assumed"),
    )
    part = catalog.require("dgx-h100").evolve(id="told", name="Told", provenance=said, **fields)
    return catalog.overlay([part])


def test_each_document_is_named_once_with_what_it_states(catalog: Catalog) -> None:
    rows = document_rows(["told", "gone", "told"], node(catalog))
    assert rows == [
        ("Maker: data sheet 7", "Told: Power, maximum · Power supply, rating · Air (derived)"),
        ("A paper", "Told: Power, typical"),
        ("Weights of such nodes", "Told: Mass (assumed)"),
    ]


def test_figures_are_called_as_in_the_catalogue(catalog: Catalog) -> None:
    known = node(catalog)
    said = " · ".join(words for _, words in document_rows(["told"], known))
    for field in ("power_max_w", "power_typical_w", "psu.rating_w", "mass_kg", "airflow_m3h"):
        assert label_of(field) in said


def test_an_assumption_is_marked_whatever_its_source_is_called(catalog: Catalog) -> None:
    said = Provenance(fields=("*",), source="Assumptions for 2026", kind="assumed")
    part = catalog.require("dgx-h100").evolve(id="told", name="Told", provenance=(said,))
    ((_, words),) = document_rows(["told"], catalog.overlay([part]))
    assert words.endswith("(assumed)")


def test_a_figure_that_nobody_states_has_no_document(catalog: Catalog) -> None:
    rows = dict(document_rows(["told"], node(catalog, mass_kg=None, airflow_m3h=None)))
    assert "Weights of such nodes" not in rows
    assert rows["Maker: data sheet 7"] == "Told: Power, maximum · Power supply, rating"


def test_a_group_is_named_by_the_figures_of_it_that_are_printed(catalog: Catalog) -> None:
    said = dict(document_rows(["rack-48u", "pdu-415v-60a-3ph"], catalog))
    assert any("Load, standing" in words for words in said.values())
    assert any("Rated" in words for words in said.values())


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheet_of_a_rack_lists_its_documents(
    tmp_path: Path, catalog: Catalog, paper: str
) -> None:
    known = node(catalog)
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
    device = Device(id="n", name="n", part="told", rack="r", half_u=6)
    design = Design(racks=(rack,), devices=(device,))
    report = evaluate(design, known)
    text = " ".join(printed(tmp_path, design, known, report, sheets=("racks",), paper=paper))
    listed = text.partition("DOCUMENTS")[2]
    for document, _ in document_rows(["told", "rack-48u"], known):
        assert document in listed
    assert "names no document" not in text


def test_a_sheet_says_that_no_document_is_named(tmp_path: Path, catalog: Catalog) -> None:
    bare = catalog.overlay(
        catalog.require(part).evolve(provenance=()) for part in ("rack-48u", "dgx-h100")
    )
    rack = Rack(id="r", name="R", part="rack-48u", x_mm=0, y_mm=0)
    device = Device(id="n", name="n", part="dgx-h100", rack="r", half_u=6)
    design = Design(racks=(rack,), devices=(device,))
    (text,) = printed(tmp_path, design, bare, evaluate(design, bare), sheets=("racks",))
    assert "DOCUMENTS" not in text
    assert "The catalogue names no document for the figures of these parts." in text
