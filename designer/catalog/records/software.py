"""Operating systems with what they bring and forbid, software, kernel parameters, partitions."""

from typing import ClassVar, Literal

from designer.catalog.entry import Entry


class OperatingSystem(Entry):
    """A distribution and what it carries for GPU clusters; `None` is unknown."""

    references: ClassVar[dict[str, str]] = {"replaces": "operating_system"}

    family: str = ""
    kernel: str = ""
    driver_min: str = ""
    cuda_min: str = ""
    cuda: str = ""
    container_toolkit: str = ""
    rdma: tuple[str, ...] = ()
    mlnx_ofed: bool | None = None
    lustre_client: bool | None = None
    lustre: str = ""
    slurm: bool | None = None
    kubernetes: bool | None = None
    dgx_only: bool = False
    dgx_supported: bool | None = None
    architectures: tuple[str, ...] = ()
    use_cases: tuple[str, ...] = ()


class Software(Entry):
    """A program that an AI cluster runs on.

    Attributes
    ----------
    accelerators
        Makers whose chips it serves: `NVIDIA`, `AMD`, `Intel`; empty if it does not matter.
    """

    kind: Literal[
        "scheduler", "kubernetes", "slurm", "inference-server", "training-framework", "library",
        "container-runtime", "driver", "toolkit", "monitoring", "storage-client", "platform",
        "management",
    ]  # fmt: skip
    features: tuple[str, ...] = ()
    accelerators: tuple[str, ...] = ()
    formats: tuple[str, ...] = ()
    use: str = ""
    file: str = ""
    command: str = ""
    driver_min_compat: str = ""
    driver_paired: str = ""
    driver_branch_min: int | None = None


class KernelParameter(Entry):
    """A setting of the kernel; `name` is its key. `target` says which file it belongs into."""

    target: Literal["sysctl", "boot"]
    value: str
    alternatives: tuple[str, ...] = ()
    applies_to: str = ""
    exists: bool = True
    dedicated_only: bool = False


class MigProfile(Entry):
    """One size of partition of a GPU. Σ slices ≤ `total_slices`, Σ memory ≤ the GPU's."""

    references: ClassVar[dict[str, str]] = {"accelerator": "part"}

    accelerator: str
    compute_slices: int
    memory_slices: int | None = None
    memory_gb: float | None = None
    instances_max: int
    total_slices: int = 7
