"""Planning defaults that a guideline owns: one place for each figure of money."""

import tomllib

import pytest

from designer.catalog.bands import GuidedDefault
from designer.catalog.data_files import data_folder
from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.guidance import Guideline

FILE = data_folder("catalogs") / "defaults.toml"
GUIDED = [GuidedDefault.model_validate(one) for one in
          tomllib.loads(FILE.read_text(encoding="utf-8"))["guided_default"]]  # fmt: skip


@pytest.mark.parametrize("one", GUIDED, ids=lambda one: one.id)
def test_its_figures_are_those_of_the_guideline(one: GuidedDefault) -> None:
    told = shipped_library().get("guideline", one.guideline)
    found = load_shipped().default(one.id)
    assert isinstance(told, Guideline)
    assert found is not None
    assert (found.low, found.high) == (one.factor * told.low, one.factor * told.high)
    assert found.low <= found.value <= found.high
    assert found.source


def test_the_middle_of_a_range_stands_where_no_figure_does() -> None:
    shipped = load_shipped()
    found = shipped.default("support-share")
    assert found is not None
    assert found.value == pytest.approx(0.075)


def test_a_guideline_without_figures_gives_no_default() -> None:
    bare = Guideline.model_validate({"id": "x", "name": "X", "subject": "cost", "provenance": ()})
    assert GUIDED[0].of(bare) is None


def test_the_engine_reads_the_guidelines_of_the_library() -> None:
    shipped, library = load_shipped(), shipped_library()
    assert len(shipped.guidelines) > 20
    for one in shipped.guidelines:
        assert library.get("guideline", one.id) == one
    assert shipped.overlay(()).guidelines == shipped.guidelines
