"""The platform of a design as fields of a form: what software runs, and how it is used."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from designer.catalog.library import Library
from designer.catalog.records.software import MigProfile, Software
from designer.document.document import Edit
from designer.document.edits import set_fields
from designer.model.platform import LABELS, Platform
from designer.ui.fields.field import Field, Kind
from designer.ui.fields.sections import YES_NO, YES_NO_VALUES, yes_no

NOT_STATED: Final = "not stated"
_NOTHING: Final = (NOT_STATED, "")
_RDMA: Final = ("mlnx-ofed", "doca-ofed", "rdma-core")
_MODULES: Final = (("open", "open"), ("proprietary", "proprietary"))
_PARALLELISM: Final = (
    ("data: whole copies", "data"), ("sharded: FSDP, ZeRO-3", "sharded"), ("tensor", "tensor"),
    ("pipeline and tensor", "pipeline"), ("all three (3D)", "3d"),
)  # fmt: skip
_PLACES: Final = (
    ("own premises", "own"), ("managed cloud", "cloud"), ("hosted API", "hosted-api"),
    ("hybrid", "hybrid"),
)  # fmt: skip
_CUDA: Final = "cuda-"
_SWITCHES_OF_SOFTWARE: Final = ("secure_boot", "dedicated", "lossless", "gpudirect", "sharp")
_SWITCHES_OF_USE: Final = (
    "contract_covers", "tenant_isolation", "network_segmentation", "encryption",
    "professional_services",
)  # fmt: skip
_NUMBERS: Final[tuple[tuple[str, Kind, str], ...]] = (
    ("tensor", "integer", ""), ("pipeline", "integer", ""), ("data", "integer", ""),
    ("gpu_utilization_pct", "number", "%"), ("gpu_temperature_c", "number", "°C"),
)  # fmt: skip
Choices = tuple[tuple[str, str], ...]


def _setter(name: str) -> Callable[[Any], Edit]:
    return lambda value: set_fields("platform", **{name: value})


def _switch(platform: Platform, name: str) -> Field:
    return Field(
        name, LABELS[name], "choice", yes_no(getattr(platform, name)),
        lambda value: _setter(name)(YES_NO_VALUES[value]), choices=YES_NO,
    )  # fmt: skip


def _choice(platform: Platform, name: str, choices: Iterable[tuple[str, str]]) -> Field:
    """Return a field of ids; one that the catalogue does not have is shown as it stands."""
    offered, value = (_NOTHING, *choices), getattr(platform, name)
    if value not in [key for _, key in offered]:
        offered = (*offered, (value, value))
    return Field(name, LABELS[name], "choice", value, _setter(name), choices=offered)


def _software(library: Library, *kinds: str) -> Choices:
    entries = [one for one in library.entries("software") if isinstance(one, Software)]
    return tuple((one.name, one.id) for one in entries if one.kind in kinds)


def _cuda(library: Library) -> Choices:
    versions = [
        one.id.removeprefix(_CUDA).replace("-", ".") for one in library.entries("software")
        if one.id.startswith(_CUDA) and one.id[len(_CUDA):][:1].isdigit()
    ]  # fmt: skip
    return tuple((version, version) for version in versions)


def _partitions(library: Library, gpus: frozenset[str]) -> Choices:
    """Return the partitions of the GPUs that are drawn, or of all where none is."""
    entries = [one for one in library.entries("mig_profile") if isinstance(one, MigProfile)]
    drawn = [one for one in entries if one.accelerator in gpus] or entries
    return tuple((f"{one.instances_max} × {one.name}", one.id) for one in drawn)


def _mig(platform: Platform, library: Library, gpus: frozenset[str]) -> Field:
    """Return the field of partitions: as many of one size as there are; a mix stands in a file."""

    def edit(value: str) -> Edit:
        entry = library.get("mig_profile", value)
        number = entry.instances_max if isinstance(entry, MigProfile) else 1
        return set_fields("platform", mig=(value,) * number if value else ())

    sizes = set(platform.mig)
    value = next(iter(sizes)) if len(sizes) == 1 else ", ".join(platform.mig)
    offered = (_NOTHING, *_partitions(library, gpus))
    if value not in [key for _, key in offered]:
        offered = (*offered, (value, value))
    return Field("mig", LABELS["mig"], "choice", value, edit, choices=offered)


def _several(platform: Platform, name: str, choices: Choices) -> Field:
    return Field(name, LABELS[name], "several", getattr(platform, name),
                 lambda value: _setter(name)(tuple(value or ())),
                 choices=choices, optional=True, fallback=NOT_STATED)  # fmt: skip


def software_fields(platform: Platform, library: Library, gpus: frozenset[str]) -> list[Field]:
    """Return what software runs: every choice is one edit, and what is empty is not stated."""
    systems = tuple((one.name, one.id) for one in library.entries("operating_system"))
    rdma = tuple((entry.name, one) for one in _RDMA if (entry := library.get("software", one)))
    return [
        _choice(platform, "operating_system", systems),
        Field("driver", LABELS["driver"], "text", platform.driver, _setter("driver"),
              optional=True, fallback=NOT_STATED, hint="550 or 550.54.14"),
        _choice(platform, "kernel_modules", _MODULES),
        _choice(platform, "cuda", _cuda(library)),
        _choice(platform, "rdma", rdma),
        _choice(platform, "container", _software(library, "container-runtime")),
        _choice(platform, "scheduler", _software(library, "scheduler")),
        _choice(platform, "serving", _software(library, "inference-server")),
        _choice(platform, "framework", _software(library, "training-framework")),
        _several(platform, "file_systems", _software(library, "storage-client")),
        _mig(platform, library, gpus),
        *(_switch(platform, name) for name in _SWITCHES_OF_SOFTWARE),
    ]  # fmt: skip


def use_fields(platform: Platform, library: Library) -> list[Field]:
    """Return how it is used: the split of training, tenants, the place, what was measured."""
    parameters = tuple((one.name, one.id) for one in library.entries("kernel_parameter"))
    return [
        _choice(platform, "parallelism", _PARALLELISM),
        *(
            Field(name, LABELS[name], kind, getattr(platform, name), _setter(name), unit=unit,
                  optional=True, fallback=NOT_STATED, record="Platform")
            for name, kind, unit in _NUMBERS
        ),
        _choice(platform, "deployment", _PLACES),
        *(_switch(platform, name) for name in _SWITCHES_OF_USE),
        _switch(platform, "ready"),
        _several(platform, "kernel_parameters", parameters),
    ]  # fmt: skip
