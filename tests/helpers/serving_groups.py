"""Published latencies of serving beside what the engine predicts of them, by group."""

from functools import cache

from designer.catalog.load import load_shipped, shipped_library
from designer.catalog.records.workloads import Model
from designer.catalog.software_profile import InferenceProfile
from designer.engine.subjects.workloads.inference import (
    Load,
    Server,
    Serving,
    largest_batch,
    serving,
)
from designer.engine.subjects.workloads.profiles import band
from designer.engine.subjects.workloads.shape import Shape, shape_of
from tests.helpers.serving_rows import SILICON, THROUGHPUT
from tests.helpers.training_groups import Run

PEAKS = {"bf16": "fp16_dense_tflops", "fp8": "fp8_dense_tflops", "fp4": "fp4_dense_tflops"}
BYTES = {"bf16": 2.0, "fp8": 1.0, "fp4": 0.5625}


class Row(Run):
    """One measured time, beside the predicted one: a band is a factor, either way."""

    @property
    def inside(self) -> bool:
        """Whether the measurement lies within the band of the prediction."""
        return 1 / (1 + self.band) <= self.measured / self.predicted <= 1 + self.band


@cache
def shape(model: str) -> Shape:
    """A model of the catalogue."""
    found = shipped_library().get("model", model)
    assert isinstance(found, Model)
    return shape_of(found)


@cache
def server(gpu: str, tensor: int, precision: str, cache_bytes: float = 2.0) -> Server:
    """A group of GPUs of the catalogue."""
    chip = load_shipped().require(gpu).accelerator
    return Server(
        tensor, BYTES[precision], cache_bytes, getattr(chip, PEAKS[precision]) * 1e12,
        chip.fp16_dense_tflops * 1e12, chip.memory_gb_s * 1e9, chip.scaleup_gb_s / 2 * 1e9,
        chip.memory_gb * 1e9,
    )  # fmt: skip


def profile(engine: str, gpu: str) -> InferenceProfile:
    """The profile of an engine on a GPU."""
    known = load_shipped().inference_profiles
    return next(one for one in known if one.engine == engine and gpu in one.gpus)


def predicted(model: str, gpu: str, engine: str, precision: str, words: str) -> Serving:
    """What is predicted for one measured row."""
    tensor, batch, prompt, answer = (int(word) for word in words.split("/")[:4])
    stack, load = profile(engine, gpu), Load(prompt, answer)
    one = server(gpu, tensor, precision, BYTES[stack.cache_for(precision)])
    most = largest_batch(shape(model), one, stack, load)
    return serving(shape(model), one, stack, load, max(1, min(batch, most)))


@cache
def tokens(key: tuple[str, str, str, str]) -> list[Row]:
    """Time between tokens of the rows of one group."""
    model, gpu, engine, precision = key
    wide = band(profile(engine, gpu), gpu, precision, shape(model))
    return [
        Row(f"{model} {words}", float(words.split("/")[5]) / 1e3,
            predicted(*key, words).token_s, wide)
        for words in SILICON[key].split()
    ]  # fmt: skip


def first_tokens(key: tuple[str, str, str, str]) -> list[Row]:
    """Time to the first token of the rows of one group."""
    wide = band(profile(key[2], key[1]), key[1], key[3], shape(key[0]))
    return [
        Row(f"{key[0]} {words}", float(words.split("/")[4]) / 1e3,
            predicted(*key, words).first_token_s, wide)
        for words in SILICON[key].split()
    ]  # fmt: skip


def throughput(case: int, lengths: tuple[tuple[int, int], ...]) -> list[Row]:
    """Tokens a second of NVIDIA's table, with as many sequences as fit."""
    model, gpu, tensor, precision, speeds = THROUGHPUT[case]
    stack = profile("trtllm", gpu)
    one = server(gpu, tensor, precision, BYTES[stack.cache_for(precision)])
    rows = []
    for (prompt, answer), speed in zip(lengths, speeds, strict=True):
        load = Load(prompt, answer)
        most = min(2048, largest_batch(shape(model), one, stack, load))
        found = serving(shape(model), one, stack, load, most)
        rows.append(Row(f"{model} {prompt}/{answer}", speed, found.tokens_per_s, 1.0))
    return rows
