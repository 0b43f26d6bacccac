"""The plan of a calculation: degrees of parallelism, batch, what is computed again and shared."""

from typing import Any, Final

from designer.engine.calculation import CalcError, Parameter
from designer.engine.subjects.workloads.given import YES_NO
from designer.engine.subjects.workloads.plan import RECOMPUTES, SHARDINGS, Plan
from designer.engine.subjects.workloads.shape import Shape

PLAN_PARAMETERS: Final = (
    Parameter("tp", "count", default=1, help="GPUs that share a layer: tensor parallelism"),
    Parameter("pp", "count", default=1, help="stages of the pipeline"),
    Parameter("dp", "count", default=1, help="copies that share the batch"),
    Parameter("cp", "count", default=1, help="GPUs that share a sequence: context parallelism"),
    Parameter("ep", "count", default=1, help="groups that experts are spread over"),
    Parameter("seq", "count", unit="tokens", default=4096, help="of a sequence"),
    Parameter("micro_batch", "count", default=1, help="sequences in one pass"),
    Parameter("global_batch", "count", optional=True, help="sequences in an iteration, all copies"),
    Parameter("interleave", "count", default=1, help="chunks of layers of a stage"),
    Parameter("recompute", "text", default="none", choices=RECOMPUTES),
    Parameter("sharding", "text", default="zero-1", choices=SHARDINGS,
              help="what dp and cp share: optimizer, gradients, weights"),
    Parameter("sequence_parallel", "text", default="yes", choices=YES_NO,
              help="norms and inputs are split along the sequence over tp"),
    Parameter("flash", "text", default="yes", choices=YES_NO,
              help="scores of attention stay on the chip"),
    Parameter("dropout", "text", default="no", choices=YES_NO, help="masks are kept"),
)  # fmt: skip


def plan_of(v: dict[str, Any], what: str, shape: Shape) -> Plan:
    """Return the plan that is asked for.

    Raises
    ------
    CalcError
        If batch, sequence or experts cannot be split so.
    """
    if v["ep"] > 1 and (not shape.experts or shape.experts % v["ep"]):
        raise CalcError(
            f"{what}: {shape.experts} experts cannot be spread evenly over ep={v['ep']}"
        )
    if v["seq"] % v["cp"]:
        raise CalcError(f"{what}: seq={v['seq']} cannot be shared evenly by cp={v['cp']} GPUs")
    passes = None
    if v["global_batch"] is not None:
        passes, left = divmod(v["global_batch"], v["dp"] * v["micro_batch"])
        if left or not passes:
            raise CalcError(
                f"{what}: global_batch={v['global_batch']} is no multiple of dp × micro_batch, "
                f"{v['dp'] * v['micro_batch']}"
            )
    return Plan(
        tensor=v["tp"], pipeline=v["pp"], data=v["dp"], context=v["cp"], expert=v["ep"],
        sequence=v["seq"], micro_batch=v["micro_batch"], micro_batches=passes,
        interleave=v["interleave"], recompute=v["recompute"], sharding=v["sharding"],
        sequence_parallel=v["sequence_parallel"] == "yes", flash=v["flash"] == "yes",
        dropout=v["dropout"] == "yes",
    )  # fmt: skip
