"""What the design's platform states, and what follows from it by the library's entries."""

from collections.abc import Iterable, Iterator, Mapping
from math import prod
from typing import Final

from designer.catalog.catalog import Catalog
from designer.catalog.library import Library
from designer.catalog.records.software import MigProfile, OperatingSystem, Software
from designer.catalog.rule_fields import RULE_FIELDS
from designer.engine.subjects.platform.known import (
    Known,
    known_of,
    number,
    texts,
    unknown,
    version,
)
from designer.model.platform import Platform, version_of

SOFTWARE: Final = ("rdma", "container", "scheduler", "serving", "framework")
"""Choices that are entries of the library's software."""
_OS_FLAGS: Final = (
    "mlnx_ofed", "lustre_client", "slurm", "kubernetes", "dgx_only", "dgx_supported",
)  # fmt: skip
_OS_VERSIONS: Final = ("kernel", "driver_min", "cuda_min")
CLIENT: Final = "-client"
_CLIENT_KIND: Final = "storage-client"
PARALLEL: Final = frozenset({"lustre", "weka", "storage-scale", "beegfs"})


def chosen_facts(
    platform: Platform, library: Library, drawn: Mapping[str, Known]
) -> dict[str, Known]:
    """Return what is known by choice; what is not stated is not in it.

    Parameters
    ----------
    drawn
        What is known of the hall: which makers' GPUs stand there.
    """
    found = dict(_plain(platform, library))
    if platform.operating_system:
        found |= dict(_of_os(platform, library))
    if platform.cuda:
        found |= dict(_of_cuda(platform.cuda, library))
    found |= dict(_of_partitions(platform, library))
    if platform.kernel_parameters:
        found["kernel_parameters"] = texts(platform.kernel_parameters)
    if platform.file_systems:
        found["file_systems.job"] = texts(map(mounted_as, platform.file_systems))
    split = platform.tensor, platform.pipeline, platform.data
    if None not in split:
        found["parallel.gpus"] = number(prod(one for one in split if one is not None))
    served = _unserved(platform, library, drawn)
    if served is not None:
        found["software.unserved"] = served
    return found


def _plain(platform: Platform, library: Library) -> Iterator[tuple[str, Known]]:
    """Yield the choices that stand for themselves."""
    for name, field in RULE_FIELDS.items():
        if field.choice != name:
            continue
        value = getattr(platform, name)
        if value is None or value in ("", ()):
            continue
        if field.kind == "number":
            yield name, number(value)
        elif field.kind == "version":
            yield name, version(value)
        elif field.kind == "text":
            yield name, Known(value, said=called(name, value, library))
        elif field.kind == "flag":
            yield name, Known(value)


def called(field: str, value: str, library: Library) -> str:
    """Return what people call a choice."""
    if field == "operating_system":
        entry = library.get("operating_system", value)
    else:
        entry = library.get("software", value) if field in SOFTWARE else None
    return entry.name if entry else value


def _of_os(platform: Platform, library: Library) -> Iterator[tuple[str, Known]]:
    entry = library.get("operating_system", platform.operating_system)
    if not isinstance(entry, OperatingSystem):
        because = f"the catalogue has no operating system {platform.operating_system!r}"
        for name in (*_OS_FLAGS, *_OS_VERSIONS):
            yield f"os.{name}", unknown(because)
        return
    for name in _OS_FLAGS:
        value = getattr(entry, name)
        said = f"nobody states the {RULE_FIELDS[f'os.{name}'].words} {entry.name}"
        yield f"os.{name}", unknown(said) if value is None else Known(value)
    for name in _OS_VERSIONS:
        text = str(getattr(entry, name))
        said = f"nobody states the {RULE_FIELDS[f'os.{name}'].words}, {entry.name}"
        yield f"os.{name}", version(text) if version_of(text) else unknown(said)


def _of_cuda(cuda: str, library: Library) -> Iterator[tuple[str, Known]]:
    entry = toolkit(cuda, library)
    for field, name in (("driver_min", "driver_min_compat"), ("driver_paired", "driver_paired")):
        text = str(getattr(entry, name)) if entry else ""
        found = version(text) if version_of(text) else None
        yield f"cuda.{field}", found or unknown(f"the catalogue has no CUDA {cuda}")


def toolkit(cuda: str, library: Library) -> Software | None:
    """Return the entry of a CUDA toolkit by its version."""
    steps = version_of(cuda)
    if steps is None or len(steps) < 2:
        return None
    entry = library.get("software", f"cuda-{steps[0]}-{steps[1]}")
    return entry if isinstance(entry, Software) else None


