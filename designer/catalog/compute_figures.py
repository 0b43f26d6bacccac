"""Figures of what computes: accelerators, CPUs, and systems of both."""

from typing import Literal

from designer.model.record import Record


class AcceleratorFigures(Record):
    """What a GPU or AI chip computes and holds; its power is the part's.

    Tensor peaks stand in two columns. Engines read `*_dense_*`; `*_sparse_*` holds only with 2:4
    structured sparsity, is double by the makers' data sheets (4/3 for FP4 of Blackwell Ultra), and
    is shown, not computed with. FP16 stands for BF16 too, where both run at one rate, and sums in
    FP32.

    Attributes
    ----------
    cores
        Processing elements of a chip that counts neither SMs nor compute units.
    fp16_acc16_dense_tflops
        FP16 with sums in FP16: double the other column on consumer cards, equal elsewhere.
    shared_kb_per_sm
        The most of the L1 array that a kernel may claim as shared memory.
    l3_mb
        A last cache on the memory's side, such as AMD's Infinity Cache.
    sram_mb, sram_gb_s
        Memory on the chip itself that is no cache.
    scaleup_gb_s
        All links to peers in the same node or rack, both directions added, as makers state it.
    ecc
        `sideband` costs no capacity; `inline` takes part of it.
    """

    architecture: str = ""
    form: Literal["", "SXM", "PCIe", "OAM", "superchip", "package", "board", "wafer"] = ""
    sm_count: int | None = None
    cuda_cores: int | None = None
    tensor_cores: int | None = None
    tensor_generation: int | None = None
    rt_cores: int | None = None
    compute_units: int | None = None
    cores: int | None = None
    int4_dense_tops: float | None = None
    int4_sparse_tops: float | None = None
    fp4_dense_tflops: float | None = None
    fp4_sparse_tflops: float | None = None
    fp6_dense_tflops: float | None = None
    fp6_sparse_tflops: float | None = None
    fp8_dense_tflops: float | None = None
    fp8_sparse_tflops: float | None = None
    int8_dense_tops: float | None = None
    int8_sparse_tops: float | None = None
    fp16_dense_tflops: float | None = None
    fp16_sparse_tflops: float | None = None
    fp16_acc16_dense_tflops: float | None = None
    tf32_dense_tflops: float | None = None
    tf32_sparse_tflops: float | None = None
    fp16_vector_tflops: float | None = None
    fp32_tflops: float | None = None
    fp64_vector_tflops: float | None = None
    fp64_tensor_tflops: float | None = None
    memory_gb: float | None = None
    memory_type: str = ""
    memory_gb_s: float | None = None
    l2_mb: float | None = None
    l3_mb: float | None = None
    l1_kb_per_sm: float | None = None
    shared_kb_per_sm: float | None = None
    registers_kb_per_sm: float | None = None
    sram_mb: float | None = None
    sram_gb_s: float | None = None
    scaleup: str = ""
    scaleup_gb_s: float | None = None
    scaleup_links: int | None = None
    c2c_gb_s: float | None = None
    pcie_generation: int | None = None
    pcie_lanes: int | None = None
    roce_ports: int | None = None
    roce_gbps: float | None = None
    mig_instances: int | None = None
    ecc: Literal["", "sideband", "inline", "optional-inline", "none"] = ""
    temperature_max_c: float | None = None
    chips_per_pod: int | None = None
    network_gbps: float | None = None


class CpuFigures(Record):
    """What a processor has; its power is the part's."""

    architecture: str = ""
    cores: int | None = None
    threads: int | None = None
    base_ghz: float | None = None
    boost_ghz: float | None = None
    l3_mb: float | None = None
    memory_type: str = ""
    memory_gb_max: float | None = None
    memory_gb_s: float | None = None
    memory_channels: int | None = None
    pcie_generation: int | None = None
    pcie_lanes: int | None = None
    c2c_gb_s: float | None = None
    cxl: bool | None = None


class ComputeFigures(Record):
    """What a node, baseboard, superchip or filled rack holds; ids are of other parts.

    Attributes
    ----------
    nvlink_domain_gpus
        Accelerators that one scale-up network joins, by whatever name; more than the part holds
        where racks share it.
    """

    gpu: str = ""
    cpu: str = ""
    cpus: int | None = None
    memory_gb: float | None = None
    memory_type: str = ""
    nvme_tb: float | None = None
    nvme_drives: int | None = None
    nvme_generation: int | None = None
    boot_tb: float | None = None
    nvlink_switch: str = ""
    nvlink_switches: int | None = None
    nvlink_domain_gpus: int | None = None
    compute_trays: int | None = None
    switch_trays: int | None = None
    power_shelves: int | None = None
