"""`calc batching`: what requests that join at every token, and a cache in pages, gain a server."""

from dataclasses import dataclass
from typing import Any, Final

from designer.catalog.catalog import Catalog
from designer.catalog.software_profile import InferenceProfile
from designer.engine.calculation import CalcError, Calculation, Parameter, Result
from designer.engine.subjects.workloads.cache import kv_cache
from designer.engine.subjects.workloads.calc_inference import (
    SERVER_PARAMETERS,
    inference_profile,
    server_given,
    within_factor,
)
from designer.engine.subjects.workloads.given import SHAPE_PARAMETERS, shape_given
from designer.engine.subjects.workloads.hardware import HARDWARE_PARAMETERS, shipped_or
from designer.engine.subjects.workloads.inference import (
    Load,
    Server,
    decode,
    largest_batch,
    prefill,
    room_for_cache,
    serving,
)
from designer.engine.subjects.workloads.profiles import band, why_wide
from designer.engine.subjects.workloads.shape import Shape
from designer.model.figures import Figure

_GB: Final = 1e9
_PAGE: Final = 16
"""Tokens of a page of the cache (Kwon et al., arXiv 2309.06180, section 7.2: the default)."""


@dataclass(frozen=True, slots=True)
class _Batched:
    """A server with its requests.

    Attributes
    ----------
    longest
        Tokens of the longest answer: a batch that stays together waits for it.
    """

    shape: Shape
    server: Server
    profile: InferenceProfile
    load: Load
    longest: int

    def static_s(self, batch: int) -> float:
        """Return the time of one batch that begins and ends together, s."""
        step = decode(
            self.shape, self.server, self.profile, batch, self.load.prompt + self.longest / 2
        )
        first = prefill(self.shape, self.server, self.profile, self.load.prompt)
        return batch * first + self.longest * step.total

    def static(self, batch: int) -> float:
        """Return its tokens/s: shorter answers leave their places idle."""
        return batch * self.load.answer / self.static_s(batch)

    def continuous(self, batch: int) -> float:
        """Return the tokens/s of requests that join and leave at every token."""
        return serving(self.shape, self.server, self.profile, self.load, batch).tokens_per_s


def _batching(v: dict[str, Any], catalog: Catalog | None) -> dict[str, Result | Figure]:
    catalog = shipped_or(catalog)
    shape, server = shape_given(v, "batching"), server_given(v, catalog)
    profile = inference_profile(v, catalog.inference_profiles)
    v["profile"] = profile.id
    if v["longest_osl"] is None:
        v["longest_osl"] = v["osl"]
    if v["longest_osl"] < v["osl"]:
        raise CalcError("batching: longest_osl is below osl, the mean of all answers")
    if v["reserved_tokens"] is None:
        v["reserved_tokens"] = v["isl"] + v["longest_osl"]
    if v["reserved_tokens"] < v["isl"] + v["longest_osl"]:
        raise CalcError("batching: reserved_tokens do not hold isl + longest_osl")
    load = Load(v["isl"], v["osl"])
    paged = largest_batch(shape, server, profile, load)
    room = room_for_cache(shape, server, profile)
    each = kv_cache(shape, v["reserved_tokens"], server.cache_bytes, server.tensor).on_gpu
    whole = int(room / each) if room > 0 else 0
    if not whole:
        raise CalcError(
            f"batching: no memory is left for {v['reserved_tokens']:,} tokens on tp={v['tp']}"
        )
    job = _Batched(shape, server, profile, load, v["longest_osl"])
    gathered = whole
    if v["requests_per_s"] is not None and v["window_s"] is not None:
        gathered = max(1, min(whole, int(v["requests_per_s"] * v["window_s"])))
    # While it is answered a sequence holds its prompt and, on average, half of its answer.
    held = v["isl"] + v["osl"] / 2
    static, joined, pages = job.static(gathered), job.continuous(whole), job.continuous(paged)
    wide = band(profile, v["gpu"] or "", v["dtype"], shape)
    said = [
        "static: a batch begins and ends together, with memory for the longest answer of each; "
        "over one: against one request at a time",
        "gains are of throughput at full load, by one profile: its error is in both",
        why_wide(profile, v["gpu"] or "", v["dtype"], shape),
    ]
    return {
        "reserved_batch": whole,
        "paged_batch": paged,
        "reserved_waste": 1 - held / v["reserved_tokens"],
        "paged_waste": _PAGE / 2 / (held + _PAGE / 2),
        "reserved_waste_gb": room * (1 - held / v["reserved_tokens"]) / _GB,
        "paged_waste_gb": room * _PAGE / 2 / (held + _PAGE / 2) / _GB,
        "static_batch": gathered,
        "static_tokens_per_s": within_factor(static, wide, "tokens/s", profile.id),
        "continuous_tokens_per_s": within_factor(joined, wide, "tokens/s", profile.id),
        "tokens_per_s": within_factor(pages, wide, "tokens/s", profile.id),
        "gain_continuous": joined / static,
        "gain_paged": pages / joined,
        "gain": pages / static,
        "gain_over_one": pages / job.continuous(1),
        "last_answer_s": within_factor(job.static_s(gathered), wide, "s", profile.id),
        "note": "; ".join(one for one in said if one),
    }  # fmt: skip


BATCHING: Final = Calculation(
    name="batching",
    summary="what requests that join at every token, and a cache in pages, gain over batches",
    parameters=(
        *SHAPE_PARAMETERS,
        *HARDWARE_PARAMETERS,
        *SERVER_PARAMETERS,
        Parameter("longest_osl", "count", unit="tokens", optional=True,
                  help="longest answer of a batch; else all are as long as osl"),
        Parameter("reserved_tokens", "count", unit="tokens", optional=True,
                  help="kept for a sequence without pages; else isl + longest_osl"),
        Parameter("requests_per_s", unit="1/s", optional=True, help="that come"),
        Parameter("window_s", unit="s", optional=True, help="that a batch is gathered for"),
    ),
    results=(
        ("reserved_batch", ""), ("paged_batch", ""), ("reserved_waste", ""), ("paged_waste", ""),
        ("reserved_waste_gb", "GB"), ("paged_waste_gb", "GB"), ("static_batch", ""),
        ("static_tokens_per_s", "tokens/s"), ("continuous_tokens_per_s", "tokens/s"),
        ("tokens_per_s", "tokens/s"), ("gain_continuous", ""), ("gain_paged", ""), ("gain", ""),
        ("gain_over_one", ""), ("last_answer_s", "s"),
    ),
    formula=(
        "static = batch·osl/(batch·first token + longest·step); continuous = batch/(step + "
        "batch/osl·first token); batch = room/cache of what is reserved, or of isl + osl/2 in "
        "pages; waste = 1 − (isl + osl/2)/reserved, in pages half a page of 16 tokens"
    ),
    sources=(
        "Yu et al., Orca, OSDI 2022: requests join and leave at every iteration",
        "Kwon et al., PagedAttention, arXiv 2309.06180: 20 to 38 % of a reserved cache is used, of "
        "pages all but 4 %; 2 to 4 times the throughput",
        "calc inference: steps and prompts of one server",
    ),
    run=_batching,
)  # fmt: skip