def _unserved(platform: Platform, library: Library, drawn: Mapping[str, Known]) -> Known | None:
    """Return which makers of GPUs the chosen software does not serve; None where none is chosen."""
    entries = chosen_software(platform, library)
    if not entries:
        return None
    makers = known_of(drawn, "gpu.makers").value
    if not isinstance(makers, frozenset):
        return None
    lost = {
        maker: [one.name for one in entries if one.accelerators and maker not in one.accelerators]
        for maker in sorted(makers)
    }
    found = {maker: names for maker, names in lost.items() if names}
    said = "; ".join(f"{maker}: {', '.join(names)}" for maker, names in found.items())
    whole = bool(platform.serving and platform.framework)
    return Known(frozenset(found), whole=whole, said=said,
                 refs=tuple(f"platform.{name}" for name in ("serving", "framework")
                            if not getattr(platform, name)))  # fmt: skip


def chosen_software(platform: Platform, library: Library) -> list[Software]:
    """Return the entries of the software that is chosen."""
    ids = [getattr(platform, name) for name in SOFTWARE]
    found = [library.get("software", one) for one in ids if one]
    return [one for one in found if isinstance(one, Software)]


def partitions(platform: Platform, library: Library) -> list[MigProfile]:
    """Return the partitions of one GPU that are stated and known."""
    found = [library.get("mig_profile", one) for one in platform.mig]
    return [one for one in found if isinstance(one, MigProfile)]


def _of_partitions(platform: Platform, library: Library) -> Iterator[tuple[str, Known]]:
    if not platform.mig:
        return
    yield "mig.stated", Known(value=True)
    known = partitions(platform, library)
    if len(known) < len(platform.mig):
        have = {one.id for one in known}
        lost = next(one for one in platform.mig if one not in have)
        for name in ("slices", "slices_most", "memory_gb", "gpus"):
            yield f"mig.{name}", unknown(f"the catalogue has no partition {lost!r}")
        return
    yield "mig.slices", number(sum(one.compute_slices for one in known))
    yield "mig.slices_most", number(min(one.total_slices for one in known))
    sizes = [one.memory_gb for one in known]
    memory = sum(size for size in sizes if size is not None)
    yield "mig.memory_gb", number(memory) if None not in sizes else Known(low=memory)
    yield "mig.gpus", texts({one.accelerator for one in known})


def file_systems(stated: Iterable[str], drawn: Known) -> Known:
    """Return the shared file systems that are stated or drawn, by short names."""
    named = frozenset(map(mounted_as, stated))
    known = drawn.value if isinstance(drawn.value, frozenset) else frozenset()
    return texts(named | known, whole=drawn.whole)


def unknown_choices(platform: Platform, library: Library) -> Iterator[tuple[str, str]]:
    """Yield choices that the catalogue lacks, by field: of them no rule says anything."""
    for name in (*SOFTWARE, "operating_system"):
        table = "operating_system" if name == "operating_system" else "software"
        given = getattr(platform, name)
        if given and library.get(table, given) is None:
            yield name, given
    for name, table in _SEVERAL.items():
        for given in getattr(platform, name):
            if library.get(table, given) is None:
                yield name, given


_SEVERAL: Final = {"file_systems": "software", "kernel_parameters": "kernel_parameter"}


def mounted_names(library: Library) -> frozenset[str]:
    """Return the short names of file systems that the library has a client of, or knows."""
    clients = (
        one.id for one in library.entries("software")
        if isinstance(one, Software) and one.kind == _CLIENT_KIND
    )  # fmt: skip
    return frozenset(map(mounted_as, clients)) | PARALLEL


def mounted_as(client: str) -> str:
    """Return the file system of a client: `nfs` for `nfs-rdma-client`."""
    return client.removesuffix(CLIENT).partition("-rdma")[0]


def names_of(platform: Platform, library: Library, catalog: Catalog) -> Iterator[tuple[str, str]]:
    """Yield every choice that is stated: its field, and its value in words."""
    for name in type(platform).model_fields:
        value = getattr(platform, name)
        if name == "note" or value is None or value in ("", ()):
            continue
        if isinstance(value, bool):
            yield name, "yes" if value else "no"
        elif isinstance(value, tuple):
            table = {"mig": "mig_profile", "kernel_parameters": "kernel_parameter"}.get(
                name, "software"
            )
            entries = ((library.get(table, one), one) for one in value)
            yield name, ", ".join(entry.name if entry else one for entry, one in entries)
        elif isinstance(value, str):
            yield name, called(name, value, library)
        else:
            yield name, f"{value:g}"
