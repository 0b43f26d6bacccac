"""Ways of doing things, and their effect: parallelism, checkpoints, precisions, optimizations."""

from typing import Literal

from designer.catalog.entry import Entry
from designer.catalog.predicate import RuledEntry


class Technique(RuledEntry):
    """A method with its effect. A factor of 2 doubles throughput or halves latency or memory.

    Attributes
    ----------
    where
        What it splits or works on; `scope` is how far it reaches well.
    bytes_per_parameter
        Of a precision, or of a training recipe's whole state.
    rack_kw_low, rack_kw_high
        Heat of a rack for which a way of cooling is chosen, from and up to; `capex`, `opex` and
        `complexity` are its source's words.
    """

    kind: Literal[
        "parallelism", "checkpoint", "inference", "memory", "precision", "collective", "training",
        "sharing", "cooling",
    ]  # fmt: skip
    where: str = ""
    scope: str = ""
    frameworks: tuple[str, ...] = ()
    impact: str = ""
    constraint: str = ""
    throughput_factor_low: float | None = None
    throughput_factor_high: float | None = None
    latency_factor_low: float | None = None
    latency_factor_high: float | None = None
    memory_factor: float | None = None
    memory_saved_share: float | None = None
    compute_overhead_low: float | None = None
    compute_overhead_high: float | None = None
    interval_s_low: float | None = None
    interval_s_high: float | None = None
    bytes_per_parameter: float | None = None
    rack_kw_low: float | None = None
    rack_kw_high: float | None = None
    capex: str = ""
    opex: str = ""
    complexity: str = ""
    bits: int | None = None
    exponent_bits: int | None = None
    mantissa_bits: int | None = None


class Interconnect(Entry):
    """One generation of a link technology.

    Attributes
    ----------
    rate_gbps
        Of one port, one direction, as network people state it.
    link_gb_s, device_gb_s
        Of one link and of all links of one device, both directions added, as GPU makers state it.
    """

    kind: Literal[
        "pcie", "nvlink", "infinity-fabric", "infiniband", "ethernet", "roce", "c2c", "ici"
    ]
    generation: str = ""
    rate_gbps: float | None = None
    link_gb_s: float | None = None
    links: int | None = None
    device_gb_s: float | None = None
    latency_us_low: float | None = None
    latency_us_high: float | None = None
    topologies: tuple[str, ...] = ()
    use: str = ""
