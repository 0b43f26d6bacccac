"""Memory that was allocated in published runs beside what the engine predicts, by group."""

from designer.engine.subjects.workloads.memory import GIB, training_memory
from designer.engine.subjects.workloads.plan import RECIPES, Plan
from designer.engine.subjects.workloads.shape import shape_of
from tests.helpers.training_groups import DEEPSEEK_V2, Run, known

MEGATRON = RECIPES["fp32-gradients"]

# MooreThreads/SimuMax, docs/b200/b200_release_v1.2_summary.md, 8 x B200, micro-batch 1.
# Model, layers, tp, pp, dp, cp, sequence, GiB that torch allocated at most.
DENSE = [
    ("llama-3-70b", 12, 1, 2, 4, 1, 4096, 66.55),
    ("llama-3-70b", 12, 2, 1, 4, 1, 4096, 60.68),
    ("llama-3-70b", 12, 4, 1, 2, 1, 4096, 39.07),
    ("llama-3-70b", 12, 8, 1, 1, 1, 4096, 28.29),
    ("llama-3-1-405b", 4, 1, 2, 4, 1, 4096, 87.08),
    ("llama-3-1-405b", 4, 2, 1, 4, 1, 4096, 81.59),
    ("llama-3-1-405b", 4, 4, 1, 2, 1, 4096, 52.89),
    ("llama-3-1-405b", 4, 8, 1, 1, 1, 4096, 38.57),
    ("llama-3-70b", 12, 2, 1, 1, 4, 32_768, 68.43),
    ("llama-3-70b", 12, 1, 1, 1, 8, 32_768, 104.51),
    ("llama-3-1-405b", 4, 2, 1, 1, 4, 32_768, 87.03),
    ("llama-3-1-405b", 4, 1, 1, 1, 8, 32_768, 139.22),
    ("llama-3-70b", 12, 2, 1, 1, 4, 131_072, 112.67),
    ("llama-3-70b", 12, 1, 1, 1, 8, 131_072, 147.99),
    ("llama-3-1-405b", 4, 2, 1, 1, 4, 131_072, 118.13),
]
# Shape, ep, pp, dp, GiB.
SPARSE = [
    (shape_of(DEEPSEEK_V2), 8, 1, 8, 45.63),
    (shape_of(DEEPSEEK_V2), 4, 2, 4, 44.70),
    (known("deepseek-v3", layers=4, dense_layers=1), 8, 1, 8, 104.30),
    (known("deepseek-v3", layers=4, dense_layers=1), 4, 2, 4, 114.00),
]


def dense_memory() -> list[Run]:
    """The dense models, bytes of the fullest GPU."""
    runs = []
    for name, layers, tensor, pipeline, data, context, sequence, measured in DENSE:
        plan = Plan(
            tensor=tensor, pipeline=pipeline, data=data, context=context, sequence=sequence,
            micro_batches=8,
        )  # fmt: skip
        found = training_memory(known(name, layers=layers), plan, MEGATRON).allocated
        words = f"{name} {tensor}/{pipeline}/{data}/{context} × {sequence}"
        runs.append(Run(words, measured * GIB, found, 0.0))
    return runs


def sparse_memory() -> list[Run]:
    """The models with experts."""
    runs = []
    for shape, expert, pipeline, data, measured in SPARSE:
        plan = Plan(expert=expert, pipeline=pipeline, data=data, micro_batches=8)
        found = training_memory(shape, plan, MEGATRON).allocated
        words = f"{shape.layers} layers, {expert}/{pipeline}/{data}"
        runs.append(Run(words, measured * GIB, found, 0.0))
    return runs
