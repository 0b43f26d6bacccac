"""What a workload of the design asks for, made ready to be computed: shape, profile, numbers.

All that is plain here follows from the record and the cluster as drawn, so that two alike jobs are
equal and what was found for one is kept for the other.
"""

from dataclasses import dataclass
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.software_profile import InferenceProfile, TrainingProfile
from designer.engine.calculation import CalcError
from designer.engine.subjects.workloads.drawn import Drawn
from designer.engine.subjects.workloads.given import BYTES, model_named
from designer.engine.subjects.workloads.hardware import Cluster, shipped_or
from designer.engine.subjects.workloads.inference import Load, Server
from designer.engine.subjects.workloads.plan import RECIPES
from designer.engine.subjects.workloads.profiles import (
    band,
    profile_for,
    profile_named,
    why_wide,
)
from designer.engine.subjects.workloads.search import AGAIN, Asked
from designer.engine.subjects.workloads.search_words import split_given
from designer.engine.subjects.workloads.serve import Service
from designer.engine.subjects.workloads.shape import Shape, shape_of
from designer.model.workload import Workload

RECIPE: Final = "fp32-gradients"
_GB: Final = 1e9
_BITS: Final = 8


@dataclass(frozen=True)
class Job:
    """What is asked for, and how sure the answer is.

    Attributes
    ----------
    wide
        The band, a share of the time.
    why
        Why it is the wide one; empty where it is not.
    """

    asked: Asked | Service
    shape: Shape
    wide: float
    why: str


def job_of(workload: Workload, drawn: Drawn, catalog: Catalog | None) -> Job:
    """Return what a workload asks of the cluster.

    Raises
    ------
    CalcError
        If something is not stated; the message says what.
    """
    if not workload.model:
        raise CalcError("it names no model")
    try:
        shape = shape_of(model_named(workload.model, "workload"))
    except ValueError as error:
        raise CalcError(str(error)) from error
    known = shipped_or(catalog)
    if workload.kind == "training":
        return _training(workload, drawn, shape, known.training_profiles)
    return _service(workload, drawn, shape, known.inference_profiles)


def _training(
    workload: Workload, drawn: Drawn, shape: Shape, known: tuple[TrainingProfile, ...]
) -> Job:
    batch, sequence = workload.global_batch, workload.sequence_tokens
    if batch is None or sequence is None:
        lacking = "global_batch" if batch is None else "sequence_tokens"
        raise CalcError(f"it states no {lacking}")
    if workload.profile:
        profile = profile_named(workload.profile, known, "workload")
    else:
        fitting = [one for one in known if not one.gathers]
        profile = profile_for(drawn.gpu, fitting, known, "workload")
    # A job ends where the network ends; with none, where links do.
    gpus, sent = min(drawn.gpus, drawn.joined), drawn.nic
    try:
        split = split_given(workload.plan) if workload.plan else ()
    except ValueError as error:
        raise CalcError(str(error)) from error
    asked = Asked(
        shape, RECIPES[RECIPE], cluster_with(drawn, None if sent is None else sent.likely), profile,
        gpus, batch, sequence, drawn.memory_gb,
        (workload.recompute,) if workload.recompute else AGAIN, split,
    )  # fmt: skip
    return Job(
        asked, shape, band(profile, drawn.gpu, workload.precision, shape),
        why_wide(profile, drawn.gpu, workload.precision, shape),
    )  # fmt: skip


def cluster_with(drawn: Drawn, nic_gbps: float | None) -> Cluster:
    """Return the cluster with so much of a network for each GPU; never with none at all."""
    chip = drawn.chip
    network = LEAST_GB_S if not nic_gbps else nic_gbps / _BITS
    return Cluster(chip.peak, chip.memory_bandwidth, chip.links, network * _GB, drawn.domain)


LEAST_GB_S: Final = 1e-6
"""Stands for a network that carries nothing, so that a job on it takes for ever, not an error."""


def _service(
    workload: Workload, drawn: Drawn, shape: Shape, known: tuple[InferenceProfile, ...]
) -> Job:
    prompt, answer = workload.prompt_tokens, workload.answer_tokens
    if prompt is None or answer is None:
        lacking = "prompt_tokens" if prompt is None else "answer_tokens"
        raise CalcError(f"it states no {lacking}")
    if workload.profile:
        profile = profile_named(workload.profile, known, "workload")
    else:
        fitting = [one for one in known if workload.engine in ("", one.engine)]
        profile = profile_for(drawn.gpu, fitting, known, "workload")
    chip = drawn.chip
    weights = "nvfp4" if workload.precision == "fp4" else workload.precision
    cache = workload.cache_precision or profile.cache_for(workload.precision)
    server = Server(
        1, BYTES[weights], BYTES["nvfp4" if cache == "fp4" else cache], chip.peak, drawn.peak_16,
        chip.memory_bandwidth, chip.links, drawn.memory_gb * _GB,
    )  # fmt: skip
    asked = Service(
        shape, server, profile, Load(prompt, answer), drawn.gpus, drawn.domain,
        _seconds(workload.token_ms), _seconds(workload.first_token_ms), workload.requests_per_s,
    )  # fmt: skip
    return Job(
        asked, shape, band(profile, drawn.gpu, workload.precision, shape),
        why_wide(profile, drawn.gpu, workload.precision, shape),
    )  # fmt: skip


def _seconds(milliseconds: float | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1e3
