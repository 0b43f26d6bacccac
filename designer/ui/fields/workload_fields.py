"""What is asked of a workload and has no slider, as fields of a form."""

from collections.abc import Callable
from typing import Any, Final

from designer.document.document import Edit
from designer.document.edits import put
from designer.model.workload import Workload
from designer.ui.fields.field import Field, Kind

_Asked = tuple[str, str, Kind, str]
_TRAINING: Final[tuple[_Asked, ...]] = (
    ("dataset_tb", "Data", "number", "TB"),
    ("gpu_read_gb_s", "A GPU reads", "number", "GB/s"),
)
NOT_STATED: Final = "not stated"
ALL_GPUS: Final = 0
"""What a workload states that takes all GPUs of a kind."""


def workload_fields(one: Workload) -> list[Field]:
    """Return the fields of a workload: what is left out is not stated, and nothing is put there."""

    def setter(name: str) -> Callable[[Any], Edit]:
        return lambda value: put("workloads", one.evolve(**{name: value}))

    return [
        Field("workload_name", "Name", "text", one.name, setter("name"), optional=True),
        *(
            Field(
                name, label, kind, getattr(one, name), setter(name), unit=unit, optional=True,
                fallback=NOT_STATED, record="Workload",
            )
            for name, label, kind, unit in (_TRAINING if one.kind == "training" else ())
        ),
    ]  # fmt: skip
