"""Rules of thumb as functions: what a model's state takes, what holds it, how long training takes.

Each takes plain numbers; the guidelines of the catalogue hold the defaults and their variants.
"""

import math
from collections.abc import Mapping
from typing import Final

import numpy as np

from designer.model.units import HOURS_PER_DAY

FLOP_PER_PARAMETER_AND_TOKEN: Final = 6.0
"""Training: 2 forward, 4 backward (arXiv 2001.08361)."""
_FLOP_PER_TFLOP: Final = 1e12
_SECONDS_PER_DAY: Final = HOURS_PER_DAY * 3600


def state_gb(parameters_b: float, bytes_per_parameter: float, activations_gb: float = 0.0) -> float:
    """Return the memory of weights, or of a whole training state, in GB.

    Parameters
    ----------
    parameters_b
        Billions of parameters.
    bytes_per_parameter
        2 for FP16 weights; 8 to 18 for training with Adam, by recipe (guideline
        `training-bytes-per-parameter`).
    """
    return parameters_b * bytes_per_parameter + activations_gb


def fitting_parameters_b(
    memory_gb: float, bytes_per_parameter: float, reserve: float = 0.0
) -> float:
    """Return how many billion parameters a memory holds.

    Parameters
    ----------
    reserve
        Share of the memory kept for cache and activations, 0 to below 1 (guideline
        `model-fit-reserve`).
    """
    return memory_gb * (1 - reserve) / bytes_per_parameter


def accelerators_to_hold(
    needed_gb: float, memory_gb: float, reserve: float = 0.0, multiple: int = 1
) -> int:
    """Return how many accelerators of `memory_gb` hold a state.

    Parameters
    ----------
    multiple
        The count is rounded up to whole nodes of so many.
    """
    count = math.ceil(needed_gb / (memory_gb * (1 - reserve)) - 1e-9)
    return math.ceil(count / multiple) * multiple


def training_flop(
    parameters_b: float,
    tokens_b: float,
    flop_per_parameter_and_token: float = FLOP_PER_PARAMETER_AND_TOKEN,
) -> float:
    """Return the work of a training run."""
    return flop_per_parameter_and_token * parameters_b * 1e9 * tokens_b * 1e9


def training_days(flop: float, accelerators: int, dense_tflops: float, utilization: float) -> float:
    """Return the days that a work takes without interruptions.

    Parameters
    ----------
    dense_tflops
        Peak of one accelerator without sparsity.
    utilization
        Model FLOP over that peak, 0 to 1.
    """
    return flop / (accelerators * dense_tflops * _FLOP_PER_TFLOP * utilization) / _SECONDS_PER_DAY


def scaling_efficiency(accelerators: int, points: Mapping[int, float]) -> float:
    """Return the share of linear speed-up at a count of accelerators.

    Parameters
    ----------
    points
        Known efficiencies by count; between them the value is linear in log2 of the count, outside
        the nearest holds.

    Raises
    ------
    ValueError
        If there are no points, or the count is not positive.
    """
    if not points or accelerators < 1:
        raise ValueError("needs known points and at least one accelerator")
    counts = sorted(points)
    octaves, shares = [math.log2(count) for count in counts], [points[count] for count in counts]
    return float(np.interp(math.log2(accelerators), octaves, shares))
