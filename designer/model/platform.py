"""What software the cluster runs: operating system, driver, containers, scheduler, and how it runs.

Ids are of the catalogue's library. Nothing is put in place of what is left out: it is not stated.
May import the records' base of this room.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

from designer.model.record import Record

KernelModules = Literal["", "open", "proprietary"]
Parallelism = Literal["", "data", "sharded", "tensor", "pipeline", "3d"]
"""How one model is trained on many GPUs: whole copies; states shared out (FSDP, ZeRO-3); layers cut
across; layers dealt out, with tensor parallelism inside nodes; all three."""
Deployment = Literal["", "own", "cloud", "hosted-api", "hybrid"]
_VERSION: Final = re.compile(r"[0-9]{1,6}(\.[0-9]{1,9}){0,3}")


class Platform(Record):
    """The software of the cluster and decisions about its use, kept with the design.

    Attributes
    ----------
    operating_system
        Id of an operating system of the catalogue; so are the others of software.
    driver, cuda
        Of the GPUs' driver a branch or a release, `550` or `550.54.14`; of CUDA `12.5`.
    kernel_modules
        Flavour of the driver's kernel part.
    rdma
        Software of the adapters: MLNX_OFED, DOCA-OFED, or the distribution's own.
    container, scheduler, serving, framework
        Runtime of containers, batch or cluster scheduler, inference server, training framework.
    file_systems
        Clients of the shared file systems that one job mounts, beside those that are drawn.
    parallelism, tensor, pipeline, data
        How a training run is split, and into how many of each.
    mig
        Partitions of one GPU, once for each instance: `a100-80gb-1g-10gb` seven times.
    kernel_parameters
        Ids of kernel parameters that are set.
    secure_boot
        Whether nodes refuse unsigned modules.
    dedicated
        Whether nobody else's work runs on the machines.
    lossless
        Whether priority flow control and ECN are set on every switch and host of Ethernet fabrics
        that carry RDMA.
    gpudirect, sharp
        Whether adapters are to read GPU memory, and switches to reduce.
    tenant_isolation, network_segmentation, encryption
        Of data at rest and on its way.
    ready
        Whether the hall is held to the check list of an AI-ready data centre.
    deployment, contract_covers
        Where the work runs; whether a contract covers data that must stay in the house.
    professional_services
        Whether the maker's professional services help to build it.
    gpu_utilization_pct, gpu_temperature_c
        As measured in operation: the mean, and the hottest GPU.
    """

    operating_system: str = ""
    driver: str = ""
    kernel_modules: KernelModules = ""
    cuda: str = ""
    rdma: str = ""
    container: str = ""
    scheduler: str = ""
    serving: str = ""
    framework: str = ""
    file_systems: tuple[str, ...] = ()
    parallelism: Parallelism = ""
    tensor: int | None = None
    pipeline: int | None = None
    data: int | None = None
    mig: tuple[str, ...] = ()
    kernel_parameters: tuple[str, ...] = ()
    secure_boot: bool | None = None
    dedicated: bool | None = None
    lossless: bool | None = None
    gpudirect: bool | None = None
    sharp: bool | None = None
    tenant_isolation: bool | None = None
    network_segmentation: bool | None = None
    encryption: bool | None = None
    ready: bool | None = None
    deployment: Deployment = ""
    contract_covers: bool | None = None
    professional_services: bool | None = None
    gpu_utilization_pct: float | None = None
    gpu_temperature_c: float | None = None
    note: str = ""

    def own_problems(self) -> Iterator[tuple[str, str]]:
        """Yield a driver or CUDA that is no version."""
        for name in ("driver", "cuda"):
            said = getattr(self, name)
            if said and version_of(said) is None:
                yield name, f"{name} cannot be {said!r}: give a version such as 550.54.14"

    @property
    def is_stated(self) -> bool:
        """Whether anything of it is."""
        return self != NOT_STATED


NOT_STATED: Final = Platform()


def version_of(text: str) -> tuple[int, ...] | None:
    """Return the numbers of a version, or None where it is none."""
    if not text.isascii() or not _VERSION.fullmatch(text):
        return None
    return tuple(int(step) for step in text.split("."))


LABELS: Final[dict[str, str]] = {
    "operating_system": "Operating system",
    "driver": "GPU driver",
    "kernel_modules": "Kernel modules",
    "cuda": "CUDA",
    "rdma": "RDMA software",
    "container": "Container runtime",
    "scheduler": "Scheduler",
    "serving": "Inference server",
    "framework": "Training framework",
    "file_systems": "File systems of a job",
    "parallelism": "Parallelism",
    "tensor": "Tensor-parallel degree",
    "pipeline": "Pipeline stages",
    "data": "Data-parallel copies",
    "mig": "MIG partitions of a GPU",
    "kernel_parameters": "Kernel parameters set",
    "secure_boot": "Secure Boot",
    "dedicated": "One tenant alone",
    "lossless": "Lossless Ethernet",
    "gpudirect": "GPUDirect RDMA",
    "sharp": "SHARP",
    "tenant_isolation": "Tenants isolated",
    "network_segmentation": "Network segmented",
    "encryption": "Data encrypted",
    "ready": "Held to the AI-ready list",
    "deployment": "Where it runs",
    "contract_covers": "Contract covers the data",
    "professional_services": "Professional services",
    "gpu_utilization_pct": "GPU utilization, measured",
    "gpu_temperature_c": "Hottest GPU, measured",
}
"""What people call each of its fields."""
