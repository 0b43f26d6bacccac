"""Operating systems with what they bring and forbid, software, kernel parameters, partitions."""

from typing import ClassVar, Literal

from designer.catalog.predicate import RuledEntry


class OperatingSystem(RuledEntry):
    """A distribution and what it carries for GPU clusters; `None` is unknown.

    Attributes
    ----------
    driver_min, cuda_min
        The oldest driver branch and CUDA version that a source names for it.
    use_cases
        What it is the first choice for; no other entry is the first choice for the same.
    also_for
        What it is the second choice for, in the words of `use_cases`.
    support
        Who stands behind it in production.
    dgx_only
        Runs on DGX systems only. `dgx_supported` is whether DGX systems may run it.
    """

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
    also_for: tuple[str, ...] = ()
    support: str = ""


class Software(RuledEntry):
    """A program that an AI cluster runs on.

    Attributes
    ----------
    accelerators
        Makers whose chips it serves: `NVIDIA`, `AMD`, `Intel`; empty if it does not matter.
    equivalent
        Id of the program that does the same for another maker's chips.
    layer
        Where it stands in the training stack: 1 training code, 2 distribution over GPUs,
        3 communication, 4 orchestration, 5 hardware.
    example
        One line as it stands in `file` or is typed.
    driver_min_compat, driver_paired
        Of a CUDA toolkit: the oldest driver it runs on at all, and the one it was released with.
    driver_branch_min, driver_branch_default, driver_branch_end
        The branch that brought it, the one that made it the default, the first one without it.
    cuda_max
        Of a driver branch: the newest CUDA that its maker supports on it.
    end_of_life
        `YYYY-MM`.
    """

    references: ClassVar[dict[str, str]] = {"replaces": "software", "equivalent": "software"}

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
    example: str = ""
    equivalent: str = ""
    layer: int | None = None
    architectures: tuple[str, ...] = ()
    driver_min_compat: str = ""
    driver_paired: str = ""
    driver_branch_min: int | None = None
    driver_branch_default: int | None = None
    driver_branch_end: int | None = None
    cuda_max: str = ""
    end_of_life: str = ""


class KernelParameter(RuledEntry):
    """A setting of the kernel; `name` is its key. `target` says which file it belongs into.

    Attributes
    ----------
    alternatives
        Other values that are as good.
    applies_to
        Makers of CPUs it has an effect on; empty for all.
    exists
        False for a key that current kernels do not have: an export may only name it in a remark.
    dedicated_only
        Weakens the separation of users: only where nobody else's work runs on the machine.
    why
        What it is good for.
    """

    target: Literal["sysctl", "boot"]
    value: str
    alternatives: tuple[str, ...] = ()
    applies_to: str = ""
    exists: bool = True
    dedicated_only: bool = False
    why: str = ""


class MigProfile(RuledEntry):
    """One size of partition of a GPU. Σ slices ≤ `total_slices`, Σ memory ≤ the GPU's."""

    references: ClassVar[dict[str, str]] = {"accelerator": "part"}

    accelerator: str
    compute_slices: int
    memory_slices: int | None = None
    memory_gb: float | None = None
    instances_max: int
    total_slices: int = 7
