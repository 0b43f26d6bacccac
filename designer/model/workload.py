"""What is to run on the cluster: a training run, or a service that answers requests.

May import the records' base of this room.
"""

from typing import Literal

from designer.model.record import Record

WorkloadKind = Literal["training", "inference"]
Precision = Literal["bf16", "fp16", "fp8", "fp4"]
CachePrecision = Literal["", "bf16", "fp8", "fp4"]
ChosenRecompute = Literal["", "none", "full"]


class Workload(Record):
    """A training run or a service, kept with the design.

    Nothing is put in place of what it leaves out: without a batch there is no iteration.

    Attributes
    ----------
    model
        Id of a model of the catalogue.
    gpu
        Id of the GPU that it runs on; empty for the one that most of the hall are.
    gpus
        That it may take; 0 for all of that kind.
    precision
        Of the matrix products.
    profile
        Id of a software profile; empty for the one that was measured on the GPU.
    tokens
        Of the whole training run.
    wanted_days
        Within which the run is to be done; `None` where nobody asks.
    recompute
        What of a forward pass is computed again; empty for whichever is faster.
    save_s, interval_s
        How long training stands still for a checkpoint, and from one to the next; `None` for what
        is assumed, and for the interval that loses least.
    restart_s
        From a failure until training advances again; `None` for what is assumed.
    global_batch, sequence_tokens
        Sequences of one iteration, and tokens of each.
    prompt_tokens, answer_tokens
        Of a request, on average.
    requests_per_s
        That come; `None` for as many as the servers can answer.
    token_ms, first_token_ms
        Most time between two tokens, and most until the first, that a service may take.
    engine
        Serving software.
    cache_precision
        Of the KV cache of a service; empty for what its software was measured with.
    dataset_tb
        Of the data that training reads.
    plan
        Degrees that a run keeps, `TP 8 PP 14 CP 2 DP 4`; empty for the fastest plan that is found.
    gpu_read_gb_s
        GB/s that training reads of storage for each GPU.
    """

    id: str
    name: str = ""
    kind: WorkloadKind = "training"
    model: str = ""
    gpu: str = ""
    gpus: int = 0
    precision: Precision = "bf16"
    profile: str = ""
    tokens: float | None = None
    wanted_days: float | None = None
    recompute: ChosenRecompute = ""
    save_s: float | None = None
    interval_s: float | None = None
    restart_s: float | None = None
    global_batch: int | None = None
    sequence_tokens: int | None = None
    prompt_tokens: int | None = None
    answer_tokens: int | None = None
    requests_per_s: float | None = None
    token_ms: float | None = None
    first_token_ms: float | None = None
    engine: str = ""
    cache_precision: CachePrecision = ""
    dataset_tb: float | None = None
    gpu_read_gb_s: float | None = None
    plan: str = ""
    note: str = ""
