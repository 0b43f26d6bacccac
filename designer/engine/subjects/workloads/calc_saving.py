"""`calc checkpoint` and `calc goodput`: what is saved, how often, and what that leaves."""

from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.engine.calculation import CalcError, Calculation, Parameter, Value
from designer.engine.subjects.workloads.given import model_of
from designer.engine.subjects.workloads.memory import GIB
from designer.engine.subjects.workloads.saving import (
    ADAM_BYTES,
    GPU_HOURS_PER_FAILURE,
    NOWHERE,
    best_interval,
    losses,
    lost_to_first_order,
)
from designer.engine.subjects.workloads.shape import shape_of
from designer.model.figures import Figure

_GB: Final = 1e9
_HOUR: Final = 3600.0
_NO_SHAPE: Final[dict[str, None]] = dict.fromkeys(
    ("layers", "hidden", "heads", "kv_heads", "head_dim", "ffn", "vocab", "gated")
)


def _parameters(v: dict[str, Any]) -> float:
    if v["parameters_b"] is not None:
        return float(v["parameters_b"]) * _GB
    if not v["model"]:
        raise CalcError("checkpoint needs a model or parameters_b")
    count = shape_of(model_of({**_NO_SHAPE, **v}, "checkpoint")).parameters
    v["parameters_b"] = count / _GB
    return float(count)


def _checkpoint(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    size = _parameters(v) * v["bytes_per_param"]
    window = v["window_s"] if v["window_s"] is not None else v["interval_s"]
    results: dict[str, Value | Figure] = {
        "size_gib": size / GIB,
        "size_gb": size / _GB,
        "write_gb_per_s": size / _GB / window if window else None,
    }
    if v["read_gb_s"] is not None:
        results["read_s"] = size / _GB * v["readers"] / v["read_gb_s"]
    said = []
    if v["window_s"] is not None and v["interval_s"] is not None:
        if v["window_s"] > v["interval_s"]:
            raise CalcError("checkpoint: window_s is longer than interval_s: the next one begins")
        results["of_interval_pct"] = 100 * v["window_s"] / v["interval_s"]
    elif window:
        said.append(
            "written within its window" if v["window_s"] is not None
            else "written while training goes on, until the next one begins"
        )  # fmt: skip
    said.append("the size follows the model, not the number of GPUs")
    return {**results, "note": "; ".join(said)}


CHECKPOINT = Calculation(
    name="checkpoint",
    summary="size of a checkpoint, and the bandwidth that writes it in time",
    parameters=(
        Parameter("model", "text", optional=True, help="id of the catalogue: llama-3-1-405b"),
        Parameter("parameters_b", unit="10⁹", optional=True, help="where no model is named"),
        Parameter("bytes_per_param", unit="B", default=ADAM_BYTES,
                  help="14: weights, master copy, moments; 12 without weights; 2 weights alone"),
        Parameter("interval_s", unit="s", optional=True, help="between two checkpoints"),
        Parameter("window_s", unit="s", optional=True, help="to write in; else the interval"),
        Parameter("read_gb_s", unit="GB/s", optional=True, help="of the storage, at a restart"),
        Parameter("readers", "count", default=1, help="copies that read all of it"),
    ),
    results=(
        ("size_gib", "GiB"), ("size_gb", "GB"), ("write_gb_per_s", "GB/s"),
        ("of_interval_pct", "%"), ("read_s", "s"),
    ),
    formula=(
        "size = parameters·bytes; write = size/window, or size/interval where training goes on; "
        "read = size·readers/bandwidth"
    ),
    sources=(
        "MLPerf Storage v2.0, submission guidelines: 105, 912 and 5,290 GB of 8, 70 and 405 "
        "billion parameters, which are GiB at 14 B",
        "BLOOM notes of BigScience: 329 GB of weights, which are GiB",
    ),
    run=_checkpoint,
)  # fmt: skip


def _goodput(v: dict[str, Any], _: Catalog | None) -> dict[str, Value | Figure]:
    if not v["gpus"]:
        raise CalcError("goodput: a job runs on 1 GPU or more")
    mean = v["mtbf_gpu_hours"] * _HOUR / v["gpus"]
    interval = v["interval_s"]
    best = best_interval(v["save_s"], mean)
    if interval is None:
        interval = best
    found = losses(v["save_s"], v["restart_s"], interval, mean)
    first = lost_to_first_order(v["save_s"], v["restart_s"], interval, mean)
    said = ["saving, again, restart and goodput are all of the time; lost_pct to first order"]
    if first > 1:
        said.append("which does not hold here")
    if found.goodput < NOWHERE:
        said.append("the job gets nowhere: it fails before it can save and restart")
    return {
        "job_mtbf_h": mean / _HOUR,
        "interval_s": interval,
        "best_interval_s": best,
        "saving_pct": 100 * found.saving,
        "again_pct": 100 * found.again,
        "restart_pct": 100 * found.restart,
        "goodput_pct": 100 * found.goodput,
        "lost_pct": 100 * first,
        "note": "; ".join(said),
    }


GOODPUT = Calculation(
    name="goodput",
    summary="time that failures and checkpoints take, and the interval that loses least",
    parameters=(
        Parameter("gpus", "count", help="of the job"),
        Parameter("mtbf_gpu_hours", unit="h", default=GPU_HOURS_PER_FAILURE,
                  help="hours of one GPU between failures that stop the job"),
        Parameter("save_s", unit="s", default=10.0, help="training stands still for a checkpoint"),
        Parameter("restart_s", unit="s", default=600.0, help="until it advances again"),
        Parameter("interval_s", unit="s", optional=True, help="else the one that loses least"),
    ),
    results=(
        ("job_mtbf_h", "h"), ("interval_s", "s"), ("best_interval_s", "s"), ("saving_pct", "%"),
        ("again_pct", "%"), ("restart_pct", "%"), ("goodput_pct", "%"), ("lost_pct", "%"),
    ),
    formula=(
        "M = hours/GPUs; interval = √(2·save·M), at most M; "
        "goodput = interval/(M·e^(restart/M)·(e^((interval + save)/M) − 1)); "
        "saving = goodput·save/interval; restart = 1 − e^(−restart/M); again = the rest; "
        "lost = save/interval + interval/(2·M) + restart/M, to first order"
    ),
    sources=(
        "Young, CACM 17 (1974) 530: the interval",
        "Daly, FGCS 22 (2006) 303–312: the complete expression of the time a job takes",
        "The Llama 3 Herd of Models, arXiv 2407.21783, section 3.3.4: 419 unexpected interruptions "
        "in 54 days on 16,384 H100, more than 90 % effective",
    ),
    run=_goodput,
)  # fmt: skip
