"""What the report says of a workload: whether it fits, how it is split, how fast, for how much.

May import the figures and workloads of the model. The whole report stands in `report`.
"""

from math import inf

from designer.model.measured import Measured
from designer.model.record import Record
from designer.model.workload import Workload


class PlanReport(Measured):
    """A plan of a training run, or the size of a server.

    Attributes
    ----------
    words
        It in one line: `TP 8 · PP 4 · DP 16 · micro-batch 1`.
    split
        Its degrees as a workload keeps them; empty for a server.
    memory_gb
        What the fullest GPU needs, with a reserve of 10 %, in 10⁹ bytes.
    lost
        Why it is not the best one; empty for that one.
    fits
        None where the maker's GB decide.
    """

    words: str = ""
    split: str = ""
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
    """A part of a whole: of the time of an iteration, s, or of a GPU's memory, GB.

    Attributes
    ----------
    note
        What it follows from, in short.
    """

    what: str
    amount: float
    note: str = ""


class Way(Measured):
    """What would make a run as fast as is wanted.

    Attributes
    ----------
    what
        `tokens` fewer, `gpus` more, another `precision`, or `both` of these: so many GPUs in it; a
        `batch` that more GPUs share, where some stay idle.
    number
        Tokens, GPUs or sequences; None where even the most that were tried do not do, or the run is
        likely in time as it is.
    surely
        The same so that all of the band is in time; None where that is not reached.
    alone
        Whether it does by itself.
    days
        How long the run takes then.
    rate
        Tokens a second then.
    gpus
        GPUs that work then; told of a batch.
    """

    what: str
    number: float | None = None
    gpus: int | None = None
    surely: float | None = None
    precision: str = ""
    alone: bool = False
    days: float | None = None
    rate: float | None = None


class LossPoint(Record):
    """What a run loses by an interval between checkpoints, per cent of its time.

    Attributes
    ----------
    saving_pct, again_pct
        Standing still for checkpoints, and computing again what was not saved; the rest of the loss
        restarts.
    """

    interval_s: float
    lost_pct: float
    saving_pct: float
    again_pct: float


class Published(Measured):
    """A run of the same model, GPU, precision and sequence that somebody published.

    Attributes
    ----------
    tokens_per_s
        Of all GPUs, from the rate that is published of each.
    """

    name: str
    gpus: int
    tokens_per_s: float
    tflops_per_gpu: float | None = None


class ServePoint(Measured):
    """What all servers do with so many requests at a time each.

    Attributes
    ----------
    chosen
        Whether that is what they do: as many as fit, or as keep the times that are asked for.
    """

    batch: int
    token_ms: float | None = None
    tokens_per_s: float | None = None
    chosen: bool = False


