"""The 170 worked examples of the founding documents, computed by the program where it can.

A module of `seed_examples` holds `COMPUTED`, functions of no argument by id of the example, and
`LATER`, the subject of the engine that will compute the others. `examples.toml` holds what a
correct computation gives and what the document printed.
"""

import math
import tomllib
from pathlib import Path

import pytest

from tests.golden.seed_examples import (
    accelerators,
    facility,
    prices,
    software,
    systems,
    workloads,
)

MODULES = (accelerators, systems, facility, prices, workloads, software)
EXAMPLES = tomllib.loads(
    Path(__file__).with_name("seed_examples").joinpath("examples.toml").read_text(encoding="utf-8")
)
COMPUTED = {key: compute for module in MODULES for key, compute in module.COMPUTED.items()}
LATER = {key: subject for module in MODULES for key, subject in module.LATER.items()}


def test_every_example_is_computed_or_put_off_once():
    assert len(EXAMPLES) == 170
    named = [key for module in MODULES for key in (*module.COMPUTED, *module.LATER)]
    assert sorted(named) == sorted(EXAMPLES)


@pytest.mark.parametrize("key", sorted(COMPUTED))
def test_the_program_computes_the_example(key: str):
    example = EXAMPLES[key]
    value = COMPUTED[key]()
    assert value == pytest.approx(example["expected"], rel=max(example["rel_tol"], 1e-5))


@pytest.mark.parametrize("key", sorted(EXAMPLES))
def test_the_printed_figure_agrees_only_where_said(key: str):
    example = EXAMPLES[key]
    printed = example.get("printed")
    if not isinstance(printed, int | float):
        pytest.skip("the document printed no single number")
    near = math.isclose(
        printed, example["expected"], rel_tol=max(example["rel_tol"], 1e-9), abs_tol=1e-9
    )
    assert near == example["agrees"], example["name"]
