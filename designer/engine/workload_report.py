"""What the report says of a workload: whether it fits, how it is split, how fast, for how much.

May import the figures of the model. The whole report stands in `report`.
"""

from designer.model.measured import Measured
from designer.model.record import Record


class PlanReport(Measured):
    """A plan of a training run, or the size of a server.

    Attributes
    ----------
    words
        It in one line: `TP 8 · PP 4 · DP 16 · micro-batch 1`.
    memory_gb
        What the fullest GPU needs, with a reserve of 10 %, in 10⁹ bytes.
    lost
        Why it is not the best one; empty for that one.
    fits
        None where the maker's GB decide.
    """

    words: str = ""
    tensor: int = 0
    pipeline: int = 0
    data: int = 0
    context: int = 0
    expert: int = 0
    micro_batch: int = 0
    interleave: int = 0
    recompute: str = ""
    time_s: float | None = None
    memory_gb: float | None = None
    fits: bool | None = None
    lost: str = ""


class Part(Record):
    """A part of a whole: of the time of an iteration, s, or of a GPU's memory, GB."""

    what: str
    amount: float


class ScalePoint(Measured):
    """What a training run does on so many GPUs: tokens/s of all, and the part of linear scaling."""

    gpus: int
    tokens_per_s: float | None = None
    efficiency: float | None = None
    drawn: bool = False


class WorkloadReport(Measured):
    """One workload on the cluster as drawn.

    Figures of time and speed are predictions: their bounds hold the band of a software profile,
    and what is not known of the network.

    Attributes
    ----------
    missing
        What is not stated, so that nothing follows; empty where all of it is there.
    gpus, gpu
        That it takes, and their id.
    domain_gpus
        GPUs that links join: of a node, or of a rack.
    nic_gbps
        Of one GPU towards others, as the fabrics carry it when cut into halves.
    fits
        Whether the best plan fits into memory; None where that cannot be said.
    lacking_gb
        What each GPU lacks of memory, where it does not fit.
    fitting_gpus
        How many would do, where it does not fit on these.
    band_pct
        Within it a measurement lies, as the profile claims.
    plan, others
        The best plan, those that lost with the reason, and the nearest miss.
    ledger, memory
        Where the time of an iteration goes, and the memory of the fullest GPU.
    iteration_after_loss_s
        With what the worst single failure leaves of the network.
    goodput_pct
        Part of the time that failures and checkpoints leave, by the failures of Llama 3.
    days
        Of the whole run, failures included.
    cost, energy_cost
        Of the whole run by the site's own cost of a GPU-hour; its energy alone.
    checkpoint_gb, interval_s, write_gb_s
        A checkpoint, the interval that loses least, and what writes it until the next one begins.
    stall_s
        How long a checkpoint takes that storage writes at once, while training stands still.
    dataset_tb, storage_wanted_tb, storage_tier
        Its data; what these ask for with checkpoints and logs; the kind of storage of that size.
    storage_level
        `good`, `better` or `best` of NVIDIA's levels for so many GPUs, or `below good`; empty where
        that cannot be said.
    storage_network_gb_s
        What all nodes together take from the fabrics of storage: no storage delivers more.
    token_ms, first_token_ms
        Between two tokens, and the floor of the time to the first: requests may wait longer.
    batch
        Requests at a time of one server.
    servers, needed_gpus
        Copies that run, and GPUs that the stated load needs at most 80 % busy.
    utilisation
        Load over what the servers can answer; above 1 the queue grows without end.
    cost_per_million_tokens, cost_per_million_input, cost_per_million_output
        Of servers that are always full, by the site's own cost of a GPU-hour: all of it on answers;
        shared between prompts and answers by the time that each takes.
    """

    id: str
    name: str = ""
    kind: str = "training"
    model: str = ""
    missing: str = ""
    verdict: str = ""
    gpu: str = ""
    gpus: int | None = None
    domain_gpus: int | None = None
    nic_gbps: float | None = None
    profile: str = ""
    band_pct: float | None = None
    fits: bool | None = None
    lacking_gb: float | None = None
    fitting_gpus: int | None = None
    plan: PlanReport = PlanReport()
    others: tuple[PlanReport, ...] = ()
    tried: int = 0
    iteration_s: float | None = None
    iteration_after_loss_s: float | None = None
    tokens_per_s: float | None = None
    tflops_per_gpu: float | None = None
    mfu: float | None = None
    ledger: tuple[Part, ...] = ()
    memory: tuple[Part, ...] = ()
    memory_per_gpu_gib: float | None = None
    gpu_memory_gb: float | None = None
    goodput_pct: float | None = None
    days: float | None = None
    energy_mwh: float | None = None
    currency: str = ""
    cost: float | None = None
    energy_cost: float | None = None
    checkpoint_gb: float | None = None
    interval_s: float | None = None
    write_gb_s: float | None = None
    stall_s: float | None = None
    dataset_tb: float | None = None
    storage_wanted_tb: float | None = None
    storage_tier: str = ""
    storage_level: str = ""
    storage_network_gb_s: float | None = None
    scaling: tuple[ScalePoint, ...] = ()
    token_ms: float | None = None
    first_token_ms: float | None = None
    batch: int | None = None
    servers: int | None = None
    needed_gpus: int | None = None
    requests_per_s: float | None = None
    utilisation: float | None = None
    cost_per_million_tokens: float | None = None
    cost_per_million_input: float | None = None
    cost_per_million_output: float | None = None

    @property
    def called(self) -> str:
        """What people call it."""
        return self.name or self.id
