"""What is asked of a workload, as fields of a form."""

from collections.abc import Callable
from typing import Any, Final

from designer.document.document import Edit
from designer.document.edits import put
from designer.model.workload import Workload
from designer.ui.fields.field import Field, Kind

_PRECISIONS: Final = (("BF16", "bf16"), ("FP16", "fp16"), ("FP8", "fp8"), ("FP4", "fp4"))
_Asked = tuple[str, str, Kind, str]
_TRAINING: Final[tuple[_Asked, ...]] = (
    ("global_batch", "Batch", "integer", "sequences"),
    ("sequence_tokens", "Sequence", "integer", "tokens"),
    ("dataset_tb", "Data", "number", "TB"),
)
_SERVICE: Final[tuple[_Asked, ...]] = (
    ("prompt_tokens", "Prompt", "integer", "tokens"),
    ("answer_tokens", "Answer", "integer", "tokens"),
    ("requests_per_s", "Load", "number", "requests/s"),
    ("token_ms", "Between tokens, most", "number", "ms"),
    ("first_token_ms", "First token, most", "number", "ms"),
)
NOT_STATED: Final = "not stated"
_BILLION: Final = 1e9
ALL_GPUS: Final = 0
"""What a workload states that takes all GPUs of a kind."""


def workload_fields(one: Workload) -> list[Field]:
    """Return the fields of a workload: what is left out is not stated, and nothing is put there."""

    def setter(name: str) -> Callable[[Any], Edit]:
        return lambda value: put("workloads", one.evolve(**{name: value}))

    def run(value: float | None) -> Edit:
        tokens = None if value is None else value * _BILLION
        return put("workloads", one.evolve(tokens=tokens))

    def gpus(value: int | None) -> Edit:
        return put("workloads", one.evolve(gpus=ALL_GPUS if value is None else value))

    trains = one.kind == "training"
    tokens = Field(
        "run_tokens", "Run", "number", None if one.tokens is None else one.tokens / _BILLION, run,
        unit="10⁹ tokens", optional=True, fallback=NOT_STATED, low=0, high=1e9,
    )  # fmt: skip
    return [
        Field("workload_name", "Name", "text", one.name, setter("name"), optional=True),
        Field(
            "precision", "Precision", "choice", one.precision, setter("precision"),
            choices=_PRECISIONS,
        ),
        Field(
            "workload_gpus", "GPUs, at most", "integer", one.gpus or None, gpus, low=1,
            high=10_000_000, optional=True, fallback="all of a kind",
        ),
        *((tokens,) if trains else ()),
        *(
            Field(
                name, label, kind, getattr(one, name), setter(name), unit=unit, optional=True,
                fallback=NOT_STATED, record="Workload",
            )
            for name, label, kind, unit in (_TRAINING if trains else _SERVICE)
        ),
    ]  # fmt: skip
