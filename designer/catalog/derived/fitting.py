"""Figures that follow for memory: the largest model a chip holds, the state that training keeps."""

from collections.abc import Iterator
from typing import Final

from designer.catalog.derived.base import Derived, number
from designer.catalog.derived.workloads import BYTES_PER_PARAMETER
from designer.catalog.library import Library
from designer.catalog.model_shape import active_parameter_count, parameter_count
from designer.catalog.part import Part
from designer.catalog.records.guidance import Guideline
from designer.catalog.records.workloads import Model
from designer.catalog.sizing import fitting_parameters_b, state_gb

_SHOWN: Final = ("FP16", "INT8", "INT4")
_RESERVE: Final = "model-fit-reserve"
_RECIPE: Final = "training-bytes-per-parameter"


def fitting_figures(part: Part, library: Library) -> Iterator[Derived]:
    """Yield the largest model that one accelerator serves, with memory kept for cache.

    Without the rule of thumb that says how much is kept there is no such figure: the raw quotient
    promises a model that leaves no room to run.
    """
    memory = part.accelerator.memory_gb if part.accelerator else None
    reserve = _default(library, _RESERVE)
    if not memory or reserve is None:
        return
    for precision in _SHOWN:
        each = BYTES_PER_PARAMETER[precision]
        yield Derived(
            f"Largest model at {precision}",
            fitting_parameters_b(memory, each, reserve),
            "billion parameters",
            f"{number(memory)} GB × (1 − {number(reserve)} for cache) ÷ {number(each)} B",
        )


def state_figures(model: Model, library: Library) -> Iterator[Derived]:
    """Yield a model's parameters by its shape, and the memory of training it."""
    total, active = parameter_count(model), active_parameter_count(model)
    if total is not None:
        yield Derived(
            "Parameters by the shape",
            total / 1e9,
            "billion",
            "all matrices, gains of normalizations and learned positions, without biases",
        )
    if active is not None and model.experts:
        yield Derived(
            "Parameters per token by the shape",
            active / 1e9,
            "billion",
            "chosen and shared experts, without the input table",
        )
    each = _default(library, _RECIPE)
    if each is not None and model.parameters_b:
        yield Derived(
            "Training state",
            state_gb(model.parameters_b, each),
            "GB",
            f"{number(model.parameters_b)} × 10⁹ parameters × {number(each)} B, "
            "without activations",
        )


def _default(library: Library, rule: str) -> float | None:
    found = library.get("guideline", rule)
    return found.value if isinstance(found, Guideline) else None
