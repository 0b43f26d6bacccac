"""Published training runs beside what the engine predicts of them, by group."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.workloads import Model
from designer.catalog.software_profile import TrainingProfile
from designer.engine.subjects.workloads.hardware import Cluster
from designer.engine.subjects.workloads.plan import RECIPES, Plan
from designer.engine.subjects.workloads.profiles import band
from designer.engine.subjects.workloads.shape import Shape, shape_of
from designer.engine.subjects.workloads.training import iteration, work
from tests.helpers import training_rows as rows

A100, H100 = "a100-sxm-80gb", "h100-sxm"
HALF, FULL = RECIPES["mixed-precision"], RECIPES["fp32-gradients"]


@dataclass(frozen=True)
class Run:
    """One published iteration, s, and the one that is predicted, with the band that it claims."""

    what: str
    measured: float
    predicted: float
    band: float

    @property
    def error(self) -> float:
        """Predicted over measured, less 1."""
        return self.predicted / self.measured - 1

    @property
    def inside(self) -> bool:
        """Whether the measurement lies within the band of the prediction."""
        return abs(self.measured - self.predicted) <= self.band * self.predicted


def mean(runs: list[Run]) -> float:
    """Mean absolute error."""
    return sum(abs(run.error) for run in runs) / len(runs)


def worst(runs: list[Run]) -> Run:
    """The run that is farthest off."""
    return max(runs, key=lambda run: abs(run.error))


def profile(name: str) -> TrainingProfile:
    """A profile of the catalogue."""
    return next(one for one in load_shipped().training_profiles if one.id == name)


@cache
def cluster(gpu: str, nic_gbps: float) -> Cluster:
    """Nodes of eight GPUs of the catalogue in 16 bits."""
    chip = load_shipped().require(gpu).accelerator
    return Cluster(
        chip.fp16_dense_tflops * 1e12, chip.memory_gb_s * 1e9, chip.scaleup_gb_s / 2 * 1e9,
        nic_gbps * 1e9 / 8,
    )  # fmt: skip


@cache
def gpt(hidden: int, layers: int, heads: int, vocabulary: int = 51_200, *, tied: bool = True,
        sequence: int = 2048) -> Shape:  # fmt: skip
    """A GPT layer without gate, 4 h wide, learned positions."""
    return shape_of(
        Model(
            id="gpt",
            name="GPT",
            architecture="decoder",
            attention="mha",
            positions="learned",
            layers=layers,
            hidden=hidden,
            heads=heads,
            kv_heads=heads,
            head_dim=hidden // heads,
            ffn=4 * hidden,
            gated=False,
            vocabulary=vocabulary,
            context_tokens=sequence,
            tied_embeddings=tied,
        )
    )


def known(entry_id: str, **changed: object) -> Shape:
    """A model of the catalogue, truncated."""
    model = shipped_library().get("model", entry_id)
    assert isinstance(model, Model)
    return shape_of(model.evolve(**changed))


DEEPSEEK_V2 = Model(
    id="deepseek-v2", name="DeepSeek-V2", architecture="moe-decoder", attention="mla", layers=4,
    dense_layers=1, hidden=5120, heads=128, ffn=12_288, gated=True, vocabulary=102_400,
    latent_dim=512, rope_dim=64, nope_dim=128, value_dim=128, query_latent_dim=1536, experts=160,
    experts_active=6, experts_shared=2, expert_ffn=1536, positions="rotary", tied_embeddings=False,
)  # fmt: skip
"""arXiv 2405.04434, section 3.1.2, truncated as SimuMax did."""

_OLD = Plan(sequence=2048, recompute="full", sharding="none", sequence_parallel=False, flash=False,
            dropout=True)  # fmt: skip
"""Megatron-LM of 2021: scores in memory, everything computed again."""


def seconds(shape: Shape, plan: Plan, name: str, gpu: str, nic_gbps: float,
            recipe: object = HALF, stack: TrainingProfile | None = None) -> float:  # fmt: skip
    """The iteration that is predicted, by a profile of the catalogue or another in its place."""
    found = stack or profile(name)
    return iteration(shape, plan, recipe, cluster(gpu, nic_gbps), found).total


def _run(what: str, measured: float, predicted: float, name: str, gpu: str, shape: Shape) -> Run:
    return Run(what, measured, predicted, band(profile(name), gpu, "bf16", shape))


def megatron_a100(stack: TrainingProfile | None = None) -> Iterator[Run]:
    """SC21, Korthikanti et al., MegaScale's baseline: DGX A100 with eight 200 Gb/s NICs."""
    name = "megatron-a100"
    for hidden, layers, heads, tensor, pipeline, gpus, batch, tflops in rows.SC21_WEAK:
        shape, copies = gpt(hidden, layers, heads), gpus // tensor // pipeline
        plans = [
            replace(
                _OLD,
                tensor=tensor,
                pipeline=pipeline,
                data=copies,
                micro_batch=micro,
                micro_batches=batch // copies // micro,
                interleave=chunks,
            )
            for micro in (1, 2, 4, 8, 16)
            if batch % (copies * micro) == 0
            for chunks in ((1, 2) if pipeline > 1 else (1,))
        ]
        done = work(shape, plans[0], batch, causal=False).hardware
        best = min(seconds(shape, plan, name, A100, 200, stack=stack) for plan in plans)
        yield _run(f"SC21 {hidden}", done / gpus / tflops / 1e12, best, name, A100, shape)
    for hidden, layers, heads, pipeline, gpus, batch, tflops in rows.SC21_STRONG:
        shape, copies = gpt(hidden, layers, heads), gpus // 8 // pipeline
        plan = replace(_OLD, tensor=8, pipeline=pipeline, data=copies,
                       micro_batches=batch // copies)  # fmt: skip
        done = work(shape, plan, batch, causal=False).hardware
        found = seconds(shape, plan, name, A100, 200, stack=stack)
        yield _run(
            f"SC21 {hidden} on {gpus}", done / gpus / tflops / 1e12, found, name, A100, shape
        )
    for hidden, layers, heads, pipeline, chunks, batch, micro, full, less in rows.KORTHIKANTI:
        shape = gpt(hidden, layers, heads)
        plan = replace(_OLD, tensor=8, pipeline=pipeline, interleave=chunks, micro_batch=micro,
                       micro_batches=batch // micro)  # fmt: skip
        both = (
            ("full", full, plan),
            ("selective", less, replace(plan, recompute="selective", sequence_parallel=True)),
        )
        for word, measured, one in both:
            found = seconds(shape, one, name, A100, 200, stack=stack)
            yield _run(f"Korthikanti {hidden} {word}", measured, found, name, A100, shape)
    shape = gpt(12_288, 96, 96, 64_000)
    for gpus, measured in rows.MEGASCALE:
        plan = replace(
            _OLD, tensor=8, pipeline=8, interleave=6, data=gpus // 64, recompute="selective",
            sequence_parallel=True, micro_batches=768 * 64 // gpus,
        )  # fmt: skip
        found = seconds(shape, plan, name, A100, 200, stack=stack)
        yield _run(f"MegaScale {gpus}", measured, found, name, A100, shape)


def plans_a100(stack: TrainingProfile | None = None) -> Iterator[Run]:
    """The plans of vTrain: nodes of 800 Gb/s."""
    for hidden, layers, heads, _, batch, micro, tensor, data, pipeline, ms in rows.VTRAIN:
        shape = gpt(hidden, layers, heads)
        plan = replace(_OLD, tensor=tensor, pipeline=pipeline, data=data, micro_batch=micro,
                       micro_batches=batch // data // micro)  # fmt: skip
        found = seconds(shape, plan, "megatron-a100", A100, 100, stack=stack)
        words = f"vTrain {hidden} {tensor}/{data}/{pipeline} by {micro}"
        yield _run(words, ms / 1e3, found, "megatron-a100", A100, shape)


def mt_nlg() -> Iterator[Run]:
    """MT-NLG 530B under DeepSpeed, no interleaving: a fifth slower than SC21 has the same model.

    Smith et al., arXiv 2201.11990, as llm-analysis prints it: GPUs, seconds for 1,920 sequences.
    """
    shape = gpt(20_480, 105, 128)
    for gpus, measured in ((2240, 60.1), (2800, 50.2), (3360, 44.4)):
        copies = gpus // 280
        plan = replace(_OLD, tensor=8, pipeline=35, data=copies, micro_batches=1920 // copies)
        found = seconds(shape, plan, "megatron-a100", A100, 200)
        yield _run(f"MT-NLG 530B on {gpus}", measured, found, "megatron-a100", A100, shape)


def zero_3() -> Iterator[Run]:
    """SC21, table 2: a 175B model by ZeRO-3 alone, whose gathers wait for the network.

    GPUs, micro-batch, TFLOP/s.
    """
    shape = gpt(12_288, 96, 96)
    for gpus, micro, tflops in ((384, 4, 144), (768, 2, 88), (1536, 1, 44)):
        plan = replace(
            _OLD, data=gpus, micro_batch=micro, micro_batches=1536 // gpus // micro,
            sharding="zero-3", sequence_parallel=False,
        )  # fmt: skip
        done = work(shape, plan, 1536, causal=False).hardware
        found = seconds(shape, plan, "fsdp-a100", A100, 200)
        yield _run(f"ZeRO-3 on {gpus}", done / gpus / tflops / 1e12, found, "fsdp-a100", A100,
                   shape)  # fmt: skip


FITTED = {"gemm": 0.88, "attention": 0.3}
"""What a search over steps of 0.02 and 0.1 finds for every third plan of vTrain, 6.4 % off."""


def held_out() -> tuple[list[Run], list[Run]]:
    """The plans that did not serve to find `FITTED`, and Megatron's rows, predicted by these."""
    fitted = profile("megatron-a100").evolve(**FITTED)
    plans = [run for at, run in enumerate(plans_a100(fitted)) if at % 3]
    return plans, list(megatron_a100(fitted))


def foundry(gpu: str) -> Iterator[Run]:
    """llm-foundry's 7B to 70B: A100 with 200, H100 with 400 Gb/s for each GPU."""
    table, name, nic = (
        (rows.FOUNDRY_A100, "fsdp-a100", 200) if gpu == A100 else
        (rows.FOUNDRY_H100, "fsdp-h100", 400)
    )  # fmt: skip
    for size, sequence, gpus, micro, passes, again, speed in table:
        shape = gpt(*rows.FOUNDRY_SHAPES[size], 50_368, sequence=sequence)
        plan = Plan(
            data=gpus, sequence=sequence, micro_batch=micro, micro_batches=passes,
            recompute="full" if again else "none", sharding="zero-3", sequence_parallel=False,
        )  # fmt: skip
        yield _run(f"MPT {size}B {sequence} on {gpus}", micro * passes * sequence / speed,
                   seconds(shape, plan, name, gpu, nic), name, gpu, shape)  # fmt: skip


def core_h100() -> Iterator[Run]:
    """Megatron Core's table, the best of micro-batches 1 to 4 and interleave 1 to 4."""
    for hidden, layers, heads, tensor, pipeline, gpus, batch, tflops in rows.CORE_H100:
        shape = gpt(hidden, layers, heads, 131_072, tied=False, sequence=4096)
        plans = [
            Plan(tensor=tensor, pipeline=pipeline, data=48, micro_batch=micro, interleave=chunks,
                 micro_batches=batch // 48 // micro)
            for micro in (1, 2, 4) if batch % (48 * micro) == 0
            for chunks in ((1, 2, 4) if pipeline > 1 else (1,)) if layers % (pipeline * chunks) == 0
        ]  # fmt: skip
        done = work(shape, plans[0], batch, causal=False).model
        best = min(seconds(shape, p, "megatron-h100", H100, 400, FULL) for p in plans)
        yield _run(f"Core {hidden}", done / gpus / tflops / 1e12, best, "megatron-h100", H100,
                   shape)  # fmt: skip


def bridge_h100() -> Iterator[Run]:
    """Megatron-Bridge on H100, most in FP8, some with experts: the wide band of the profile."""
    for row in rows.BRIDGE_H100:
        (
            model,
            precision,
            gpus,
            batch,
            sequence,
            tensor,
            pipeline,
            context,
            chunks,
            expert,
            speed,
        ) = row
        copies = gpus // tensor // pipeline // context
        plan = Plan(
            tensor=tensor, pipeline=pipeline, data=copies, context=context, expert=expert,
            interleave=chunks, sequence=sequence, micro_batches=batch // copies,
        )  # fmt: skip
        chip = load_shipped().require(H100).accelerator
        peak = chip.fp8_dense_tflops if precision == "fp8" else chip.fp16_dense_tflops
        machine = replace(cluster(H100, 400), peak=peak * 1e12)
        shape, stack = known(model), profile("megatron-h100")
        found = iteration(shape, plan, FULL, machine, stack).total
        yield Run(f"Bridge {model}", batch * sequence / gpus / speed, found,
                  band(stack, H100, precision, shape))  # fmt: skip


def b200(*, experts: bool = False) -> Iterator[Run]:
    """SimuMax's truncated models on one node."""
    name, gpu = "megatron-b200", "b200-sxm"
    cases = []
    if experts:
        for version, expert, pipeline, data, times in rows.B200_EXPERTS:
            shape = (
                shape_of(DEEPSEEK_V2) if version == 2
                else known("deepseek-v3", layers=4, dense_layers=1)
            )  # fmt: skip
            cases.append((shape, Plan(expert=expert, pipeline=pipeline, data=data), times))
    else:
        for model, layers, tensor, pipeline, data, context, sequence, times in rows.B200_DENSE:
            plan = Plan(tensor=tensor, pipeline=pipeline, data=data, context=context,
                        sequence=sequence)  # fmt: skip
            cases.append((known(model, layers=layers), plan, times))
    for shape, plan, times in cases:
        for passes, ms in zip((4, 8, 32), times, strict=False):
            predicted = seconds(shape, replace(plan, micro_batches=passes), name, gpu, 400, FULL)
            yield _run(f"{shape.name} {plan.tensor}/{plan.pipeline}/{plan.context}/{plan.expert} "
                       f"× {passes}", ms / 1e3, predicted, name, gpu, shape)  # fmt: skip
