"""What is asked of a workload and has no slider, as fields of a form."""

from collections.abc import Callable
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.document.document import Edit
from designer.document.edits import put
from designer.model.design import Design
from designer.model.figure_words import NOT_STATED
from designer.model.workload import Workload
from designer.ui.fields.field import Field, Kind

_Asked = tuple[str, str, Kind, str]
_TRAINING: Final[tuple[_Asked, ...]] = (
    ("dataset_tb", "Data", "number", "TB"),
    ("gpu_read_gb_s", "A GPU reads", "number", "GB/s"),
)
MEASURED: Final = "of this GPU"
MOST_DRAWN: Final = "most drawn"
ALL_GPUS: Final = 0
"""What a workload states that takes all GPUs of a kind."""


def _profiles(one: Workload, catalog: Catalog) -> tuple[tuple[str, str], ...]:
    """Return the software whose speed is known; one that the catalogue lacks as it stands."""
    known = catalog.training_profiles if one.kind == "training" else catalog.inference_profiles
    names = [profile.id for profile in known]
    if one.profile and one.profile not in names:
        names.append(one.profile)
    return (MEASURED, ""), *((name, name) for name in names)


def _gpus(one: Workload, design: Design, catalog: Catalog) -> tuple[tuple[str, str], ...]:
    """Return the kinds of GPUs that are drawn; one that is not as it stands."""
    named = {
        *(device.part for device in design.devices), *(rack.part for rack in design.racks),
        *(slot.part for assembly in design.assemblies for slot in assembly.slots),
    }  # fmt: skip
    parts = [part for name in sorted(named) if (part := catalog.get(name)) is not None]
    kinds = {part.compute.gpu: part for part in parts if part.compute and part.compute.gpu}
    found = [(_name(catalog, gpu), gpu) for gpu in sorted(kinds)]
    if one.gpu and one.gpu not in kinds:
        found.append((f"{_name(catalog, one.gpu)}: none drawn", one.gpu))
    return (MOST_DRAWN, ""), *found


def _name(catalog: Catalog, gpu: str) -> str:
    part = catalog.get(gpu)
    return part.name if part is not None else gpu


_CACHES: Final = (
    ("as it was measured", ""), ("BF16", "bf16"), ("FP8", "fp8"), ("FP4", "fp4"),
)  # fmt: skip


def _cache(one: Workload, setter: Callable[[str], Callable[[Any], Edit]]) -> tuple[Field, ...]:
    """Return the field of a service's KV cache."""
    named = one.cache_precision
    return (
        Field("cache_precision", "KV cache", "choice", named, setter("cache_precision"),
              choices=_CACHES),
    )  # fmt: skip


def workload_fields(one: Workload, design: Design, catalog: Catalog) -> list[Field]:
    """Return the fields of a workload: what is left out is not stated, and nothing is put there."""

    def setter(name: str) -> Callable[[Any], Edit]:
        return lambda value: put("workloads", one.evolve(**{name: value}))

    return [
        Field("workload_name", "Name", "text", one.name, setter("name"), optional=True),
        Field("workload_gpu", "GPU", "choice", one.gpu, setter("gpu"),
              choices=_gpus(one, design, catalog)),
        *(_cache(one, setter) if one.kind == "inference" else ()),
        Field("profile", "Software profile", "choice", one.profile, setter("profile"),
              choices=_profiles(one, catalog)),
        *(
            Field(
                name, label, kind, getattr(one, name), setter(name), unit=unit, optional=True,
                fallback=NOT_STATED, record="Workload",
            )
            for name, label, kind, unit in (_TRAINING if one.kind == "training" else ())
        ),
    ]  # fmt: skip
