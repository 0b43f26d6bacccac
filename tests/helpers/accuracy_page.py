"""Writes how far predictions of workloads are from published runs into the guide.

`python -m tests.helpers.accuracy_page`; a test fails while the page is out of date.
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from tests.helpers.memory_groups import dense_memory, sparse_memory
from tests.helpers.serving_groups import throughput, tokens
from tests.helpers.serving_rows import LENGTHS, SILICON, THROUGHPUT
from tests.helpers.training_groups import (
    A100,
    FITTED,
    H100,
    Run,
    b200,
    bridge_h100,
    core_h100,
    foundry,
    held_out,
    mean,
    megatron_a100,
    mt_nlg,
    plans_a100,
    worst,
    zero_3,
)

PAGE = Path(__file__).parents[2] / "resources" / "guide" / "accuracy.md"

TRAINING: list[tuple[str, Callable[[], Iterable[Run]], str, str]] = [
    (
        "Megatron on A100", megatron_a100, "Narayanan et al., SC21, tables 1 and 2; Korthikanti et "
        "al., table 5; MegaScale, table 2", "Calculon, table 5: 3.65 % mean, 8.87 % worst",
    ),
    (
        "Plans on A100", plans_a100, "vTrain, ground truth of multi-node runs",
        "vTrain: 14.73 % mean, by replaying profiles of a GPU",
    ),
    ("FSDP on A100", lambda: foundry(A100), "llm-foundry, training benchmarks", "none"),
    ("FSDP on H100", lambda: foundry(H100), "llm-foundry, training benchmarks", "none"),
    ("Megatron Core on H100", core_h100, "Megatron-LM, table of models, r0.8", "none"),
    (
        "Megatron Bridge on H100, with experts", bridge_h100, "Megatron-Bridge, archive of "
        "performance summaries", "none",
    ),
    (
        "B200, dense", b200, "SimuMax, B200 release 1.2",
        "SimuMax: −13.5 to +0.1 % over 43 rows, by measured kernels",
    ),
    ("B200, experts", lambda: b200(experts=True), "SimuMax, B200 release 1.2", "as above"),
    (
        "MT-NLG 530B under DeepSpeed, in no profile's figures", mt_nlg, "Smith et al., arXiv "
        "2201.11990", "none",
    ),
    (
        "175B by ZeRO-3 alone, in no profile's figures", zero_3, "Narayanan et al., SC21, table 2",
        "none",
    ),
]  # fmt: skip
ENGINES = {"vllm": "vLLM", "trtllm": "TensorRT-LLM"}


def page() -> str:
    """Return the whole page."""
    return "\n".join([*_head(), *_training(), *_memory(), *_serving(), *_exact(), ""])


def _head() -> list[str]:
    rest, unseen = held_out()
    return [
        "# How far predictions are off",
        "",
        "Every row is a published measurement that a test of this program computes again. *Mean* "
        "is the mean absolute error of the group, *worst* the row that is farthest off, with its "
        "sign: above 0 the prediction is longer than the measurement. *Inside* counts the rows "
        "whose measurement lies in the band that the prediction shows. The last column is what the "
        "best published tool says of its own error, where it says anything.",
        "",
        "No constant was fitted by arithmetic on a row that stands here. But those of Megatron on "
        "A100 and of serving are round figures that were set by hand with these rows in sight, as "
        "were the widths of all bands: they describe known runs, and promise less of unknown "
        "software. Fitted on a third of vTrain's plans in their place (products at "
        f"{FITTED['gemm']:g} of the peak, attention at {FITTED['attention']:g}), the other two "
        f"thirds are {100 * mean(rest):.1f} % off, and the rows of Megatron, none of which served "
        f"to fit, {100 * mean(unseen):.1f} %.",
        "",
        "Written by `python -m tests.helpers.accuracy_page`.",
        "",
    ]


def _training() -> list[str]:
    rows = []
    for name, group, source, others in TRAINING:
        runs = list(group())
        rows.append((name, *_errors(runs), _inside(runs), source, others))
    return [
        "## Time of a training iteration",
        "",
        *_table(
            ("group", "rows", "mean", "worst", "inside", "measured by", "best published tool"), rows
        ),
    ]


def _memory() -> list[str]:
    rows = [
        ("dense", *_errors(dense_memory()), "SimuMax: −1.4 to −0.1 %"),
        ("experts", *_errors(sparse_memory()), "as above"),
    ]
    return [
        "## Memory of training",
        "",
        "What PyTorch allocated at most on the fullest of eight B200 (SimuMax, B200 release 1.2), "
        "without the named reserve.",
        "",
        *_table(("group", "rows", "mean", "worst", "best published tool"), rows),
    ]


def _serving() -> list[str]:
    rows = []
    for model, gpu, engine, precision in SILICON:
        runs = tokens((model, gpu, engine, precision))
        name = f"{model} on {gpu}, {ENGINES[engine]}, {precision.upper()}"
        rows.append((name, *_errors(runs), _inside(runs)))
    most = []
    for case, (model, gpu, tensor, precision, _) in enumerate(THROUGHPUT):
        runs = throughput(case, LENGTHS)
        most.append((f"{model} on {tensor} × {gpu}, {precision.upper()}", *_errors(runs)))
    return [
        "## Time between two tokens",
        "",
        "Rows measured on silicon that AIConfigurator keeps with its source. It states no error of "
        "its own; BLIS states 7.1 % of the time between tokens over configurations that it had not "
        "seen, by simulating each request; Vidur says below 9 %, and a user found 700 %.",
        "",
        *_table(("group", "rows", "mean", "worst", "inside"), rows),
        "## Tokens a second with as many requests as fit",
        "",
        "NVIDIA's table of TensorRT-LLM, ten lengths each.",
        "",
        *_table(("group", "rows", "mean", "worst"), most),
    ]


def _exact() -> list[str]:
    rows = [
        ("Parameters of published shapes", "to the last printed digit", "SC21; model cards"),
        ("KV cache per token: DeepSeek-V3, Qwen2.5-72B, Llama 3.1 405B", "exact", "ISCA'25"),
        ("FLOP of published runs", "within 0.5 %", "Megatron-LM; MegaScale; Megatron-Bridge"),
        ("Activations of four models", "as printed", "Korthikanti et al., figures 1 and 7"),
        ("Size of a checkpoint, GiB", "within 0.1 %", "MLPerf Storage v2.0; BLOOM"),
        ("Days of SC21, table 2", "within 6 %", "300 billion tokens, six clusters"),
        ("Hours until owning costs less", "8,556 h, as printed", "Lenovo, LP2225"),
    ]
    return [
        "## What is exact",
        "",
        *_table(("what", "how near", "published by"), rows),
    ]


def _errors(runs: list[Run]) -> tuple[str, str, str]:
    last = worst(runs)
    return str(len(runs)), f"{100 * mean(runs):.1f} %", f"{100 * last.error:+.1f} %: {last.what}"


def _inside(runs: list[Run]) -> str:
    held = []
    for width in sorted({run.band for run in runs}):
        mine = [run for run in runs if run.band == width]
        inside = sum(run.inside for run in mine)
        held.append(f"{inside} of {len(mine)} in ±{100 * width:g} %")
    return ", ".join(held)


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    lines = [head, tuple("---" for _ in head), *rows]
    return [*(f"| {' | '.join(line)} |" for line in lines), ""]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