class ScalePoint(Measured):
    """What a training run does on so many GPUs.

    Attributes
    ----------
    tokens_per_s
        Of all of them.
    efficiency
        The rate of each as a part of that on the number where it is highest.
    drawn
        Whether it is the best plan on those that it may take.
    """

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
    network_lacks
        Switches that the rule of its network asks for and that are not placed.
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
    plan_kept
        Whether the plan is the one that the workload keeps, and not the best that was found.
    ledger, memory
        Where the time of an iteration goes, and the memory of the fullest GPU.
    iteration_after_loss_s
        With what the worst single failure leaves of the network.
    goodput_pct
        Part of the time that failures and checkpoints leave, by the failures of Llama 3.
    days
        Of the whole run, failures included.
    wanted_days, in_time, pace
        Within which the run is wanted; whether it is: None where the band leaves it open; that in a
        sentence, empty where nobody wants anything.
    ways
        What would make it as fast as wanted.
    standing_gpus
        How many of the kind stand, whatever it takes of them.
    elsewhere_gpus
        How many of them other workloads of the design take, as far as that is known.
    failures, failure_every_s
        In the whole run, and the mean time between two.
    save_s, restart_s, best_interval_s
        Standing still for a checkpoint, until it advances again after a failure, the interval
        that loses least.
    losses
        What is lost by the interval between checkpoints.
    stages, binding_stage
        Memory of each stage of the pipeline with the reserve, 10⁹ bytes, and the fullest of them,
        from 0.
    published
        Runs like it that somebody published.
    cost, energy_cost
        Of the whole run by the site's own cost of a GPU-hour; its energy alone.
    checkpoint_gb, interval_s, write_gb_s
        A checkpoint, how often one is saved, and what writes it until the next one begins.
    stall_s
        How long a checkpoint takes that storage writes at once, while training stands still.
    dataset_tb, storage_wanted_tb, storage_tier
        Its data; what these ask for with checkpoints and logs; the kind of storage of that size.
    storage_level
        `good`, `better` or `best` of NVIDIA's levels for so many GPUs, or `below good`; empty where
        that cannot be said.
    restore_s
        How long nodes take to read a checkpoint once at a restart, one copy that ranks pass on.
    read_wanted_gb_s
        What all its GPUs read of storage, where the run says what one reads.
    storage_network_gb_s
        What the fabrics of storage carry from its systems to all nodes together.
    token_ms, first_token_ms
        Between two tokens, and the floor of the time to the first: requests may wait longer.
    batch
        Requests at a time of one server.
    cache_words
        The precision of the KV cache, and whether it is stated or that of the profile.
    prefill, decode
        Where the time of one prompt goes, s, and that between two tokens: a step of decoding, and
        the prompts that come with it.
    serving
        The time between tokens and the output by the requests at a time.
    servers, needed_gpus
        Copies that run, and GPUs that the stated load needs at most 80 % busy.
    utilisation
        Load over what the servers can answer; above 1 the queue grows without end.
    cost_per_million_tokens, cost_per_million_input, cost_per_million_output
        Of servers that are always full, by the site's own cost of a GPU-hour: all of it on answers;
        shared between prompts and answers by the time that each takes.
    cost_per_million_at_load, gpu_hours_per_million_at_load
        The same of all its GPUs and the answers to the load that comes; None where none is stated.
    gpu_hours_per_million_tokens, gpu_hours_per_million_input, gpu_hours_per_million_output
        The hours of GPUs that these prices are of; in training, with what failures take.
    """

    id: str
    name: str = ""
    kind: str = "training"
    model: str = ""
    missing: str = ""
    verdict: str = ""
    network_lacks: int = 0
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
    plan_kept: bool = False
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
    wanted_days: float | None = None
    in_time: bool | None = None
    pace: str = ""
    ways: tuple[Way, ...] = ()
    standing_gpus: int | None = None
    elsewhere_gpus: int = 0
    failures: float | None = None
    failure_every_s: float | None = None
    save_s: float | None = None
    restart_s: float | None = None
    best_interval_s: float | None = None
    losses: tuple[LossPoint, ...] = ()
    stages: tuple[float, ...] = ()
    binding_stage: int = 0
    published: tuple[Published, ...] = ()
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
    restore_s: float | None = None
    read_wanted_gb_s: float | None = None
    storage_network_gb_s: float | None = None
    scaling: tuple[ScalePoint, ...] = ()
    token_ms: float | None = None
    first_token_ms: float | None = None
    batch: int | None = None
    cache_words: str = ""
    prefill: tuple[Part, ...] = ()
    decode: tuple[Part, ...] = ()
    serving: tuple[ServePoint, ...] = ()
    servers: int | None = None
    needed_gpus: int | None = None
    requests_per_s: float | None = None
    utilisation: float | None = None
    cost_per_million_tokens: float | None = None
    cost_per_million_input: float | None = None
    cost_per_million_output: float | None = None
    cost_per_million_at_load: float | None = None
    gpu_hours_per_million_tokens: float | None = None
    gpu_hours_per_million_input: float | None = None
    gpu_hours_per_million_output: float | None = None
    gpu_hours_per_million_at_load: float | None = None

    @property
    def may_never_end(self) -> bool:
        """Whether no longest time of an iteration is known: its network may carry nothing."""
        return self.kind == "training" and self.figure("iteration_s").high == inf

    @property
    def called(self) -> str:
        """What people call it."""
        return self.name or self.id


class TriedAsked(Record):
    """A workload that is only tried: of the design with something else asked of it."""

    workload: Workload


class Tried(Record):
    """What a workload that is tried would do.

    Attributes
    ----------
    plans
        How many were priced for it.
    working
        Whether other numbers of GPUs are still searched.
    """

    report: WorkloadReport
    plans: int = 0
    working: bool = False


class LibraryAsked(Record):
    """What the catalogue's models would do on this design."""


class LibraryRow(Measured):
    """A workload that could be added, and what it would do.

    Attributes
    ----------
    workload
        As it is added, but for its id.
    fits
        None where that cannot be said.
    """

    workload: Workload
    fits: bool | None = None
    missing: str = ""
    lacking_gb: float | None = None
    days: float | None = None
    tokens_per_s: float | None = None


class WorkloadLibrary(Record):
    """Rows that are known so far, of so many."""

    rows: tuple[LibraryRow, ...] = ()
    total: int = 0
    working: bool = False


class WhyAsked(Record):
    """Why something of a workload is what it is: a workload's id, and the name of a box."""

    workload: str
    what: str
